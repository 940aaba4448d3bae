"""The parts of a page that authors write for their site generator: front matter, imports, components, comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pro_context_engine.documents.pages.markdown_tables import without_padding

_MOST_FRONT_MATTER_LINES = 200
_FIELD = re.compile(r"([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+(.*))?$")
_MODULE_LINE = re.compile(
    r"(?:import\s+(?:[{\"']|[\w*][^;]*\sfrom\s+[\"'])|export\s+(?:const|let|var|default|function|async|class|\*|\{))"
)
_FENCE = re.compile(r"(?:[-*+]|\d{1,9}[.)])?[ \t]*(`{3,}|~{3,})")
_COMPONENT = re.compile(r"</?[A-Z][\w.]*+(?:[\s/][^<>]*+)?>")
_COMPONENT_OPENED = re.compile(r"</?[A-Z][\w.]*+(?:\s[^<>]*+)?$")
_LABEL = re.compile(r"\b(?:title|label)=(?:\"([^\"]*)\"|'([^']*)')")
_ANCHOR = re.compile(r"<a\s+(?:id|name)=[\w.\"'-]+\s*(?:/>|>\s*</a>)\s*$")
# A component tag that spans more lines is not read as a tag.
_MOST_TAG_LINES = 20


def front_matter(lines: Sequence[str]) -> tuple[Mapping[str, str], Sequence[str]]:
    """Return the simple fields of a page's front matter, by lower-case name, and the lines after it.

    Only `key: value` lines are read, no YAML: a nested value or a reference cannot be a title.
    """
    if not lines or lines[0].rstrip() != "---":
        return {}, lines
    end = next((number for number, line in enumerate(lines[1:_MOST_FRONT_MATTER_LINES], 1) if _ends(line)), 0)
    if not end or (end > 1 and not _has_fields(lines[1:end])):
        return {}, lines
    fields = {}
    for match in filter(None, map(_FIELD.match, lines[1:end])):
        fields[match[1].lower()] = _unquoted(match[2] or "")
    return fields, lines[end + 1 :]


def _has_fields(lines: Sequence[str]) -> bool:
    """Tell whether the lines between two rules are fields; after a leading blank line the next line must be one."""
    if not lines[0].strip():
        return bool(_FIELD.match(next(filter(str.strip, lines), "")))
    return any(map(_FIELD.match, lines))


def _ends(line: str) -> bool:
    return line.rstrip() in ("---", "...")


def _unquoted(value: str) -> str:
    value = value.strip()
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value


def readable(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines as a reader of the site sees them; the inside of a fence is untouched.

    Comments, lines with an empty anchor alone, the leading `import` and `export` statements of MDX and its component
    tags are removed, as is the padding of tables. The text in a component stays; its title or label becomes a line of
    its own in bold.

    Args:
        lines: the lines of the page after its front matter.
    """
    fence = ""
    rest = iter(_without_modules(lines))
    for line in rest:
        text = line.lstrip()
        if fence:
            if text.startswith(fence) and not text.strip(f"{fence[0]} \t"):
                fence = ""
            yield line
        elif ("```" in line or "~~~" in line) and (opener := _FENCE.match(text)):
            fence = opener[1]
            yield line
        elif "<" not in line:
            yield without_padding(line)
        elif text.startswith("<!--"):
            yield from _after_comment(text, rest)
        elif _ANCHOR.match(text):
            continue
        elif _COMPONENT.match(text) or _COMPONENT_OPENED.match(text):
            yield from _without_components(line, rest)
        else:
            yield without_padding(line if "<!--" not in line or "`" in line else _uncommented(line))


def _without_modules(lines: Sequence[str]) -> Iterator[str]:
    """Leave out the leading module statements; each ends with a blank line, as in MDX."""
    rest = iter(lines)
    for line in rest:
        if _MODULE_LINE.match(line):
            while line.strip():
                line = next(rest, "")
        elif line.strip():
            yield line
            break
        else:
            yield line
    yield from rest


def _after_comment(text: str, rest: Iterator[str]) -> Iterator[str]:
    """Skip a comment that starts a line, and yield the text after it on its last line."""
    before = text
    while "-->" not in before:
        following = next(rest, None)
        if following is None:
            return
        before = following
    yield _uncommented(before.partition("-->")[2]).strip()


def _uncommented(line: str) -> str:
    """Return a line without the comments that both start and end in it."""
    text, *rest = line.split("<!--")
    for part in rest:
        comment, end, after = part.partition("-->")
        text += after if end else f"<!--{comment}"
    return text


def _without_components(line: str, rest: Iterator[str]) -> Iterator[str]:
    """Yield a line without its component tags; the last tag may span further lines."""
    parts = [line]
    while _COMPONENT_OPENED.match(parts[0].lstrip()) and ">" not in parts[-1] and len(parts) < _MOST_TAG_LINES:
        following = next(rest, None)
        if following is None:
            break
        parts.append(following)
    whole = " ".join(parts) if len(parts) > 1 else line
    labels = ["".join(label) for tag in _COMPONENT.findall(whole) for label in _LABEL.findall(tag)]
    text = _COMPONENT.sub("", whole)
    yield from (f"**{label}**" for label in labels if label.strip())
    if text.strip() or not labels:
        indent = line[: len(line) - len(line.lstrip())]
        yield text.strip() and indent + text.strip()
