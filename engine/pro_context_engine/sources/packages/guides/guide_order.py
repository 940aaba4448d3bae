"""The guides of a source distribution in the order of their navigation, each with its title and section."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.guides.guide_files import GuideFiles
from pro_context_engine.sources.packages.guides.inclusions import included_paths
from pro_context_engine.sources.packages.guides.page_sources import PageSource, page_source
from pro_context_engine.sources.packages.guides.toctrees import TreeEntry, entries_of, without_index_links
from pro_context_engine.sources.repositories import layout, page_order

_CONFIGURATION = "conf.py"
_INDEXES = ("index", "contents", "main", "README", "readme")
_ENDINGS = (".rst", ".md", ".txt", ".ipynb", ".mdx", ".markdown")
_DOCS_DIR = re.compile(r"^docs_dir:\s*[\"']?([\w./-]{1,200})[\"']?\s*(?:#.*)?$", re.MULTILINE)
_NOT_FOR_USERS = re.compile(
    r"/(?:copyright|(?:[^/.]*[-_])?licen[cs]es?(?:[-_][^/.]*)?|genindex|py-modindex|search|404)\.\w+$", re.IGNORECASE
)
# The README and its like at the top of a distribution.
_HAS_PAGE = re.compile(r"(?:[^/]+)?")
_MOST_DEPTH = 20
_MOST_ENTRIES = 50_000
"""Bound on the entries of all toctrees together."""

_MOST_LINES = 400_000
"""Bound on the lines of all pages together; of pages beyond it only the beginning is read for their titles."""

_LINES_OF_TITLE = 50
_MOST_PATTERNS = 200
_LONGEST_PATTERN = 200
_MOST_STARS = 3
_LONGEST_SECTION = 300


@value_class
class Guide:
    """A page of the documentation: its path in the source distribution, its title and section, "" for none."""

    path: str
    title: str
    section: str = ""


def documentation_root(files: GuideFiles) -> str:
    """Return the folder of the documents that Sphinx or MkDocs would read, else the folder with the most prose.

    The configuration of Sphinx is only looked for, and never read.
    """
    configured = _mkdocs_file(files)
    if configured:
        named = _DOCS_DIR.search(files.text(configured) or "")
        folder = files.beside(configured, named[1] if named else "docs")
        if layout.documents(files.paths, folder):
            return folder
    sphinx = [posixpath.dirname(path) for path in files.paths if posixpath.basename(path) == _CONFIGURATION]
    roots = [folder for folder in sphinx if folder and _indexes(files, folder)]
    if roots:
        # Proposals or a blog may have a configuration of their own beside the documentation.
        return min(roots, key=lambda folder: (-len(layout.documents(files.paths, folder)), folder.count("/"), folder))
    return layout.folder_of(files.paths, ()) or _inner_folder(files)


def _inner_folder(files: GuideFiles) -> str:
    """Return the folder with most documents of those called docs within a folder at the top, "" for none."""
    found = {"/".join(parts[:2]) for path in files.paths if len(parts := path.split("/")) > 2 and parts[1] == "docs"}
    return max(sorted(found), key=lambda folder: len(layout.documents(files.paths, folder)), default="")


def ordered_guides(files: GuideFiles, root: str) -> list[Guide]:
    """Return the pages with text of their own: those of the navigation in its order, then the others by their names.

    Args:
        files: of the source distribution.
        root: output of `documentation_root`.
    """
    if not root:
        return []
    return _Order(files, root).guides()


class _Order:
    """One reading of the documents: each is read once, for its title, its toctrees and its inclusions."""

    def __init__(self, files: GuideFiles, root: str) -> None:
        self._files = files
        self._root = root
        self._pages = [path for path in layout.documents(files.paths, root) if not _NOT_FOR_USERS.search(path)]
        self._sources: dict[str, PageSource] = {}
        self._trees: dict[str, list[TreeEntry]] = {}
        self._included: set[str] = set()
        self._including: set[str] = set()
        self._blank: set[str] = set()
        self._patterns = _MOST_PATTERNS
        entries, lines = _MOST_ENTRIES, _MOST_LINES
        for path in self._pages:
            text = files.text(path) or ""
            if not text.strip():
                self._blank.add(path)
            self._trees[path] = entries_of(text)[:entries] if entries else []
            entries -= len(self._trees[path])
            self._sources[path] = page_source(path, without_index_links(text), max(lines, _LINES_OF_TITLE))
            lines -= self._sources[path].lines
            included = set(included_paths(files, path, text, root))
            self._included |= included
            if not all(map(_HAS_PAGE.fullmatch, included)):
                self._including.add(path)

    def guides(self) -> list[Guide]:
        configured = _mkdocs_file(self._files)
        if configured and self._navigation(configured):
            found = [self._guide(one.path, one.title, one.section) for one in self._navigation(configured)]
        else:
            found = list(self._walk())
        named = {guide.path for guide in found}
        found += [self._guide(path, "", self._section(path)) for path in self._pages if self._is_own(path, named)]
        return [guide for guide in found if guide.path not in self._blank and self._has_text(guide.path)]

    def _navigation(self, configured: str) -> list[page_order.NavigationEntry]:
        text = self._files.text(configured) or ""
        return page_order.read_navigation(configured, text, self._pages, self._root)

    def _walk(self) -> Iterator[Guide]:
        """Yield the index and the pages that its toctrees lead to, depth first; each page below the page it is under.

        The stack holds the pages to visit, so that toctrees that name each other end.
        """
        indexes = [path for path in _indexes(self._files, self._root) if path in self._trees]
        index = next((path for path in indexes if self._trees[path]), next(iter(indexes), ""))
        if not index:
            return
        seen = {index}
        stack: list[tuple[str, str, str, int]] = [(index, "", "", 0)]
        while stack:
            path, title, section, depth = stack.pop()
            guide = self._guide(path, title, section)
            yield guide
            if depth >= _MOST_DEPTH:
                continue
            below = []
            for entry in self._trees[path]:
                for named in self._named(path, entry):
                    if named not in seen:
                        seen.add(named)
                        # A page belongs to the part of the index that lists it, or to the page that does.
                        inner = " / ".join(filter(None, (section, guide.title)))
                        below.append((named, entry.title, entry.caption if path == index else inner, depth + 1))
            stack += reversed(below)

    def _named(self, path: str, entry: TreeEntry) -> list[str]:
        """Return the documents that an entry names."""
        target = self._files.beside(path, entry.target, self._root)
        if entry.is_pattern:
            self._patterns -= 1
            if self._patterns < 0 or len(target) > _LONGEST_PATTERN or target.count("*") > _MOST_STARS:
                return []
            stems = {one.rpartition(".")[0]: one for one in reversed(self._pages)}
            return sorted(one for stem, one in stems.items() if fnmatchcase(stem, target) and one != path)
        return [one for ending in ("", *_ENDINGS) if (one := target + ending) in self._sources][:1]

    def _is_own(self, path: str, named: set[str]) -> bool:
        """Tell whether a page outside of the navigation is a page of its own, and no part of another one."""
        return path not in named and path not in self._included and not path.lower().endswith(".txt")

    def _has_text(self, path: str) -> bool:
        """Tell whether a page has text of its own, or the text of a file that has no page itself."""
        return path in self._including or self._sources[path].has_text(lists_pages=bool(self._trees[path]))

    def _guide(self, path: str, title: str, section: str) -> Guide:
        return Guide(path, title or self._sources[path].title or layout.title_of(path), section[:_LONGEST_SECTION])

    def _section(self, path: str) -> str:
        return layout.section_of(path, self._root)


def _mkdocs_file(files: GuideFiles) -> str:
    candidates = (f"{folder}{name}" for folder in ("", "docs/", "doc/") for name in ("mkdocs.yml", "mkdocs.yaml"))
    return next((path for path in candidates if path in files), "")


def _indexes(files: GuideFiles, folder: str) -> list[str]:
    candidates = (f"{folder}/{name}{ending}" for name in _INDEXES for ending in _ENDINGS)
    return [path for path in candidates if path in files]
