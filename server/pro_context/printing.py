"""How results read on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

from pro_context_engine import LibraryDocs

CLEAR_LINE = "\r\x1b[K"


def answer(result: Mapping[str, Any]) -> str:
    """Return a get-docs result: where it comes from, the passages, what to read next."""
    version = f" {result['version']}" if "version" in result else ""
    age = " · stale, being refreshed" if result["stale"] else ""
    lines = [
        f"{result['libraryId']}{version} · confidence {result['confidence']:.2f}{age}",
        f"source: {result['source']}",
        "",
        result["content"].rstrip(),
    ]
    related = [f"  {page['title']}  {page['url']}" for page in result.get("relatedPages", [])]
    return "\n".join([*lines, *(["", "related pages:", *related] if related else [])])


def matches(result: Mapping[str, Any]) -> str:
    """Return a resolve-library result, one library a line, best first."""
    if not result["results"]:
        return "no library matches"
    width = max(len(match["libraryId"]) for match in result["results"])
    return "\n".join(_match(match, width) for match in result["results"])


def _match(match: Mapping[str, Any], width: int) -> str:
    installed = f" · installed {match['installedVersion']}" if "installedVersion" in match else ""
    description = f" · {match['description']}" if match["description"] else ""
    return f"{match['relevance']:.2f}  {match['libraryId']:{width}}  {match['name']}{installed}{description}"


def error(payload: Mapping[str, Any]) -> str:
    """Return a catalogue error in two lines: what happened, what to do."""
    return f"pro-context: {payload['code']}: {payload['message']}\n{payload['suggestion']}"


def warmed(docs: LibraryDocs) -> dict[str, Any]:
    """Return what was fetched and indexed, as plain values."""
    return {
        "libraryId": docs.library.library_id,
        "source": docs.toc.source.value,
        "version": docs.toc.version or "",
        "pages": len(docs.toc.entries),
    }


def warmed_line(report: Mapping[str, Any]) -> str:
    """Return one line for a warmed library."""
    version = f" {report['version']}" if report["version"] else ""
    return f"{report['libraryId']}{version}: {report['pages']} pages from {report['source']}"


def progress_line(subject: str) -> Callable[[int, int, str], None]:
    """Return a listener that keeps one line on a terminal's stderr up to date; silent where there is no terminal."""

    def show(done: int, total: int, what: str) -> None:
        if sys.stderr.isatty():
            end = "" if done < total else CLEAR_LINE
            sys.stderr.write(f"{CLEAR_LINE}{subject}: {what} {done}/{total}{end}")
            sys.stderr.flush()

    return show
