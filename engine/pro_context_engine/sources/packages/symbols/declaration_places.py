"""The pages and anchors of declarations and of their members."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pro_context_engine.domain.model import Page
from pro_context_engine.sources.packages.type_declarations.declaration_page import heading_name
from pro_context_engine.sources.packages.type_declarations.declarations import Declaration

Shown = Callable[[str], Iterable[tuple[str, Declaration]]]
"""Returns the exported names of a file that its page shows, with their declarations."""


class DeclarationPlaces:
    """The places of a package's declarations.

    Args:
        page: returns the page of a file, None if it has none.
        shown: returns the declarations on the page of a file.
    """

    def __init__(self, page: Callable[[str], Page | None], shown: Shown) -> None:
        self._page = page
        self._shown = shown
        self._pages: dict[str, tuple[str, Mapping[str, str], Mapping[int, str]]] = {}

    def __call__(self, path: str, statement: int, member: str) -> str:
        """Return the URL of a declaration with its anchor, the URL of its page if it has no heading, "" for no page.

        Args:
            path: path of its file.
            statement: position of the first token of its statement.
            member: name of one of its members, "" for the declaration itself.
        """
        if path not in self._pages:
            self._pages[path] = self._open(path)
        url, anchors, titles = self._pages[path]
        title = titles.get(statement, "")
        anchor = (anchors.get(f"{title}.{member}") if member else None) or anchors.get(title)
        return f"{url}#{anchor}" if url and anchor else url

    def _open(self, path: str) -> tuple[str, Mapping[str, str], Mapping[int, str]]:
        page = self._page(path)
        if page is None:
            return "", {}, {}
        anchors: dict[str, str] = {}
        for heading in page.headings:
            if heading.level > 1:
                anchors.setdefault(heading.title, heading.anchor)
        titles = {one.statement.first: heading_name(name, one) for name, one in self._shown(path)}
        return page.url, anchors, titles
