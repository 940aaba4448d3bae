"""The declaration files of a package's public interface, and the public names of each."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pro_context_engine.domain.declared_files import DeclarationFiles
from pro_context_engine.sources.packages.type_declarations.declaration_files import module_specifier, parts_of
from pro_context_engine.sources.packages.type_declarations.declaration_page import page_parts
from pro_context_engine.sources.packages.type_declarations.declarations import (
    Declaration,
    FileDeclarations,
    ReExport,
    declarations_of,
)

MOST_FILES = 2_000
MOST_CHARACTERS = 20_000_000
"""The bounds on the files that are read to find the interface; files beyond are not listed."""

LONGEST_BASES = 200_000
"""The number of characters of a file of another package beyond which the bases that it declares are not shown."""

_MOST_LOOKS = 20_000


@dataclass(slots=True)
class Module:
    """One declaration file of the interface.

    Attributes:
        path: path of the file.
        title: the module specifier that imports it, else its path below the package's name.
        own: names that it declares and exports.
        elsewhere: its re-exports, by paths.
        bases: the files and names of the bases of its exported names.
        visible: its public names, None for all.
        parts: the exported names on each of its pages, () for one page.
    """

    path: str
    title: str
    own: frozenset[str]
    elsewhere: tuple[tuple[str, ReExport], ...]
    bases: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    visible: set[str] | None = field(default_factory=set)
    parts: tuple[frozenset[str], ...] = ()

    def pages(self) -> list[int]:
        """Return the numbers of its pages."""
        if not self.parts:
            return [1]
        numbered = enumerate(self.parts, start=1)
        return [number for number, names in numbered if number == 1 or any(map(self.shows, names))]

    def shows(self, name: str) -> bool:
        """Tell whether an exported name is part of the package's interface."""
        return self.visible is None or name.partition(".")[0] in self.visible or name in self.visible


class Modules:
    """The modules of a package's interface, entry points first.

    Args:
        package: its name.
        files: its declaration files, and those of the packages that it hands on.
    """

    def __init__(self, package: str, files: DeclarationFiles) -> None:
        self._package = package
        entries = files.entries
        self._titles = {path: package + subpath.removeprefix(".") for subpath, path in reversed(list(entries.items()))}
        self._files = files
        self._left = MOST_CHARACTERS
        self._found: dict[str, Module] = {}
        self._follow(list(entries.values()))
        self._listed = self._name_after_entries(list(entries.values()))

    def __iter__(self) -> Iterator[Module]:
        """Yield the modules that have public declarations, and the entry points that join several of them."""
        return iter(self._listed)

    def get(self, path: str) -> Module | None:
        """Return the module of a file, None if it is not part of the interface."""
        return self._found.get(path)

    def own(self, module: Module) -> list[str]:
        """Return the names that a module declares and the package exports."""
        return [name for name in sorted(module.own) if module.shows(name)]

    def also(self, module: Module) -> dict[str, list[str]]:
        """Return the names that a module re-exports, by the titles of the pages that document them."""
        found: dict[str, list[str]] = {}
        for target, own in self.handed_on(module):
            found.setdefault(target.title, own)
        return found

    def every(self) -> list[Module]:
        """Return all modules that were read, also those without pages."""
        return list(self._found.values())

    def entry_points(self) -> list[tuple[str, Module]]:
        """Return the modules at the entry points, each with its subpath ("" for the package itself)."""
        found = ((subpath.removeprefix("."), self._found.get(path)) for subpath, path in self._files.entries.items())
        return [(subpath, module) for subpath, module in found if module is not None]

    def _behind(self, module: Module) -> list[Module]:
        """Return the modules that declare the names which a module re-exports."""
        return [target for target, _ in self.handed_on(module)]

    def handed_on(self, module: Module) -> Iterator[tuple[Module, list[str]]]:
        """Yield the modules behind a module, each with the names of it that the module re-exports."""
        seen = {module.path}
        work = deque(self._re_exported_modules(module, None))
        while work:
            target, names = work.popleft()
            if target.path in seen:
                continue
            seen.add(target.path)
            own = [name for name in self.own(target) if names is None or name in names]
            if own:
                yield target, own
            if names is None or set(own) < names:
                work += self._re_exported_modules(target, names)

    def _re_exported_modules(self, module: Module, wanted: set[str] | None) -> Iterator[tuple[Module, set[str] | None]]:
        for path, names in _re_exported(module, wanted):
            if path in self._found and (names is None or names):
                yield self._found[path], names

    def _follow(self, entries: list[str]) -> None:
        work: deque[tuple[str, set[str] | None]] = deque((path, None) for path in entries)
        for _ in range(_MOST_LOOKS):
            if not work:
                return
            path, wanted = work.popleft()
            module = self._found.get(path) or self._open(path)
            if module is None or module.visible is None:
                continue
            fresh = None if wanted is None else wanted - module.visible
            if wanted is not None and not fresh:
                continue
            module.visible = None if fresh is None else module.visible | fresh
            work += _requests_of(module, fresh)

    def _open(self, path: str) -> Module | None:
        if len(self._found) >= MOST_FILES or self._left <= 0:
            return None
        text = self._files.text(path)
        self._left -= len(text)
        declared = declarations_of(text)
        exports = [*declared.elsewhere(), *(ReExport(reference, None) for reference in declared.references)]
        targets = ((self._files.target(export.module, path), export) for export in exports)
        module = Module(
            path,
            self._titles.get(path) or self._title(path),
            frozenset(name for name, _ in declared.public()),
            tuple((target, export) for target, export in targets if target and target != path),
            {name: tuple(self._bases(path, declared, one)) for name, one in declared.public() if declared.bases(one)},
            parts=page_parts(declared),
        )
        self._found[path] = module
        return module

    def _bases(self, path: str, declared: FileDeclarations, declaration: Declaration) -> Iterator[tuple[str, str]]:
        """Yield the file and name of each base of a declaration; their members are documented with it."""
        for base in declared.bases(declaration):
            first, _, rest = base.partition(".")
            specifier, name = declared.imported.get(first, ("", ""))
            target = self._files.target(specifier, path) if specifier else path
            is_foreign = target is not None and parts_of(target)[0] != parts_of(path)[0]
            if target and not (is_foreign and len(self._files.text(target)) > LONGEST_BASES):
                yield target, base if not specifier else rest if name == "*" else name

    def _name_after_entries(self, entries: Sequence[str]) -> list[Module]:
        """Return the modules with pages; one that an entry point only hands on has the title of the entry point."""
        hidden: set[str] = set()
        named = set(entries)
        for path in entries:
            module = self._found.get(path)
            if module is None or self.own(module):
                continue
            behind = self._behind(module)
            if len(behind) == 1 and behind[0].path not in named:
                named.add(behind[0].path)
                behind[0].title = module.title
            if len(behind) <= 1:
                hidden.add(path)
        modules = (module for path, module in self._found.items() if path not in hidden)
        return [module for module in modules if self.own(module) or (module.path in entries and self.also(module))]

    def _title(self, path: str) -> str:
        return module_specifier(self._package, path)


def _requests_of(module: Module, wanted: set[str] | None) -> Iterator[tuple[str, set[str] | None]]:
    """Yield the files and names behind the wanted names of a module, and those of their bases."""
    for name in module.bases if wanted is None else module.bases.keys() & wanted:
        yield from ((path, {base}) for path, base in module.bases[name])
    yield from _re_exported(module, wanted)


def _re_exported(module: Module, wanted: set[str] | None) -> Iterator[tuple[str, set[str] | None]]:
    """Yield the files and names that a module re-exports, of the wanted names."""
    for path, export in module.elsewhere:
        if wanted is None:
            yield path, None if export.names is None else {name for name, _ in export.names}
        elif export.names is None:
            yield path, wanted - module.own
        else:
            yield path, {name for name, public in export.names if public in wanted}
