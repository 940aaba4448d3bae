"""The markup within a line of reStructuredText, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping

_MARK = re.compile(r"[`_|\\]")
_LITERAL = re.compile(r"``([^`\n]+)``")
_ROLE = re.compile(r"(?<![\w`]):([a-zA-Z][\w+:.-]{0,30}):`([^`\n]+)`")
_LINK = re.compile(r"(?<!`)`([^`<\n]*)<([^<>`\n]+)>`__?")
_NAMED_LINK = re.compile(r"(?<!`)`([^`\n]+)`__?(?!\w)|(?<![\w`/.:])([A-Za-z][\w.-]{0,80})_(?![\w`])")
_FOOTNOTE_MARK = re.compile(r"\[(\d{1,4}|[#*]|#?[A-Za-z][\w-]{0,60})\]_(?![\w_])")
# These roles show words, not code.
_WORDS = frozenset({"abbr", "guilabel", "menuselection", "term", "sub", "sup", "strong", "emphasis", "dfn", "title"})
_SUBSTITUTION = re.compile(r"\|([^|\s][^|\n]{0,80})\|(?:__?)?")


class InlineMarkup:
    """Literals, roles, links and substitutions of one document."""

    def __init__(self, targets: Mapping[str, str], substitutions: Mapping[str, str]) -> None:
        """Take the document's link targets by lower-case name, and the texts of its substitutions by name."""
        self._targets = targets
        self._substitutions = substitutions

    def convert(self, line: str) -> str:
        """Return one line as Markdown; the inside of a literal stays as it is."""
        if not _MARK.search(line):
            return line
        pieces = _LITERAL.split(line)
        for number, piece in enumerate(pieces):
            pieces[number] = f"`{piece}`" if number % 2 else self._references(piece)
        return "".join(pieces)

    def _references(self, text: str) -> str:
        # An escaped space only keeps markup apart from the word it touches.
        text = _ROLE.sub(lambda found: _role(found[1], found[2]), text.replace("\\ ", ""))
        text = _LINK.sub(lambda found: f"[{found[1].strip() or found[2]}]({self._address(found[2])})", text)
        text = _SUBSTITUTION.sub(lambda found: self._substitutions.get(found[1], found[1]), text)
        text = _FOOTNOTE_MARK.sub(r"[\1]", text)
        return _NAMED_LINK.sub(self._named_link, text)

    def _address(self, target: str) -> str:
        return self._targets.get(target.removesuffix("_").lower(), target) if target.endswith("_") else target

    def _named_link(self, found: re.Match[str]) -> str:
        name = found[1] or found[2]
        target = self._targets.get(name.lower())
        if target:
            return f"[{name}]({target})"
        return name if found[1] else found[0]


def plain_roles(line: str) -> str:
    """Return a line with its roles replaced by the text they show, and nothing else changed."""
    return _ROLE.sub(lambda found: _role(found[1], found[2]), line)


def _role(role: str, content: str) -> str:
    """Return the text of a role: its title, else its target as code (after `~` only the last part)."""
    role = role.rpartition(":")[2]
    if role == "math":
        return f"${content}$"
    title, _, target = content.partition(" <")
    if target:
        return title if " " in title or role in _WORDS else f"`{title}`"
    if role in _WORDS:
        return content
    if role in ("pep", "rfc"):
        return f"{role.upper()} {content}"
    name = content.rpartition(".")[2] if content.startswith("~") else content.lstrip("!")
    return f"`{name}`"
