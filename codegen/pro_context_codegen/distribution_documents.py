"""The documents for the MCP registry, the .mcpb bundle, clients and the `setup` command."""

from __future__ import annotations

import json
import shlex
from typing import Any

from pro_context_codegen import payloads, plugin_documents
from pro_context_codegen.distribution import ClientEntry, Distribution, Variable
from pro_context_codegen.file_header import header
from pro_context_codegen.text_templates import text_templates

Json = dict[str, Any]
SOURCE = "spec/distribution.yaml"
REGISTRY_SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
MANIFEST_VERSION = "0.4"
"""Version of the .mcpb manifest: the first that lets uv install from pyproject.toml."""
EXAMPLE_URL = "https://docs.example.com/mcp"
EXAMPLE_KEY = "pc_…"


def files(distribution: Distribution) -> dict[str, str]:
    """Return the files that are published beside the package, by path inside `distribution/`."""
    texts = {
        "server.json": _json(server_json(distribution)),
        "clients.md": _render("clients.md.jinja", distribution),
        "mcpb/manifest.json": _json(manifest(distribution)),
        "mcpb/pyproject.toml": _render("mcpb.toml.jinja", distribution),
        "mcpb/main.py": _render("mcpb.py.jinja", distribution),
    }
    texts |= {f"plugin/{path}": text for path, text in plugin_documents.files(distribution).items()}
    for client in distribution.clients:
        suffix = "toml" if client.format == "toml" else "json"
        texts[f"clients/{client.id}.{suffix}"] = snippet(client, distribution)
    return texts


def server_json(distribution: Distribution) -> Json:
    """Return the entry of the MCP registry (server.json, schema of 2025-12-11)."""
    server, version = distribution.server, distribution.contract.version
    return {
        "$schema": REGISTRY_SCHEMA,
        "name": server.name,
        "title": server.title,
        "description": server.description,
        "version": version,
        "repository": {"url": server.repository, "source": "github"},
        "packages": [
            {
                "registryType": "pypi",
                "identifier": server.package,
                "version": version,
                "runtimeHint": "uvx",
                "transport": {"type": server.transport},
                **({"packageArguments": list(map(_argument, server.arguments))} if server.arguments else {}),
                "environmentVariables": [_input(variable) for variable in distribution.environment],
            }
        ],
    }


def manifest(distribution: Distribution) -> Json:
    """Return the manifest of a .mcpb bundle that lets uv install the package."""
    server, contract = distribution.server, distribution.contract
    return {
        "manifest_version": MANIFEST_VERSION,
        "name": server.package,
        "display_name": server.title,
        "version": contract.version,
        "description": server.description,
        "author": {"name": server.author},
        "repository": {"type": "git", "url": server.repository},
        "license": server.license,
        "keywords": list(server.keywords),
        "server": {
            "type": "uv",
            "entry_point": "main.py",
            "mcp_config": {
                "command": "uv",
                "args": ["run", "--directory", "${__dirname}", "main.py", *server.arguments],
                "env": {variable.name: f"${{user_config.{_key(variable)}}}" for variable in distribution.environment},
            },
        },
        "tools": [{"name": tool["name"], "description": tool["description"]} for tool in payloads.tools(contract)],
        "prompts": [_prompt(prompt) for prompt in payloads.prompts(contract)],
        # The server renders the texts; the entries above only announce the prompts.
        "prompts_generated": True,
        "compatibility": {"platforms": ["darwin", "linux", "win32"], "runtimes": {"python": server.python}},
        "user_config": {_key(variable): _user_config(variable) for variable in distribution.environment},
    }


def payload(distribution: Distribution) -> Json:
    """Return the document that the server reads for `setup`."""
    server = distribution.server
    return {
        "server": {"command": server.command, "arguments": list(server.arguments), "package": server.package},
        "skill": dict(distribution.skill),
        "clients": {
            client.id: {
                "title": client.title,
                "format": client.format,
                "keys": list(client.keys),
                "fields": dict(client.fields),
                "files": {system: list(paths) for system, paths in client.files.items()},
                "project": client.project,
                "program": client.program,
                "remote": dict(client.remote),
                "after": client.after,
                "docs": client.docs,
                "skill": client.skill,
            }
            for client in distribution.clients
        },
    }


def clients_block(distribution: Distribution) -> str:
    """Return the table of the clients that `setup` knows, for the page on the command line."""
    return _render("clients_table.md.jinja", distribution)


def snippet(client: ClientEntry, distribution: Distribution) -> str:
    """Return the entry for a local server in a client's file, as text."""
    return _file(client, distribution, _entry(client, distribution))


def remote_snippet(client: ClientEntry, distribution: Distribution) -> str:
    """Return the entry for a server over HTTP in a client's file, as text."""
    text = _file(client, distribution, dict(client.remote.get("shared", client.remote["own"])))
    return text.replace("{url}", EXAMPLE_URL).replace("{key}", EXAMPLE_KEY)


def _file(client: ClientEntry, distribution: Distribution, entry: Json) -> str:
    server = distribution.server
    if client.format == "toml":
        lines = [f"{key} = {json.dumps(value)}" for key, value in entry.items()]
        return "\n".join([f"[{'.'.join((*client.keys, server.command))}]", *lines]) + "\n"
    tree: Json = {server.command: entry}
    for key in reversed(client.keys):
        tree = {key: tree}
    return _json(tree)


def _entry(client: ClientEntry, distribution: Distribution) -> Json:
    server = distribution.server
    return {"command": server.command, "args": list(server.arguments), **client.fields}


def _add(client: ClientEntry, distribution: Distribution) -> str:
    server = distribution.server
    named = {"name": server.command, **_entry(client, distribution)}
    return client.add.format(
        name=server.command,
        command=shlex.join([server.command, *server.arguments]),
        entry=shlex.quote(json.dumps(named)),
    )


def _argument(value: str) -> Json:
    return {"type": "positional", "value": value}


def _input(variable: Variable) -> Json:
    formats = {"directory": "filepath", "file": "filepath", "boolean": "boolean", "string": "string"}
    return {
        "name": variable.name,
        "description": variable.description,
        "isRequired": False,
        "isSecret": variable.secret,
        "format": formats[variable.type],
        "default": variable.default,
    }


def _user_config(variable: Variable) -> Json:
    return {
        "type": variable.type,
        "title": variable.title,
        "description": variable.description,
        "required": False,
        "sensitive": variable.secret,
        "default": variable.default == "true" if variable.type == "boolean" else _bundle_path(variable.default),
    }


def _bundle_path(default: str) -> str:
    """Return a default path in the syntax of .mcpb bundles."""
    return default.replace("~", "${HOME}", 1) if default.startswith("~") else default


def _key(variable: Variable) -> str:
    return "_".join(variable.name.lower().split("__")[1:])


def _prompt(prompt: Json) -> Json:
    names = [argument["name"] for argument in prompt["arguments"]]
    return {
        "name": prompt["name"],
        "description": prompt["description"],
        "arguments": names,
        "text": prompt["description"],
    }


def _json(content: Any) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _render(template: str, distribution: Distribution) -> str:
    # Renders Markdown, TOML and Python, never HTML.
    environment = text_templates("templates/distribution")
    environment.globals |= {"header": header, "source": SOURCE}
    environment.globals |= {"snippet": snippet, "remote_snippet": remote_snippet, "add": _add}
    return environment.get_template(template).render(distribution=distribution, server=distribution.server)
