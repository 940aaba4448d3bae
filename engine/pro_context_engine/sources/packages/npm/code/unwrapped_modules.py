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
_RETURNED = re.compile(rf"^([ \t]{{1,8}})return[ \t]+({_NAME})(?:\.{_NAME})?[ \t]*;?[ \t]*\n(?=\s*\}})", re.M)


def unwrapped_module(source: str) -> tuple[str, str]:
    """Return a module whose exports are filled or made inside of a function as if its lines stood outside of that.

    Also returns the name of the object that such a function returns, "" for none.

    Args:
        source: the text of the module.
    """
    if _AT_TOP.search(source):
        return source, ""
    export = _WRAPPED_EXPORT.search(source)
    makes = _MAKES_EXPORTS.search(source) if not export else None
    *_, returned = [None, *_RETURNED.finditer(source, makes.end())] if makes else [None]
    if returned:
        source = f"{source[: returned.start()]}{returned[1]}module.exports = {returned[2]};\n{source[returned.end() :]}"
    inner = export or returned
    return re.sub(f"^{inner[1]}", "", source, flags=re.M) if inner else source, returned[2] if returned else ""
