"""The forms, besides other names, in which a call may write an argument, in words for the reference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

_FORMS = {
    "library-id": (
        "`/org/project`, `/org/project/v1.2`, `name@1.2`, `@scope/name`, a repository's address; several with commas"
    ),
    "name": "several with commas",
    "version": "a whole number, `name==1.2`",
    "url": "a Markdown link, an address without its scheme",
    "lines": "a list of lines",
}

_BESIDE = {
    "joined": " beside it, put behind it",
    "anchor": " beside it, where the page opens",
    "firstLine": ", the first line from 1",
    "lastLine": ", the last line",
    "words": " as a list of single words",
    "before": " beside another name, which is left out",
    "ecosystem": " beside it, its ecosystem",
    "owner": " beside it, its owner",
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
    for option, names in entry.get("flags", {}).items():
        yield f"`{option}` where " + " or ".join(f"`{name}`" for name in names) + " is true"
    for other, names in entry.get("pair", {}).items():
        yield " or ".join(f"`{name}`" for name in names) + f" with this and `{other}`, such as `1.2 to 2.0`"
    if pinned := entry.get("pinned"):
        yield "a version beside it is " + " or ".join(f"`{name}`" for name in pinned)
    for other, names in entry.get("lineRange", {}).items():
        yield " or ".join(f"`{name}`" for name in names) + f" with this and `{other}`, such as `10-20`"
    for key, told in _BESIDE.items():
        if key in entry:
            yield " or ".join(f"`{name}`" for name in entry[key]) + told
    if overflow := entry.get("overflow"):
        kept = "" if overflow == argument else f", and `{overflow}` keeps it"
        yield f"a longer text, of which the questions, errors and names count{kept}"
    if other := entry.get("firstOf"):
        yield f"the first of `{other}`, where it is not given"
    if values := entry.get("values"):
        yield ", ".join(f"`{word}` for `{option}`" for word, option in values.items())
    if "beside" in entry:
        yield "an object of an earlier answer"
