"""The plugin: one folder with the server and its skill, in which each client finds a manifest of its own form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pro_context_codegen.distribution import Distribution

Json = dict[str, Any]


def files(distribution: Distribution) -> dict[str, str]:
    """Return the files of the plugin by path inside its folder."""
    skill = distribution.skill
    texts = {f"skills/{skill['name']}/SKILL.md": skill_text(skill)}
    for manifest in distribution.plugin["manifests"].values():
        content = _schema(manifest) | _facts(distribution, manifest["fields"]) | manifest.get("members", {})
        servers = manifest.get("servers")
        if servers:
            named = {"mcpServers": {distribution.server.command: _entry(distribution, servers["entry"])}}
            if "file" in servers:
                texts[servers["file"]] = _json(_schema(servers) | named)
            else:
                content |= named
        texts[manifest["file"]] = _json(content)
    return texts


def skill_text(skill: Mapping[str, Any]) -> str:
    """Return the content of a SKILL.md."""
    lines = "\n".join(skill["lines"])
    return f"---\nname: {skill['name']}\ndescription: {skill['description']}\n---\n\n{lines}\n"


def _schema(part: Mapping[str, Any]) -> Json:
    return {"$schema": part["schema"]} if "schema" in part else {}


def _facts(distribution: Distribution, fields: list[str]) -> Json:
    server = distribution.server
    every: Json = {
        "name": server.package,
        "displayName": server.title,
        "version": distribution.contract.version,
        "description": server.description,
        "author": {"name": server.author},
        "repository": server.repository,
        "license": server.license,
        "keywords": list(server.keywords),
    }
    return {field: every[field] for field in fields}


def _entry(distribution: Distribution, members: Mapping[str, str]) -> Json:
    """Return the entry that starts the server in the version of the plugin."""
    filled = {"package": distribution.server.package, "version": distribution.contract.version}
    arguments = [argument.format(**filled) for argument in distribution.plugin["arguments"]]
    return {**members, "command": distribution.plugin["command"], "args": [*arguments, *distribution.server.arguments]}


def _json(content: Json) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"
