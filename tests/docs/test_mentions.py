"""The pages that people read name every setting, command and dependency, and no tracked file has forbidden words."""

import argparse
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bench.__main__ import BENCHMARKS

from pro_context.cli.arguments import parser
from pro_context_contract import CONTRACTS, load_contract
from pro_context_contract.configuration import schema

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMAND_LINE = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
CONFIGURATION = (ROOT / "docs/configuration.md").read_text(encoding="utf-8")
DEVELOPMENT = (ROOT / "docs/development.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
HATCH = tomllib.loads((ROOT / "hatch.toml").read_text())["envs"]["default"]
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
DECISIONS = sorted((ROOT / "docs/decisions").glob("*.md"))
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


# The README


def test_the_readme_is_short() -> None:
    assert len(README.split()) <= 700


@pytest.mark.parametrize("tool", [tool["name"] for tool in load_contract("full").tools])
def test_every_tool_of_the_default_contract_is_in_the_readme(tool: str) -> None:
    assert f"`{tool}`" in README


@pytest.mark.parametrize("page", sorted(path.name for path in (ROOT / "docs").glob("*.md")))
def test_every_page_of_the_docs_is_in_the_readme(page: str) -> None:
    assert f"](docs/{page})" in README


# The pages and the reference


@pytest.mark.parametrize("key", sorted(set(keys(schema(), acting=True))))
def test_every_setting_that_has_an_effect_is_in_the_page_on_configuration(key: str) -> None:
    assert re.search(rf"\b{key}:", CONFIGURATION)


@pytest.mark.parametrize("key", sorted(set(keys(schema(), acting=False))))
def test_every_setting_is_in_the_reference(key: str) -> None:
    assert re.search(rf"\b{key}\b", REFERENCE)


@pytest.mark.parametrize(("contract", "name"), ELEMENTS)
def test_every_element_of_a_contract_is_in_the_reference(contract: str, name: str) -> None:
    assert name in REFERENCE


@pytest.mark.parametrize("contract", CONTRACTS)
def test_every_contract_and_its_tools_are_in_the_page_on_contracts(contract: str) -> None:
    page = (ROOT / "docs/contracts.md").read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| \[`{contract}`\].*$", page, re.MULTILINE)
    assert [tool["name"] for tool in load_contract(contract).tools if f"`{tool['name']}`" not in row] == []


@pytest.mark.parametrize("code", load_contract("full").errors)
def test_every_error_of_the_default_contract_has_its_cure(code: str) -> None:
    page = (ROOT / "docs/troubleshooting.md").read_text(encoding="utf-8")
    assert re.search(rf"^\| .*`{code}`", page, re.MULTILINE)


@pytest.mark.parametrize("name", sorted(set(options(parser()))))
def test_every_command_and_option_is_in_the_page_on_the_command_line(name: str) -> None:
    assert re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", COMMAND_LINE)


@pytest.mark.parametrize("name", HATCH["scripts"])
def test_every_developer_command_is_in_the_page_on_development(name: str) -> None:
    assert re.search(rf"`(hatch run )?{name}\b", DEVELOPMENT)


@pytest.mark.parametrize("name", BENCHMARKS)
def test_every_benchmark_is_in_the_page_on_development(name: str) -> None:
    assert f"`{name}`" in DEVELOPMENT.partition("\n## Benchmarks")[2]


def required() -> list[str]:
    """Return the names of all that the project, its extras and its development environment install."""
    extras = [requirement for extra in PROJECT["optional-dependencies"].values() for requirement in extra]
    listed = [*PROJECT["dependencies"], *extras, *HATCH["dependencies"]]
    return sorted({re.split(r"[<>=;\[ ]", requirement)[0] for requirement in listed})


@pytest.mark.parametrize("name", required())
def test_every_dependency_has_its_reason_in_the_page_on_development(name: str) -> None:
    assert re.search(rf"^\| ([^|]+, )?{name}(,[^|]+)? \|", DEVELOPMENT, re.MULTILINE)


# Files

SHORT = {
    "engine/": "engine/pro_context_engine/",
    "server/": "server/pro_context/",
    "handlers/": "handlers/pro_context_handlers/",
}
# The examples of what does not exist yet.
INVENTED = re.compile(r"NAME|count[-_]pages|gitlab")


def test_every_file_that_contributing_names_is_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n## Add a tool")[2]
    named = re.findall(r"`((?:engine|server|handlers|spec|tests|docs|generated)/[\w./-]*)`", text)
    paths = [re.sub(r"^\w+/", lambda first: SHORT.get(first[0], first[0]), path) for path in named]
    assert [path for path in paths if not INVENTED.search(path) and not (ROOT / path).exists()] == []


# Decisions


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_every_decision_has_number_date_and_status(page: Path) -> None:
    head = page.read_text(encoding="utf-8").partition("\n## ")[0].partition("\n**")[0]
    assert re.match(rf"# {int(page.stem[:4])}\. \S", head)
    assert re.search(r"^Date: 20\d\d-\d\d-\d\d\b", head, re.MULTILINE)
    assert re.search(r"\bStatus: (accepted|superseded by \[\d+\]\(\d{4}-[a-z0-9-]+\.md\))", head)


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_every_decision_fits_one_screen(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 48
    prose = [line for line in FENCE.sub("", text).splitlines() if not line.startswith("|")]
    assert [line for line in prose if len(line) > 120] == []


# Links

PAGES = sorted(ROOT.glob("*.md")) + sorted((ROOT / "bench/results").glob("*.md"))
PAGES += sorted((ROOT / "docs").rglob("*.md")) + sorted((ROOT / "generated/reference").rglob("*.md"))
LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\(([^)\s]+)\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    targets = LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
    broken = [
        target
        for target in targets
        if not re.match(r"[a-z-]+:|#", target) and not (page.parent / target.partition("#")[0]).exists()
    ]
    assert broken == []


WRITTEN = [page for page in PAGES if not page.is_relative_to(ROOT / "generated")]
PUNCTUATION = re.compile(r"[^\w\- ]")


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_heading_finds_one(page: Path) -> None:
    missing = []
    for target in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        file, _, anchor = target.partition("#")
        if anchor and not re.match(r"[a-z-]+:", target):
            text = FENCE.sub("", (page.parent / file if file else page).read_text(encoding="utf-8"))
            titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
            # As GitHub makes anchors: lower case, no punctuation, hyphens for blanks.
            if anchor not in {PUNCTUATION.sub("", title.lower()).replace(" ", "-") for title in titles}:
                missing.append(target)
    assert missing == []


def test_every_file_of_figures_belongs_to_a_decision() -> None:
    figures = {page.name for page in (ROOT / "bench/results").glob("*.md")}
    linked = {target for page in DECISIONS for target in re.findall(r"bench/results/([\w-]+\.md)", page.read_text())}
    assert figures == linked


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
# Documents that the repository does not have; a comment cites a contract, a decision or an RFC.
PRIVATE_DOCUMENTS = re.compile(r"\bseeds?" + r"\s+00\d", re.IGNORECASE)
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


def test_no_file_cites_a_document_that_the_repository_lacks() -> None:
    # A released bundle never changes again.
    assert [line for line in _saying(PRIVATE_DOCUMENTS) if "/bundles/toc-0.1.0.json:" not in line] == []


def _saying(pattern: re.Pattern[str]) -> list[str]:
    found = []
    for file in tracked():
        if file.relative_to(ROOT).as_posix() in DATA:
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            if pattern.search(line):
                found.append(f"{file.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    return found
