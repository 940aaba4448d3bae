"""The languages of code blocks, which many generators write around the block instead of on it."""

from __future__ import annotations

import re

# Sphinx: <div class="highlight-python notranslate">; MkDocs and VitePress: <div class="language-py highlight">.
_LANGUAGE = re.compile(r"\b(?:highlight|language|lang)-([\w+#-]+)")
_NO_LANGUAGE = frozenset({"default", "none", "text", "plain", "plaintext", "notranslate", "source"})
_OPENER = re.compile(r"(<pre\b[^<>]*>)\s*(?:<span></span>)?\s*(?:<code\b([^<>]*)>)?", re.I)
# How far before <pre> its wrapper may start.
_WRAPPER = 300


def with_languages(document: str) -> str:
    """Return the HTML with each code block's language on its `code` element, where the converter looks for it."""
    parts = document.split("</pre>")
    return "</pre>".join([*map(_with_language, parts[:-1]), parts[-1]])


def _with_language(part: str) -> str:
    """Return a part of the document that ends where a code block ends."""
    start = part.rfind("<pre")
    opener = _OPENER.match(part, start) if start >= 0 else None
    if not opener or "language-" in (opener[2] or ""):
        return part
    language = _wrapped_in(part[max(0, start - _WRAPPER) : start] + opener[1])
    if not language:
        return part
    closing = "" if opener[2] is not None else "</code>"
    return f'{part[:start]}<pre><code class="language-{language}">{part[opener.end() :]}{closing}'


def _wrapped_in(before: str) -> str:
    """Return the language that the tags open right before a code block name, "" if none."""
    names = _LANGUAGE.findall(before, before.rfind("</div>") + 1)
    return names[-1] if names and names[-1] not in _NO_LANGUAGE else ""
