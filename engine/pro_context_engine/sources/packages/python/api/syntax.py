"""The syntax of a distribution's modules, parsed one file at a time on request; the code is never imported.

The module is over 300 lines because stubs, source and imported names complete each other while a module is loaded.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import griffe

from pro_context_engine.documents.pages.text import clean
from pro_context_engine.sources.packages.files.distribution_files import DistributionFile, FileRefused
from pro_context_engine.sources.packages.python.completion.added_parameters import AddedParameterReader
from pro_context_engine.sources.packages.python.completion.borrowed_docstrings import BorrowedDocstrings
from pro_context_engine.sources.packages.python.completion.decorated_signatures import DecoratedSignatures
from pro_context_engine.sources.packages.python.completion.definition_completion import DefinitionCompletion
from pro_context_engine.sources.packages.python.completion.docstring_statements import DocstringStatementReader
from pro_context_engine.sources.packages.python.parsing.code_size import may_be_parsed
from pro_context_engine.sources.packages.python.parsing.conditional_imports import ConditionalImportReader
from pro_context_engine.sources.packages.python.parsing.definition import Definition
from pro_context_engine.sources.packages.python.parsing.exports_in_texts import (
    explicit_exports,
    makes_names,
    stated_exports,
)
from pro_context_engine.sources.packages.python.parsing.lazy_tables import LazyTableReader
from pro_context_engine.sources.packages.python.parsing.module_extensions import ModuleExtensions, definition_readers
from pro_context_engine.sources.packages.python.parsing.public_modules import ModuleFiles
from pro_context_engine.sources.packages.python.parsing.source_warnings import no_source_warnings

# griffe logs fragments of the code that it reads, and third-party text stays out of our log.
logging.getLogger("griffe").setLevel(logging.CRITICAL + 1)
log = logging.getLogger("pro_context.sources")

_MAX_HOPS = 20
GRAMMAR = "Python " + ".".join(map(str, sys.version_info[:2]))
"""The grammar for sources: griffe uses that of the running interpreter."""


class NotAnalysable(Exception):
    """The module cannot be read as Python; the message has the reason in our own words."""


class NotParsed(NotAnalysable):
    """The module's source is invalid by our grammar: broken, or in newer syntax."""


class PackageSyntax:
    """The syntax of one distribution's modules; used from one thread at a time.

    Attributes:
        modules: the distribution's modules by dotted name.
        untyped: the modules parsed so far whose stubs could not be parsed.
    """

    def __init__(
        self,
        modules: Mapping[str, ModuleFiles],
        read: Callable[[DistributionFile], str],
        *extensions: griffe.Extension,
        used: Mapping[str, Collection[str]] | None,
    ) -> None:
        """Record the modules; nothing is parsed yet.

        Args:
            modules: the distribution's modules by dotted name.
            read: returns a file's text, or raises FileRefused.
            extensions: are given the syntax tree of each module that is parsed.
            used: see `readme_names`.
        """
        self.modules = modules
        self.untyped: set[str] = set()
        self._read = read
        self._used = used or {}
        self._parsed: dict[str, griffe.Module | NotAnalysable] = {}
        self._members: dict[str, dict[str, griffe.Object | griffe.Alias]] = {}
        self._stars: dict[str, list[str]] = {}
        self._resolved: dict[str, Definition | None] = {}
        self._exports: dict[str, list[str] | None] = {}
        self._explicit: dict[str, frozenset[str]] = {}
        self._imported: dict[str, str] = {}
        self._lazy: set[str] = set()
        self._stubbed: dict[str, frozenset[str]] = {}
        statements = DocstringStatementReader()
        parameters = AddedParameterReader()
        self._branches = ConditionalImportReader()
        self._tables = LazyTableReader()
        own = (statements, parameters, self._branches, self._tables, *definition_readers())
        self._extensions = ModuleExtensions(*own, *extensions)
        self._completion = DefinitionCompletion(
            BorrowedDocstrings(modules, statements, self._find, self._can_parse),
            DecoratedSignatures(parameters, self._find, self._meant),
        )
        self._warned = False
        self._tops: frozenset[str] = frozenset()

    def module(self, name: str) -> griffe.Module:
        """Return one module, with its stub merged in.

        Raises:
            NotAnalysable: there is no such module, or its source cannot be parsed.
        """
        if name not in self._parsed:
            try:
                self._parsed[name] = self._load(name)
            except NotAnalysable as reason:
                self._parsed[name] = reason
        parsed = self._parsed[name]
        if isinstance(parsed, NotAnalysable):
            raise parsed
        return parsed

    def members(self, name: str) -> dict[str, griffe.Object | griffe.Alias]:
        """Return the names that a module defines and imports, `import *` expanded; {} if it cannot be parsed."""
        if name not in self._members:
            # Stored before the stars are followed, so that a cycle ends with the names found so far.
            found = self._members[name] = {}
            starred = self._stars[name] = []
            with suppress(NotAnalysable):
                for key, member in self.module(name).members.items():
                    if isinstance(member, griffe.Alias) and member.wildcard:
                        starred.append(member.target_path)
                    else:
                        found[key] = member
            for key, targets in self._branches.of(name).items():
                # The syntax has the last branch; the one that imports the distribution's own object documents it.
                last, own = found.get(key), next(filter(self.is_own, targets), "")
                foreign = isinstance(last, griffe.Alias) and not self.is_own(last.target_path)
                if own and (last is None or foreign):
                    found[key] = griffe.Alias(key, own)
            for key, path in self._tables.paths(name, self.modules, self._read).items():
                found.setdefault(key, griffe.Alias(key, path))
            # Of two modules that give the same name, the last one is left standing.
            given = {key: target for target in starred for key in self._star(target)}
            for key, target in given.items():
                known = found.get(key)
                if known is None or (isinstance(known, griffe.Alias) and not known.runtime):
                    found[key] = griffe.Alias(key, f"{target}.{key}")
        return self._members[name]

    def imported_in_branches(self, name: str, member: str) -> list[str]:
        """Return the own paths that a module imports under a name in some branch, such as that of a `try`."""
        self.members(name)
        return [path for path in self._branches.of(name).get(member, ()) if self.is_own(path)]

    def stars(self, name: str) -> list[str]:
        """Return the modules from which a module imports `*`."""
        self.members(name)
        return self._stars[name]

    def exports(self, name: str) -> list[str] | None:
        """Return the names in a module's `__all__`, None if it has none that can be read without running code.

        A name that the README uses counts too. An empty one beside a stub says nothing, see `is_filled_when_loaded`.
        """
        if name not in self._exports:
            self._exports[name] = None
            declared = None
            with suppress(NotAnalysable):
                declared = _all_entries(self.module(name))
            if declared is not None:
                names = list(dict.fromkeys([*self._export_names(name, declared), *self._used_names(name)]))
                # The names of a module that cannot be read are unknown.
                is_unknown = not names and (declared != [] or self.modules[name].stub is not None)
                self._exports[name] = None if is_unknown else names
        return self._exports[name]

    def is_filled_when_loaded(self, name: str) -> bool:
        """Tell whether loading a module adds names that it imports for type checkers alone, or only in its stub.

        It makes names when they are asked for (`__getattr__`); or, beside a stub, it has an empty `__all__` or takes
        all names of a compiled module.
        """
        files = self.modules.get(name)
        if files is None or self.exports(name) is not None:
            return False
        taken = map(self.modules.get, self.stars(name))
        if name in self._lazy or files.stub is None:
            return name in self._lazy
        try:
            return any(one and one.readable is None for one in taken) or _all_entries(self.module(name)) == []
        except NotAnalysable:
            return False

    def is_defined_by_stub(self, name: str, member: str) -> bool:
        """Tell whether only the stub of a module defines a name, which its source may make in any way."""
        self.members(name)
        return member in self._stubbed.get(name, ())

    def publishes(self, name: str, imported: str) -> bool:
        """Tell whether a module imports a name as itself (`import x as x`, PEP 484), or the README uses it there."""
        self.members(name)
        return imported in self._explicit.get(name, ()) or imported in self._used.get(name, ())

    def is_own(self, path: str) -> bool:
        """Tell whether a dotted path begins with a top-level module of the distribution."""
        self._tops = self._tops or frozenset(name.partition(".")[0] for name in self.modules)
        return path.partition(".")[0] in self._tops

    def resolve(self, path: str) -> Definition | None:
        """Return the definition behind a dotted path after following imports; None outside of the distribution.

        Args:
            path: such as "httpx2._client.Client".
        """
        found = self._known(path)
        if found is not None:
            self._completion.complete(found)
        return found

    def resolve_expression(self, module: str, expression: str | griffe.Expr) -> Definition | None:
        """Return the definition that an expression in a module names, None if it is not in the distribution.

        Args:
            module: dotted name.
            expression: such as `_models.Model` or `Model[T]`.
        """
        return self.resolve(self._meant(module, str(expression).partition("[")[0]))

    def resolve_near(self, module: str, expression: str | griffe.Expr) -> Definition | None:
        """Return the definition as `resolve_expression` does, None for one of another distribution than the module."""
        path = self._meant(module, str(expression).partition("[")[0])
        near = self.is_own(path) or path.partition(".")[0] == module.partition(".")[0]
        return self.resolve(path) if near else None

    def unparsed_module(self, path: str, hops: int = 0) -> str:
        """Return the module that a dotted path leads to after following imports, if it cannot be parsed; else "".

        Args:
            path: see `resolve`.
            hops: see `resolve`.
        """
        parts = path.split(".")
        cut = next((cut for cut in range(len(parts), 0, -1) if ".".join(parts[:cut]) in self.modules), 0)
        name, rest = ".".join(parts[:cut]), parts[cut:]
        try:
            members = self.module(name).members if cut else {}
        except NotParsed:
            return name
        except NotAnalysable:
            return ""
        member = members.get(rest[0]) if rest and hops < _MAX_HOPS else None
        return self.unparsed_module(member.target_path, hops + 1) if isinstance(member, griffe.Alias) else ""

    def with_source_docstrings(self, definition: Definition) -> Definition:
        """Return a definition; if a stub replaces an import with it, it takes the docstrings of the imported object."""
        behind = self.behind_stub(definition)
        if behind is not None:
            _adopt_docstrings(definition, behind)
        self._completion.complete(definition)
        return definition

    def behind_stub(self, definition: Definition) -> Definition | None:
        """Return the object of the source that a stub's definition replaces, None for any other definition."""
        behind = self.resolve(self._imported.get(definition.path, ""))
        return None if behind is definition else behind

    def _known(self, path: str, hops: int = 0) -> Definition | None:
        """Return the definition behind a dotted path; a cycle of imports ends after twenty."""
        if hops:
            return self._resolve(path, hops)
        if path not in self._resolved:
            self._resolved[path] = self._resolve(path, hops)
        return self._resolved[path]

    def _find(self, module: str, name: str) -> Definition | None:
        """Return the definition that a dotted name means in a module; without a module the name is a path."""
        return self._known(self._meant(module, name) if module and name else module or name)

    def _meant(self, module: str, name: str) -> str:
        """Return the dotted path that a name in a module means."""
        first, _, rest = name.partition(".")
        member = self.members(module).get(first)
        target = member.target_path if isinstance(member, griffe.Alias) else f"{module}.{first}"
        return f"{target}.{rest}" if rest else target

    def _can_parse(self, name: str) -> bool:
        try:
            self.module(name)
        except NotAnalysable:
            return False
        return True

    def _resolve(self, path: str, hops: int) -> Definition | None:
        parts = path.split(".")
        for cut in range(len(parts), 0, -1):
            name = ".".join(parts[:cut])
            if name in self.modules:
                hiding = self._hiding(name, hops) if cut == len(parts) else None
                return hiding or self._resolve_in(name, parts[cut:], hops)
        return None

    def _hiding(self, module: str, hops: int) -> Definition | None:
        """Return the object that a package binds to the name of a module of its own (`from .col import col`)."""
        package, _, name = module.rpartition(".")
        member = self.members(package).get(name) if package in self.modules else None
        if isinstance(member, griffe.Attribute) and member.value is not None:
            return member
        if not isinstance(member, griffe.Alias) or member.target_path == module or hops >= _MAX_HOPS:
            return None
        return self._known(member.target_path, hops + 1)

    def _resolve_in(self, module: str, rest: list[str], hops: int) -> Definition | None:
        if not rest:
            try:
                return self.module(module)
            except NotAnalysable:
                return None
        found = self.members(module).get(rest[0])
        for count, part in enumerate(rest[1:], 1):
            if isinstance(found, griffe.Alias):
                path = ".".join([found.target_path, *rest[count:]])
                return self._known(path, hops + 1) if hops < _MAX_HOPS else None
            if not isinstance(found, griffe.Class):
                return None
            found = found.members.get(part)
        if isinstance(found, griffe.Alias):
            return self._known(found.target_path, hops + 1) if hops < _MAX_HOPS else None
        return found if isinstance(found, Definition) else None

    def _star(self, name: str) -> list[str]:
        """Return the names that `from NAME import *` imports; a module that states them plainly is not parsed."""
        stated = self._stated(name)
        if stated is not None:
            return stated
        exported, members = self.exports(name), self.members(name)
        return [key for key in members if not key.startswith("_")] if exported is None else exported

    def _stated(self, name: str) -> list[str] | None:
        files = self.modules.get(name)
        if files is None or files.source is None or files.stub is not None:
            return None
        with suppress(FileRefused):
            return stated_exports(self._read(files.source))
        return None

    def _export_names(self, name: str, declared: Iterable[str | griffe.ExprName]) -> Iterator[str]:
        for entry in declared:
            if isinstance(entry, str):
                yield entry
            else:
                yield from self.exports(self._module_of_exports(name, entry)) or ()

    def _used_names(self, name: str) -> list[str]:
        """Return the names of a module, in its order, that the README uses; submodules are public by themselves."""
        used = self._used.get(name, ())
        return (
            [one for one in self.members(name) if one in used and f"{name}.{one}" not in self.modules] if used else []
        )

    def _module_of_exports(self, name: str, entry: griffe.ExprName) -> str:
        """Return the module whose `__all__` is named by an entry such as `_models.__all__`, `pond.boats.__all__`."""
        parts = [entry.name]
        while isinstance(entry.parent, griffe.ExprName) and len(parts) < _MAX_HOPS:
            entry = entry.parent
            parts.insert(0, entry.name)
        owner, *rest = parts[:-1] or parts
        alias = self.members(name).get(owner)
        if not isinstance(alias, griffe.Alias):
            package = name if self.modules[name].is_package else name.rpartition(".")[0]
            return ".".join([package, owner, *rest])
        return ".".join([alias.target_path.removesuffix(".__all__"), *rest])

    def _load(self, name: str) -> griffe.Module:
        files = self.modules.get(name)
        if files is None:
            raise NotAnalysable("the distribution has no such module")
        if files.readable is None:
            raise NotAnalysable("it is a compiled extension without type stubs")
        try:
            module = self._parse(name, files.readable)
        except NotParsed:
            if files.source is None or files.stub is None:
                raise
            module = self._parse(name, files.stub)
        else:
            if files.source and files.stub:
                self._merge_stub(name, module, files.stub)
        _adopt_overloads(module)
        _describe_overloaded(module)
        return module

    def _merge_stub(self, name: str, module: griffe.Module, stub: DistributionFile) -> None:
        try:
            parsed = self._parse(name, stub)
            defined = (key for key, member in parsed.members.items() if not isinstance(member, griffe.Alias))
            self._stubbed[name] = frozenset({*defined, *parsed.overloads} - module.members.keys())
            self._imported.update(_merge(module, parsed))
        except NotParsed:
            self.untyped.add(name)
        except (NotAnalysable, griffe.GriffeError):
            return

    def _parse(self, name: str, file: DistributionFile) -> griffe.Module:
        try:
            text = self._read(file)
        except FileRefused:
            raise NotAnalysable("its file is missing, too large, or a link out of the environment") from None
        if not may_be_parsed(text):
            raise NotAnalysable("its code is too long")
        if makes_names(text):
            self._lazy.add(name)
        self._explicit[name] = self._explicit.get(name, frozenset()) | explicit_exports(text)
        parent, _, last = name.rpartition(".")
        try:
            with no_source_warnings():
                return griffe.visit(
                    last,
                    file.path,
                    text,
                    parent=self._empty_module(parent) if parent else None,
                    extensions=self._extensions,
                )
        # Any failure of the parser affects this module only.
        except Exception:
            self._warn(file)
            raise NotParsed(f"its source is not valid {GRAMMAR}, by whose grammar it is read") from None

    def _warn(self, file: DistributionFile) -> None:
        """Log once for the whole distribution; the page of each unreadable module says so too."""
        if not self._warned:
            self._warned = True
            log.warning("%s is not valid %s; its package is documented without it", clean(str(file.relative)), GRAMMAR)

    def _empty_module(self, name: str) -> griffe.Module:
        """Return an empty module in place of a parent package, which relative imports need."""
        parent, _, last = name.rpartition(".")
        return griffe.Module(last, filepath=Path("__init__.py"), parent=self._empty_module(parent) if parent else None)


def _all_entries(module: griffe.Module) -> list[str | griffe.ExprName] | None:
    """Return the entries of `__all__`, None if it is computed, which griffe reads as an empty list."""
    written = module.members.get("__all__")
    if isinstance(written, griffe.Attribute) and isinstance(written.value, griffe.ExprListComp | griffe.ExprCall):
        return None
    if not module.exports and isinstance(written, griffe.Attribute) and str(written.value) not in ("[]", "()"):
        return None
    return module.exports


def _merge(module: griffe.Module, stub: griffe.Module) -> dict[str, str]:
    """Merge a stub in; return the paths of imports that it replaces with definitions, by the definition's path."""
    imported = {name: member.target_path for name, member in module.members.items() if isinstance(member, griffe.Alias)}
    # Imported names are resolved by following the import, but griffe would have to resolve them for the merge.
    for name in list(stub.overloads):
        if isinstance(module.members.get(name), griffe.Alias):
            del stub.overloads[name]
    # A stub often gives a function another name (`nanmin = amin`); the source has its text.
    for name, member in list(stub.members.items()):
        if isinstance(member, griffe.Attribute) and isinstance(
            module.members.get(name), griffe.Function | griffe.Class
        ):
            del stub.members[name]
    _adopt_overloads(stub, module)
    griffe.merge_stubs(module, stub)
    members = module.members
    return {members[name].path: path for name, path in imported.items() if isinstance(members[name], griffe.Object)}


def _adopt_docstrings(stub: griffe.Object, source: griffe.Object) -> None:
    stub.docstring = stub.docstring or source.docstring
    for name, member in stub.members.items():
        documented = source.members.get(name)
        if isinstance(member, griffe.Object) and isinstance(documented, griffe.Object):
            _adopt_docstrings(member, documented)


def _adopt_overloads(scope: griffe.Module | griffe.Class, source: griffe.Object | None = None) -> None:
    """Add each function that has overloads only, as in stubs, as a member, unless a source has it too."""
    for name, overloads in list(scope.overloads.items()):
        if overloads and name not in scope.members and (source is None or name not in source.members):
            first = overloads[0]
            first.overloads = overloads
            first.docstring = next((variant.docstring for variant in overloads if variant.docstring), None)
            scope.set_member(name, first)
            del scope.overloads[name]
    for name, member in scope.members.items():
        if isinstance(member, griffe.Class):
            inside = source.members.get(name) if source is not None else None
            _adopt_overloads(member, inside if isinstance(inside, griffe.Class) else None)


def _describe_overloaded(scope: griffe.Module | griffe.Class) -> None:
    """Give each function that has no docstring the first one of its overloads."""
    for member in scope.members.values():
        if isinstance(member, griffe.Class):
            _describe_overloaded(member)
        elif isinstance(member, griffe.Function) and member.overloads and member.docstring is None:
            member.docstring = next((one.docstring for one in member.overloads if one.docstring), None)
