"""What registries, bundles and clients are told agrees with the package, the contract, the README and each other."""

import json
import re
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import yaml

from pro_context.clients import skill_files
from pro_context.clients.client_table import read_table
from pro_context.clients.edits import entry_of
from pro_context.configuration.loading import load
from pro_context_contract import load_contract

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "generated" / "distribution"
SERVER = json.loads((FOLDER / "server.json").read_text(encoding="utf-8"))
MANIFEST = json.loads((FOLDER / "mcpb" / "manifest.json").read_text(encoding="utf-8"))
BUNDLE = tomllib.loads((FOLDER / "mcpb" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMAND_LINE = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
CONTRACT = load_contract("full")
TABLE = read_table()
(PACKAGE,) = SERVER["packages"]


def test_there_is_one_version() -> None:
    said = {
        "server.json": SERVER["version"],
        "its package": PACKAGE["version"],
        "manifest": MANIFEST["version"],
        "bundle": BUNDLE["version"],
        "contract": CONTRACT.version,
        "serverInfo": CONTRACT.initialize["serverInfo"]["version"],
        "pyproject": PROJECT["version"],
        "installed": version("pro-context"),
    }
    assert set(said.values()) == {PROJECT["version"]}, said
    assert BUNDLE["dependencies"] == [f"{PROJECT['name']}=={PROJECT['version']}"]


def test_there_is_one_name() -> None:
    assert re.findall(r"mcp-name: (\S+)", README) == [SERVER["name"]]
    assert PACKAGE["identifier"] == MANIFEST["name"] == PROJECT["name"] == TABLE.package
    assert PROJECT["scripts"][TABLE.command] == "pro_context.cli.main:main"
    assert CONTRACT.initialize["serverInfo"]["name"] == TABLE.command


def test_there_is_one_description_licence_and_python() -> None:
    assert SERVER["description"] == MANIFEST["description"] == PROJECT["description"]
    assert MANIFEST["license"] == PROJECT["license"]
    assert MANIFEST["keywords"] == PROJECT["keywords"]
    assert MANIFEST["compatibility"]["runtimes"]["python"] == PROJECT["requires-python"] == BUNDLE["requires-python"]


def test_the_registry_takes_it() -> None:
    """What its schema of 2025-12-11 requires, and its rules beyond."""
    assert SERVER["$schema"].endswith("/2025-12-11/server.schema.json")
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", SERVER["name"])
    assert 3 <= len(SERVER["name"]) <= 200
    assert 1 <= len(SERVER["title"]) <= 100
    assert 1 <= len(SERVER["description"]) <= 100
    assert re.fullmatch(r"\d+\.\d+\.\d+", SERVER["version"])
    assert SERVER["repository"]["source"] == "github"
    owner = SERVER["name"].removeprefix("io.github.").partition("/")[0]
    assert SERVER["repository"]["url"].startswith(f"https://github.com/{owner}/")
    assert (PACKAGE["registryType"], PACKAGE["transport"]) == ("pypi", {"type": "stdio"})
    for variable in PACKAGE["environmentVariables"]:
        assert variable.keys() >= {"name", "description", "isRequired", "isSecret"}
        assert variable["format"] in ("string", "number", "boolean", "filepath")


def test_the_bundle_has_what_its_format_requires() -> None:
    assert MANIFEST["manifest_version"] == "0.4"
    assert MANIFEST.keys() >= {"name", "version", "description", "author", "server"}
    server = MANIFEST["server"]
    assert server.keys() == {"type", "entry_point", "mcp_config"}
    assert (FOLDER / "mcpb" / server["entry_point"]).is_file()
    used = re.findall(r"\$\{user_config\.(\w+)\}", json.dumps(server))
    assert sorted(used) == sorted(MANIFEST["user_config"])
    for entry in MANIFEST["user_config"].values():
        assert entry.keys() >= {"type", "title", "description", "sensitive", "default"}


def test_the_bundle_announces_what_the_contract_has() -> None:
    tools = [(tool["name"], tool["description"]) for tool in CONTRACT.tools]
    assert [(tool["name"], tool["description"]) for tool in MANIFEST["tools"]] == tools
    prompts = [(prompt["name"], [arg["name"] for arg in prompt["arguments"]]) for prompt in CONTRACT.prompts]
    assert [(prompt["name"], prompt["arguments"]) for prompt in MANIFEST["prompts"]] == prompts


@pytest.mark.parametrize("variable", PACKAGE["environmentVariables"], ids=lambda variable: variable["name"])
def test_every_variable_is_a_setting_whose_default_changes_nothing(variable: dict[str, Any]) -> None:
    loaded = load(None, {variable["name"]: variable["default"]})
    assert loaded.warnings == ()
    assert loaded.settings.engine() == load(None, {}).settings.engine()
    assert MANIFEST["server"]["mcp_config"]["env"][variable["name"]]
    other = load(None, {variable["name"]: "true" if variable["format"] == "boolean" else "/elsewhere"})
    assert other.settings.engine() != loaded.settings.engine()


@pytest.mark.parametrize("client", TABLE.clients.values(), ids=list(TABLE.clients))
def test_every_snippet_is_what_setup_writes(client: Any) -> None:
    suffix = "toml" if client.format == "toml" else "json"
    text = (FOLDER / "clients" / f"{client.id}.{suffix}").read_text(encoding="utf-8")
    assert entry_of(client, TABLE.command, text) == client.entry([TABLE.command, *TABLE.arguments])
    assert f"| `{client.id}` |" in COMMAND_LINE


def plugin_file(path: str) -> Any:
    return json.loads((FOLDER / "plugin" / path).read_text(encoding="utf-8"))


MANIFESTS = [
    "plugin.json",
    ".claude-plugin/plugin.json",
    ".codex-plugin/plugin.json",
    ".cursor-plugin/plugin.json",
    "gemini-extension.json",
]
IDENTITY = {"name", "version", "description"}
DETAILS = {"author", "repository", "license", "keywords"}


@pytest.mark.parametrize("path", MANIFESTS)
def test_every_plugin_manifest_names_this_version_and_no_missing_file(path: str) -> None:
    manifest = plugin_file(path)
    assert (manifest["name"], manifest["version"]) == (PROJECT["name"], PROJECT["version"])
    assert manifest["description"] == PROJECT["description"]
    for member in ("skills", "mcpServers"):
        if isinstance(manifest.get(member), str):
            assert manifest[member].startswith("./")
            assert (FOLDER / "plugin" / manifest[member]).exists()


def test_the_plugin_keeps_the_closed_forms_of_its_clients() -> None:
    """The members that each format allows, by its documentation."""
    assert plugin_file("plugin.json").keys() == {"$schema", *IDENTITY, *DETAILS}
    assert plugin_file(".claude-plugin/plugin.json").keys() == IDENTITY | DETAILS
    assert plugin_file(".codex-plugin/plugin.json").keys() == IDENTITY | DETAILS | {"skills", "mcpServers"}
    assert plugin_file(".cursor-plugin/plugin.json").keys() == (
        IDENTITY | DETAILS | {"displayName", "skills", "mcpServers"}
    )
    assert plugin_file("gemini-extension.json").keys() == IDENTITY | {"mcpServers"}
    assert plugin_file("mcp.json").keys() == {"$schema", "mcpServers"}
    versions = [plugin_file(path)["$schema"].split("/")[-2] for path in ("plugin.json", "mcp.json")]
    assert versions == ["1.0.0", "1.0.0"]


@pytest.mark.parametrize("path", ["mcp.json", ".mcp.json", "gemini-extension.json"])
def test_the_plugin_starts_the_server_of_its_own_version(path: str) -> None:
    (entry,) = plugin_file(path)["mcpServers"].values()
    assert (entry["command"], entry["args"]) == ("uvx", [f"{PROJECT['name']}@{PROJECT['version']}"])
    assert entry.get("type", "stdio") == "stdio"


def test_the_plugin_has_the_skill_that_setup_writes() -> None:
    (skill,) = (FOLDER / "plugin" / "skills").glob("*/SKILL.md")
    assert skill.parent.name == TABLE.skill.name
    text = skill.read_text(encoding="utf-8")
    claude = TABLE.clients["claude-code"].skill
    assert claude is not None
    assert text == skill_files.written(claude, TABLE.skill, "")
    head = yaml.safe_load(text.split("---")[1])
    assert head == {"name": TABLE.skill.name, "description": TABLE.skill.description}


def test_every_plugin_manifest_is_described() -> None:
    text = (FOLDER / "clients.md").read_text(encoding="utf-8")
    assert [path for path in MANIFESTS if f"| `{path}` |" not in text] == []


def test_the_readmes_own_snippet_works_for_most_clients() -> None:
    (snippet,) = re.findall(r"```json\n(.*mcpServers.*)\n```", README)
    cursor = TABLE.clients["cursor"]
    assert entry_of(cursor, TABLE.command, snippet) == {"command": TABLE.command}
