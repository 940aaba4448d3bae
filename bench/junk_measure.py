"""The junk in an answer: spans of a passage that tell a reader nothing, by kind.

The kinds of junk:

    markup      remains of markup: roles, directives and fields of reStructuredText, `Annotated[…, Doc(…)]`, HTML tags,
                escaped characters, references by a private alias (`_orm.Session`) or by a leading mark (`.Engine`)
    banner      images, badges, and sections that thank sponsors
    paths       the list "Also importable from here", and import statements after the first of a declaration
    decorators  decorators in a declaration that change nothing for its callers
    repeats     lines of a declaration that stood in an earlier overload of it, and long lines of an earlier passage
    elsewhere   a whole passage about none of the labelled symbols and sections (with labels only)

Characters are counted once in the total, however many kinds cover them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

KINDS = ("markup", "banner", "paths", "decorators", "repeats", "elsewhere")
MEANINGFUL = re.compile(
    r"@(?:\w+\.)*(?:property|cached_property|classmethod|staticmethod|overload|abstractmethod|contextmanager"
    r"|asynccontextmanager|dataclass|deprecated|final|override|\w+\.setter|\w+\.getter|setter)\b"
)
_ROLES = r"(?<![\w`]):(?:[a-z]+:)?[a-z]+:`[^`\n]*`|\b(?:class|meth|func|attr|term|exc|mod|obj):`[~.\w]"
_DIRECTIVES = r"^[ \t]*\.\.[ \t]+(?:[\w:-]+::|_[^:\n]+:|\[\w+\]).*$"
_FIELDS = r"^[ \t]*(?:- \*\*|:)(?:param|type|returns?|rtype|raises?|keyword|arg|ivar|vartype|cvar)\b[^:\n]*(?::|\*\*:)"
_REFERENCES = r"`(?:~[\w.]+|\.[A-Za-z_][\w.]*[A-Z]\w*|\.[A-Z]\w*|_[a-z]\w*\.[A-Za-z][\w.]*)(?:\(\))?`"
_ANNOTATED = r"Annotated\[[^\n]*?\bDoc\(|\bDoc\((?:'|\")+(?:\\n|\s)"
_TAGS = r"</?(?:p|div|span|br|a|img|h[1-6]|table|tr|td|tbody|center|em|b|i|small|picture|source|sub|sup)\b[^<>]*>"
_OTHER = r"\[\d+\]_(?!\w)|`[^`\n]+ <[^<>\n]+>`__?|(?<![\w`\\])\\[_*\[\]`](?=\w)"
_ANYWHERE = (_ROLES, _DIRECTIVES, _FIELDS, _ANNOTATED, _TAGS, _OTHER)
_PROSE_MARKUP = re.compile("|".join((*_ANYWHERE, _REFERENCES)), re.MULTILINE)
# In the documentation of a JavaScript package, `.parse()` is a method and `_.map` a function.
_OTHER_PROSE_MARKUP = re.compile("|".join(_ANYWHERE), re.MULTILINE)
_CODE_MARKUP = re.compile(f"{_ANNOTATED}[^\n]*")
_IMAGE = r"!\[[^\]\n]*\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)"
_BANNER = re.compile(
    rf"\[\s*(?:{_IMAGE}\s*)+\]\(\s*[^()\s]*\s*\)|{_IMAGE}|<a\b[^<>]*>\s*(?:<img\b[^<>]*>\s*)+</a>|<img\b[^<>]*>"
    r"|<picture\b[^<>]*>.*?</picture>",
    re.DOTALL,
)
_THANKS = re.compile(r"^#{1,6} .*\b(?:sponsors?|backers?|donations?|donate|funding|supporters?)\b", re.IGNORECASE)
_HEADING = re.compile(r"#{1,6} ")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})([\w+-]*)[ \t]*$")
_IMPORT = re.compile(r"(?:from [\w.]+ )?import \w")
_DECLARES = re.compile(r"^[ \t]*(?:class |(?:async )?def )", re.MULTILINE)
# Code with a body is an example.
_HAS_BODY = re.compile(r"^[ \t]*(?:(?:async )?def .*|\).*):[ \t]*(?:#.*)?$", re.MULTILINE)
_SHORTEST_REPEAT = 12
_SHORTEST_LINE = 60


class Span(NamedTuple):
    """Characters of a passage, from `start` up to `end`, and the kind of junk that they are."""

    kind: str
    start: int
    end: int


class Passage(NamedTuple):
    """A passage of an answer: the address of its page, its section, and its text."""

    url: str
    section: str
    text: str


def passages(content: str) -> list[Passage]:
    """Return the passages of an answer of get-docs, without the lines of the server's own."""
    found = []
    for part in re.split(r"(?m)^(?=> Source: )", content)[1:]:
        url = part.split(maxsplit=3)[2]
        section = re.search(r"(?m)^> Section: (.*)$", part)
        body = re.sub(r"(?m)^> (?:Source|Section|Page|End)\b.*\n?|^---\n?\Z", "", part)
        found.append(Passage(url, section[1].strip() if section else "", body.strip("\n")))
    return found


class AnswerJunk:
    """The junk of one answer, passage by passage in order.

    Attributes:
        characters: the length of the passages read so far.
        junk: the characters in them that at least one kind covers.
        own: the same, without the kind `elsewhere`.
        kinds: the characters that each kind covers.
    """

    def __init__(self) -> None:
        self.characters = 0
        self.junk = 0
        self.own = 0
        self.kinds = dict.fromkeys(KINDS, 0)
        self._seen: set[str] = set()

    def add(self, passage: Passage, row: Mapping[str, Any]) -> None:
        """Count the junk of the next passage.

        Args:
            passage: the passage.
            row: the question, with `targets` if it has labels.
        """
        pattern = _OTHER_PROSE_MARKUP if row.get("ecosystem") == "npm" else _PROSE_MARKUP
        spans = [*_markup(passage.text, pattern), *_repeats(passage.text, self._seen)]
        self.own += _covered(spans)
        if row.get("targets") and not is_targeted(passage, row):
            spans.append(Span("elsewhere", 0, len(passage.text)))
        for kind in KINDS:
            self.kinds[kind] += _covered(span for span in spans if span.kind == kind)
        self.characters += len(passage.text)
        self.junk += _covered(spans)
        self._seen.update(line for line in passage.text.splitlines() if len(line) >= _SHORTEST_LINE)


def is_targeted(passage: Passage, row: Mapping[str, Any]) -> bool:
    """Tell whether a passage is about a labelled symbol or section, by its headings and its place.

    A passage further inside the section of a symbol counts if it has a word that a right answer must have.
    """
    places = [_plain(part) for part in passage.section.split(" › ")]
    titles = {*places[-1:], *(_plain(line.lstrip("#")) for line in _prose_lines(passage.text) if _HEADING.match(line))}
    words = any(word.lower() in passage.text.lower() for word in row.get("must_mention", ()))
    page = re.search(r"/api/([^#?]+)", passage.url)
    for target in row["targets"]:
        if "section" in target:
            wanted = target["section"].lower()
            if page is None and any(wanted in title.lower() for title in titles) and (wanted or words):
                return True
            continue
        name = target["qualname"]
        if row.get("ecosystem") != "npm" and (page is None or not _fits(page[1], target)):
            continue
        names = {name, target["symbol"], name.rpartition(".")[2] if row.get("ecosystem") == "npm" else name}
        # Headings of a package of npm may begin with the namespace that its module exports (`Joi.AnySchema.error`).
        spaced = row.get("ecosystem") == "npm" and any(title.endswith(f".{name}") for title in titles)
        if spaced or names & titles or (words and names & set(places)):
            return True
    return False


def _fits(module: str, target: Mapping[str, Any]) -> bool:
    """Tell whether the page of a module may document a target: its own module, or one that publishes it."""
    return module in {target["module"], target["public_module"]} or f"{target['symbol']}.".startswith(f"{module}.")


def _plain(title: str) -> str:
    return re.sub(r"\(.*\)$", "", title.replace("`", "").replace("\\", "")).strip()


def _markup(text: str, pattern: re.Pattern[str]) -> Iterator[Span]:
    """Yield the spans that need only the passage's own text; the pattern finds remains of markup in prose."""
    for prose, start, block in _blocks(text):
        if prose:
            yield from (Span("markup", start + one.start(), start + one.end()) for one in pattern.finditer(block))
            yield from (Span("banner", start + one.start(), start + one.end()) for one in _BANNER.finditer(block))
        else:
            yield from (Span("markup", start + one.start(), start + one.end()) for one in _CODE_MARKUP.finditer(block))
    at, listed, thanks, level = 0, False, False, 0
    for line, prose in _lines(text):
        if prose and _HEADING.match(line):
            depth = len(line) - len(line.lstrip("#"))
            listed = line.endswith("Also importable from here")
            if thanks := bool(_THANKS.match(line)) or (thanks and depth > level):
                level = min(level, depth) or depth
            else:
                level = 0
        if listed or thanks:
            yield Span("paths" if listed else "banner", at, at + len(line))
        at += len(line) + 1


def _repeats(text: str, before: set[str]) -> Iterator[Span]:
    """Yield the junk of declarations, and the long lines that an earlier passage of the answer had."""
    for prose, start, block in _blocks(text):
        declares = not prose and bool(_DECLARES.search(block)) and not _HAS_BODY.search(block)
        seen: set[str] = set()
        imports, at, depth = 0, start, 0
        for line in block.splitlines():
            bare = line.strip()
            span = (at, at + len(line))
            at += len(line) + 1
            if declares and not depth and _IMPORT.match(bare):
                imports += 1
                if imports > 1:
                    yield Span("paths", *span)
            elif declares and (depth or bare.startswith("@")) and not MEANINGFUL.match(bare):
                depth = max(0, depth + _opened(bare))
                if bare.startswith("@") or depth < 0:
                    yield Span("decorators", *span)
                elif bare in seen and len(bare) >= _SHORTEST_REPEAT:
                    yield Span("repeats", *span)
            elif (declares and bare in seen and len(bare) >= _SHORTEST_REPEAT) or line in before:
                yield Span("repeats", *span)
            seen.add(bare)


def _opened(line: str) -> int:
    return sum(map(line.count, "([{")) - sum(map(line.count, ")]}")) if line.startswith("@") else 0


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the lines, each with whether it is prose: outside of fences."""
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            yield line, False
            if mark and mark[1].startswith(fence) and not mark[2]:
                fence = ""
        else:
            fence = mark[1] if mark else ""
            yield line, not mark


def _prose_lines(text: str) -> list[str]:
    return [line for line, prose in _lines(text) if prose]


def _blocks(text: str) -> Iterator[tuple[bool, int, str]]:
    """Yield the runs of prose and of fenced lines: whether prose, where it begins, its text."""
    at, begun, kind, lines = 0, 0, True, list[str]()
    for line, prose in _lines(text):
        if prose is not kind and lines:
            yield kind, begun, "\n".join(lines)
            begun, lines = at, []
        kind = prose
        lines.append(line)
        at += len(line) + 1
    if lines:
        yield kind, begun, "\n".join(lines)


def _covered(spans: Sequence[Span] | Iterator[Span]) -> int:
    """Return the characters that at least one span covers."""
    total, reached = 0, 0
    for span in sorted(spans, key=lambda span: span.start):
        total += max(0, span.end - max(reached, span.start))
        reached = max(reached, span.end)
    return total
