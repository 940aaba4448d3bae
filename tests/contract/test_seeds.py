"""What is published is what the seed of each contract writes: `seeds/NAME.json` holds the seed's own JSON.

Additive extensions are no deviation: a title, annotations, a new optional output field, `additionalProperties: true`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.contract.promises import contracts

from pro_context_codegen.bundle import document
from pro_context_contract import Contract, load_contract

FILES = sorted((Path(__file__).parent / "seeds").glob("*.json"))
_STRUCTURE = ("properties", "required", "items")


def seeds() -> list[Any]:
    return [pytest.param(json.loads(file.read_text(encoding="utf-8")), id=file.stem) for file in FILES]


def deviations(wanted: Mapping[str, Any], found: Mapping[str, Any], at: str, *, output: bool) -> Iterator[str]:
    """Give where a published schema says something else than the seed's.

    Args:
        wanted: the seed's.
        found: as published.
        at: where it stands.
        output: whether it describes answers, which may say more.
    """
    for key in (wanted.keys() | found.keys()) - {*_STRUCTURE}:
        open_anyway = key == "additionalProperties" and found.get(key) is True
        if wanted.get(key) != found.get(key) and not open_anyway:
            yield f"{at}: {key} is {found.get(key)!r} instead of {wanted.get(key)!r}"
    required, kept = set(wanted.get("required", ())), set(found.get("required", ()))
    if required != kept:
        yield f"{at}: required are {sorted(kept)} instead of {sorted(required)}"
    properties, there = wanted.get("properties", {}), found.get("properties", {})
    if (new := there.keys() - properties.keys()) and not output:
        yield f"{at}: {sorted(new)} are new"
    for name, schema in properties.items():
        if name not in there:
            yield f"{at}.{name} is missing"
        else:
            yield from deviations(schema, there[name], f"{at}.{name}", output=output)
    if "items" in wanted or "items" in found:
        yield from deviations(wanted.get("items", {}), found.get("items", {}), f"{at}[]", output=output)


def of(seed: Mapping[str, Any]) -> Contract:
    return load_contract(seed["contract"])


@pytest.mark.parametrize("seed", seeds())
def test_tools_are_the_seeds(seed: Mapping[str, Any]) -> None:
    published = {tool["name"]: tool for tool in of(seed).tools}
    assert published.keys() == seed["tools"].keys()
    for name, tool in seed["tools"].items():
        assert published[name]["description"] == tool["description"]
        for part, output in (("inputSchema", False), ("outputSchema", True)):
            assert list(deviations(tool[part], published[name][part], f"{name}.{part}", output=output)) == []


@pytest.mark.parametrize("seed", seeds())
def test_resources_are_the_seeds(seed: Mapping[str, Any]) -> None:
    contract = of(seed)
    for kind, published in (
        ("resources", contract.resources),
        ("resourceTemplates", contract.resource_templates),
        ("prompts", contract.prompts),
    ):
        wanted = {entry["name"]: entry for entry in seed[kind]}
        assert {entry["name"] for entry in published} == wanted.keys()
        for entry in published:
            assert {key: entry.get(key) for key in wanted[entry["name"]]} == wanted[entry["name"]]
    [spec] = [spec for spec in contracts() if spec.name == contract.name]
    contents = document(spec)["contents"]
    for name, schema in seed["contents"].items():
        assert list(deviations(schema, contents[f"resource:{name}"], name, output=True)) == []


@pytest.mark.parametrize("seed", seeds())
def test_errors_are_the_seeds(seed: Mapping[str, Any]) -> None:
    contract = of(seed)
    assert contract.error_style == seed["errorStyle"]
    assert {code: entry.recoverable for code, entry in contract.errors.items()} == seed["errors"]
    [spec] = [spec for spec in contracts() if spec.name == contract.name]
    assert {tool.name: sorted(tool.errors) for tool in spec.tools} == {
        name: sorted(codes) for name, codes in seed["raises"].items()
    }


@pytest.mark.parametrize("seed", seeds())
def test_handshake_is_the_seeds(seed: Mapping[str, Any]) -> None:
    contract = of(seed)
    assert contract.initialize["capabilities"] == seed["capabilities"]
    assert list(contract.protocol_versions) == seed["protocolVersions"]


@pytest.mark.parametrize(
    ("wanted", "found", "output", "count"),
    [
        ({"type": "string"}, {"type": "string"}, False, 0),
        ({"type": "string"}, {"type": "string", "maxLength": 5}, False, 1),
        ({"type": "string", "maxLength": 5}, {"type": "string"}, True, 1),
        ({"type": "object"}, {"type": "object", "additionalProperties": True}, False, 0),
        ({"type": "object"}, {"type": "object", "additionalProperties": False}, False, 1),
        ({"properties": {}}, {"properties": {"a": {}}}, False, 1),
        ({"properties": {}}, {"properties": {"a": {}}}, True, 0),
        ({"properties": {"a": {}}}, {"properties": {}}, True, 1),
        ({"properties": {"a": {}}, "required": ["a"]}, {"properties": {"a": {}}}, True, 1),
        ({"items": {"type": "string"}}, {"items": {"type": "integer"}}, True, 1),
    ],
)
def test_a_deviation_is_found(wanted: dict[str, Any], found: dict[str, Any], output: bool, count: int) -> None:
    assert len(list(deviations(wanted, found, "it", output=output))) == count
