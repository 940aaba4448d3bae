"""The modules of a distribution, parsed one file at a time on request, each with its stub merged in."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import griffe

from pro_context_engine.documents.pages.text import clean
from pro_context_engine.sources.packages.files.distribution_files import DistributionFile, FileRefused
from pro_context_engine.sources.packages.python.parsing.code_size import may_be_parsed
from pro_context_engine.sources.packages.python.parsing.exports_in_texts import explicit_exports, makes_names
from pro_context_engine.sources.packages.python.parsing.public_modules import ModuleFiles
from pro_context_engine.sources.packages.python.parsing.source_warnings import no_source_warnings
from pro_context_engine.sources.packages.python.parsing.stub_merging import (
    adopt_overloads,
    describe_overloaded,
    merge_stub,
)

# griffe logs fragments of the code that it reads, and third-party text stays out of our log.
logging.getLogger("griffe").setLevel(logging.CRITICAL + 1)
log = logging.getLogger("pro_context.sources")

GRAMMAR = "Python " + ".".join(map(str, sys.version_info[:2]))
"""The grammar for sources: griffe uses that of the running interpreter."""


class NotAnalysable(Exception):
    """The module cannot be read as Python; the message has the reason in our own words."""


class NotParsed(NotAnalysable):
    """The module's source is invalid by our grammar: broken, or in newer syntax."""


class ParsedModules:
    """The syntax of a distribution's modules.

    Args:
        modules: the modules by dotted name.
        read: returns a file's text, or raises FileRefused.
        extensions: are given the syntax tree of each module that is parsed.

    Attributes:
        untyped: the modules parsed so far whose stubs could not be parsed.
        lazy: those that make names when they are asked for (`__getattr__`).
        explicit: the names that each imports as themselves (`import x as x`, PEP 484).
        stubbed: the names that only the stub of each defines.
        imported: the paths of imports that a stub replaces with definitions, by the definition's path.
    """

    def __init__(
        self,
        modules: Mapping[str, ModuleFiles],
        read: Callable[[DistributionFile], str],
        extensions: griffe.Extensions,
    ) -> None:
        self._files = modules
        self._read = read
        self._extensions = extensions
        self._modules: dict[str, griffe.Module | NotAnalysable] = {}
        self.untyped: set[str] = set()
        self.lazy: set[str] = set()
        self.explicit: dict[str, frozenset[str]] = {}
        self.stubbed: dict[str, frozenset[str]] = {}
        self.imported: dict[str, str] = {}
        self._warned = False

    def module(self, name: str) -> griffe.Module:
        """Return one module, with its stub merged in.

        Raises:
            NotAnalysable: there is no such module, or its source cannot be parsed.
        """
        if name not in self._modules:
            try:
                self._modules[name] = self._load(name)
            except NotAnalysable as reason:
                self._modules[name] = reason
        parsed = self._modules[name]
        if isinstance(parsed, NotAnalysable):
            raise parsed
        return parsed

    def can_parse(self, name: str) -> bool:
        """Tell whether a module is there and can be parsed."""
        try:
            self.module(name)
        except NotAnalysable:
            return False
        return True

    def _load(self, name: str) -> griffe.Module:
        files = self._files.get(name)
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
        adopt_overloads(module)
        describe_overloaded(module)
        return module

    def _merge_stub(self, name: str, module: griffe.Module, stub: DistributionFile) -> None:
        try:
            parsed = self._parse(name, stub)
            defined = (key for key, member in parsed.members.items() if not isinstance(member, griffe.Alias))
            self.stubbed[name] = frozenset({*defined, *parsed.overloads} - module.members.keys())
            self.imported.update(merge_stub(module, parsed))
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
            self.lazy.add(name)
        self.explicit[name] = self.explicit.get(name, frozenset()) | explicit_exports(text)
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
