"""JSON and prose as HTML; all characters of the text are escaped."""

from __future__ import annotations

import json
import re
from typing import Any

from markupsafe import Markup, escape

_TOKEN = re.compile(r'(?P<key>"(?:[^"\\]|\\.)*"(?=:))|(?P<string>"(?:[^"\\]|\\.)*")|(?P<word>-?\b[\w.+-]+)')
_CODE = re.compile(r"`([^`]+)`")


def highlight_json(value: Any) -> Markup:
    """Return a JSON value as indented HTML, with a class for keys, strings and other values each."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    html, done = Markup(), 0
    for token in _TOKEN.finditer(text):
        html += escape(text[done : token.start()])
        html += Markup('<span class="{}">{}</span>').format(token.lastgroup, token[0])
        done = token.end()
    return html + escape(text[done:])


def prose_html(text: str) -> Markup:
    """Return a sentence of the spec as HTML, with text between backticks as code."""
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if index % 2 else escape(part)
        for index, part in enumerate(_CODE.split(text))
    )
