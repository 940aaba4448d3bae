"""The conversion of MDX to Markdown: without module statements, comments and component tags, with their text.

Component tags on lines of their own are left to `authoring`, which handles them for Markdown pages too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pro_context_engine.documents.pages.authoring import front_matter

_FENCE = re.compile(r"(?:[-*+]|\d{1,9}[.)])?[ \t]*(`{3,}|~{3,})")
_MODULE = re.compile(r"(?:import|export)\s+(?:[\w{*\"'(]|default\b)")
# `import x from "y"` in running text is no statement.
_STATEMENT = re.compile(
    r"import\s+[\"'{*]|import\s+\w[^;]*\sfrom\s+[\"']"
    r"|export\s+(?:const|let|var|default|function|async|class|\*|\{|type|interface)"
)
_DIRECTIVE = re.compile(
    r"(\s*):{3,}[ \t]*([a-z][\w-]*+)?(?:\[([^\[\]]{0,200})\]|[ \t]+([^{}]{1,200}))?(?:\{[^{}]*\}[ \t]*)?$"
)
_TAG_START = re.compile(r"</?[A-Z]")
# A `>` within quotes or braces is part of the tag.
_TAG = re.compile(
    r"<(/?)[A-Z][\w.]*+(?:[^<>{}\"'`]++|\"[^\"]*+\"|'[^']*+'|\{(?:[^{}]++|\{(?:[^{}]++|\{[^{}]*+\})*+\})*+\})*+>"
)
_LABEL = re.compile(r"\b(?:title|label|summary)=(?:\"([^\"]*)\"|'([^']*)'|\{[\"'`]([^\"'`{}]*)[\"'`]\})")
# A tag that spans more lines is not read as a tag.
_MOST_TAG_LINES = 40


def mdx_to_markdown(text: str) -> str:
    """Return MDX as Markdown; the inside of a fence is untouched.

    Imports, exports and comments are removed. The title or label of a component becomes a line in bold where its tag
    opens; the content stays as text. `:::note` blocks become bold labels.

    Args:
        text: the page with its front matter, which is kept.
    """
    lines = text.split("\n")
    rest = front_matter(lines)[1]
    head = lines[: len(lines) - len(rest)]
    return "\n".join([*head, *_body(_without_statements(rest))])


def _without_statements(lines: Sequence[str]) -> Iterator[str]:
    """Leave out import and export statements, each up to the blank line where its brackets are closed."""
    fence, rest = "", iter(lines)
    for line in rest:
        fence = _fence_after(fence, line)
        if fence or not _MODULE.match(line) or not _STATEMENT.match(line):
            yield line
            continue
        depth = _depth(line)
        while line.strip() or depth > 0:
            following = next(rest, None)
            if following is None:
                return
            line = following
            depth += _depth(line)
            if depth <= 0 and line.rstrip().endswith((";", "}", ")", "'", '"')) and not line[:1].isspace():
                break


def _body(lines: Iterator[str]) -> Iterator[str]:
    fence, pending = "", [""]
    for line in lines:
        if pending[0]:
            pending.append(line.strip())
            whole = " ".join(pending)
            if len(pending) == _MOST_TAG_LINES or not _is_open(whole):
                yield from _shown(whole)
                pending = [""]
            continue
        fence = _fence_after(fence, line)
        if fence or "`" in line:
            yield line
        elif found := _DIRECTIVE.match(line):
            title = (found[3] or found[4] or "").strip()
            kind = (found[2] or "").replace("-", " ").capitalize()
            yield f"{found[1]}**{kind}{': ' if title else ''}{title}**" if kind else ""
        elif _is_open(line):
            pending = [line]
        else:
            yield from _shown(line)
    if pending[0]:
        yield from _shown(" ".join(pending))


def _fence_after(fence: str, line: str) -> str:
    """Return the fence that is open after a line; a fence that closes with the line still counts as open."""
    text = line.strip()
    if fence.endswith("!"):
        fence = ""
    if fence:
        closes = text.startswith(fence) and not text.strip(fence[0])
        return f"{fence}!" if closes else fence
    opener = _FENCE.match(line.lstrip())
    return opener[1] if opener else ""


def _is_open(text: str) -> bool:
    """Tell whether a component's tag or a comment begins in a text and does not end in it."""
    if text.count("{/*") > text.count("*/}"):
        return True
    start = max((found.start() for found in _TAG_START.finditer(text)), default=-1)
    return start >= 0 and not _TAG.match(text, start)


def _shown(line: str) -> Iterator[str]:
    """Yield a line without comments and component tags, after a line for the label of each opening tag."""
    text = _uncommented(line) if "{/*" in line else line
    if not _TAG_START.search(text):
        if text.strip() or not line.strip():
            yield text
        return
    indent = text[: len(text) - len(text.lstrip())]
    kept, labels, at = [], [], 0
    for tag in _TAG.finditer(text):
        kept.append(text[at : tag.start()])
        labels += [] if tag[1] else ["".join(label) for label in _LABEL.findall(tag[0])[:1]]
        at = tag.end()
    kept.append(text[at:])
    yield from (f"{indent}**{label.strip()}**" for label in labels if label.strip())
    if rest := "".join(kept).strip():
        yield indent + rest
    elif not labels:
        yield ""


def _uncommented(text: str) -> str:
    """Return a text without the comments that both start and end in it."""
    first, *parts = text.split("{/*")
    for part in parts:
        comment, end, after = part.partition("*/}")
        first += after if end else f"{{/*{comment}"
    return first


def _depth(line: str) -> int:
    return sum(map(line.count, "{([")) - sum(map(line.count, "})]"))
