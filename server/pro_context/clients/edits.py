"""What a client's file must become: added, replaced, removed, or left as it is; proved before anything is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from pro_context.clients.client_table import McpClient
from pro_context.clients.edit_problems import CannotEdit
from pro_context.clients.json_format import JsonFormat
from pro_context.clients.toml_format import TomlFormat

Action = Literal["added", "replaced", "removed", "unchanged", "different", "absent"]


class Format(Protocol):
    """How entries stand in one kind of file; each method raises CannotEdit where it cannot be done."""

    def load(self, text: str) -> dict[str, Any]:
        """Return what a file says."""
        ...

    def put(self, text: str, path: Sequence[str], value: dict[str, Any]) -> str:
        """Return the text with a value at a path."""
        ...

    def cut(self, text: str, path: Sequence[str]) -> str:
        """Return the text without the value at a path."""
        ...

    def snippet(self, path: Sequence[str], value: dict[str, Any]) -> str:
        """Return the text of a file that holds nothing else."""
        ...


FORMATS: Mapping[str, Format] = {
    "json": JsonFormat(),
    "commented-json": JsonFormat(comments=True),
    "jsonc": JsonFormat(comments=True, trailing_commas=True),
    "toml": TomlFormat(),
}


@dataclass(frozen=True, slots=True)
class Edit:
    """What is to be done: the action, the whole new text, and the entry that was there, None for none."""

    action: Action
    text: str
    existing: Any = None


def entry_of(client: McpClient, name: str, text: str) -> Any:
    """Return what a file says of a server, None where it says nothing.

    Raises:
        CannotEdit: the file is not of the client's format.
    """
    return _at(FORMATS[client.format].load(text), (*client.keys, name))


def add_entry(client: McpClient, name: str, entry: Mapping[str, Any], text: str, *, force: bool) -> Edit:
    """Return the edit that makes a file say this of a server.

    An entry that says the same, and perhaps more of its own, stays; a different one is replaced by force only.

    Raises:
        CannotEdit: it cannot be done without touching anything else.
    """
    existing = entry_of(client, name, text)
    if isinstance(existing, dict) and existing.items() >= entry.items():
        return Edit("unchanged", text, existing)
    if existing is not None and not force:
        return Edit("different", text, existing)
    edited = _prove(client, name, text, FORMATS[client.format].put(text, (*client.keys, name), dict(entry)), entry)
    return Edit("added" if existing is None else "replaced", edited, existing)


def remove_entry(client: McpClient, name: str, text: str) -> Edit:
    """Return the edit that makes a file say nothing of a server.

    Raises:
        CannotEdit: it cannot be done without touching anything else.
    """
    existing = entry_of(client, name, text)
    if existing is None:
        return Edit("absent", text)
    edited = _prove(client, name, text, FORMATS[client.format].cut(text, (*client.keys, name)), None)
    return Edit("removed", edited, existing)


def _prove(client: McpClient, name: str, text: str, edited: str, entry: Mapping[str, Any] | None) -> str:
    """Return the edited text when it differs in the entry alone."""
    load = FORMATS[client.format].load
    wanted = deepcopy(load(text))
    servers = wanted
    for key in client.keys:
        servers = servers.setdefault(key, {})
        if not isinstance(servers, dict):
            raise CannotEdit(f"has something else than servers under {key}")
    if entry is None:
        del servers[name]
    else:
        servers[name] = dict(entry)
    try:
        proved = _with_servers(load(edited), client.keys) == _with_servers(wanted, client.keys)
    except CannotEdit:
        proved = False
    if not proved:
        raise CannotEdit("is written in a way that cannot be edited safely")
    return edited


def _with_servers(tree: dict[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    """Return a file's content with its mapping of servers, empty where it lacks: some formats drop what is empty."""
    servers = tree
    for key in keys:
        servers = servers.setdefault(key, {})
    return tree


def _at(tree: Any, path: Sequence[str]) -> Any:
    for key in path:
        if not isinstance(tree, dict):
            return None
        tree = tree.get(key)
    return tree
