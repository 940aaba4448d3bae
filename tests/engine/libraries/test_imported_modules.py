from pathlib import Path

import pytest

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.libraries.imported_modules import provider


def install(folder: Path, name: str, *files: str, metadata: str = "RECORD") -> InstalledPackage:
    """Write a distribution's files and its record into a package folder."""
    described = folder / f"{name}-1.0.dist-info"
    described.mkdir(parents=True)
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text("")
    lines = [file.split("/")[0] for file in files] if metadata == "top_level.txt" else [f"{file},," for file in files]
    (described / metadata).write_text("\n".join(lines))
    return InstalledPackage(name, "1.0", "", str(folder), str(described))


@pytest.fixture
def packages(tmp_path: Path) -> list[InstalledPackage]:
    return [
        install(tmp_path, "pytorchard", "orchard/__init__.py", "orchard/trees.py", "orchard_speed.cpython-313-x86.so"),
        install(tmp_path, "meadow-core", "meadow/core/__init__.py"),
        install(tmp_path, "meadow-bees", "meadow/bees.py"),
        install(tmp_path, "basket", "wicker/__init__.py", metadata="top_level.txt"),
        install(tmp_path, "wicker", "other/__init__.py"),
    ]


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("orchard", "pytorchard"),
        ("orchard_speed", "pytorchard"),
        ("orchard.trees", "pytorchard"),
        ("orchard.trees.Apple", "pytorchard"),
        ("meadow.core", "meadow-core"),
        ("meadow.bees.Hive", "meadow-bees"),
        ("wicker", "basket"),
        ("other", "wicker"),
    ],
)
def test_a_module_belongs_to_the_distribution_that_lists_it(
    packages: list[InstalledPackage], module: str, name: str
) -> None:
    found = provider(packages, module)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize(
    "module", ["meadow", "Orchard", "orch", "pytorchard", "", "a b", "../orchard", "orchard/trees", "meadow.wasps"]
)
def test_shared_folders_and_other_names_belong_to_no_distribution(
    packages: list[InstalledPackage], module: str
) -> None:
    assert provider(packages, module) is None


def test_a_missing_package_folder_provides_nothing(tmp_path: Path) -> None:
    gone = InstalledPackage("gone", "1.0", "", str(tmp_path / "nowhere"), str(tmp_path / "nowhere/gone.dist-info"))
    assert provider([gone], "gone") is None
    assert provider([], "gone") is None
