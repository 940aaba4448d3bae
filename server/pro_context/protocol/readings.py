"""The reading of calls that name or write their arguments otherwise than the published schemas (decision 60).

Models call a tool as they know others: `libraryId` for `libraries`, `query` for `topic`, "3000" for 3000. The
`accepts` of a contract lists the other names of each argument. A call with exactly one reading is written as the
schema has it; any other call stays as it is, and the schema refuses it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pro_context_engine
from pro_context.protocol.library_id_forms import library_name
from pro_context.protocol.wrapped_calls import folded, parsed, unwrapped

MAX_READ_AS = 400
"""The most characters of the sentence that says how a call was read."""

_NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,15})?")
_LIBRARY, _NAME = "library-id", "name"
_VERSION = "version"
_BOOLEANS = {"true": True, "false": False}

Accepts = Mapping[str, Mapping[str, Any]]
Schema = Mapping[str, Any]


class _SeveralReadings(Exception):
    """The arguments have several readings, or none."""


class Readings:
    """The readings of the tools' arguments.

    Args:
        schemas: the schema that the arguments of each tool must match, by the tool's name.
        accepts: by tool, the other names and the form of each argument; `libraries.libraryId` is a member of the
            objects in `libraries`. A tool that is not in it takes the published arguments only.
    """

    def __init__(self, schemas: Mapping[str, Schema], accepts: Mapping[str, Accepts]) -> None:
        self._tools = {tool: _ToolReading(tool, schemas[tool], entries) for tool, entries in accepts.items()}

    def canonical(self, tool: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the arguments as the published schema has them, unchanged where they do not have exactly one reading.

        Args:
            tool: the name of the tool.
            arguments: the arguments that the client sent.
        """
        reading = self._tools.get(tool)
        try:
            return reading.read(arguments) if reading else arguments
        except _SeveralReadings:
            return arguments


def read_as(sent: Mapping[str, Any], read: Mapping[str, Any]) -> str:
    """Return the arguments that were read otherwise than they were sent, as `name=JSON`; "" for none."""
    changed = [f"{name}={_json(value)}" for name, value in read.items() if name not in sent or sent[name] != value]
    text = ", ".join(changed)
    return text if len(text) <= MAX_READ_AS else text[: MAX_READ_AS - 1] + "…"


def call_to_make(schema: Schema, arguments: Mapping[str, Any]) -> str:
    """Return JSON arguments that a tool takes: each required one, as it was sent where its type is right.

    Args:
        schema: the schema of the tool's arguments.
        arguments: the arguments that the client sent.
    """
    properties = schema.get("properties", {})
    call = {}
    for name in schema.get("required", ()):
        sent = arguments.get(name)
        kept = isinstance(sent, str) and properties[name].get("type") == "string" and 0 < len(sent) <= MAX_READ_AS // 4
        call[name] = sent if kept else _placeholder(properties[name])
    return _json(call)


class _ToolReading:
    """The names and forms that one tool takes."""

    def __init__(self, tool: str, schema: Schema, accepts: Accepts) -> None:
        self._tool = tool
        self._properties: Mapping[str, Schema] = schema.get("properties", {})
        self._accepts = accepts
        self._names = {path: _names(path, accepts, self._members(path)) for path in {"", *_owners(accepts)}}

    def read(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments as the schema has them.

        Raises:
            _SeveralReadings: they have several readings.
        """
        arguments = unwrapped(self._tool, arguments, {*self._names[""], *map(folded, self._properties)})
        read = self._implied(arguments)
        for name, value in self._named("", arguments):
            schema = self._properties.get(name)
            _put(read, name, value if schema is None else self._value(name, schema, value, read))
        for name, entry in self._accepts.items():
            if "overflow" in entry:
                self._shorten(name, entry["overflow"], read)
        return read

    def _implied(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments that other names stand for besides their own: `pattern` is a query that is a pattern."""
        read: dict[str, Any] = {}
        for entry in self._accepts.values():
            for other, values in entry.get("implies", {}).items():
                if any(folded(name) == folded(other) for name, value in arguments.items() if value is not None):
                    read |= values
        return read

    def _shorten(self, name: str, overflow: str, read: dict[str, Any]) -> None:
        """Replace a text that is too long by the part that counts, and keep the whole text in another argument."""
        text, most = read.get(name), self._properties[name]["maxLength"]
        if not isinstance(text, str) or len(text) <= most:
            return
        part = pro_context_engine.pasted(text).text[:most]
        if part:
            read[name] = part
            if overflow != name:
                read.setdefault(overflow, pro_context_engine.shortened(text))

    def _members(self, path: str) -> Mapping[str, Schema]:
        """Return the schemas of the members of the arguments ("") or of the objects in one of them."""
        if not path:
            return self._properties
        members: Mapping[str, Schema] = self._properties[path].get("items", {}).get("properties", {})
        return members

    def _named(self, path: str, value: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Yield the members of an object by their published names, without members that are null."""
        members, names = self._members(path), self._names.get(path, {})
        for name, member in value.items():
            if member is not None:
                yield name if name in members else names.get(folded(name), name), member

    def _value(self, path: str, schema: Schema, value: Any, read: dict[str, Any] | None) -> Any:
        """Return a value in the form that its schema has.

        Args:
            path: the argument, or `argument.member`.
            schema: the schema of the value.
            value: the value that was sent.
            read: the object that takes the version that a library's name has with it, None where no version may stand.
        """
        kind = schema.get("type")
        if isinstance(value, str) and kind in ("array", "object"):
            value = parsed(value)
        if kind == "array":
            items = self._items(path, schema, value)
            return [
                self._value(path, schema.get("items", {}), item, read if len(items) == 1 else None) for item in items
            ]
        if kind == "object":
            return self._item(path, value)
        if kind == "string":
            return self._text(path, schema, value, read)
        if kind in ("number", "integer") and isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
            number = float(value)
            return int(number) if number.is_integer() else number
        if kind == "boolean" and isinstance(value, str):
            return _BOOLEANS.get(value.strip().lower(), value)
        return value

    def _items(self, path: str, schema: Schema, value: Any) -> list[Any]:
        """Return the items of a list: of a list in a list, and of a text with commas where the items are names."""
        items = value if isinstance(value, list) else [value]
        if len(items) == 1 and isinstance(items[0], list):
            items = items[0]
        required = schema.get("items", {}).get("required", ())
        paths = (path, *(f"{path}.{name}" for name in required))
        if not any(self._accepts.get(one, {}).get("form") in (_LIBRARY, _NAME) for one in paths):
            return items
        return [part for item in items for part in _parts(item)]

    def _item(self, path: str, value: Any) -> Any:
        """Return an item of a list of objects; a text is its only required member."""
        members = self._members(path)
        if isinstance(value, str):
            value = parsed(value)
        if isinstance(value, str):
            value = dict.fromkeys(self._properties[path]["items"].get("required", ())[:1], value)
        if not isinstance(value, Mapping):
            return value
        item: dict[str, Any] = {}
        for required in self._properties[path].get("items", {}).get("required", ()):
            value = self._without_beside(f"{path}.{required}", value)
        for name, member in self._named(path, value):
            schema = members.get(name)
            _put(item, name, member if schema is None else self._text(f"{path}.{name}", schema, member, item))
        return {name: item[name] for name in sorted(item, key=[*members, *item].index)}

    def _text(self, path: str, schema: Schema, value: Any, read: dict[str, Any] | None) -> Any:
        """Return a text: the only one of a list, the id of an object, a version that was sent as a whole number."""
        entry = self._accepts.get(path, {})
        if isinstance(value, str) and entry.get("form") == _LIBRARY:
            value = parsed(value)
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, Mapping):
            value = self._unwrapped(path, value, read)
        is_version = _VERSION in (path.rpartition(".")[2], entry.get("form"))
        if is_version and isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str):
            return value
        if entry.get("form") == _LIBRARY:
            return self._library_id(path, value, read)
        options = {option.lower(): option for option in (*entry.get("values", ()), *schema.get("enum", ()))}
        option = options.get(value.strip().lower(), value)
        return entry.get("values", {}).get(option, option)

    def _without_beside(self, path: str, value: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return an object of an earlier answer without what stands in it beside the published name."""
        own, beside = path.rpartition(".")[2], set(map(folded, self._accepts.get(path, {}).get("beside", ())))
        if own not in value:
            return value
        return {name: member for name, member in value.items() if name == own or folded(name) not in beside}

    def _unwrapped(self, path: str, value: Mapping[str, Any], read: dict[str, Any] | None) -> Any:
        """Return the member of an object that stands for a text, its version put beside it."""
        value = self._without_beside(path, value)
        names = {folded(path.rpartition(".")[2]), *map(folded, self._accepts.get(path, {}).get("names", ()))}
        texts = [member for name, member in value.items() if folded(name) in names]
        rest = {name: member for name, member in value.items() if folded(name) not in names and member is not None}
        if len(texts) != 1 or (rest and (set(rest) != {_VERSION} or not self._takes_version(path, read))):
            return value
        if rest and read is not None:
            _put(read, _VERSION, self._text(_VERSION, {}, rest[_VERSION], None))
        return texts[0]

    def _library_id(self, path: str, text: str, read: dict[str, Any] | None) -> str:
        """Return the id of the library that a text names, the version put beside it where one may stand."""
        named = library_name(text)
        if not named.version:
            return named.library_id
        if read is None or not self._takes_version(path, read):
            return text
        _put(read, _VERSION, named.version)
        return named.library_id

    def _takes_version(self, path: str, read: dict[str, Any] | None) -> bool:
        return read is not None and _VERSION in self._members(path.rpartition(".")[0])


def _put(found: dict[str, Any], name: str, value: Any) -> None:
    """Put a value into an object.

    Raises:
        _SeveralReadings: the object has another value of that name.
    """
    if name in found and found[name] != value:
        raise _SeveralReadings(name)
    found[name] = value


def _parts(item: Any) -> list[Any]:
    """Return the names of a text with commas, any other item alone."""
    if not isinstance(item, str) or "," not in item or item.lstrip().startswith("{"):
        return [item]
    return [part.strip() for part in item.split(",") if part.strip()]


def _owners(accepts: Accepts) -> set[str]:
    return {path.rpartition(".")[0] for path in accepts if "." in path}


def _names(owner: str, accepts: Accepts, members: Mapping[str, Schema]) -> dict[str, str]:
    """Return the published name of each other name of an object's members."""
    names = {folded(name): name for name in members}
    for path, entry in accepts.items():
        above, _, name = path.rpartition(".")
        if above == owner:
            others = (*entry.get("names", ()), *entry.get("implies", ()))
            names |= {folded(other): name for other in others if folded(other) not in names}
    return names


def _placeholder(schema: Schema) -> Any:
    if "default" in schema:
        return schema["default"]
    match schema.get("type"):
        case "array":
            return [_placeholder(schema["items"])]
        case "object":
            return {name: _placeholder(schema["properties"][name]) for name in schema.get("required", ())}
        case "number" | "integer":
            return schema.get("minimum", 1)
        case _:
            return "…"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
