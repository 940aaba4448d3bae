"""The engine with the contract `full` for one command, and the reports of the engine's facts."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pro_context.cli.error_texts import error_text
from pro_context.cli.terminal import look_of
from pro_context.configuration.server_settings import ServerSettings
from pro_context_engine import DocsEngine, DocsError, open_engine
from pro_context_engine.domain.errors import LibraryUnknown

if TYPE_CHECKING:
    from pro_context.protocol.served_contract import App
    from pro_context_engine.domain.settings import Settings

CONTRACT = "full"
"""The contract in which the commands ask, whichever the server serves."""


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[DocsEngine]:
    """Give an engine with some settings, and close it at the end."""
    docs = open_engine(settings)
    try:
        yield docs
    finally:
        await docs.close()


@asynccontextmanager
async def open_app(settings: ServerSettings) -> AsyncIterator[tuple[DocsEngine, App]]:
    """Give the engine and the app of the contract, and close the engine at the end."""
    # Only commands that call tools need the handlers.
    from pro_context.app import build  # noqa: PLC0415

    # A command does all of its work itself.
    async with opened(replace(settings.engine(), leave_to_workers=False)) as docs:
        yield docs, build(CONTRACT, docs)


def advice(app: App, fact: DocsError) -> Mapping[str, Any]:
    """Return the error payload that the contract has for a fact of the engine."""
    error = app.bindings.answer(type(fact).__name__)
    return (error.from_fact(fact.details()) if error else app.bindings.codes["INTERNAL_ERROR"]()).payload()


def print_error(payload: Mapping[str, Any], options: argparse.Namespace) -> None:
    """Print an error payload: as JSON on stdout, else in the words of the command on stderr."""
    if options.json:
        print(json.dumps(payload, ensure_ascii=False))
    else:
        print(error_text(payload, options.command, look_of(sys.stderr)), file=sys.stderr)


def library_id(docs: DocsEngine, name: str) -> str:
    """Return the id of the library or package with exactly this name, else the name itself."""
    with suppress(LibraryUnknown):
        best = docs.identify(name)[0]
        if best.relevance == 1.0:
            return best.library.library_id
    return name
