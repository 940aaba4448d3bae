"""The message of an error in a question, and the places in code where its text stands.

A message is seldom written in code as it is read: values take the place of variables, quotes are escaped, and long
texts are put together of several. Groups of neighbouring words stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pro_context_engine.domain.value_class import value_class

MOST_GROUPS = 60
"""The groups of words of one message that are looked for."""

LONGEST_LINE = 400
"""The characters of a line before a message; longer lines are built code."""

_GROUP = 4
_FEWEST_LETTERS, _FEWEST_OF_SHORT = 10, 8
_MOST_PLACES = 8
_AROUND = 400
_BEFORE, _AFTER = 4, 3
_SHOWN = 200
_MOST_LINES_UP = 400
_MOST_TRIED = 200
_OF_BEGINNING, _LEAST_OF_REST = 3, 0.5
_OF_THROWING, _OF_CODE, _LEAST_OF_SHORT = 0.05, 0.5, 0.4
_KIND = re.compile(
    r"(?:(?:^|[\s>\[])(?:(?:[A-Za-z_]\w{0,60}\.){0,6}(?:[A-Z]\w{0,80})?"
    r"(?:[Ee]rror|Exception|[Ww]arn|[Ww]arning|Interrupt|Timeout|Failure|NotFound|Refused|Denied)"
    r"|(?:[a-z_]\w{0,60}\.){1,6}[A-Z]\w{0,80})\]?(?:[ \t]{0,4}\[[\w.:/ -]{1,80}\])?[ \t]{0,4}:"
    r"|^\s{0,20}\[[\w. -]{2,30}\]:?)"
    r"[ \t]{0,4}(?P<message>\S[^\n]{2,600})"
)
_CODE = re.compile(r"(?<![\w.])[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,8}(?![\w.])")
_FRAME = re.compile(r"\s{1,8}at (?:async )?[\w.<>$ \[\]]{0,80}[( ]\S{0,300}:\d[^\n]*")
# What stands for a variable in the code, and where messages are put together.
_VALUE = re.compile(
    r"\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'|`[^`\n]{0,200}`|\[[^\]\n]{0,200}\]|\S{0,80}\d\S{0,80}|[.,:;!?]+(?=\s|$)"
)
_THROWING = re.compile(
    r"\b(?:throw|raise|reject|super|invariant|assert\w*|[wW]arn\w*|fail\w*|console|\w*[eE]rror\w*|\w*Exception)\b"
)
_QUOTE = re.compile(r"[\"'`]")
_LONG_TEXTS = ('"""', "'''")
# A text begins here, or goes on after a value.
_BEGINNING = re.compile(r"(?:[\"'`}]|[eE]rror:)\s{0,3}$")
_NAME = r"[A-Za-z_$][\w$]{0,80}"
_ARROW = r"(?:async[ \t]+)?(?:function\b|\([^()\n]{0,300}\)[ \t]*=>|class\b)"
_FUNCTION = re.compile(
    r"[ \t]*(?:(?:export|default|async|static)[ \t]+){0,4}(?:"
    rf"(?:def|function|class)[ \t]*\*?[ \t]*(?P<named>{_NAME})"
    rf"|(?:(?:const|let|var)[ \t]+)?(?P<bound>{_NAME}(?:\.{_NAME}){{0,4}})[ \t]*[=:][ \t]*{_ARROW}"
    rf"|(?P<method>(?!(?:if|for|while|switch|catch|return|with)\b)[#*]?{_NAME})[ \t]*\([^()\n]{{0,300}}\)[ \t]*\{{)"
)


@value_class
class ErrorMessage:
    """The message of an error as somebody pasted it.

    Attributes:
        groups: groups of neighbouring words, of which some stand in the code that makes the message.
        shorts: parts of two or three words between values and punctuation.
        codes: the codes of errors (`ERR_LAMP_LIT`) beside it.
        letters: number of letters outside of values.
    """

    groups: tuple[str, ...]
    shorts: tuple[str, ...]
    codes: tuple[str, ...]
    letters: int

    def parts(self) -> tuple[str, ...]:
        """Return the texts to look for."""
        return (*self.groups, *self.shorts, *self.codes)


@value_class
class MessagePlace:
    """A place in code where a message stands.

    Attributes:
        line: number of the line.
        function: the function or class around it, "" for none.
        excerpt: the lines around it.
        share: how much of the message stands there, and whether it is thrown.
    """

    line: int
    function: str
    excerpt: str
    share: float


def error_message(text: str) -> ErrorMessage | None:
    """Return the message of the error in a question, None for any other question.

    Args:
        text: of the question.
    """
    found = _KIND.search(text)
    if found is None:
        return None
    message = _FRAME.sub("", found["message"]).strip()
    words = message.split()
    groups = [" ".join(words[at : at + _GROUP]) for at in range(len(words) - _GROUP + 1)] or [" ".join(words)]
    groups = [one for one in groups if _letters(one) >= _FEWEST_LETTERS]
    # Numbers are values, more often than not.
    groups = [one for one in groups if not any(map(str.isdigit, one))] or groups
    pieces = [piece.split() for piece in _VALUE.split(message)]
    if len(words) < _GROUP:
        # A value at the end, or at the beginning, may be a word.
        pieces += [words[:-1], words[1:]]
    shorts = [" ".join(piece) for piece in pieces if 1 < len(piece) < _GROUP]
    shorts = [one for one in shorts if _letters(one) >= _FEWEST_OF_SHORT and one not in groups]
    codes = tuple(dict.fromkeys(_CODE.findall(text)))[:_MOST_PLACES]
    if not (groups or shorts or codes):
        return None
    letters = sum(map(_letters, _VALUE.split(message)))
    return ErrorMessage(_first(groups), _first(shorts), codes, letters)


def message_place(message: ErrorMessage, text: str) -> MessagePlace | None:
    """Return the place in a file of code where most of a message stands in quotes, None for none.

    Args:
        message: the message.
        text: of the file.
    """
    places = {at: _share(message, text, at) for at in _places(message, text)}
    places = {at: share for at, share in places.items() if share}
    if not places:
        return None
    best = min(places, key=lambda at: (-places[at], at))
    lines = text.split("\n")
    number = text.count("\n", 0, best)
    around = lines[max(0, number - _BEFORE) : number + _AFTER + 1]
    return MessagePlace(number + 1, _function(lines, number), _shown(around), places[best])


def _places(message: ErrorMessage, text: str) -> Iterator[int]:
    """Yield the places where a part of a message stands in quotes, on a line that somebody wrote."""
    before = {one: _QUOTE if one.count(" ") >= _GROUP - 1 else _BEGINNING for one in (*message.groups, *message.shorts)}
    for part in message.parts():
        at, count = text.find(part), 0
        for _ in range(_MOST_TRIED):
            if at < 0 or count >= _MOST_PLACES:
                break
            start = text.rfind("\n", max(0, at - LONGEST_LINE), at) + 1
            needed = before.get(part)
            is_quoted = needed is None or needed.search(text, start, at) or _stands_in_long_text(part, text, at)
            if (start or at <= LONGEST_LINE) and is_quoted:
                count += 1
                yield at
            at = text.find(part, at + len(part))


def _begins(text: str, at: int) -> bool:
    """Tell whether a text begins at a place, or goes on after a value."""
    return _BEGINNING.search(text, max(0, at - LONGEST_LINE), at) is not None


def _stands_in_long_text(part: str, text: str, at: int) -> bool:
    """Tell whether a group of words stands in a text of several lines."""
    return part.count(" ") >= _GROUP - 1 and any(quotes in text[max(0, at - _AROUND) : at] for quotes in _LONG_TEXTS)


def _share(message: ErrorMessage, text: str, at: int) -> float:
    """Return how much of a message stands around a place, 0 for too little; a little more where it is thrown."""
    near = text[max(0, at - _AROUND) : at + _AROUND].replace("\\", "")
    found = [number for number, group in enumerate(message.groups) if group in near]
    share = len(found) / max(1, len(message.groups))
    if share < _LEAST_OF_REST and min(found, default=0) >= _OF_BEGINNING and not _begins(text, at):
        # Many messages of a package may end in the same sentence.
        share = 0.0
    short = sum(_letters(one) for one in message.shorts if one in near) / max(1, message.letters)
    share = max(share, short if short >= _LEAST_OF_SHORT else 0.0)
    share = max(share, _OF_CODE if any(code in near for code in message.codes) else 0.0)
    # The line and the one before it.
    start = at
    for _ in range(2):
        start = max(0, at - _AROUND, text.rfind("\n", max(0, at - _AROUND), start))
    is_thrown = _THROWING.search(text, start, at) is not None
    return share + _OF_THROWING * is_thrown if share else 0.0


def _shown(lines: Sequence[str]) -> str:
    """Return lines without the indentation that all have, each cut to a bound."""
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[indent : indent + _SHOWN].rstrip() for line in lines).strip("\n")


def _function(lines: Sequence[str], number: int) -> str:
    """Return the name of the innermost function or class around a line, which is indented less."""
    indent = len(lines[number]) - len(lines[number].lstrip())
    for line in reversed(lines[max(0, number - _MOST_LINES_UP) : number]):
        own = len(line) - len(line.lstrip())
        if line.strip() and own < indent:
            found = _FUNCTION.match(line[:LONGEST_LINE])
            if found:
                return next(filter(None, found.groups()), "")
            indent = own
    return ""


def _first(groups: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(groups))[:MOST_GROUPS]


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))
