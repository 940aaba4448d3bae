"""The files of a corpus: pages, manifests and prompts below one folder, nothing outside of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pro_context_engine.corpus import manifests, prompt_templates
from pro_context_engine.corpus.values import Problem

PAGES = (".md", ".mdx", ".markdown")

MAX_FILES = 50_000
MAX_BYTES = 5_000_000
"""Of one file; nothing larger is a page."""

_DEEPEST = 64
_LONGEST = 512


class TooLarge(Exception):
    """A file is larger than a page."""


@dataclass(slots=True)
class Tree:
    """What was found: paths in the corpus, with slashes, in order.

    Attributes:
        root: the folder.
        pages: of Markdown.
        manifests: of pages.
        templates: of prompts.
        problems: with the names of files.
    """

    root: Path
    pages: list[str] = field(default_factory=list)
    manifests: list[str] = field(default_factory=list)
    templates: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def walk(root: Path) -> Tree:
    """Return what lies below a folder; links are not followed, and one that leads out of it is a problem.

    What they lead to within it is there already, but for a manifest, which counts where its link is. Folders whose name
    begins with a dot, and `node_modules`, are not looked into.

    Args:
        root: the folder.

    Raises:
        OSError: it cannot be read.
    """
    tree = Tree(root.resolve(strict=True))
    os.scandir(tree.root).close()
    for path in _paths(tree, tree.root, "", 0):
        if path.rpartition("/")[2] == manifests.NAME:
            tree.manifests.append(path)
        elif prompt_templates.is_template(path):
            tree.templates.append(path)
        elif path.lower().endswith(PAGES):
            tree.pages.append(path)
        if len(tree.pages) + len(tree.templates) > MAX_FILES:
            tree.problems.append(Problem("", 0, f"the corpus has more than {MAX_FILES} files"))
            break
    return tree


def content(root: Path, path: str) -> bytes:
    """Return what is in a file.

    Args:
        root: of the corpus, with all links resolved.
        path: of the file in it.

    Raises:
        OSError: it cannot be read.
        TooLarge: it is larger than a page.
    """
    with (root / path).open("rb") as file:
        read = file.read(MAX_BYTES + 1)
    if len(read) > MAX_BYTES:
        raise TooLarge
    return read


def _paths(tree: Tree, folder: Path, above: str, depth: int) -> Iterator[str]:
    """Give the files below a folder that a corpus may have, sorted within each folder."""
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        tree.problems.append(Problem(shown(above), 0, "cannot be read"))
        return
    for entry in entries:
        path = f"{above}/{entry.name}" if above else entry.name
        if entry.is_symlink():
            if not _is_inside(folder / entry.name, tree.root):
                if _is_wanted(entry.name) or entry.is_dir():
                    tree.problems.append(Problem(shown(path), 0, "is a link that leads out of the corpus"))
            elif entry.name == manifests.NAME and entry.is_file():
                yield path
        elif entry.is_dir(follow_symlinks=False):
            if entry.name.startswith(".") or entry.name == "node_modules":
                continue
            if depth == _DEEPEST:
                tree.problems.append(Problem(shown(path), 0, f"lies deeper than {_DEEPEST} folders"))
            else:
                yield from _paths(tree, folder / entry.name, path, depth + 1)
        elif entry.is_file(follow_symlinks=False) and _is_wanted(entry.name):
            if not path.isprintable() or "#" in path or len(path) > _LONGEST:
                what = f"its path must have at most {_LONGEST} characters that can be seen, none of them a #"
                tree.problems.append(Problem(shown(path), 0, what))
            else:
                yield path


def shown(path: str) -> str:
    """Return a path without what no terminal shows."""
    return "".join(character if character.isprintable() else "?" for character in path[:_LONGEST])


def _is_wanted(name: str) -> bool:
    return name == manifests.NAME or prompt_templates.is_template(name) or name.lower().endswith(PAGES)


def _is_inside(link: Path, root: Path) -> bool:
    try:
        return link.resolve(strict=True).is_relative_to(root)
    except (OSError, RuntimeError):
        # Broken, or a circle: nothing is read through it.
        return True
