"""The subcommand `warm`: libraries are fetched and indexed completely, in the foreground or behind an answer."""

from __future__ import annotations

import argparse
import json
import os
import sys
from contextlib import nullcontext, suppress

from pro_context.cli import background_warming
from pro_context.cli.opened_engine import advice, library_id, open_app, print_error
from pro_context.cli.output import tell
from pro_context.cli.terminal import spinner
from pro_context.configuration.server_settings import ServerSettings
from pro_context.operations.overview import snapshot_values
from pro_context.protocol.served_contract import App
from pro_context_engine import DocsEngine, DocsError, Snapshot

Wanted = tuple[str, str | None]

_LOW_PRIORITY = 10


async def run(settings: ServerSettings, options: argparse.Namespace) -> int:
    """Fetch and index every page of some libraries; return the exit status, 1 when a page is not stored."""
    if not options.libraries and not options.project:
        tell("name a library, or give --project for those of the project")
        return 2
    engine_settings = settings.engine()
    if not options.behind:
        return await _warm(settings, options)
    cache = engine_settings.cache_directory
    claim = background_warming.claim(cache, options.libraries[0], options.library_version) if cache else None
    if claim is None:
        return 0
    # Nobody waits for this process.
    with suppress(AttributeError, OSError):
        os.nice(_LOW_PRIORITY)
    try:
        return await _warm(settings, options)
    finally:
        claim.unlink(missing_ok=True)


async def _warm(settings: ServerSettings, options: argparse.Namespace) -> int:
    failed = 0
    async with open_app(settings) as (docs, app):
        wanted = _wanted(docs, options)
        for number, one in enumerate(wanted, 1):
            place = f"[{number}/{len(wanted)}] " if options.project else ""
            failed += not await _warm_one(docs, app, one, place, options)
        if options.project and not wanted:
            tell("the project needs no library; `pro-context doctor` shows which one is read")
        elif options.project and not options.json:
            print(f"{len(wanted) - failed} of {len(wanted)} libraries of the project are stored completely")
    return 1 if failed else 0


def _wanted(docs: DocsEngine, options: argparse.Namespace) -> list[Wanted]:
    """Return the libraries to warm with their versions: the named ones, then those of the project, each once."""
    named = [(library_id(docs, name), options.library_version) for name in options.libraries]
    own = [(library.library_id, None) for library, _ in docs.project_libraries()] if options.project else []
    return list({wanted[0]: wanted for wanted in reversed([*named, *own])}.values())[::-1]


async def _warm_one(docs: DocsEngine, app: App, wanted: Wanted, place: str, options: argparse.Namespace) -> bool:
    """Fetch and index one library, and print the result; return whether every page is stored."""
    try:
        # Behind an answer the terminal belongs to the user again.
        with nullcontext() if options.behind else spinner(f"{place}Fetching {wanted[0]}"):
            stored = await docs.warm(*wanted)
    except DocsError as fact:
        if place and not options.json:
            print(f"{place}{wanted[0]}:", file=sys.stderr)
        print_error(advice(app, fact), options)
        return False
    line = json.dumps(snapshot_values(stored)) if options.json else f"{place}{_line(stored)}"
    print(line, file=sys.stderr if options.behind else sys.stdout, flush=True)
    if stored.pages < stored.total_pages:
        missing = f"{stored.total_pages - stored.pages} of {stored.total_pages} pages are not stored"
        tell(f"{missing}; `pro-context doctor` looks for the reason")
        return False
    return True


def _line(snapshot: Snapshot) -> str:
    library = f"{snapshot.library_id} {snapshot.version}".rstrip()
    return f"{library}: {snapshot.pages} of {snapshot.total_pages} pages stored, from {snapshot.source.value}"
