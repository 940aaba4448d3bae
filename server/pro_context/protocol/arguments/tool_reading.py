"""The reading of the arguments of one tool, step by step (decisions 60, 98 and 116).

The steps: a call is unwrapped; its names are read; its values are read; hints complete them; missing arguments are
filled. Each step takes the result of the one before; where a step finds two meanings, the call has no reading.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pro_context_engine
from pro_context.protocol.arguments import companions, written_values
from pro_context.protocol.arguments.library_ids import is_version, library_name, same_library
from pro_context.protocol.arguments.tool_names import (
    LIBRARY,
    LINE_KINDS,
    LINES,
    VERSION,
    Accepts,
    ArgumentHint,
    Schema,
    SeveralReadingsError,
    ToolNames,
    put,
)
from pro_context.protocol.arguments.value_reading import ValueReading
from pro_context.protocol.arguments.wrapped_calls import folded, spread, unwrapped

_CHANGING = frozenset({"form", "values", "pinned"})
"""The entries of `accepts` by which a text may be read as another one."""

Members = Sequence[tuple[str, Any]]
"""The names and the values of a call, as the client sent them."""


class ToolReading:
    """The reading of the calls of one tool.

    Args:
        tool: the name of the tool.
        schema: the schema that its arguments must match.
        accepts: the other names and the form of each argument.
    """

    def __init__(self, tool: str, schema: Schema, accepts: Accepts) -> None:
        self._tool = tool
        self._names = names = ToolNames(schema, accepts)
        self._values = ValueReading(names)
        self._versions = names.of_form(VERSION)
        self._libraries = {path.partition(".")[0] for path in names.of_form(LIBRARY)}
        self._besides = set[str]().union(*(names.listed(path, "beside") for path in accepts))
        # The name of a file beside its code says nothing that the tool asks for.
        self._unasked = set[str]().union(*(names.listed(path, "beside") for path in names.of_form(LINES)))
        self._plain = {
            name: one.get("maxLength", math.inf)
            for name, one in names.properties.items()
            if one.get("type") == "string" and "enum" not in one and _CHANGING.isdisjoint(accepts.get(name, ()))
            if name != VERSION and not names.hint(name)
        }

    def is_plain(self, arguments: Mapping[str, Any]) -> bool:
        """Tell whether all arguments are texts with published names that `read` would leave as they are."""
        for name, value in arguments.items():
            if not isinstance(value, str) or len(value) > self._plain.get(name, -1) or written_values.is_empty(value):
                return False
        return True

    def read(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments as the schema has them.

        Raises:
            SeveralReadingsError: they have several readings.
        """
        arguments = unwrapped(self._tool, arguments, self._names.knows)
        members = self._asked(spread(arguments, self._names.knows, self._besides, self._takes))
        read = self._implied(members)
        self._set_members(members, read)
        self._strip_versions(read)
        self._refuse_two_versions(arguments, read)
        self._fill_required(read)
        order = [self._names.argument(name) or name for name, _ in members]
        return {name: read[name] for name in dict.fromkeys([*order, *read]) if name in read}

    # -- names -------------------------------------------------------------------------------------------------------

    def _takes(self, name: str, value: Mapping[str, Any]) -> bool:
        """Tell whether an object may be the value of an argument, rather than hold arguments."""
        argument = self._names.argument(name)
        if argument is None:
            return False
        if self._names.properties[argument].get("type") in ("array", "object"):
            return True
        form = self._names.form(argument)
        return form == LIBRARY or (form == VERSION and len(value) == 1)

    def _asked(self, members: Members) -> Members:
        """Leave out the question beside a library's name, in a tool that looks for names (`before`)."""
        for argument in self._names.accepts:
            names = self._names.listed(argument, "before")
            named = [name for name, value in members if folded(name) in names and isinstance(value, str) and value]
            if named:
                members = [one for one in members if one[0] in named or self._names.argument(one[0]) != argument]
        return members

    def _implied(self, members: Members) -> dict[str, Any]:
        """Return the arguments that a name sets besides its own: `regex: "x"` is a query, and `match` is "pattern".

        An argument that the call gives itself counts instead.
        """
        given = {name for name, value in members if value is not None}
        sent = {self._names.known(name) for name, value in members if not isinstance(value, bool | None)}
        read: dict[str, Any] = {}
        for entry in self._names.accepts.values():
            for other, values in entry.get("implies", {}).items():
                if folded(other) in sent:
                    read |= {name: value for name, value in values.items() if name not in given}
        return read

    # -- values ------------------------------------------------------------------------------------------------------

    def _set_members(self, members: Members, read: dict[str, Any]) -> None:
        """Set the argument of each name, then those that hints complete.

        The libraries come last: the version behind a library's name goes to an argument that the call may have given.
        """
        hints: list[tuple[ArgumentHint, str]] = []
        lines: dict[str, int] = {}
        for name, value in sorted(members, key=lambda one: self._names.argument(one[0]) in self._libraries):
            argument, hint = self._names.argument(name), self._names.hint(name)
            value = self._joined_words(argument, name, written_values.content(value))
            if self._is_left_out(argument, name, value):
                continue
            if hint and self._is_set_by(hint, value, read, lines):
                continue
            if hint and argument is None and hint.kind not in ("flags", "pair", *LINE_KINDS) and isinstance(value, str):
                hints.append((hint, value))
                continue
            name = argument or name
            schema = self._names.properties.get(name)
            value = value if schema is None else self._values.read(name, schema, value, read)
            put(read, name, value, is_library=name in self._libraries)
        companions.complete(read, hints)
        companions.set_lines(read, lines, self._names.accepts)

    def _joined_words(self, argument: str | None, name: str, value: Any) -> Any:
        """Return the text of a list of single words under a name such as `keywords`, any other value unchanged."""
        is_words = isinstance(value, list) and all(isinstance(one, str) and len(one.split()) == 1 for one in value)
        return " ".join(value) if is_words and folded(name) in self._names.listed(argument or "", "words") else value

    def _is_left_out(self, argument: str | None, name: str, value: Any) -> bool:
        """Tell whether a value says that an argument is not given; an empty text of a required one is kept."""
        if argument is None and folded(name) in self._unasked:
            return True
        return value is None or (written_values.is_empty(value) and argument not in self._names.required)

    def _is_set_by(self, hint: ArgumentHint, value: Any, read: dict[str, Any], lines: dict[str, int]) -> bool:
        """Set the arguments of a hint that needs no other (a flag, two versions, lines); tell whether it is one."""
        if hint.kind == "flags":
            is_on = written_values.boolean(value)
            if is_on is True:
                put(read, hint.path, hint.sets)
            return isinstance(is_on, bool)
        if hint.kind == "pair" and (pair := written_values.version_pair(value)):
            put(read, hint.path, pair[0])
            put(read, hint.sets, pair[1])
            return True
        if hint.kind in LINE_KINDS and (named := companions.line_numbers(hint.kind, value)):
            for kind, number in named.items():
                put(lines, kind, number)
            return True
        return False

    # -- versions ----------------------------------------------------------------------------------------------------

    def _strip_versions(self, read: dict[str, Any]) -> None:
        """Replace a library with its version by the version: `from: pandas 1.5` is 1.5 of pandas.

        The library is the call's own, or the only one that its versions are of.
        """
        texts = {name: read[name] for name in self._versions if isinstance(read.get(name), str)}
        named = {name: library_name(text) for name, text in texts.items() if not is_version(text)}
        libraries = {one.library_id for one in named.values() if one.version}
        if read.get("libraryId") is None and len(libraries) == 1:
            read["libraryId"] = libraries.pop()
        library = read.get("libraryId")
        for name, one in named.items():
            if one.version and isinstance(library, str) and same_library(one.library_id, library):
                read[name] = one.version

    def _refuse_two_versions(self, sent: Mapping[str, Any], read: Mapping[str, Any]) -> None:
        """Refuse a version beside a library whose name has another one.

        Raises:
            SeveralReadingsError: there are two versions.
        """
        for name, value in read.items():
            items = value if isinstance(value, list) and value != sent.get(name) else ()
            versions = {item.get(VERSION) for item in items if isinstance(item, dict)} - {None}
            if len(items) == 1 and versions and read.get(VERSION) not in (None, *versions):
                raise SeveralReadingsError(VERSION)

    # -- missing arguments -------------------------------------------------------------------------------------------

    def _fill_required(self, read: dict[str, Any]) -> None:
        """Take a missing text from where the call has it, and the part that counts of one that is too long."""
        for name, entry in self._names.accepts.items():
            # If another argument is missing too, the client must be asked anyway.
            is_all_else = self._names.required - {name} <= read.keys()
            if "firstOf" in entry and is_all_else:
                _take_first(name, entry["firstOf"], read)
            if "overflow" in entry:
                self._shorten_pasted(name, entry["overflow"], read, is_all_else=is_all_else)

    def _shorten_pasted(self, name: str, overflow: str, read: dict[str, Any], *, is_all_else: bool) -> None:
        """Replace a pasted text that is too long by the part that counts, and keep all of it in another argument.

        A text that was sent as that other argument alone is the question too.
        """
        alone = read.get(overflow) if name not in read and is_all_else else None
        text, most = read.get(name, alone), self._names.properties[name]["maxLength"]
        if not isinstance(text, str) or (len(text) <= most and text is not alone):
            return
        part = pro_context_engine.pasted(text).text[:most]
        if part:
            read[name] = part
            if overflow != name:
                read.setdefault(overflow, pro_context_engine.shortened(text))


def _take_first(name: str, listed: str, read: dict[str, Any]) -> None:
    """Take the first text of a list for an argument that is not given."""
    texts = read.get(listed)
    if name not in read and isinstance(texts, list) and texts:
        read[name], *rest = texts
        read.pop(listed)
        if rest:
            read[listed] = rest
