"""One npm package as documentation: its table of contents, and any of its pages as Markdown."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice
from pathlib import Path, PurePosixPath
from threading import RLock
from typing import Any

from pro_context_engine.documents.pages.headings import outline
from pro_context_engine.documents.pages.markdown import markdown_page
from pro_context_engine.documents.pages.text import clean, one_line
from pro_context_engine.domain.model import InstalledPackage, Page, TocEntry
from pro_context_engine.domain.symbols import SymbolTable
from pro_context_engine.sources.packages.bundled_documents import document_markdown, documents_of
from pro_context_engine.sources.packages.distribution_files import DistributionFile, FileRefused, bytes_within, walk
from pro_context_engine.sources.packages.package_documentation import API_REFERENCE, DOCUMENTATION, OVERVIEW
from pro_context_engine.sources.packages.package_urls import PackageUrl
from pro_context_engine.sources.packages.symbols.declaration_places import DeclarationPlaces
from pro_context_engine.sources.packages.symbols.public_names import names_in_files, public_names
from pro_context_engine.sources.packages.symbols.typescript_symbols import symbol_table
from pro_context_engine.sources.packages.type_declarations.declaration_page import declarations_markdown
from pro_context_engine.sources.packages.type_declarations.declarations import (
    Declaration,
    FileDeclarations,
    declarations_of,
)
from pro_context_engine.sources.packages.type_declarations.entry_modules import Module, Modules
from pro_context_engine.sources.packages.type_declarations.entry_points import entry_points

SCHEME = "npm"


_MAX_FILES = 20_000
_MAX_BYTES = 5_000_000
# The length up to which a name may be one that a bundler made.
_SHORT = 3


class NpmFiles:
    """The files in a package's folder."""

    def __init__(self, location: Path) -> None:
        """List the files.

        Args:
            location: the folder, which may be a link itself, as where one store serves many projects.
        """
        self._root = location.resolve()
        found = islice(walk(self._root, "."), _MAX_FILES)
        self._files = {file.relative.as_posix(): file for file in found}

    def paths(self) -> frozenset[str]:
        """Return the paths of all files, relative to the folder."""
        return frozenset(self._files)

    def files(self) -> list[DistributionFile]:
        """Return the files, at most 20,000."""
        return list(self._files.values())

    def manifest(self) -> Mapping[str, Any]:
        """Return the content of `package.json`, {} for a file that cannot be read."""
        try:
            manifest = json.loads(self.text("package.json"))
        except (ValueError, RecursionError):
            return {}
        return manifest if isinstance(manifest, dict) else {}

    def text(self, path: str) -> str:
        """Return a file's text, "" for a missing file and for one that may not be read."""
        file = self._files.get(path)
        if file is None:
            return ""
        try:
            return bytes_within(file.path, (self._root,), _MAX_BYTES).decode("utf-8-sig", "replace")
        except FileRefused:
            return ""


class NpmDocumentation:
    """The documentation inside one npm package; safe to use from several threads."""

    def __init__(self, package: InstalledPackage) -> None:
        """List the package's files; none is read yet."""
        self._package = package
        self._files = NpmFiles(Path(package.location))
        self._documents = {file.relative.as_posix(): file.relative for file in documents_of(self._files.files())}
        self._lock = RLock()

    def entries(self) -> list[TocEntry]:
        """Return the table of contents: README, bundled documents, exports of declaration files."""
        return list(self._entries())

    def page(self, url: PackageUrl) -> Page | None:
        """Return one page, None if the package has no such page."""
        if url.kind == "readme":
            return self._readme()
        return self._document(url.path) if url.kind == "docs" else self._module(url.path)

    def symbols(self) -> SymbolTable:
        """Return the names that the package exports."""
        with self._lock:
            files = self._files
            scopes, names = public_names(self._package.name, self._entry_points, files.paths(), files.text)
            self.__dict__.setdefault("_names_in_files", names_in_files(scopes, names))
            places = DeclarationPlaces(self._pages_with_declarations)
            readme = files.text(self._readme_file) if self._readme_file else ""
            return symbol_table(self._package.name, self._package.version, scopes, names, places, readme)

    def _entries(self) -> Iterator[TocEntry]:
        if self._readme_file is not None:
            yield TocEntry(self._readme_title, self._url("readme"), self._package.summary, OVERVIEW)
        for path in sorted(self._documents):
            yield TocEntry(one_line(path), self._url("docs", path), section=DOCUMENTATION)
        with self._lock:
            for module in self._modules:
                for number in range(1, max(1, len(module.parts)) + 1):
                    title, path = _part_title(module, number), _part_path(module, number)
                    yield TocEntry(one_line(title), self._url("api", path), section=API_REFERENCE)

    def _readme(self) -> Page | None:
        if self._readme_file is None:
            return None
        markdown = document_markdown(PurePosixPath(self._readme_file), self._files.text(self._readme_file))
        title, summary = self._readme_title, self._package.summary
        return markdown_page(self._url("readme"), markdown, title=title, description=summary, section=OVERVIEW)

    def _document(self, path: str) -> Page | None:
        text = self._files.text(path) if path in self._documents else ""
        if not text.strip():
            return None
        markdown = document_markdown(self._documents[path], text)
        return markdown_page(self._url("docs", path), markdown, title=path, section=DOCUMENTATION)

    def _module(self, path: str) -> Page | None:
        with self._lock:
            file, _, part = path.rpartition("/") if path.rpartition("/")[2].isdigit() else (path, "", "1")
            module = self._modules.get(file)
            number = int(part[:4])
            if module is None or (path != file and not 1 < number <= len(module.parts)):
                return None
            declarations = declarations_of(self._files.text(module.path))
            return self._reference(module, declarations, self._shown(module, declarations, number), number)

    def _reference(
        self, module: Module, declarations: FileDeclarations, shown: list[tuple[str, Declaration]], number: int
    ) -> Page:
        title, path = _part_title(module, number), _part_path(module, number)
        also = self._modules.also(module, self._shown_name) if number == 1 else {}
        markdown = clean(declarations_markdown(title, declarations.scan, shown, also))
        return Page(self._url("api", path), title, markdown, outline(markdown), section=API_REFERENCE)

    def _shown(self, module: Module, declarations: FileDeclarations, number: int) -> list[tuple[str, Declaration]]:
        """Return the declarations on one of a module's pages, with their names."""
        names = module.parts[number - 1] if module.parts else None
        return [
            (self._shown_name(module.path, name), declaration)
            for name, declaration in declarations.public()
            if module.shows(name) and (names is None or name in names)
        ]

    def _pages_with_declarations(self, path: str) -> Iterator[tuple[Page, list[tuple[str, Declaration]]]]:
        module = self._modules.get(path)
        if module is not None:
            declarations = declarations_of(self._files.text(module.path))
            for number in range(1, max(1, len(module.parts)) + 1):
                shown = self._shown(module, declarations, number)
                yield self._reference(module, declarations, shown, number), shown

    def _shown_name(self, path: str, name: str) -> str:
        """Return the name that users know for a name that a file exports; bundlers shorten those between files."""
        first, dot, rest = name.partition(".")
        if len(first) > _SHORT or path in self._entry_points.values():
            return name
        return self._names_in_files.get((path, first), first) + dot + rest

    @cached_property
    def _names_in_files(self) -> Mapping[tuple[str, str], str]:
        scopes, names = public_names(self._package.name, self._entry_points, self._files.paths(), self._files.text)
        return names_in_files(scopes, names)

    @cached_property
    def _entry_points(self) -> Mapping[str, str]:
        return entry_points(self._files.manifest(), self._files.paths())

    @cached_property
    def _modules(self) -> Modules:
        return Modules(self._package.name, self._entry_points, self._files.paths(), self._files.text)

    @cached_property
    def _readme_file(self) -> str | None:
        """The README at the top of the package, Markdown before others; None for a missing or empty one."""
        named = [path for path in sorted(self._files.paths()) if "/" not in path and path.lower().startswith("readme")]
        plain = [path for path in named if path.lower() in ("readme.md", "readme.markdown", "readme", "readme.txt")]
        return next((path for path in plain if self._files.text(path).strip()), None)

    @property
    def _readme_title(self) -> str:
        return f"{self._package.name} README"

    def _url(self, kind: str, path: str = "") -> str:
        return str(PackageUrl(self._package.name, self._package.version, kind, path, SCHEME))


def _part_title(module: Module, number: int) -> str:
    return module.title if number == 1 else f"{module.title} (part {number})"


def _part_path(module: Module, number: int) -> str:
    return module.path if number == 1 else f"{module.path}/{number}"
