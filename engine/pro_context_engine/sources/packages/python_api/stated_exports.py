"""The names that the text of a Python module states in a plain `__all__`, found without parsing the module."""

from __future__ import annotations

import re

# A list of plain strings, with comments and line breaks between them.
_SPACE = r"(?:\s|#[^\n]*\n)*"
_STRING = r"""(?:"\w+"|'\w+')"""
_STATED = re.compile(
    rf"^__all__(?: *: *[\w.\[\]]+)? *= *[\[(]({_SPACE}(?:{_STRING}{_SPACE}(?:,{_SPACE}|(?=[\])])))*)[\])] *(?:#.*)?$",
    re.MULTILINE,
)
_NAME = re.compile(r"""#[^\n]*\n|["'](\w+)["']""")


def stated_exports(text: str) -> list[str] | None:
    """Return the names in the only `__all__` of a text, None where it has none or one that must be worked out."""
    if text.count("__all__") != 1:
        return None
    found = _STATED.search(text)
    return list(dict.fromkeys(name for name in _NAME.findall(found[1]) if name)) if found else None
