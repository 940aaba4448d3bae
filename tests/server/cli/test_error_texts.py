"""The errors of the contract, as the command line says them: every code, with every advice that it can carry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.server.cli.conftest import Run

from pro_context.cli.error_texts import error_text
from pro_context_contract import load_contract

CATALOGUE = yaml.safe_load((Path(__file__).parents[3] / "spec/contracts/full/errors.yaml").read_text(encoding="utf-8"))[
    "errors"
]
TOOLS = load_contract("full").tools
ARGUMENTS = {name for tool in TOOLS for name in tool["inputSchema"]["properties"]}
NO_WORDS = [
    *(tool["name"] for tool in TOOLS),
    *(name for name in ARGUMENTS if name != name.lower()),
    *("details.", "call the tool", "Bearer", "TOC", "allowlist", "as query", "queries", "idempotent"),
]
LOOKS = {"array": ["one", "two"], "integer": 7, "boolean": False, "string": "some", "number": 0.5}
COMMANDS = ("ask", "resolve", "changes", "symbols", "warm", "check")


def payloads() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every error with each of its advices, and a name for it."""
    for code, entry in CATALOGUE.items():
        every = {name: LOOKS[schema["type"]] for name, schema in entry.get("details", {}).items()}
        advices = [("", entry["suggestion"], every)]
        for missing, text in entry.get("suggestionWithout", {}).items():
            advices.append((f"without {missing}", text, {key: every[key] for key in every if key != missing}))
        for name, texts in entry.get("suggestionWhen", {}).items():
            advices += [(f"{name} {value}", text, {**every, name: value}) for value, text in texts.items()]
        for name, text, details in advices:
            filled = {key: ", ".join(one) if isinstance(one, list) else one for key, one in every.items()}
            message = entry["message"].format(**filled)
            payload = {"code": code, "message": message, "suggestion": text.format(**filled), "details": details}
            yield f"{code} {name}".strip(), payload


ALL = dict(payloads())


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("command", COMMANDS)
def test_no_error_speaks_of_tools_or_their_arguments(name: str, command: str) -> None:
    text = error_text(ALL[name], command)
    assert [word for word in NO_WORDS if word in text] == []
    first, *_, last = text.splitlines()
    assert first.startswith(f"pro-context: {ALL[name]['code']}: ")
    assert last.endswith((".", ". "))


@pytest.mark.parametrize(
    ("command", "problem", "said"),
    [
        ("ask", "maxTokens: must be at least 500", "--max-tokens: must be at least 500"),
        ("ask", "libraries[0].version: must be at most 50 characters long", "--version: must be"),
        ("ask", "libraries[0].libraryId: is empty; topic: is required", "LIBRARY: is empty; TOPIC: is"),
        ("changes", "from: is 1; names[0]: is 2", "FROM: is 1; --name: is 2"),
        ("resolve", "query: must be at most 500 characters long", "QUERY: must be"),
        ("check", "code: is longer", "the file: is longer"),
        ("check", "elsewhere: stays", "elsewhere: stays"),
    ],
)  # fmt: skip
def test_arguments_are_named_as_the_options_that_gave_them(command: str, problem: str, said: str) -> None:
    payload = {"code": "INVALID_INPUT", "message": f"Invalid arguments: {problem}.", "suggestion": "Call again."}
    first, last = error_text(payload, command).splitlines()
    assert first.startswith(f"pro-context: INVALID_INPUT: Invalid arguments: {said}")
    assert last == f"`pro-context {command} --help` explains the options."


def test_a_value_of_an_argument_is_one_of_the_option() -> None:
    said = "Invalid arguments: match: 'pattern' needs google-re2; match 'text' finds literal text without it."
    text = error_text({"code": "INVALID_INPUT", "message": said, "suggestion": ""}, "search")
    assert "--match: 'pattern' needs google-re2; `--match text` finds literal text" in text


@pytest.mark.parametrize(
    ("command", "usage"), [("changes", "pro-context changes LIBRARY FROM TO"), ("ask", "--version V")]
)
def test_a_project_without_the_version_is_named_as_what_is_wrong(command: str, usage: str) -> None:
    details = {"libraryId": "otter/otters", "version": "installed", "available": ["2.0", "1.0"]}
    payload = {"code": "VERSION_NOT_FOUND", "message": "Version 'installed' is not.", "details": details}
    first, last = error_text(payload, command).splitlines()
    assert first.endswith("This project neither locks nor has installed a version of 'otter/otters'.")
    assert last == f"Name the version that is meant: {usage}. Available versions: 2.0, 1.0."


def test_a_search_says_that_the_query_comes_first() -> None:
    assert "pro-context search QUERY LIBRARY" in error_text(ALL["LIBRARY_NOT_FOUND"], "search")
    assert "QUERY" not in error_text(ALL["LIBRARY_NOT_FOUND"], "ask")


def test_an_error_of_another_contract_keeps_its_advice() -> None:
    assert error_text({"code": "C", "message": "It broke.", "suggestion": "Mend it."}) == (
        "pro-context: C: It broke.\nMend it."
    )


def test_near_headings_are_named_and_escaped() -> None:
    missed = {
        "code": "TOPIC_NOT_FOUND",
        "message": "Nothing.",
        "suggestion": "",
        "details": {"nearestHeadings": ["A\x1b"]},
    }
    assert error_text(missed).split("\n")[1] == "near: A\\x1b"


def test_advice_names_the_setting_that_decides() -> None:
    text = error_text(ALL["SOURCE_UNAVAILABLE cause switched-off"], "ask")
    assert "Switch some on in the configuration" in text


@pytest.mark.parametrize("arguments", [("ask", "brightwheel", "x", "--max-tokens", "9"), ("ask", "b" * 300, "x")])
def test_a_command_says_its_own_options(run: Run, arguments: tuple[str, ...]) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (1, "")
    assert re.search(r"(--max-tokens|LIBRARY): must be", err)
    assert "`pro-context ask --help`" in err


@pytest.mark.parametrize("contract", ["lean", "toc", "crawl", "corpus"])
def test_questions_do_not_depend_on_the_contract_that_is_served(run: Run, contract: str) -> None:
    status, out, err = run("ask", "brightwheel", "retry a failed delivery", contract=contract)  # type: ignore[arg-type]
    assert (status, err) == (0, "")
    assert "\nsources:\n" in out
    assert run("resolve", "brightwheel", contract=contract)[0] == 0  # type: ignore[arg-type]
