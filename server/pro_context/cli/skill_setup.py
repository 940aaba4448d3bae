"""`pro-context setup CLIENT --skill`: write or remove the file that tells an agent when to call the server."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from pro_context.cli.arguments import WrongUsage
from pro_context.cli.output import tell
from pro_context.clients import client_files, skill_files
from pro_context.clients.client_files import CannotEdit
from pro_context.clients.client_table import ClientTable, Machine, McpClient


def set_up(table: ClientTable, client: McpClient, machine: Machine, options: argparse.Namespace) -> int:
    """Write or remove the file, and the line that names it for clients that need one; return the exit status.

    Raises:
        WrongUsage: the client reads no such file.
    """
    places = client.skill_places(machine, shared=options.project)
    if client.skill is None or not places:
        raise WrongUsage(f"{client.title} reads no skill or rule file" + (" in a project" if client.skill else ""))
    if options.print:
        print(skill_files.written(client.skill, table.skill, ""), end="")
        return 0
    try:
        for writes in (False, not options.dry_run):  # no file is written unless all of them can be
            report, *beside = [_edit(table, client, one, remove=options.remove, writes=writes) for one in places]
    except CannotEdit as reason:
        tell(f"{reason.reason}; nothing was written")
        return 1
    if options.json:
        print(json.dumps(report | ({"beside": beside[0]} if beside else {}), indent=2))
    else:
        print("\n".join(_line(client, one) for one in [report, *beside]))
    return 0


def _edit(
    table: ClientTable, client: McpClient, one: tuple[skill_files.SkillPlace, Path], *, remove: bool, writes: bool
) -> dict[str, Any]:
    """Write or remove one file if `writes`, and return the report.

    Raises:
        CannotEdit: the file cannot be edited safely; the reason names it.
    """
    place, path = one
    try:
        content = client_files.read(path)
        before = content.text
        text = skill_files.removed(place, before) if remove else skill_files.written(place, table.skill, before)
        action = _action(content, text, remove=remove)
        report: dict[str, Any] = {"client": client.id, "file": str(path), "form": place.form, "action": action}
        report |= {"written": False, "backup": None}
        if writes and action in ("added", "replaced", "removed"):
            report["written"] = True
            if text:
                backup = client_files.replace(content, text)
                report["backup"] = str(backup) if backup else None
            else:
                client_files.delete(content)
    except CannotEdit as reason:
        raise CannotEdit(f"{path}: {reason.reason}") from None
    return report


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
