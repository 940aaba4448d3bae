"""The text of results on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pro_context.cli.error_voice import escape
from pro_context.cli.terminal import CLEAR_LINE, PLAIN, Look
from pro_context_engine import Snapshot, listen_to_progress

BAR_WIDTH = 40


def answer_text(result: Mapping[str, Any], look: Look = PLAIN, *, goes_on: bool = False) -> str:
    """Return the text of a get-docs result: the library, the numbered passages, related pages, the sources.

    Args:
        result: of the tool.
        look: the look of the stream.
        goes_on: whether a process in the background indexes the rest of the library.
    """
    version = f" {result['version']}" if "version" in result else ""
    match = f" ({result['versionMatch']})" if "versionMatch" in result else ""
    age = " · stale (`pro-context warm` fetches it anew)" if result["stale"] else ""
    rest = "a process in the background indexes the rest" if goes_on else "`pro-context warm` fetches them all"
    partly = f" · from the first pages ({rest})" if result.get("indexing") else ""
    passages, sources = _passages(result["content"].rstrip())
    head = f"{look.strong(result['libraryId'] + version)}{match} · confidence {result['confidence']:.2f}{age}{partly}"
    related = [f"  {page['title']}  {page['url']}" for page in result.get("relatedPages", [])]
    named = [f"  [{number}] {source}" for number, source in enumerate(sources or [result["source"]], 1)]
    lists = [*(["", "related pages:", *related] if related else []), "", "sources:", *named]
    return "\n".join([head, "", *look.markdown(passages), *map(look.quiet, lists)])


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


def matches_text(result: Mapping[str, Any], look: Look = PLAIN) -> str:
    """Return the text of a resolve-library result, one library a line, best first."""
    if not result["results"]:
        return "no library matches"
    width = max(len(match["libraryId"]) for match in result["results"])
    return "\n".join(_match(match, width, look) for match in result["results"])


def _match(match: Mapping[str, Any], width: int, look: Look) -> str:
    installed = f" · installed {match['installedVersion']}" if "installedVersion" in match else ""
    description = f" · {match['description']}" if match["description"] else ""
    name = look.strong(match["libraryId"].ljust(width))
    return f"{match['relevance']:.2f}  {name}  {match['name']}{installed}{description}"


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
