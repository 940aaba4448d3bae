"""The code of an npm package as the witness for names that its declarations lack."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable

from pro_context_engine.code_checks.typescript.module_definitions import (
    EXPORTS,
    ModuleDefinitions,
    Reference,
    definitions_in,
)
from pro_context_engine.domain.declared_files import CodeFiles

MOST_READ = 20_000_000
"""The maximum number of characters of code that are looked through for a name."""

MOST_FOLLOWED = 1_500_000
"""The maximum number of characters of code whose statements are read, in one package."""

_MOST_STEPS = 500
_OPTIONS = r"(?:args?|conf(?:ig(?:uration)?)?|opts?|options?|params?|props|settings)"


class PackageCode:
    """The code of one package; for one check, in one thread.

    Args:
        files: its modules.
    """

    def __init__(self, files: CodeFiles) -> None:
        self._files = files
        self._left = MOST_FOLLOWED
        self._read: dict[str, ModuleDefinitions | None] = {}

    def exports(self, subpath: str, name: str) -> bool:
        """Tell whether a module exports a name, or has it as a member of its whole export.

        Args:
            subpath: of the module ("." for the package itself).
            name: the name.
        """
        path = self._files.module(subpath, "")
        return path is not None and self._has([(path, EXPORTS)], name)

    def may_have_module(self, subpath: str) -> bool:
        """Tell whether there may be a module at a subpath of the package (`./utils`)."""
        return self._files.may_have(subpath)

    def reads_option(self, name: str) -> bool:
        """Tell whether some module reads a name of an object called options, as `options.name`."""
        read = re.compile(rf"\b{_OPTIONS}\??\.{re.escape(name)}\b(?!\s*\()")
        return any(read.search(self._files.text(path)) for path in self._with(name))

    def lacks_default(self, subpath: str) -> bool:
        """Tell whether the module at a subpath (`.`, `./utils`) surely has no default export."""
        return self._files.lacks_default(subpath)

    def has_member(self, owner: str, name: str) -> bool:
        """Tell whether some module has a class, a function or an object of a name, with a member of another name."""
        if not owner or not self._has_text(name):
            return False
        return self._has(((path, owner) for path in self._with(owner)), name)

    def _has(self, starts: Iterable[tuple[str, str]], name: str) -> bool:
        """Tell whether one of several names in modules, or one whose members they have too, has a member."""
        work = deque(starts)
        seen = set(work)
        for _ in range(_MOST_STEPS):
            if not work:
                return False
            path, owner = work.popleft()
            module = self._definitions(path)
            if module is None:
                continue
            if name in module.members.get(owner, ()):
                return True
            for other in sorted(module.same.get(owner, ())):
                place = self._place(other, path)
                if place is not None and place not in seen:
                    seen.add(place)
                    work.append(place)
        return False

    def _place(self, other: Reference, path: str) -> tuple[str, str] | None:
        if not other.specifier:
            return path, other.name
        module = self._files.module(other.specifier, path)
        return None if module is None else (module, other.name)

    def _definitions(self, path: str) -> ModuleDefinitions | None:
        if path not in self._read:
            text = self._files.text(path)
            self._left -= len(text)
            self._read[path] = definitions_in(text) if self._left >= 0 else None
        return self._read[path]

    def _has_text(self, name: str) -> bool:
        return any(True for _ in self._with(name))

    def _with(self, name: str) -> Iterable[str]:
        """Yield the modules in whose text a name stands."""
        left = MOST_READ
        for path in self._files.paths():
            text = self._files.text(path)
            left -= len(text)
            if left < 0:
                return
            if name in text:
                yield path
