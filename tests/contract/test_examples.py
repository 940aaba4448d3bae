"""Every example of every contract is executed as it is written: in memory, over HTTP, and over stdio by the process."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError
from mcp.shared.uri_template import UriTemplate
from tests.contract import server_process
from tests.contract.product import error_of, opened
from tests.contract.promises import Example, examples, examples_by_process
from tests.contract.transcripts import Wire, recorded, write
from tests.server.transports.http.harness import OPEN, serving
from tests.worlds import serve

from pro_context_codegen.spec import Prompt, Resource
from pro_context_contract import load_contract

EXAMPLES = list(examples())
PROCESSES = examples_by_process()


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
async def test_in_memory(example: Example, tmp_path: Path) -> None:
    async with opened(tmp_path, *example.worlds, contract=example.contract.name) as product:
        if example.warm:
            await product.docs.warm(product.world.library_id)
        async with Client(product.server()) as client:
            await check(example, client, product.world.origin if product.worlds else "")


@pytest.mark.parametrize("group", PROCESSES)
async def test_over_stdio(group: str, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """With the handshake of the older protocol versions; in memory there is none."""
    first = PROCESSES[group][0]
    with ExitStack() as stack:
        worlds = [stack.enter_context(serve(name)) for name in first.worlds]
        configuration = server_process.configure(tmp_path, first.contract.name, worlds)
        if first.warm:
            server_process.run(configuration, "warm", worlds[0].library_id)
        origin = worlds[0].origin if worlds else ""
        wire = Wire(server_process.parameters(configuration), origin)
        async with Client(wire, mode="legacy") as client:
            for example in PROCESSES[group]:
                await check(example, client, origin)
                if pytestconfig.getoption("--record-examples", default=False):
                    write(example, wire.last_exchange())
                assert wire.last_exchange() == recorded(example), "hatch run record-examples writes what is said now"


@pytest.mark.parametrize("group", PROCESSES)
async def test_over_http(group: str, tmp_path: Path) -> None:
    """At the contract's own path, in the newest protocol version that it speaks."""
    first = PROCESSES[group][0]
    path = f"/{first.contract.name}/mcp"
    async with (
        opened(tmp_path, *first.worlds, contract=first.contract.name) as product,
        serving(OPEN, apps={path: product.app}) as server,
        Client(server.at(path).url) as client,
    ):
        if first.warm:
            await product.docs.warm(product.world.library_id)
        for example in PROCESSES[group]:
            await check(example, client, product.world.origin if product.worlds else "")


async def check(example: Example, client: Client, origin: str) -> None:
    """Execute an example on a connection."""
    match example.element:
        case Prompt():
            await check_prompt(example, client)
        case Resource():
            await check_resource(example, client)
        case _:
            await check_tool(example, client, origin)


async def check_tool(example: Example, client: Client, origin: str) -> None:
    arguments = placed(example.spec["arguments"], origin)
    result = await client.call_tool(example.element.name, arguments)
    [content] = result.content
    contract = load_contract(example.contract.name)
    if "fails" in example.spec:
        assert result.is_error, content.text
        error = error_of(contract, content.text)
        assert error.keys() >= {"code", "message", "recoverable", "suggestion"}
        assert error["code"] == example.spec["fails"]
        assert error["code"] in example.element.errors
        return
    assert not result.is_error, content.text
    if example.element.blocks:
        assert content.text == example.spec["returns"]["text"]
        return
    assert json.loads(content.text) == result.structured_content
    [published] = [tool for tool in contract.tools if tool["name"] == example.element.name]
    Draft202012Validator(published["outputSchema"]).validate(result.structured_content)
    assert differences(placed(example.spec["returns"], origin), result.structured_content) == []


def placed(value: object, origin: str) -> Any:
    """Return a value of an example with the address of its world."""
    return json.loads(json.dumps(value).replace("{origin}", origin))


async def check_prompt(example: Example, client: Client) -> None:
    result = await client.get_prompt(example.element.name, dict(example.spec["arguments"]))
    text = result.messages[0].content.text
    assert text == example.spec["text"] if "text" in example.spec else example.spec["contains"] in text


async def check_resource(example: Example, client: Client) -> None:
    assert isinstance(example.element, Resource)
    template = example.element.uri_template
    uri = UriTemplate.parse(template).expand(example.spec.get("parameters", {})) if template else example.element.uri
    if "fails" in example.spec:
        with pytest.raises(MCPError) as failure:
            await client.read_resource(uri)
        assert failure.value.error.data["code"] == example.spec["fails"]
        return
    text = (await client.read_resource(uri)).contents[0].text
    assert example.spec.get("contains", "") in text
    if "returns" in example.spec:
        assert differences(example.spec["returns"], json.loads(text)) == []


def differences(wanted: object, found: object, at: str = "result") -> list[str]:
    """Return where a value lacks what an example wants of it, [] if nowhere.

    Objects may have further keys and lists further elements, but an empty list wants an empty one.
    """
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        pairs: list[tuple[str, Any, Any]] = [(f"{at}.{key}", value, found.get(key)) for key, value in wanted.items()]
    elif isinstance(wanted, list) and wanted and isinstance(found, list) and len(found) >= len(wanted):
        pairs = [(f"{at}[{n}]", value, found[n]) for n, value in enumerate(wanted)]
    else:
        return [] if wanted == found else [f"{at} is {found!r}, wanted {wanted!r}"]
    return [difference for place, value, other in pairs for difference in differences(value, other, place)]


@pytest.mark.parametrize(
    ("wanted", "found", "fits"),
    [
        ({"a": 1}, {"a": 1.0, "b": 2}, True),
        ({"a": 1}, {"b": 1}, False),
        ({"a": {"b": [1]}}, {"a": {"b": [1, 2]}}, True),
        ({"a": [1, 2]}, {"a": [1]}, False),
        ({"a": []}, {"a": []}, True),
        ({"a": []}, {"a": [1]}, False),
        ([{"x": 1}], [{"x": 2}], False),
    ],
)
def test_an_example_wants_at_least_its_values(wanted: object, found: object, fits: bool) -> None:
    assert (differences(wanted, found) == []) is fits
