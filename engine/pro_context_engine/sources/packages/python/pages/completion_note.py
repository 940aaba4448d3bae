"""The note on a class's page about the class that it completes."""

from __future__ import annotations

from collections.abc import Callable, Container

import griffe

from pro_context_engine.sources.packages.python.api.class_bases import bases_of, with_bases
from pro_context_engine.sources.packages.python.api.syntax import PackageSyntax
from pro_context_engine.sources.packages.python.completion.completed_classes import are_namesakes
from pro_context_engine.sources.packages.python.parsing.definition import Definition

_MOST_NAMED = 60


def completion_note(
    syntax: PackageSyntax, cls: griffe.Class, own: Container[str], shown: Callable[[Definition], bool]
) -> str:
    """Return a line with the members that a class has of one it completes, "" for none.

    Args:
        syntax: the distribution's modules.
        cls: the class.
        own: the names of the members that its own section has.
        shown: tells whether a member has a heading on the page of its class.
    """
    base = next((one for one in bases_of(syntax, cls) if are_namesakes(one.path, cls.name)), None)
    if base is None:
        return ""
    names = dict[str, None]()
    for owner in with_bases(syntax, base):
        for name, member in owner.members.items():
            if not isinstance(member, Definition):
                continue
            if name not in own and not name.startswith("_") and shown(member):
                names.setdefault(name)
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    listed = ", ".join(f"`{name}`" for name in list(names)[:_MOST_NAMED])
    return f"It completes `{base.path}`, which gives it {listed}{more}." if names else ""
