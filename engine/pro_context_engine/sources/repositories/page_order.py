"""The order of a site's pages as one small file gives it: of MkDocs, Sphinx, mdBook, GitBook or Docsify."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import replace

from pro_context_engine.documents.pages.headings import plain
from pro_context_engine.domain.value_class import value_class

_MOST_LINES = 20_000
_NAV_ITEM = re.compile(r"( *)-\s+(?:([\"']?)(.{1,200}?)\2\s*:(?:\s+|$))?([^\s#].*)?$")
_LINK = re.compile(r"\s*(?:[-*+]|\d{1,4}\.)\s+\[([^\[\]]{1,300})\]\(<?([^()<>\s]{1,500})>?")
_HEADING = re.compile(r"#{1,3}\s+(.{1,200})$")
_TOCTREE = re.compile(r"(\s*)\.\. toctree::")
_CAPTION = re.compile(r"\s*:caption:\s*(.{1,200})$")
_CONTENTS = ("summary", "table of contents")
_TITLED = re.compile(r"(.{1,300}?)\s*<([^<>]{1,500})>$")


@value_class
class NavigationEntry:
    """A page in a site's navigation: its path in the repository, its title and section, "" for none."""

    path: str
    title: str = ""
    section: str = ""


def navigation_file(paths: Sequence[str], folder: str) -> str:
    """Return the path of the navigation file, "" if there is none.

    Args:
        paths: of all files of the repository.
        folder: with the documentation.
    """
    beside = posixpath.dirname(folder)
    candidates = [
        *(posixpath.join(parent, name) for parent in (beside, folder) for name in ("mkdocs.yml", "mkdocs.yaml")),
        *(posixpath.join(folder, name) for name in ("SUMMARY.md", "_sidebar.md", "index.rst")),
        posixpath.join(folder, "index.txt"),
    ]
    known = set(paths)
    return next((candidate for candidate in candidates if candidate in known), "")


def read_navigation(file: str, text: str, paths: Sequence[str], folder: str) -> list[NavigationEntry]:
    """Return the pages that a navigation file names, in its order, each once; names without a file are left out.

    Args:
        file: its path.
        text: its content.
        paths: of the pages of the documentation.
        folder: with the documentation.
    """
    lines = text.expandtabs(4).split("\n")[:_MOST_LINES]
    known = set(paths)
    if file.endswith((".yml", ".yaml")):
        found = [replace(entry, path=posixpath.join(folder, entry.path)) for entry in _mkdocs(lines)]
    elif file.endswith(".md"):
        found = [_resolve(file, entry) for entry in _links(lines)]
    else:
        found = [
            next((one for one in _candidates(_resolve(file, entry)) if one.path in known), entry)
            for entry in _toctree(lines)
        ]
    unique = {entry.path: entry for entry in reversed(found) if entry.path in known}
    return list(reversed(unique.values()))


def _mkdocs(lines: Sequence[str]) -> list[NavigationEntry]:
    """Read `nav:`, of which only this much YAML is written: nested lists of `- path`, `- Title: path`, `- Section:`."""
    start = next((at for at, line in enumerate(lines) if line.rstrip() == "nav:"), len(lines))
    found: list[NavigationEntry] = []
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
            found.append(NavigationEntry(path, plain(title), " / ".join(name for _, name in sections)))
        elif title:
            sections.append((indent, plain(title)))
    return found


def _links(lines: Sequence[str]) -> list[NavigationEntry]:
    """Read a Markdown list of links under headings."""
    section, found = "", []
    for line in lines:
        line = line[:1_000]
        if heading := _HEADING.match(line):
            section = plain(heading[1])
        elif (link := _LINK.match(line)) and "://" not in link[2]:
            path = link[2].partition("#")[0].removeprefix("/")
            found.append(NavigationEntry(path, plain(link[1]), "" if section.lower() in _CONTENTS else section))
    return found


def _toctree(lines: Sequence[str]) -> list[NavigationEntry]:
    """Read the entries of all toctrees, each under its caption."""
    found: list[NavigationEntry] = []
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
            found.append(NavigationEntry(path.removeprefix("/"), plain(title), caption))
    return found


def _resolve(file: str, entry: NavigationEntry) -> NavigationEntry:
    """Return an entry whose path is relative to the navigation file with its path in the repository."""
    return replace(entry, path=posixpath.normpath(posixpath.join(posixpath.dirname(file), entry.path)))


def _candidates(entry: NavigationEntry) -> list[NavigationEntry]:
    """Return an entry for each file that a name without an ending may mean."""
    return [replace(entry, path=entry.path + ending) for ending in ("", ".rst", ".md", ".txt", ".ipynb")]
