"""Cython modules as Python: the classes and functions that Python code can use, with their docstrings.

Many extension modules have no stub, and their distribution ships the Cython source that they were compiled from. Only
what a reader of documentation sees is kept: headers, docstrings, attributes, imports and assignments. Bodies of
functions, and all that Cython hides from Python (`cdef` functions, types of C), are left out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from keyword import iskeyword

from pro_context_engine.sources.packages.python.parsing.cython_statements import (
    CythonStatement,
    closing_bracket,
    split_outside,
    statement_tree,
)
from pro_context_engine.sources.packages.python.parsing.source_warnings import no_source_warnings

_INCLUDE = re.compile(r"[ \t]*include[ \t]+[\"']([\w./-]{1,200})[\"']")
_CLASS = re.compile(r"(?:cdef[ \t]+(?:public[ \t]+|api[ \t]+)?)?class[ \t]+(\w+)[ \t]*(?:\(([^()]*)\))?[^:]*:")
_ENUM = re.compile(r"cpdef[ \t]+enum[ \t]+(?:class[ \t]+)?(\w+)[^:]*:")
_FUNCTION = re.compile(r"(?:(async[ \t]+)?def|cpdef\b[^(\n]{0,200}?)[ \t]+(\w+)[ \t]*\(")
_RETURNS = re.compile(r"[ \t]*->([^:]+):")
_PROPERTY = re.compile(r"property[ \t]+(\w+)[ \t]*:")
_ATTRIBUTE = re.compile(r"cdef[ \t]+(?:public|readonly)[ \t]+(.+)", re.DOTALL)
_TRANSPARENT = re.compile(r"(?:if|elif|else|try|except|finally|with|IF|ELIF|ELSE)\b")
_HIDDEN = re.compile(r"(?:cdef|cpdef|ctypedef|cimport|DEF|include)\b|from\b[^\n]*\bcimport\b")
_IMPORT = re.compile(r"(?:from|import)\b")
_ASSIGNED = re.compile(r"([A-Za-z_]\w*)[ \t]*(?::[^=]*)?=(?!=)")
# What a function of Cython returns: an object of a class, or of no stated type.
_HELPER = re.compile(r"cdef[ \t]+(?:(?:inline|public|api)[ \t]+){0,3}(_?[A-Z]\w*)[ \t]+(\w+)[ \t]*\(")
_RETURNED = re.compile(r"return[ \t]+(\w+)[ \t]*\(")
_DOCSTRING = re.compile(r"[rRuU]?[\"']")
_LAST_NAME = re.compile(r"([A-Za-z_]\w{0,200})[ \t]*$")
_NOT_NONE = re.compile(r"(?<=[^ \t])[ \t]+(?:not|or)[ \t]+None[ \t]*$")

_PYTHON_TYPES = {
    **dict.fromkeys(("bint",), "bool"),
    **dict.fromkeys(("double", "float"), "float"),
    **dict.fromkeys(("int", "long", "short", "size_t", "ssize_t", "Py_ssize_t", "unsigned"), "int"),
    **dict.fromkeys((f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)), "int"),
    **dict.fromkeys(("unicode",), "str"),
    **{name: name for name in ("bool", "bytearray", "bytes", "dict", "frozenset", "list", "set", "str", "tuple")},
}


def included_files(text: str) -> list[str]:
    """Return the paths of the files that a Cython source includes, as they are written."""
    return [found[1] for line in text.split("\n") if (found := _INCLUDE.match(line))]


def python_source(text: str) -> str:
    """Return a Cython source as Python.

    Args:
        text: of the module, followed by the texts that it includes.
    """
    tree = statement_tree(text)
    made = {found[2]: found[1] for one in tree if (found := _HELPER.match(one.code))}
    made |= {found[1]: found[1] for one in tree if (found := _CLASS.match(one.code))}
    return "\n".join(_lines(tree, "", "", made))


def _lines(block: Sequence[CythonStatement], pad: str, owner: str, made: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of Python for a module, or for the class `owner`.

    Args:
        block: the statements.
        pad: the indentation of the lines.
        owner: the name of the class, "" for a module.
        made: the class of the object that is returned, by the name of the class or hidden function.
    """
    decorators: list[str] = []
    for number, one in enumerate(block):
        code = one.code
        if code.startswith("@"):
            decorators.append(code)
            continue
        if (found := _CLASS.match(code)) and _is_name(found[1]):
            bases = found[2] if found[2] and _parses(f"f({found[2]})") else ""
            yield from (f"{pad}{line}" for line in decorators if _is_of_python(line))
            yield f"{pad}class {found[1]}({bases}):"
            yield from _class_body(one, pad, found[1], made)
        elif (found := _ENUM.match(code)) and _is_name(found[1]):
            yield f"{pad}class {found[1]}:"
            yield from [f"{pad}    {name} = ..." for name in _enumerated(one)] or [f"{pad}    ..."]
        elif (found := _FUNCTION.match(code)) and _is_name(found[2]):
            yield from (f"{pad}{line}" for line in decorators if _is_of_python(line))
            name = _initialiser(found[2], block)
            yield f"{pad}{found[1] or ''}def {name}{_signature(code, found.end(), _made(one.block, made))}:"
            yield from _function_body(one.block, pad, name)
        elif (found := _PROPERTY.match(code)) and _is_name(found[1]):
            yield from _property(one, pad, found[1])
        elif owner and (found := _ATTRIBUTE.match(code)):
            yield from (f"{pad}{line}" for line in _attributes(found[1]))
        elif _TRANSPARENT.match(code):
            yield from _lines(one.block, pad, owner, made)
        else:
            yield from (f"{pad}{line}" for line in _plain(code, is_first=number == 0 and not owner))
        decorators = []


def _class_body(statement: CythonStatement, pad: str, name: str, made: Mapping[str, str]) -> Iterator[str]:
    block = statement.block
    text = _docstring(block, name)
    if text:
        yield f"{pad}    {text!r}"
    yield from _lines([one for one in block if "__dealloc__" not in one.code], f"{pad}    ", name, made)
    yield f"{pad}    ..."


def _function_body(block: Sequence[CythonStatement], pad: str, name: str) -> Iterator[str]:
    text = _docstring(block, name)
    yield f"{pad}    {text!r}" if text else f"{pad}    ..."


def _property(statement: CythonStatement, pad: str, name: str) -> Iterator[str]:
    """Yield a property in the old form of Cython, whose docstring stands beside its functions."""
    getter = next((one for one in statement.block if "__get__" in one.code), None)
    text = _docstring(statement.block, name) or (_docstring(getter.block, name) if getter else "")
    yield from (f"{pad}@property", f"{pad}def {name}(self):", f"{pad}    {text!r}" if text else f"{pad}    ...")


def _attributes(declared: str) -> Iterator[str]:
    """Yield the attributes of a declaration such as `object name, other`."""
    typed = ""
    for part in split_outside(declared, ","):
        if (found := _LAST_NAME.search(part.partition("=")[0])) and _is_name(found[1]):
            typed = part[: found.start()].strip() or typed
            yield f"{found[1]}: {_python_type(typed) or 'object'}"


def _plain(code: str, *, is_first: bool) -> Iterator[str]:
    """Yield an import, an assignment or the docstring of a module; nothing for any other statement."""
    if _HIDDEN.match(code):
        return
    if is_first and _DOCSTRING.match(code) and _parses(code):
        yield code
    elif _IMPORT.match(code):
        if _parses(code, "exec"):
            yield code
    elif (found := _ASSIGNED.match(code)) and _is_name(found[1]):
        yield code if _parses(code, "exec") else f"{found[1]} = ..."


def _docstring(block: Sequence[CythonStatement], name: str) -> str:
    """Return the docstring of a block without the signature that many Cython docstrings begin with."""
    code = block[0].code if block else ""
    if not _DOCSTRING.match(code):
        return ""
    try:
        with no_source_warnings():
            value = ast.literal_eval(code)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return ""
    text = value if isinstance(value, str) else ""
    if text.lstrip().startswith((f"{name}(", f"{name.lstrip('_')}(")):
        text = re.split(r"\n[ \t]*\n", text, maxsplit=1)[-1] if re.search(r"\n[ \t]*\n", text) else ""
    return text


def _made(block: Sequence[CythonStatement], made: Mapping[str, str]) -> str:
    """Return the class of the object that a function returns, "" where its returns do not name one."""
    found = set[str]()
    waiting = list(block)
    while waiting:
        one = waiting.pop()
        waiting += one.block
        called = _RETURNED.match(one.code)
        if called and closing_bracket(one.code, called.end()) == len(one.code) - 1:
            found.add(made.get(called[1], ""))
        elif one.code.startswith("return ") and one.code != "return None":
            found.add("")
    return found.pop() if len(found) == 1 else ""


def _signature(code: str, start: int, made: str) -> str:
    """Return the parameters of a function and its return type, without types of C.

    Args:
        code: the statement.
        start: where its parameters begin.
        made: the class of the returned object if the function does not state it.
    """
    end = closing_bracket(code, start)
    parameters = ", ".join(filter(None, map(_parameter, split_outside(code[start:end], ","))))
    stated = _RETURNS.match(code, end + 1)
    returned = stated[1].strip() if stated else made
    signature = f"({parameters}) -> {returned}" if returned else f"({parameters})"
    for possible in (signature, f"({parameters})"):
        if _parses(f"def f{possible}: ...", "exec"):
            return possible
    return "(*args, **kwargs)"


def _parameter(written: str) -> str:
    """Return a parameter, its type only where that is one of Python or a class."""
    left, *defaults = split_outside(written.strip(), "=")
    left = left.strip()
    if not left or left[0] in "*/":
        return written.strip()
    default = "=".join(defaults).strip()
    if default and not _parses(default):
        default = "..."
    name, _, annotation = left.partition(":")
    if annotation and _parses(annotation.strip()) and name.strip().isidentifier():
        typed = annotation.strip()
    else:
        found = _LAST_NAME.search(_NOT_NONE.sub("", left))
        if found is None:
            return written.strip()
        name, typed = found[1], _python_type(left[: found.start()].strip())
    shown = f"{name.strip()}: {typed}" if typed else name.strip()
    return f"{shown} = {default}" if default and typed else f"{shown}={default}" if default else shown


def _python_type(typed: str) -> str:
    """Return the type of Python for one of Cython, "" for a type of C that Python does not know."""
    words = typed.replace("const ", "").split()
    if len(words) > 1 and all(word in _PYTHON_TYPES for word in words):
        return _PYTHON_TYPES[words[0]]
    if len(words) != 1:
        return ""
    if words[0] in _PYTHON_TYPES:
        return _PYTHON_TYPES[words[0]]
    return words[0] if re.fullmatch(r"_?[A-Z]\w*", words[0]) else ""


def _initialiser(name: str, block: Sequence[CythonStatement]) -> str:
    """Return the name of a method, `__init__` for the `__cinit__` of a class that has no other."""
    is_alone = name == "__cinit__" and not any(one.code.startswith("def __init__") for one in block)
    return "__init__" if is_alone else name


def _enumerated(statement: CythonStatement) -> list[str]:
    parts = [part for one in statement.block for part in one.code.split(",")]
    names = [part.partition("=")[0].strip() for part in parts]
    return list(filter(_is_name, names))


def _is_name(name: str) -> bool:
    return name.isidentifier() and not iskeyword(name)


def _is_of_python(decorator: str) -> bool:
    return not decorator.startswith("@cython.") and _parses(decorator[1:])


def _parses(code: str, mode: str = "eval") -> bool:
    try:
        with no_source_warnings():
            compile(code, "<cython>", mode, ast.PyCF_ONLY_AST, dont_inherit=True)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    return True
