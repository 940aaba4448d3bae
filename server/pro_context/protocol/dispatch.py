"""The dispatch of calls: validate the arguments, call the handler, validate and encode its result, translate facts."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from pro_context.protocol import encoding
from pro_context.protocol.arguments.readings import Readings, call_to_make, read_as
from pro_context.protocol.binding import Bindings, BoundHandler
from pro_context.protocol.validation import Schemas
from pro_context_contract.blocks import Block, block_payload
from pro_context_contract.contract import Contract, ContractError, Session
from pro_context_engine import one_line
from pro_context_engine.domain.errors import DocsError

logger = logging.getLogger(__name__)


OK = "ok"
CANCELLED = "cancelled"


class UnknownTool(Exception):
    """The contract has no tool with this name; a protocol error, not a tool result."""


class InvalidResult(Exception):
    """A handler's result breaks its outputSchema, or has a block of an undeclared kind."""


class UnexpectedFailure(Exception):
    """An unexpected failure for which the contract has no code; a protocol error, not a tool result."""


class Dispatcher:
    """Calls the handlers of one contract, for any number of sessions at the same time.

    Attributes:
        on_call: functions that are called when a call of a tool ends, with the tool's name, its outcome (`ok`,
            `cancelled` or the code of the error) and its duration in seconds.
    """

    def __init__(self, contract: Contract, bindings: Bindings, docs: object) -> None:
        self._error_style = contract.error_style
        self._blocks = contract.blocks
        self._bindings = bindings
        self._docs = docs
        self.on_call: list[Callable[[str, str, float], None]] = []
        accepted = {tool["name"]: contract.accepted(tool) for tool in contract.tools}
        self._inputs = Schemas(accepted)
        self._accepted = accepted
        self._readings = Readings(accepted, contract.accepts)
        self._read_as = frozenset(contract.accepts)
        self._outputs = Schemas(
            {tool["name"]: tool["outputSchema"] for tool in contract.tools if "outputSchema" in tool}
        )

    async def call(self, name: str, arguments: Mapping[str, Any], session: Session) -> encoding.Envelope:
        """Run a tool.

        Returns:
            The result in the contract's envelope; a failure is a result too (`isError`).

        Raises:
            UnknownTool: the contract has no such tool.
            UnexpectedFailure: the call failed, and the contract has no INTERNAL_ERROR.
        """
        try:
            return await self.result(name, arguments, session)
        except ContractError as error:
            return encoding.failure(error.payload(), self._error_style)

    async def result(
        self, name: str, arguments: Mapping[str, Any], session: Session, *, bounded: bool = True
    ) -> encoding.Envelope:
        """Run a tool as `call` does; a failure is raised.

        Args:
            name: the wire name.
            arguments: the arguments that the client sent.
            session: the session of the caller.
            bounded: whether the arguments must fit the input schema; False for those that the program itself makes.

        Raises:
            UnknownTool: see `call`.
            UnexpectedFailure: see `call`.
            ContractError: the call failed with an error of the contract.
        """
        if name not in self._bindings.tools:
            raise UnknownTool(name)
        begun, outcome = time.perf_counter(), CANCELLED
        tools = self._bindings.tools
        tool = tools.bound.get(name) or await tools.imported(name)
        try:
            envelope = await self._run_tool(tool, arguments, session, bounded=bounded)
            outcome = OK
        except Exception as failure:
            error = self._translated(f"tool {name}", tool, failure)
            outcome = error.code if isinstance(error, ContractError) else outcome
            raise error from failure.__cause__ if error is failure else failure
        finally:
            for listener in self.on_call:
                listener(name, outcome, time.perf_counter() - begun)
        return envelope

    def refusal(self, code: str, **details: Any) -> encoding.Envelope:
        """Return the envelope of a call that was refused with an error of the contract.

        Args:
            code: the code of the error.
            details: the details of the error, by their names in Python.

        Raises:
            KeyError: the contract does not have the code.
        """
        return encoding.failure(self._bindings.codes[code](**details).payload(), self._error_style)

    async def read(self, name: str, parameters: Mapping[str, str], session: Session) -> str | bytes:
        """Return the content of a resource; a model that its handler returns becomes JSON text.

        Args:
            name: the wire name of a resource or resource template of the contract.
            parameters: the values of the template's variables in the URI.
            session: the session of the caller.

        Raises:
            ContractError: the resource cannot be read.
            UnexpectedFailure: the call failed, and the contract has no INTERNAL_ERROR.
        """
        resources = self._bindings.resources
        resource = resources.bound.get(name) or await resources.imported(name)
        try:
            content = await self._invoke(resource, parameters, session)
            return content if isinstance(content, str | bytes) else encoding.to_text(content.to_json())
        except Exception as failure:
            error = self._translated(f"resource {name}", resource, failure)
            raise error from failure.__cause__ if error is failure else failure

    async def _run_tool(
        self, tool: BoundHandler, arguments: Mapping[str, Any], session: Session, *, bounded: bool
    ) -> encoding.Envelope:
        read = self._readings.canonical(tool.name, arguments)
        if bounded and (problems := self._inputs.problems(tool.name, read)):
            raise self._bindings.codes["INVALID_INPUT"](
                problems=problems + self._call_to_make(tool.name, arguments, read)
            )
        result = await self._invoke(tool, read, session)
        if tool.name in self._blocks:
            return {"content": self._check_blocks(tool.name, result)}
        output = result.to_json()
        if tool.name in self._read_as and (said := read_as(arguments, read)):
            output["readAs"] = said
        if problems := self._outputs.problems(tool.name, output):
            raise InvalidResult(problems)
        return encoding.success(output)

    def _call_to_make(self, name: str, sent: Mapping[str, Any], read: Mapping[str, Any]) -> str:
        """Return the call that would fit, "" where the arguments were sent with the right names."""
        schema = self._accepted[name]
        missing = set(schema.get("required", ())) - read.keys()
        if name not in self._read_as or not (missing or sent.keys() - schema["properties"].keys()):
            return ""
        return f"; a call that fits: {call_to_make(schema, read, self._inputs.broken(name, read))}"

    def _check_blocks(self, name: str, blocks: Iterable[Block]) -> list[dict[str, Any]]:
        """Return a tool's content blocks as plain values.

        Raises:
            InvalidResult: a block is of a kind that the tool does not declare.
        """
        payloads = [block_payload(block) for block in blocks]
        kinds = self._blocks[name]
        if others := {payload["type"] for payload in payloads}.difference(kinds):
            raise InvalidResult(f"{', '.join(sorted(others))} among the blocks, not only {', '.join(kinds)}")
        return payloads

    def _invoke(self, bound: BoundHandler, values: Mapping[str, Any], session: Session) -> Awaitable[Any]:
        given = [] if bound.request_type is None else [bound.request_type.from_json(values)]
        return bound.handle(*given, self._docs, session) if bound.takes_session else bound.handle(*given, self._docs)

    def _translated(self, element: str, bound: BoundHandler, failure: Exception) -> Exception:
        """Return the contract's error for a fact of the engine, INTERNAL_ERROR for an unexpected failure."""
        if isinstance(failure, ContractError):
            return failure
        if isinstance(failure, DocsError):
            error = self._bindings.answer(type(failure).__name__, bound.errors)
            if error is not None:
                return error.from_fact(_clean_details(failure.details()))
        logger.exception("%s failed", element)
        return self._bindings.codes.get("INTERNAL_ERROR", UnexpectedFailure)()


def _clean_details(fact: Any) -> Any:
    """Return the fields of a fact for a message, without control characters and invisible characters."""
    if isinstance(fact, str):
        return one_line(fact)
    if isinstance(fact, dict):
        return {name: _clean_details(value) for name, value in fact.items()}
    return [_clean_details(value) for value in fact] if isinstance(fact, list) else fact
