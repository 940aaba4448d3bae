"""The libraries of a call: several in one text or object, and one with its owner or its ecosystem beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pro_context.protocol.arguments.library_ids import in_ecosystem, is_version, library_name, same_library
from pro_context.protocol.arguments.names import ArgumentNames
from pro_context.protocol.arguments.wrapped_calls import folded

OWNERS = ("ecosystem", "owner")
"""The keys of `accepts` with the names that stand beside a library: `ecosystem: npm`, `owner: langchain-ai`."""

_SEPARATORS = re.compile(r"\s*[,;|\n]\s*|\s+(?:and|&)\s+")
_ANY_VERSION = ("*", "latest", "")


def split(item: Any) -> list[Any]:
    """Return the names of a text with commas, semicolons or "and"; any other item alone."""
    if not isinstance(item, str) or item.lstrip().startswith("{") or library_name(item).version:
        return [item]
    bare = item.strip()
    bare = bare[1:-1] if bare.startswith("[") and bare.endswith("]") else bare
    return [part.strip() for part in _SEPARATORS.split(bare) if part.strip()] or [item]


def as_list(
    value: Mapping[str, Any],
    argument: Callable[[str], str | None],
    path: str,
    members: ArgumentNames | None,
    required: Sequence[str],
) -> Any:
    """Return the list of libraries that an object stands for, any other object unchanged.

    Args:
        value: a list in an object (`{"libraryIds": […]}`), or versions by library (`{"httpx": "0.27"}`).
        argument: the published argument of a name.
        path: the argument that takes the list.
        members: the names of the members of its objects, None where its items are texts.
        required: the member of such an object that is the library.
    """
    if len(value) == 1:
        ((name, only),) = value.items()
        if isinstance(only, list) and (argument(name) == path or folded(name) == "items"):
            return only
    if value and all(name.isdecimal() for name in value):
        return list(value.values())
    value = {
        name: one["version"] if isinstance(one, Mapping) and one.keys() == {"version"} else one
        for name, one in value.items()
    }
    is_by_library = all(is_version(version) or version in _ANY_VERSION for version in value.values())
    if not value or members is None or not is_by_library or any(members.of(name) for name in value):
        return value
    return [
        dict.fromkeys(required, name) | ({} if version in _ANY_VERSION else {"version": version})
        for name, version in value.items()
    ]


def pinned_pair(value: Any) -> tuple[str, str, str] | None:
    """Return a library and its two versions for a list of the library with one version and with another."""
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(one, str) for one in value):
        return None
    (one, before), (other, after) = map(library_name, value)
    return (one, before, after) if one == other and before and after else None


def merge(one: Any, other: Any) -> Any:
    """Return the value with the longer name where two values name one library, None where they do not."""
    if isinstance(one, str) and isinstance(other, str):
        return same_library(one, other)
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other) == 1:
        only = merge(one[0], other[0])
        return None if only is None else [only]
    if isinstance(one, dict) and isinstance(other, dict):
        library = merge(one.get("libraryId"), other.get("libraryId"))
        return {**one, "libraryId": library} if library and _rest(one) == _rest(other) else None
    return None


def _rest(item: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in item.items() if name != "libraryId"}


def with_owner(library: Any, kind: str, value: Any) -> Any:
    """Return a library, or each one of a list, with its owner; None where it has another one.

    Args:
        library: an id, an object with it, or a list of either.
        kind: one of `OWNERS`.
        value: the name of the owner or the ecosystem.
    """
    if isinstance(library, list):
        libraries = [with_owner(one, kind, value) for one in library]
        return None if None in libraries else libraries
    if isinstance(library, dict):
        name = with_owner(library.get("libraryId"), kind, value)
        return None if name is None else library | {"libraryId": name}
    if not isinstance(library, str) or not isinstance(value, str):
        return None
    if kind == "ecosystem":
        return in_ecosystem(library, value)
    above, slash, _ = library.partition("/")
    return library if slash and above == value else None if slash else f"{value}/{library}"
