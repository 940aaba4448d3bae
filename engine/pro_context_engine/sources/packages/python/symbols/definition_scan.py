"""The modules of a distribution that may offer a name, found by a scan of their texts; nothing is parsed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic

from pro_context_engine.sources.packages.files.distribution_files import DistributionFile, FileRefused
from pro_context_engine.sources.packages.python.parsing.public_modules import ModuleFiles, is_public, reference_modules
from pro_context_engine.sources.packages.symbols.publicness import module_rank

MAX_BYTES = 60_000_000
MAX_MODULES = 6_000
MAX_SECONDS = 1.0
"""The bounds of one scan; the deepest modules are left out."""


# `from starlette.cors import CORSMiddleware as CORSMiddleware` publishes the name.
_HANDED_ON = re.compile(
    rb"^from[ \t]+([A-Za-z_][\w.]*)[ \t]+import[ \t]*(?:\([^()]{0,2000}?|[^\n()]{0,500}?)"
    rb"\b(\w{1,100})[ \t]+as[ \t]+\2\b",
    re.MULTILINE,
)


@dataclass(slots=True)
class NamedIn:
    """The modules that may offer a name, the most public first.

    Attributes:
        offering: the public modules that define or import the name at any level, or that hold a private module that
            defines it.
        owning: the public modules in which a function within a class has the name.
        describing: the public modules in which a text describes a parameter of the name.
        taking: the public modules in which a function may have a parameter of the name.
    """

    offering: list[str] = field(default_factory=list)
    owning: list[str] = field(default_factory=list)
    describing: list[str] = field(default_factory=list)
    taking: list[str] = field(default_factory=list)


class DefinitionScan:
    """The texts of one distribution's modules, in which names are looked for.

    Args:
        modules: its modules by dotted name, those of its dependencies among them where they are asked for by name.
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
            one.offering = _by_rank(one.offering)
        return found

    def find_parameter(self, name: str) -> NamedIn:
        """Return the modules that may describe or take a parameter, those that hand on a foreign module among them."""
        found, public = NamedIn(), set(self.public)
        described, taken = _parameter_patterns(name)
        handed_on: dict[str, list[str]] = {}
        for module, text in self._texts():
            homes = [module] if module in public else [home for home in _around(module) if home in public]
            for target in _HANDED_ON.finditer(text) if homes and b" as " in text else ():
                handed_on.setdefault(target[1].decode(), []).extend(homes)
            _record(found, homes, name, text, described, taken)
        own = {module.partition(".")[0] for module in self._modules}
        foreign = [module for module in handed_on if module.partition(".")[0] not in own]
        for module, text in self._texts(foreign) if foreign else ():
            _record(found, handed_on[module], name, text, described, taken)
        found.describing, found.taking = _by_rank(found.describing), _by_rank(found.taking)
        return found

    def _texts(self, modules: Sequence[str] = ()) -> Iterator[tuple[str, bytes]]:
        """Yield the texts of modules, of the distribution's own where none are given, until a bound is reached.

        The public ones of the distribution come first.
        """
        left, end = MAX_BYTES, monotonic() + MAX_SECONDS
        for name in (modules or [*self.public, *self._hidden])[:MAX_MODULES]:
            files = self._modules.get(name)
            for file in filter(None, (files.source, files.stub) if files else ()):
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


def _parameter_patterns(name: str) -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
    """Return the patterns of a parameter that a docstring describes, and of one that a function may have."""
    values = {b"n": re.escape(name).encode()}
    described = (
        rb":param[ \t][^:\n]{0,99}\b%(n)s\b[^:\n]{0,99}:|^[ \t]+[*`]*%(n)s[*`]*[ \t]*(?:\([^)\n]*\)[ \t]*)?:(?:[ \t]|$)"
    )
    taken = rb"^[ \t]+%(n)s[ \t]*[:=,]|\bdef\b[^\n]{0,999}?[(,][ \t]*%(n)s[ \t]*[:=,)]"
    return re.compile(described % values, re.MULTILINE), re.compile(taken % values, re.MULTILINE)


def _record(
    found: NamedIn,
    homes: Sequence[str],
    name: str,
    text: bytes,
    described: re.Pattern[bytes],
    taken: re.Pattern[bytes],
) -> None:
    """Record the public modules around a text that describes a parameter, or that has a function with it."""
    if homes and name.encode() in text:
        if described.search(text):
            found.describing += homes
        elif taken.search(text):
            found.taking += homes


def _by_rank(modules: Sequence[str]) -> list[str]:
    return sorted(dict.fromkeys(modules), key=lambda module: (module_rank(module), module))


def _around(module: str) -> list[str]:
    """Return the packages around a module, the innermost first."""
    parts = module.split(".")
    return [".".join(parts[:cut]) for cut in range(len(parts) - 1, 0, -1)]
