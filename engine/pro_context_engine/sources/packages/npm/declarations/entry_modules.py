"""The declaration files of a package's public interface, and the public names of each.

The module is over 300 lines because a module is named, and left out, by what the others hand on.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pro_context_engine.domain.declared_files import DeclarationFiles
from pro_context_engine.sources.packages.npm.declarations.declaration_files import module_specifier, parts_of
from pro_context_engine.sources.packages.npm.declarations.declaration_page import page_parts
from pro_context_engine.sources.packages.npm.declarations.declarations import (
    Declaration,
    FileDeclarations,
    ReExport,
    declarations_of,
)
from pro_context_engine.sources.packages.npm.declarations.module_titles import titles_by_import
from pro_context_engine.sources.packages.npm.declarations.types_of_names import (
    EVERYTHING,
    is_telling,
    named_types,
    shown_names,
    types_behind,
)

MOST_FILES = 2_000
MOST_CHARACTERS = 20_000_000
"""The bounds on the files that are read to find the interface; files beyond are not listed."""

LONGEST_BASES = 200_000
"""The number of characters of a file of another package beyond which the bases that it declares are not shown."""

_MOST_LOOKS = 20_000
_DEFAULT = "default"


class _Wanted(NamedTuple):
    """Names of a file that belong to the interface, None for all; handed on by another file, or only needed there."""

    path: str
    names: set[str] | None
    is_handed_on: bool


@dataclass(slots=True)
class Module:
    """One declaration file of the interface.

    Attributes:
        path: path of the file.
        title: the module specifier that imports it; of a file whose names another module hands on that module and, in
            brackets, the file; else its path below the package's name.
        own: names that it declares and exports, and those of the types behind them.
        elsewhere: its re-exports, by paths.
        needed: the files and names, None for all, of the bases of its names and of the types that these name.
        aliases: its names that are only other names of types.
        space: the namespace that it exports as a whole, "" for none.
        visible: its public names, None for all.
        unshown: those of its public names that have no section, since no other file hands them on.
        parts: the exported names on each of its pages, () for one page.
        content: the name of the file in its folder, and the hash of its text.
    """

    path: str
    title: str
    own: frozenset[str]
    elsewhere: tuple[tuple[str, ReExport], ...]
    needed: Mapping[str, frozenset[tuple[str, str]]] = field(default_factory=dict)
    aliases: frozenset[str] = frozenset()
    space: str = ""
    visible: set[str] | None = field(default_factory=set)
    unshown: set[str] = field(default_factory=set)
    parts: tuple[frozenset[str], ...] = ()
    content: tuple[str, int] = ("", 0)

    def pages(self) -> list[int]:
        """Return the numbers of its pages."""
        if not self.parts:
            return [1]
        numbered = enumerate(self.parts, start=1)
        return [number for number, names in numbered if number == 1 or any(map(self.shows, names))]

    def shows(self, name: str) -> bool:
        """Tell whether an exported name is part of the package's interface."""
        if self.visible is None:
            return True
        return name not in self.unshown and (name.partition(".")[0] in self.visible or name in self.visible)

    def own_name(self, needed: str) -> str:
        """Return its name for a name that another file needs: of a namespace, or of the owner of a constant."""
        first, _, rest = needed.partition(".")
        inside = f"{self.space}.{rest if first == _DEFAULT else needed}"
        return next((name for name in (needed, inside, first) if name in self.own), needed)


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
        self._own = {parts_of(path)[0] for path in entries.values()}
        self._left = MOST_CHARACTERS
        self._found: dict[str, Module] = {}
        self._follow(list(entries.values()))
        self._listed = self._name_after_entries(list(entries.values()))
        self._name_after_importers()

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
        work: deque[_Wanted] = deque(_Wanted(path, None, is_handed_on=True) for path in entries)
        for _ in range(_MOST_LOOKS):
            if not work:
                return
            path, wanted, is_handed_on = work.popleft()
            module = self._found.get(path) or self._open(path)
            if module is None or module.visible is None:
                continue
            if wanted is not None and not is_handed_on:
                wanted = set(map(module.own_name, wanted))
            fresh = None if wanted is None else wanted - module.visible
            if is_handed_on:
                module.unshown -= wanted or module.unshown
            if wanted is not None and not fresh:
                continue
            if fresh and not is_handed_on:
                module.unshown |= fresh & module.aliases
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
        shown = list(shown_names(declared))
        module = Module(
            path,
            self._titles.get(path) or self._title(path),
            frozenset(name for name, _ in shown),
            tuple((target, export) for target, export in targets if target and target != path),
            self._needed(path, declared),
            frozenset(name for name, one in shown if not is_telling(declared, one)),
            next((local for local, public in declared.listed.items() if public == _DEFAULT), ""),
            parts=page_parts(declared),
            content=(path.rpartition("/")[2], hash(text)),
        )
        self._found[path] = module
        return module

    def _needed(self, path: str, declared: FileDeclarations) -> dict[str, frozenset[tuple[str, str]]]:
        """Return the bases and the named types of each name of a file, by their files and names."""
        found: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
        every = [*declared.public(), *((one.name, one) for one in types_behind(declared))]
        names_of: defaultdict[str, set[str]] = defaultdict(set)
        for name, one in every:
            names_of[one.name].add(name)
        is_own = parts_of(path)[0] in self._own
        for name, one in every:
            found[name].update(self._bases(path, declared, one))
            for specifier, other in named_types(declared, one) if is_own else ():
                target = self._files.target(specifier, path) if specifier else path
                if target == path:
                    found[name].update((path, public) for public in _nearest(names_of, one.name, other))
                elif target and parts_of(target)[0] in self._own:
                    found[name].add((target, other))
        return {name: frozenset(needed) for name, needed in found.items() if needed}

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
        modules = self._of_one_build([module for path, module in self._found.items() if path not in hidden])
        return [module for module in modules if self.own(module) or (module.path in entries and self.also(module))]

    def _name_after_importers(self) -> None:
        """Give each file that no module specifier imports the title of the first entry point that has its names."""
        entries = [module for _, module in self.entry_points()]
        titles = {module.title for module in entries}
        waiting = {module.path for module in self._listed if module.title not in titles}
        importers: dict[str, str] = {}
        for entry in entries:
            if len(importers) == len(waiting):
                break
            for module, _ in self.handed_on(entry):
                if module.path in waiting:
                    importers.setdefault(module.path, entry.title)
        for path, title in titles_by_import(self._package, importers).items():
            self._found[path].title = title

    def _of_one_build(self, modules: Sequence[Module]) -> list[Module]:
        """Return the modules without those that declare the same again in another folder, as other builds do.

        The modules behind the entry point of the package itself stay.
        """
        main = self._found.get(self._files.entries.get(".", ""))
        kept = {main.path, *(one.path for one in self._behind(main))} if main else set[str]()
        seen = {module.content for module in modules if module.path in kept}
        found: list[Module] = []
        for module in modules:
            if module.path in kept or not module.own or module.content not in seen:
                found.append(module)
            seen.add(module.content)
        return found

    def _title(self, path: str) -> str:
        return module_specifier(self._package, path)


def _nearest(names_of: Mapping[str, set[str]], within: str, name: str) -> set[str]:
    """Return the public names of the type that a declaration names: in its namespace, or in one around it."""
    while within:
        within = within.rpartition(".")[0]
        if found := names_of.get(f"{within}.{name}" if within else name):
            return found
    return set()


def _requests_of(module: Module, wanted: set[str] | None) -> Iterator[_Wanted]:
    """Yield the files and names behind the wanted names of a module: those it hands on, and those that these need."""
    needed: defaultdict[str, set[str]] = defaultdict(set)
    for name in module.needed if wanted is None else module.needed.keys() & wanted:
        for path, other in module.needed[name]:
            needed[path].add(other)
    for path, names in needed.items():
        yield _Wanted(path, None if EVERYTHING in names else names, is_handed_on=False)
    for path, others in _re_exported(module, wanted):
        yield _Wanted(path, others, is_handed_on=True)


def _re_exported(module: Module, wanted: set[str] | None) -> Iterator[tuple[str, set[str] | None]]:
    """Yield the files and names that a module re-exports, of the wanted names."""
    for path, export in module.elsewhere:
        if wanted is None:
            yield path, None if export.names is None else {name for name, _ in export.names}
        elif export.names is None:
            yield path, wanted - module.own
        else:
            yield path, {name for name, public in export.names if public in wanted}
