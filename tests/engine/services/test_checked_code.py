"""Which package a finding of a check of code is about."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.patience import PATIENT
from tests.worlds.distributions import wheel
from tests.worlds.package_index import PackageIndex

from pro_context_engine.domain.model import InstalledPackage, Library
from pro_context_engine.domain.settings import Settings
from pro_context_engine.opening import open_engine
from pro_context_engine.services.checked_code import _provider
from pro_context_engine.services.used_packages import UsedPackage


def installed(site: Path, name: str) -> UsedPackage:
    """Install a package with one module of its name."""
    metadata = site / f"{name}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (site / name).mkdir()
    (site / name / "__init__.py").touch()
    (metadata / "RECORD").write_text(f"{name}/__init__.py,,\n")
    files = InstalledPackage(name, "1.0", "", str(site), str(metadata))
    return UsedPackage(Library(f"pypi/{name}", name, ""), files)


def test_packages_of_one_environment_are_told_apart(tmp_path: Path) -> None:
    packages = [installed(tmp_path, name) for name in ("beaver", "otter")]
    for one in packages:
        assert _provider(one.files.name, packages) is one
    assert _provider("marten", packages) is None
    installed(tmp_path, "marten")
    assert _provider("marten", packages) is None, "its own package is not among the checked ones"
    (tmp_path / "weasel").mkdir()
    assert _provider("weasel", packages) is None, "a folder that no record of them has is of another package"


def test_a_folder_that_packages_share_is_of_those_whose_records_have_it(tmp_path: Path) -> None:
    packages = [installed(tmp_path, name) for name in ("beaver", "otter", "stoat")]
    for one, part in zip(packages, ("dam", "dive", ""), strict=True):
        if part:
            (tmp_path / "river" / part).mkdir(parents=True)
            (tmp_path / "river" / part / "__init__.py").touch()
            record = Path(one.files.metadata_directory) / "RECORD"
            record.write_text(f"{record.read_text()}river/{part}/__init__.py,,\n")
    assert [one.has_part_of("river") for one in packages] == [True, True, False]
    assert _provider("river", packages) is None, "two packages have parts of it"
    assert _provider("river.dive.deep", packages) is packages[1]
    assert _provider("river", packages[1:]) is packages[1]


async def test_packages_that_share_a_folder_are_checked_by_what_the_code_imports(tmp_path: Path) -> None:
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv/pyvenv.cfg").write_text("home = /usr\n")
    site = tmp_path / ".venv/lib/python3.12/site-packages"
    site.mkdir(parents=True)
    for name, part in (("river-dams", "dams"), ("river-fish", "fish"), ("stoat", "")):
        files = (
            {f"river/{part}/__init__.py": "class Pool:\n    def fill(self): ...\n"}
            if part
            else {"stoat/__init__.py": ""}
        )
        metadata = site / f"{name.replace('-', '_')}-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (metadata / "RECORD").write_text("".join(f"{one},,\n" for one in files))
        for one, text in files.items():
            (site / one).parent.mkdir(parents=True, exist_ok=True)
            (site / one).write_text(text)
    plain = Settings(cache_directory=tmp_path / "cache", project_directory=tmp_path, llms_txt=False)
    docs = open_engine(replace(plain, github=replace(plain.github, enabled=False), patience=PATIENT))
    code = (
        "import stoat\nfrom river import fish\nfrom river.dams import Pool, Pond\nfish.Pool().empty()\nPool().fill()\n"
    )
    try:
        found = await docs.check_code(code, None, [], 10)
    finally:
        await docs.close()
    assert [(one.package, one.place.name) for one in found.findings] == [
        ("river-dams", "Pond"),
        ("river-fish", "empty"),
    ]
    assert [one.package for one in found.checked] == ["stoat", "river-fish", "river-dams"]


async def test_a_package_without_modules_is_checked_by_the_one_that_it_requires_for_them(tmp_path: Path) -> None:
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv/pyvenv.cfg").write_text("home = /usr\n")
    site = tmp_path / ".venv/lib/python3.12/site-packages"
    for name, requires, record in (("stoat", "stoat.slim>=1", ""), ("stoat-slim", "", "stoat/__init__.py,,\n")):
        metadata = site / f"{name.replace('-', '_')}-1.0.dist-info"
        metadata.mkdir(parents=True)
        required = f"Requires-Dist: {requires}\n" if requires else ""
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{required}")
        (metadata / "RECORD").write_text(f"{record}{metadata.name}/METADATA,,\n")
    (site / "stoat").mkdir()
    (site / "stoat/__init__.py").write_text("class Coat:\n    def turn_white(self): ...\n")
    plain = Settings(cache_directory=tmp_path / "cache", project_directory=tmp_path, llms_txt=False)
    docs = open_engine(replace(plain, github=replace(plain.github, enabled=False), patience=PATIENT))
    try:
        for named in ([], [("pypi/stoat", None)]):
            found = await docs.check_code("from stoat import Coat\nCoat().turn_brown()\n", None, named, 10)
            assert [(one.place.name, one.package, one.library_id) for one in found.findings] == [
                ("turn_brown", "stoat-slim", "pypi/stoat")
            ]
            assert [(one.package, one.uses > 0) for one in found.checked] == [("stoat-slim", True)]
    finally:
        await docs.close()


@pytest.mark.parametrize("stated", [False, True])
@pytest.mark.parametrize("named", [False, True])
async def test_beside_a_project_an_unknown_module_is_its_own(
    index: PackageIndex, tmp_path: Path, stated: bool, named: bool
) -> None:
    index.add("warren", wheel("warren", "1.0", {"warren/__init__.py": "def dig(): ...\n"}))
    if stated:
        (tmp_path / "requirements.txt").write_text("otter\n")
    plain = Settings(cache_directory=tmp_path / "cache", project_directory=tmp_path, environment="none", llms_txt=False)
    docs = open_engine(replace(plain, github=replace(plain.github, enabled=False), patience=PATIENT))
    try:
        libraries = [("pypi/warren", None)] if named else []
        found = await docs.check_code("import warren\nwarren.sing()\n", None, libraries, 10)
    finally:
        await docs.close()
    is_checked = named or not stated
    assert [one.place.name for one in found.findings] == (["sing"] if is_checked else [])
    assert [name for name, _ in found.not_checked] == ([] if is_checked else ["warren"])


HOLES = "class Hole:\n    def widen(self, to): ...\n\n\nclass Rabbit:\n    def widen(self): ...\n"
BURROW = """from warren.holes import Hole, Rabbit


def join(burrows): ...


class Burrow(Hole):
    def append(self, other):
        '''Append.

        .. deprecated:: 1.5
           Use :func:`join` instead.
        '''

    def wider(self): ...
"""


async def test_a_removed_name_is_said_with_its_replacement_and_pages_are_those_of_the_class(
    index: PackageIndex, tmp_path: Path
) -> None:
    later = BURROW.replace("def append", "def dig").replace("    def wider(self): ...\n", "")
    for version, text in (("1.5", BURROW), ("2.0", later)):
        files = {"warren/__init__.py": text, "warren/holes.py": HOLES}
        index.add("warren", wheel("warren", version, files))
    plain = Settings(cache_directory=tmp_path / "cache", detect=False, environment="none", llms_txt=False)
    docs = open_engine(replace(plain, github=replace(plain.github, enabled=False), patience=PATIENT))
    try:
        for version in ("1.5", "2.0"):
            await docs.symbols("pypi/warren", version)
        code = "from warren import Burrow\nBurrow().append(1)\nBurrow().wider()\n"
        found = await docs.check_code(code, None, [("pypi/warren", "2.0")], 10)
    finally:
        await docs.close()
    append, wider = (one.place for one in found.findings)
    assert (append.kind, append.until, append.closest[0].name) == ("removed", "1.5", "join")
    assert append.closest[0].url.endswith("#join")
    assert (wider.closest[0].name, wider.closest[0].signature) == ("widen", "(to)")
    assert wider.closest[0].url.endswith("#holewiden")
