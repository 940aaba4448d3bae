"""The product's own contracts: their handlers fit, and the wire carries what was generated."""

from pathlib import Path
from typing import Any

import pytest
from tests.server.harbor.wire import LEGACY, MODERN, VERSIONS, connected

import pro_context_handlers
from pro_context.app import assemble
from pro_context.protocol.binding import ContractPackages
from pro_context.protocol.served_contract import App
from pro_context_contract import CONTRACTS, load_contract, module_name
from pro_context_engine import DocsEngine
from pro_context_engine.domain import errors as engine_errors

PAGE_KEYS = {
    "tools/list": "tools",
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
}


def product_app(name: str) -> App:
    """Return the app of a contract on no engine: nothing here calls a handler."""

    async def complete(kind: str, beginning: str, given: dict[str, str]) -> list[str]:
        return [kind]

    return assemble(load_contract(name), object(), complete, DocsEngine, ContractPackages.of(name))


every_contract = pytest.mark.parametrize("name", CONTRACTS)


@every_contract
def test_errors_are_raised_from_facts_of_the_engine(name: str) -> None:
    bindings = product_app(name).bindings
    assert all(issubclass(getattr(engine_errors, fact, object), engine_errors.DocsError) for fact in bindings.facts)
    # Dispatch raises it; without INTERNAL_ERROR, an unexpected failure is a protocol error.
    assert "INVALID_INPUT" in bindings.codes


@every_contract
@pytest.mark.parametrize("kind", ["tools", "resources"])
def test_every_handler_is_one_of_an_element(name: str, kind: str) -> None:
    elements = {module_name(element) for element in getattr(product_app(name).bindings, kind)}
    folder = Path(pro_context_handlers.__file__).parent / name / kind
    assert {path.stem for path in folder.glob("*.py")} - {"__init__"} == elements


@every_contract
@pytest.mark.parametrize("version", VERSIONS)
async def test_every_list_is_the_generated_payload(name: str, version: str) -> None:
    app = product_app(name)
    generated: dict[str, Any] = {
        "tools": app.contract.tools,
        "prompts": app.contract.prompts,
        "resources": app.contract.resources,
        "resourceTemplates": app.contract.resource_templates,
    }
    async with connected(app, version) as wire:
        for method, key in PAGE_KEYS.items():
            assert (await wire.result(method))[key] == list(generated[key])


@every_contract
@pytest.mark.parametrize("version", LEGACY)
async def test_initialize_is_the_generated_payload(name: str, version: str) -> None:
    app = product_app(name)
    async with connected(app, version) as wire:
        assert wire.received[0]["result"] == {"protocolVersion": version, **app.contract.initialize}


@every_contract
async def test_every_prompt_argument_that_should_completes(name: str) -> None:
    app = product_app(name)
    async with connected(app, MODERN) as wire:
        for prompt, kinds in app.contract.prompt_completions.items():
            for argument, kind in kinds.items():
                reference = {"type": "ref/prompt", "name": prompt}
                params = {"ref": reference, "argument": {"name": argument, "value": ""}}
                assert (await wire.result("completion/complete", params))["completion"]["values"] == [kind]


@every_contract
async def test_every_prompt_renders_from_its_required_arguments(name: str) -> None:
    app = product_app(name)
    async with connected(app, MODERN) as wire:
        for prompt in app.contract.prompts:
            required = {argument["name"]: "x" for argument in prompt["arguments"] if argument["required"]}
            result = await wire.result("prompts/get", {"name": prompt["name"], "arguments": required})
            assert result["messages"][0]["content"]["text"]
            for missing in required:
                rest = {key: value for key, value in required.items() if key != missing}
                error = await wire.error("prompts/get", {"name": prompt["name"], "arguments": rest})
                assert error["code"] == -32602
                assert missing in error["message"]
