"""A long section in short: its declaration and summary, then the parameters and paragraphs that were asked about.

A section that is unlikely to be meant is outlined: what it is, in a line each of declaration and summary. One on an
unlikely page is listed: its heading and the first sentence of its summary. The module is long because all these forms
are made of the same few lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from pro_context_engine.documents.chunks.tokens import count
from pro_context_engine.documents.pages.blocks import Kind, scan
from pro_context_engine.search.index.term_finder import TermFinder
from pro_context_engine.search.ranking.digest_parts import FENCE, is_label, labels_of, parts_of
from pro_context_engine.search.ranking.token_cost import JOINT, most_tokens

DECLARATION_SHARE = 25
"""The tokens of room for each line of a declaration that is shown whole; of a longer one the asked lines are shown."""

LEAST_DECLARATION = 8
"""The lines of a declaration that is shown whole in any room."""

GAP = "…"
"""Stands in place of text that is left out."""

_REST = "..."
_LINES_LEFT_OUT = "    ..."

MOST_SAMPLED = 4
"""The lines of an example in an outline; of a longer one those are shown that say most of what was asked."""

MOST_ROWS = 6
"""The rows of a large table that are shown."""

MOST_OUTLINED = 110
"""The characters of a declaration in one line; the rest is left out."""

MOST_ASKED_LINES = 3
"""The lines of a declaration in an outline that is too long for one line: those with most of what was asked."""

MOST_WEIGHED = 40
"""The lines of a declaration that are compared with those that are shown already."""

LONGEST_SUMMARY = 300
"""The characters of a summary that is shown whole in an outline; of a longer one the first sentence is shown."""

_GAP_SIZE = most_tokens(f"{GAP}\n")
_ITEM = re.compile(r"- `")
# Labels, lists and tables.
_NO_SUMMARY = ("**", "- ", "|")
_COMMENTS = ("/*", "*", "//", "#")
_METHOD = re.compile(r" +(?:async )?def ")
_IMPORT = re.compile(r"(?:from [\w.]+ )?import ")
# The signs of an arrow close no bracket.
_ARROW = re.compile(r"[-=]>")


def digest(text: str, finder: TermFinder, max_tokens: int) -> str:
    """Return a section, or its beginning and the parts of it with most of the asked terms.

    Args:
        text: Markdown of the section, its heading first if that was found.
        finder: finds the asked terms.
        max_tokens: bound of the result, by `token_cost.most_tokens`, unless the beginning alone is larger.

    Returns:
        Whole blocks and list items in their order, "…" in place of those that are left out.
    """
    # The fast count is never above the exact one.
    if count(text) <= max_tokens and most_tokens(text) <= max_tokens:
        return text
    finder.look_at(frozenset(text.split()))
    parts = list(parts_of(text))
    first = _beginning(parts)
    lines = max(LEAST_DECLARATION, max_tokens // DECLARATION_SHARE)
    parts[:first] = [_shortened(part, finder, lines) for part in parts[:first]]
    # Most parts are neither tables nor in question for the room, and need not be measured.
    for number, part in enumerate(parts):
        if "|" in part and most_tokens(part) > max_tokens:
            parts[number] = _asked_rows(part, finder)
    room = max_tokens - sum(map(most_tokens, parts[:first])) - first * JOINT
    return _joined(parts, _kept(parts, first, finder, room))


def _kept(parts: Sequence[str], first: int, finder: TermFinder, room: int) -> set[int]:
    """Return the numbers of the parts that are shown: the beginning, the asked ones, then those that come next.

    A label is shown with what stands below it and never alone, so that a list is not taken for another one.
    """
    labels = labels_of(parts)
    asked = [number for number in range(first, len(parts)) if not is_label(parts[number])]
    found = {number: len(set(finder.find_known(parts[number]))) for number in asked}
    kept = set(range(first))

    def add(number: int, gap: int) -> bool:
        nonlocal room
        price = _price(parts[number], room) + gap + JOINT
        label = labels.get(number, number)
        if label not in kept and label != number:
            price += most_tokens(parts[label]) + gap + JOINT
        if price > room:
            return False
        room -= price
        kept.update({number, label})
        return True

    # The parts with most asked terms first, of equals the first.
    for number in sorted(filter(found.__getitem__, found), key=lambda number: -found[number]):
        add(number, _GAP_SIZE + JOINT)
    # The rest of the room goes to the text that follows the beginning.
    for number in asked:
        if number not in kept and not add(number, 0):
            break
    return kept


def _price(part: str, room: int) -> int:
    """Return the tokens of a part, fewer if it is larger than the room."""
    # The fast count is never above the exact one.
    fast = count(part)
    return fast if fast > room else most_tokens(part)


def outline(text: str, finder: TermFinder) -> str:
    """Return the headings of a section, its declaration in one line, the first sentence of its summary, and one item.

    Args:
        text: Markdown of the section, its heading first.
        finder: finds the asked terms. The item, such as a parameter, with most of those that are lacking is shown, and
            of a declaration that is too long for one line the lines, such as members, that have some.
    """
    parts = parts_of(text)
    beginning = parts[: _beginning(parts)]
    finder.look_at(frozenset(text.split()))
    shown = [_asked_members(part, finder) or _outlined(part) for part in beginning]
    return "\n\n".join(filter(None, [*shown, _asked_item(text, finder, beginning)]))


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
    first = headings + (headings < len(parts) and not parts[headings].startswith(FENCE))
    said = {term for part in parts[:first] for term in finder.find_known(part)}
    new = [len(set(finder.find_known(part)) - said) for part in parts[first:]]
    most = max(new, default=0)
    shown = list(map(_outlined, parts[:first]))
    if most or (new and first == headings):
        part = parts[first + new.index(most)]
        shown.append(_sampled(part, finder, said) if part.startswith(FENCE) else _outlined(part))
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
    return "\n".join([lines[0], *_with_gaps(body, {0, len(body) - 1, *members}), lines[-1]]) if members else ""


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
        body = _with_gaps(body, telling[:MOST_SAMPLED] or range(MOST_SAMPLED))
    return "\n".join([lines[0], *body, lines[-1]])


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
    for part in parts[: _beginning(parts)]:
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
    if part.startswith("|"):
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
    counts = Counter(_ARROW.sub("", code))
    return code.endswith((":", "=")) or any(
        counts[opening] > counts[closing] for opening, closing in ("()", "[]", "{}", "<>")
    )


def _beginning(parts: Sequence[str]) -> int:
    """Return the number of parts that are always shown: headings, the first declaration, the first paragraph.

    A label is no paragraph: without what it announces it says nothing.
    """
    count = 0
    while count < len(parts) and parts[count].startswith("#"):
        count += 1
    if count == 0:
        return 0
    if count < len(parts) and parts[count].startswith(FENCE):
        count += 1
    return count if count < len(parts) and is_label(parts[count]) else min(count + 1, len(parts))


def _shortened(part: str, finder: TermFinder, longest: int) -> str:
    """Return a fence without the lines that nobody asked about, if it is longer; any other part unchanged."""
    lines = part.rstrip("\n").split("\n")
    if not part.startswith(FENCE) or len(lines) <= longest + 2:
        return part
    body = lines[1:-1]
    few = longest // 2
    kept = {*range(few), len(body) - 1, *(n for n, line in enumerate(body) if finder.find_known(line))}
    return "\n".join([lines[0], *_with_gaps(body, kept), lines[-1], ""])


def _with_gaps(lines: Sequence[str], kept: Collection[int]) -> list[str]:
    """Return the lines of code that are kept, a mark in place of each run of others."""
    shown: list[str] = []
    for number, line in enumerate(lines):
        if number in kept:
            shown.append(line)
        elif not shown or shown[-1] != _LINES_LEFT_OUT:
            shown.append(_LINES_LEFT_OUT)
    return shown


def _asked_rows(part: str, finder: TermFinder) -> str:
    """Return a table with the rows that have most of the asked terms; any other part unchanged."""
    lines = part.rstrip("\n").split("\n")
    blocks = scan(lines)
    if len(blocks) != 1 or blocks[0].kind is not Kind.TABLE:
        return part
    counts = [len(set(finder.find_known(line))) for line in lines[2:]]
    most = max(counts, default=0)
    rows = [line for line, count in zip(lines[2:], counts, strict=True) if count == most][:MOST_ROWS]
    return "\n".join([*lines[:2], *rows, "", ""]) if most else part


def _joined(parts: Sequence[str], kept: set[int]) -> str:
    shown: list[str] = []
    for number, part in enumerate(parts):
        if number in kept:
            shown.append(part)
        elif number - 1 in kept or number == 0:
            shown.append(f"{GAP}\n")
    return "\n".join(shown).strip("\n")
