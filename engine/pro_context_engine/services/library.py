"""One library: its table of contents, its llms.txt, its versions."""

from __future__ import annotations

from pro_context_engine.documents.toc_markdown import toc_markdown
from pro_context_engine.domain.errors import SourceUnavailable, TocMissing
from pro_context_engine.domain.results import LibraryDocs, LibraryIndex, LibraryOverview
from pro_context_engine.domain.storage import SnapshotStore
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.search.excerpts.quoting import quote_text
from pro_context_engine.services.quote_marks import new_mark
from pro_context_engine.services.versions import WantedVersions


@value_class
class LibraryService:
    """Describe one library; its TOC is fetched where it is not stored.

    Attributes:
        finder: finds the library.
        ingest: opens its documentation.
        versions: opens it in the version that is wanted.
        store: keeps the texts of llms.txt.
    """

    finder: LibraryFinder
    ingest: Ingest
    versions: WantedVersions
    store: SnapshotStore

    async def library(self, library_id: str, version: str | None) -> LibraryDocs:
        """Return the library's TOC at a version; see `DocsEngine.library`."""
        library = self.finder.project_library(library_id)
        opened = await self.versions.open(library, version)
        # A range has become an exact version by now.
        exact = version and (opened.snapshot.version or version)
        others = [source.name for source in self.ingest.serving(library, exact)]
        return LibraryDocs(
            library,
            opened.toc,
            tuple(dict.fromkeys([opened.toc.source, *others])),
            tuple(self.ingest.versions(library)),
            opened.snapshot.fetched_at,
            opened.cached,
            opened.stale,
            self.versions.verdict_of(opened, version),
        )

    async def overview(self, library_id: str, version: str | None) -> LibraryOverview:
        """Return a library with its documentation and versions; see `DocsEngine.overview`."""
        try:
            docs = await self.library(library_id, version)
        except TocMissing:
            docs = None
        except SourceUnavailable as fact:
            if fact.transient:
                raise
            docs = None
        library = docs.library if docs else self.finder.project_library(library_id)
        return LibraryOverview(library, docs, *await self.versions.published(library))

    async def llms_txt(self, library_id: str) -> LibraryIndex:
        """Return the library's llms.txt, or its TOC in that format; see `DocsEngine.llms_txt`."""
        library = self.finder.library(library_id)
        # The documents of one package version are no llms.txt.
        if library.llms_txt_url is None:
            opened = await self.versions.open(library, None)
        else:
            serving = [(source.name, source.traits) for source in self.ingest.serving(library, None)]
            first = {name for name, traits in serving if traits.is_configured or traits.has_llms_txt}
            opened = await self.ingest.open(library, None, first=first)
        text = opened.toc.text or await self.store.toc_text(*opened.key)
        text = text or f"# {library.name}\n\n{toc_markdown(opened.toc.entries)}\n"
        return LibraryIndex(library, text, opened.snapshot.fetched_at, opened.cached, opened.stale)

    @classmethod
    def toc_page(cls, docs: LibraryDocs) -> str:
        """Return a library's TOC as a page; see `DocsEngine.toc_page`."""
        entries = toc_markdown(docs.toc.entries, about=" — ")
        return f"# {docs.library.name} Documentation\n\n{cls.quote(docs, entries)}\n"

    @staticmethod
    def quote(docs: LibraryDocs, text: str) -> str:
        """Return text between lines that name its source and say it is data; see `DocsEngine.quote`."""
        toc = docs.toc
        # The origin of an installed package is a folder of this machine.
        source = toc.origin if "://" in toc.origin else toc.source.value
        return quote_text(text, source, docs.library.library_id, toc.version, new_mark)
