"""The function or class that has a parameter, found without the table of a distribution's symbols."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import griffe

from pro_context_engine.domain.symbols import SymbolKind, SymbolPlace
from pro_context_engine.sources.packages.python.api.exports import documenting_place, exported_name, exported_names
from pro_context_engine.sources.packages.python.api.module_values import instance_class
from pro_context_engine.sources.packages.python.api.syntax import PackageSyntax
from pro_context_engine.sources.packages.python.parsing.definition import Definition
from pro_context_engine.sources.packages.python.parsing.parsed_modules import NotAnalysable
from pro_context_engine.sources.packages.python.parsing.public_modules import is_public
from pro_context_engine.sources.packages.python.symbols.definition_scan import DefinitionScan
from pro_context_engine.sources.packages.python.symbols.page_anchors import PageAnchors
from pro_context_engine.sources.packages.symbols.publicness import MEMBER, module_rank

MAX_TRIED = 8
"""The modules that are parsed for one parameter."""

MAX_TAKERS = 50
"""The functions that are compared for one parameter."""


class _Taker(NamedTuple):
    """A function or class that has a parameter; the smallest is the one that a question means.

    Attributes:
        is_vague: whether its docstring does not describe the parameter.
        is_old: whether it is deprecated.
        is_inner: whether the top-level package does not export it, or its class.
        rank: of its module, and of a member.
        page: the module that documents it.
        line: of its definition.
        place: the heading that documents it.
    """

    is_vague: bool
    is_old: bool
    is_inner: bool
    rank: int
    page: str
    line: int
    place: SymbolPlace


class ParameterPlaces:
    """Find the functions and classes that have parameters; used from one thread at a time.

    Args:
        syntax: the distribution's modules.
        scan: the texts of these modules.
        anchors: the addresses of pages and headings.
    """

    def __init__(self, syntax: PackageSyntax, scan: DefinitionScan, anchors: PageAnchors) -> None:
        self._syntax = syntax
        self._scan = scan
        self._anchors = anchors

    def place(self, name: str, *, undescribed: bool) -> SymbolPlace | None:
        """Return the place of the most public function or class with a parameter, None for none.

        Args:
            name: of the parameter.
            undescribed: whether a parameter counts that no docstring describes.
        """
        found = self._scan.find_parameter(name)
        described = _description(name)
        modules = [*found.describing, *(found.taking if undescribed else ())][:MAX_TRIED]
        takers = (taker for module in modules for taker in self._takers(module, name, described))
        counted = [one for one in islice(takers, MAX_TAKERS) if undescribed or not one.is_vague]
        return min(counted).place if counted else None

    def _takers(self, module: str, name: str, described: re.Pattern[str]) -> Iterator[_Taker]:
        """Yield the functions and classes with a parameter that a module exports."""
        try:
            for one in exported_names(self._syntax, module):
                if one.definition is None:
                    continue
                page, heading = documenting_place(self._syntax, module, one.name, one.definition)
                is_inner = exported_name(self._syntax, module.partition(".")[0], one.name) is None
                for inner, function in self._functions(one.definition):
                    text = "\n".join(each.docstring.value for each in (one.definition, function) if each.docstring)
                    is_vague = described.search(text) is None and not _is_annotated(function, name)
                    full = f"{heading}.{inner}" if inner else heading
                    if (is_vague and not _has(function, name)) or not self._anchors.has(page, full):
                        continue
                    rank = module_rank(page) + (MEMBER if inner else 0)
                    path = ".".join(filter(None, (module, one.name, inner)))
                    place = SymbolPlace(path, SymbolKind.METHOD.value, self._anchors.url(page, full), rank)
                    yield _Taker(is_vague, _is_old(function), is_inner, rank, page, function.lineno or 0, place)
        # A malformed module affects its own names only.
        except (NotAnalysable, RecursionError, griffe.GriffeError):
            return

    def _functions(self, definition: Definition) -> Iterator[tuple[str, griffe.Function]]:
        """Yield a function, or the methods of a class or instance, each with its name there, "" for a constructor."""
        made = instance_class(self._syntax, definition)
        if isinstance(definition, griffe.Function):
            yield "", definition
        elif isinstance(owner := made or definition, griffe.Class):
            for name, member in owner.members.items():
                if isinstance(member, griffe.Function) and (is_public(name) or (name == "__init__" and not made)):
                    yield "" if name == "__init__" else name, member


def _has(function: griffe.Function, name: str) -> bool:
    """Tell whether a function, or one of its overloads, has a parameter."""
    return any(name in one.parameters for one in (function, *(function.overloads or ())))


def _is_annotated(function: griffe.Function, name: str) -> bool:
    """Tell whether the annotation of a parameter describes it (PEP 727: `Annotated[str, Doc("…")]`)."""
    return name in function.parameters and "Doc(" in str(function.parameters[name].annotation)


def _is_old(function: griffe.Function) -> bool:
    # `deprecated_params(…)` speaks of single parameters.
    return any(str(one.value).partition("(")[0].rpartition(".")[2] == "deprecated" for one in function.decorators)


def _description(name: str) -> re.Pattern[str]:
    """Return the pattern of a parameter that a docstring describes."""
    word = re.escape(name)
    item = rf"^[ \t]*[*`]*{word}[*`]*[ \t]*(?:\([^)\n]*\)[ \t]*)?:"
    return re.compile(rf":param[ \t][^:\n]{{0,99}}\b{word}\b[^:\n]{{0,99}}:|{item}", re.MULTILINE)
