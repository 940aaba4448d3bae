"""`pro-context setup CLIENT --skill`: write or remove the file that tells an agent when to call the server."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from pro_context.cli.arguments import WrongUsage
from pro_context.clients import client_files, skill_files
from pro_context.clients.client_table import ClientTable, Machine, McpClient
from pro_context.clients.edit_problems import CannotEdit


def set_up(table: ClientTable, client: McpClient, machine: Machine, options: argparse.Namespace) -> int:
    """Write or remove the file; return the exit status.

    Raises:
        WrongUsage: the client reads no such file.
    """
    path = client.skill_file(machine, shared=options.project)
    if client.skill is None or path is None:
        raise WrongUsage(f"{client.title} reads no skill or rule file" + (" in a project" if client.skill else ""))
    if options.print:
        print(skill_files.written(client.skill, table.skill, ""), end="")
        return 0
    report: dict[str, Any] = {"client": client.id, "file": str(path), "form": client.skill.form}
    try:
        content = client_files.read(path)
        before = content.text
        text = (
            skill_files.removed(client.skill, before)
            if options.remove
            else skill_files.written(client.skill, table.skill, before)
        )
        report |= {"action": _action(content, text, remove=options.remove), "written": False, "backup": None}
        if not options.dry_run and report["action"] in ("added", "replaced", "removed"):
            report["written"] = True
            if text or client.skill.form == "section":
                backup = client_files.replace(content, text)
                report["backup"] = str(backup) if backup else None
            else:
                client_files.delete(content)
    except CannotEdit as reason:
        print(f"pro-context: {path}: {reason.reason}; nothing was written", file=sys.stderr)
        return 1
    print(json.dumps(report, indent=2) if options.json else _line(client, report))
    return 0


def _action(content: client_files.Content, text: str, *, remove: bool) -> str:
    if remove:
        return "absent" if text == content.text else "removed"
    if text == content.text:
        return "unchanged"
    return "replaced" if content.text else "added"


def _line(client: McpClient, report: dict[str, Any]) -> str:
    if report["action"] in ("unchanged", "absent"):
        return f"{client.title}: nothing to do ({report['file']})"
    kept = f" (kept: {report['backup']})" if report["backup"] else ""
    verb = {"added": "written to", "replaced": "updated in", "removed": "removed from"}[report["action"]]
    would = "was " if report["written"] else "would be "
    return f"{client.title}: the {report['form']} {would}{verb} {report['file']}{kept}"
