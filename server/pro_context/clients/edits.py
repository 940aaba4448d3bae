"""Edits of a client's file: add, replace or remove an entry. Each edit is verified before anything is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pro_context.clients.client_files import CannotEdit
from pro_context.clients.client_table import McpClient
from pro_context.clients.json_format import JsonFormat
from pro_context.clients.toml_format import TomlFormat

Action = Literal["added", "replaced", "removed", "unchanged", "different", "absent"]


FORMATS: Mapping[str, JsonFormat | TomlFormat] = {
    "json": JsonFormat(),
    "commented-json": JsonFormat(comments=True),
    "jsonc": JsonFormat(comments=True, trailing_commas=True),
    "toml": TomlFormat(),
}
"""The edits of each file format; each raises CannotEdit if the text does not permit it."""


@dataclass(frozen=True, slots=True)
class Edit:
    """An edit: the action, the whole new text, and the entry that the file has now, None without one."""

    action: Action
    text: str
    existing: Any = None


def entry_of(client: McpClient, name: str, text: str) -> Any:
    """Return the entry of a server in a file, None without one.

    Raises:
        CannotEdit: the text does not have the client's format.
    """
    return _at(FORMATS[client.format].load(text), (*client.keys, name))


def add_entry(client: McpClient, name: str, entry: Mapping[str, Any], text: str, *, force: bool) -> Edit:
    """Return the edit that adds the entry of a server.

    An entry that has the same values, and perhaps others, stays; a different one is replaced only with `force`.

    Raises:
        CannotEdit: the edit would change something else.
    """
    existing = entry_of(client, name, text)
    if isinstance(existing, dict) and existing.items() >= entry.items():
        return Edit("unchanged", text, existing)
    if existing is not None and not force:
        return Edit("different", text, existing)
    edited = _prove(client, name, text, FORMATS[client.format].put(text, (*client.keys, name), dict(entry)), entry)
    return Edit("added" if existing is None else "replaced", edited, existing)


def remove_entry(client: McpClient, name: str, text: str) -> Edit:
    """Return the edit that removes the entry of a server.

    Raises:
        CannotEdit: the edit would change something else.
    """
    existing = entry_of(client, name, text)
    if existing is None:
        return Edit("absent", text)
    edited = _prove(client, name, text, FORMATS[client.format].cut(text, (*client.keys, name)), None)
    return Edit("removed", edited, existing)


def _prove(client: McpClient, name: str, text: str, edited: str, entry: Mapping[str, Any] | None) -> str:
    """Return the edited text.

    Raises:
        CannotEdit: the edited text differs from the old one in more than the entry.
    """
    load = FORMATS[client.format].load
    wanted = load(text)
    servers = _servers(wanted, client.keys)
    if entry is None:
        del servers[name]
    else:
        servers[name] = dict(entry)
    try:
        found = load(edited)
        _servers(found, client.keys)  # some formats drop an empty mapping
    except CannotEdit:
        found = {}
    if found != wanted:
        raise CannotEdit("is written in a way that cannot be edited safely")
    return edited


def _servers(tree: dict[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    """Return the mapping of servers in a file's content; a mapping that is missing is added to it.

    Raises:
        CannotEdit: another value stands in its place.
    """
    for key in keys:
        tree = tree.setdefault(key, {})
        if not isinstance(tree, dict):
            raise CannotEdit(f"has a value other than servers under {key}")
    return tree


def _at(tree: Any, path: Sequence[str]) -> Any:
    for key in path:
        if not isinstance(tree, dict):
            return None
        tree = tree.get(key)
    return tree
