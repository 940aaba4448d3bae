"""The reading of the values of arguments: lists, objects and texts as their schemas have them (decisions 60, 98)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pro_context.protocol.arguments import named_libraries, written_values
from pro_context.protocol.arguments.library_ids import library_name
from pro_context.protocol.arguments.tool_names import LIBRARY, LINES, NAME, URL, VERSION, Schema, ToolNames, put
from pro_context.protocol.arguments.wrapped_calls import folded, parsed


class ValueReading:
    """The reading of the values of one tool's arguments.

    Many methods take `path`, the argument or `argument.member`, and `read`, the object that takes what a value says
    besides itself, such as the version behind a library's name; None where nothing may stand besides.
    """

    def __init__(self, names: ToolNames) -> None:
        self._names = names

    def read(self, path: str, schema: Schema, value: Any, read: dict[str, Any] | None) -> Any:
        """Return a value in the form that its schema has, unchanged where it has no such form.

        Args:
            path: see the class.
            schema: the schema of the value.
            value: the value that was sent.
            read: see the class.
        """
        kind = schema.get("type")
        if isinstance(value, str) and kind in ("array", "object"):
            value = parsed(value)
        match kind:
            case "array":
                items = self._items(path, schema, value)
                beside = read if len(items) == 1 else None
                return [self.read(path, schema.get("items", {}), item, beside) for item in items]
            case "object":
                return self._object(path, value, read)
            case "string":
                return self._text(path, schema, value, read)
            case "number" | "integer" if isinstance(value, str):
                number = written_values.number(value)
                return value if number is None else number
            case "boolean":
                return written_values.boolean(value)
        return value

    # -- lists and objects -------------------------------------------------------------------------------------------

    def _items(self, path: str, schema: Schema, value: Any) -> list[Any]:
        """Return the items of a list: of lists in a list, and of a text with commas where the items are names."""
        required = schema.get("items", {}).get("required", ())
        forms = {self._names.form(one) for one in (path, *(f"{path}.{name}" for name in required))}
        items = value if isinstance(value, list) else [value]
        if LIBRARY in forms and len(items) == 1 and isinstance(items[0], Mapping):
            members = self._names.names_of_members(path)
            only = named_libraries.as_list(items[0], self._names.argument, path, members, required[:1])
            items = only if isinstance(only, list) else [only]
        if items and all(isinstance(item, list) for item in items):
            items = [part for item in items for part in item]
        if not {LIBRARY, NAME} & forms:
            return items
        return [part for item in items for part in named_libraries.split(item)]

    def _object(self, path: str, value: Any, read: dict[str, Any] | None) -> Any:
        """Return an object of a list; an argument that stands in the only object of a list moves to the call."""
        value = self._as_object(path, value)
        if not isinstance(value, Mapping):
            return value
        members, names = self._names.members(path), self._names.names_of_members(path)
        item: dict[str, Any] = {}
        owners = {}
        for name, member in value.items():
            published = (names.of(name) if names else None) or name
            hint = self._names.hint(name)
            if published in members:
                if member is not None:
                    put(item, published, self._text(f"{path}.{published}", members[published], member, item))
            elif hint and hint.kind in named_libraries.OWNERS and hint.path.startswith(f"{path}."):
                owners[hint.kind] = member
            elif read is not None and (argument := self._names.argument(name)) not in (None, path):
                put(read, argument, self.read(argument, self._names.properties[argument], member, read))
            elif member is not None:
                put(item, published, member)
        for kind, owner in owners.items():
            item = named_libraries.with_owner(item, kind, owner) or item | {kind: owner}
        return {name: item[name] for name in sorted(item, key=[*members, *item].index)}

    def _as_object(self, path: str, value: Any) -> Any:
        """Return an item as an object with its own members only; a text is its only required member."""
        required = self._names.properties[path].get("items", {}).get("required", ())
        value = parsed(value) if isinstance(value, str) else value
        value = written_values.content(dict.fromkeys(required[:1], value) if isinstance(value, str) else value)
        if isinstance(value, str):
            return self._as_object(path, value)
        for name in required if isinstance(value, Mapping) else ():
            value = self._without_beside(f"{path}.{name}", value)
        return value

    def _without_beside(self, path: str, value: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return an object of an earlier answer without the members that `accepts` lists beside the published name."""
        beside, own = self._names.listed(path, "beside"), path.rpartition(".")[2]
        if own not in value:
            beside -= self._names.listed(path, *named_libraries.OWNERS)
            names = self._names.listed(path, "names") - beside
            own = next((name for name in value if folded(name) in names), "")
        return {name: member for name, member in value.items() if name == own or not own or folded(name) not in beside}

    # -- texts -------------------------------------------------------------------------------------------------------

    def _text(self, path: str, schema: Schema, value: Any, read: dict[str, Any] | None) -> Any:
        """Return a text: each rule takes the value of the rule before it, and the form of the argument comes last."""
        value = written_values.content(value)
        for rule in (self._of_json, self._of_list, self._of_object, self._of_pair, self._of_number):
            value = rule(path, value, read)
        if not isinstance(value, str):
            return value
        form = self._names.form(path)
        if form == LIBRARY:
            return self._library_id(path, value, read)
        return written_values.address(value) if form == URL else self._option(path, schema, value)

    def _of_json(self, path: str, value: Any, _: object) -> Any:
        """Return the list or object in the text of a library or an address: `'["httpx"]'` is `["httpx"]`."""
        return parsed(value) if isinstance(value, str) and self._names.form(path) in (LIBRARY, URL) else value

    def _of_list(self, path: str, value: Any, _: object) -> Any:
        """Return the only item of a list, and the lines of code as a text: `["httpx"]` is `"httpx"`."""
        value = value[0] if isinstance(value, list) and len(value) == 1 else value
        is_code = self._names.form(path) == LINES and isinstance(value, list)
        return "\n".join(value) if is_code and all(isinstance(line, str) for line in value) else value

    def _of_object(self, path: str, value: Any, read: dict[str, Any] | None) -> Any:
        """Return the member of an object that is meant, its version put beside it: `{"id": "httpx"}` is `"httpx"`."""
        if not isinstance(value, Mapping):
            return value
        value = self._without_beside(path, value)
        names = {folded(path.rpartition(".")[2])} | self._names.listed(path, "names")
        names |= {VERSION} if self._names.form(path) == VERSION else set()
        texts = [member for name, member in value.items() if folded(name) in names]
        rest = {name: member for name, member in value.items() if folded(name) not in names and member is not None}
        owner = self._owner(path, rest)
        if owner:
            del rest[owner[0]]
        takes_rest = rest.keys() == {VERSION} and read is not None and self._names.takes_version(path)
        if len(texts) != 1 or (rest and not takes_rest):
            return value
        if rest and read is not None:
            put(read, VERSION, self._text(VERSION, {}, rest[VERSION], None))
        return (named_libraries.with_owner(texts[0], *owner[1:]) or value) if owner else texts[0]

    def _owner(self, path: str, members: Mapping[str, Any]) -> tuple[str, str, str] | None:
        """Return the name, the kind and the value of the member that is the owner of a library."""
        for name, value in members.items():
            for kind in named_libraries.OWNERS:
                if isinstance(value, str) and folded(name) in self._names.listed(path, kind):
                    return name, kind, value
        return None

    def _of_pair(self, path: str, value: Any, read: dict[str, Any] | None) -> Any:
        """Return the library of `["pandas==1.5", "pandas==2.2"]`, both versions put beside it."""
        pinned = self._names.accepts.get(path, {}).get("pinned", ())
        pair = named_libraries.pinned_pair(value) if pinned and read is not None else None
        if pair is None or read is None:
            return value
        library, *versions = pair
        for name, version in zip(pinned, versions, strict=True):
            put(read, name, version)
        return library

    def _of_number(self, path: str, value: Any, _: object) -> Any:
        """Return a version that is a whole number as a text: 2 is "2", but 1.1 may have been 1.10."""
        is_version = VERSION in (path.rpartition(".")[2], self._names.form(path))
        return str(value) if is_version and type(value) is int else value

    def _library_id(self, path: str, text: str, read: dict[str, Any] | None) -> str:
        """Return the id of the library that a text names, its version put beside it where one may stand."""
        named = library_name(text)
        if not named.version or read is None:
            return text if named.version else named.library_id
        free = [name for name in self._names.accepts.get(path, {}).get("pinned", ()) if name not in read]
        if len(free) != 1 and not self._names.takes_version(path):
            return text
        put(read, free[0] if len(free) == 1 else VERSION, named.version)
        return named.library_id

    def _option(self, path: str, schema: Schema, text: str) -> str:
        """Return the option that a text is written for (`Python3`, "Regex"), any other text unchanged."""
        values = self._names.accepts.get(path, {}).get("values", {})
        options = {folded(option): option for option in (*values, *schema.get("enum", ()))}
        word = folded(text)
        option = options.get(word) or options.get(word.rstrip("0123456789"), text)
        option = values.get(option, option)
        return str(option)
