"""A distribution whose modules another one has is documented with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.sources.packages.python.python_documentation import PythonDocumentation

FROGS = "def list_frogs():\n    'List the frogs.'\n"


def write(site: Path, name: str, files: Mapping[str, str], requires: Iterable[str] = ()) -> InstalledPackage:
    """Write a distribution of version 2.0 with these files."""
    metadata = site / f"{name.replace('-', '_')}-2.0.dist-info"
    metadata.mkdir(parents=True)
    required = "".join(f"Requires-Dist: {one}\n" for one in requires)
    (metadata / "METADATA").write_text(f"Name: {name}\nVersion: 2.0\n{required}\nAll of the pond.", encoding="utf-8")
    for path, text in files.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(text, encoding="utf-8")
    record = [*files, f"{metadata.name}/METADATA"]
    (metadata / "RECORD").write_text("".join(f"{path},,\n" for path in record), encoding="utf-8")
    return InstalledPackage(name, "2.0", "", str(site), str(metadata))


def modules(package: InstalledPackage) -> list[str]:
    return list(PythonDocumentation(package).api_names())


def test_the_package_of_its_name_may_be_in_a_required_distribution(tmp_path: Path) -> None:
    write(tmp_path, "pond-core", {"pond/__init__.py": FROGS, "pond/water.py": "DEPTH = 3"})
    pond = write(tmp_path, "pond", {"pond/ext/frogs.py": FROGS}, ["pond.core[fast] (>=1.0,<3)", "absent"])
    assert modules(pond) == ["pond", "pond.ext.frogs", "pond.water"]
    assert PythonDocumentation(pond).symbols().find("pond.list_frogs") is not None


def test_parts_named_after_it_may_add_modules_to_its_folder(tmp_path: Path) -> None:
    write(tmp_path, "pond-ducks", {"pond/ducks/__init__.py": FROGS})
    write(tmp_path, "pond-client", {"pond_client/__init__.py": FROGS})
    write(tmp_path, "lake", {"pond/fish.py": FROGS})
    required = ["pond-ducks>=1", "pond-client>=1", "lake>=1"]
    pond = write(tmp_path, "pond", {"pond/water.py": "DEPTH = 3"}, required)
    assert modules(pond) == ["pond.ducks", "pond.water"]


def test_one_without_modules_has_those_of_its_own_version(tmp_path: Path) -> None:
    write(tmp_path, "lake-core", {"lake/__init__.py": FROGS})
    write(tmp_path, "tools", {"tools/__init__.py": FROGS})
    assert modules(write(tmp_path, "big-pond", {}, ["lake-core==2.0", "tools>=2.0"])) == ["lake"]


def test_what_is_its_own_or_is_wanted_by_an_extra_is_not_looked_for(tmp_path: Path) -> None:
    write(tmp_path, "pond-core", {"pond/__init__.py": FROGS, "pond/water.py": "DEPTH = 3"})
    requires = ["pond-core==2.0; extra == 'core'"]
    assert modules(write(tmp_path, "pond", {}, requires)) == []
    write(tmp_path, "lake-core", {"lake/shore.py": FROGS})
    assert modules(write(tmp_path, "lake", {"lake/__init__.py": FROGS}, ["lake-core==2.0"])) == ["lake"]


def test_two_without_modules_that_require_each_other_have_none(tmp_path: Path) -> None:
    write(tmp_path, "pond-all", {}, ["pond==2.0"])
    assert modules(write(tmp_path, "pond", {}, ["pond-all==2.0"])) == []
