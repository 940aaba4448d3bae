"""The text of search results on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pro_context.cli.error_voice import escape


def found_text(result: Mapping[str, Any]) -> str:
    """Return the text of a search-docs result: for each hit its place and its lines, then where to go on."""
    lines = [line for hit in result["results"] for line in [*_hit(hit), ""]]
    if not result["results"]:
        lines.append("nothing matches")
        lines += [f"near: {escape(heading)}" for heading in result.get("nearestHeadings", ())]
    if "hint" in result:
        lines.append(f"note: {result['hint']}")
    for gap in result.get("notSearched", ()):
        lines.append(f"note: {gap['libraryId']}: {gap['reason']}")
    if "nextCursor" in result:
        lines.append(f"{result['totalMatches']} matches; more with --cursor {result['nextCursor']}")
    return "\n".join(lines).rstrip("\n")


def _hit(hit: Mapping[str, Any]) -> Iterator[str]:
    path = f" › {hit['headingPath']}" if "headingPath" in hit else ""
    version = f" {hit['version']}" if "version" in hit else ""
    yield f"{escape(hit['title'] + path)}  {hit['url']}"
    if version:
        yield f"  {hit['libraryId']}{version}"
    for line in hit["snippet"].split("\n"):
        yield f"  {line}"
