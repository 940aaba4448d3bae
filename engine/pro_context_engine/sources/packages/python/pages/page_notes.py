"""The parts of a module's page about names that it does not document itself."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.sources.packages.python.api.exports import Elsewhere
from pro_context_engine.sources.packages.python.parsing.parsed_modules import GRAMMAR

_MAX_NAMED = 200
# The list of names that other pages document: names with a text each, then modules, then names of each module.
_MAX_DESCRIBED = 6
_MAX_ELSEWHERE = 6
_MAX_ELSEWHERE_NAMES = 8


def elsewhere_list(names: Sequence[Elsewhere]) -> str:
    """Return the list of the names that other pages document, "" for none; a long one by module and without texts."""
    if not names:
        return ""
    lines = [f"- `{item.name}`: `{item.path}`" + (f" — {item.summary}" if item.summary else "") for item in names]
    if len(names) > _MAX_DESCRIBED:
        by_module: dict[str, list[str]] = {}
        for item in names:
            module, _, own = item.path.rpartition(".")
            known = f"`{item.name}`" if own == item.name or not module else f"`{item.name}` (`{own}`)"
            by_module.setdefault(module or item.path, []).append(known)
        lines = [f"- `{module}`: {_limited(found)}" for module, found in list(by_module.items())[:_MAX_ELSEWHERE]]
        more = len(by_module) - _MAX_ELSEWHERE
        lines += [f"- and {more} more modules"] if more > 0 else []
    return "\n".join(["## Also importable from here", "", *lines])


def _limited(names: Sequence[str]) -> str:
    more = len(names) - _MAX_ELSEWHERE_NAMES
    return ", ".join(names[:_MAX_ELSEWHERE_NAMES]) + (f" and {more} more" if more > 0 else "")


def incomplete_note(lacking: Sequence[str], untyped: Sequence[str]) -> str:
    """Return a note on the modules and stubs that could not be parsed, "" for none."""
    reason = f"not valid {GRAMMAR}, by whose grammar they are read"
    notes = []
    if lacking:
        notes.append(f"What this module takes from {_name_list(lacking)} is not documented: the sources are {reason}.")
    if untyped:
        notes.append(f"Types that stubs declare for {_name_list(untyped)} are left out: the stubs are {reason}.")
    return " ".join(notes)


def _name_list(modules: Sequence[str]) -> str:
    return ", ".join(f"`{module}`" for module in modules[:_MAX_NAMED])


def cut_note(left_out: Sequence[str], limit: int) -> str:
    """Return a note on the sections that a page has no room for, "" for none; `limit` is the page's in characters.

    It names those of the module's own names, and counts those of members.
    """
    if not left_out:
        return ""
    own = [name for name in left_out if "." not in name]
    names = ", ".join(f"`{name}`" for name in own[:_MAX_NAMED])
    names += f" and {len(own) - _MAX_NAMED} more" if len(own) > _MAX_NAMED else ""
    members = f"{len(left_out) - len(own)} members" if len(left_out) > len(own) else ""
    missing = "; ".join(filter(None, [names, members]))
    return f"This page is cut at {limit:,} characters. Published by the module and not shown: {missing}."
