"""The members of types of the platform: ECMAScript, the web, and Node.js."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

_FILE = "platform_members.txt"


def platform_members(name: str) -> dict[str, bool] | None:
    """Return the members of a type of the platform, each with whether it may be called, None for an unknown type.

    Args:
        name: the name of a global type (`Promise`), or the module and the name there (`http.IncomingMessage`).
    """
    return _every().get(name.removeprefix("node:"))


def is_of_platform(name: str) -> bool:
    """Tell whether any of the types has a member."""
    return any(name in members for members in _every().values())


@cache
def _every() -> dict[str, dict[str, bool]]:
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for line in files(__package__).joinpath(_FILE).read_text("utf-8").splitlines():
        name, *members = line.split()
        if name != "#":
            base = members[0][1:] if members and members[0].startswith("<") else ""
            found[name] = (base, frozenset(members[bool(base) :]))
    return {name: _with_bases(name, found) for name in found}


def _with_bases(name: str, found: dict[str, tuple[str, frozenset[str]]]) -> dict[str, bool]:
    members = frozenset[str]()
    while name:
        name, own = found[name]
        members |= own
    return {one.removesuffix("="): not one.endswith("=") for one in sorted(members)}
