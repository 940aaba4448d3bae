"""The MCP clients that `setup` supports, and the places of their files (from `spec/distribution.yaml`)."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from pro_context.clients.skill_files import SkillPlace, SkillText

System = Literal["macos", "linux", "windows"]
_VARIABLE = re.compile(r"\$\{([A-Z_]+):-([^}]*)\}")


@dataclass(frozen=True, slots=True)
class Machine:
    """The facts that decide the place of a file: system, home directory, environment, project directory."""

    system: System
    home: Path
    environ: Mapping[str, str]
    project: Path

    def path(self, template: str) -> Path:
        """Return the path of a template: `~` is the home directory, `${NAME:-DEFAULT}` a variable."""
        filled = _VARIABLE.sub(lambda found: self.environ.get(found[1]) or found[2], template)
        return self.home / filled.removeprefix("~").lstrip("/") if filled.startswith("~") else Path(filled)


def this_machine(environ: Mapping[str, str], project: Path) -> Machine:
    """Return the machine that this process runs on.

    Raises:
        RuntimeError: the user has no home directory.
    """
    systems: Mapping[str, System] = {"darwin": "macos", "win32": "windows"}
    return Machine(systems.get(sys.platform, "linux"), Path.home(), environ, project)


@dataclass(frozen=True, slots=True)
class McpClient:
    """One MCP client.

    Attributes:
        format: format of its file; commented-json allows comments, jsonc also trailing commas.
        keys: the keys from the top of the file to the mapping of servers.
        fields: the fields of an entry besides `command` and `args`.
        files: the possible paths of the user's file by system, the most specific first.
        project: the path of the project's file, "" for a client without one.
        program: the client's command, "" for a client without one.
        after: the user's next step.
        remote: entries for a server over HTTP: `own`, perhaps `shared`, and extra arguments `plain` for plain http.
        skill: where it reads when to call the server, None where it reads no such file.
    """

    id: str
    title: str
    format: Literal["json", "commented-json", "jsonc", "toml"]
    keys: tuple[str, ...]
    fields: Mapping[str, Any]
    files: Mapping[System, tuple[str, ...]]
    project: str
    program: str
    after: str
    docs: str
    remote: Mapping[str, Any]
    skill: SkillPlace | None = None

    def file(self, machine: Machine) -> Path:
        """Return the user's file: the first whose folder exists, else the last."""
        paths = [machine.path(template) for template in self.files[machine.system]]
        return next((path for path in paths if path.parent.is_dir()), paths[-1])

    def project_file(self, machine: Machine) -> Path:
        """Return the project's file."""
        return machine.project / self.project

    def skill_places(self, machine: Machine, *, shared: bool) -> list[tuple[SkillPlace, Path]]:
        """Return the skill file, and the one that names it if there is one; [] for neither.

        Args:
            machine: the user's machine.
            shared: whether the project's files are meant; they are too where the client reads none of the user's.
        """
        places = [place for place in (self.skill, self.skill and self.skill.beside) if place]
        if not places or not (places[0].project if shared else places[0].own or places[0].project):
            return []
        if shared or not places[0].own:
            return [(place, machine.project / place.project) for place in places]
        return [(place, machine.path(place.own)) for place in places]

    def is_installed(self, machine: Machine) -> bool:
        """Tell whether the client's command, its file or the folder of its file is on this machine."""
        file = self.file(machine)
        folder = file.parent.is_dir() and file.parent != machine.home
        command = bool(self.program) and shutil.which(self.program, path=machine.environ.get("PATH", ""))
        return bool(command) or folder or file.is_file()

    def entry(self, command: list[str]) -> dict[str, Any]:
        """Return the entry for a server that this command starts."""
        return {"command": command[0], "args": command[1:], **self.fields}

    def remote_entry(self, url: str, key: str) -> dict[str, Any] | None:
        """Return the entry for a server over HTTP.

        Args:
            url: address of its endpoint.
            key: the API key; "" for an entry without one, whose client reads the variable PRO_CONTEXT_KEY.

        Returns:
            The entry; None if the client cannot read a key from a variable.
        """
        entry = self.remote["own" if key else "shared"] if key or "shared" in self.remote else None
        if entry is None:
            return None
        filled: dict[str, Any] = _fill(entry, {"{url}": url, "{key}": key})
        if "plain" in self.remote and not url.startswith("https://"):
            filled["args"] += self.remote["plain"]
        return filled


@dataclass(frozen=True, slots=True)
class ClientTable:
    """The server's own command and package on PyPI, the clients by id, and the text of their skill files."""

    command: str
    arguments: tuple[str, ...]
    package: str
    clients: Mapping[str, McpClient]
    skill: SkillText


def read_table() -> ClientTable:
    """Read the generated table of clients."""
    text = (files("pro_context_contract") / "distribution.json").read_text(encoding="utf-8")
    content = json.loads(text)
    server = content["server"]
    clients = {name: _client(name, entry) for name, entry in content["clients"].items()}
    skill = SkillText(**content["skill"])
    return ClientTable(server["command"], tuple(server["arguments"]), server["package"], clients, skill)


def _fill(value: Any, marks: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {name: _fill(item, marks) for name, item in value.items()}
    if isinstance(value, list):
        return [_fill(item, marks) for item in value]
    for mark, text in marks.items():
        value = value.replace(mark, text)
    return value


def _client(name: str, entry: Mapping[str, Any]) -> McpClient:
    tuples = {
        "keys": tuple(entry["keys"]),
        "skill": SkillPlace(**entry["skill"]) if entry.get("skill") else None,
        "files": {system: tuple(paths) for system, paths in entry["files"].items()},
    }
    return McpClient(id=name, **{**entry, **tuples})
