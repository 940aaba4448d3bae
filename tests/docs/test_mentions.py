"""Everything a user can set, call or meet is mentioned where users read, and nothing tracked says what it must not."""

import argparse
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pro_context.cli.arguments import parser
from pro_context_contract import CONTRACTS, load_contract
from pro_context_contract.configuration import schema

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
REFERENCE = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "generated/reference").rglob("*.md"))
ELEMENTS = [
    (contract, name)
    for contract in CONTRACTS
    for payload in [load_contract(contract)]
    for name in [
        *(tool["name"] for tool in payload.tools),
        *(prompt["name"] for prompt in payload.prompts),
        *(resource["uri"] for resource in payload.resources),
        *(template["uriTemplate"] for template in payload.resource_templates),
        *payload.errors,
    ]
]


def keys(section: dict[str, Any], acting: bool) -> Iterator[str]:
    """Yield the keys of the configuration: all, or only those that something acts on."""
    for inner in (section.get("items"), section.get("additionalProperties")):
        if isinstance(inner, dict):
            yield from keys(inner, acting)
    for name, key in section.get("properties", {}).items():
        if not (acting and "x-no-effect" in key):
            yield from keys(key, acting)
            yield name


def options(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield every subcommand and long option."""
    for action in parser._actions:
        yield from (name for name in action.option_strings if name.startswith("--"))
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                yield name
                yield from options(command)


@pytest.mark.parametrize("key", sorted(set(keys(schema(), acting=True))))
def test_every_setting_that_has_an_effect_is_in_the_readme(key: str) -> None:
    assert re.search(rf"\b{key}:", README)


@pytest.mark.parametrize("key", sorted(set(keys(schema(), acting=False))))
def test_every_setting_is_in_the_reference(key: str) -> None:
    assert re.search(rf"\b{key}\b", REFERENCE)


@pytest.mark.parametrize(("contract", "name"), ELEMENTS)
def test_every_element_of_a_contract_is_in_the_reference(contract: str, name: str) -> None:
    assert name in REFERENCE


@pytest.mark.parametrize("tool", [tool["name"] for tool in load_contract("full").tools])
def test_every_tool_of_the_default_contract_is_in_the_readme(tool: str) -> None:
    assert f"`{tool}`" in README


@pytest.mark.parametrize("name", sorted(set(options(parser()))))
def test_every_command_and_option_is_in_the_readme(name: str) -> None:
    assert re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", README)


@pytest.mark.parametrize("name", tomllib.loads((ROOT / "hatch.toml").read_text())["envs"]["default"]["scripts"])
def test_every_developer_command_is_in_the_readme(name: str) -> None:
    assert re.search(rf"`(hatch run )?{name}\b", README)


@pytest.mark.parametrize("requirement", tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"])
def test_every_dependency_has_its_reason_in_the_readme(requirement: str) -> None:
    name = re.split(r"[<>=\[]", requirement)[0]
    assert re.search(rf"^\| {name} \|", README, re.MULTILINE)


# Links

PAGES = [ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CHANGELOG.md")]
PAGES += sorted((ROOT / "docs").rglob("*.md")) + sorted((ROOT / "generated/reference").rglob("*.md"))
LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    targets = LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
    broken = [
        target
        for target in targets
        if not re.match(r"[a-z-]+:|#", target) and not (page.parent / target.partition("#")[0]).exists()
    ]
    assert broken == []


# What no file says

# Put together here, so that this file does not name them either.
REGISTRY_HOSTS = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("npmjs", "com"),
        ("crates", "io"),
        ("rubygems", "org"),
    )
]
# After a letter it is the path of an address (https://docs.example/home/), not of a machine.
MACHINE_PATHS = re.compile(
    r"(?<!\w)(?:" + "|".join(["/home/[a-z]", "/Users/[A-Za-z]", "/root" + "/", "/work" + "/"]) + ")"
)
DATA = ("engine/pro_context_engine/libraries/registry/known-libraries.json",)


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this is no clone")
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def test_no_file_names_the_host_of_a_package_registry() -> None:
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, REGISTRY_HOSTS))})")
    assert _saying(pattern) == []


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    assert _saying(MACHINE_PATHS) == []


def _saying(pattern: re.Pattern[str]) -> list[str]:
    found = []
    for file in tracked():
        if file.relative_to(ROOT).as_posix() in DATA:
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            if pattern.search(line):
                found.append(f"{file.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    return found
