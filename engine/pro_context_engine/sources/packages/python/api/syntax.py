"""The members and exports of a distribution's modules, and the definitions behind dotted paths; nothing is imported.

The module is over 300 lines because each of the three asks the others: an import leads to a member of another module.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress

import griffe

from pro_context_engine.sources.packages.files.distribution_files import DistributionFile, FileRefused
from pro_context_engine.sources.packages.python.completion.added_parameters import AddedParameterReader
from pro_context_engine.sources.packages.python.completion.borrowed_docstrings import BorrowedDocstrings
from pro_context_engine.sources.packages.python.completion.decorated_signatures import DecoratedSignatures
from pro_context_engine.sources.packages.python.completion.definition_completion import DefinitionCompletion
from pro_context_engine.sources.packages.python.completion.docstring_statements import DocstringStatementReader
from pro_context_engine.sources.packages.python.parsing.conditional_imports import ConditionalImportReader
from pro_context_engine.sources.packages.python.parsing.definition import Definition
from pro_context_engine.sources.packages.python.parsing.exports_in_texts import stated_exports
from pro_context_engine.sources.packages.python.parsing.extended_exports import own_definitions
from pro_context_engine.sources.packages.python.parsing.lazy_tables import LazyTableReader
from pro_context_engine.sources.packages.python.parsing.module_extensions import ModuleExtensions, definition_readers
from pro_context_engine.sources.packages.python.parsing.parsed_modules import NotAnalysable, NotParsed, ParsedModules
from pro_context_engine.sources.packages.python.parsing.public_modules import ModuleFiles
from pro_context_engine.sources.packages.python.parsing.stub_merging import adopt_docstrings

_MAX_HOPS = 20


class PackageSyntax:
    """The syntax of one distribution's modules; used from one thread at a time.

    Attributes:
        modules: the distribution's modules by dotted name.
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
        self._read = read
        self._used = used or {}
        self._members: dict[str, dict[str, griffe.Object | griffe.Alias]] = {}
        self._stars: dict[str, list[str]] = {}
        self._resolved: dict[str, Definition | None] = {}
        self._exports: dict[str, list[str] | None] = {}
        statements = DocstringStatementReader()
        parameters = AddedParameterReader()
        self._branches = ConditionalImportReader()
        self._tables = LazyTableReader()
        own = (statements, parameters, self._branches, self._tables, *definition_readers())
        self._parsed = ParsedModules(modules, read, ModuleExtensions(*own, *extensions))
        self._completion = DefinitionCompletion(
            BorrowedDocstrings(modules, statements, self._find, self._parsed.can_parse),
            DecoratedSignatures(parameters, self._find, self._meant),
        )
        self._tops: frozenset[str] = frozenset()

    @property
    def untyped(self) -> set[str]:
        """The modules parsed so far whose stubs could not be parsed."""
        return self._parsed.untyped

    def module(self, name: str) -> griffe.Module:
        """Return one module, with its stub merged in.

        Raises:
            NotAnalysable: there is no such module, or its source cannot be parsed.
        """
        return self._parsed.module(name)

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
                listed = [*self._export_names(name, declared)]
                if listed and all(f"{name}.{one}" in self.modules for one in listed):
                    # A list of modules alone leaves out what the package defines itself.
                    listed += own_definitions(self.module(name))
                names = list(dict.fromkeys([*listed, *self._used_names(name)]))
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
        if name in self._parsed.lazy or files.stub is None:
            return name in self._parsed.lazy
        try:
            return any(one and one.readable is None for one in taken) or _all_entries(self.module(name)) == []
        except NotAnalysable:
            return False

    def is_defined_by_stub(self, name: str, member: str) -> bool:
        """Tell whether only the stub of a module defines a name, which its source may make in any way."""
        self.members(name)
        return member in self._parsed.stubbed.get(name, ())

    def publishes(self, name: str, imported: str) -> bool:
        """Tell whether a module imports a name as itself (`import x as x`, PEP 484), or the README uses it there."""
        self.members(name)
        return imported in self._parsed.explicit.get(name, ()) or imported in self._used.get(name, ())

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
            adopt_docstrings(definition, behind)
        self._completion.complete(definition)
        return definition

    def behind_stub(self, definition: Definition) -> Definition | None:
        """Return the object of the source that a stub's definition replaces, None for any other definition."""
        imported = self._parsed.imported.get(definition.path, "")
        behind = self.resolve(imported) if imported else self._behind_stars(definition)
        return None if behind is definition else behind

    def _behind_stars(self, definition: Definition) -> Definition | None:
        """Return the object that the source of a module takes by `import *` and that its stub defines, else None."""
        module, name = definition.module.path, definition.name
        if definition.path != f"{module}.{name}" or not self.is_defined_by_stub(module, name):
            return None
        found = (self.resolve(f"{star}.{name}") for star in reversed(self.stars(module)))
        return next((one for one in found if one is not None), None)

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


def _all_entries(module: griffe.Module) -> list[str | griffe.ExprName] | None:
    """Return the entries of `__all__`, None if it is computed, which griffe reads as an empty list."""
    written = module.members.get("__all__")
    if isinstance(written, griffe.Attribute) and isinstance(written.value, griffe.ExprListComp | griffe.ExprCall):
        return None
    if not module.exports and isinstance(written, griffe.Attribute) and str(written.value) not in ("[]", "()"):
        return None
    return module.exports
