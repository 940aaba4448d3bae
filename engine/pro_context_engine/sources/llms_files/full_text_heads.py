"""The heads that generators write above each page of a full text; they mark where pages begin.

Forms in use: a heading with the page's address in the lines below it (`Source: …`, `URL: …`) or behind its title, a
link that skips the page's own navigation, front matter, the path and metadata of a source file, elements
(`<page url="…">`, `<doc title="…">`), or a level 1 heading alone. Text is read once, in time proportional to its
length. The module is over 150 lines because one reading finds all these forms, and they may follow each other.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace

from pro_context_engine.domain.value_class import value_class

MOST_HEADS = 100_000
"""Heads of one text; the text after the last one belongs to no page."""

_MARK = re.compile(
    r"^(?:[ ]{0,3}(?P<fence>`{3,}+|~{3,}+)(?P<info>[^\n]*+)"
    r"|(?P<hashes>#{1,6})[ \t]++(?P<heading>[^\n]*+)"
    r"|---[ \t]*+\n(?P<fields>(?:(?:[A-Za-z_][\w-]*+[ \t]*+:|[ \t]++(?=\S)|-[ \t])[^\n]*+\n){1,60}+)---[ \t]*+$"
    r"|file:[ \t][^\n]*+\nmeta:[ \t]*+(?P<meta>\{[^{}]{0,4000}+\}))",
    re.MULTILINE,
)
_ELEMENT = re.compile(r"<(?P<name>page|doc|document)\b(?P<attributes>[^<>\n]{0,4000}+)>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"([\w:-]++)[ \t]*+=[ \t]*+(?:\"([^\"]*+)\"|'([^']*+)')")
_BEGINNING = 2_000
"""Characters within which the first element of a file made of elements begins."""

_FIELD = re.compile(
    r"^[ \t]*+([A-Za-z_][\w-]*+)[ \t]*+:[ \t]*+(?:\"([^\"\n]*+)\"|'([^'\n]*+)'|([^\n]*+))", re.MULTILINE
)
_BELOW = re.compile(
    r"(?P<gap>(?:[ \t]*+\n){1,3}+)[ \t]*+(?:>[ \t]*+|[-*][ \t]++)?+[*_]{0,2}+"
    r"(?P<key>source|url|canonical|canonical url|page url|original url)[*_]{0,2}+:[*_]{0,2}+[ \t]++"
    r"(?:<|\[[^\[\]\n]*+\]\()?+(?P<address>https?://[^\s<>()`{}]++|/[\w./~%+@-]*+(?=[ \t]*+$))",
    re.IGNORECASE | re.MULTILINE,
)
_SKIP_LINK = re.compile(r"\n{1,2}+\[Skip to [^\[\]\n]{0,80}+\]\((?P<address>https?://[^\s()#]++)#[^\s()]*+\)")
_BEHIND = re.compile(r"(?P<title>.*\S)[ \t]++\((?P<address>/[^\s()]*+|https?://[^\s()]++)\)$")
_ADDRESS_FIELDS = ("url", "source_url", "html", "canonical", "canonical_url", "page_url", "source", "href", "src")
_MOST_LINES_BELOW = 4


@value_class
class Head:
    """The lines above a page.

    Attributes:
        start: offset of its first character; the page before it ends here.
        body: offset where the page's own text begins.
        title: its title, "" for none.
        address: its address, perhaps relative, "" for none.
        description: its description, "" for none.
        label: the heading above the front matter, "" if none.
        end: offset where the page ends, -1 where the next one begins.
        weak: whether it is a level 1 heading alone, which may stand within a page too.
    """

    start: int
    body: int
    title: str
    address: str = ""
    description: str = ""
    label: str = ""
    end: int = -1
    weak: bool = False


def heads_of(text: str) -> list[Head]:
    """Return the possible heads of pages, in order.

    Args:
        text: cleaned (`pages.text.clean`).

    Returns:
        At most 100,000 heads. Where there are strong heads, every page has one, and a weak head between them is most
        likely a heading within a page. A code fence has no heads.
    """
    found = _elements(text) or _Scan(text).heads()
    strong = [head for head in found if not head.weak]
    if len(strong) == 1 and strong[0].end < 0 and not text[: strong[0].start].strip() and not strong[0].address:
        # The front matter of the file itself.
        found.remove(strong[0])
    return found


class _Scan:
    """One reading of a text that is not made of elements."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._heads: list[Head] = []
        self._heading: Head | None = None
        self._named_levels: dict[int, int] = {}

    def heads(self) -> list[Head]:
        fence, opened_at = self._read(0, fences=True)
        if fence:
            # An unclosed fence is no fence; then the other fences after it are unclear too.
            self._read(opened_at, fences=False)
        level = min(self._named_levels.values(), default=1)
        return [head for head in self._heads if self._named_levels.get(head.start, level) == level]

    def _read(self, position: int, *, fences: bool) -> tuple[str, int]:
        """Collect the heads after a position; return the fence that is open at the end, and its position."""
        fence, opened_at = "", 0
        for mark in _MARK.finditer(self._text, position):
            if len(self._heads) >= MOST_HEADS:
                return "", 0
            if mark["fence"]:
                if fence and mark["fence"].startswith(fence) and not mark["info"].strip():
                    fence = ""
                elif fences and not fence and not (mark["fence"][0] == "`" and "`" in mark["info"]):
                    fence, opened_at = mark["fence"], mark.end()
            elif not fence:
                self._note(mark)
        return fence, opened_at

    def _note(self, mark: re.Match[str]) -> None:
        if mark["hashes"]:
            self._note_heading(mark, len(mark["hashes"]), mark["heading"].rstrip("# \t"))
        elif mark["meta"]:
            self._note_fields(mark, _json_fields(mark["meta"]))
        else:
            self._note_fields(mark, _fields(mark["fields"]))

    def _note_fields(self, mark: re.Match[str], fields: dict[str, str]) -> None:
        title, address = fields.get("title", ""), _address(fields)
        if not title and not address:
            return
        above = self._heading
        if above is not None and not self._text[above.body : mark.start()].strip():
            if self._heads and self._heads[-1].start == above.start:
                self._heads.pop()
            start, label = above.start, above.title
        else:
            start, label = mark.start(), ""
        self._heads.append(Head(start, mark.end(), title, address, fields.get("description", ""), label))

    def _note_heading(self, mark: re.Match[str], level: int, title: str) -> None:
        repeats = self._heading
        self._heading = Head(mark.start(), mark.end(), title)
        if level > 2:
            return
        title, address = self._title_and_address(title, level, mark.end())
        above = self._heads[-1] if self._heads else None
        if above and not above.weak and above.body != above.start and not self._text[above.body : mark.start()].strip():
            # Front matter, then the heading: one head.
            self._heads[-1] = replace(above, title=above.title or title, address=above.address or address)
        elif address:
            self._named_levels[mark.start()] = level
            self._heads.append(Head(mark.start(), mark.start(), title, address))
        elif level == 1:
            start = mark.start()
            if repeats and repeats.title == title and not self._text[repeats.body : start].strip():
                start = repeats.start
            self._heads.append(Head(start, mark.start(), title, weak=True))

    def _title_and_address(self, title: str, level: int, end: int) -> tuple[str, str]:
        """Return a heading's title and the address in it or in the lines below it, "" for none."""
        behind = _BEHIND.match(title) if level == 1 and title.endswith(")") else None
        if behind is not None:
            return behind["title"], behind["address"]
        skip = _SKIP_LINK.match(self._text, end)
        if skip is not None:
            return title, skip["address"]
        named: dict[str, str] = {}
        for _ in range(_MOST_LINES_BELOW):
            line = _BELOW.match(self._text, end)
            if line is None:
                break
            end = line.end()
            # "URL: /users" in an API reference is no page; generators write theirs right below a level 1 heading.
            if not line["address"].startswith("/") or (level == 1 and line["gap"].count("\n") == 1):
                named.setdefault(line["key"].lower(), line["address"])
        return title, named.get("url") or next(iter(named.values()), "")


def _elements(text: str) -> list[Head]:
    """Return the heads of a text that is made of elements, [] if it is not."""
    first = _ELEMENT.search(text, 0, _BEGINNING)
    found: list[Head] = []
    while first is not None and len(found) < MOST_HEADS:
        end = text.find(f"</{first['name']}>", first.end())
        if end < 0:
            break
        found.append(_element(text, first, end))
        first = _ELEMENT.search(text, end)
    covered = sum(head.end - head.start for head in found)
    return found if 2 * covered >= len(text) else []


def _element(text: str, mark: re.Match[str], end: int) -> Head:
    """Return an element's head: its attributes, else the head of the text in it."""
    fields = {name.lower(): double or single for name, double, single in _ATTRIBUTE.findall(mark["attributes"])}
    title, address = fields.get("title", ""), _address(fields)
    body = mark.end()
    if not title or not address:
        # Only the beginning can hold a head: the rest is the text of the page.
        inner = _Scan(text[body : min(end, body + _BEGINNING)].lstrip()).heads()
        if inner and inner[0].start == 0:
            title, address = title or inner[0].title, address or inner[0].address
    return Head(mark.start(), body, title, address, fields.get("desc", fields.get("description", "")), end=end)


def _fields(lines: str) -> dict[str, str]:
    """Return the fields of front matter, nested ones too, by lower-case name; the first of a name counts."""
    found: dict[str, str] = {}
    for name, double, single, bare in _FIELD.findall(lines):
        value = double or single or bare.strip()
        if value:
            found.setdefault(name.lower(), value)
    return found


def _json_fields(document: str) -> dict[str, str]:
    try:
        fields = json.loads(document)
    except ValueError:
        return {}
    return {name: value for name, value in fields.items() if isinstance(value, str)}


def _address(fields: dict[str, str]) -> str:
    values = (fields.get(name, "") for name in _ADDRESS_FIELDS)
    return next((value for value in values if value.startswith(("https://", "http://", "/"))), "")
