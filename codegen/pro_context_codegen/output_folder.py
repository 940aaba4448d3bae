"""A folder that holds exactly the files that were generated for it, and generated blocks in pages that people write."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from pro_context_codegen.spec_problems import SpecError, SpecProblem

Tree = Mapping[str, bytes]
"""The content of generated files by their path inside a folder."""

_CACHE = "__pycache__"


def write(folder: Path, files: Tree, apart: str = "") -> list[str]:
    """Make the folder hold exactly these files.

    Args:
        folder: the folder, which may not exist yet.
        files: the files it shall hold.
        apart: a subfolder that another command writes and this one leaves alone, "" for none.

    Returns:
        The paths that changed.

    Raises:
        SpecError: the folder holds a file or folder that the generator did not write.
    """
    _refuse_foreign(folder, files)
    changed = differences(folder, files, apart)
    for path in changed:
        target = folder / path
        if path in files:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(files[path])
        else:
            target.unlink()
    _remove_empty(folder, files, apart)
    return changed


def differences(folder: Path, files: Tree, apart: str = "") -> list[str]:
    """Return the sorted paths of files that are missing, superfluous or different.

    Args:
        folder: the folder.
        files: the files it should hold.
        apart: a subfolder that is not compared, "" for none. Python's bytecode caches are not compared either.
    """
    present = {
        path.relative_to(folder).as_posix(): path
        for path in folder.rglob("*")
        if path.is_file() and _CACHE not in path.parts and not _is_apart(path, folder, apart)
    }
    stale = present.keys() - files.keys()
    return sorted(stale | {path for path, content in files.items() if not _holds(present.get(path), content)})


def replace_block(page: Path, name: str, source: str, block: str) -> bytes:
    """Return a page with a block's text between its marks.

    Args:
        page: the file.
        name: the block's name; its marks are `<!-- NAME: … -->` and `<!-- /NAME -->`, on lines of their own.
        source: the file that the block is generated from.
        block: the text of the block, ending with a newline.

    Raises:
        SpecError: the page does not have exactly one such block.
    """
    text = page.read_text(encoding="utf-8") if page.is_file() else ""
    first, last = f"<!-- {name}: generated from {source}; do not edit -->\n", f"<!-- /{name} -->\n"
    before, begun, rest = text.partition(first)
    _, ended, after = rest.partition(last)
    if not begun or not ended or first in rest or last in after:
        raise SpecError([SpecProblem(page.as_posix(), "", f"must have one block {first.strip()} … {last.strip()}")])
    return f"{before}{first}{block}{last}{after}".encode()


def _is_apart(path: Path, folder: Path, apart: str) -> bool:
    return bool(apart) and path.is_relative_to(folder / apart)


def _refuse_foreign(folder: Path, files: Tree) -> None:
    ours = {path.partition("/")[0] for path in files}
    foreign = sorted(path.name for path in folder.iterdir() if path.name not in ours) if folder.is_dir() else []
    if foreign:
        reason = f"holds {', '.join(foreign)}, which generate does not write; choose a folder of its own"
        raise SpecError([SpecProblem(str(folder), "", reason)])


def _remove_empty(folder: Path, files: Tree, apart: str) -> None:
    """Remove the folders that hold no generated file any more, together with Python's caches in them."""
    kept = {parent for path in files for parent in (folder / path).parents}
    folders = [path for path in folder.rglob("*") if path.is_dir() and path.name != _CACHE]
    for path in sorted(folders, reverse=True):
        if path not in kept and not _is_apart(path, folder, apart):
            shutil.rmtree(path)


def _holds(path: Path | None, content: bytes) -> bool:
    return path is not None and path.read_bytes() == content
