"""The files of a corpus: pages, manifests and prompts below one folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pro_context_engine.corpus import corpus_prompts, manifests
from pro_context_engine.corpus.values import CorpusProblem

PAGES = (".md", ".mdx", ".markdown")

MAX_FILES = 50_000
MAX_BYTES = 5_000_000
"""The maximum size of a file, bytes."""

_DEEPEST = 64
_LONGEST = 512


class TooLarge(Exception):
    """A file is larger than a page."""


@dataclass(slots=True)
class CorpusFiles:
    """The files found, as paths in the corpus, with slashes, in order.

    Attributes:
        root: the folder.
        pages: Markdown files.
        manifests: manifests of pages.
        templates: templates of prompts.
        problems: problems with files, by name.
    """

    root: Path
    pages: list[str] = field(default_factory=list)
    manifests: list[str] = field(default_factory=list)
    templates: list[str] = field(default_factory=list)
    problems: list[CorpusProblem] = field(default_factory=list)


def walk(root: Path) -> CorpusFiles:
    """Return the files below a folder; links are not followed, and a link that leads out of it is a problem.

    Targets of links inside the folder are found anyway; only a linked manifest applies where its link is. Folders
    with a name that begins with a dot, and `node_modules`, are skipped.

    Args:
        root: the folder.

    Raises:
        OSError: the folder cannot be read.
    """
    tree = CorpusFiles(root.resolve(strict=True))
    os.scandir(tree.root).close()
    for path in _paths(tree, tree.root, "", 0):
        if path.rpartition("/")[2] == manifests.NAME:
            tree.manifests.append(path)
        elif corpus_prompts.is_template(path):
            tree.templates.append(path)
        elif path.lower().endswith(PAGES):
            tree.pages.append(path)
        if len(tree.pages) + len(tree.templates) > MAX_FILES:
            tree.problems.append(CorpusProblem("", 0, f"the corpus has more than {MAX_FILES} files"))
            break
    return tree


def content(root: Path, path: str) -> bytes:
    """Return the bytes of a file.

    Args:
        root: folder of the corpus, with all links resolved.
        path: path of the file in it.

    Raises:
        OSError: the file cannot be read.
        TooLarge: the file is larger than a page may be.
    """
    with (root / path).open("rb") as file:
        read = file.read(MAX_BYTES + 1)
    if len(read) > MAX_BYTES:
        raise TooLarge
    return read


def _paths(tree: CorpusFiles, folder: Path, above: str, depth: int) -> Iterator[str]:
    """Yield the files below a folder that belong to a corpus, sorted within each folder."""
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        tree.problems.append(CorpusProblem(printable_path(above), 0, "cannot be read"))
        return
    for entry in entries:
        path = f"{above}/{entry.name}" if above else entry.name
        if entry.is_symlink():
            if not _is_inside(folder / entry.name, tree.root):
                if _is_wanted(entry.name) or entry.is_dir():
                    tree.problems.append(
                        CorpusProblem(printable_path(path), 0, "is a link that leads out of the corpus")
                    )
            elif entry.name == manifests.NAME and entry.is_file():
                yield path
        elif entry.is_dir(follow_symlinks=False):
            if entry.name.startswith(".") or entry.name == "node_modules":
                continue
            if depth == _DEEPEST:
                tree.problems.append(CorpusProblem(printable_path(path), 0, f"lies deeper than {_DEEPEST} folders"))
            else:
                yield from _paths(tree, folder / entry.name, path, depth + 1)
        elif entry.is_file(follow_symlinks=False) and _is_wanted(entry.name):
            if not path.isprintable() or "#" in path or len(path) > _LONGEST:
                what = f"its path must have at most {_LONGEST} characters that can be seen, none of them a #"
                tree.problems.append(CorpusProblem(printable_path(path), 0, what))
            else:
                yield path


def printable_path(path: str) -> str:
    """Return a path with its unprintable characters replaced."""
    return "".join(character if character.isprintable() else "?" for character in path[:_LONGEST])


def _is_wanted(name: str) -> bool:
    return name == manifests.NAME or corpus_prompts.is_template(name) or name.lower().endswith(PAGES)


def _is_inside(link: Path, root: Path) -> bool:
    try:
        return link.resolve(strict=True).is_relative_to(root)
    except (OSError, RuntimeError):
        # The link is broken or circular, so that nothing can be read through it.
        return True
