"""Names that sections describe: parameters, options of commands, settings, environment variables, fixtures."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from pro_context_engine.domain.model import Chunk, Heading, Hit
from pro_context_engine.search.asked_symbols import AskedSymbol
from pro_context_engine.search.index.stemming import stem
from pro_context_engine.search.index.stop_words import STOP_WORDS

_OPTION = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]{0,99}")
_WORD = re.compile(r"\w+")
_REFERENCE = re.compile(r"pypi://[^/]+/[^/]+/reference/")
_SCHEMES = ("pypi://", "npm://")
_NONE: Mapping[str, int] = {}


def asked_option(text: str, known: Collection[str]) -> AskedSymbol | None:
    """Return the option of a command that a question is about (`pytest --maxfail`), None for none or several.

    Args:
        text: the question.
        known: words in lower case that only name the library.
    """
    found = set(_OPTION.findall(text))
    if len(found) != 1:
        return None
    [option] = found
    others = (word.lower() for word in _WORD.findall(text.replace(option, " ")))
    alone = all(word in known or stem(word) in STOP_WORDS for word in others)
    return AskedSymbol(option, alone=alone, is_code=True)


def described_url(asked: AskedSymbol, hits: Sequence[Hit], text: str = "", ranks: Mapping[str, int] = _NONE) -> str:
    """Return the URL of a package's section that a name heads, or that describes it in a list; "" for none.

    Of several sections the one counts that has most words of the question in its heading, then the most public one. A
    plain word that is in the heading of a hit rather means that section.

    Args:
        asked: the name.
        hits: the hits for the question's words, best first.
        text: the question.
        ranks: the rank of each documented symbol by its URL, see docs/symbols.md.
    """
    name = re.escape(asked.name)
    # An option may stand with its short form before it, and with its opposite.
    described = re.compile(
        rf"^[ \t]*- (?:`[^`\n]+`, ){{0,5}}`(?:[^`\n]{{1,100}}/)?{name}(?:/[^`\n]{{1,100}})?`", re.MULTILINE
    )
    words = {stem(word.lower()) for word in _WORD.findall(text)}
    units = [unit for hit in hits for unit in _units(hit.chunk, asked.name)]
    if not units and not asked.is_code and any(asked.name.lower() in _title_words(hit.chunk) for hit in hits):
        return ""
    own = (hit.chunk for hit in hits if hit.chunk.page_url.startswith(_SCHEMES))
    places = units or [place for chunk in own for place in _places(chunk, described)]
    ordered = [(-len(words.intersection(_stems(title))), ranks.get(url, 0), url) for title, url in places]
    # The first of the best: hits are in the order of their scores.
    return min(ordered, key=lambda one: one[:2])[2] if ordered else ""


def _units(chunk: Chunk, name: str) -> Iterator[tuple[str, str]]:
    """Yield the title and the URL of the unit with this name on a page of options, variables or fixtures."""
    if _is_reference(chunk):
        named = (one for one in chunk.headings if one.title.strip("`") == name)
        yield from ((one.title, f"{chunk.page_url}#{one.anchor}") for one in named)


def _places(chunk: Chunk, described: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Yield the title and the URL of the section of each description in a chunk."""
    for match in described.finditer(chunk.text):
        before = chunk.text[: match.start()]
        line = chunk.first_line + before.count("\n")
        above = [one for one in chunk.headings if one.line <= line]
        defined = [one for one in above if _is_reference(chunk) or _is_defined(one.title, before)]
        beginning = Heading(chunk.heading_path[-1] if chunk.heading_path else "", 1, chunk.anchor, chunk.first_line)
        section = (defined or [beginning])[-1]
        if section.anchor:
            yield section.title, f"{chunk.page_url}#{section.anchor}"


def _is_reference(chunk: Chunk) -> bool:
    """Tell whether a chunk is on a page of options, variables or fixtures, where each heading begins a unit."""
    return _REFERENCE.match(chunk.page_url) is not None


def _is_defined(title: str, text: str) -> bool:
    """Tell whether a text has the definition of the object that a heading names; other headings are of its prose."""
    name = title.strip("`").rpartition(".")[2]
    return (
        re.search(rf"\b(?:def|class|function) {re.escape(name)}\b|^{re.escape(name)}[(<]", text, re.MULTILINE)
        is not None
    )


def _title_words(chunk: Chunk) -> set[str]:
    titles = [*chunk.heading_path[-1:], *(heading.title for heading in chunk.headings)]
    return {word.lower() for title in titles for word in _WORD.findall(title)}


def _stems(title: str) -> set[str]:
    return {stem(word.lower()) for word in _WORD.findall(title)}
