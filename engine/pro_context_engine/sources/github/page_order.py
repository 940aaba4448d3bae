"""The order in which a site shows its pages, where one small file tells: MkDocs, Sphinx, mdBook, GitBook, Docsify."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pro_context_engine.documents.pages.headings import plain

_MOST_LINES = 20_000
_NAV_ITEM = re.compile(r"( *)-\s+(?:([\"']?)(.{1,200}?)\2\s*:(?:\s+|$))?([^\s#].*)?$")
_LINK = re.compile(r"\s*(?:[-*+]|\d{1,4}\.)\s+\[([^\[\]]{1,300})\]\(<?([^()<>\s]{1,500})>?")
_PART = re.compile(r"#{1,3}\s+(.{1,200})$")
_TOCTREE = re.compile(r"(\s*)\.\. toctree::")
_CAPTION = re.compile(r"\s*:caption:\s*(.{1,200})$")
_TITLED = re.compile(r"(.{1,300}?)\s*<([^<>]{1,500})>$")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page stands in a site's navigation: its path in the repository, its title and section, "" for none."""

    path: str
    title: str = ""
    section: str = ""


def navigation_file(paths: Sequence[str], folder: str) -> str:
    """Return the file that tells the order, "" if there is none.

    Args:
        paths: of all files of the repository.
        folder: with the documentation.
    """
    beside = posixpath.dirname(folder)
    candidates = [
        *(posixpath.join(place, name) for place in (beside, folder) for name in ("mkdocs.yml", "mkdocs.yaml")),
        *(posixpath.join(folder, name) for name in ("SUMMARY.md", "_sidebar.md", "index.rst")),
        posixpath.join(folder, "index.txt"),
    ]
    known = set(paths)
    return next((candidate for candidate in candidates if candidate in known), "")


def places(file: str, text: str, paths: Sequence[str], folder: str) -> list[Place]:
    """Return the pages that a navigation file names, in its order, each once; those that are not there left out.

    Args:
        file: its path.
        text: what is in it.
        paths: of the pages of the documentation.
        folder: with the documentation.
    """
    lines = text.expandtabs(4).split("\n")[:_MOST_LINES]
    known = set(paths)
    if file.endswith((".yml", ".yaml")):
        found = [Place(posixpath.join(folder, one.path), one.title, one.section) for one in _mkdocs(lines)]
    elif file.endswith(".md"):
        found = [_beside(file, one) for one in _links(lines)]
    else:
        found = [
            next((place for place in _ended(_beside(file, one)) if place.path in known), one) for one in _toctree(lines)
        ]
    unique = {place.path: place for place in reversed(found) if place.path in known}
    return list(reversed(unique.values()))


def _mkdocs(lines: Sequence[str]) -> list[Place]:
    """Read `nav:`, of which only this much YAML is written: nested lists of `- path`, `- Title: path`, `- Section:`."""
    start = next((at for at, line in enumerate(lines) if line.rstrip() == "nav:"), len(lines))
    found: list[Place] = []
    sections: list[tuple[int, str]] = []
    for line in lines[start + 1 :]:
        item = _NAV_ITEM.match(line[:1_000])
        if item is None:
            if line.strip() and not line.lstrip().startswith("#") and not line[0].isspace():
                break
            continue
        indent, title, path = len(item[1]), (item[3] or "").strip(), (item[4] or "").strip().strip("\"'")
        while sections and sections[-1][0] >= indent:
            sections.pop()
        if path and "://" not in path:
            found.append(Place(path, plain(title), " / ".join(name for _, name in sections)))
        elif title:
            sections.append((indent, plain(title)))
    return found


def _links(lines: Sequence[str]) -> list[Place]:
    """Read a Markdown list of links under headings."""
    section, found = "", []
    for line in lines:
        line = line[:1_000]
        if part := _PART.match(line):
            section = plain(part[1])
        elif (link := _LINK.match(line)) and "://" not in link[2]:
            found.append(Place(link[2].partition("#")[0].removeprefix("/"), plain(link[1]), section))
    return [Place(one.path, one.title, "" if one.section.lower() in ("summary", "table of contents") else one.section)
            for one in found]  # fmt: skip


def _toctree(lines: Sequence[str]) -> list[Place]:
    """Read the entries of all toctrees, each under its caption."""
    found: list[Place] = []
    margin, caption = -1, ""
    for line in lines:
        line = line[:1_000]
        if opened := _TOCTREE.match(line):
            margin, caption = len(opened[1]), ""
        elif margin < 0 or not line.strip():
            continue
        elif len(line) - len(line.lstrip()) <= margin:
            margin = -1
        elif named := _CAPTION.match(line):
            caption = plain(named[1])
        elif not line.lstrip().startswith(":"):
            titled = _TITLED.match(line.strip())
            title, path = (titled[1], titled[2]) if titled else ("", line.strip())
            found.append(Place(path.removeprefix("/"), plain(title), caption))
    return found


def _beside(file: str, place: Place) -> Place:
    return Place(posixpath.normpath(posixpath.join(posixpath.dirname(file), place.path)), place.title, place.section)


def _ended(place: Place) -> list[Place]:
    """Return the files that a name without an ending may mean."""
    endings = ("", ".rst", ".md", ".txt", ".ipynb")
    return [Place(place.path + ending, place.title, place.section) for ending in endings]
