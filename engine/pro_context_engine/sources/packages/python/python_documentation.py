"""One installed distribution as documentation: its table of contents, and any of its pages as Markdown."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from pro_context_engine.documents.pages.headings import outline
from pro_context_engine.documents.pages.markdown import markdown_page
from pro_context_engine.documents.pages.text import clean, one_line
from pro_context_engine.domain.model import InstalledPackage, Page, TocEntry
from pro_context_engine.domain.symbols import NamesInTexts, SymbolPlace, SymbolTable
from pro_context_engine.sources.packages.files.bundled_documents import document_markdown, documents_of, readme_markdown
from pro_context_engine.sources.packages.files.distribution_files import DistributionFiles, FileRefused
from pro_context_engine.sources.packages.package_urls import PackageUrl
from pro_context_engine.sources.packages.python.api.readme_names import readme_names
from pro_context_engine.sources.packages.python.module_texts import ModuleTexts
from pro_context_engine.sources.packages.python.parsing.public_modules import (
    ModuleFiles,
    docstring_at_head,
    first_sentence,
    is_public,
    modules_of,
    reference_modules,
)
from pro_context_engine.sources.packages.python.program_options.reference_pages import ReferencePages
from pro_context_engine.sources.packages.python.python_texts import distribution_texts
from pro_context_engine.sources.packages.python.service_models.service_operations import FOLDER, ServiceOperations
from pro_context_engine.sources.packages.python.symbols.known_modules import KnownModules
from pro_context_engine.sources.packages.symbols.names_in_texts import names_in_texts
from pro_context_engine.sources.packages.toc_sections import API_REFERENCE, DOCUMENTATION, OVERVIEW

if TYPE_CHECKING:
    from pro_context_engine.sources.packages.python.api.syntax import PackageSyntax
    from pro_context_engine.sources.packages.python.symbols.definition_places import DefinitionPlaces

_MAX_MODULES = 2_000
_HEAD_BYTES = 8_000


class PythonDocumentation:
    """The documentation inside one distribution; safe to use from several threads."""

    def __init__(self, package: InstalledPackage) -> None:
        """List the distribution's files; only its metadata is read."""
        self._package = package
        self._files = DistributionFiles(package)
        self._texts = ModuleTexts(self._files)
        files = self._files.files()
        self._documents = {file.relative.as_posix(): file for file in documents_of(files)}
        self._modules = modules_of(files)
        self._reference = ReferencePages(package.name, self._files, self._modules)
        self._syntax: PackageSyntax | None = None
        self._definitions: DefinitionPlaces | None = None
        self._lock = Lock()

    def entries(self) -> list[TocEntry]:
        """Return the table of contents: README, bundled documents, command line and environment, public modules."""
        entries = [
            TocEntry(one_line(path), self._url("docs", path), section=DOCUMENTATION) for path in sorted(self._documents)
        ]
        if readme_markdown(self._files.metadata("METADATA")):
            title = f"{self._package.name} README"
            entries.insert(0, TocEntry(title, self._url("readme"), self._package.summary, OVERVIEW))
        for path, title in self._reference.titles().items():
            entries.append(TocEntry(title, self._url("reference", path), section=DOCUMENTATION))
        modules = (self._module_entry(self._modules[name]) for name in self.api_names())
        return entries + [entry for entry in modules if entry]

    def api_names(self) -> Sequence[str]:
        """Return the names of the modules with a page, in the order of the table of contents."""
        return reference_modules(self._modules, self._package.version)[:_MAX_MODULES]

    def page(self, url: PackageUrl) -> Page | None:
        """Return one page, None if the distribution has no such page."""
        if url.kind == "readme":
            return self._readme()
        if url.kind == "reference":
            is_operation = url.path.startswith(FOLDER)
            return self._operation_page(url.path) if is_operation else self._reference_page(url.path)
        return self._document(url.path) if url.kind == "docs" else self._module(url.path)

    def symbols(self) -> SymbolTable:
        """Return the table of the public symbols.

        The modules are parsed for the table alone: pages can be read meanwhile, and the memory is free afterwards.
        """
        # The import of griffe, as for pages.
        from pro_context_engine.sources.packages.python.symbols.python_symbols import symbol_table  # noqa: PLC0415

        package = self._package
        folder, read = Path(package.location), self._texts.text
        table = symbol_table(
            package.name, package.version, self._modules, read, self._document_texts, folder, self._readme_names()
        )
        return replace(table, symbols=(*table.symbols, *self._operations.symbols())) if self._operations else table

    def source_bytes(self) -> int:
        """Return the size of the sources and stubs, bytes; a missing file has none."""
        files = [file for module in self._modules.values() for file in (module.source, module.stub) if file]
        return sum(file.path.stat().st_size for file in files if file.path.is_file())

    def definition_places(self, names: Sequence[str]) -> list[SymbolPlace | None]:
        """Return for each name the place that documents it, None where none is found without the symbol table."""
        # The import of griffe, as for pages.
        from pro_context_engine.sources.packages.python.symbols.definition_places import DefinitionPlaces  # noqa: PLC0415
        from pro_context_engine.sources.packages.python.symbols.definition_scan import DefinitionScan  # noqa: PLC0415
        from pro_context_engine.sources.packages.python.symbols.page_anchors import PageAnchors  # noqa: PLC0415

        package = self._package
        with self._lock:
            if self._definitions is None:
                # The modules that are parsed here are those whose pages are read next.
                syntax = self._parsed_syntax()
                scan = DefinitionScan(syntax.modules, self._texts.content, package.version)
                anchors = PageAnchors(syntax, package.name, package.version)
                self._definitions = DefinitionPlaces(syntax, scan, anchors)
            places = self._definitions.places(names)
        if None in places and self._operations:
            return [place or self._operations.place(name) for name, place in zip(names, places, strict=True)]
        return places

    def names_in_texts(self, names: Collection[str]) -> NamesInTexts:
        """Return which names some text of the distribution, or of a package that it imports, has."""
        if self._operations:
            # Their models have more names than can be read quickly.
            return NamesInTexts()
        folder = Path(self._package.location)
        documents, modules = self._documents.values(), self._modules
        return names_in_texts(names, distribution_texts(self._files, self._texts, modules, documents, folder))

    def _parsed_syntax(self) -> PackageSyntax:
        """Return the modules as they are parsed for pages."""
        from pro_context_engine.sources.packages.python.api.syntax import PackageSyntax  # noqa: PLC0415

        # Names that the package hands on are those of its dependencies, which may be installed beside it.
        known = KnownModules(self._modules, Path(self._package.location))
        self._syntax = self._syntax or PackageSyntax(known, self._texts.text, used=self._readme_names())
        return self._syntax

    def _readme_names(self) -> Mapping[str, Collection[str]]:
        return readme_names(self._files.metadata("METADATA"), {name.partition(".")[0] for name in self._modules})

    @cached_property
    def _operations(self) -> ServiceOperations:
        package, tops = self._package, {name.partition(".")[0] for name in self._modules}
        metadata, folder = self._files.metadata("METADATA"), Path(package.location)
        return ServiceOperations(package.name, package.version, folder, tops, metadata, self._module_texts())

    def _module_texts(self) -> Iterator[bytes]:
        for module in self._modules.values():
            if module.source:
                with suppress(FileRefused):
                    yield self._files.content(module.source)

    def _document_texts(self) -> Iterator[str]:
        """Yield the texts of README and bundled documents as they are written."""
        yield self._files.metadata("METADATA")
        for file in self._documents.values():
            with suppress(FileRefused):
                yield self._files.text(file)

    def _module_entry(self, module: ModuleFiles) -> TocEntry | None:
        """Return a module's line, None for an empty file such as a bare `__init__.py`."""
        description = ""
        if module.readable:
            try:
                head = self._texts.text(module.readable, head=_HEAD_BYTES)
            except FileRefused:
                head = "..."
            if not head.strip():
                return None
            description = first_sentence(clean(docstring_at_head(head)))
        return TocEntry(module.name, self._url("api", module.name), description, API_REFERENCE)

    def _readme(self) -> Page | None:
        markdown = readme_markdown(self._files.metadata("METADATA"))
        if not markdown:
            return None
        title, summary = f"{self._package.name} README", self._package.summary
        return markdown_page(self._url("readme"), markdown, title=title, description=summary, section=OVERVIEW)

    def _document(self, path: str) -> Page | None:
        file = self._documents.get(path)
        if file is None:
            return None
        try:
            markdown = document_markdown(file.relative, self._files.text(file))
        except FileRefused:
            return None
        return markdown_page(self._url("docs", path), markdown, title=path, section=DOCUMENTATION)

    def _reference_page(self, path: str) -> Page | None:
        title, markdown = self._reference.titles().get(path, ""), clean(self._reference.markdown(path))
        if not title or not markdown:
            return None
        return Page(self._url("reference", path), title, markdown, outline(markdown), "", DOCUMENTATION)

    def _operation_page(self, path: str) -> Page | None:
        title, markdown = self._operations.page(path)
        markdown = clean(markdown)
        return (
            Page(self._url("reference", path), title, markdown, outline(markdown), "", API_REFERENCE) if title else None
        )

    def _module(self, name: str) -> Page | None:
        if name not in self._modules or not is_public(name):
            return None
        # griffe takes 0.35 s to import, which neither start-up nor a table of contents needs.
        from pro_context_engine.sources.packages.python.pages.module_page import module_markdown  # noqa: PLC0415

        with self._lock:
            markdown = clean(module_markdown(self._parsed_syntax(), name))
        entry = self._module_entry(self._modules[name])
        description = entry.description if entry else ""
        return Page(self._url("api", name), name, markdown, outline(markdown), description, API_REFERENCE)

    def _url(self, kind: str, path: str = "") -> str:
        return str(PackageUrl(self._package.name, self._package.version, kind, path))
