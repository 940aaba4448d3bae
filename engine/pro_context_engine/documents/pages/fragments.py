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
