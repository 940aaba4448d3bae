"""What of a distribution is kept, and where."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.worlds.distributions import Distribution, sdist, wheel

from pro_context_engine.sources.package_index.archives import ArchiveRefused
from pro_context_engine.sources.package_index.member_files import Stop
from pro_context_engine.sources.package_index.python.unpacking import unpack


def kept(folder: Path, file: Distribution, package: str = "pond-kit") -> list[str]:
    archive = folder / "archive"
    archive.write_bytes(file.content)
    into = folder / "unpacked"
    into.mkdir()
    unpack(archive, file.filename, package, into, into / "info", lambda: False)
    paths = (path.relative_to(into) for path in into.rglob("*") if not path.is_dir())
    return sorted(path.as_posix() for path in paths if path.parts[0] != "info")


def record(folder: Path) -> list[str]:
    lines = (folder / "unpacked/info/RECORD").read_text().splitlines()
    return sorted(line.removesuffix(",,") for line in lines)


def source(files: Mapping[str, str | bytes], name: str = "pond-kit") -> Distribution:
    return sdist(name, "1.0", files, readme="# Pond", summary="Ponds.")


def test_of_a_wheel_sources_stubs_and_documents_are_kept(tmp_path: Path) -> None:
    file = wheel(
        "pond-kit",
        "1.0",
        {
            "pond/__init__.py": "",
            "pond/fish.pyi": "",
            "pond/py.typed": "",
            "pond/picture.png": b"\x89PNG",
            "pond/_fast.cpython-312-x86_64-linux-gnu.so": b"\x7fELF",
            "pond/data.txt": "words",
            "pond/docs/guide.md": "# Guide",
            "pond/docs/notes.txt": "Notes",
            "pond/tests/test_fish.py": "",
            "pond/.hidden/x.py": "",
            "CHANGELOG.rst": "News",
            "pond_kit-1.0.data/purelib/lake.py": "",
            "pond_kit-1.0.data/scripts/run.py": "",
            "pond_kit-1.0.dist-info/entry_points.txt": "",
            "pond_kit-1.0.dist-info/licenses/doc.md": "",
        },
    )
    files = [
        "CHANGELOG.rst",
        "lake.py",
        "pond/__init__.py",
        "pond/docs/guide.md",
        "pond/docs/notes.txt",
        "pond/fish.pyi",
    ]
    assert kept(tmp_path, file) == files
    # A compiled module is known by its name alone.
    assert record(tmp_path) == sorted([*files, "pond/_fast.cpython-312-x86_64-linux-gnu.so"])


def test_compiled_modules_that_are_too_large_are_known_from_the_record(tmp_path: Path) -> None:
    listed = "pond/__init__.py,sha256=x,1\npond/engine.abi3.so,sha256=y,9000000\n../../etc/x.so,,\npond/a.txt,,\n"
    file = wheel("pond-kit", "1.0", {"pond/__init__.py": "", "pond_kit-1.0.dist-info/RECORD": listed})
    assert kept(tmp_path, file) == ["pond/__init__.py"]
    assert record(tmp_path) == ["pond/__init__.py", "pond/engine.abi3.so"]


@pytest.mark.parametrize("root", ["", "src/", "lib/", "python/"])
def test_of_a_source_distribution_the_packages_come_to_the_top(root: str, tmp_path: Path) -> None:
    file = source(
        {
            f"{root}pond_kit/__init__.py": "",
            f"{root}pond_kit/fish.py": "",
            "setup.py": "",
            "noxfile.py": "",
            "docs/conf.py": "",
            "docs/guide.rst": "Guide",
            "examples/__init__.py": "",
            "tests/__init__.py": "",
            "CHANGES": "News",
        }
    )
    kept(tmp_path, file)
    assert record(tmp_path) == ["CHANGES", "docs/guide.rst", "pond_kit/__init__.py", "pond_kit/fish.py"]


def test_of_two_places_the_one_with_the_name_counts(tmp_path: Path) -> None:
    kept(tmp_path, source({"helper/__init__.py": "", "src/pond_kit/__init__.py": "", "src/pond_kit/a.py": ""}))
    assert record(tmp_path) == ["pond_kit/__init__.py", "pond_kit/a.py"]


def test_a_single_module_is_a_package_too(tmp_path: Path) -> None:
    kept(tmp_path, source({"pond_kit.py": "", "setup.py": ""}))
    assert record(tmp_path) == ["pond_kit.py"]


def test_nothing_of_a_package_is_run(tmp_path: Path) -> None:
    trace = tmp_path / "ran"
    attack = f"open({str(trace)!r}, 'w').write('ran')\n"
    kept(
        tmp_path,
        source({"setup.py": attack, "conftest.py": attack, "pond_kit/__init__.py": attack, "build.py": attack}),
    )
    assert not trace.exists()


def test_names_that_stand_in_each_others_way_do_no_harm(tmp_path: Path) -> None:
    file = source({"pond_kit/a.py": "1", "pond_kit/a.py/b.py": "2", "pond_kit/c.py/d.py": "3", "pond_kit/c.py": "4"})
    assert kept(tmp_path, file) == ["pond_kit/a.py", "pond_kit/c.py/d.py"]


def test_the_summary_is_one_line(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    file = wheel("pond-kit", "1.0", {}, summary="Ponds\x1b[31m for\tall " + "x" * 900)
    archive.write_bytes(file.content)
    (tmp_path / "unpacked").mkdir()
    summary = unpack(
        archive, file.filename, "pond-kit", tmp_path / "unpacked", tmp_path / "unpacked/info", lambda: False
    )
    assert summary.startswith("Ponds")
    assert summary.isprintable()
    assert len(summary) == 512


def test_a_distribution_without_metadata_of_its_own_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArchiveRefused, match="no metadata"):
        kept(tmp_path, wheel("other", "1.0", {"pond/__init__.py": ""}))


def test_it_stops_when_it_is_wanted_no_more(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    archive.write_bytes(source({"pond_kit/__init__.py": ""}).content)
    with pytest.raises(Stop):
        unpack(archive, "pond_kit-1.0.tar.gz", "pond-kit", tmp_path, tmp_path / "info", lambda: True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["archive"]
