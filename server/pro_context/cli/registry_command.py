"""`pro-context registry …`: show or update the list of known libraries."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from pro_context.cli.opened_engine import opened
from pro_context.cli.output import escape, print_result, tell
from pro_context.cli.terminal import spinner
from pro_context.configuration.server_settings import ServerSettings
from pro_context.wording import counted, to_the_minute
from pro_context_engine import (
    DocsEngine,
    RegistryRefused,
    RegistryUpdate,
    RegistryUpdates,
    registry_date,
)

NO_ADDRESS = """\
There is no public address of newer lists yet. Set registry.url to the address of your own manifest, or name one:
  pro-context registry update --from registry-manifest.json"""

MOST_NAMED = 10
"""The most libraries of each kind of change that are named on a terminal."""


async def run(settings: ServerSettings, options: argparse.Namespace) -> int:
    """Run the action of `options`; return the exit status."""
    async with opened(settings.engine()) as docs:
        return await _ACTIONS[options.action](docs, settings, options)


async def _status(docs: DocsEngine, settings: ServerSettings, options: argparse.Namespace) -> int:
    updates = _updates(docs)
    await updates.follow()
    in_use, last, feed = updates.in_use, await updates.last_check(), settings.values.registry
    date = registry_date(in_use.known.version)
    report = {
        "version": in_use.known.version,
        "origin": "downloaded" if in_use.downloaded or in_use.in_memory else "bundled",
        "kept": in_use.kept,
        "libraries": len(in_use.known.libraries),
        "ageDays": max((datetime.now(UTC) - date).days, 0) if date else None,
        "file": str(in_use.file) if in_use.file else None,
        "damaged": str(in_use.damaged) if in_use.damaged else None,
        "host": urlsplit(feed.url).netloc,
        "checkAtStart": feed.check_at_start,
        "checkIntervalHours": feed.check_interval_hours,
        "lastCheck": {**asdict(last), "at": last.at.isoformat()} if last else None,
    }
    print_result(report, _status_text(report), options)
    return 0


async def _update(docs: DocsEngine, settings: ServerSettings, options: argparse.Namespace) -> int:
    location = options.location or settings.values.registry.url
    try:
        with spinner("Updating the list of libraries"):
            update = await _updates(docs).update(
                options.location or "", force=options.force, sha256=options.sha256 or ""
            )
    except RegistryRefused as refusal:
        used = _updates(docs).in_use.known.version
        if options.json:
            print(json.dumps({"updated": False, "version": used, "reason": refusal.reason}))
        else:
            tell(f"no update: {escape(refusal.reason)}; {used} stays in use")
            if not location:
                print(NO_ADDRESS, file=sys.stderr)
        return 1
    snapshots = (await docs.maintenance.status()).snapshots
    # Documentation that these sources have stored from another address is not served any more.
    sources = docs.sources_of_registry()
    stored = {snapshot.library_id for snapshot in snapshots if snapshot.source in sources}
    report = _update_report(update, stored, len(_updates(docs).in_use.known.libraries))
    print_result(report, _update_text(report), options)
    return 0


_ACTIONS = {"status": _status, "update": _update}


def _updates(docs: DocsEngine) -> RegistryUpdates:
    if docs.registry is None:
        raise AssertionError("an engine of open_engine has a registry")
    return docs.registry


def _update_report(update: RegistryUpdate, stored: set[str], libraries: int) -> dict[str, Any]:
    changes = update.differences
    return {
        "updated": update.version != update.before or changes.any,
        "version": update.version,
        "before": update.before,
        "libraries": libraries,
        **{kind: list(ids) for kind, ids in asdict(changes).items()},
        "readAnew": sorted(stored.intersection(changes.moved)),
    }


def _status_text(report: Mapping[str, Any]) -> str:
    age = "" if report["ageDays"] is None else f", {counted(report['ageDays'], 'day')} old"
    kept = ", kept until `pro-context registry update`" if report["kept"] else ""
    lines = [
        f"{report['version']}: {report['libraries']} libraries{age}, {report['origin']}{kept}",
        f"  file: {report['file'] or 'none; it is in the database'}",
        *([f"  damaged and not used: {report['damaged']}"] if report["damaged"] else []),
        f"  updates: {_feed_text(report)}",
        f"  last check: {_last_check_text(report['lastCheck'])}",
    ]
    return "\n".join(lines)


def _feed_text(report: Mapping[str, Any]) -> str:
    if not report["host"]:
        return "none; registry.url is not set"
    interval = f"a server checks at its start, at most every {report['checkIntervalHours']:g} hours"
    return f"{report['host']}; {interval if report['checkAtStart'] else 'only by `pro-context registry update`'}"


def _last_check_text(check: Mapping[str, Any] | None) -> str:
    if check is None:
        return "never"
    reason = f" ({escape(check['reason'])})" if check["reason"] else ""
    outcome = {"updated": "installed a newer list", "current": "there was no newer list", "failed": "failed"}
    return f"{to_the_minute(check['at'])} UTC, {outcome[check['outcome']]}{reason}"


def _update_text(report: Mapping[str, Any]) -> str:
    if not report["updated"]:
        return f"{report['version']} is in use already: {report['libraries']} libraries"
    lines = [f"{report['version']} is in use now: {report['libraries']} libraries (before: {report['before']})"]
    titles = {"added": "added", "removed": "removed", "moved": "documented at another address", "changed": "changed"}
    lines += [f"  {title}: {_name_list(report[kind])}" for kind, title in titles.items() if report[kind]]
    if report["readAnew"]:
        lines.append(f"  stored, and fetched anew at the next request: {_name_list(report['readAnew'])}")
    return "\n".join(lines)


def _name_list(ids: list[str]) -> str:
    more = f" and {len(ids) - MOST_NAMED} more" if len(ids) > MOST_NAMED else ""
    return f"{len(ids)} ({', '.join(ids[:MOST_NAMED])}{more})"
