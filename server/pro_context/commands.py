"""What the subcommands do: the same dispatcher and engine as the server, with a person reading."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any

from pro_context import printing
from pro_context.app import dispatcher_for
from pro_context.dispatch import Dispatcher
from pro_context.sessions import MemorySession
from pro_context.settings import Settings
from pro_context_engine import DocsEngine, DocsError, open_engine, progress


def serve(contract: str, settings: Settings) -> int:
    """Serve a contract over stdio until stdin ends; return the exit status."""
    # The protocol library is the largest import there is; the other commands do without it.
    from pro_context.transports import stdio  # noqa: PLC0415

    return stdio.run(contract, settings)


async def ask(contract: str, settings: Settings, options: argparse.Namespace) -> int:
    """Answer a topic from one library and print the passages; return the exit status."""
    async with _opened(contract, settings) as (docs, dispatcher):
        wanted: dict[str, Any] = {"libraryId": _named(docs, options.library)}
        if options.library_version:
            wanted["version"] = options.library_version
        arguments: dict[str, Any] = {"libraries": [wanted], "topic": options.topic}
        if options.max_tokens is not None:
            arguments["maxTokens"] = options.max_tokens
        return await _answer(dispatcher, "get-docs", arguments, printing.answer, options.json)


async def resolve(contract: str, settings: Settings, options: argparse.Namespace) -> int:
    """Print the libraries that match a name; return the exit status, 1 when none does."""
    async with _opened(contract, settings) as (_, dispatcher):
        arguments = {"query": options.query} | ({"language": options.language} if options.language else {})
        return await _answer(dispatcher, "resolve-library", arguments, printing.matches, options.json)


async def warm(contract: str, settings: Settings, options: argparse.Namespace) -> int:
    """Fetch and index libraries completely; return 1 when one of them failed."""
    failed = 0
    async with _opened(contract, settings) as (docs, _):
        for name in options.libraries:
            try:
                with progress.listening(printing.progress_line(name)):
                    found = await docs.warm(_named(docs, name))
            except DocsError as fact:
                failed += 1
                print(f"pro-context: {name}: {fact}", file=sys.stderr)
                continue
            report = printing.warmed(found)
            print(json.dumps(report) if options.json else printing.warmed_line(report))
    return 1 if failed else 0


COMMANDS: Mapping[str, Callable[[str, Settings, argparse.Namespace], Coroutine[Any, Any, int]]] = {
    "ask": ask,
    "resolve": resolve,
    "warm": warm,
}


@asynccontextmanager
async def _opened(contract: str, settings: Settings) -> AsyncIterator[tuple[DocsEngine, Dispatcher]]:
    docs = open_engine(settings.engine())
    try:
        yield docs, dispatcher_for(contract, docs)
    finally:
        await docs.close()


async def _answer(
    dispatcher: Dispatcher,
    tool: str,
    arguments: Mapping[str, Any],
    show: Callable[[Mapping[str, Any]], str],
    as_json: bool,
) -> int:
    """Call a tool as a client would and print its result, or its error on stderr."""
    with progress.listening(printing.progress_line(tool)):
        envelope = await dispatcher.call(tool, arguments, MemorySession())
    if envelope.get("isError"):
        error = envelope["content"][0]["text"]
        print(error if as_json else printing.error(json.loads(error)), file=sys.stdout if as_json else sys.stderr)
        return 1
    result = envelope["structuredContent"]
    print(json.dumps(result, ensure_ascii=False, indent=2) if as_json else show(result))
    return 0


def _named(docs: DocsEngine, name: str) -> str:
    """Return the id of the library with exactly this name; the name itself when there is none, or several steps off."""
    matches = docs.resolve(name)
    return matches[0].library.library_id if matches and matches[0].relevance == 1.0 else name
