"""Which declaration files make up the public interface of a package, and which names of each."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from pro_context_engine.sources.packages.type_declarations.declarations import ReExport, declarations_of
from pro_context_engine.sources.packages.type_declarations.entry_points import declarations_at, stem_of

MOST_FILES = 2_000
MOST_CHARACTERS = 20_000_000
"""So much is read of all files together to find the interface; what is beyond is not listed."""

_MOST_LOOKS = 20_000


@dataclass(slots=True)
class Module:
    """One declaration file of the interface.

    Attributes:
        path: of the file.
        title: what is imported to get it, else its path below the package's name.
        own: names that it declares and exports.
        elsewhere: what it hands on, by paths.
        visible: which of its names are public, None for all.
    """

    path: str
    title: str
    own: frozenset[str]
    elsewhere: tuple[tuple[str, ReExport], ...]
    visible: set[str] | None = field(default_factory=set)

    def shows(self, name: str) -> bool:
        """Tell whether an exported name is part of the package's interface."""
        return self.visible is None or name.partition(".")[0] in self.visible or name in self.visible


class Modules:
    """The modules of a package's interface, entry points first.

    Args:
        package: its name.
        entries: what `entry_points` gave.
        files: paths of the package's files.
        read: gives the text of one, "" if it cannot be read.
    """

    def __init__(
        self, package: str, entries: Mapping[str, str], files: frozenset[str], read: Callable[[str], str]
    ) -> None:
        self._package = package
        self._titles = {path: package + subpath.removeprefix(".") for subpath, path in reversed(list(entries.items()))}
        self._files = files
        self._read = read
        self._left = MOST_CHARACTERS
        self._found: dict[str, Module] = {}
        self._follow(list(entries.values()))

    def __iter__(self) -> Iterator[Module]:
        """Give those that have something of their own to show, or hand something on."""
        return (module for module in self._found.values() if self.own(module) or self.also(module))

    def get(self, path: str) -> Module | None:
        """Return the module of a file, None if it is no part of the interface."""
        return self._found.get(path)

    def own(self, module: Module) -> list[str]:
        """Return the names that a module declares and the package publishes."""
        return [name for name in sorted(module.own) if module.shows(name)]

    def also(self, module: Module) -> dict[str, list[str]]:
        """Return the names that a module hands on, by the titles of the pages that document them."""
        found: dict[str, list[str]] = {}
        seen = {module.path}
        work = deque(self._handed_on(module))
        while work:
            target, names = work.popleft()
            if target.path in seen:
                continue
            seen.add(target.path)
            own = [name for name in self.own(target) if names is None or name in names]
            if own:
                found.setdefault(target.title, own)
            if names is None or set(own) < names:
                work += self._handed_on(target)
        return found

    def _handed_on(self, module: Module) -> Iterator[tuple[Module, set[str] | None]]:
        for path, export in module.elsewhere:
            if path in self._found:
                yield self._found[path], None if export.names is None else {name for name, _ in export.names}

    def _follow(self, entries: list[str]) -> None:
        work: deque[tuple[str, set[str] | None]] = deque((path, None) for path in entries)
        for _ in range(_MOST_LOOKS):
            if not work:
                return
            path, wanted = work.popleft()
            module = self._found.get(path) or self._opened(path)
            if module is None or module.visible is None:
                continue
            fresh = None if wanted is None else wanted - module.visible
            if wanted is not None and not fresh:
                continue
            module.visible = None if fresh is None else module.visible | fresh
            work += _passed_on(module, fresh)

    def _opened(self, path: str) -> Module | None:
        if len(self._found) >= MOST_FILES or self._left <= 0:
            return None
        text = self._read(path)
        self._left -= len(text)
        said = declarations_of(text)
        exports = [*said.elsewhere(), *(ReExport(reference, None) for reference in said.references)]
        targets = ((declarations_at(_joined(path, export.module), self._files), export) for export in exports)
        module = Module(
            path,
            self._titles.get(path) or self._title(path),
            frozenset(name for name, _ in said.public()),
            tuple((target, export) for target, export in targets if target and target != path),
        )
        self._found[path] = module
        return module

    def _title(self, path: str) -> str:
        return f"{self._package}/{stem_of(path).removesuffix('/index')}"


def _passed_on(module: Module, wanted: set[str] | None) -> Iterator[tuple[str, set[str] | None]]:
    """Give the files and names that a module needs for what is wanted of it."""
    for path, export in module.elsewhere:
        if wanted is None:
            yield path, None if export.names is None else {name for name, _ in export.names}
        elif export.names is None:
            yield path, wanted - module.own
        else:
            yield path, {name for name, public in export.names if public in wanted}


def _joined(path: str, specifier: str) -> str:
    """Return what a specifier in a file means within the package, "" outside of it for one that is not relative."""
    return f"{PurePosixPath(path).parent}/{specifier}" if specifier.startswith(".") else "../"
