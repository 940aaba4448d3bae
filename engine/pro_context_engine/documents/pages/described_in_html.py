"""Descriptions of code that are written in HTML, as Markdown: paragraphs, lists and code; other tags are left out."""

from __future__ import annotations

import html
import re

_CODE = re.compile(r"<code>\s*([^<>`]*?)\s*</code>", re.IGNORECASE)
_ITEM = re.compile(r"\s*<li>\s*(?:<p>)?\s*", re.IGNORECASE)
_BLOCK = re.compile(r"\s*</?(?:p|ul|ol|dl|dt|dd|note|important|div|br|h\d)\b[^<>]*>\s*", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)
_SPAN = re.compile(r"(`[^`\n]+`)")
_SIGN = re.compile(r"^[ \t]*<(?:p|ul|ol|dl|note|important)>", re.IGNORECASE | re.MULTILINE)


def is_in_html(text: str) -> bool:
    """Tell whether a paragraph or a list of a text is written in HTML."""
    return "<" in text and _SIGN.search(text) is not None


def described_in_html(text: str) -> str:
    """Return a description in HTML as Markdown; text in backticks stays as it is.

    Args:
        text: the description, without blocks of code.
    """
    pieces = _SPAN.split(_CODE.sub(r"`\1`", text))
    pieces[::2] = [_TAG.sub("", _BLOCK.sub("\n\n", _ITEM.sub("\n- ", piece))) for piece in pieces[::2]]
    plain = "\n".join(" ".join(line.split()) for line in html.unescape("".join(pieces)).splitlines())
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"\n+(?=- )", "\n", plain)).strip()
