"""The engine with a contract for one command, and the words in which the command reports the engine's facts."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

from pro_context.app import App, build
from pro_context.cli import printing
from pro_context.configuration.server_settings import ServerSettings
from pro_context_engine import DocsEngine, DocsError, open_engine
from pro_context_engine.domain.errors import LibraryUnknown


@asynccontextmanager
async def open_app(contract: str, settings: ServerSettings) -> AsyncIterator[tuple[DocsEngine, App]]:
    """Give the engine and the app of a contract, and close the engine at the end."""
    docs = open_engine(settings.engine())
    try:
        yield docs, build(contract, docs)
    finally:
        await docs.close()


def advice(app: App, fact: DocsError) -> Mapping[str, Any]:
    """Return the error payload that the contract has for a fact of the engine."""
    error = app.bindings.answer(type(fact).__name__)
    if error is None and "INTERNAL_ERROR" not in app.bindings.codes:
        raise fact
    return (error.from_fact(fact.details()) if error else app.bindings.codes["INTERNAL_ERROR"]()).payload()


def print_error(payload: Mapping[str, Any], as_json: bool) -> None:
    """Print an error payload: as JSON on stdout, else as text on stderr."""
    if as_json:
        print(json.dumps(payload, ensure_ascii=False))
    else:
        print(printing.error_text(payload), file=sys.stderr)


def library_id(docs: DocsEngine, name: str) -> str:
    """Return the id of the library or package with exactly this name, else the name itself."""
    with suppress(LibraryUnknown):
        best = docs.identify(name)[0]
        if best.relevance == 1.0:
            return best.library.library_id
    return name
