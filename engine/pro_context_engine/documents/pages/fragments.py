"""The heading, or the line, that the fragment of a URL names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

from pro_context_engine.documents.pages.headings import slug
from pro_context_engine.domain.model import Heading

_TEXT_DIRECTIVE = ":~:"
_GITHUB_PREFIX = "user-content-"
_LINE = re.compile(r"L([1-9][0-9]{0,6})(?:-L?[0-9]+)?", re.ASCII)


def anchor_of(url: str) -> str:
    """Return the anchor in a URL's fragment as it is written in the page, "" for none; text directives are left out."""
    return unquote(url.partition("#")[2].partition(_TEXT_DIRECTIVE)[0])


def heading_at(headings: Sequence[Heading], anchor: str) -> Heading | None:
    """Return the heading that an anchor names, None if there is none.

    The spelling of the page comes first. Other programs make anchors of the same titles in other cases, with other
    hyphens, or with a prefix.

    Args:
        headings: of the page, in their order.
        anchor: output of `anchor_of`.
    """
    plain = anchor.removeprefix(_GITHUB_PREFIX)
    if not plain:
        return None
    exact = next((one for one in headings if one.anchor in (anchor, plain)), None)
    return exact or next((one for one in headings if slug(one.anchor) == slug(plain)), None)


def line_at(anchor: str) -> int:
    """Return the 1-based line that an anchor names as `L12` or `L12-L20`, 0 for any other anchor."""
    named = _LINE.fullmatch(anchor)
    return int(named[1]) if named else 0


def heading_of_owner(headings: Sequence[Heading], anchor: str) -> Heading | None:
    """Return the heading of the class or module before the last part of a dotted name, None if there is none.

    Args:
        headings: of the page, in their order.
        anchor: the name of a member with its owner (`Ferry.load`, `pond.Ferry.load`).
    """
    owner = anchor.rpartition(".")[0] if anchor.replace(".", "").isidentifier() else ""
    while owner:
        if (found := heading_at(headings, owner)) is not None:
            return found
        owner = owner.partition(".")[2]
    return None


def line_of_member(markdown: str, headings: Sequence[Heading], owner: Heading, anchor: str) -> int:
    """Return the 1-based line that declares or lists a member in the section of its owner, else that of the heading.

    Args:
        markdown: the text of the page.
        headings: of the page, in their order.
        owner: heading of the section; that of the member itself, or of another name, has no such line.
        anchor: see `heading_of_owner`.
    """
    before, _, name = anchor.rpartition(".")
    if not name.isidentifier() or slug(owner.title.rpartition(".")[2]) != slug(before.rpartition(".")[2]):
        return owner.line
    end = next((one.line for one in headings if one.line > owner.line and one.level <= owner.level), None)
    section = markdown.split("\n")[owner.line - 1 : end - 1 if end else None]
    shown = re.compile(rf"`{name}`|^\s*(?:async )?(?:def )?{name}\s*[:=(?]")
    return owner.line + next((at for at, line in enumerate(section) if shown.search(line)), 0)
