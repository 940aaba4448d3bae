"""What the server answers has the published types: in TypeScript, and in the OpenAPI document."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests.clients.answers import Session, capture
from tests.clients.node import TSC, needs_packages, node
from tests.contract import openapi

from pro_context_contract import load_contract

ROOT = Path(__file__).parents[2]
CONTRACT = load_contract("full")
IMPORT = 'import type { full } from "pro-context-contract";\n'
RESOLUTIONS = {
    "nodenext": ["--module", "nodenext"],
    "bundler": ["--module", "esnext", "--moduleResolution", "bundler"],
}
ERROR = re.compile(r"^([\w-]+)\.ts\(\d+,\d+\): error (TS\d+)", re.MULTILINE)

Compiled = Mapping[str, set[str]]
"""Codes of the compiler's complaints by file, without its suffix."""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    return asyncio.run(capture(tmp_path_factory.mktemp("session"), CONTRACT.name))


@pytest.fixture
def compiled(tmp_path: Path) -> Callable[[Mapping[str, str], str], Compiled]:
    """Return what compiles files in a project that has the declarations installed."""
    (tmp_path / "package.json").write_text('{ "private": true, "type": "module" }')
    shutil.copytree(ROOT / "generated" / "typescript", tmp_path / "node_modules" / "pro-context-contract")

    def compile_(files: Mapping[str, str], resolution: str) -> Compiled:
        for name, text in files.items():
            (tmp_path / f"{name}.ts").write_text(IMPORT + text, encoding="utf-8")
        options = ["--strict", "--exactOptionalPropertyTypes", "--noEmit", "--target", "es2022"]
        sources = [f"{name}.ts" for name in files]
        done = node(TSC, *options, *RESOLUTIONS[resolution], *sources, cwd=tmp_path)
        output = done.stdout.decode()
        found: dict[str, set[str]] = {}
        for name, code in ERROR.findall(output):
            found.setdefault(name, set()).add(code)
        assert bool(found) == bool(done.returncode), output
        return found

    return compile_


@needs_packages
@pytest.mark.parametrize("resolution", RESOLUTIONS)
def test_every_answer_has_its_type(
    session: Session, compiled: Callable[[Mapping[str, str], str], Compiled], resolution: str
) -> None:
    lines = []
    for number, answer in enumerate(session.answers):
        kind = "ToolErrors" if answer.failed else "ToolResults"
        value = json.dumps(answer.value)
        lines.append(f'export const answer{number}: full.{kind}["{answer.tool}"] = {value};\n')
        if not answer.failed:
            arguments = json.dumps(answer.arguments)
            lines.append(f'export const arguments{number}: full.ToolArguments["{answer.tool}"] = {arguments};\n')
    for number, (uri, content) in enumerate(session.contents.items()):
        lines.append(f'export const content{number}: full.ResourceContents["{uri}"] = {json.dumps(content)};\n')
    assert compiled({"answers": "".join(lines)}, resolution) == {}


def test_the_captured_answers_are_of_every_tool(session: Session) -> None:
    tools = {tool["name"] for tool in CONTRACT.tools}
    assert {answer.tool for answer in session.answers if not answer.failed} == tools
    assert {answer.tool for answer in session.answers if answer.failed} == tools
    assert session.contents


def test_every_answer_fits_the_openapi_document(session: Session) -> None:
    document = openapi.document(CONTRACT)
    for answer in session.answers:
        responses = document["paths"][f"/{answer.tool}"]["post"]["responses"]
        schema = responses["default" if answer.failed else "200"]["content"]["application/json"]["schema"]
        Draft202012Validator({**schema, "components": document["components"]}).validate(answer.value)


GET_DOCS = 'export const given: full.ToolArguments["get-docs"] = '
MISUSES = {
    "wrong-name": (GET_DOCS + '{ libraries: [{ libraryId: "a/b" }], topic: "t", maxToken: 500 };', {"TS2561"}),
    "wrong-type": (GET_DOCS + '{ libraries: [{ libraryId: "a/b" }], topic: "t", maxTokens: "500" };', {"TS2322"}),
    "wrong-item": (GET_DOCS + '{ libraries: ["a/b"], topic: "t" };', {"TS2322"}),
    "missing": (GET_DOCS + '{ libraries: [{ libraryId: "a/b" }] };', {"TS2741"}),
    "missing-inside": (GET_DOCS + '{ libraries: [{ version: "1" }], topic: "t" };', {"TS2741"}),
    "no-such-tool": ('export type Given = full.ToolArguments["get-doc"];', {"TS2339"}),
    "no-such-code": ('export const code: full.ErrorCode = "LIBRARY_NOTFOUND";', {"TS2820"}),
    "no-such-prompt": ('export type Given = full.PromptArguments["explain"];', {"TS2339"}),
    "others-detail": (
        'export const of = (error: full.ToolError) => error.code === "TOPIC_NOT_FOUND" && error.details.url;',
        {"TS2339"},
    ),
    "code-of-another-tool": (
        'export const of = (error: full.ToolErrors["list-libraries"]) => error.code === "PAGE_NOT_FOUND";',
        {"TS2367"},
    ),
    "unchecked-option": (
        'export const of = (result: full.ToolResults["get-docs"]) => result.passages.length;',
        {"TS18048"},
    ),
}
EXHAUSTIVE = """\
export function advice(error: full.ToolErrors["list-libraries"]): string {
  switch (error.code) {
    case "RATE_LIMITED": return `in ${error.retryAfter.toFixed()} s`;
    case "INVALID_INPUT": return error.details.problems;
    case "INTERNAL_ERROR": return error.suggestion;
    case "STORE_UNAVAILABLE": return `in ${error.retryAfter.toFixed()} s`;
    default: { const never: never = error; return never; }
  }
}
"""


@needs_packages
def test_misuse_does_not_compile(compiled: Callable[[Mapping[str, str], str], Compiled]) -> None:
    files = {name: text for name, (text, _) in MISUSES.items()}
    found = compiled({**files, "exhaustive": EXHAUSTIVE}, "nodenext")
    assert found == {name: codes for name, (_, codes) in MISUSES.items()}
