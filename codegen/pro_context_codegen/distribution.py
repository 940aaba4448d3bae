"""The distribution of the server to its users: `spec/distribution.yaml` as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pro_context_codegen import yaml_documents
from pro_context_codegen.dialect import dialect
from pro_context_codegen.spec import ContractSpec
from pro_context_codegen.spec_problems import SpecError, SpecProblem

SYSTEMS = ("macos", "linux", "windows")


@dataclass(frozen=True, slots=True)
class Server:
    """The names and the origin of the server."""

    name: str
    package: str
    command: str
    arguments: tuple[str, ...]
    title: str
    description: str
    author: str
    repository: str
    license: str
    keywords: tuple[str, ...]
    python: str
    transport: str
    contract: str


@dataclass(frozen=True, slots=True)
class Variable:
    """One environment variable that a client may offer to set."""

    name: str
    title: str
    description: str
    type: str
    default: str
    secret: bool


@dataclass(frozen=True, slots=True)
class ClientEntry:
    """One client: the place of its configuration file, and the form of a server's entry in it.

    Attributes:
        files: by operating system, the possible paths of the user's file, most specific first.
        project: path of a project's file, "" if the client reads none.
        fields: members of an entry besides command and arguments.
        add: the client's own command that adds a server, "" if it has none.
        remote: members of an entry for a server over HTTP: `own`, perhaps `shared` and `plain`.
        skill: form and places of its skill file, None if it reads none.
    """

    id: str
    title: str
    format: str
    keys: tuple[str, ...]
    files: Mapping[str, tuple[str, ...]]
    after: str
    docs: str
    fields: Mapping[str, Any]
    project: str
    program: str
    add: str
    remote: Mapping[str, Any]
    skill: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Distribution:
    """The whole file, with the contract that it announces."""

    server: Server
    environment: tuple[Variable, ...]
    clients: tuple[ClientEntry, ...]
    skill: Mapping[str, Any]
    plugin: Mapping[str, Any]
    contract: ContractSpec


def read_distribution(spec: Path, contracts: Sequence[ContractSpec]) -> Distribution | None:
    """Return the distribution of a spec folder, None where it has none.

    Args:
        spec: the folder that may hold `distribution.yaml`.
        contracts: the contracts of the folder.

    Raises:
        SpecError: the file cannot be used, for all the listed reasons.
    """
    path = spec / "distribution.yaml"
    if not path.is_file():
        return None
    content, problems = yaml_documents.read(path, path.as_posix())
    problems = problems or dialect().problems("distribution", path.as_posix(), content)
    if problems:
        raise SpecError(sorted(problems))
    named = content["server"]["contract"]
    contract = next((contract for contract in contracts if contract.name == named), None)
    if contract is None:
        raise SpecError([SpecProblem(path.as_posix(), "server.contract", f"there is no contract {named}")])
    server = content["server"] | {key: tuple(content["server"][key]) for key in ("arguments", "keywords")}
    return Distribution(
        server=Server(**server),
        environment=tuple(Variable(name=name, **entry) for name, entry in content["environment"].items()),
        clients=tuple(_client(name, entry) for name, entry in content["clients"].items()),
        skill=content["skill"],
        plugin=content["plugin"],
        contract=contract,
    )


def _client(name: str, entry: Mapping[str, Any]) -> ClientEntry:
    files = entry["files"] if isinstance(entry["files"], dict) else dict.fromkeys(SYSTEMS, entry["files"])
    optional = {"fields": {}, "project": "", "program": "", "add": ""}
    places = {"form": "", "head": {}, "own": "", "project": "", "mention": {}}
    read = {
        "skill": places | entry["skill"] if "skill" in entry else None,
        "keys": tuple(entry["keys"]),
        "files": {system: (paths,) if isinstance(paths, str) else tuple(paths) for system, paths in files.items()},
    }
    return ClientEntry(id=name, **{**optional, **entry, **read})
