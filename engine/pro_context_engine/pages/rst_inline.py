"""The markup within a line of reStructuredText, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

_LITERAL = re.compile(r"``([^`\n]+)``")
_ROLE = re.compile(r"(?<![\w`]):[a-zA-Z][\w+:.-]{0,30}:`([^`\n]+)`")
_LINK = re.compile(r"(?<!`)`([^`<\n]*)<([^<>`\n]+)>`__?")
_NAMED_LINK = re.compile(r"(?<!`)`([^`\n]+)`__?(?!\w)|(?<![\w`/.:])([A-Za-z][\w.-]{0,80})_(?![\w`])")
_SUBSTITUTION = re.compile(r"\|([^|\s][^|\n]{0,80})\|(?:__?)?")


class InlineMarkup:
    """Literals, roles, links and substitutions of one document."""

    def __init__(self, targets: Mapping[str, str], images: Collection[str]) -> None:
        """Know the document's link targets by lower-case name, and which substitutions are pictures."""
        self.targets = targets
        self._images = images

    def convert(self, line: str) -> str:
        """Return one line as Markdown; the inside of a literal stays what it is."""
        if "`" not in line and "_" not in line and "|" not in line:
            return line
        pieces = _LITERAL.split(line)
        for number, piece in enumerate(pieces):
            pieces[number] = f"`{piece}`" if number % 2 else self._references(piece)
        return "".join(pieces)

    def _references(self, text: str) -> str:
        text = _ROLE.sub(lambda found: _role(found[1]), text)
        text = _LINK.sub(lambda found: f"[{found[1].strip() or found[2]}]({self._address(found[2])})", text)
        text = _SUBSTITUTION.sub(lambda found: "" if found[1] in self._images else found[1], text)
        return _NAMED_LINK.sub(self._named_link, text)

    def _address(self, target: str) -> str:
        return self.targets.get(target.removesuffix("_").lower(), target) if target.endswith("_") else target

    def _named_link(self, found: re.Match[str]) -> str:
        name = found[1] or found[2]
        target = self.targets.get(name.lower())
        if target:
            return f"[{name}]({target})"
        return name if found[1] else found[0]


def _role(content: str) -> str:
    """Return what a role shows: its title, else its target as code (after `~` only the last part)."""
    title, _, target = content.partition(" <")
    if target:
        return title if " " in title else f"`{title}`"
    name = content.rpartition(".")[2] if content.startswith("~") else content.lstrip("!")
    return f"`{name}`"
