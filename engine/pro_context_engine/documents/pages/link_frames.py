"""The removal of lines around the text of a page that only link to other pages: menus, breadcrumbs, "Next".

Generators that mark their navigation are read by these marks. Others put it into paragraphs, lists and tables like any
text. It is told by its place, before the first heading or at the very end, and by having hardly a word outside of its
links.
"""

from __future__ import annotations

import re

# Each part is matched in one way only, so that a text without an end costs no more than its length.
_LABEL = r"(?:[^\[\]\n!]|!(?!\[)|!?\[[^\[\]\n]{0,300}+\](?:\([^()\s]{0,1000}+\))?+){0,300}+"
_TARGET = r"\([^()\n]{0,2000}+(?:\([^()\n]{0,300}+\)[^()\n]{0,300}+){0,3}+\)"
_LINK = re.compile(rf"!?\[({_LABEL})\]{_TARGET}")
_WORD = re.compile(r"\w+(?:[.'’-]\w+)*+")
_HEADING = re.compile(r"#{1,6} ")
_RULE = re.compile(r"(?:[ \t]*[-*_]){3,}[ \t]*")
_FENCE = ("```", "~~~")
# The words of links that lead around in a document, in the navigation at the end of a page.
_LEADING = frozenset(["back", "bottom", "contents", "home", "index", "next", "prev", "previous", "top", "up"])
_MADE_BY = re.compile(
    r"\W*(?:(?:this )?(?:page|document(?:ation)?) )?(?:was )?"
    r"(?:generated|built|created|powered|made)\b[^.\n]{0,60} (?:by|with|using)\b",
    re.I,
)
_RIGHTS = re.compile(r"\W*(?:copyright\b|©)", re.I)
_MOST_BLOCKS = 40
_MOST_BLOCK = 20_000
_MOST_NOTICE = 100
"""The words of a notice at the end, about rights or the generator."""


def without_link_frames(markdown: str) -> str:
    """Return the Markdown of a page without the navigation before its first heading and at its end.

    Args:
        markdown: as it was converted from HTML.
    """
    blocks = markdown.split("\n\n")
    start = _text_start(blocks)
    kept = [block for block in blocks[:start] if not _is_navigation(block) and not _is_rule(block)] + blocks[start:]
    kept = kept[: _text_end(kept)]
    # A page is not its frame alone.
    return "\n\n".join(kept) if any(_WORD.search(block) for block in kept) else markdown


def _text_start(blocks: list[str]) -> int:
    """Return the number of blocks before the first heading, 0 if there are many, or code among them."""
    for number, block in enumerate(blocks[:_MOST_BLOCKS]):
        if _HEADING.match(block):
            return number
        if block.lstrip().startswith(_FENCE):
            break
    return 0


def _is_navigation(block: str) -> bool:
    """Tell whether a block consists of links, and of few words between them."""
    if len(block) > _MOST_BLOCK:
        return False
    rest, links = _LINK.subn(" ", block)
    # The next page may be named below the link to it.
    most = links * (4 if links and _leads_around(block) else 2)
    return len(_WORD.findall(rest)) <= most if links else not block.strip()


def _text_end(blocks: list[str]) -> int:
    """Return the number of blocks before those that end a page: rules, notices, and navigation behind one of these."""
    end = len(blocks)
    for number in range(len(blocks) - 1, max(0, len(blocks) - _MOST_BLOCKS), -1):
        block = blocks[number]
        is_notice, is_navigation = _is_notice(block), _is_navigation(block)
        # What stands right below a heading is the content of its section.
        if not (is_notice or is_navigation or _is_rule(block)) or _HEADING.match(blocks[number - 1]):
            break
        if is_notice or _is_rule(block) or _leads_around(block):
            end = number
    return end


def _is_rule(block: str) -> bool:
    return not block.strip() or bool(_RULE.fullmatch(block.strip()))


def _leads_around(block: str) -> bool:
    """Tell whether a link of a navigation is named by the words for the next page and the like alone."""
    return any((words := _WORD.findall(link.lower())) and _LEADING.issuperset(words) for link in _LINK.findall(block))


def _is_notice(block: str) -> bool:
    """Tell whether a block is about the generator of a page, or about the rights."""
    if len(block) > _MOST_BLOCK or not (_MADE_BY.match(block) or _RIGHTS.match(block)):
        return False
    return len(_WORD.findall(_LINK.sub(r"\1", block))) <= _MOST_NOTICE
