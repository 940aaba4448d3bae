"""The text of an answer on a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pro_context.cli.error_voice import escape
from pro_context.cli.terminal import PLAIN, Look


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
