"""TypeScript declarations: what each keyword of a schema becomes, and that no other gets through."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pro_context_codegen import typescript, typescript_types
from pro_context_codegen.contract_folders import read_contracts
from pro_context_codegen.dialect import dialect
from pro_context_codegen.spec_problems import SpecError

SAMPLES: dict[str, Any] = {
    "items": {"type": "string"},
    "properties": {},
    "required": [],
    "enum": ["a"],
    "description": "X.",
}
TYPES = [
    ({"type": "string"}, "string"),
    ({"type": "integer", "minimum": 1}, "number"),
    ({"type": "number"}, "number"),
    ({"type": ["string", "null"]}, "string | null"),
    ({"type": "string", "enum": ["a", 'b"']}, '"a" | "b\\""'),
    ({"enum": [1, 2]}, "1 | 2"),
    ({"type": "boolean", "const": True}, "true"),
    ({"type": "array", "items": {"type": "string"}}, "string[]"),
    ({"type": "array", "items": {"type": ["integer", "null"]}}, "(number | null)[]"),
    ({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}, '("a" | "b")[]'),
    ({"type": "array"}, "unknown[]"),
    ({"type": "object"}, "Record<string, unknown>"),
    ({"type": "object", "additionalProperties": False}, "Record<string, never>"),
    ({"type": "object", "additionalProperties": {"type": "integer"}}, "{\n    [name: string]: number;\n  }"),
    ({"type": ["object", "null"], "properties": {"a": {"type": "string"}}}, "{\n    a?: string;\n  } | null"),
]


def declared(schema: dict[str, Any]) -> str:
    return typescript_types.interface("X", {"type": "object", "properties": {"x": schema}, "required": ["x"]})


@pytest.mark.parametrize(("schema", "expression"), TYPES)
def test_a_schema_becomes_a_type(schema: dict[str, Any], expression: str) -> None:
    assert f"  x: {expression};\n}}\n" in declared(schema)


RESOLVED = {"$ref", "$schema", "$defs", "$anchor"}


@pytest.mark.parametrize("keyword", sorted(dialect().schema("schema")["properties"].keys() - RESOLVED - {"type"}))
def test_every_keyword_a_contract_may_use_has_a_counterpart(keyword: str) -> None:
    assert declared({"type": "string", keyword: SAMPLES.get(keyword, 1)})


@pytest.mark.parametrize("keyword", ["oneOf", "$ref", "patternProperties", "not"])
def test_any_other_is_refused_by_name(keyword: str) -> None:
    with pytest.raises(SpecError, match=rf"X\.x: {re.escape(keyword)}: has no counterpart in TypeScript"):
        declared({"type": "string", keyword: {}})


def test_a_comment_cannot_be_closed_from_inside() -> None:
    assert declared({"type": "string", "description": "Ends */ here."}).count("*/") == 1


def test_what_is_deprecated_is_marked(golden: Path) -> None:
    text = (golden / "typescript" / "garden.d.ts").read_text(encoding="utf-8")
    marks = [line.strip() for line in text.splitlines() if "@deprecated" in line]
    notice = "* @deprecated Since 1.1.0, to be removed in 2.0.0: Plans move into find-plant. Use find-plant instead."
    assert marks == ["* @deprecated", notice, notice]


def test_two_types_of_one_name_are_refused(garden_spec: Path) -> None:
    [garden] = read_contracts(garden_spec)
    errors = tuple(replace(error, code="TOOL_NAME") for error in garden.errors[:1])
    tools = tuple(replace(tool, errors=()) for tool in garden.tools)
    with pytest.raises(SpecError, match="two TypeScript types would be called ToolName"):
        typescript.package([replace(garden, errors=errors, tools=tools)])


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("flat", 'export interface GateClosed {\n  code: "GATE_CLOSED";'),
        ("wrapped", 'export interface GateClosed {\n  error: {\n    code: "GATE_CLOSED";'),
        ("prose", "export type GateClosed = string;"),
    ],
)
def test_errors_are_as_the_contract_writes_them(garden_spec: Path, style: str, expected: str) -> None:
    [garden] = read_contracts(garden_spec)
    assert expected in typescript.package([replace(garden, error_style=style)])["garden.d.ts"]
