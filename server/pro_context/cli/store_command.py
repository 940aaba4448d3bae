"""`pro-context store …`: the database that several servers share."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

# As a module: its names for databases need psycopg, an extra, which a server without a database does not have.
import pro_context_engine
from pro_context.cli.output import print_result, tell
from pro_context.configuration.server_settings import ServerSettings


async def run(settings: ServerSettings, options: argparse.Namespace) -> int:
    """Run the action of `options`; return the exit status: 0 done, 1 not or not wholly done, 2 no database is named."""
    if not settings.values.store.url:
        tell("store.url names no database; set it, or PRO_CONTEXT_STORE_URL")
        return 2
    try:
        return await _ACTIONS[options.action](settings, options)
    except pro_context_engine.DatabaseRefused as reason:
        tell(reason)
        return 1


async def _status(settings: ServerSettings, options: argparse.Namespace) -> int:
    url = settings.values.store.url
    found = await pro_context_engine.BlockingCalls("store").call(lambda: pro_context_engine.examine_database(url))
    seen, known = found.migrations
    report = {
        "ok": not found.trouble, "summary": found.summary, "migration": seen, "latestMigration": known,
        "pending": list(found.pending), "trouble": found.trouble, "advice": found.advice,
    }  # fmt: skip
    lines = [found.trouble or found.summary, *(f"  not applied yet: {name}" for name in found.pending)]
    print_result(report, "\n".join([*lines, f"  {found.advice}"] if found.advice else lines), options)
    return 1 if found.trouble else 0


async def _migrate(settings: ServerSettings, options: argparse.Namespace) -> int:
    url = settings.values.store.url
    applied = await pro_context_engine.BlockingCalls("store").call(lambda: pro_context_engine.migrate_database(url))
    text = "\n".join(f"applied {name}" for name in applied) or "the tables are up to date"
    print_result({"applied": applied}, text, options)
    return 0


async def _copy(settings: ServerSettings, options: argparse.Namespace) -> int:
    def report(one: pro_context_engine.CopiedSnapshot) -> None:
        snapshot = one.snapshot
        name = f"{snapshot.library_id} {snapshot.version}".strip()
        print(f"{name}: {one.copied} pages copied, {one.pages} of {snapshot.pages}", file=sys.stderr)

    engine = settings.engine()
    done = await pro_context_engine.copy_to_database(
        Path(options.folder), engine.store_url, engine.max_cache_bytes, report
    )
    text = f"{done['copied']} pages of {done['snapshots']} snapshots and {done['keys']} keys copied"
    print_result(done, text, options)
    if done["incomplete"]:
        tell(f"{done['incomplete']} snapshots lack pages; the database may be full (cache.maxSizeMB)")
    return 1 if done["incomplete"] else 0


_ACTIONS = {"status": _status, "migrate": _migrate, "copy": _copy}
