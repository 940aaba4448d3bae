"""JavaScript modules that stand inside of a function, as if their lines stood outside of it."""

from __future__ import annotations

import re

_NAME = r"[A-Za-z_$][\w$]*"
_AT_TOP = re.compile(
    r"^(?:export\b|(?:module\.)?exports\b|(?:async[ \t]+function|class|const|function|let|var)\b)", re.M
)
_WRAPPED_EXPORT = re.compile(rf"^([ \t]{{1,8}})exports\.{_NAME}[ \t]*=[ \t]*{_NAME};?[ \t]*$", re.M)
# What a factory that takes `exports` or makes them returns at its end.
_MAKES_EXPORTS = re.compile(rf"\bmodule\.exports[ \t]*=[ \t]*(?:exports[ \t]*=[ \t]*)?{_NAME}\(")
_RETURNED = re.compile(rf"^([ \t]{{1,8}})return[ \t]+(?P<name>{_NAME})(?:\.{_NAME})?[ \t]*;?[ \t]*\n(?=\s*\}})", re.M)
# A function that a factory returns, and the exports that stand in a condition: `if (module) module.exports = dive`.
_RETURNED_FUNCTION = re.compile(r"^([ \t]{1,8})return[ \t]+(?=(?:async[ \t]+)?function\b)", re.M)
_EXPORTS = re.compile(
    rf"^(?P<indent>[ \t]{{1,16}})\(?(?:exports[ \t]*=[ \t]*)?\w{{1,40}}\.exports(?P<member>\.{_NAME})?[ \t]*=[ \t]*"
    rf"(?:exports[ \t]*=[ \t]*)?(?:(?P<name>{_NAME})(?=[ \t]*(?:[;)]|//|$))|\{{)",
    re.M,
)
# Names whose values stand in the module, and other variables.
_STATEMENT = re.compile(
    rf"^([ \t]{{1,8}})(?:(?:(?:async[ \t]+)?function[ \t]*\*?|class)[ \t]+(?P<name>{_NAME})"
    rf"|(?:const|let|var)[ \t]+"
    rf"(?:(?P<variable>{_NAME})[ \t]*=[ \t]*(?=(?:async|function|class)\b|\{{|\((?!function)))?)",
    re.M,
)


def unwrapped_module(source: str) -> tuple[str, str]:
    """Return a module whose exports are filled or made inside of a function as if its lines stood outside of that.

    Also returns the name of the object that such a function returns, "" for none.

    Args:
        source: the text of the module.
    """
    if _AT_TOP.search(source):
        return source, ""
    if export := _WRAPPED_EXPORT.search(source):
        return _without_indent(source, export[1]), ""
    makes = _MAKES_EXPORTS.search(source)
    returned = _with_returned(source, makes.end()) if makes else None
    return returned or (_with_named_exports(source), "")


def _with_returned(source: str, factory: int) -> tuple[str, str] | None:
    """Return a module whose exports are the object or the function that a factory returns, and the object's name.

    Returns None if the factory returns neither.

    Args:
        source: the text of the module.
        factory: the position behind the call of the factory.
    """
    found = [*_RETURNED.finditer(source, factory), *_RETURNED_FUNCTION.finditer(source, factory)]
    depth = min((len(one[1]) for one in found), default=0)
    if not found or any(len(one[1]) < depth for one in _STATEMENT.finditer(source, factory)):
        return None
    last = max((one for one in found if len(one[1]) == depth), key=re.Match.start)
    name = last["name"] if "name" in last.re.groupindex else ""
    value = f"{name};\n" if name else ""
    source = f"{source[: last.start()]}{last[1]}module.exports = {value}{source[last.end() :]}"
    return _without_indent(source, last[1]), name


def _with_named_exports(source: str) -> str:
    """Return a module whose exports are an object, or a name of a statement, perhaps on a condition."""
    statements = [*_STATEMENT.finditer(source)]
    indent = min((one[1] for one in statements), key=len, default="")
    names = {one["name"] or one["variable"] for one in statements if one[1] == indent} - {None}
    exports = [*_EXPORTS.finditer(source)]
    named = [f"module.exports{one['member'] or ''} = {one['name']};" for one in exports if one["name"] in names]
    if not named and not any(one["name"] is None and one["indent"] == indent for one in exports):
        return source
    return "\n".join([_without_indent(source, indent), *dict.fromkeys(named), ""])


def _without_indent(source: str, indent: str) -> str:
    return re.sub(f"^{indent}", "", source, flags=re.M)
