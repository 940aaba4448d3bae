"""`pro-context setup …`: add the server to the configuration of an MCP client, or remove it."""

from __future__ import annotations

import argparse
import difflib
import json
import os
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pro_context.cli import skill_setup
from pro_context.cli.arguments import WrongUsage
from pro_context.cli.output import columns, tell
from pro_context.clients import client_files, edits, launch, remote
from pro_context.clients.client_files import CannotEdit
from pro_context.clients.client_table import ClientTable, Machine, McpClient, read_table, this_machine
from pro_context.clients.edits import FORMATS, Edit
from pro_context.configuration.server_settings import ServerSettings

NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""The names of entries that every client accepts."""


def run(_settings: ServerSettings, options: argparse.Namespace) -> int:
    """Run the command; return the exit status: 0 done, 1 file left unchanged, 2 wrong usage."""
    table = read_table()
    try:
        machine = this_machine(os.environ, Path.cwd())
        if options.client is None:
            return _list_clients(table, machine, options)
        set_up = skill_setup.set_up if options.skill else _set_up
        return set_up(table, _client(table, options), machine, options)
    except WrongUsage as wrong:
        tell(wrong)
    except RuntimeError:  # the user has no home directory
        tell("the home directory is not known; set HOME")
    return 2


def _client(table: ClientTable, options: argparse.Namespace) -> McpClient:
    """Return the client that the options name.

    Raises:
        WrongUsage: the client is unknown, or does not support the options.
    """
    client = table.clients.get(options.client)
    if client is None:
        close = difflib.get_close_matches(options.client, table.clients, n=1)
        hint = f" (did you mean {close[0]}?)" if close else ""
        raise WrongUsage(f"there is no client {options.client!r}{hint}; known: {', '.join(table.clients)}")
    if options.skill and (options.url or options.key or options.launch is not None or options.force):
        raise WrongUsage("--skill writes one file and takes --project, --remove, --print, --dry-run and --json only")
    if options.project and not client.project and not options.skill:
        raise WrongUsage(f"{client.title} has no file for a project; leave out --project")
    if not NAME.fullmatch(options.name):
        raise WrongUsage("--name takes 1 to 64 letters, digits, - and _")
    if options.key is not None and options.url is None:
        raise WrongUsage("--key is for a server over HTTP; name its address with --url")
    if options.url is not None and (options.launch is not None or options.config is not None):
        raise WrongUsage("--url names a running server: leave out --command and --config")
    return client


def _set_up(table: ClientTable, client: McpClient, machine: Machine, options: argparse.Namespace) -> int:
    entry = _entry(table, client, options)
    snippet = FORMATS[client.format].put("", (*client.keys, options.name), entry)
    if options.print:
        print(json.dumps(entry, indent=2) if options.json else snippet, end="\n" if options.json else "")
        return 0
    path = client.project_file(machine) if options.project else client.file(machine)
    backup = None
    try:
        content = client_files.read(path)
        edit = (
            edits.remove_entry(client, options.name, content.text)
            if options.remove
            else edits.add_entry(client, options.name, entry, content.text, force=options.force)
        )
        writes = edit.text != content.text and not options.dry_run
        backup = client_files.replace(content, edit.text, private=options.url is not None) if writes else None
    except CannotEdit as reason:
        _print_refusal(client, path, reason, snippet, options)
        return 1
    report = {
        "client": client.id,
        "file": str(path),
        "name": options.name,
        "action": edit.action,
        "written": writes,
        "entry": None if options.remove else entry,
        "existing": edit.existing,
        "backup": str(backup) if backup else None,
        "next": client.after if edit.action in ("added", "replaced") else None,
    }
    if options.json:
        print(remote.mask_keys(json.dumps(report, indent=2)))
    else:
        _print_report(client, content.text, edit, report)
    if not options.remove and edit.action in ("added", "replaced"):
        _print_notes(client, machine, entry, shared=options.project)
    return 1 if edit.action == "different" else 0


def _entry(table: ClientTable, client: McpClient, options: argparse.Namespace) -> dict[str, Any]:
    """Return the entry for the client's file: the command that starts a server, or the address of a running one."""
    if options.url is None or options.remove:
        return client.entry([*_command(table, options), *_server_options(options)])
    try:
        url, key = remote.endpoint(options.url, options.contract), remote.key(options.key)
    except ValueError as wrong:
        raise WrongUsage(str(wrong)) from None
    # A file that others read names a variable, never the key.
    entry = client.remote_entry(url, "" if options.project else key)
    if entry is None and options.project:
        raise WrongUsage(f"{client.title} reads no key from the environment; others would see it in the file")
    if entry is None:
        raise WrongUsage(f"{client.title} reads no key from the environment: give it with --key")
    return entry


def _command(table: ClientTable, options: argparse.Namespace) -> list[str]:
    if options.launch is not None:
        if not options.launch:
            raise WrongUsage("--command needs the command, as its last words")
        return list(options.launch)
    return launch.command(table, launch.this_process(table, os.environ), shared=options.project)


def _server_options(options: argparse.Namespace) -> list[str]:
    """Return the options that are passed on to the server."""
    config = ["--config", str(options.config.absolute())] if options.config else []
    return [*config, *(["--contract", options.contract] if options.contract else [])]


_DONE = {"added": "added to", "replaced": "replaced in", "removed": "removed from"}
_STILL = {"unchanged": "is set up already; nothing to do", "absent": "is not set up; nothing to do"}


def _print_report(client: McpClient, before: str, edit: Edit, report: Mapping[str, Any]) -> None:
    name, file = report["name"], report["file"]
    if edit.action in _STILL:
        print(f"{client.title}: {name} {_STILL[edit.action]} ({file})")
        return
    if edit.action == "different":
        print(f"{client.title}: {file} has another entry {name}:\n")
        print("\n".join(_changes(_lines(edit.existing), _lines(report["entry"]))))
        print("\nNothing was written. `--force` replaces it, `--name NAME` adds one beside it.")
        return
    would = "" if report["written"] else "would be "
    print(f"{client.title}: {name} {would}{_DONE[edit.action]} {file}\n")
    print("\n".join(_changes(before.splitlines(), edit.text.splitlines())))
    kept = f"kept: {report['backup']}\n" if report["backup"] else ""
    following = f"next: {report['next']}" if report["next"] else ""
    print(f"\n{kept}{following}".rstrip() if report["written"] else "\nNothing was written.")


def _lines(entry: Any) -> list[str]:
    return json.dumps(entry, indent=2).splitlines()


def _changes(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """Return the changed lines; an edit changes one place, so only equal beginnings and ends are left out."""
    first = 0
    while first < min(len(before), len(after)) and before[first] == after[first]:
        first += 1
    last = 0
    while last < min(len(before), len(after)) - first and before[-1 - last] == after[-1 - last]:
        last += 1
    removed = [f"  - {line}" for line in before[first : len(before) - last]]
    added = [f"  + {line}" for line in after[first : len(after) - last]]
    shown = ["".join(char if char.isprintable() or char == "\t" else " " for char in line) for line in removed + added]
    return [remote.mask_keys(line) for line in shown]


def _print_notes(client: McpClient, machine: Machine, entry: Mapping[str, Any], *, shared: bool) -> None:
    """Print notes on conditions that may keep the client from starting or reaching the server."""
    program = entry.get("command")
    if program is not None and shutil.which(program, path=machine.environ.get("PATH", "")) is None:
        tell(f"note: PATH has no program {program!r} here")
    if remote.VARIABLE in json.dumps(entry):
        tell(f"note: {client.title} reads the key from the variable {remote.VARIABLE}")
    if not shared and not client.is_installed(machine):
        tell(f"note: {client.title} was not found on this machine")


def _print_refusal(
    client: McpClient, path: Path, reason: CannotEdit, snippet: str, options: argparse.Namespace
) -> None:
    where = f"{path}:{reason.line}" if reason.line else str(path)
    if options.json:
        failed = {"client": client.id, "file": str(path), "line": reason.line, "error": reason.reason, "written": False}
        print(json.dumps(failed, indent=2))
    tell(f"{where}: {reason.reason}; nothing was written")
    if options.remove:
        print(f"Remove {options.name} by hand, under {'.'.join(client.keys)}.", file=sys.stderr)
    else:
        text = remote.mask_keys(snippet)
        print(f"Correct the file and try again, or add this by hand:\n\n{text}", end="", file=sys.stderr)


_OF_ONE_CLIENT = ("print", "remove", "dry_run", "force", "launch", "url", "key", "skill")
"""The options that need the name of a client."""


def _list_clients(table: ClientTable, machine: Machine, options: argparse.Namespace) -> int:
    if any(getattr(options, name) for name in _OF_ONE_CLIENT):
        raise WrongUsage("which client? `pro-context setup` lists them")
    clients = [client for client in table.clients.values() if client.project or not options.project]
    rows = [_row(client, machine, options) for client in clients]
    if options.json:
        print(json.dumps({"clients": rows}, indent=2))
        return 0
    cells = [(row["client"], "found" if row["found"] else "not found", row["state"], row["file"]) for row in rows]
    print("\n".join(columns(cells)))
    print("\n`pro-context setup CLIENT` adds Pro-Context; `--dry-run` only shows what would change.")
    return 0


def _row(client: McpClient, machine: Machine, options: argparse.Namespace) -> dict[str, Any]:
    path = client.project_file(machine) if options.project else client.file(machine)
    try:
        known = edits.entry_of(client, options.name, client_files.read(path).text) is not None
        state = "set up" if known else "not set up"
    except CannotEdit:
        state = "unreadable"
    return {
        "client": client.id,
        "title": client.title,
        "found": client.is_installed(machine),
        "state": state,
        "file": str(path),
    }
