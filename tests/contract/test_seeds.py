"""What is published, and said over stdio and HTTP, is what the seed of each contract writes.

`seeds/NAME.json` holds the seed's own JSON.

Additive extensions are no deviation: a title, annotations, a description where there was none, a new optional output
field, `additionalProperties: true`. A seed's file may name arguments that the seed asks for elsewhere than in its
schemas (`additions`) and codes that its tables leave out (`alsoRaises`), and leave out what the seed does not say.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.contract.listings import LISTINGS, Listing
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
        more = key == "additionalProperties" and found.get(key) is True
        more = more or (key == "description" and key not in wanted)
        if wanted.get(key) != found.get(key) and not more:
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


@pytest.fixture(scope="module", params=LISTINGS)
def listing_of(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Listing]:
    """Give what returns a contract as it is listed somewhere, looked up once."""
    listed: dict[str, Listing] = {}

    def listing(name: str) -> Listing:
        if name not in listed:
            listed[name] = asyncio.run(LISTINGS[request.param](name, tmp_path_factory.mktemp(name)))
        return listed[name]

    return listing


@pytest.mark.parametrize("seed", seeds())
def test_tools_are_the_seeds(seed: Mapping[str, Any], listing_of: Callable[[str], Listing]) -> None:
    published = {tool["name"]: tool for tool in listing_of(seed["contract"]).tools}
    assert published.keys() == seed["tools"].keys()
    for name, tool in seed["tools"].items():
        assert published[name]["description"] == tool["description"]
        given = without(published[name]["inputSchema"], seed.get("additions", {}).get(name, ()))
        for part, found in (("inputSchema", given), ("outputSchema", published[name].get("outputSchema", {}))):
            assert list(deviations(tool.get(part, {}), found, f"{name}.{part}", output=part == "outputSchema")) == []


def without(schema: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    """Return the schema of an object without some of its properties, which must be there."""
    properties = schema.get("properties", {})
    assert set(names) <= properties.keys()
    return {**schema, "properties": {name: child for name, child in properties.items() if name not in names}}


@pytest.mark.parametrize("seed", seeds())
def test_resources_are_the_seeds(seed: Mapping[str, Any], listing_of: Callable[[str], Listing]) -> None:
    listing = listing_of(seed["contract"])
    for kind, published in (
        ("resources", listing.resources),
        ("resourceTemplates", listing.resource_templates),
        ("prompts", listing.prompts),
    ):
        wanted = {entry["name"]: entry for entry in seed[kind]}
        assert {entry["name"] for entry in published} == wanted.keys()
        for entry in published:
            # Seeds write `{libraryId}` for ids with a slash, which RFC 6570 writes `{+libraryId}`.
            said = {**entry, "uriTemplate": entry.get("uriTemplate", "").replace("{+", "{")}
            assert {key: said.get(key) for key in wanted[entry["name"]]} == wanted[entry["name"]]


@pytest.mark.parametrize("seed", seeds())
def test_contents_of_resources_are_the_seeds(seed: Mapping[str, Any]) -> None:
    [spec] = [spec for spec in contracts() if spec.name == seed["contract"]]
    contents = document(spec)["contents"]
    for name, schema in seed["contents"].items():
        assert list(deviations(schema, contents[f"resource:{name}"], name, output=True)) == []
    for name, content in seed.get("holds", {}).items():
        Draft202012Validator(closed(contents[f"resource:{name}"])).validate(content)


def closed(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema that accepts no property but its own."""
    node = dict(schema)
    if "properties" in node:
        node["properties"] = {name: closed(child) for name, child in node["properties"].items()}
        node["additionalProperties"] = False
    return {**node, "items": closed(node["items"])} if "items" in node else node


@pytest.mark.parametrize("seed", seeds())
def test_prompts_say_what_the_seeds_say(seed: Mapping[str, Any]) -> None:
    for name, template in seed.get("templates", {}).items():
        [prompt] = [prompt for prompt in seed["prompts"] if prompt["name"] == name]
        required = {argument["name"]: "x 1" for argument in prompt["arguments"] if argument["required"]}
        for given in (required, {argument["name"]: f"a {argument['name']}" for argument in prompt["arguments"]}):
            render = import_module(f"pro_context_contract.{seed['contract']}.prompts").PROMPTS[name]
            [message] = render(given).messages
            assert message.content == filled(template, given)


def filled(template: str, given: Mapping[str, str]) -> str:
    """Return what a seed's template says: `{#if NAME}…{/if}`, and `{NAME}`; a mark alone leaves no line behind."""

    def chosen(condition: re.Match[str]) -> str:
        return f"{condition[2]}{condition[3][1:]}" if condition[1] in given else ""

    text = re.sub(r"\{#if (\w+)\}\n?(.*?)\{/if\}((?:\n\n)?)", chosen, template, flags=re.DOTALL)
    return re.sub(r"\{(\w+)\}", lambda name: given[name[1]], text)


@pytest.mark.parametrize("seed", seeds())
def test_errors_are_the_seeds(seed: Mapping[str, Any]) -> None:
    contract = of(seed)
    assert contract.error_style == seed["errorStyle"]
    told = {code: entry.recoverable for code, entry in contract.errors.items()}
    # Dispatch needs a code of its own, whether the seed has one or not; null is what the seed does not say.
    assert told.keys() - {"INVALID_INPUT"} == seed["errors"].keys() - {"INVALID_INPUT"}
    assert {code: told[code] for code, recoverable in seed["errors"].items() if recoverable is not None}.items() <= (
        seed["errors"].items()
    )
    [spec] = [spec for spec in contracts() if spec.name == contract.name]
    for tool in spec.tools:
        said = [*seed["raises"][tool.name], *seed.get("alsoRaises", {}).get(tool.name, [])]
        assert sorted(tool.errors) == sorted(said)


@pytest.mark.parametrize("seed", seeds())
def test_handshake_is_the_seeds(seed: Mapping[str, Any], listing_of: Callable[[str], Listing]) -> None:
    published = listing_of(seed["contract"]).initialize["capabilities"]
    assert published == seed.get("capabilities", published)
    assert list(of(seed).protocol_versions) == seed.get("protocolVersions", list(of(seed).protocol_versions))


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
