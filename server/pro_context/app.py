"""The assembly of a served contract: its definition, its handlers and the engine."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pro_context.protocol.binding import Bindings, ContractPackages, bind, check
from pro_context.protocol.corpus_contract import complete_contract, renderers
from pro_context.protocol.dispatch import Dispatcher
from pro_context.protocol.prompts import Complete, Completions
from pro_context.protocol.static_server import Spans
from pro_context_contract import Contract, PromptText, load_contract

if TYPE_CHECKING:
    from pro_context.protocol.contract_server import ContractServer
    from pro_context.protocol.library_resources import Project
    from pro_context_engine import DocsEngine


@dataclass(frozen=True, slots=True, eq=False)
class App:
    """One contract with its handlers on one engine, ready for any transport.

    Attributes:
        contract: the published definition.
        bindings: the handlers.
        dispatcher: runs the handlers.
        prompts: the generated functions by prompt name.
        completions: completes prompt arguments and template variables.
        project: the libraries of the user's project, None where no project is examined.
        spans: the spans of requests, None where none are exported.
        open_parts: opens what the engine opens later, and returns when it is open; None where there is nothing.
    """

    contract: Contract
    bindings: Bindings
    dispatcher: Dispatcher
    prompts: Mapping[str, Callable[[Mapping[str, str]], PromptText]]
    completions: Completions
    project: Project | None = None
    spans: Spans | None = None
    open_parts: Callable[[], Awaitable[object]] | None = None

    def import_handlers(self) -> None:
        """Import every handler, and check that it fits the contract.

        Raises:
            BindingError: the handlers do not fit.
        """
        check(self.contract, self.bindings)

    def server(self) -> ContractServer:
        """Return a new MCP server."""
        # A command needs none.
        from pro_context.protocol.contract_server import ContractServer  # noqa: PLC0415

        return ContractServer(self)


def build(contract_name: str, docs: DocsEngine, spans: Spans | None = None) -> App:
    """Assemble one of the product's contracts.

    Args:
        contract_name: one of `pro_context_contract.CONTRACTS`.
        docs: the engine.
        spans: the spans of requests, None for none.

    Raises:
        UnknownContract: no contract has this name.
        CorpusUnusable: the contract needs a corpus, and none can be opened.
    """
    contract = load_contract(contract_name)
    if contract.corpus_filters:
        contract = complete_contract(contract, docs.corpus)
    app = assemble(contract, docs, docs.complete, type(docs), ContractPackages.of(contract_name))
    if contract.corpus_filters:
        app = replace(app, prompts={**app.prompts, **renderers(docs.corpus)})
    return replace(app, project=docs if docs.detects_project else None, spans=spans, open_parts=docs.open_parts)


def assemble(
    contract: Contract, docs: object, complete: Complete, docs_type: type[Any], packages: ContractPackages
) -> App:
    """Assemble any contract with any engine; tests have contracts and engines of their own.

    Args:
        contract: the published definition.
        docs: given to every handler.
        complete: finds completion values.
        docs_type: the type that handlers annotate `docs` with.
        packages: the packages with the contract's generated modules and its handlers.
    """
    bindings = bind(contract, docs_type, packages)
    prompts = import_module(f"{packages.contract}.prompts").PROMPTS
    dispatcher = Dispatcher(contract, bindings, docs)
    return App(contract, bindings, dispatcher, prompts, Completions(contract, complete))


def unique_apps(apps: Mapping[str, App]) -> dict[str, App]:
    """Return each app once, by the first of its paths.

    Args:
        apps: the apps by path.
    """
    first: dict[App, str] = {}
    for path, app in apps.items():
        first.setdefault(app, path)
    return {path: app for app, path in first.items()}
