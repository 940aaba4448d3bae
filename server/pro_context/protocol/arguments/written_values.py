"""The values of arguments as calls write them: a number with its unit, "yes", an address in a link (decision 98)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pro_context.protocol.arguments.library_ids import VERSION_PATTERN
from pro_context.protocol.arguments.wrapped_calls import parsed

_NUMBER = re.compile(r"(-?\d{1,15}|\d{1,3}(?:[,_]\d{3}){1,4})(\.\d{1,15})? ?(k?)(?: ?[a-z]{2,20})?", re.I)
_BOOLEANS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
_EMPTY = ("", "none", "null", "undefined", "nil", "n/a")
_LINK = re.compile(r"\[[^\]]*\]\((\S+?)\)|<(\S+)>")
_BARE_ADDRESS = re.compile(r"(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}/\S*", re.IGNORECASE)
_PAIR = re.compile(rf"({VERSION_PATTERN})(?: ?(?:\.\.\.?|->|→|,) ?| (?:to|and|-) )({VERSION_PATTERN})", re.ASCII)


def number(text: str) -> int | float | None:
    """Return the number that a text is, None for any other text; `3,000`, `3k` and `3000 tokens` are 3000."""
    found = _NUMBER.fullmatch(text.strip())
    if not found:
        return None
    value = float(re.sub("[,_]", "", found[1]) + (found[2] or "")) * (1000 if found[3] else 1)
    return int(value) if value.is_integer() else value


def is_empty(value: Any) -> bool:
    """Tell whether a value says that an argument was left out: an empty text, or a word for no value."""
    return isinstance(value, str) and value.strip().lower() in _EMPTY


def unquoted(text: str) -> str:
    """Return a text without the quotes around it."""
    text = text.strip()
    return text[1:-1] if len(text) > 2 and text[0] == text[-1] and text[0] in "\"'`" else text


def content(value: Any) -> Any:
    """Return the value of an object that has it beside its type, as in a schema; any other value unchanged."""
    if isinstance(value, Mapping) and "value" in value and value.keys() <= {"value", "type", "description"}:
        return value["value"]
    return value


def boolean(value: Any) -> Any:
    """Return true or false for a text or a number that says so, any other value unchanged."""
    return _BOOLEANS.get(str(value).strip().lower(), value) if isinstance(value, str | int) else value


def address(text: str) -> str:
    """Return the URL that a text is: in a Markdown link, in angle brackets, or without its scheme."""
    text = unquoted(text)
    found = _LINK.fullmatch(text)
    bare = next(filter(None, found.groups())) if found else text
    return f"https://{bare}" if _BARE_ADDRESS.fullmatch(bare) else bare


def version_pair(value: Any) -> tuple[str, str] | None:
    """Return the two versions that a list or a text such as `1.10 to 2.7` has, None where they are not two."""
    value = parsed(value) if isinstance(value, str) else value
    if isinstance(value, str):
        found = _PAIR.fullmatch(value.strip())
        return (found[1], found[2]) if found else None
    if isinstance(value, list) and len(value) == 2 and all(isinstance(one, str) for one in value):
        return value[0], value[1]
    return None
