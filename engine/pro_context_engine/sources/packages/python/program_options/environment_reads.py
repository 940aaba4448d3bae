"""The environment variables that a module reads, each with the text that documents it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import islice

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.python.parsing.attribute_comments import comment_of
from pro_context_engine.sources.packages.python.program_options.module_scans import ParsedModule
from pro_context_engine.sources.packages.python.program_options.written_texts import (
    called_name,
    constants_of,
    keyword,
    text_of,
    value_text,
)

_MAX_NODES = 500_000
_VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_?")
_READERS = frozenset({"get", "pop", "setdefault"})
_WRITES = re.compile(r"set|del|put|patch|remove|write|clear|expand")
# The ends of sentences, paragraphs, list items and underlined headings.
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*])|\n[ \t]*\n|\n[ \t]*(?=[-*+][ \t])|\n[ \t]*[-=~^]{3,}[ \t]*\n")
# Variables of a request by RFC 3875, which functions such as `environ_property` read from a mapping of WSGI.
_OF_A_REQUEST = re.compile(
    r"HTTP_\w+|SERVER_\w+|SCRIPT_NAME|PATH_\w+|QUERY_STRING|REMOTE_\w+|REQUEST_METHOD|CONTENT_\w+|AUTH_TYPE"
)
_LEAST_WORDS = 3
_MAX_TEXT = 1_000
# Variables of the operating system, which every program may read.
_OF_THE_SYSTEM = frozenset(
    {
        *("HOME", "PATH", "PWD", "USER", "USERNAME", "LOGNAME", "SHELL", "TERM", "LANG", "LC_ALL", "TZ", "DISPLAY"),
        *("TMP", "TEMP", "TMPDIR", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "USERPROFILE", "SYSTEMROOT", "WINDIR"),
        *("COMSPEC", "PATHEXT", "EDITOR", "VISUAL", "PAGER", "COLUMNS", "LINES", "CI", "PYTHONPATH"),
    }
)


@value_class
class EnvironmentRead:
    """One place that reads a variable.

    Attributes:
        name: of the variable.
        module: the dotted name of the module that reads it.
        default: as code, "" for none.
        text: the comment at the statement, or the sentences of a docstring that name the variable; "" for none.
        is_set: whether the place sets the variable instead, for the package itself or for processes that it starts.
    """

    name: str
    module: str
    default: str = ""
    text: str = ""
    is_set: bool = False


def environment_reads(module: ParsedModule) -> Iterator[EnvironmentRead]:
    """Yield the reads of environment variables in a module, and the places that set one, in the order of its source."""
    names = constants_of(module.tree)
    imported = _imports_environ(module.tree)
    docstring = ast.get_docstring(module.tree) or ""
    waiting: list[tuple[ast.AST, str, ast.stmt | None]] = [(module.tree, docstring, None)]
    for _ in range(_MAX_NODES):
        if not waiting:
            return
        node, said, statement = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            said = f"{ast.get_docstring(node) or ''}\n\n{docstring}"
        elif isinstance(node, ast.stmt):
            statement = node
        for name, default in _read(node, names, imported=imported):
            if name not in _OF_THE_SYSTEM:
                text = _comment(module, statement) or _sentences(said, name)
                yield EnvironmentRead(name, module.name, value_text(default), text)
        if name := _set(node, names, imported=imported):
            yield EnvironmentRead(name, module.name, is_set=True)
        waiting += [(child, said, statement) for child in reversed(list(ast.iter_child_nodes(node)))]


def _imports_environ(tree: ast.Module) -> bool:
    """Tell whether `environ` is that of the process in a module; in web servers it is the mapping of a request."""
    imports = (one for one in tree.body if isinstance(one, ast.ImportFrom) and one.module == "os")
    return any(alias.name == "environ" and alias.asname is None for one in imports for alias in one.names)


def _is_environment(node: ast.AST | None, *, imported: bool) -> bool:
    """Tell whether an expression is the environment of the process: `os.environ`, or `environ` where it is imported."""
    if isinstance(node, ast.Attribute):
        return node.attr == "environ" and isinstance(node.value, ast.Name) and node.value.id.strip("_") == "os"
    return imported and isinstance(node, ast.Name) and node.id == "environ"


def _read(node: ast.AST, names: dict[str, str], *, imported: bool) -> Iterator[tuple[str, ast.expr | None]]:
    """Yield the variables that an expression reads, each with its default."""
    name: ast.expr | None = None
    default: ast.expr | None = None
    of_request = False
    if (
        isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Load)
        and _is_environment(node.value, imported=imported)
    ):
        name = node.slice
    elif isinstance(node, ast.Call) and node.args:
        made = called_name(node)
        owner = node.func.value if isinstance(node.func, ast.Attribute) else None
        from_environment = made in _READERS and _is_environment(owner, imported=imported)
        named = "env" in made.lower() and not _WRITES.search(made.lower()) and isinstance(node.args[0], ast.Constant)
        if from_environment or made == "getenv" or named:
            name = node.args[0]
            default = node.args[1] if len(node.args) > 1 else keyword(node, "default")
            of_request = "environ" in made.lower()
    written = _variable(name, names)
    if written and not (of_request and _OF_A_REQUEST.fullmatch(written)):
        yield written, default


def _set(node: ast.AST, names: dict[str, str], *, imported: bool) -> str:
    """Return the variable that an expression sets, "" for none."""
    if (
        isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Store)
        and _is_environment(node.value, imported=imported)
    ):
        return _variable(node.slice, names)
    if isinstance(node, ast.Call) and node.args and called_name(node) == "putenv":
        return _variable(node.args[0], names)
    return ""


def _variable(name: ast.expr | None, names: dict[str, str]) -> str:
    """Return the name of a variable that an expression writes out, "" for any other expression."""
    text = text_of(name, names) if isinstance(name, ast.Constant | ast.Name) else None
    return text if text and len(text) <= 100 and _VARIABLE.fullmatch(text) else ""


def _comment(module: ParsedModule, statement: ast.stmt | None) -> str:
    """Return the text of the comment at a statement, "" for none."""
    if statement is None:
        return ""
    return comment_of(module.lines, statement.lineno, statement.end_lineno or statement.lineno)[:_MAX_TEXT]


def _sentences(docstring: str, name: str) -> str:
    """Return the sentences of a docstring that name a variable, at most three."""
    if name not in docstring:
        return ""
    word = re.compile(rf"(?<![\w]){re.escape(name)}(?!\w)")
    found = (" ".join(one.split()) for one in _SENTENCE.split(docstring) if word.search(one))
    told = (one.lstrip("-*+ ") for one in found if len(one) <= _MAX_TEXT and one.count(" ") >= _LEAST_WORDS)
    return " ".join(islice(told, 3))
