"""The subcommands `ask`, `changes`, `resolve`, `search` and `symbols`, which use the dispatcher and engine."""

from __future__ import annotations

import argparse
import asyncio
import shlex
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

from pro_context.cli import background_warming, result_texts, symbol_texts
from pro_context.cli.opened_engine import advice, library_id, open_app, print_error
from pro_context.cli.output import escape, print_result, tell
from pro_context.cli.terminal import look_of, spinner
from pro_context.configuration.server_settings import ServerSettings
from pro_context.protocol.memory_session import MemorySession
from pro_context.protocol.served_contract import App
from pro_context_contract.contract import ContractError
from pro_context_engine import DocsEngine, DocsError, SymbolTable, symbols_to_json

SHORT = 1_500
"""The tokens of an answer as text, where no option says another number."""

PATIENCE = 60.0
"""Seconds for which a command waits until the pages of a library are indexed."""


async def ask(settings: ServerSettings, options: argparse.Namespace) -> int:
    """Print the passages of one library that answer a topic; return the exit status."""
    async with open_app(settings) as (docs, app):
        wanted: dict[str, Any] = {"libraryId": library_id(docs, options.library)}
        if options.library_version:
            wanted["version"] = options.library_version
        arguments: dict[str, Any] = {"libraries": [wanted], "topic": options.topic}
        if options.max_tokens is not None or not options.json:
            arguments["maxTokens"] = SHORT if options.max_tokens is None else options.max_tokens
        result = await _call(app, "get-docs", arguments, options, f"Searching {options.library}")
    if result is None:
        return 1
    goes_on = bool(result.get("indexing")) and _index_the_rest(settings, options)
    print_result(result, result_texts.answer_text(result, look_of(sys.stdout), goes_on=goes_on), options)
    return 0


def _index_the_rest(settings: ServerSettings, options: argparse.Namespace) -> bool:
    """Have a process index the rest of a library; return whether one works on it."""
    if settings.engine().corpus is not None:
        return False
    chosen = ["--contract", settings.values.contract, *(["--config", str(options.config)] if options.config else [])]
    cache = settings.engine().cache_directory
    return background_warming.start(cache, options.library, options.library_version, chosen)


async def search(settings: ServerSettings, options: argparse.Namespace) -> int:
    """Print the pages or lines that match a query; return the exit status, 1 when nothing matches."""
    arguments = _given(
        {
            "query": options.query,
            "match": options.match,
            "in": options.part,
            "version": options.library_version,
            "maxResults": options.max_results,
            "cursor": options.cursor,
        }
    )
    async with open_app(settings) as (docs, app):
        if wrong := _swapped(docs, options.query, options.libraries):
            tell(wrong)
            return 2
        if options.libraries:
            arguments["libraryIds"] = [library_id(docs, name) for name in options.libraries]
        result = await _call(app, "search-docs", arguments, options, "Searching")
    if result is None:
        return 1
    print_result(result, result_texts.found_text(result), options)
    return 0 if result["results"] else 1


def _swapped(docs: DocsEngine, query: str, libraries: Sequence[str]) -> str:
    """Return the message about a library that stands before the query (`search httpx timeout`), "" for other calls.

    An unknown name may be that of a published package, which would be downloaded; so an ID (`pypi/timeout`) is asked
    for where the query is the name of a known library and no known library is named.
    """

    def is_known(name: str) -> bool:
        return "/" in name or any(match.relevance == 1.0 for match in docs.resolve(name))

    if not libraries or not is_known(query) or any(map(is_known, libraries)):
        return ""
    words = escape(" ".join(libraries))
    other = f"\nTo search a package {words} for {escape(query)}, give its ID, such as pypi/{words}."
    return (
        f"{escape(query)} is a library and {words} is not: the query comes before the library.\n"
        f"  {shlex.join(['pro-context', 'search', words, query])}{'' if ' ' in words else other}"
    )


async def resolve(settings: ServerSettings, options: argparse.Namespace) -> int:
    """Print the libraries that match a name; return the exit status, 1 when no library matches."""
    async with open_app(settings) as (_, app):
        arguments = _given({"query": options.query, "language": options.language or None})
        result = await _call(app, "resolve-library", arguments, options, "Looking for libraries")
    if result is None:
        return 1
    print_result(result, result_texts.matches_text(result, look_of(sys.stdout)), options)
    return 0 if any(result.values()) else 1


async def symbols(settings: ServerSettings, options: argparse.Namespace) -> int:
    """Print the symbols of a package; return the exit status, 1 when there is no table, or no symbol has the name."""
    async with open_app(settings) as (docs, app):
        try:
            with spinner(f"Reading the names of {options.package}"):
                table = await docs.symbols(library_id(docs, options.package), options.library_version or None)
        except DocsError as fact:
            print_error(advice(app, fact), options)
            return 1
    found = table.named(options.name) if options.name else list(table.symbols)
    if options.json:
        some = SymbolTable(table.package, table.version, tuple(found), table.truncated)
        print_result(symbols_to_json(some), "", options)
    elif found:
        print(symbol_texts.details_text(found) if options.name else symbol_texts.overview_text(table, found))
    else:
        tell(symbol_texts.missing_text(table, options.name))
    return 0 if found else 1


async def changes(settings: ServerSettings, options: argparse.Namespace) -> int:
    """Print the changes between two versions of a library; return the exit status, 1 where they cannot be compared."""
    arguments = _given(
        {
            "from": options.old,
            "to": options.new,
            "names": options.names,
            "topic": options.topic,
            "maxTokens": options.max_tokens,
        }
    )
    if options.code is not None:
        # It imports what writes reports.
        from pro_context.cli.check_command import read_code  # noqa: PLC0415

        code = read_code(options.code)
        if code is None:
            return 1
        arguments["code"] = code
    async with open_app(settings) as (docs, app):
        arguments["libraryId"] = library_id(docs, options.library)
        result = await _call(app, "compare-versions", arguments, options, f"Comparing versions of {options.library}")
    if result is None:
        return 1
    print_result(result, result_texts.changes_text(result), options)
    return 0


def _given(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments that the options give."""
    return {name: value for name, value in arguments.items() if value is not None}


async def _call(
    app: App, tool: str, arguments: Mapping[str, Any], options: argparse.Namespace, work: str
) -> Mapping[str, Any] | None:
    """Call a tool as a client would and return its result; print its error and return None if it fails.

    Indexing stops with this process, so the process waits for it.
    """
    deadline = time.monotonic() + PATIENCE
    with spinner(work):
        while True:
            try:
                envelope = await app.dispatcher.result(tool, arguments, MemorySession())
            except ContractError as error:
                failure = error
            else:
                result: Mapping[str, Any] = envelope["structuredContent"]
                return result
            if failure.code != "INDEXING_IN_PROGRESS" or time.monotonic() >= deadline:
                break
            await asyncio.sleep(1)
    print_error(failure.payload(), options)
    return None
