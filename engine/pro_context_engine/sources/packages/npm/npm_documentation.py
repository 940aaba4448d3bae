"""One npm package as documentation: its table of contents, and any of its pages as Markdown.

The module is over 300 lines because contents, pages and symbols are read from the same files, each once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from pathlib import PurePosixPath
from threading import RLock

from pro_context_engine.documents.pages.banners import without_banners
from pro_context_engine.documents.pages.headings import outline
from pro_context_engine.documents.pages.markdown import markdown_page
from pro_context_engine.documents.pages.text import clean, one_line
from pro_context_engine.domain.declared_files import DeclarationFiles
from pro_context_engine.domain.model import InstalledPackage, Page, TocEntry
from pro_context_engine.domain.symbols import NamesInTexts, SymbolPlace, SymbolTable
from pro_context_engine.sources.packages.npm.declarations.declaration_page import declarations_markdown
from pro_context_engine.sources.packages.npm.declarations.declarations import (
    Declaration,
    FileDeclarations,
    declarations_of,
)
from pro_context_engine.sources.packages.npm.declarations.entry_modules import Module, Modules
from pro_context_engine.sources.packages.npm.declarations.implementation_comments import implementation_comments
from pro_context_engine.sources.packages.npm.declarations.types_of_names import shown_names
from pro_context_engine.sources.packages.npm.described_in_readme import DescribedInReadme, said_in_sections
from pro_context_engine.sources.packages.npm.npm_companions import (
    PackageTree,
    installed_beside,
    types_package,
)
from pro_context_engine.sources.packages.npm.npm_documents import npm_document_markdown, npm_documents
from pro_context_engine.sources.packages.npm.symbols.declaration_places import DeclarationPlaces
from pro_context_engine.sources.packages.npm.symbols.declared_name_places import DeclaredNamePlaces
from pro_context_engine.sources.packages.npm.symbols.public_names import names_in_files, public_names
from pro_context_engine.sources.packages.npm.symbols.typescript_symbols import symbol_table
from pro_context_engine.sources.packages.package_documentation import LackingPackage
from pro_context_engine.sources.packages.package_urls import PackageUrl
from pro_context_engine.sources.packages.symbols.names_in_texts import names_in_texts
from pro_context_engine.sources.packages.toc_sections import API_REFERENCE, DOCUMENTATION, OVERVIEW

SCHEME = "npm"


# The length up to which a name may be one that a bundler made.
_SHORT = 3
_README_ENDINGS = (".md", ".markdown", ".mdown", ".mkdn", ".mkd", "", ".txt", ".rst")


class NpmDocumentation:
    """The documentation inside one npm package; safe to use from several threads."""

    def __init__(self, package: InstalledPackage) -> None:
        """List the package's files; none is read yet."""
        self._package = package
        self._given: dict[str, InstalledPackage | None] = {}
        self._said: dict[str, Mapping[str, int]] = {}
        self._tree = PackageTree(package, self._beside)
        self._files = self._tree.own
        self._documents = npm_documents(self._files.files())
        self._lock = RLock()

    def entries(self) -> list[TocEntry]:
        """Return the table of contents: README, bundled documents, exports of declaration files."""
        return list(self._entries())

    def page(self, url: PackageUrl) -> Page | None:
        """Return one page, None if the package has no such page."""
        if url.kind == "readme":
            return self._readme()
        return self._document(url.path) if url.kind == "docs" else self._module(url.path)

    def lacking(self) -> list[LackingPackage]:
        """Return the packages that the interface consists of too, and that are not there."""
        with self._lock:
            _ = self._modules
            return [one for one in self._tree.lacking() if one.name not in self._given]

    def take_in(self, packages: Mapping[str, InstalledPackage | None]) -> None:
        """Use packages that were lacking, by name; None for one that cannot be had."""
        with self._lock:
            self._given.update(packages)
            if not any(packages.values()):
                return
            self._tree = PackageTree(self._package, self._beside, self._files)
            for made in ("_modules", "_names_in_files", "_name_places", "_described_in_readme", "_left_out"):
                self.__dict__.pop(made, None)

    def api_names(self) -> Collection[str]:
        """Return (): the documents of npm packages take nothing from the code."""
        return ()

    def declarations(self) -> DeclarationFiles:
        """Return the declarations of the package and of those that it hands on."""
        with self._lock:
            return PackageTree(self._package, self._beside, self._files, reads_code=False)

    def symbols(self) -> SymbolTable:
        """Return the names that the package exports."""
        with self._lock:
            scopes, names = public_names(self._package.name, self._tree)
            self.__dict__.setdefault("_names_in_files", names_in_files(scopes, names))
            places = DeclarationPlaces(self._pages_with_declarations)
            readme = self._files.text(self._readme_file) if self._readme_file else ""
            table = symbol_table(self._package.name, self._package.version, scopes, names, places, readme)
            symbols = [replace(one, url=self._described(one.name, one.url)) for one in table.symbols]
            return replace(table, symbols=tuple(symbols)) if self._tree.is_code else table

    def definition_places(self, names: Sequence[str]) -> Sequence[SymbolPlace | None]:
        """Return for each name the place that documents it, None where none is found."""
        with self._lock:
            places = self._name_places.places(names)
            return [one and one._replace(url=self._described(one.name, one.url)) for one in places]

    def names_in_texts(self, names: Collection[str]) -> NamesInTexts:
        """Return which names some text of the package, or of a package that it hands on, has."""
        with self._lock:
            # The other packages are listed with the modules.
            _ = self._modules
            texts = self._tree.texts()
        return names_in_texts(names, texts)

    def _described(self, name: str, url: str) -> str:
        """Return the place of a name: that in the README, if it says more than its section in the reference of code."""
        page, _, anchor = url.partition("#")
        said = self._said.get(page, {}).get(anchor)
        if said is None or not self._described_in_readme:
            return url
        return self._described_in_readme.place(name.rpartition(".")[2], said) or url

    def _beside(self, importer: InstalledPackage, name: str) -> InstalledPackage | None:
        return installed_beside(importer, name) or self._given.get(name)

    def _entries(self) -> Iterator[TocEntry]:
        if self._readme_file is not None:
            yield TocEntry(self._readme_title, self._url("readme"), self._package.summary, OVERVIEW)
        for path in sorted(self._documents):
            yield TocEntry(one_line(path), self._url("docs", path), section=DOCUMENTATION)
        with self._lock:
            for module in self._modules:
                for number in module.pages() if module.path not in self._left_out else ():
                    title, path = _part_title(module, number), _part_path(module, number)
                    yield TocEntry(one_line(title), self._url("api", path), section=API_REFERENCE)

    def _readme(self) -> Page | None:
        if self._readme_file is None:
            return None
        text = npm_document_markdown(PurePosixPath(self._readme_file), self._files.text(self._readme_file))
        markdown = without_banners(text) or text
        title, summary = self._readme_title, self._package.summary
        return markdown_page(self._url("readme"), markdown, title=title, description=summary, section=OVERVIEW)

    def _document(self, path: str) -> Page | None:
        text = self._files.text(path) if path in self._documents else ""
        if not text.strip():
            return None
        markdown = npm_document_markdown(self._documents[path], text)
        return markdown_page(self._url("docs", path), markdown, title=path, section=DOCUMENTATION)

    def _module(self, path: str) -> Page | None:
        with self._lock:
            file, _, part = path.rpartition("/") if path.rpartition("/")[2].isdigit() else (path, "", "1")
            module = self._modules.get(file)
            number = int(part[:4])
            if module is None or (path != file and not 1 < number <= len(module.parts)):
                return None
            declarations = declarations_of(self._tree.text(module.path))
            return self._reference(module, declarations, self._shown(module, declarations, number), number)

    def _reference(
        self, module: Module, declarations: FileDeclarations, shown: list[tuple[str, Declaration]], number: int
    ) -> Page:
        title, path = _part_title(module, number), _part_path(module, number)
        aliases = self._aliases(module, declarations)
        others = self._modules.also(module) if number == 1 else ()
        also = [other for other in others if other not in self._left_out.values()]
        comments = cache(partial(implementation_comments, module.path, self._tree.text))
        markdown = clean(
            declarations_markdown(title, declarations, shown, also, self._origin(module.path), aliases, comments)
        )
        return Page(self._url("api", path), title, markdown, outline(markdown), section=API_REFERENCE)

    def _origin(self, path: str) -> str:
        """Return the sentence that names the other package of a file, "" for a file of the package itself."""
        other = self._tree.source_of(path)
        if other is None:
            return ""
        text = "Types from" if other.name == types_package(self._package.name) else "Handed on from"
        return f"{text} `{other.name}` {other.version}."

    def _shown(self, module: Module, declarations: FileDeclarations, number: int) -> list[tuple[str, Declaration]]:
        """Return the declarations on one of a module's pages, with their names."""
        public = self._public(module, declarations, number)
        left = self._described_in_readme.left(public) if self._described_in_readme else ()
        without = {id(one) for _, one in left}
        return [(name, one) for name, one in public if id(one) not in without]

    def _public(self, module: Module, declarations: FileDeclarations, number: int) -> list[tuple[str, Declaration]]:
        """Return the declarations that belong on one of a module's pages, with their names."""
        names = module.parts[number - 1] if module.parts else None
        found: dict[tuple[int, str], tuple[str, Declaration]] = {}
        for name, one in shown_names(declarations):
            if module.shows(name) and (names is None or name in names):
                found.setdefault((one.statement.first, one.name), (self._shown_name(module.path, name, one.name), one))
        return list(found.values())

    def _aliases(self, module: Module, declarations: FileDeclarations) -> dict[str, list[str]]:
        """Return the names under which a module exports a declaration besides the one that its page shows."""
        first: dict[tuple[int, str], str] = {}
        found: dict[str, list[str]] = {}
        for name, one in shown_names(declarations):
            if module.shows(name):
                shown = self._shown_name(module.path, name, one.name)
                known = first.setdefault((one.statement.first, one.name), shown)
                if shown not in (known, "default"):
                    found.setdefault(known, []).append(shown)
        return found

    def _pages_with_declarations(self, path: str) -> Iterator[tuple[Page, list[tuple[str, Declaration]]]]:
        module = self._modules.get(path)
        if module is not None:
            declarations = declarations_of(self._tree.text(module.path))
            for number in module.pages():
                shown = self._shown(module, declarations, number)
                page = self._reference(module, declarations, shown, number)
                if self._tree.is_code:
                    self._said[page.url] = said_in_sections(page)
                yield page, shown
                if self._described_in_readme:
                    left = self._described_in_readme.left(self._public(module, declarations, number))
                    yield self._described_in_readme.page, left

    def _shown_name(self, path: str, name: str, local: str) -> str:
        """Return the name that users know for a name that a file exports; bundlers shorten those between files.

        The names of all files take long to follow, so other names are shown as the file has them.
        """
        first, dot, rest = name.partition(".")
        is_made = first.startswith("_") or len(first) <= _SHORT
        if first == "default":
            is_made = local.startswith("_") or (not local and self._tree.is_code)
        if not is_made:
            return name
        return self._names_in_files.get((path, first), first) + dot + rest

    @cached_property
    def _described_in_readme(self) -> DescribedInReadme | None:
        """The sections of the README about the names of code, None for a package with declarations."""
        readme = self._readme() if self._tree.is_code else None
        return DescribedInReadme(readme) if readme else None

    @cached_property
    def _left_out(self) -> Mapping[str, str]:
        """The titles of the modules all of whose names are left to the README, by their paths."""
        readme = self._described_in_readme
        modules = self._modules if readme and readme.called else ()
        return {module.path: module.title for module in modules if self._is_left_out(module)}

    def _is_left_out(self, module: Module) -> bool:
        called = self._described_in_readme.called if self._described_in_readme else {}
        own = self._modules.own(module)
        if not own or any(name != "default" and name not in called for name in own):
            return False
        declarations = declarations_of(self._tree.text(module.path))
        return not any(self._shown(module, declarations, number) for number in module.pages())

    @cached_property
    def _names_in_files(self) -> Mapping[tuple[str, str], str]:
        return names_in_files(*public_names(self._package.name, self._tree))

    @cached_property
    def _name_places(self) -> DeclaredNamePlaces:
        places = DeclarationPlaces(self._pages_with_declarations)
        return DeclaredNamePlaces(self._package.name, self._modules, self._read, self._tree.text, places)

    def _read(self, path: str) -> FileDeclarations:
        return declarations_of(self._tree.text(path))

    @cached_property
    def _modules(self) -> Modules:
        return Modules(self._package.name, self._tree)

    @cached_property
    def _readme_file(self) -> str | None:
        """The README at the top of the package, Markdown before others; None for a missing or empty one."""
        names = {path.lower(): path for path in sorted(self._files.paths(), reverse=True) if "/" not in path}
        found = [names[name] for ending in _README_ENDINGS if (name := f"readme{ending}") in names]
        return next((path for path in found if self._files.text(path).strip()), None)

    @property
    def _readme_title(self) -> str:
        return f"{self._package.name} README"

    def _url(self, kind: str, path: str = "") -> str:
        return str(PackageUrl(self._package.name, self._package.version, kind, path, SCHEME))


def _part_title(module: Module, number: int) -> str:
    return module.title if number == 1 else f"{module.title} (part {number})"


def _part_path(module: Module, number: int) -> str:
    return module.path if number == 1 else f"{module.path}/{number}"
