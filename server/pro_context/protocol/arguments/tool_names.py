"""The names in the calls of one tool: of its arguments, of the members of objects, and of hints at an argument.

`accepts` in the tool's YAML lists them (decisions 60, 98 and 116). A hint is no argument, but says something of one:
`exact: true` sets `match`, `owner: acme` completes the library, `startLine: 10` is an offset of 9.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pro_context.protocol.arguments import named_libraries
from pro_context.protocol.arguments.names import ArgumentNames
from pro_context.protocol.arguments.wrapped_calls import folded

Accepts = Mapping[str, Mapping[str, Any]]
Schema = Mapping[str, Any]

LIBRARY, NAME, URL, LINES, VERSION = "library-id", "name", "url", "lines", "version"
"""The forms of arguments in `accepts`; `version` is the name of an argument too."""

LINE_KINDS = ("firstLine", "lastLine", "lineRange")
"""The kinds of hints at the first line, at the last one, and at both in one value."""

_KINDS = ("flags", "pair", "joined", "anchor", *named_libraries.OWNERS, *LINE_KINDS)
_QUESTION = re.compile("^(?:is|use|with|enable|should)")


class SeveralReadingsError(Exception):
    """The arguments have several readings, or none."""


class ArgumentHint(NamedTuple):
    """A statement of a name about an argument.

    Attributes:
        kind: the key of `accepts` that lists the name.
        path: the argument, or `argument.member`.
        sets: the value that a flag sets, or the argument of the second version of a pair; None for other kinds.
    """

    kind: str
    path: str
    sets: Any = None


class ToolNames:
    """The names in the calls of one tool.

    Attributes:
        properties: the schema of each argument.
        required: the arguments that a call must have.
        accepts: the other names and the form of each argument, or of each `argument.member`.

    Args:
        schema: the schema that the arguments must match.
        accepts: see the attribute.
    """

    def __init__(self, schema: Schema, accepts: Accepts) -> None:
        self.properties: Mapping[str, Schema] = schema.get("properties", {})
        self.required = frozenset(schema.get("required", ()))
        self.accepts = accepts
        paths = {"", *(path.rpartition(".")[0] for path in accepts)}
        self._names = {path: ArgumentNames(self.members(path), self._others(path)) for path in paths}
        self._hints = dict(self._listed_hints())

    def argument(self, name: str) -> str | None:
        """Return the argument that a name stands for, None for any other name."""
        return self._names[""].of(name)

    def known(self, name: str) -> str | None:
        """Return the listed name, folded, that a name is written for; None for any other name."""
        return self._names[""].known(name)

    def hint(self, name: str) -> ArgumentHint | None:
        """Return the hint that a name is; `isExact` and `useRegex` are those of `exact` and `regex`."""
        plain = _QUESTION.sub("", folded(name))
        return self._hints.get(folded(name)) or (self._hints.get(plain) if plain else None)

    def knows(self, name: str) -> bool:
        """Tell whether a name is that of an argument or a hint."""
        return self.argument(name) is not None or self.hint(name) is not None

    def members(self, path: str) -> Mapping[str, Schema]:
        """Return the schemas of the arguments (""), or of the members of the objects in the list of one of them."""
        listed: Mapping[str, Schema] = self.properties.get(path, {}).get("items", {}).get("properties", {})
        return listed if path else self.properties

    def names_of_members(self, path: str) -> ArgumentNames | None:
        """Return the names of the members of the objects in the list of an argument, None for any other argument."""
        return self._names.get(path)

    def form(self, path: str) -> str | None:
        """Return the form of an argument or of a member."""
        return self.accepts.get(path, {}).get("form")

    def listed(self, path: str, *keys: str) -> set[str]:
        """Return the folded names that `accepts` lists for an argument under some keys."""
        entry = self.accepts.get(path, {})
        return {folded(name) for key in keys for name in entry.get(key, ())}

    def of_form(self, form: str) -> list[str]:
        """Return the arguments and members of a form."""
        return [path for path in self.accepts if self.form(path) == form]

    def takes_version(self, path: str) -> bool:
        """Tell whether a version may stand beside an argument or a member."""
        return VERSION in self.members(path.rpartition(".")[0])

    def _others(self, owner: str) -> Iterator[tuple[str, str]]:
        """Yield each other name of the members of an object with the published one."""
        for path, entry in self.accepts.items():
            above, _, name = path.rpartition(".")
            if above == owner:
                yield from ((other, name) for other in (*entry.get("names", ()), *entry.get("implies", ())))

    def _listed_hints(self) -> Iterator[tuple[str, ArgumentHint]]:
        for path, entry in self.accepts.items():
            for kind in _KINDS:
                names = entry.get(kind, ())
                by_value = names if isinstance(names, Mapping) else {None: names}
                yield from (
                    (folded(name), ArgumentHint(kind, path, sets)) for sets in by_value for name in by_value[sets]
                )


def put(read: dict[str, Any], name: str, value: Any, *, is_library: bool = False) -> None:
    """Put a value into an object; of an id and the name of the same library the id counts.

    Raises:
        SeveralReadingsError: the object has another value of that name.
    """
    if name in read and read[name] != value:
        value = named_libraries.merge(read[name], value) if is_library else None
        if value is None:
            raise SeveralReadingsError(name)
    read[name] = value
