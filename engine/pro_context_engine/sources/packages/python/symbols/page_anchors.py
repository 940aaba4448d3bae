"""The addresses of symbols: the page of a module and the anchor of the heading that the page has for the symbol."""

from __future__ import annotations

import re
from collections.abc import Iterator

import griffe

from pro_context_engine.documents.pages.headings import outline, slug
from pro_context_engine.documents.pages.text import clean
from pro_context_engine.sources.packages.package_urls import PackageUrl
from pro_context_engine.sources.packages.python.api.syntax import PackageSyntax
from pro_context_engine.sources.packages.python.pages.module_page import (
    MAX_CHARACTERS,
    PageHeading,
    module_markdown,
    page_headings,
)

# A line of a docstring that may become a heading: marked by `#`, or with a line of punctuation below it.
_MARKED = re.compile(r"^[ \t]*#{1,6}[ \t]+(\S[^\n]*)$", re.MULTILINE)
_UNDERLINED = re.compile(r"^[ \t]*(\S[^\n]*)\n[ \t]*([=\-~^\"'*+#`:.])\2\2+[ \t]*$", re.MULTILINE)

_MAX_DOCSTRING = 100_000


class PageAnchors:
    """The anchors of the pages of a distribution's modules, each page's computed when it is first asked for."""

    def __init__(self, syntax: PackageSyntax, package: str, version: str) -> None:
        """Record the inputs.

        Args:
            syntax: the distribution's modules.
            package: the name of the package as its addresses have it.
            version: its exact version.
        """
        self._syntax = syntax
        self._package = package
        self._version = version
        self._pages: dict[str, dict[str, str]] = {}

    def url(self, module: str, name: str = "") -> str:
        """Return the address of the heading for a name on a module's page, the page's own if it has no such heading."""
        page = str(PackageUrl(self._package, self._version, "api", module))
        anchor = self._of(module).get(name, "") if name else ""
        return f"{page}#{anchor}" if anchor else page

    def has(self, module: str, name: str) -> bool:
        """Tell whether a module's page has a heading for a name."""
        return name in self._of(module)

    def _of(self, module: str) -> dict[str, str]:
        if module not in self._pages:
            try:
                self._pages[module] = self._anchors(module)
            # The page itself is made in the same way; without it, the address has no anchor.
            except Exception:
                self._pages[module] = {}
        return self._pages[module]

    def _anchors(self, module: str) -> dict[str, str]:
        headings = list(page_headings(self._syntax, module))
        if _may_differ(headings):
            return self._rendered(module, headings)
        found = outline("\n\n".join(heading.line for heading in headings))
        if len(found) != len(headings):
            return self._rendered(module, headings)
        anchors: dict[str, str] = {}
        for heading, made in zip(headings, found, strict=True):
            anchors.setdefault(heading.name, made.anchor)
        return anchors

    def _rendered(self, module: str, headings: list[PageHeading]) -> dict[str, str]:
        """Return the anchors of the rendered page, by the titles of its headings."""
        by_title: dict[str, list[str]] = {}
        for made in outline(clean(module_markdown(self._syntax, module))):
            by_title.setdefault(made.title, []).append(made.anchor)
        anchors: dict[str, str] = {}
        for heading in headings:
            title = next((made.title for made in outline(heading.line)), "")
            if by_title.get(title):
                anchors.setdefault(heading.name, by_title[title].pop(0))
        return anchors


def _may_differ(headings: list[PageHeading]) -> bool:
    """Tell whether a heading in a docstring may take the anchor of a name, or the page may be cut."""
    anchors = {slug(heading.line.strip("#` ")) for heading in headings}
    size = 0
    for text in _docstrings(headings):
        size += len(text)
        titles = [*_MARKED.findall(text), *(title for title, _ in _UNDERLINED.findall(text))]
        if any(slug(title) in anchors for title in titles):
            return True
    return size > MAX_CHARACTERS // 4


def _docstrings(headings: list[PageHeading]) -> Iterator[str]:
    for heading in headings:
        constructor = heading.definition.members.get("__init__")
        for definition in (heading.definition, constructor):
            if isinstance(definition, griffe.Object) and definition.docstring is not None:
                yield definition.docstring.value[:_MAX_DOCSTRING]
