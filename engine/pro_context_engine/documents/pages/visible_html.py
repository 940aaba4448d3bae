"""HTML without the parts that no reader of a page sees: comments, scripts, styles and the colours of code."""

from __future__ import annotations

import re

_UNSEEN = re.compile(r"<(?:!--|(script|style)\b)", re.I)
_SEEN_AGAIN = {name: re.compile(rf"</{name}\b[^<>]*+>?", re.I) for name in ("script", "style")}
_SCRIPTLESS = re.compile(r"<noscript\b[^<>]*+>(?:[^<]++|<(?!/?noscript\b))*+</noscript\b[^<>]*+>", re.I)
_SPAN = re.compile(r"</?span\b[^<>]*+>", re.I)
# Marks of code in which a span is more than a colour: line numbers and other text that is left out of a page.
_TELLING = ("linenos", "aria-hidden")
_TELLING_CLASS = re.compile(r"class=[\"']?lang\b")


def without_unseen(document: str) -> str:
    """Return the HTML without comments, scripts and styles; an unclosed one extends to the end of the document."""
    kept: list[str] = []
    end = 0
    while opener := _UNSEEN.search(document, end):
        kept.append(document[end : opener.start()])
        end = _end_of_unseen(document, opener)
    kept.append(document[end:])
    return "".join(kept)


def _end_of_unseen(document: str, opener: re.Match[str]) -> int:
    if opener[1]:
        closer = _SEEN_AGAIN[opener[1].lower()].search(document, opener.end())
        return closer.end() if closer else len(document)
    # The shortest comment is "<!-->".
    found = document.find("-->", opener.end() - 2)
    return found + 3 if found >= 0 else len(document)


def without_notes_on_scripts(document: str) -> str:
    """Return the HTML without the notes for browsers without scripts, which ask for scripts or repeat pictures."""
    return _SCRIPTLESS.sub("", document) if "<noscript" in document else document


def without_colours(document: str) -> str:
    """Return the HTML with code blocks free of the spans that only colour them, which are most tags of many pages."""
    parts = document.split("</pre>")
    for number, part in enumerate(parts[:-1]):
        start = part.rfind("<pre")
        code = part[start:] if start >= 0 else ""
        if code and not _is_telling(code.lower()):
            parts[number] = part[:start] + _SPAN.sub("", code.replace("</span>", ""))
    return "</pre>".join(parts)


def _is_telling(code: str) -> bool:
    return any(word in code for word in _TELLING) or bool(_TELLING_CLASS.search(code))
