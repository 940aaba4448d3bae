"""Exact names: package names, library ids and aliases, each spelling of them a key."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from pro_context_engine.domain.model import Library, MatchedVia
from pro_context_engine.libraries import name_keys

_Positions = dict[str, list[int]]
_SHORTEST_BEGINNING = 6


class ExactNames:
    """The libraries by all their names; a position is the library's index in the given sequence."""

    def __init__(self, libraries: Sequence[Library]) -> None:
        self._libraries = libraries

    def find(self, name: str) -> Iterator[tuple[MatchedVia, list[int]]]:
        """Yield the libraries with this name, step by step in the order of matching (contract `full`, resolve-library).

        Args:
            name: lower case, without version.

        Yields:
            The steps with a hit, with positions: package name, then library id or slug, then alias.
        """
        if packages := self.packages(name):
            yield MatchedVia.PACKAGE_NAME, packages
        if ids := self.ids.get(name):
            yield MatchedVia.LIBRARY_ID, ids
        if aliases := self._aliases.get(name) or self.squeezed.get(name_keys.squeeze(name)):
            yield MatchedVia.ALIAS, aliases

    def packages(self, name: str) -> list[int]:
        """Return the libraries with this package name.

        Args:
            name: an npm name, or a Python name in any spelling; after `npm/` or `pypi/` only of that kind.
        """
        registry, slash, package = name.partition("/")
        key = name_keys.package_key(package if slash and registry == "pypi" else name)
        if slash and registry == "npm":
            return self.npm_packages.get(name_keys.npm_package(package), [])
        if slash and registry == "pypi":
            return self.python_packages.get(key, [])
        npm = self.npm_packages.get(name, []) + self.npm_packages.get(key, [])
        return list(dict.fromkeys(npm + self.python_packages.get(key, [])))

    def with_core(self, name: str) -> list[int]:
        """Return the libraries with this name except for a language affix: `dotenv` finds `python-dotenv`."""
        return self._cores.get(name_keys.core(name), [])

    def with_scope(self, name: str) -> list[int]:
        """Return the libraries that publish in the npm scope of this package name."""
        scope, slash, _ = name.partition("/")
        return self._scopes.get(scope, []) if slash and scope.startswith("@") else []

    def begun(self, name: str) -> list[int]:
        """Return the libraries with packages whose name begins with this one and is at most twice as long."""
        key = name_keys.squeeze(name)
        if len(key) < _SHORTEST_BEGINNING:
            return []
        fitting = (known for known in self.squeezed if known.startswith(key) and len(known) <= 2 * len(key))
        found = (at for known in fitting for at in self.squeezed[known])
        return [at for at in found if self._libraries[at].python_packages or self._libraries[at].npm_packages]

    def positions(self, libraries: Iterable[Library]) -> set[int]:
        """Return the positions of those of these libraries that are known by their id."""
        found = (self.ids.get(library.library_id.lower()) for library in libraries)
        return {positions[0] for positions in found if positions}

    @cached_property
    def ids(self) -> _Positions:
        """Return library ids, slugs and former ids, in lower case; a current id wins over a former one."""
        libraries = list(enumerate(self._libraries))
        former = _by_key((alias, at) for at, library in libraries for alias in library.aliases if "/" in alias)
        own = _by_key((key, at) for at, library in libraries for key in (library.library_id, library.slug))
        return former | own

    @cached_property
    def python_packages(self) -> _Positions:
        """Return Python package names in PEP 503 form."""
        return _by_key((name, at) for at, library in enumerate(self._libraries) for name in library.python_packages)

    @cached_property
    def npm_packages(self) -> _Positions:
        """Return npm package names."""
        return _by_key((name, at) for at, library in enumerate(self._libraries) for name in library.npm_packages)

    @cached_property
    def _aliases(self) -> _Positions:
        return _by_key(
            (alias, position)
            for position, library in enumerate(self._libraries)
            for alias in (library.name, *library.aliases)
        )

    @cached_property
    def squeezed(self) -> _Positions:
        """Return every name without its separators."""
        return _by_key((name_keys.squeeze(name), at) for at, name in self.every_name())

    @cached_property
    def _cores(self) -> _Positions:
        return _by_key((name_keys.core(name), at) for at, name in self.every_name())

    @cached_property
    def _scopes(self) -> _Positions:
        return _by_key((name.partition("/")[0], positions[0]) for name, positions in self.npm_packages.items())

    def every_name(self) -> Iterator[tuple[int, str]]:
        """Yield (position, name) for all package names, ids, slugs, display names and aliases."""
        for at, library in enumerate(self._libraries):
            packages = (*library.python_packages, *library.npm_packages)
            for name in dict.fromkeys((*packages, library.slug, library.name, library.library_id, *library.aliases)):
                yield at, name


def _by_key(pairs: Iterable[tuple[str, int]]) -> _Positions:
    table: defaultdict[str, list[int]] = defaultdict(list)
    for key, position in pairs:
        positions = table[key.lower()]
        if position not in positions:
            positions.append(position)
    table.pop("", None)
    return dict(table)
