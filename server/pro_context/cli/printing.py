"""The text of results on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pro_context_engine import Snapshot, listen_to_progress

CLEAR_LINE = "\r\x1b[K"

BAR_WIDTH = 40

_OWN_WORDS = {
    "maxTokens": "--max-tokens",
    "maxResults": "--max-results",
    "Use resolve-library to discover libraries.": "`pro-context resolve NAME` finds libraries.",
    "Resolve the library first with get-library-info": "Warm the library first with `pro-context warm`",
    "use get-library-info to refresh the TOC": "fetch the library anew with `pro-context warm LIBRARY`",
}
"""What the contract's errors say to models, and the command line to people."""

_SUGGESTIONS = {
    "INVALID_INPUT": "`pro-context COMMAND --help` explains the options.",
    "TOPIC_NOT_FOUND": "Ask in other words, or another library: `pro-context resolve NAME` finds libraries.",
}

MOST_SHOWN = 300
"""The most characters of a foreign text that one line shows."""


def answer_text(result: Mapping[str, Any], *, goes_on: bool = False) -> str:
    """Return the text of a get-docs result: the library, the numbered passages, their sources, related pages.

    Args:
        result: of the tool.
        goes_on: whether a process in the background indexes the rest of the library.
    """
    version = f" {result['version']}" if "version" in result else ""
    match = f" ({result['versionMatch']})" if "versionMatch" in result else ""
    age = " · stale (`pro-context warm` fetches it anew)" if result["stale"] else ""
    rest = "a process in the background indexes the rest" if goes_on else "`pro-context warm` fetches them all"
    partly = f" · from the first pages ({rest})" if result.get("indexing") else ""
    passages, sources = _passages(result["content"].rstrip())
    lines = [
        f"{result['libraryId']}{version}{match} · confidence {result['confidence']:.2f}{age}{partly}",
        "",
        *passages,
        "",
        "sources:",
        *(f"  [{number}] {source}" for number, source in enumerate(sources or [result["source"]], 1)),
    ]
    related = [f"  {page['title']}  {page['url']}" for page in result.get("relatedPages", [])]
    return "\n".join([*lines, *(["", "related pages:", *related] if related else [])])


def _passages(content: str) -> tuple[list[str], list[str]]:
    """Return the lines of the passages under their numbers, without our marked lines, and the source of each."""
    mark = content.rpartition(" ")[2]
    lines, sources = list[str](), list[str]()
    is_head = False
    for line in content.split("\n"):
        ours = mark.startswith("[") and line.endswith(f" {mark}")
        kind, _, text = line.removesuffix(f" {mark}").removeprefix("> ").partition(": ")
        if ours and kind == "Source":
            sources.append(text)
            if lines and lines[-2:] == ["---", ""]:
                del lines[-2:]
            lines.append(f"[{len(sources)}]")
        elif ours and kind == "Warning":
            lines.append(f"note: {text}")
        elif is_head and line.startswith("> Section: "):
            lines[-1] += f" {escape(text)}"
        elif not ours and f"with {mark} are ours" not in line and (line or (lines and lines[-1])):
            lines.append(line)
        is_head = ours and kind == "Source"
    while lines and not lines[-1]:
        lines.pop()
    return lines, sources


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
    """Return the text of an error of the contract in the words of the command line: its message, and its remedy."""
    message, suggestion = payload["message"], _SUGGESTIONS.get(payload["code"], payload["suggestion"])
    details = payload.get("details", {})
    if details.get("language"):
        suggestion = payload["suggestion"]
    for words, own in _OWN_WORDS.items():
        message, suggestion = message.replace(words, own), suggestion.replace(words, own)
    near = [f"near: {', '.join(map(escape, details['nearestHeadings']))}"] if details.get("nearestHeadings") else []
    return "\n".join([f"pro-context: {payload['code']}: {message}", *near, suggestion])


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
    library = f"{report['libraryId']} {report['version']}".rstrip()
    return f"{library}: {report['pages']} of {report['totalPages']} pages stored, from {report['source']}"


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
