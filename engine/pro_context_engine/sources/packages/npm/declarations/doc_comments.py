"""Documentation comments of TypeScript (TSDoc, JSDoc) as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile

from pro_context_engine.documents.pages.described_in_html import described_in_html, is_in_html

_LEADING = re.compile(r"^[ \t]{0,200}\*? ?", re.M)
_TAG = re.compile(r"^@([A-Za-z]{1,40})[ \t]*(.*)$")
# JSDoc writes the text of a link before it: `[dives]{@link dive}`.
_LINK = re.compile(
    r"(?:\[([^\[\]]{1,300})\])?"
    r"\{@(?:link|linkcode|linkplain|see) {1,9}([^{}|\s]{1,300})(?:(?: {0,9}\|| ) {0,9}([^{}|]{1,300}))?\}"
)
_PARAMETER = re.compile(
    r"^(?:\{[^{}]{0,300}\}[ \t]*)?(?:\[([\w$.]{1,100})[^\]\n]{0,200}\]|([\w$.]{1,100}))[ \t]*-?[ \t]*"
)
_TYPE = re.compile(r"^\{[^{}]{0,300}\}[ \t]*")
_HEADING = re.compile(r"^ {0,3}#{1,6}(?:[ \t]+(.*))?$")
_UNDERLINE = re.compile(r"^ {0,3}(?:=+|-+)[ \t]*$")
# A picture of a site, of which a package has no file.
_IMAGE = re.compile(r"^[ \t]*!\[[^\]]{0,300}\]\([^()\s]{1,500}\)[ \t]*$")
_FENCE = ("```", "~~~")
_EXAMPLE = re.compile(r"\n[ \t]*(?:@example|```|~~~)")
_PARAMETERS = {"param", "arg", "argument", "typeparam", "template", "property", "prop"}
_RESULTS = {"returns": "Returns", "return": "Returns", "throws": "Throws", "throw": "Throws", "exception": "Throws"}
_NOTED = ("deprecated", "default", "since", "see", "note", "warning", "experimental", "beta", "alpha")
_NOTES = {tag: tag.capitalize() for tag in _NOTED} | {"defaultvalue": "Default"}
# Of a description in several languages, the English one.
_PROSE = {"description", "summary", "remarks", "desc", "descen", "overloadsummary"}
# They say something by being there; what follows is the text of the comment again.
_MARKS = {"public", "virtual", "override", "sealed", "readonly", "eventproperty", "abstract", "async", "static"}
# They name what is documented; the lines below are the text of the comment again.
_NAMES = {"class", "constructor", "factory", "func", "function", "method", "module", "namespace", "option", "typedef"}


def comment_text(comment: str) -> str:
    """Return the text of a documentation comment, without its delimiters."""
    inner = comment.removeprefix("/**").removesuffix("*/")
    first, *rest = inner.split("\n")
    written = [line for line in rest if line.strip()]
    if any(line.lstrip().startswith("*") for line in written[:1]):
        return _without_html(_LEADING.sub("", inner).strip())
    # Without stars in front, the space beyond that of all lines is that of code, and a star is a list item.
    columns = zip(*(line[: len(line) - len(line.lstrip())] for line in written), strict=False)
    margin = sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, columns))
    return _without_html("\n".join([first.lstrip(), *(line[margin:] for line in rest)]).strip())


def _without_html(text: str) -> str:
    """Return the text of a comment with HTML as Markdown, up to the first example or block of code."""
    if not is_in_html(text):
        return text
    end = example.start() if (example := _EXAMPLE.search(text)) else len(text)
    return described_in_html(text[:end]) + text[end:]


def comment_source(comment: str) -> str:
    """Return a documentation comment without indentation."""
    lines = comment_text(comment).splitlines()
    return (
        f"/** {lines[0]} */"
        if len(lines) == 1
        else "\n".join(["/**", *(f" * {line}".rstrip() for line in lines), " */"])
    )


def comment_markdown(
    comment: str,
    members: Iterable[tuple[str, str]] = (),
    title: str = "Parameters",
    returned: Iterable[tuple[str, str]] = (),
) -> str:
    """Return a documentation comment as Markdown: its text, then parameters, results, examples and notes.

    Args:
        comment: the comment in the source; "" for none.
        members: the paths of described members, each with its comment.
        title: what these members are.
        returned: the same as `members` of what a function returns.
    """
    parts: dict[str, list[str]] = {"": [], title: []}
    for tag, text in _blocks(comment_text(comment)):
        if tag in _PARAMETERS:
            parts.setdefault("Parameters", []).append(_parameter(text))
        elif tag in _RESULTS:
            parts.setdefault(_RESULTS[tag], []).append(_item(_TYPE.sub("", text, count=1)))
        elif tag == "example":
            parts.setdefault("Example", []).append(_example(text))
        elif tag in _NOTES:
            parts[""].append(f"**{_NOTES[tag]}**" + (f": {text}" if text else ""))
        elif not tag or tag in _PROSE or tag in _MARKS:
            parts[""].append(text)
        elif tag in _NAMES:
            parts[""].append(text.partition("\n")[2].strip())
    for name, described in ((title, members), ("Returns", returned)):
        for path, own in described:
            if text := comment_markdown(own):
                parts.setdefault(name, []).append(_item(f"`{path}`: {text}" if path else text))
    return "\n\n".join(_section(title, texts) for title, texts in parts.items() if any(texts))


def is_internal(comment: str) -> bool:
    """Tell whether a comment marks its declaration as internal."""
    return "@internal" in comment or "@private" in comment


def tag_texts(comment: str, tag: str) -> list[str]:
    """Return the texts of the tags with one name (lower case) in a documentation comment."""
    if f"@{tag}" not in comment:
        return []
    return ["\n".join(lines).strip() for name, lines in _tagged_lines(comment_text(comment)) if name == tag]


def first_sentence(comment: str) -> str:
    """Return the first sentence of a documentation comment, on one line; "" for none."""
    blocks = _blocks(comment_text(comment))
    text = next((text for tag, text in blocks if text and (not tag or tag in _PROSE or tag in _MARKS)), "")
    paragraph = " ".join(text.partition("\n\n")[0].split())
    sentence = re.split(r"(?<=[.!?]) (?=[A-Z`])", paragraph, maxsplit=1)[0]
    return sentence[:300]


def _section(title: str, texts: list[str]) -> str:
    separator = "\n\n" if title in ("", "Example") else "\n"
    body = separator.join(text for text in texts if text)
    return f"**{title}**\n\n{body}" if title else body


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield the text before the first tag as ("", text), then each tag with its text, as Markdown."""
    return ((tag, _text(lines)) for tag, lines in _tagged_lines(text))


def _tagged_lines(text: str) -> Iterator[tuple[str, list[str]]]:
    tag, lines, fenced = "", list[str](), False
    for line in text.splitlines():
        found = None if fenced else _TAG.match(line.strip())
        if line.lstrip().startswith(_FENCE):
            fenced = not fenced
        if found:
            yield tag, lines
            tag, lines = found[1].lower(), [found[2]]
        else:
            lines.append(line)
    yield tag, lines


def _text(lines: list[str]) -> str:
    """Return lines as text with plain links, and with bold text for headings, which are reserved for names."""
    shown, fenced = [], False
    for line in lines:
        if line.lstrip().startswith(_FENCE):
            fenced = not fenced
        if fenced:
            shown.append(line)
        elif heading := _HEADING.match(line):
            shown.append(f"**{heading[1].strip()}**" if (heading[1] or "").strip() else "")
        else:
            shown.append("" if _UNDERLINE.match(line) or _IMAGE.match(line) else _LINK.sub(_plain_link, line))
    return "\n".join(shown).strip()


def _plain_link(link: re.Match[str]) -> str:
    target, label = link[2], link[3] or link[1]
    if target.startswith(("http://", "https://")):
        return f"[{label or target}]({target})"
    return label or f"`{target}`"


def _parameter(text: str) -> str:
    found = _PARAMETER.match(text)
    if not found:
        return _item(text)
    rest = _indent(text[found.end() :])
    return f"- `{found[1] or found[2]}`" + (f": {rest}" if rest else "")


def _item(text: str) -> str:
    return f"- {_indent(text.removeprefix('- '))}" if text else ""


def _indent(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.strip().split("\n")).lstrip()


def _example(text: str) -> str:
    return text if not text or "```" in text or "~~~" in text else f"```ts\n{text}\n```"
