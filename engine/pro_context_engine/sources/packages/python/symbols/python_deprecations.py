"""The deprecation of a Python object: a decorator, a directive or first words of its docstring, a warning it gives."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any

import griffe

from pro_context_engine.domain.symbols import SymbolDeprecation
from pro_context_engine.sources.packages.python.docstrings.deprecation_notes import deprecates_definition
from pro_context_engine.sources.packages.python.symbols.call_signatures import argument, first_argument

_DIRECTIVE = re.compile(
    r"^\.\. deprecated::[ \t]*([^\s:]*)[ \t]*([^\n]*(?:\n[ \t]+[^\n]*)*(?:\n[ \t]*\n(?=[ \t]+\S)[ \t]+[^\n]*)?)",
    re.MULTILINE,
)
_FIRST_WORDS = re.compile(r"\A\s*[*_\[(]*(?:this \w+ is )?deprecated\b", re.IGNORECASE)
_SINCE = re.compile(r"\b(?:since|in|as of)\s+(?:version\s+|v)?\**(\d[\w.]*\w|\d)", re.IGNORECASE)
_QUOTED = r"(?::[\w:]+:)?[`'\"]{1,2}[~.]*([A-Za-z_][\w.]*)(?:\([^`'\"]*\))?[`'\"]"
_REPLACEMENTS = (
    re.compile(
        rf"\b(?:use|using|replaced (?:by|with)|favou?r of|prefer|see)\s+(?:the\s+)?(?:\w+\s+)?{_QUOTED}", re.IGNORECASE
    ),
    re.compile(rf"{_QUOTED}\s+instead", re.IGNORECASE),
    re.compile(r"\buse\s+([A-Za-z_]\w*(?:\.\w+)+|[A-Za-z_]\w*(?=\())(?:\(\))?", re.IGNORECASE),
)
_ABOUT_A_USE = re.compile(r"arg|param|kw|keyword|positional|option|instance", re.IGNORECASE)
_WARNINGS = ("DeprecationWarning", "PendingDeprecationWarning", "FutureWarning")
# A docstring says in its first lines that the object is deprecated.
_MAX_READ = 4_000
_MAX_REASON = 300
_MAX_NAME = 200


def deprecation_of(definition: griffe.Object, warned: Mapping[int, str]) -> SymbolDeprecation | None:
    """Return the deprecation of an object, None if nothing says that it is deprecated.

    Args:
        definition: a function, class, attribute or module.
        warned: the deprecation warnings of its module's functions by line, see `WarningReader`.
    """
    decorated = _decorated(definition)
    if decorated is not None:
        return decorated
    docstring = definition.docstring.value[:_MAX_READ] if definition.docstring else ""
    documented = _documented(docstring, definition.name)
    if documented is not None:
        return documented
    message = warned.get(definition.lineno or 0)
    return None if message is None else _deprecation(message)


class WarningReader(griffe.Extension):
    """Keeps the message of each function or class that always warns of its deprecation, while modules are parsed."""

    def __init__(self) -> None:
        """Begin without modules."""
        self._by_module: dict[str, dict[int, str]] = {}

    def of(self, module: str) -> Mapping[int, str]:
        """Return the messages of a module that was parsed, by the line of the head of the function or class."""
        return self._by_module.get(module, {})

    def on_module_members(self, *, node: Any, mod: griffe.Module, agent: Any, **_: Any) -> None:
        """Find the messages of a module; one that does not name a deprecation warning has none."""
        if any(name in agent.code for name in _WARNINGS):
            self._by_module.setdefault(mod.path, dict(_warned(node)))


def _warned(tree: ast.AST) -> Iterator[tuple[int, str]]:
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            message = _message(node.body)
            if message is not None:
                yield _first_line(node), message
        elif isinstance(node, ast.Module | ast.ClassDef | ast.If | ast.Try):
            waiting += node.body
        if isinstance(node, ast.ClassDef):
            made = (one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__")
            message = next((text for one in made if (text := _message(one.body)) is not None), None)
            if message is not None:
                yield _first_line(node), message


def _first_line(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _message(body: list[ast.stmt]) -> str | None:
    """Return the message of a warning that the body gives in any case; others are about arguments."""
    for statement in body:
        if isinstance(statement, ast.Return | ast.Raise):
            return None
        call = statement.value if isinstance(statement, ast.Expr) else None
        if isinstance(call, ast.Call) and _is_warning(call):
            return _text(call.args[0]) if call.args else ""
    return None


def _is_warning(call: ast.Call) -> bool:
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if name not in {"warn", "warn_explicit"}:
        return False
    values = [*call.args[1:], *(keyword.value for keyword in call.keywords)]
    first = call.args[0].func if call.args and isinstance(call.args[0], ast.Call) else None
    return any(isinstance(value, ast.Name) and value.id in _WARNINGS for value in [*values, first])


def _text(node: ast.expr) -> str:
    """Return the constant parts of a message."""
    parts = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return " ".join(" ".join(parts).split())


def _decorated(definition: griffe.Object) -> SymbolDeprecation | None:
    if not isinstance(definition, griffe.Function | griffe.Class):
        return None
    for decorator in definition.decorators:
        value = decorator.value
        name = str(value.function if isinstance(value, griffe.ExprCall) else value).rpartition(".")[2].lower()
        if not name.startswith("deprecat") or _ABOUT_A_USE.search(name):
            continue
        reason = argument(value, "reason") or argument(value, "message") or first_argument(value) or ""
        since = _unquoted(argument(value, "version") or argument(value, "since") or "")
        replacement = _unquoted(argument(value, "alternative") or argument(value, "replacement") or "")
        made = _deprecation(_unquoted(reason))
        return SymbolDeprecation(since or made.since, made.reason, replacement[:_MAX_NAME] or made.replacement)
    return None


def _documented(docstring: str, name: str) -> SymbolDeprecation | None:
    directive = _DIRECTIVE.search(docstring)
    if directive and deprecates_definition(directive[2], name):
        made = _deprecation(directive[2])
        return SymbolDeprecation(directive[1].strip("."), made.reason, made.replacement)
    if _FIRST_WORDS.match(docstring):
        return _deprecation(docstring.strip().split("\n\n")[0])
    return None


def _deprecation(text: str) -> SymbolDeprecation:
    reason = " ".join(text[:_MAX_READ].split())
    since = _SINCE.search(reason)
    named = next((found for pattern in _REPLACEMENTS if (found := pattern.search(reason))), None)
    replacement = named[1].strip(".")[:_MAX_NAME] if named else ""
    return SymbolDeprecation(since[1] if since else "", reason[:_MAX_REASON], replacement)


def _unquoted(literal: str) -> str:
    """Return the text of string literals, "" for another expression."""
    try:
        value = ast.literal_eval(literal)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return ""
    return value if isinstance(value, str) else ""
