"""`pro-context cache …`: show, delete or check the stored documentation."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from pro_context.cli.opened_engine import opened
from pro_context.cli.output import print_result, tell
from pro_context.cli.terminal import spinner
from pro_context.configuration.server_settings import ServerSettings
from pro_context.operations.overview import snapshot_values
from pro_context.protocol.arguments.library_ids import scoped_name_id
from pro_context.wording import counted, to_the_minute
from pro_context_engine import DocsEngine, KeptPackage, Snapshot, StoreStatus

IN_MEMORY = """\
Give yourself the right to write to that file and its folder, free some space on its disk, or set cache.directory to
another folder."""
BY_HAND = """\
nothing can be deleted on a full disk, or while another program locks the file.
`pro-context cache status` shows the path of the file: while no server uses it, you may delete it by hand."""
NOT_SOUND = """\
You need not do anything: the next start of Pro-Context sets a damaged file aside, and documentation is fetched again
when it is requested. If the damage returns, check the disk, or set cache.directory to another folder."""


async def run(settings: ServerSettings, options: argparse.Namespace) -> int:
    """Run the action of `options`; return the exit status."""
    async with opened(settings.engine()) as docs:
        return await _ACTIONS[options.action](docs, options)


async def _status(docs: DocsEngine, options: argparse.Namespace) -> int:
    report = _report(await docs.maintenance.status(), await docs.maintenance.packages())
    print_result(report, _status_text(report), options)
    return 0


async def _clear(docs: DocsEngine, options: argparse.Namespace) -> int:
    stored = (await docs.maintenance.status()).snapshots
    named = {name: _stored_ids(name, docs, stored) for name in options.libraries}
    wanted = {library_id for ids in named.values() for library_id in ids} if options.libraries else None
    cleared = None if wanted is None else sorted(wanted)
    gone = await docs.maintenance.clear(cleared)
    packages = await docs.maintenance.clear_packages(cleared)
    unknown = [name for name, ids in named.items() if not ids]
    lines = [_line(_snapshot(snapshot)) for snapshot in gone]
    lines += [f"{one.name} {one.version}: {one.size / 1e6:.1f} MB unpacked" for one in packages]
    report = {
        "cleared": [_snapshot(snapshot) for snapshot in gone],
        "clearedPackages": [_package(package) for package in packages],
        "notStored": unknown,
    }
    print_result(report, "\n".join(f"cleared {line}" for line in lines) or "nothing cleared", options)
    for name in unknown:
        tell(f"nothing is stored of {name}; `pro-context cache status` lists the stored libraries")
    left = {snapshot.library_id for snapshot in stored if snapshot not in gone}
    kept = left if wanted is None else left & wanted
    if kept:
        tell(f"not everything could be deleted; {BY_HAND}")
    return 1 if unknown or kept else 0


async def _verify(docs: DocsEngine, options: argparse.Namespace) -> int:
    with spinner("Checking the stored pages"):
        problems = await docs.maintenance.verify()
    status = await docs.maintenance.status()
    pages = sum(snapshot.pages for snapshot in status.snapshots)
    report = {"ok": not problems, "file": status.file, "pages": pages, "problems": problems}
    file = status.file or "in memory"
    advice = NOT_SOUND if status.file else IN_MEMORY
    text = "\n".join([f"{file}: not sound", *(f"  {problem}" for problem in problems), advice])
    print_result(report, text if problems else f"{file}: sound, {pages} pages", options)
    return 1 if problems else 0


_ACTIONS = {"status": _status, "clear": _clear, "verify": _verify}


def _stored_ids(name: str, docs: DocsEngine, stored: Sequence[Snapshot]) -> list[str]:
    """Return the stored libraries with this id; else those whose id ends with it; else those with this exact name."""
    ids = list(dict.fromkeys(snapshot.library_id for snapshot in stored))
    plain = scoped_name_id(name.strip()).lower()
    exact = [library_id for library_id in ids if library_id.lower() == plain]
    last = [library_id for library_id in ids if library_id.lower().rpartition("/")[2] == plain]
    known = {match.library.library_id for match in docs.resolve(name) if match.relevance == 1.0}
    return exact or last or [library_id for library_id in ids if library_id in known]


def _report(status: StoreStatus, packages: Sequence[KeptPackage]) -> dict[str, Any]:
    moments = [snapshot.fetched_at.isoformat() for snapshot in status.snapshots]
    return {
        "file": status.file,
        "bytes": status.size,
        "maxBytes": status.limit,
        "snapshots": len(status.snapshots),
        "pages": sum(snapshot.pages for snapshot in status.snapshots),
        "oldest": moments[-1] if moments else None,
        "newest": moments[0] if moments else None,
        "trouble": status.trouble,
        "libraries": [_snapshot(snapshot) for snapshot in status.snapshots],
        "packages": [_package(package) for package in packages],
    }


def _package(package: KeptPackage) -> dict[str, Any]:
    return {"name": package.name, "version": package.version, "bytes": package.size}


def _snapshot(snapshot: Snapshot) -> dict[str, Any]:
    return {**snapshot_values(snapshot), "fetchedAt": snapshot.fetched_at.isoformat()}


def _status_text(report: Mapping[str, Any]) -> str:
    lines = [
        report["file"] or "in memory",
        f"{report['bytes'] / 1e6:.1f} of {report['maxBytes'] / 1e6:.0f} MB, "
        f"{counted(report['pages'], 'page')} in {counted(report['snapshots'], 'snapshot')}",
        *([f"trouble: {report['trouble']}"] if report["trouble"] else []),
    ]
    lines += [f"  {_line(item)} · {to_the_minute(item['fetchedAt'])} UTC" for item in report["libraries"]]
    packages = report["packages"]
    if packages:
        size = sum(package["bytes"] for package in packages) / 1e6
        lines.append(f"in addition {size:.1f} MB in {len(packages)} unpacked packages")
    return "\n".join(lines)


def _line(item: Mapping[str, Any]) -> str:
    version = f" {item['version']}" if item["version"] else ""
    owner = item["libraryId"] or "pages of allowed hosts"
    return f"{owner}{version}: {item['pages']} of {item['totalPages']} pages from {item['source']}"
