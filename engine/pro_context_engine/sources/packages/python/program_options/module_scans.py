"""The modules of a distribution that may define options or fixtures, or read variables, parsed without being run."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.files.distribution_files import DistributionFile, FileRefused
from pro_context_engine.sources.packages.python.parsing.code_size import may_be_parsed
from pro_context_engine.sources.packages.python.parsing.public_modules import ModuleFiles
from pro_context_engine.sources.packages.python.parsing.source_warnings import no_source_warnings

MAX_MODULES = 6_000
MAX_BYTES = 60_000_000
"""The bounds of one scan; the deepest modules are left out."""

MAX_PARSED = 400
"""The maximum number of modules that are parsed for one page."""

_ASIDE = frozenset(
    {"test", "tests", "conftest", "vendor", "vendored", "third_party", "extern", "examples", "benchmarks"}
)


@value_class
class _Mark:
    """A mark of modules of one kind: a pattern, and words of which each match has one, which are found faster."""

    words: tuple[bytes, ...]
    pattern: re.Pattern[bytes]

    def is_in(self, content: bytes) -> bool:
        """Tell whether a module has the mark."""
        return any(word in content for word in self.words) and self.pattern.search(content) is not None


# A variable that is read: its name is written in the call or subscript, and is not assigned to.
_READS_VARIABLE = _Mark(
    (b"getenv", b"environ"),
    re.compile(
        rb"\b(?:getenv|environ\.get|environ\.pop|environ\.setdefault)\([ \t\r\n]*[\"'][A-Z]"
        rb"|\benviron\[[\"'][A-Z][A-Z0-9_]*[\"']\](?![ \t]*=[^=])"
    ),
)
# `environ` may also be the mapping of a request.
_OF_THE_PROCESS = _Mark(
    (b"os.environ", b"getenv", b"from os import"), re.compile(rb"\bos\.environ|\bgetenv|\bfrom os import\b")
)
_DEFINES_OPTION = _Mark(
    (b"add_argument(", b"ption(", b"addini(", b"help"),
    re.compile(rb"add_argument\(|add_?option\(|addini\(|option\(|Option\(|help[ \t]*=[ \t]*[fr\"'(_]"),
)
_DEFINES_FIXTURE = _Mark((b"fixture",), re.compile(rb"^[ \t]*@(?:\w+\.)?fixture\b", re.MULTILINE))
_MAY_READ = _Mark((b"env",), re.compile(rb"environ\b|getenv|env\w*\([ \t\r\n]*[\"'][A-Z]|envvar"))


@value_class
class ParsedModule:
    """A module: its dotted name, its lines, and its syntax tree."""

    name: str
    lines: list[str]
    tree: ast.Module


class ModuleScan:
    """The texts of one distribution's own modules.

    Args:
        modules: its modules by dotted name.
        read: returns a file's bytes, or raises FileRefused.
        text: returns a file's text, or raises FileRefused.
    """

    def __init__(
        self,
        modules: Mapping[str, ModuleFiles],
        read: Callable[[DistributionFile], bytes],
        text: Callable[[DistributionFile], str],
    ) -> None:
        own = (name for name in modules if not _is_aside(name))
        self._names = sorted(own, key=lambda name: (name.count("."), name))[:MAX_MODULES]
        self._modules = modules
        self._read = read
        self._text = text

    def reads_variables(self) -> bool:
        """Tell whether a module reads an environment variable whose name stands in its text."""
        return any(
            _READS_VARIABLE.is_in(content) and _OF_THE_PROCESS.is_in(content) for _, _, content in self._contents()
        )

    def defines_fixtures(self) -> bool:
        """Tell whether a module defines fixtures for tests."""
        return any(_gives_fixtures(name) and _DEFINES_FIXTURE.is_in(content) for name, _, content in self._contents())

    def with_fixtures(self) -> Iterator[ParsedModule]:
        """Yield the modules that define fixtures for tests."""
        return (module for module in self._parsed(_DEFINES_FIXTURE) if _gives_fixtures(module.name))

    def with_options(self) -> Iterator[ParsedModule]:
        """Yield the modules that may define options of commands."""
        return self._parsed(_DEFINES_OPTION)

    def with_variables(self) -> Iterator[ParsedModule]:
        """Yield the modules that may read environment variables."""
        return self._parsed(_MAY_READ)

    def _contents(self) -> Iterator[tuple[str, DistributionFile, bytes]]:
        left = MAX_BYTES
        for name in self._names:
            file = self._modules[name].source
            try:
                content = self._read(file) if file else b""
            except FileRefused:
                continue
            left -= len(content)
            if left < 0:
                return
            if file is not None:
                yield name, file, content

    def _parsed(self, mark: _Mark) -> Iterator[ParsedModule]:
        parsed = 0
        for name, file, content in self._contents():
            if not mark.is_in(content):
                continue
            parsed += 1
            if parsed > MAX_PARSED:
                return
            module = self._module(name, file)
            if module is not None:
                yield module

    def _module(self, name: str, file: DistributionFile) -> ParsedModule | None:
        try:
            text = self._text(file)
            if not may_be_parsed(text):
                return None
            with no_source_warnings():
                tree = ast.parse(text)
        except (FileRefused, SyntaxError, ValueError, RecursionError, MemoryError):
            return None
        return ParsedModule(name, re.split(r"\r\n|\r|\n", text), tree)


def _gives_fixtures(name: str) -> bool:
    """Tell whether the fixtures of a module are for users; those in `pond.testing` are for the package's own tests."""
    return "testing" not in name.split(".")


def _is_aside(name: str) -> bool:
    parts = name.split(".")
    return any(part.strip("_") in _ASIDE or part.startswith("test_") for part in parts)
