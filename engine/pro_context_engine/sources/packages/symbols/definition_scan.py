"""The modules of a distribution that may offer a name, found by a scan of their texts; nothing is parsed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from time import monotonic

from pro_context_engine.sources.packages.distribution_files import DistributionFile, FileRefused
from pro_context_engine.sources.packages.python_api.public_modules import ModuleFiles, is_public, reference_modules
from pro_context_engine.sources.packages.symbols.publicness import module_rank

MAX_BYTES = 60_000_000
MAX_MODULES = 6_000
MAX_SECONDS = 1.0
"""The bounds of one scan; the deepest modules are left out."""


@dataclass(slots=True)
class NamedIn:
    """The modules that may offer a name, the most public first.

    Attributes:
        offering: the public modules that define or import the name at any level, or that hold a private module that
            defines it.
        owning: the public modules in which a function within a class has the name.
    """

    offering: list[str] = field(default_factory=list)
    owning: list[str] = field(default_factory=list)


class DefinitionScan:
    """The texts of one distribution's modules, in which names are looked for.

    Args:
        modules: its modules by dotted name.
        read: returns a file's bytes, or raises FileRefused.
        version: its exact version.
    """

    def __init__(
        self, modules: Mapping[str, ModuleFiles], read: Callable[[DistributionFile], bytes], version: str
    ) -> None:
        self._modules = modules
        self._read = read
        self.public = sorted(reference_modules(modules, version), key=lambda name: (module_rank(name), name))
        # A private module counts for the public packages around it.
        self._hidden = sorted((name for name in modules if not is_public(name)), key=lambda name: name.count("."))

    def find(self, names: Collection[str]) -> dict[str, NamedIn]:
        """Return the modules that may offer each of these names; a name is one identifier."""
        found = {name: NamedIn() for name in names}
        patterns = {name: _patterns(name) for name in names}
        public = set(self.public)
        for module, text in self._texts():
            homes = [module] if module in public else [home for home in _around(module) if home in public]
            for name, (level, inner) in patterns.items():
                if name.encode() not in text or not homes:
                    continue
                if level.search(text):
                    found[name].offering += homes
                elif inner.search(text) and module in public:
                    found[name].owning.append(module)
        for one in found.values():
            one.offering = sorted(dict.fromkeys(one.offering), key=lambda module: (module_rank(module), module))
        return found

    def _texts(self) -> Iterator[tuple[str, bytes]]:
        """Yield the texts of the modules, public ones first, until a bound is reached."""
        left, end = MAX_BYTES, monotonic() + MAX_SECONDS
        for name in [*self.public, *self._hidden][:MAX_MODULES]:
            files = self._modules[name]
            for file in filter(None, (files.source, files.stub)):
                try:
                    text = self._read(file)
                except FileRefused:
                    continue
                left -= len(text)
                if left < 0 or monotonic() > end:
                    return
                yield name, text


def _patterns(name: str) -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
    """Return the patterns of a name that a module offers, and of a function within a class."""
    word = re.escape(name).encode()
    level = (
        rb"^(?:class|def|async def)[ \t]+%(n)s\b"
        rb"|^%(n)s[ \t]*(?:=[^=]|:)"
        rb"|^[ \t]*(?:from[ \t]+[\w.]+[ \t]+)?import[ \t][^\n]*\b%(n)s\b"
        rb"|^[ \t]+(?:[\w.]+[ \t]+as[ \t]+)?%(n)s(?:[ \t]+as[ \t]+\w+)?,?[ \t]*(?:#[^\n]*)?$"
    )
    inner = rb"^[ \t]+(?:async[ \t]+)?def[ \t]+%(n)s\b"
    values = {b"n": word}
    return re.compile(level % values, re.MULTILINE), re.compile(inner % values, re.MULTILINE)


def _around(module: str) -> list[str]:
    """Return the packages around a module, the innermost first."""
    parts = module.split(".")
    return [".".join(parts[:cut]) for cut in range(len(parts) - 1, 0, -1)]
