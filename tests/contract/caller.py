"""Generated calls through a real MCP client, and what is wrong with their outcome."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal
from jsonschema import Draft202012Validator
from jsonschema_rs import Draft202012Validator as RustValidator
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError
from schemathesis import GenerationMode
from tests.contract.product import error_of, opened

from pro_context.protocol.arguments.readings import Readings, read_as
from pro_context_codegen.spec import ContractSpec, Tool
from pro_context_contract import load_contract

RICH = ("langchain", "installed")
"""Worlds to call in: a site, and behind it the packages of a project."""


STRICTER = {
    ("lean", "read-page"): ("url: must use http or https",),
    ("full", "search-docs"): (
        "cursor: is not of this search",
        "libraryIds: must name the packages",
        "query: is empty",
        "query: has a ",
        "query: is no pattern",
        "query: this pattern ",
    ),
    ("full", "get-library-info"): ("cursor: is not of this table of contents",),
    ("full", "check-code"): ("code: is ",),
    ("full", "compare-versions"): ("code: is ",),
}
"""The problems that a tool reports as INVALID_INPUT though its inputSchema allows the arguments."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a call.

    Attributes:
        code: of the error, "" of a success.
        violations: what is wrong with it, in words.
    """

    code: str
    violations: tuple[str, ...]


class Judge:
    """Knows one tool's promises about any call."""

    def __init__(self, contract: ContractSpec, tool: Tool) -> None:
        self._tool = tool
        self._contract = load_contract(contract.name)
        self._stricter = STRICTER.get((contract.name, tool.name), ())
        [published] = [entry for entry in self._contract.tools if entry["name"] == tool.name]
        self._schema = published.get("outputSchema")
        accepted = self._contract.accepted(published)
        others = {name: entries for name, entries in self._contract.accepts.items() if name == tool.name}
        self._accepted = RustValidator(accepted, validate_formats=True)
        self._readings = Readings({tool.name: accepted}, others)

    def outcome(self, caller: Caller, arguments: Mapping[str, Any], mode: GenerationMode) -> Outcome:
        """Call the tool and judge what comes of it.

        Args:
            caller: the connection.
            arguments: to call with.
            mode: whether they are within the inputSchema. Arguments outside of it that have one reading must be
                answered as that reading is.
        """
        read = self._readings.canonical(self._tool.name, arguments)
        is_read = read != arguments or bool(read_as(arguments, read))
        if mode is GenerationMode.NEGATIVE and is_read and self._accepted.is_valid(read):
            mode = GenerationMode.POSITIVE
        try:
            result = caller.call(self._tool.name, arguments)
        except (MCPError, RuntimeError) as error:
            return Outcome(type(error).__name__, (f"no result but {type(error).__name__}: {error}",))
        [content] = result.content
        if not result.is_error:
            wrong = list(self._success(result.structured_content, content.text))
            if mode is GenerationMode.NEGATIVE:
                wrong.append("accepted, though outside the inputSchema")
            if (result.structured_content or {}).get("readAs", "") != read_as(arguments, read):
                wrong.append("does not say how it was read")
            return Outcome("", tuple(wrong))
        error = error_of(self._contract, content.text)
        return Outcome(error["code"], tuple(self._failure(error, mode)))

    def _success(self, output: object, text: str) -> Iterator[str]:
        if self._schema is None:
            if output is not None:
                yield "structuredContent of a tool without an outputSchema"
            return
        if json.loads(text) != output:
            yield "the text is not the JSON of structuredContent"
        verdicts = (self._python_validator.is_valid(output), self._rust_validator.is_valid(output))
        if verdicts != (True, True):
            yield f"outside the outputSchema (jsonschema, jsonschema-rs: {verdicts}): {output}"

    def _failure(self, error: Mapping[str, Any], mode: GenerationMode) -> Iterator[str]:
        code = error["code"]
        if missing := {"message", "recoverable", "suggestion"} - error.keys():
            yield f"{code} lacks {sorted(missing)}"
        if code == "INTERNAL_ERROR" or code not in self._tool.errors:
            yield f"answered with {code}"
        if any(problem in error.get("message", "") for problem in self._stricter):
            return
        if (code == "INVALID_INPUT") != (mode is GenerationMode.NEGATIVE):
            yield f"{mode.value} arguments are answered with {error}"

    @cached_property
    def _python_validator(self) -> Draft202012Validator:
        return Draft202012Validator(self._schema)

    @cached_property
    def _rust_validator(self) -> RustValidator:
        return RustValidator(self._schema, validate_formats=True)


class Caller:
    """A blocking MCP client, for generators that know no event loop."""

    def __init__(self, portal: BlockingPortal, client: Client) -> None:
        self._portal = portal
        self._client = client

    def call(self, tool: str, arguments: Mapping[str, Any]) -> Any:
        """Return the result of a call."""
        return self._portal.call(self._client.call_tool, tool, dict(arguments))


@contextmanager
def calling(client: AbstractAsyncContextManager[Client]) -> Iterator[Caller]:
    """Give a caller on a client, which is connected inside the block."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(client) as connected:
        yield Caller(portal, connected)


@asynccontextmanager
async def rich_client(folder: Path, contract: str) -> AsyncIterator[Client]:
    """Give a client on a product whose worlds are all indexed."""
    async with opened(folder, *RICH, contract=contract) as product:
        for world in product.worlds:
            await product.docs.warm(world.library_id)
        async with Client(product.server()) as client:
            yield client
