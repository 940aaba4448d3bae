"""The text of results on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pro_context_engine import Snapshot, listen_to_progress

CLEAR_LINE = "\r\x1b[K"

BAR_WIDTH = 40

MOST_SHOWN = 300
"""The most characters of a foreign text that one line shows."""


def answer_text(result: Mapping[str, Any]) -> str:
    """Return the text of a get-docs result: its origin, the passages, the related pages."""
    version = f" {result['version']}" if "version" in result else ""
    match = f" ({result['versionMatch']})" if "versionMatch" in result else ""
    age = " · stale (`pro-context warm` fetches it anew)" if result["stale"] else ""
    partly = " · from the first pages (`pro-context warm` fetches them all)" if result.get("indexing") else ""
    lines = [
        f"{result['libraryId']}{version}{match} · confidence {result['confidence']:.2f}{age}{partly}",
        f"source: {result['source']}",
        "",
        result["content"].rstrip(),
    ]
    related = [f"  {page['title']}  {page['url']}" for page in result.get("relatedPages", [])]
    return "\n".join([*lines, *(["", "related pages:", *related] if related else [])])


def escape(text: str) -> str:
    """Return a foreign text on one line: non-printable characters as their numbers, and the end cut off."""
    shown = "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in text[: MOST_SHOWN + 1])
    return shown if len(text) <= MOST_SHOWN else f"{shown[:MOST_SHOWN]}…"


def matches_text(result: Mapping[str, Any]) -> str:
    """Return the text of a resolve-library result, one library a line, best first."""
    if not result["results"]:
        return "no library matches"
    width = max(len(match["libraryId"]) for match in result["results"])
    return "\n".join(_match(match, width) for match in result["results"])


def _match(match: Mapping[str, Any], width: int) -> str:
    installed = f" · installed {match['installedVersion']}" if "installedVersion" in match else ""
    description = f" · {match['description']}" if match["description"] else ""
    return f"{match['relevance']:.2f}  {match['libraryId']:{width}}  {match['name']}{installed}{description}"


def error_text(payload: Mapping[str, Any]) -> str:
    """Return the text of an error of the contract: its message, and on a second line its suggestion."""
    return f"pro-context: {payload['code']}: {payload['message']}\n{payload['suggestion']}"


def warm_report(snapshot: Snapshot) -> dict[str, Any]:
    """Return a snapshot as the plain values that `warm` reports."""
    return {
        "libraryId": snapshot.library_id,
        "source": snapshot.source.value,
        "version": snapshot.version,
        "pages": snapshot.pages,
        "totalPages": snapshot.total_pages,
    }


def warm_line(report: Mapping[str, Any]) -> str:
    """Return the report of one library on one line."""
    version = f" {report['version']}" if report["version"] else ""
    return f"{report['libraryId']}{version}: {report['pages']} of {report['totalPages']} pages from {report['source']}"


@contextmanager
def progress_bar(subject: str) -> Iterator[None]:
    """Show a progress bar on stderr while the block runs, if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield
        return

    def show(done: int, total: int, what: str) -> None:
        full = BAR_WIDTH * done // max(total, 1)
        sys.stderr.write(f"{CLEAR_LINE}{subject} [{'#' * full}{'.' * (BAR_WIDTH - full)}] {done}/{total} {what}")
        sys.stderr.flush()

    try:
        with listen_to_progress(show):
            yield
    finally:
        sys.stderr.write(CLEAR_LINE)


@contextmanager
def progress_line(subject: str) -> Iterator[None]:
    """Show a progress line on stderr while the block runs, if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield
        return

    def show(done: int, total: int, what: str) -> None:
        sys.stderr.write(f"{CLEAR_LINE}{subject}: {what} {done}/{total}")
        sys.stderr.flush()

    try:
        with listen_to_progress(show):
            yield
    finally:
        sys.stderr.write(CLEAR_LINE)
