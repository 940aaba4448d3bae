"""A check of the MCP clients on this machine."""

from __future__ import annotations

import shutil
from typing import Any

from pro_context.clients import client_files, edits
from pro_context.clients.client_files import CannotEdit
from pro_context.clients.client_table import Machine, McpClient, read_table, this_machine
from pro_context.doctor.findings import Finding, Situation, blocking_check, fail, ok, warn

NAME = "pro-context"


@blocking_check
def clients(situation: Situation) -> Finding:
    """Tell which clients are on this machine, and which of them start Pro-Context."""
    try:
        machine = this_machine(situation.environ, situation.settings.project_directory)
    except RuntimeError:
        return warn("the home directory is not known, so that no client can be found", "set HOME")
    found = [client for client in read_table().clients.values() if client.is_installed(machine)]
    if not found:
        return ok("no client is on this machine; `pro-context setup` lists the known ones")
    entries = [(client, _entry(client, machine)) for client in found]
    for client, entry in entries:
        if entry is None:
            return warn(f"{client.title}: {client.file(machine)} cannot be read", "correct the file")
        command = str(entry.get("command", ""))
        if command and shutil.which(command, path=situation.environ.get("PATH")) is None:
            return fail(
                f"{client.title} starts {command}, which does not exist", f"`pro-context setup {client.id} --force`"
            )
    ready = [client.title for client, entry in entries if entry]
    others = [client for client, entry in entries if not entry]
    if not ready:
        names = ", ".join(client.title for client in others)
        return warn(f"{names}: no client has Pro-Context", f"`pro-context setup {others[0].id}`")
    return ok(
        f"set up in {', '.join(ready)}" + (f"; not in {', '.join(one.title for one in others)}" if others else "")
    )


def _entry(client: McpClient, machine: Machine) -> dict[str, Any] | None:
    """Return a client's entry of Pro-Context, {} without one, None if a file cannot be read."""
    places = [client.file(machine), *([client.project_file(machine)] if client.project else [])]
    try:
        entries = [edits.entry_of(client, NAME, client_files.read(place).text) for place in places]
    except CannotEdit:
        return None
    return next((entry for entry in entries if isinstance(entry, dict)), {})
