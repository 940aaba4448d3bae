"""The rules of a robots.txt (RFC 9309).

The standard library's parser knows neither `*` and `$` nor the precedence of the longest rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote, urlsplit

from pro_context_engine.domain.value_class import value_class

AGENT = "pro-context"
"""The name of this crawler in a robots.txt; requests carry it as their User-Agent."""

MAX_BYTES = 512_000
"""Bytes of the file that are read; RFC 9309 asks for 500 KiB at least."""

_LONGEST_PATTERN = 2_000
_LINE = re.compile(r"[ \t]*+([A-Za-z-]{1,20}+)[ \t]*+:[ \t]*+([^#\r\n]*+)")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_SECONDS = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,3})?")


@value_class
class Robots:
    """The rules that hold for this crawler.

    Attributes:
        rules: (pattern, whether it allows), the pattern in the normal form of paths.
        delay: seconds between two requests that the file asks for, 0 where it asks for none.
    """

    rules: tuple[tuple[str, bool], ...] = ()
    delay: float = 0.0

    def allows(self, url: str) -> bool:
        """Tell whether a page may be read: the longest rule that fits decides, of equal ones the one that allows."""
        parts = urlsplit(url)
        target = _normalise(f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}")
        fitting = (rule for rule in self.rules if _fits(rule[0], target))
        longest = max(fitting, key=lambda rule: (len(rule[0]), rule[1]), default=("", True))
        return longest[1]


NOTHING = Robots((("/", False),))
"""The rules where the file may exist and cannot be read: every page is forbidden."""


def parse(text: str) -> Robots:
    """Return the rules for this crawler: those of the groups with its name, else those for every crawler."""
    ours: list[tuple[str, str]] = []
    everybodys: list[tuple[str, str]] = []
    named = False
    agents: set[str] = set()
    in_rules = False
    for key, value in _lines(text):
        if key == "user-agent":
            agents = agents if agents and not in_rules else set()
            agents.add(value.partition("/")[0].strip().lower())
            named = named or AGENT in agents
            in_rules = False
        elif key in ("allow", "disallow", "crawl-delay"):
            in_rules = True
            if AGENT in agents:
                ours.append((key, value))
            elif "*" in agents:
                everybodys.append((key, value))
    return _robots(ours if named else everybodys)


def _lines(text: str) -> Iterator[tuple[str, str]]:
    for line in text.removeprefix("\ufeff").splitlines():
        found = _LINE.match(line)
        if found:
            yield found[1].lower(), found[2].strip()


def _robots(said: Iterable[tuple[str, str]]) -> Robots:
    rules: list[tuple[str, bool]] = []
    delay = 0.0
    for key, value in said:
        if key == "crawl-delay":
            delay = max(delay, float(value)) if _SECONDS.fullmatch(value) else delay
        elif value and len(value) <= _LONGEST_PATTERN:
            rules.append((_normalise(value), key == "allow"))
    return Robots(tuple(rules), delay)


def _fits(pattern: str, target: str) -> bool:
    """Tell whether a pattern matches the beginning of a path; `*` stands for any text, `$` at the end for the end."""
    to_the_end = pattern.endswith("$")
    first, *pieces = pattern.removesuffix("$").split("*")
    if not target.startswith(first):
        return False
    position = len(first)
    if not pieces:
        return not to_the_end or position == len(target)
    last = pieces.pop() if to_the_end else ""
    for piece in pieces:
        found = target.find(piece, position)
        if found < 0:
            return False
        position = found + len(piece)
    return len(target) - len(last) >= position and target.endswith(last)


def _normalise(path: str) -> str:
    """Return the normal form of a path or pattern: escapes only where they are needed, in capitals."""

    def escape(found: re.Match[str]) -> str:
        character = chr(int(found[1], 16))
        return character if character in _UNRESERVED else found[0].upper()

    return _ESCAPE.sub(escape, quote(path, safe="%/?#[]@!$&'()*+,;=:-._~"))
