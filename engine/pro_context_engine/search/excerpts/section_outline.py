"""A section that is unlikely to be meant, in short.

It is outlined: what it is, in a line each of declaration and summary, and what of it was asked about. One on an
unlikely page is listed: its heading and the first sentence of its summary.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from pro_context_engine.search.excerpts.display_parts import (
    FENCE,
    LEAST_DECLARATION,
    beginning,
    parts_of,
    with_gaps,
)
from pro_context_engine.search.index.term_finder import TermFinder

MOST_SAMPLED = 4
"""The lines of an example in an outline; of a longer one those with most asked words are shown."""

MOST_ROWS = 3
"""The rows of a table in an outline: those with most asked words."""

MOST_OUTLINED = 110
"""The characters of a declaration in one line; the rest is left out."""

MOST_ASKED_LINES = 3
"""The lines of a declaration in an outline that is too long for one line: those with most asked words."""

MOST_WEIGHED = 40
"""The lines of a declaration that are compared with those that are shown already."""

LONGEST_SUMMARY = 300
"""The characters of a summary that is shown whole in an outline; of a longer one the first sentence is shown."""

_REST = "..."
_TABLE = "|"
_ITEM = re.compile(r"- `")
# Labels, lists and tables.
_NO_SUMMARY = ("**", "- ", _TABLE)
_COMMENTS = ("/*", "*", "//", "#")
_METHOD = re.compile(r" +(?:async )?def ")
_IMPORT = re.compile(r"(?:from [\w.]+ )?import ")
# The signs of an arrow close no bracket.
_ARROW = re.compile(r"[-=]>")


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
    headings = next((number for number, part in enumerate(parts) if not part.startswith("#")), len(parts))
    first = headings + (headings < len(parts) and not parts[headings].startswith((FENCE, _TABLE)))
    said = {term for part in parts[:first] for term in finder.find_known(part)}
    new = [len(set(finder.find_known(part)) - said) for part in parts[first:]]
    most = max(new, default=0)
    shown = list(map(_outlined, parts[:first]))
    if most or (new and first == headings):
        part = parts[first + new.index(most)]
        is_table = part.startswith(_TABLE)
        short = _asked_rows if is_table else _sampled
        shown.append(short(part, finder, said) if is_table or part.startswith(FENCE) else _outlined(part))
    return "\n\n".join(filter(None, shown))


def _asked_members(part: str, finder: TermFinder) -> str:
    """Return a declaration that is too long for one line with the lines that have asked terms; "" for others."""
    lines = part.strip("\n").split("\n")
    is_closed = len(lines) > LEAST_DECLARATION and lines[0].startswith(FENCE) and lines[-1].startswith(FENCE)
    if not is_closed or not lines[1].endswith(("{", "(")) or len(lines[1]) > MOST_OUTLINED:
        return ""
    body = [line if len(line) <= MOST_OUTLINED else line[:MOST_OUTLINED] + _REST for line in lines[1:-1]]
    asked = {number: found for number, line in enumerate(body) if number and (found := set(finder.find_known(line)))}
    kept: set[int] = set()
    said: set[str] = set()
    for number in sorted(asked, key=lambda number: -len(asked[number]))[:MOST_WEIGHED]:
        if len(kept) < MOST_ASKED_LINES and not asked[number] <= said:
            kept.add(number)
            said |= asked[number]
    members = {line for number in kept for line in _member_of(body, number)}
    return "\n".join([lines[0], *with_gaps(body, {0, len(body) - 1, *members}), lines[-1]]) if members else ""


def _member_of(body: Sequence[str], number: int) -> range:
    """Return the lines of the member and of its comment that a line belongs to, without those far from the line."""
    first = last = number
    while last < min(len(body) - 1, number + LEAST_DECLARATION) and body[last].lstrip().startswith(_COMMENTS):
        last += 1
    while first > max(1, number - LEAST_DECLARATION) and body[first - 1].lstrip().startswith(_COMMENTS):
        first -= 1
    return range(first, last + 1)


def _sampled(fence: str, finder: TermFinder, said: Collection[str]) -> str:
    """Return an example, of a longer one the lines with most of the terms that are not yet said; "" for an open one."""
    lines = fence.strip("\n").split("\n")
    body = [line if len(line) <= LONGEST_SUMMARY else line[:LONGEST_SUMMARY] + _REST for line in lines[1:-1]]
    if len(lines) == 1 or not lines[-1].startswith(FENCE):
        return ""
    if len(body) > MOST_SAMPLED:
        new = [len(set(finder.find_known(line)).difference(said)) for line in body]
        telling = sorted(filter(new.__getitem__, range(len(body))), key=lambda number: -new[number])
        body = with_gaps(body, telling[:MOST_SAMPLED] or range(MOST_SAMPLED))
    return "\n".join([lines[0], *body, lines[-1]])


def _asked_rows(table: str, finder: TermFinder, said: Collection[str]) -> str:
    """Return the head of a table and the rows with most of the terms that are not yet said."""
    lines = [line if len(line) <= LONGEST_SUMMARY else line[:LONGEST_SUMMARY] + _REST for line in table.split("\n")]
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

    Args:
        text: Markdown of the section, its heading first.
        finder: finds the asked terms; the lines of a long example with most of them are shown.
    """
    headings, code, summary = _beginning_in_short(text)
    if code and not summary:
        finder.look_at(frozenset(code.split()))
        summary = _sampled(code, finder, ())
    return "\n\n".join(filter(None, [*headings, summary or _asked_item(text, finder, headings)]))


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
        return "\n".join([lines[0], *_declared(lines[1:-1]), lines[-1]]) if is_closed else ""
    words = " ".join(part.split())
    return _first_sentence(words) if len(words) > LONGEST_SUMMARY else words


def _first_sentence(words: str) -> str:
    return words[: words.find(". ") + 1] or words


def _declared(body: Sequence[str]) -> Iterator[str]:
    """Yield the import of a declaration, and the first form of the declaration in one line.

    Of its decorators only `@property` and its like are shown: without them the reader would call the attribute.
    """
    declaration, in_comment = "", False
    for line in map(str.strip, _without_attributes(body)):
        if in_comment or line.startswith("/*"):
            in_comment = "*/" not in line
        elif not declaration and _IMPORT.match(line):
            yield line
        elif line.startswith("@"):
            if not declaration and line.endswith("property"):
                yield line
        elif line:
            declaration = f"{declaration} {line}".lstrip()
            if len(declaration) > MOST_OUTLINED or not _is_open(declaration):
                break
    if not declaration:
        return
    joined = re.sub(r",? ([)\]])", r"\1", re.sub(r"([(\[]) ", r"\1", declaration))
    yield joined if len(joined) <= MOST_OUTLINED else f"{joined[: MOST_OUTLINED - len(_REST)]}{_REST}"


def _without_attributes(body: Sequence[str]) -> Sequence[str]:
    """Return the declaration of a class in Python with its constructor next, other code as it is."""
    head = next((place for place, line in enumerate(body) if line.startswith("class ")), None)
    if head is None or not body[head].endswith(":"):
        return body
    method = next((place for place, line in enumerate(body) if _METHOD.match(line)), None)
    if method is None:
        return [*body[:head], body[head].removesuffix(":")]
    return [*body[: head + 1], *body[method:]]


def _is_open(code: str) -> bool:
    """Tell whether code goes on: a bracket is not closed, or a body or the meaning of a name follows."""
    signs = _ARROW.sub("", code)
    return code.endswith((":", "=")) or any(
        signs.count(opening) > signs.count(closing) for opening, closing in ("()", "[]", "{}", "<>")
    )
