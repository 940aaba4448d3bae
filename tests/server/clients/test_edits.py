"""What a file becomes, client by client."""

from typing import Any

import pytest

from pro_context.clients import edits
from pro_context.clients.client_files import CannotEdit
from pro_context.clients.client_table import read_table

TABLE = read_table()
CLIENTS = list(TABLE.clients.values())
by_client = pytest.mark.parametrize("client", CLIENTS, ids=[client.id for client in CLIENTS])


@by_client
def test_adding_twice_is_adding_once_and_removing_leaves_nothing(client: Any) -> None:
    entry = client.entry(["pro-context", "--contract", "full"])
    added = edits.add_entry(client, "pro-context", entry, "", force=False)
    assert added.action == "added"
    assert edits.entry_of(client, "pro-context", added.text) == entry
    again = edits.add_entry(client, "pro-context", entry, added.text, force=False)
    assert (again.action, again.text) == ("unchanged", added.text)
    removed = edits.remove_entry(client, "pro-context", added.text)
    assert (removed.action, removed.existing) == ("removed", entry)
    assert edits.entry_of(client, "pro-context", removed.text) is None
    assert edits.remove_entry(client, "pro-context", removed.text).action == "absent"


@by_client
def test_another_entry_is_replaced_by_force_only(client: Any) -> None:
    other = edits.add_entry(client, "pro-context", client.entry(["other"]), "", force=False).text
    entry = client.entry(["pro-context"])
    kept = edits.add_entry(client, "pro-context", entry, other, force=False)
    assert (kept.action, kept.text, kept.existing) == ("different", other, client.entry(["other"]))
    forced = edits.add_entry(client, "pro-context", entry, other, force=True)
    assert forced.action == "replaced"
    assert edits.entry_of(client, "pro-context", forced.text) == entry


def test_what_a_user_added_to_our_entry_is_no_difference() -> None:
    client = TABLE.clients["cursor"]
    text = '{"mcpServers": {"pro-context": {"command": "a", "args": [], "type": "stdio", "env": {"KEY": "1"}}}}'
    assert edits.add_entry(client, "pro-context", client.entry(["a"]), text, force=False).action == "unchanged"


@pytest.mark.parametrize(
    ("client", "text"),
    [
        ("codex", 'mcp_servers = { other = { command = "x" } }\n'),
        ("codex", "mcp_servers = 3\n"),
        ("cursor", '{"mcpServers": null}'),
        ("cursor", '{"mcpServers": {}, "mcpServers": {}}'),
    ],
)
def test_what_cannot_be_edited_safely_is_refused(client: str, text: str) -> None:
    chosen = TABLE.clients[client]
    with pytest.raises(CannotEdit):
        edits.add_entry(chosen, "pro-context", chosen.entry(["a"]), text, force=True)


@pytest.mark.parametrize(
    "text",
    [
        'mcp_servers = { pro-context = { command = "x" } }\n',
        'mcp_servers.pro-context.command = "x"\n',
        '[mcp_servers]\npro-context = { command = "x" }\n',
        '[mcp_servers.pro-context]\nargs = [\n"x",\n["y"]\n]\n',
    ],
)
def test_an_entry_written_otherwise_is_not_cut_to_pieces(text: str) -> None:
    codex = TABLE.clients["codex"]
    try:
        edited = edits.remove_entry(codex, "pro-context", text).text
    except CannotEdit:
        return
    assert edits.entry_of(codex, "pro-context", edited) is None
