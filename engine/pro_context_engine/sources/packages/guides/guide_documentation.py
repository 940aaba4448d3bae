"""The guides of one unpacked source distribution: their table of contents, and any of them as Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from pro_context_engine.documents.pages.banners import without_banners
from pro_context_engine.documents.pages.embedded_html import without_embedded_html
from pro_context_engine.documents.pages.markdown import markdown_page
from pro_context_engine.documents.pages.mkdocs import mkdocs_to_markdown
from pro_context_engine.documents.pages.myst import myst_to_markdown
from pro_context_engine.documents.pages.source_formats import as_markdown
from pro_context_engine.domain.model import Page, TocEntry
from pro_context_engine.sources.packages.guides.guide_files import GuideFiles
from pro_context_engine.sources.packages.guides.guide_order import documentation_root, ordered_guides
from pro_context_engine.sources.packages.guides.inclusions import with_inclusions
from pro_context_engine.sources.packages.guides.object_links import page_of_object, with_object_links
from pro_context_engine.sources.packages.guides.toctrees import without_index_links
from pro_context_engine.sources.packages.package_urls import PackageUrl
from pro_context_engine.sources.packages.toc_sections import DOCUMENTATION
from pro_context_engine.sources.repositories.layout import title_of

_MARKDOWN = (".md", ".markdown", ".mdx")
_DOCUMENTS = (*_MARKDOWN, ".rst", ".txt", ".ipynb")
_UNTITLED = re.compile(r"\[([^\[\]()<>\s:#]{1,300})\]\(\1\)")
_LINK = re.compile(r"\]\(<?([^()<>\s:#]{1,300})(#[^()<>\s]{0,200})?>?\)")


class GuideDocumentation:
    """The guides in one source distribution; safe to use from several threads.

    Args:
        folder: the unpacked source distribution.
        package: normalised name.
        version: exact version.
    """

    def __init__(self, folder: Path, package: str, version: str) -> None:
        self._package = package
        self._version = version
        self._files = GuideFiles(folder)

    @cached_property
    def _root(self) -> str:
        return documentation_root(self._files)

    @cached_property
    def _titles(self) -> Mapping[str, str]:
        return {entry.url: entry.title for entry in self.entries()}

    def entries(self) -> list[TocEntry]:
        """Return the guides in the order of their navigation; [] where the source distribution has none."""
        guides = ordered_guides(self._files, self._root)
        return [TocEntry(one.title, self._url(one.path), section=one.section or DOCUMENTATION) for one in guides]

    def source(self, path: str, modules: Callable[[], Collection[str]]) -> str | None:
        """Return a guide as its author wrote it, with the files that it includes and with links to API pages.

        Args:
            path: of the document, relative to the top of the source distribution.
            modules: returns the modules of the package that have an API page.

        Returns:
            None if it is no guide.
        """
        is_document = path.lower().endswith(_DOCUMENTS) and path.startswith(f"{self._root}/")
        text = self._files.text(path) if self._root and is_document else None
        if text is None:
            return None
        text = without_index_links(with_inclusions(self._files, path, text, self._root))
        url = PackageUrl(self._package, self._version, "api")

        def link(module: str, name: str) -> str:
            return page_of_object(url, modules(), module, name)

        return with_object_links(text, link, is_rst=not path.lower().endswith(_MARKDOWN))

    def address(self, path: str, target: str) -> str:
        """Return the address of the guide that a guide links to, "" if there is none.

        Args:
            path: of the guide with the link.
            target: relative path, with or without the ending of a document.
        """
        place = self._files.beside(path, target, self._root)
        stem = place.removesuffix(".html").rstrip("/")
        candidates = (place, *(f"{stem}{ending}" for ending in _DOCUMENTS), f"{stem}/index.md", f"{stem}/index.rst")
        found = next((one for one in candidates if one in self._files and one.lower().endswith(_DOCUMENTS)), "")
        return self._url(found) if found.startswith(f"{self._root}/") else ""

    def with_addresses(self, path: str, page: Page) -> Page:
        """Return a page of a guide with the addresses of the guides that it links to by their relative paths.

        A link that shows a path, as those of a list of pages without titles do, shows the title of the page.
        """

        def titled(link: re.Match[str]) -> str:
            title = self._titles.get(self.address(path, link[1]))
            return f"[{title}]({link[1]})" if title and "[" not in title and "]" not in title else link[0]

        def absolute(link: re.Match[str]) -> str:
            address = self.address(path, link[1])
            return f"]({address}{link[2] or ''})" if address else link[0]

        return replace(page, markdown=_LINK.sub(absolute, _UNTITLED.sub(titled, page.markdown)))

    def _url(self, path: str) -> str:
        return str(PackageUrl(self._package, self._version, "docs", path))


def guide_page(url: str, path: str, source: str) -> Page:
    """Return the source of a guide as a page.

    Args:
        url: address of the page.
        path: its ending names the format.
        source: output of `GuideDocumentation.source`.

    Raises:
        NotDocumentation: the text is empty, or beyond the bounds of a page.
    """
    lower = path.lower()
    # The text files of Sphinx are reStructuredText.
    text = as_markdown(f"{lower.removesuffix('.txt')}.rst" if lower.endswith(".txt") else lower, source)
    if not lower.endswith((".rst", ".txt")):
        text = without_embedded_html(mkdocs_to_markdown(myst_to_markdown(text)))
    return markdown_page(url, without_banners(text), title=title_of(path))
