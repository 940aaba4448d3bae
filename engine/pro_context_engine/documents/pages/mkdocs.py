"""The conversion of the Markdown of MkDocs to plain Markdown: its blocks, references, attributes and icons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pro_context_engine.documents.pages.fences import Fences

# `!!! note "Title"` and `=== "Tab"` with an indented text, `/// note | Title` up to `///`, `::: module`.
_ADMONITION = re.compile(r"(\s*)(?:!!!|\?\?\?\+?)\s+([\w-]+)((?:\s+[\w-]+)*)(?:\s+\"([^\"]*)\")?\s*$")
_TAB = re.compile(r"(\s*)===[!+]?\s+\"([^\"]*)\"\s*$")
_BLOCK = re.compile(r"(\s*)/{3,}\s*([\w-]+)\s*(?:\|\s*(.*?)\s*)?$")
_BLOCK_END = re.compile(r"\s*/{3,}\s*$")
_OPTION = re.compile(r"\s{4,}[\w-]+:(?:\s|$)")
_INDENTED = re.compile(r"\s*(?:!!!|\?\?\?|===)")
_IDENTIFIER = re.compile(r"(\s*):::\s+([\w.]+)\s*$")
# The first characters of lines that open a block; all other lines are skipped fast.
_BLOCK_SIGNS = frozenset("!?=/:")

_SIGNS = re.compile(
    r"^[ \t]*(?:!!!|\?\?\?|===[!+]? \"|/{3,}[ \t]*\w|\*\[)|\][ \t]?\[|\{:?[ \t]*[.#\w]|:[a-z]+-[a-z]|\+\+[\w+-]+\+\+"
    r"|^[ \t]*\{%",
    re.MULTILINE,
)
_DEFINITION = re.compile(r" {0,3}\[([^\[\]\n]{1,200})\]:\s*\S")
_VALUE = r"(?:\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'|[\w./%:-]{1,100})"
_NAMED = rf"(?:[.#][A-Za-z_][\w:.-]{{0,80}}|[A-Za-z][\w-]{{0,40}}={_VALUE})"
_ATTRIBUTES = rf"\{{:?[ \t]*{_NAMED}(?:[ \t]+(?:{_NAMED}|[a-z]{{1,20}})){{0,8}}[ \t]*\}}"
_MARKUP = re.compile(
    "|".join(
        (
            r"(?P<code>(?P<ticks>`+)(?:(?!(?P=ticks))[^\n]){1,500}?(?P=ticks)(?!`))",
            r"(?P<anchor>(?<!!)\[\]\([^()\s]{0,300}\)(?:\{[^{}\n]{0,200}\})?)",
            r"(?<![\w\])!])\[(?P<title>[^\[\]\n]{1,200})\]\[(?P<target>[^\[\]\n]{0,200})\]",
            rf"[ \t]{{0,4}}(?P<attributes>{_ATTRIBUTES})",
            r"(?P<icon>:(?:material|octicons|fontawesome|simple)-[a-z\d-]{1,80}:[ \t]?)",
            r"(?<![\w+])\+\+(?P<keys>[A-Za-z\d]+(?:[+-][A-Za-z\d]+){0,5})\+\+(?![\w+])",
        )
    )
)
_MARKS = ("{", "[", ":", "++")
# Attributes without a class or an anchor are only known by their place, right behind other markup.
_BEFORE_ATTRIBUTES = ")]*_`:"
# Names of code: a number in brackets is an item of a list, and the target of a link is defined below.
_OBJECT = re.compile(r"(?!\d)[\w.:()-]+")
_ABBREVIATION = re.compile(r"\*\[[^\[\]\n]{1,100}\]:\s")
_STATEMENT = re.compile(r"\s*\{%[^\n]{0,500}%\}\s*$")
_HEADING = re.compile(r" {0,3}#{1,6}\s")
_FENCE_ATTRIBUTES = re.compile(r"(\s*(?:`{3,}|~{3,}))\s*\{\s*\.([\w+#-]{1,40})[^{}\n]{0,300}\}\s*$")
_MOST_LINES = 20_000
_LONGEST_LINE = 5_000


def mkdocs_to_markdown(text: str) -> str:
    """Return the Markdown of MkDocs as plain Markdown; the inside of a fence is untouched.

    Blocks become a bold label and plain text, references to objects their titles. Attributes, icons, abbreviations and
    statements of templates are removed; an anchor that authors give a heading stays.

    Args:
        text: a document; the lines after the first 20,000, more than a page has, stay as they are.
    """
    if not _SIGNS.search(text):
        return text
    lines = text.split("\n")
    read = lines[:_MOST_LINES]
    defined = {found[1].lower() for line in read if (found := _DEFINITION.match(line[:_LONGEST_LINE]))}
    return "\n".join([*_shown(plain_blocks(read), defined), *lines[_MOST_LINES:]])


def plain_blocks(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines with blocks of MkDocs as a bold label and plain text; lines in a fence are unchanged."""
    fences, margins, options = Fences(), list[int](), False
    for line in lines:
        indent = len(line) - len(line.lstrip())
        while margins and line.strip() and indent < margins[-1] + 4:
            margins.pop()
        line = line[4 * len(margins) :] if line.strip() else ""
        options = options and bool(_OPTION.match(line))
        if fences.covers(line):
            yield line
        elif line.lstrip()[:1] in _BLOCK_SIGNS and (label := _label(line)):
            if _INDENTED.match(line):
                margins.append(indent)
            options = True
            yield from ("", label, "")
        elif not options and not _BLOCK_END.match(line):
            yield line


def _label(line: str) -> str:
    """Return the label of a line that opens a block, "" if it opens none."""
    if found := _ADMONITION.match(line):
        return f"{found[1]}**{found[4] or _words(found[2] + found[3])}**"
    if found := _TAB.match(line):
        return f"{found[1]}**{found[2]}**"
    if found := _BLOCK.match(line):
        return f"{found[1]}**{_block_title(found[2], found[3] or '')}**"
    if found := _IDENTIFIER.match(line):
        return f"{found[1]}`{found[2]}`"
    return ""


def _block_title(kind: str, title: str) -> str:
    """Return the title of a `///` block; one about a version includes its kind."""
    return f"{_words(kind)} {title}".strip() if kind.startswith("version-") else title or _words(kind)


def _words(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _shown(lines: Iterable[str], defined: set[str]) -> Iterator[str]:
    """Yield the lines with plain inline markup; a line that had nothing else is left out."""
    fences = Fences()
    for line in lines:
        if fences.covers(line):
            yield _FENCE_ATTRIBUTES.sub(r"\1\2", line) if "{" in line and fences.mark else line
        elif not line.strip() or len(line) > _LONGEST_LINE:
            yield line
        elif not _ABBREVIATION.match(line) and not _STATEMENT.match(line):
            shown = _inline(line, defined)
            if shown.strip():
                yield shown


def _inline(line: str, defined: set[str]) -> str:
    """Return a line without attributes, icons and references that only the site resolves; code stays as it is."""
    if not any(mark in line for mark in _MARKS):
        return line
    is_heading = bool(_HEADING.match(line))

    def plain(found: re.Match[str]) -> str:
        if found["title"]:
            return _title(found, defined)
        if found["attributes"]:
            stays = is_heading and found["attributes"].lstrip("{: \t").startswith("#")
            known = found["attributes"].lstrip("{: \t")[0] in ".#" or line[: found.start()][-1:] in _BEFORE_ATTRIBUTES
            return found[0] if stays or not known else ""
        if found["keys"]:
            return f"`{found['keys']}`"
        return found["code"] or ""

    return _MARKUP.sub(plain, line).rstrip()


def _title(reference: re.Match[str], defined: set[str]) -> str:
    """Return the title of a reference to an object; any other reference, and a link that is defined, stays."""
    title, target = reference["title"], reference["target"] or reference["title"].strip("`")
    is_object = bool(_OBJECT.fullmatch(target)) and target.lower() not in defined
    return title if is_object and reference["target"].lower() not in defined else reference[0]
