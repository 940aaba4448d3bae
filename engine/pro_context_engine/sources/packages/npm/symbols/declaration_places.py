"""The pages and anchors of declarations and of their members."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from pro_context_engine.domain.model import Page
from pro_context_engine.sources.packages.npm.declarations.declaration_page import heading_name
from pro_context_engine.sources.packages.npm.declarations.declarations import Declaration

Pages = Callable[[str], Iterable[tuple[Page, Sequence[tuple[str, Declaration]]]]]
"""Returns the pages of a file, each with the names on it and their declarations."""


class DeclarationPlaces:
    """The places of a package's declarations.

    Args:
        pages: returns the pages of a file.
    """

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._files: dict[str, _File] = {}

    def __call__(self, path: str, statement: int, member: str) -> str:
        """Return the URL of a declaration with its anchor, the URL of its page if it has no heading, "" for no page.

        Args:
            path: path of its file.
            statement: position of the first token of its statement.
            member: name of one of its members, "" for the declaration itself.
        """
        if path not in self._files:
            self._files[path] = _file(self._pages(path))
        file = self._files[path]
        page, title = file.titles.get(statement, (file.url, ""))
        anchors = file.anchors.get(page, {})
        anchor = (anchors.get(f"{title}.{member}") if member else None) or anchors.get(title)
        return f"{page}#{anchor}" if anchor else page


@dataclass(slots=True)
class _File:
    """The places in one file: its first page, anchors by title of each page, page and title by statement."""

    url: str = ""
    anchors: dict[str, dict[str, str]] = field(default_factory=dict)
    titles: dict[int, tuple[str, str]] = field(default_factory=dict)


def _file(pages: Iterable[tuple[Page, Sequence[tuple[str, Declaration]]]]) -> _File:
    file = _File()
    for page, shown in pages:
        file.url = file.url or page.url
        anchors = file.anchors.setdefault(page.url, {})
        for heading in page.headings:
            if heading.level > 1:
                anchors.setdefault(heading.title, heading.anchor)
        file.titles.update((one.statement.first, (page.url, heading_name(name, one))) for name, one in shown)
    return file
