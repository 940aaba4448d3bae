"""The changes between two versions as `pro-context changes` prints them for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pro_context.cli.error_voice import escape

_PLURALS = {"signature": "signatures", "default": "defaults"}


def changes_text(result: Mapping[str, Any]) -> str:
    """Return a result of compare-versions: the counts, then the changes, those that break code first."""
    return "\n".join(_lines(result))


def _lines(result: Mapping[str, Any]) -> Iterator[str]:
    total = result["totalChanges"]
    found = result.get("counts", {}).items()
    counts = ", ".join(f"{number} {kind if number == 1 else _PLURALS.get(kind, kind)}" for kind, number in found)
    head = f"{result['package']} {result['from']} → {result['to']}"
    yield f"{head}: {total} change{'' if total == 1 else 's'}" + (f" ({counts})" if counts else "")
    if reason := result.get("versionReason"):
        yield reason
    for title, breaking in (("Breaks code", True), ("Breaks no code", False)):
        changes = [one for one in result["changes"] if one["breaking"] is breaking]
        if changes:
            yield f"\n{title}"
        for one in changes:
            yield from _change(one)
    if result["omitted"]:
        yield f"\n{result['omitted']} more; --name, --topic and --code choose, --max-tokens shows more."
    for one in result.get("notCompared", ()):
        yield f"\nNot compared: {one['name']}: {one['reason']}"
    if guides := result.get("guides"):
        yield "\nRead on: " + ", ".join(map(escape, guides))


def _change(one: Mapping[str, Any]) -> Iterator[str]:
    symbol, kind = escape(one["symbol"]), one["kind"]
    lines = one.get("lines", ())
    where = f"line{'' if len(lines) == 1 else 's'} {', '.join(map(str, lines))}: " if lines else ""
    detail = f": {escape(one['detail'])}" if one.get("detail") else ""
    since = f" (since {escape(one['since'])})" if one.get("since") and kind == "deprecated" else ""
    yield f"  {where}{kind:<10} {symbol}{detail}{since}"
    if one.get("replacement"):
        yield f"      use    {escape(one['replacement'])}"
    if kind in ("signature", "default", "renamed", "moved"):
        yield f"      before {escape(one.get('before', ''))}"
        yield f"      after  {escape(one.get('after', ''))}"
    if says := one.get("says"):
        yield f"      says   {escape(says['text'])}"
        if says.get("url"):
            yield f"             {escape(says['url'])}"
