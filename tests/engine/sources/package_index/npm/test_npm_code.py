"""Which code of an npm tarball is kept for exact search."""

import json
from pathlib import Path

import pytest
from tests.worlds.distributions import tar_of

from pro_context_engine.sources.package_index.npm import npm_code
from pro_context_engine.sources.package_index.npm.npm_code import files_left_out, unpack_code

CODE = "export function dive(depth) {\n  return depth * 2;\n}\n"
MINIFIED = "export const dive=e=>2*e;" * 40 + "\n"


def unpacked(folder: Path, files: dict[str, str]) -> list[str]:
    """Return the paths that are written of a package with these files."""
    archive = folder / "package.tgz"
    archive.write_bytes(tar_of({f"package/{path}": content for path, content in files.items()}))
    into = folder / "into"
    into.mkdir()
    unpack_code(archive, into, folder, lambda: False)
    written = [path.relative_to(into) for path in into.rglob("*") if path.is_file()]
    return sorted(path.as_posix() for path in written if not path.name.startswith("."))


@pytest.mark.parametrize(
    "path", ["index.js", "lib/dive.mjs", "lib/dive.cjs", "src/dive.ts", "src/Dive.vue", "index.d.ts", "README.md"]
)
def test_code_declarations_and_documents_are_kept(path: str, tmp_path: Path) -> None:
    assert unpacked(tmp_path, {path: CODE, "package.json": "{}"}) == sorted([path, "package.json"])


@pytest.mark.parametrize(
    "path",
    ["node_modules/other/index.js", "vendor/other.js", "test/dive.js", "__tests__/dive.js", ".eslintrc.js", "logo.svg"],
)
def test_code_of_others_and_tests_are_left_out_without_a_word(path: str, tmp_path: Path) -> None:
    assert unpacked(tmp_path, {path: CODE, "package.json": "{}"}) == ["package.json"]
    assert files_left_out(tmp_path / "into") == 0


@pytest.mark.parametrize(
    ("path", "content"),
    [("dist/otter.min.js", CODE), ("dist/otter.js", MINIFIED), ("dist/huge.js", CODE * 20_000)],
)
def test_minified_and_very_large_code_is_left_out_and_counted(path: str, content: str, tmp_path: Path) -> None:
    assert unpacked(tmp_path, {"index.js": CODE, path: content}) == ["index.js"]
    assert files_left_out(tmp_path / "into") == 1


def test_the_files_of_a_package_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(npm_code, "MOST_FILES", 2)
    assert len(unpacked(tmp_path, {f"lib/dive{number}.js": CODE for number in range(5)})) == 2
    assert files_left_out(tmp_path / "into") == 3


def test_a_folder_without_the_note_has_no_code(tmp_path: Path) -> None:
    assert files_left_out(tmp_path) is None
    (tmp_path / ".left-out.json").write_text(json.dumps({"moor": 1}))
    assert files_left_out(tmp_path) is None
