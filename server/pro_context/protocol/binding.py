"""The pairing of every tool and resource of a contract with its handler, checked when it is first needed.

A handler is the function `handle` in `pro_context_handlers/<contract>/tools/<name>.py` (or `resources/`). The generated
module of the same path declares one `…Handler` protocol, whose signature the handler must have.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar

from pro_context_contract.contract import Contract, ContractError, module_name


class BindingError(Exception):
    """The handlers do not fit the contract; the text has one line for each reason."""


@dataclass(frozen=True, slots=True)
class BoundHandler:
    """A tool or resource with its handler.

    Attributes:
        name: the wire name.
        handle: the handler.
        request_type: the generated model of its first argument, None for a handler without arguments.
        takes_session: whether it takes the session.
        errors: the error codes that the element lists.
    """

    name: str
    handle: Callable[..., Awaitable[Any]]
    request_type: type[Any] | None
    takes_session: bool
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bindings:
    """The handlers and the errors of a contract.

    Attributes:
        tools: the tools by wire name.
        resources: the resources and templates by wire name.
        facts: the errors for each fact of the engine, by the fact's class name and by code.
        codes: the error of each code.
    """

    tools: Handlers
    resources: Handlers
    facts: Mapping[str, Mapping[str, type[ContractError]]]
    codes: Mapping[str, Callable[..., ContractError]]

    def answer(self, fact: str, codes: Iterable[str] = ()) -> type[ContractError] | None:
        """Return the error for a fact: the first with one of these codes, else the first; None if there is none."""
        errors = self.facts.get(fact, {})
        return next((errors[code] for code in (*codes, *errors) if code in errors), None)


@dataclass(frozen=True, slots=True)
class ContractPackages:
    """The generated package of a contract, and the package of its handlers."""

    contract: str
    handlers: str

    @classmethod
    def of(cls, contract_name: str) -> ContractPackages:
        """Return the packages of a contract that ships with the product."""
        return cls(f"pro_context_contract.{contract_name}", f"pro_context_handlers.{contract_name}")


class Handlers(Mapping[str, BoundHandler]):
    """The handlers of the tools or of the resources, by wire name; each is imported when it is first needed.

    Attributes:
        bound: those that are imported.
    """

    def __init__(self, kind: str, names: Iterable[str], where: ContractPackages, docs_type: type[Any]) -> None:
        """Take the names of the elements; nothing is imported yet.

        Args:
            kind: `tool` or `resource`.
            names: the wire names of the elements.
            where: the packages of the contract and its handlers.
            docs_type: the annotation that a handler's `docs` parameter must have.
        """
        self._kind = kind
        self._modules = {name: module_name(name) for name in names}
        self._where = where
        self._docs_type = docs_type
        self.bound: dict[str, BoundHandler] = {}

    def __getitem__(self, name: str) -> BoundHandler:
        """Return the handler of an element.

        Raises:
            KeyError: the contract has no such element.
            BindingError: the handler does not fit.
        """
        if name not in self.bound:
            path = f"{self._kind}s.{self._modules[name]}"
            self.bound[name] = _bind_one(f"{self._kind} {name}", name, path, self._where, self._docs_type)
        return self.bound[name]

    def __contains__(self, name: object) -> bool:
        return name in self._modules

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)

    async def imported(self, name: str) -> BoundHandler:
        """Return the handler of an element, which a thread imports at its first use.

        Raises:
            BindingError: the handler does not fit.
        """
        return await asyncio.to_thread(self.__getitem__, name)


def bind(contract: Contract, docs_type: type[Any], where: ContractPackages) -> Bindings:
    """Pair the contract's elements with their handlers, each when it is first needed.

    Args:
        contract: a contract of `load_contract`.
        docs_type: the annotation that a handler's `docs` parameter must have.
        where: the packages of the contract and its handlers.
    """
    tools = Handlers("tool", (tool["name"] for tool in contract.tools), where, docs_type)
    listed = [*contract.resources, *contract.resource_templates]
    resources = Handlers("resource", (entry["name"] for entry in listed), where, docs_type)
    codes: Mapping[str, type[ContractError]] = import_module(f"{where.contract}.errors").ERRORS
    facts: dict[str, dict[str, type[ContractError]]] = {}
    for code, entry in contract.errors.items():
        for fact in entry.raised_from:
            facts.setdefault(fact, {})[code] = codes[code]
    return Bindings(tools, resources, facts, codes)


def check(bindings: Bindings) -> None:
    """Import every handler of a contract.

    Raises:
        BindingError: a handler is missing or does not fit; a line for each.
    """
    problems = []
    for handlers in (bindings.tools, bindings.resources):
        for name in handlers:
            try:
                handlers[name]
            except BindingError as reason:
                problems.append(str(reason))
    if problems:
        raise BindingError("\n".join(problems))


def _bind_one(element: str, name: str, path: str, where: ContractPackages, docs_type: type[Any]) -> BoundHandler:
    generated = import_module(f"{where.contract}.{path}")
    protocol: Any = next(
        item
        for name, item in vars(generated).items()
        if name.endswith("Handler") and item.__module__ == generated.__name__
    )
    location = f"{where.handlers}.{path}"
    handle = getattr(_handler_module(location, element), "handle", None)
    if handle is None:
        raise BindingError(f"{element}: {location} has no function handle")
    if not inspect.iscoroutinefunction(handle):
        raise BindingError(f"{element}: {location}.handle must be an async function")
    wanted = inspect.signature(protocol.__call__, eval_str=True)
    parameters = [
        one.replace(annotation=docs_type) if isinstance(one.annotation, TypeVar) else one
        for name, one in wanted.parameters.items()
        if name != "self"
    ]
    wanted = wanted.replace(parameters=parameters)
    try:
        found = inspect.signature(handle, eval_str=True)
    except NameError as error:
        raise BindingError(f"{element}: {location}.handle: its hint {error.name} is not imported at run time") from None
    if found != wanted:
        raise BindingError(f"{element}: {location}.handle must be {wanted}, it is {found}")
    request_type = None if parameters[0].name == "docs" else parameters[0].annotation
    takes_session = "session" in wanted.parameters
    return BoundHandler(name, handle, request_type, takes_session, getattr(generated, "ERRORS", ()))


def _handler_module(location: str, element: str) -> ModuleType:
    try:
        return import_module(location)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{location}.".startswith(f"{error.name}."):
            raise  # the handler exists, but a module that it imports does not
        raise BindingError(f"{element}: its handler {location} is missing") from None
