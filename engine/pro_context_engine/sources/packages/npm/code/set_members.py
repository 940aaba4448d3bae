"""Calls in a JavaScript module that give members to the instances of a function: `extend(Otter.prototype, { … })`."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NAME = r"[A-Za-z_$][\w$]*"
_PATH = rf"{_NAME}(?:\.{_NAME}){{0,3}}"
# The object may be that of another call, which adds the members of a parent: `define(Otter, extend(Animal, {`.
_CALL = re.compile(
    rf"(?P<callee>{_PATH})\([ \t]*(?P<arguments>{_PATH}(?:,[ \t]*{_PATH}){{0,3}}),[ \t]*"
    rf"(?:{_PATH}\([ \t]*{_PATH},[ \t]*)?\{{[ \t]*$",
    re.M,
)
_PROTOTYPE = ".prototype"
_SETTERS = frozenset({"assign", "defineProperties", "extend", "merge", "mixin"})
_FUNCTION = re.compile(
    rf"^(?:export[ \t]+)?function[ \t]+(?P<name>{_NAME})[ \t]*\((?P<parameters>[\w$, \t]{{1,200}})\)[^\n]*"
    r"(?P<body>(?:\n[ \t][^\n]{0,200}){1,10})",
    re.M,
)
_GIVEN = re.compile(rf"\b({_NAME})\.prototype[ \t]*=(?!=)")


class SetMembers:
    """The calls of one module that give members.

    Args:
        source: its text.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._given = {
            found["name"]: _given_parameters(found["parameters"], found["body"])
            for found in _FUNCTION.finditer(source)
            if _PROTOTYPE in found["body"]
        }

    def owners(self, at: int) -> Sequence[str]:
        """Return the functions whose instances have the members of the object in the call at a position.

        The call names a prototype, or it calls a function of the module that sets those of its parameters.
        """
        call = _CALL.match(self._source, at)
        if call is None:
            return ()
        arguments = [one.strip() for one in call["arguments"].split(",")]
        if arguments[0].endswith(_PROTOTYPE):
            is_setter = call["callee"].rpartition(".")[2] in _SETTERS
            return (arguments[0].removesuffix(_PROTOTYPE),) if is_setter else ()
        return [arguments[place] for place in self._given.get(call["callee"], ()) if place < len(arguments)]


def _given_parameters(parameters: str, body: str) -> Sequence[int]:
    """Return the places of the parameters whose prototypes a function sets."""
    names = [one.strip() for one in parameters.split(",")]
    given = set(_GIVEN.findall(body))
    return [place for place, name in enumerate(names) if name in given]
