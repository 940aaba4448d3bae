"""The documentation in source distributions: what is kept of one, and what a hostile one cannot do."""

import io
import tarfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.engine.sources.package_index.conftest import Setup
from tests.worlds.distributions import Content, Distribution, sdist, tar_of, wheel
from tests.worlds.package_index import PackageIndex

from pro_context_engine.domain.errors import NotDocumentation, PageMissing
from pro_context_engine.sources.package_index.archives import ArchiveRefused
from pro_context_engine.sources.package_index.member_files import Stop
from pro_context_engine.sources.package_index.package_folder import PackageFolder
from pro_context_engine.sources.package_index.python import source_documents
from pro_context_engine.sources.package_index.python.source_documents import (
    FOLDER_NAME,
    open_source_documents,
    unpack_documents,
)

TOP = "pond_kit-1.0"


def kept(folder: Path, file: Distribution) -> list[str]:
    archive = folder / "archive"
    archive.write_bytes(file.content)
    into = folder / "unpacked"
    into.mkdir()
    unpack_documents(file.filename, archive, into, into / "info", lambda: False)
    paths = [path for path in folder.rglob("*") if not path.is_dir() and path != archive]
    assert all(path.is_relative_to(into) and not path.is_symlink() for path in paths)
    return sorted(path.relative_to(into).as_posix() for path in paths)


def source(files: Mapping[str, Content]) -> Distribution:
    return sdist("pond-kit", "1.0", files)


def archive_of(files: Mapping[str, Content], *others: tarfile.TarInfo) -> Distribution:
    return Distribution(f"{TOP}.tar.gz", tar_of({f"{TOP}/{path}": text for path, text in files.items()}, *others))


def member(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    made = tarfile.TarInfo(f"{TOP}/{name}")
    made.type, made.linkname = kind, target
    return made


def test_only_documents_and_the_files_they_may_include_are_kept(tmp_path: Path) -> None:
    wanted = ["CHANGES.rst", "README.md", "doc/en/index.rst", "docs/conf.py", "docs/guide.md", "docs/part.inc"]
    wanted += ["docs/notes.txt", "examples/swim.py", "mkdocs.yml", "docs_src/first.py"]
    wanted += ["sites/docs/conf.py", "sites/docs/guide.rst", "python/documentation/index.md"]
    others = [
        "sites/www/index.rst",
        "setup.py",
        "src/pond/__init__.py",
        "tests/docs/guide.md",
        "docs/_static/page.html",
        "docs/fish.png",
    ]
    others += ["docs/.hidden/a.md", "docs/locale/de/guide.md", "docs/_build/index.rst", ".github/x.md"]
    file = source(dict.fromkeys([*wanted, *others], "text"))
    assert kept(tmp_path, file) == sorted(wanted)


@pytest.mark.parametrize(
    "other",
    [
        member("docs/link.md", tarfile.SYMTYPE, "/etc/passwd"),
        member("docs/up.md", tarfile.SYMTYPE, "../../../secret.md"),
        member("docs/hard.md", tarfile.LNKTYPE, "/etc/passwd"),
        member("docs/device.md", tarfile.CHRTYPE),
        member("docs/pipe.md", tarfile.FIFOTYPE),
        member("docs/../../escaped.md", tarfile.REGTYPE),
        member("/docs/absolute.md", tarfile.REGTYPE),
        member("docs/con.md", tarfile.REGTYPE),
    ],
)
def test_links_devices_and_paths_out_of_the_archive_are_left_out(other: tarfile.TarInfo, tmp_path: Path) -> None:
    assert kept(tmp_path, archive_of({"docs/guide.md": "# Guide"}, other)) == ["docs/guide.md"]


def test_a_huge_configuration_is_left_out(tmp_path: Path) -> None:
    file = source({"docs/conf.py": b"#" * 6_000_000, "docs/more.py": "#" * 300_000, "docs/index.md": "# Pond"})
    assert kept(tmp_path, file) == ["docs/index.md"]


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    blank = tarfile.TarInfo(f"{TOP}/docs/a.bin")
    blank.size = 70_000_000
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as opened:
        opened.addfile(blank, io.BytesIO(bytes(blank.size)))
    with pytest.raises(ArchiveRefused, match="larger than the limit once unpacked"):
        kept(tmp_path, Distribution(f"{TOP}.tar.gz", archive.getvalue()))


def test_number_and_size_of_the_files_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_documents, "MOST_FILES", 3)
    many = source({f"docs/{number}.md": "text" for number in range(9)})
    (tmp_path / "many").mkdir()
    assert len(kept(tmp_path / "many", many)) == 3
    monkeypatch.setattr(source_documents, "MOST_BYTES", 10)
    (tmp_path / "long").mkdir()
    assert len(kept(tmp_path / "long", many)) == 2


def test_the_work_can_be_stopped(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    archive.write_bytes(source({"docs/guide.md": ""}).content)
    with pytest.raises(Stop):
        unpack_documents(f"{TOP}.tar.gz", archive, tmp_path, tmp_path, lambda: True)


async def test_the_source_distribution_of_exactly_this_version_is_downloaded(
    setup: Setup, index: PackageIndex, tmp_path: Path
) -> None:
    index.add(
        "pond-kit",
        wheel("pond-kit", "1.0", {"pond/__init__.py": ""}),
        sdist("pond-kit", "1.0", {"docs/guide.md": "# Guide"}),
        sdist("pond-kit", "1.1", {"docs/guide.md": "# Newer"}),
        wheel("pond-kit", "2.0", {"pond/__init__.py": ""}),
    )
    folder = PackageFolder(tmp_path, 1_000_000, folder_name=FOLDER_NAME)
    documents = open_source_documents(setup.releases, setup.fetcher, folder, 1_000_000)
    found = await documents.package("pond-kit", "1.0")
    assert (Path(found.location) / "docs/guide.md").read_text() == "# Guide"
    assert index.downloads() == ["pond_kit-1.0.tar.gz"]
    with pytest.raises(PageMissing):
        await documents.package("pond-kit", "2.0")
    small = open_source_documents(setup.releases, setup.fetcher, folder, 10)
    with pytest.raises(NotDocumentation, match="MB"):
        await small.package("pond-kit", "1.1")


async def test_another_file_than_the_index_describes_is_refused(
    setup: Setup, index: PackageIndex, tmp_path: Path
) -> None:
    index.add("pond-kit", sdist("pond-kit", "1.0", {"docs/guide.md": "# Guide"}))
    index.sha256["pond_kit-1.0.tar.gz"] = "0" * 64
    folder = PackageFolder(tmp_path, 1_000_000, folder_name=FOLDER_NAME)
    documents = open_source_documents(setup.releases, setup.fetcher, folder, 1_000_000)
    with pytest.raises(NotDocumentation, match="not the file that the index describes"):
        await documents.package("pond-kit", "1.0")
    assert folder.package("pond-kit", "1.0") is None
