"""Which files of a package are searched and read: those its record names, and no other."""

from pathlib import Path

import pytest

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.sources.package_index.package_folder import COMPLETE
from pro_context_engine.sources.packages.source_files import (
    MOST_BYTES,
    PackageSourceFiles,
    npm_source_files,
    python_source_files,
)

SECRET = "password = 'in no record'\n"


def installed(folder: Path, *recorded: str) -> PackageSourceFiles:
    """Return the files of a distribution whose record names some paths."""
    metadata = folder / "wharf-1.0.dist-info"
    metadata.mkdir(parents=True, exist_ok=True)
    (metadata / "METADATA").write_text("Name: wharf\nVersion: 1.0\n")
    (metadata / "RECORD").write_text("".join(f'"{name}",,\n' for name in recorded))
    return python_source_files(InstalledPackage("wharf", "1.0", "", str(folder), str(metadata)))


def write(folder: Path, name: str, content: str | bytes = "def moor(): ...\n") -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def test_files_of_the_record_are_read_and_no_others(tmp_path: Path) -> None:
    write(tmp_path, "wharf/__init__.py")
    write(tmp_path, "wharf/secret.py", SECRET)
    write(tmp_path, "quay/__init__.py", SECRET)
    files = installed(tmp_path, "wharf/__init__.py", "wharf/missing.py")
    assert files.text("wharf/__init__.py") == "def moor(): ...\n"
    for other in ("wharf/secret.py", "quay/__init__.py", "wharf/missing.py", "wharf", "", "."):
        assert files.text(other) == ""
        assert files.page(other) is None


@pytest.mark.parametrize(
    "name",
    [
        "../outside.py",
        "wharf/../../outside.py",
        "/etc/hostname",
        ".netrc",
        "wharf/.env",
        "wharf-1.0.dist-info/METADATA",
        "wharf-1.0.dist-info/direct_url.json",
        "wharf/__pycache__/a.py",
        "wharf/core.so",
        "//outside.py",
    ],
)
def test_a_record_cannot_name_its_way_out(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "site-packages"
    write(tmp_path, "outside.py", SECRET)
    for inside in (".netrc", "wharf/.env", "wharf/__pycache__/a.py", "wharf/core.so"):
        write(folder, inside, SECRET)
    files = installed(folder, name)
    assert list(files.paths()) == []
    assert files.text(name) == ""


def test_links_are_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "site-packages"
    write(tmp_path, "outside/secret.py", SECRET)
    write(folder, "quay/secret.py", SECRET)
    write(folder, "wharf/__init__.py")
    (folder / "wharf" / "link.py").symlink_to(tmp_path / "outside" / "secret.py")
    (folder / "wharf" / "beside.py").symlink_to(folder / "quay" / "secret.py")
    (folder / "wharf" / "linked").symlink_to(tmp_path / "outside")
    (folder / "wharf" / "loop.py").symlink_to(folder / "wharf" / "loop.py")
    names = ["wharf/link.py", "wharf/beside.py", "wharf/linked/secret.py", "wharf/loop.py"]
    files = installed(folder, "wharf/__init__.py", *names)
    assert [name for name in files.paths() if files.text(name)] == ["wharf/__init__.py"]


def test_an_environment_behind_a_link_is_read(tmp_path: Path) -> None:
    write(tmp_path / "real", "wharf/__init__.py")
    (tmp_path / "environment").symlink_to(tmp_path / "real")
    assert installed(tmp_path / "environment", "wharf/__init__.py").text("wharf/__init__.py")


def test_only_text_of_a_bounded_size_is_read(tmp_path: Path) -> None:
    write(tmp_path, "wharf/data.bin", b"moor\0moor")
    write(tmp_path, "wharf/large.py", "#" * (MOST_BYTES + 1))
    write(tmp_path, "wharf/latin.py", "# -*- coding: latin-1 -*-\nname = 'Größe'\n".encode("latin-1"))
    write(tmp_path, "wharf/windows.py", "a = 1\r\nb = '\x1b[31m\u202e'\r\n")
    files = installed(tmp_path, "wharf/data.bin", "wharf/large.py", "wharf/latin.py", "wharf/windows.py")
    assert files.text("wharf/data.bin") == files.text("wharf/large.py") == ""
    assert "Größe" in files.text("wharf/latin.py")
    assert files.text("wharf/windows.py") == "a = 1\nb = ''\n"


def test_a_page_has_the_lines_of_its_file_and_is_not_stored(tmp_path: Path) -> None:
    write(tmp_path, "wharf/a b.py", "# No heading\n\ndef moor(): ...\n")
    page = installed(tmp_path, "wharf/a b.py").page("wharf/a b.py")
    assert page is not None
    assert (page.url, page.title) == ("pypi://wharf/1.0/source/wharf/a%20b.py", "wharf/a b.py")
    assert page.markdown == "# No heading\n\ndef moor(): ...\n"
    assert page.headings == ()
    assert not page.delivery.storable


def test_code_comes_first_and_tests_last(tmp_path: Path) -> None:
    names = ["wharf/tests/test_moor.py", "wharf/data.txt", "wharf/_low.py", "wharf/deep/er.py", "wharf/__init__.py"]
    files = installed(tmp_path, *names)
    assert list(files.paths()) == [
        "wharf/__init__.py",
        "wharf/_low.py",
        "wharf/deep/er.py",
        "wharf/data.txt",
        "wharf/tests/test_moor.py",
    ]
    assert [files.is_test(name) for name in files.paths()] == [False, False, False, False, True]


def test_files_of_an_npm_package_are_those_in_its_folder(tmp_path: Path) -> None:
    write(tmp_path, "wharf/package.json", "{}")
    write(tmp_path, "wharf/index.js", "export const moor = 1\n")
    write(tmp_path, "wharf/node_modules/quay/index.js", SECRET)
    write(tmp_path, "outside.js", SECRET)
    (tmp_path / "wharf" / "link.js").symlink_to(tmp_path / "outside.js")
    package = InstalledPackage("@acme/wharf", "1.0.0", "", str(tmp_path / "wharf"), str(tmp_path / "wharf"))
    files = npm_source_files(package)
    assert [name for name in files.paths() if files.text(name)] == ["index.js", "package.json"]
    assert files.url("index.js") == "npm://@acme/wharf/1.0.0/source/index.js"
    assert files.lack() == ""


def test_a_downloaded_npm_package_says_which_code_is_not_here(tmp_path: Path) -> None:
    write(tmp_path, "package.json", "{}")
    write(tmp_path, "index.d.ts", "export const moor: number\n")
    write(tmp_path, COMPLETE, "{}")
    package = InstalledPackage("wharf", "1.0.0", "", str(tmp_path), str(tmp_path))
    files = npm_source_files(package)
    assert files.paths() == ["index.d.ts", "package.json"]
    lack = "its code cannot be fetched now, so only its declarations and texts are here, and no JavaScript"
    assert files.lack() == lack
    write(tmp_path, ".left-out.json", "0")
    assert npm_source_files(package).lack() == ""
    write(tmp_path, ".left-out.json", "2")
    assert npm_source_files(package).lack() == "2 of its files are minified or over the bound of what is kept"


def test_a_second_build_of_the_same_code_comes_after_the_first(tmp_path: Path) -> None:
    for name in ("index.cjs", "index.d.cts", "index.d.ts", "index.js", "index.mjs"):
        write(tmp_path, name)
    files = npm_source_files(InstalledPackage("wharf", "1.0.0", "", str(tmp_path), str(tmp_path)))
    assert files.paths() == ["index.d.ts", "index.js", "index.cjs", "index.d.cts", "index.mjs"]
