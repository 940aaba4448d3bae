"""The reading of the arguments of one tool: their names, then their values (decisions 60 and 98).

What `accepts` says of an argument decides; the libraries are read last, since a version beside a library's name goes to
an argument that the call may have given itself.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pro_context_engine
from pro_context.protocol.arguments import companions, written_values
from pro_context.protocol.arguments.library_ids import is_version, library_name, same_library
from pro_context.protocol.arguments.names import ArgumentNames
from pro_context.protocol.arguments.value_reading import (
    LIBRARY,
    LINES,
    VERSION,
    Accepts,
    Schema,
    SeveralReadingsError,
    ValueReading,
    members_of,
    put,
)
from pro_context.protocol.arguments.wrapped_calls import folded, spread, unwrapped

_CHANGING = frozenset({"form", "values", "pinned"})
"""The entries of `accepts` by which a text may be read as another one."""

_FURTHER = ("flags", "pair", *companions.KINDS)
"""The entries of `accepts` whose names are no arguments, but say something of one."""

_QUESTION = re.compile("^(?:is|use|with|enable|should)")


class ToolReading:
    """The names and forms that one tool takes.

    Args:
        tool: the name of the tool.
        schema: the schema that its arguments must match.
        accepts: the other names and the form of each argument.
    """

    def __init__(self, tool: str, schema: Schema, accepts: Accepts) -> None:
        self._tool = tool
        self._properties: Mapping[str, Schema] = schema.get("properties", {})
        self._required = frozenset(schema.get("required", ()))
        self._accepts = accepts
        paths = {"", *(path.rpartition(".")[0] for path in accepts)}
        self._names = {
            path: ArgumentNames(members_of(self._properties, path), _others(path, accepts)) for path in paths
        }
        self._besides = {folded(name) for entry in accepts.values() for name in entry.get("beside", ())}
        # The name of a file beside its code says nothing that the tool asks for.
        self._unasked = {
            folded(name) for one in accepts.values() if one.get("form") == LINES for name in one.get("beside", ())
        }
        self._further = {
            folded(name): (kind, path, sets)
            for path, entry in accepts.items()
            for kind in _FURTHER
            for name, sets in _sets(entry.get(kind, ()))
        }
        self._values = ValueReading(self._properties, accepts, self._names, self._further_of)
        self._plain = {
            name: one.get("maxLength", math.inf)
            for name, one in self._properties.items()
            if one.get("type") == "string" and "enum" not in one and _CHANGING.isdisjoint(accepts.get(name, ()))
            if name != VERSION and not self._further_of(name)[0]
        }

    def read(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments as the schema has them.

        Args:
            arguments: the arguments that the client sent.

        Raises:
            SeveralReadingsError: they have several readings.
        """
        arguments = unwrapped(self._tool, arguments, self._knows)
        members = self._without_questions(spread(arguments, self._knows, self._besides, self._takes))
        read = self._implied(members)
        further: list[tuple[str, str, Any]] = []
        for name, value in sorted(members, key=lambda member: self._is_library(self._names[""].of(member[0]))):
            value = self._joined_words(name, written_values.content(value))
            if not self._is_left_out(name, value) and not self._set_further(name, value, read, further):
                self._set(self._names[""].of(name) or name, value, read)
        companions.complete(read, further, self._accepts)
        self._strip_versions(read)
        self._refuse_two_versions(arguments, read)
        for name, entry in self._accepts.items():
            # Whatever else is missing has to be asked for anyway.
            is_all_else = self._required - {name} <= read.keys()
            if "firstOf" in entry and is_all_else:
                _take_first(name, entry["firstOf"], read)
            if "overflow" in entry:
                self._shorten(name, entry["overflow"], read)
        order = [self._names[""].of(name) or name for name, _ in members]
        return {name: read[name] for name in dict.fromkeys([*order, *read]) if name in read}

    def _without_questions(self, members: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
        """Leave out what else is asked where the name of a library stands beside it, in a tool that looks for names."""
        for argument, entry in self._accepts.items():
            names = {folded(name) for name in entry.get("before", ())}
            named = [name for name, value in members if folded(name) in names and isinstance(value, str) and value]
            if named:
                members = [one for one in members if one[0] in named or self._names[""].of(one[0]) != argument]
        return members

    def is_plain(self, arguments: Mapping[str, Any]) -> bool:
        """Tell whether all arguments are texts with published names that `read` would leave as they are."""
        for name, value in arguments.items():
            if not isinstance(value, str) or len(value) > self._plain.get(name, -1) or written_values.is_empty(value):
                return False
        return True

    def _set(self, name: str, value: Any, read: dict[str, Any]) -> None:
        schema = self._properties.get(name)
        value = value if schema is None else self._values.read(name, schema, value, read)
        put(read, name, value, is_library=self._is_library(name))

    def _joined_words(self, name: str, value: Any) -> Any:
        """Return the text of a list of single words under a name such as `keywords`, any other value unchanged."""
        entry = self._accepts.get(self._names[""].of(name) or "", {})
        is_words = isinstance(value, list) and all(isinstance(one, str) and len(one.split()) == 1 for one in value)
        return " ".join(value) if is_words and folded(name) in map(folded, entry.get("words", ())) else value

    def _is_left_out(self, name: str, value: Any) -> bool:
        """Tell whether a value says that an argument is not given; an empty text of a required one is kept."""
        if self._names[""].of(name) is None and folded(name) in self._unasked:
            return True
        return value is None or (written_values.is_empty(value) and self._names[""].of(name) not in self._required)

    def _knows(self, name: str) -> bool:
        """Tell whether a name is one of an argument."""
        return self._names[""].of(name) is not None or self._further_of(name)[0] != ""

    def _further_of(self, name: str) -> tuple[str, str, Any]:
        """Return the kind, the argument and the setting of a name that is no argument, "" for any other name."""
        none = ("", "", None)
        plain = _QUESTION.sub("", folded(name))
        return self._further.get(folded(name)) or (self._further.get(plain, none) if plain else none)

    def _takes(self, name: str, value: Mapping[str, Any]) -> bool:
        """Tell whether an object may be the value of an argument, rather than hold arguments."""
        argument = self._names[""].of(name)
        if argument is None:
            return False
        if self._properties[argument].get("type") in ("array", "object"):
            return True
        form = self._accepts.get(argument, {}).get("form")
        return form == LIBRARY or (form == VERSION and len(value) == 1)

    def _is_library(self, name: str | None) -> bool:
        return any(
            entry.get("form") == LIBRARY for path, entry in self._accepts.items() if path.partition(".")[0] == name
        )

    def _implied(self, members: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        """Return the arguments that other names stand for besides their own: `pattern` is a query that is a pattern.

        An argument that the call gives itself counts instead.
        """
        sent = {
            self._names[""].known(name) for name, value in members if value is not None and not isinstance(value, bool)
        }
        given = {name for name, value in members if value is not None}
        read: dict[str, Any] = {}
        for entry in self._accepts.values():
            for other, values in entry.get("implies", {}).items():
                if folded(other) in sent:
                    read |= {name: value for name, value in values.items() if name not in given}
        return read

    def _set_further(self, name: str, value: Any, read: dict[str, Any], further: list[tuple[str, str, Any]]) -> bool:
        """Set what a name says that is no argument: an option that is on, two versions, the owner of a repository.

        Args:
            name: the name that the client sent.
            value: its value.
            read: the arguments read so far.
            further: takes the kind, the argument and the value of a name that counts after all arguments.

        Returns:
            Whether it is such a name.
        """
        kind, path, sets = self._further_of(name)
        is_argument = self._names[""].of(name) is not None
        if kind == "flags":
            on = written_values.boolean(value)
            if on is True:
                put(read, path, sets)
            return isinstance(on, bool)
        if kind == "pair" and (pair := written_values.version_pair(value)):
            put(read, path, pair[0])
            put(read, sets, pair[1])
            return True
        if kind in companions.LINE_KEYS and (lines := companions.line_numbers(kind, value)):
            further += lines
            return True
        if kind in ("", "pair", *companions.LINE_KEYS) or is_argument or not isinstance(value, str):
            return False
        further.append((kind, path.partition(".")[0], value))
        return True

    def _strip_versions(self, read: dict[str, Any]) -> None:
        """Replace a library with its version by the version, where it is the call's or its only one."""
        library = read.get("libraryId")
        if library is None and (only := self._libraries_of_versions(read)):
            library = read["libraryId"] = only
        for name, entry in self._accepts.items():
            text = read.get(name)
            if entry.get("form") == VERSION and isinstance(text, str) and isinstance(library, str):
                named = library_name(text)
                if named.version and not is_version(text) and same_library(named.library_id, library):
                    read[name] = named.version

    def _libraries_of_versions(self, read: Mapping[str, Any]) -> str | None:
        """Return the library that all versions of a call are of, None where there are several libraries, or none."""
        texts = [read.get(name) for name, entry in self._accepts.items() if entry.get("form") == VERSION]
        named = [library_name(text) for text in texts if isinstance(text, str) and not is_version(text)]
        libraries = {one.library_id for one in named if one.version}
        return libraries.pop() if len(libraries) == 1 else None

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

    def _shorten(self, name: str, overflow: str, read: dict[str, Any]) -> None:
        """Replace a text that is too long by the part that counts, and keep the whole text in another argument.

        A text that was sent as that other argument alone says what is asked too.
        """
        alone = read.get(overflow) if name not in read and self._required - {name} <= read.keys() else None
        text, most = read.get(name, alone), self._properties[name]["maxLength"]
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


def _sets(entry: Any) -> Iterator[tuple[str, Any]]:
    """Yield the names of an entry, each with the option or the argument that it sets."""
    if isinstance(entry, Mapping):
        for sets, names in entry.items():
            yield from ((name, sets) for name in names)
    else:
        yield from ((name, None) for name in entry)


def _others(owner: str, accepts: Accepts) -> Iterator[tuple[str, str]]:
    """Yield each other name of an object's members with the published one."""
    for path, entry in accepts.items():
        above, _, name = path.rpartition(".")
        if above == owner:
            yield from ((other, name) for other in (*entry.get("names", ()), *entry.get("implies", ())))
