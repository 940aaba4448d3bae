"""Docstrings that calls give to compiled objects: `add_doc("pond", "jump", "…")`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterator, Mapping

import griffe

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.python.completion.constant_texts import ConstantTexts, literal, positional
from pro_context_engine.sources.packages.python.completion.docstring_statements import (
    DocstringStatementReader,
    Value,
)
from pro_context_engine.sources.packages.python.parsing.public_modules import ModuleFiles

# Packages keep the texts of compiled objects in one to four modules.
MAX_TEXT_MODULES = 20
ABOUT_DOCS = re.compile(r"doc(?!k|tor|tr|um)", re.IGNORECASE)
"""The names of functions that deal with docstrings."""

_MAX_CANDIDATES = 20
_MAX_PATH = 600
_TEXT_MODULE = re.compile(r"(?:^|_)(?:new)?doc(?:s|strings?)?(?:_|$)")
# The line that C code puts before a docstring for `inspect.signature`.
_TEXT_SIGNATURE = re.compile(r"\A\s*[\w.]+\([^)]{0,2000}\)[^\n]{0,200}\n--\n+")


@value_class
class DocstringFromCall:
    """A text that a call gives to an object, by the dotted path of that; "" before the dot for an unknown module."""

    path: str
    text: Value
    module: str


class DocstringsFromCalls:
    """The texts that the modules of a distribution give to its objects by calls.

    Args:
        modules: the distribution's modules by dotted name.
        reader: has the statements of the modules parsed so far.
        find: returns the definition that a dotted path means, None for none.
        parse: parses a module, and tells whether it could be.
        texts: reads constant texts.
    """

    def __init__(
        self,
        modules: Mapping[str, ModuleFiles],
        reader: DocstringStatementReader,
        find: Callable[[str, str], griffe.Object | None],
        parse: Callable[[str], bool],
        texts: ConstantTexts,
    ) -> None:
        self._modules = modules
        self._reader = reader
        self._find = find
        self._parse = parse
        self._texts = texts
        self._found: dict[str, list[DocstringFromCall]] | None = None

    def __bool__(self) -> bool:
        """Tell whether there are such texts."""
        return bool(self._all())

    def text(self, definition: griffe.Object) -> str:
        """Return the text that a call gives to a compiled object, "" for none."""
        candidates = self._all().get(definition.name, [])
        for one in candidates[:_MAX_CANDIDATES]:
            if not self._is_meant(one, definition, alone=len(candidates) == 1):
                continue
            text = self._texts.text(one.text, one.module)
            if text and text.strip():
                return _without_call(_TEXT_SIGNATURE.sub("", inspect.cleandoc(text), count=1), definition)
        return ""

    def _is_meant(self, docstring: DocstringFromCall, definition: griffe.Object, *, alone: bool) -> bool:
        owner = docstring.path.rpartition(".")[0]
        if definition.path.partition(".")[0] != docstring.module.partition(".")[0]:
            return False
        if not owner:
            return alone and isinstance(definition.parent, griffe.Module)
        if definition.path == docstring.path:
            return True
        parent = self._find("", owner)
        if parent is None:
            return alone and isinstance(definition.parent, griffe.Module)
        return parent is definition.parent or self._find("", docstring.path) is definition

    def _all(self) -> Mapping[str, list[DocstringFromCall]]:
        if self._found is None:
            # Set first: the modules that are read for it ask again.
            self._found = {}
            self._found = self._gather()
        return self._found

    def _gather(self) -> dict[str, list[DocstringFromCall]]:
        """Return the texts that calls give to objects, by the last name of each."""
        found: dict[str, list[DocstringFromCall]] = {}
        for module in self._text_modules():
            if self._parse(module):
                for call in self._reader.of(module).calls:
                    for docstring in _documenting(call, module):
                        found.setdefault(docstring.path.rpartition(".")[2], []).append(docstring)
        return found

    def _text_modules(self) -> Collection[str]:
        """Return the modules with texts for compiled objects, by their names; none if every module has a source."""
        if all(files.source is not None for files in self._modules.values()):
            return ()
        named = [name for name in self._modules if _TEXT_MODULE.search(name.rpartition(".")[2])]
        return sorted(named, key=lambda name: (name.count("."), name))[:MAX_TEXT_MODULES]


def _documenting(call: griffe.ExprCall, module: str) -> Iterator[DocstringFromCall]:
    """Yield the texts that a call such as `add_newdoc("pond", "Frog", ("jump", "…"))` gives to objects."""
    if not ABOUT_DOCS.search(str(call.function).rpartition(".")[2]):
        return
    *names, text = positional(call)[:4] or [""]
    if not names:
        return
    parts = [literal(one) if isinstance(one, str) else str(one) for one in names]
    path = ".".join(part for part in parts if part)
    if not path or len(path) > _MAX_PATH:
        return
    pairs = text.elements if isinstance(text, griffe.ExprList) else [text]
    for pair in pairs:
        if isinstance(pair, griffe.ExprTuple) and len(pair.elements) == 2:
            member = literal(pair.elements[0]) if isinstance(pair.elements[0], str) else None
            if member:
                yield DocstringFromCall(f"{path}.{member}", pair.elements[1], module)
        else:
            yield DocstringFromCall(path, pair, module)


def _without_call(text: str, definition: griffe.Object) -> str:
    """Return a text without its first paragraph if that is the call of a function whose signature is known."""
    first, _, rest = text.partition("\n\n")
    call = isinstance(definition, griffe.Function | griffe.Class) and re.match(
        rf"(?:[\w.]+\.)?{definition.name}\(", first
    )
    return rest.lstrip() if call and rest.strip() else text
