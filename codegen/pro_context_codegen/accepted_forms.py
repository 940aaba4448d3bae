"""The forms, besides other names, in which a call may write an argument, in words for the reference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

_FORMS = {
    "library-id": (
        "`/org/project`, `/org/project/v1.2`, `name@1.2`, `@scope/name`, a repository's address; several with commas"
    ),
    "name": "several with commas",
    "version": "a whole number",
}


def accepted_forms(entry: Mapping[str, Any], argument: str) -> str:
    """Return the other forms of an argument, with code between backticks.

    Args:
        entry: what `accepts` says of the argument.
        argument: its name.
    """
    return "; ".join(_forms(entry, argument))


def _forms(entry: Mapping[str, Any], argument: str) -> Iterator[str]:
    if "form" in entry:
        yield _FORMS[entry["form"]]
    for other, values in entry.get("implies", {}).items():
        yield f"`{other}`, with " + " and ".join(f"`{name}` `{value}`" for name, value in values.items())
    if overflow := entry.get("overflow"):
        kept = "" if overflow == argument else f", and `{overflow}` keeps it"
        yield f"a longer text, of which the questions, errors and names count{kept}"
    if values := entry.get("values"):
        yield ", ".join(f"`{word}` for `{option}`" for word, option in values.items())
    if "beside" in entry:
        yield "an object of an earlier answer"
