"""A section that is unlikely to be meant, in short.

It is outlined: what it is, in a line each of declaration and summary, and what of it was asked about. One on an
unlikely page is listed: its heading and the first sentence of its summary.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from pro_context_engine.search.excerpts.code_samples import introduces, sampled
from pro_context_engine.search.excerpts.declaration_line import (
    MOST_NAMED,
    MOST_OUTLINED,
    MOST_READ,
    REST,
    in_one_line,
    members_in,
)
from pro_context_engine.search.excerpts.display_parts import (
    FENCE,
    LEAST_DECLARATION,
    beginning,
    is_label,
    parts_of,
    with_gaps,
)
from pro_context_engine.search.excerpts.section_digest import GAP
from pro_context_engine.search.index.term_finder import TermFinder

MOST_ROWS = 3
"""The rows of a table in an outline: those with most asked words."""

MOST_ASKED_LINES = 3
"""The lines of a declaration in an outline that is too long for one line: those with most asked words."""

MOST_WEIGHED = 40
"""The lines of a declaration that are compared with those that are shown already."""

LONGEST_SUMMARY = 300
"""The characters of a summary that is shown whole in an outline; of a longer one the first sentence is shown."""

_TABLE = "|"
# More words before a colon are a sentence.
_LABEL_WORDS = 3
_ITEM = re.compile(r"- `")
# The end of a sentence that is none behind "e.g." and "i.e.".
_SENTENCE_END = re.compile(r"(?<!\be\.g)(?<!\bi\.e)[.!?][\"')\]`*_]{0,3}(?= +[\"'(\[`*_]{0,3}[^\Wa-z_])")
# The mark of an item of a numbered list is no sentence.
_NUMBER = re.compile(r"\d{1,9}\.")
# The lines of a quotation begin with its mark; one that warns has a label.
_QUOTE = re.compile(r"^>[> ]*(?:\[!\w+\])?")
# Lines such as "Default: `true`".
_VALUES = re.compile(r"(?:[*_]{0,2}\w[\w ]{0,30}(?:[*_]{1,2}:|:[*_]{0,2}) *`[^`\n]+`[*_.\\ ]{0,4}(?:\n|$))+")
# Labels, lists and tables.
_NO_SUMMARY = ("**", "- ", _TABLE)
_COMMENTS = ("/*", "*", "//", "#")


def outline(text: str, finder: TermFinder) -> str:
    """Return the headings of a section, its declaration in one line, the first sentence of its summary, and one item.

    Args:
        text: Markdown of the section, its heading first.
        finder: finds the asked terms. The item, such as a parameter, with most of those that are lacking is shown, and
            of a declaration that is too long for one line the lines, such as members, that have some.
    """
    parts = parts_of(text)
    first = parts[: beginning(parts)]
    finder.look_at(frozenset(text.split()))
    shown = [_asked_members(part, finder) or _outlined(part) for part in first]
    return "\n\n".join(filter(None, [*shown, _asked_item(text, finder, first)]))


def _asked_item(text: str, finder: TermFinder, shown: Sequence[str]) -> str:
    """Return the item of a section, such as a parameter, with most of the asked terms that are not shown, else ""."""
    items = [part for part in parts_of(text) if _ITEM.match(part) and part not in shown]
    if not items:
        return ""
    finder.look_at(frozenset(text.split()))
    said = {term for part in shown for term in finder.find_known(part)}
    new = [len(set(finder.find_known(item)) - said) for item in items]
    return _outlined(items[new.index(max(new))]) if any(new) else ""


def prose_outline(text: str, finder: TermFinder) -> str:
    """Return the headings of a section of prose, its first paragraph in short, and one part that was asked about.

    Args:
        text: Markdown of the section, its heading first.
        finder: finds the asked terms. The part with most of those that are lacking is shown. Code is an example here,
            of which any line may be the answer.
    """
    parts = parts_of(text)
    finder.look_at(frozenset(text.split()))
    first = list(_beginning_of_prose(parts))
    rest = [part for number, part in enumerate(parts) if number not in first and not _announces(part)]
    said = {term for number in first for term in finder.find_known(parts[number])}
    new = [len(set(finder.find_known(part)) - said) for part in rest]
    most = max(new, default=0)
    shown = [_outlined(parts[number]) for number in first]
    if most or (new and all(parts[number].startswith("#") for number in first)):
        part = rest[new.index(most)]
        is_table = part.startswith(_TABLE)
        short = _asked_rows if is_table else sampled
        shown.append(short(part, finder, said) if is_table or part.startswith(FENCE) else _outlined(part))
    elif first and introduces(parts[first[-1]], following := _behind(parts, first)):
        shown.append(sampled(following, finder, ()))
    return "\n\n".join(filter(None, shown))


def _beginning_of_prose(parts: Sequence[str]) -> Iterator[int]:
    """Yield the numbers of the headings and of the first paragraph, if that comes before examples and tables.

    Of a section that begins with the type and the default of an option, the paragraph behind these is meant.
    """
    headings = next((number for number, part in enumerate(parts) if not part.startswith("#")), len(parts))
    yield from range(headings)
    passed = headings
    while passed < len(parts) and (_announces(parts[passed]) or _VALUES.fullmatch(parts[passed].rstrip())):
        if not _announces(parts[passed]):
            yield passed
        passed += 1
        # What is announced: the type, as code.
        passed += _announces(parts[passed - 1]) and passed < len(parts) and parts[passed].startswith(FENCE)
    if passed < len(parts) and not parts[passed].startswith((FENCE, _TABLE, "#")):
        yield passed


def _behind(parts: Sequence[str], first: Sequence[int]) -> str:
    """Return the part behind the last of the first ones, "" if there is none."""
    return next(iter(parts[first[-1] + 1 :] if first else parts), "")


def _announces(part: str) -> bool:
    """Tell whether a part only announces the next one: `Type:`."""
    words = part.split()
    return is_label(part) or (0 < len(words) <= _LABEL_WORDS and words[-1].endswith(":") and not part.startswith("#"))


def _asked_members(part: str, finder: TermFinder) -> str:
    """Return a declaration that is too long for one line with the lines that have asked terms; "" for others."""
    lines = part.strip("\n").split("\n")
    is_closed = len(lines) > LEAST_DECLARATION and lines[0].startswith(FENCE) and lines[-1].startswith(FENCE)
    if not is_closed or not lines[1].endswith(("{", "(")) or len(lines[1]) > MOST_OUTLINED:
        return ""
    body = [line if len(line) <= MOST_OUTLINED else line[:MOST_OUTLINED] + REST for line in lines[1:-1]]
    asked = {number: found for number, line in enumerate(body) if number and (found := set(finder.find_known(line)))}
    kept: set[int] = set()
    said: set[str] = set()
    for number in sorted(asked, key=lambda number: -len(asked[number]))[:MOST_WEIGHED]:
        if len(kept) < MOST_ASKED_LINES and not asked[number] <= said:
            kept.add(number)
            said |= asked[number]
    if not kept:
        return ""
    shown = {0, len(body) - 1, *(line for number in kept for line in _member_of(body, number))}
    return "\n".join([lines[0], *_with_names(body, shown), lines[-1]])


def _with_names(body: Sequence[str], shown: Collection[int]) -> list[str]:
    """Return the lines of a declaration that are shown, and in the gaps the names of the other members, if they fit."""
    names = {number: name for number, name in members_in(body).items() if number not in shown}
    is_named = sum(map(len, names.values())) + 2 * len(names) <= MOST_NAMED and len(body) <= MOST_READ
    return with_gaps(body, shown, names if is_named else {})


def _member_of(body: Sequence[str], number: int) -> range:
    """Return the lines of the member and of its comment that a line belongs to, without those far from the line."""
    first = last = number
    while last < min(len(body) - 1, number + LEAST_DECLARATION) and body[last].lstrip().startswith(_COMMENTS):
        last += 1
    while first > max(1, number - LEAST_DECLARATION) and body[first - 1].lstrip().startswith(_COMMENTS):
        first -= 1
    return range(first, last + 1)


def _asked_rows(table: str, finder: TermFinder, said: Collection[str]) -> str:
    """Return the head of a table and the rows with most of the terms that are not yet said."""
    lines = [line if len(line) <= LONGEST_SUMMARY else line[:LONGEST_SUMMARY] + REST for line in table.split("\n")]
    head, rows = lines[:2], [line for line in lines[2:] if line.strip()]
    new = [len(set(finder.find_known(row)).difference(said)) for row in rows]
    telling = sorted(range(len(rows)), key=lambda number: -new[number])[:MOST_ROWS]
    return "\n".join([*head, *(rows[number] for number in sorted(telling))])


def declared_name(text: str) -> str:
    """Return the headings of a section and its declaration in one line, "" for a section without a declaration.

    Args:
        text: Markdown of the section, its heading first.
    """
    parts = parts_of(text) if text.startswith("#") else ()
    declaration = next((number for number, part in enumerate(parts) if not part.startswith("#")), 0)
    is_declared = declaration > 0 and declaration + 1 < len(parts) and parts[declaration].startswith(FENCE)
    return "\n\n".join(map(_outlined, parts[: declaration + 1])) if is_declared else ""


def listed(text: str, finder: TermFinder) -> str:
    """Return the headings of a section and one thing more: its first sentence, else its declaration, else one item.

    Args:
        text: Markdown of the section, its heading first.
        finder: finds the asked terms; the item with most of them is shown.
    """
    headings, code, summary = _beginning_in_short(text)
    return "\n\n".join(filter(None, [*headings, summary or _outlined(code) or _asked_item(text, finder, headings)]))


def prose_listed(text: str, finder: TermFinder) -> str:
    """Return the headings of a section of prose and one thing more: its first sentence, else its example, else an item.

    A sentence that introduces an example is shown with it.

    Args:
        text: Markdown of the section, its heading first.
        finder: finds the asked terms; the lines of a long example with most of them are shown.
    """
    parts = parts_of(text)
    first = list(_beginning_of_prose(parts))
    headings = [parts[number].strip() for number in first if parts[number].startswith("#")]
    is_summed_up = len(first) > len(headings) and not parts[first[-1]].startswith(_NO_SUMMARY)
    summary = _first_sentence(_outlined(parts[first[-1]])) if is_summed_up else ""
    following = _behind(parts, first)
    example = ""
    if introduces(summary, following) if summary else following.startswith(FENCE):
        finder.look_at(frozenset(following.split()))
        example = sampled(following, finder, ())
    said = [*headings, *filter(None, (summary, example))]
    return "\n\n".join(said if summary or example else filter(None, [*said, _asked_item(text, finder, headings)]))


def _beginning_in_short(text: str) -> tuple[list[str], str, str]:
    """Return the headings at the beginning of a section, its first code block, and the first sentence below them."""
    parts = parts_of(text)
    headings: list[str] = []
    code = summary = ""
    for part in parts[: beginning(parts)]:
        if part.startswith("#"):
            headings.append(part.strip())
        elif part.startswith(FENCE):
            code = code or part
        elif not part.startswith(_NO_SUMMARY):
            summary = _first_sentence(_outlined(part))
    return headings, code, summary


def _outlined(part: str) -> str:
    """Return a part in short, "" for a table, which says nothing in one line."""
    if part.startswith("#"):
        return part.strip()
    if part.startswith(_TABLE):
        return ""
    if part.startswith(FENCE):
        lines = part.strip().split("\n")
        is_closed = len(lines) > 1 and lines[-1].startswith(FENCE)
        return "\n".join([lines[0], *in_one_line(lines[1:-1]), lines[-1]]) if is_closed else ""
    words = " ".join(" ".join(_QUOTE.sub("", line).removesuffix("\\") for line in part.split("\n")).split())
    quoted = f"> {words}" if part.startswith(">") else words
    return _first_sentence(quoted) if len(quoted) > LONGEST_SUMMARY else quoted


def _first_sentence(words: str) -> str:
    """Return the first sentence, or as many of its words as a summary may have."""
    ends = (one.end() for one in _SENTENCE_END.finditer(words))
    sentence = words[: next((end for end in ends if not _NUMBER.fullmatch(words, 0, end)), None)]
    if len(sentence) <= LONGEST_SUMMARY:
        return sentence
    return f"{sentence[: sentence.rfind(' ', 0, LONGEST_SUMMARY) + 1] or sentence[:LONGEST_SUMMARY]}{GAP}"
