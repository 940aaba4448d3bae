"""The reading of the values of arguments: lists, objects and texts as their schemas have them (decisions 60, 98)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pro_context.protocol.arguments import named_libraries, written_values
from pro_context.protocol.arguments.library_ids import library_name
from pro_context.protocol.arguments.names import ArgumentNames
from pro_context.protocol.arguments.wrapped_calls import folded, parsed

LIBRARY, NAME, URL, LINES, VERSION = "library-id", "name", "url", "lines", "version"
"""The forms of arguments in `accepts`; `version` is the name of an argument too."""

Accepts = Mapping[str, Mapping[str, Any]]
Schema = Mapping[str, Any]


class SeveralReadingsError(Exception):
    """The arguments have several readings, or none."""


class ValueReading:
    """The forms of values that one tool takes.

    Args:
        properties: the schema of each argument.
        accepts: the other names and the form of each argument.
        names: the names of the arguments (""), and of the members of the objects in each list of objects.
        further: returns the kind, the argument and the setting of a name that is no argument.
    """

    def __init__(
        self,
        properties: Mapping[str, Schema],
        accepts: Accepts,
        names: Mapping[str, ArgumentNames],
        further: Callable[[str], tuple[str, str, Any]],
    ) -> None:
        self._properties = properties
        self._accepts = accepts
        self._names = names
        self._further_of = further

    def read(self, path: str, schema: Schema, value: Any, read: dict[str, Any] | None) -> Any:
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
            return [self.read(path, schema.get("items", {}), item, read if len(items) == 1 else None) for item in items]
        if kind == "object":
            return self._item(path, value, read)
        if kind == "string":
            return self._text(path, schema, value, read)
        if kind in ("number", "integer") and isinstance(value, str):
            number = written_values.number(value)
            return value if number is None else number
        return written_values.boolean(value) if kind == "boolean" else value

    def _items(self, path: str, schema: Schema, value: Any) -> list[Any]:
        """Return the items of a list: of lists in a list, and of a text with commas where the items are names."""
        required = schema.get("items", {}).get("required", ())
        forms = {self._accepts.get(one, {}).get("form") for one in (path, *(f"{path}.{name}" for name in required))}
        items = value if isinstance(value, list) else [value]
        if LIBRARY in forms and len(items) == 1 and isinstance(items[0], Mapping):
            only = named_libraries.as_list(items[0], self._names[""].of, path, self._names.get(path), required[:1])
            items = only if isinstance(only, list) else [only]
        if items and all(isinstance(item, list) for item in items):
            items = [part for item in items for part in item]
        if not {LIBRARY, NAME} & forms:
            return items
        return [part for item in items for part in named_libraries.split(item)]

    def _item(self, path: str, value: Any, read: dict[str, Any] | None) -> Any:
        """Return an item of a list of objects.

        An argument of the call that stands in the only item is one of the call.
        """
        members, names = members_of(self._properties, path), self._names.get(path)
        value = self._as_object(path, value)
        if not isinstance(value, Mapping):
            return value
        item: dict[str, Any] = {}
        owners = {}
        for name, member in value.items():
            kind, owned, _ = self._further_of(name)
            published = (names.of(name) if names else None) or name
            schema = members.get(published)
            if schema is None and kind in named_libraries.OWNERS and owned.startswith(f"{path}."):
                owners[kind] = member
            elif schema is None and read is not None and (argument := self._names[""].of(name)) not in (None, path):
                put(read, argument, self.read(argument, self._properties[argument], member, read))
            elif member is not None:
                put(
                    item,
                    published,
                    member if schema is None else self._text(f"{path}.{published}", schema, member, item),
                )
        for kind, owner in owners.items():
            item = named_libraries.with_owner(item, kind, owner) or item | {kind: owner}
        return {name: item[name] for name in sorted(item, key=[*members, *item].index)}

    def _as_object(self, path: str, value: Any) -> Any:
        """Return an item as an object with its own members only; a text is its only required member."""
        required = self._properties[path].get("items", {}).get("required", ())
        value = parsed(value) if isinstance(value, str) else value
        value = written_values.content(dict.fromkeys(required[:1], value) if isinstance(value, str) else value)
        if isinstance(value, str):
            return self._as_object(path, value)
        for name in required if isinstance(value, Mapping) else ():
            value = self._without_beside(f"{path}.{name}", value)
        return value

    def _text(self, path: str, schema: Schema, value: Any, read: dict[str, Any] | None) -> Any:
        """Return a text: the only one of a list, the id of an object, a version that was sent as a whole number."""
        entry = self._accepts.get(path, {})
        form = entry.get("form")
        value = written_values.content(value)
        if isinstance(value, str) and form in (LIBRARY, URL):
            value = parsed(value)
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if form == LINES and isinstance(value, list) and all(isinstance(line, str) for line in value):
            value = "\n".join(value)
        if isinstance(value, Mapping):
            value = self._unwrapped(path, value, read)
        if read is not None and "pinned" in entry and (pair := named_libraries.pinned_pair(value)):
            value = pair[0]
            for name, version in zip(entry["pinned"], pair[1:], strict=True):
                put(read, name, version)
        is_version = VERSION in (path.rpartition(".")[2], form)
        if is_version and isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str):
            return value
        if form == LIBRARY:
            return self._library_id(path, value, read)
        if form == URL:
            return written_values.address(value)
        options = {folded(option): option for option in (*entry.get("values", ()), *schema.get("enum", ()))}
        word = folded(value)
        option = options.get(word) or options.get(word.rstrip("0123456789"), value)
        return entry.get("values", {}).get(option, option)

    def _without_beside(self, path: str, value: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return an object of an earlier answer without what stands in it beside the published name."""
        entry, own = self._accepts.get(path, {}), path.rpartition(".")[2]
        beside, owners = set(map(folded, entry.get("beside", ()))), named_libraries.owner_names(entry)
        if own not in value:
            beside -= owners
            own = next((name for name in value if folded(name) in {*map(folded, entry.get("names", ()))} - beside), "")
        return {name: member for name, member in value.items() if name == own or not own or folded(name) not in beside}

    def _unwrapped(self, path: str, value: Mapping[str, Any], read: dict[str, Any] | None) -> Any:
        """Return the member of an object that stands for a text, its version put beside it."""
        value = self._without_beside(path, value)
        entry = self._accepts.get(path, {})
        names = {folded(path.rpartition(".")[2]), *map(folded, entry.get("names", ()))}
        names |= {VERSION} if entry.get("form") == VERSION else set()
        texts = [member for name, member in value.items() if folded(name) in names]
        rest = {name: member for name, member in value.items() if folded(name) not in names and member is not None}
        owner = named_libraries.find_owner(rest, entry)
        rest = {name: member for name, member in rest.items() if not owner or name != owner[0]}
        if len(texts) != 1 or (rest and (set(rest) != {VERSION} or not self._takes_version(path, read))):
            return value
        if rest and read is not None:
            put(read, VERSION, self._text(VERSION, {}, rest[VERSION], None))
        return (named_libraries.with_owner(texts[0], *owner[1:]) or value) if owner else texts[0]

    def _library_id(self, path: str, text: str, read: dict[str, Any] | None) -> str:
        """Return the id of the library that a text names, the version put beside it where one may stand."""
        named = library_name(text)
        if not named.version:
            return named.library_id
        free = [name for name in self._accepts.get(path, {}).get("pinned", ()) if read is None or name not in read]
        if len(free) == 1 and read is not None:
            put(read, free[0], named.version)
            return named.library_id
        if read is None or not self._takes_version(path, read):
            return text
        put(read, VERSION, named.version)
        return named.library_id

    def _takes_version(self, path: str, read: dict[str, Any] | None) -> bool:
        return read is not None and VERSION in members_of(self._properties, path.rpartition(".")[0])


def members_of(properties: Mapping[str, Schema], path: str) -> Mapping[str, Schema]:
    """Return the schemas of the arguments ("") or of the members of the objects in one of them.

    Args:
        properties: the schema of each argument.
        path: "" or the name of an argument.
    """
    members: Mapping[str, Schema] = properties[path].get("items", {}).get("properties", {}) if path else properties
    return members


def put(found: dict[str, Any], name: str, value: Any, *, is_library: bool = False) -> None:
    """Put a value into an object; of an id and the name of the same library the id counts.

    Raises:
        SeveralReadingsError: the object has another value of that name.
    """
    if name in found and found[name] != value:
        value = named_libraries.merge(found[name], value) if is_library else None
        if value is None:
            raise SeveralReadingsError(name)
    found[name] = value
