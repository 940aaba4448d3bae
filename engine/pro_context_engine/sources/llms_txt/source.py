"""The llms.txt that the registry knows for a library."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection
from functools import cached_property
from typing import TYPE_CHECKING

from pro_context_engine.domain.errors import TocMissing
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.model import Library, Page, SourceName, Toc
from pro_context_engine.domain.source_traits import SourceTraits
from pro_context_engine.sources.web_source import WebSource

if TYPE_CHECKING:
    from pro_context_engine.sources.llms_txt.reader import LlmsTxtReader


class LlmsTxtSource(WebSource):
    """The llms.txt files that publishers offer to language models; implements `Source` and `FullTextSource`.

    Args:
        fetcher: how bytes arrive.
        prefer_full_text: whether indexing tries a full text before single pages.
    """

    name = SourceName.LLMS_TXT
    traits = SourceTraits("llms.txt", reads_web=True, reads_any_site=True, reads_registry=True, has_llms_txt=True)

    def __init__(self, fetcher: Fetcher, *, prefer_full_text: bool = False) -> None:
        super().__init__(fetcher)
        self._prefer_full_text = prefer_full_text

    @cached_property
    def _reader(self) -> LlmsTxtReader:
        # Stored tables of contents need no reader.
        from pro_context_engine.sources.llms_txt.reader import LlmsTxtReader  # noqa: PLC0415

        return LlmsTxtReader(self._fetcher, self.named_origins, prefer_full_text=self._prefer_full_text)

    def serves(self, library: Library, version: str | None) -> bool:
        """Tell whether the registry knows an llms.txt; it serves no request for one exact version."""
        return library.llms_txt_url is not None and not version

    def origin(self, library: Library) -> str:
        """Return the address of the llms.txt."""
        return library.llms_txt_url or ""

    async def toc(self, library: Library, version: str | None, known: Toc | None = None) -> Toc:
        """Fetch and read the library's llms.txt; see `interfaces.Source.toc`."""
        if library.llms_txt_url is None:
            raise TocMissing(library.library_id, "")
        return await self._reader.toc(
            library.library_id, library.llms_txt_url, self.name, library.llms_full_txt_url, known
        )

    def pages(self, library: Library, toc: Toc, wanted: Collection[str]) -> AsyncGenerator[Page, None]:
        """Give pages out of full texts; see `interfaces.FullTextSource.pages`."""
        return self._reader.pages(toc, wanted, library.llms_full_txt_url)
