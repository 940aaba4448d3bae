"""The text of what was found, libraries or sections of documentation, on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pro_context.cli.error_voice import escape
from pro_context.cli.terminal import PLAIN, Look


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
