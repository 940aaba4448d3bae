"""The results of tools as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pro_context.cli.output import escape
from pro_context.cli.terminal import PLAIN, Look
from pro_context.wording import counted

_PLURALS = {"signature": "signatures", "default": "defaults"}


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


def changes_text(result: Mapping[str, Any]) -> str:
    """Return a result of compare-versions: the counts, then the changes, those that break code first."""
    return "\n".join(_change_lines(result))


def _change_lines(result: Mapping[str, Any]) -> Iterator[str]:
    total = result["totalChanges"]
    found = result.get("counts", {}).items()
    counts = ", ".join(f"{number} {kind if number == 1 else _PLURALS.get(kind, kind)}" for kind, number in found)
    head = f"{result['package']} {result['from']} → {result['to']}"
    yield f"{head}: {counted(total, 'change')}" + (f" ({counts})" if counts else "")
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
