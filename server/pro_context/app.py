"""The assembly of a served contract: its definition, its handlers and the engine."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pro_context.protocol.binding import ContractPackages, bind
from pro_context.protocol.corpus_contract import complete_contract, renderers
from pro_context.protocol.dispatch import Dispatcher
from pro_context.protocol.served_contract import App, Complete
from pro_context.protocol.static_server import Spans
from pro_context_contract import Contract, load_contract

if TYPE_CHECKING:
    from pro_context_engine import DocsEngine


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
    return App(contract, bindings, dispatcher, prompts, complete)
