"""The cleaning of third-party text: one kind of newline, no invisible characters."""

from __future__ import annotations

import re
from functools import cache

# A terminal sequence of ECMA-48: CSI, then the string kinds (OSC, DCS, SOS, PM, APC) with their terminator, then
# two-character escapes. Possessive quantifiers keep it linear; a string ends with its line, so that an unclosed one
# does not remove the rest of the page.
_TERMINAL_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c\n]*+(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]*+[0-~]"
)
_SEQUENCE_OPENERS = "\x1b\x90\x98\x9b\x9d\x9e\x9f"
# CRLF comes first. Replacing one by one is ten times faster than a regular expression.
_NEWLINES = ("\r\n", "\r", "\x85", "\u2028", "\u2029")
# The only characters to remove from an ASCII text.
_ASCII_CONTROLS = dict.fromkeys([*range(0x09), *range(0x0B, 0x20), 0x7F])
# Controls other than tab and newline, then every code point that Unicode calls default ignorable: bidi controls,
# zero-width and tag characters, fillers, byte order mark. Three kinds may stay where they are needed (below).
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
# Pictures, except for the keycap, which ends a sequence.
_PICTURE = "\u00a9\u00ae\u203c-\u20e2\u20e4-\u3299\U0001f000-\U0001faff"
# A presentation selector belongs after a picture or into a keycap. Both patterns below begin with the
# character to remove: looking around at every place would take ten times as long.
_SELECTORS = f"[\ufe0e\ufe0f](?<![{_PICTURE}].)(?:(?<![#*0-9].)|(?!\u20e3))"
# A joiner belongs between two letters of the scripts that are spelt with it (Arabic, the scripts of India, Mongolian
# and their neighbours), or between two pictures. Elsewhere it only hides: instructions, or words from the search.
_JOINING = (
    "\u0620-\u08ff\u0900-\u109f\u1780-\u18aa\u1900-\u1c7f\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff"
)
_JOINERS = f"[\u200c\u200d](?:(?<![{_JOINING}].)|(?![{_JOINING}]))(?:(?<![{_PICTURE}\ufe0f]\u200d)|(?![{_PICTURE}]))"
_SELDOM = "\u200c\u200d\ufe0e\ufe0f"
_SURROGATE = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    r"""Return the text without controls, terminal sequences and invisible characters, in code as anywhere else.

    Every newline becomes `\n`; a lone surrogate becomes U+FFFD. The joiners U+200C and U+200D stay between letters of
    scripts that are spelt with them and within an emoji, U+FE0E and U+FE0F after a picture. Cleaning twice changes
    nothing, and the time is linear.

    Args:
        text: decoded text of a third party.

    Returns:
        Text whose only control characters are tab and newline.
    """
    for newline in _NEWLINES:
        text = text.replace(newline, "\n")
    if any(opener in text for opener in _SEQUENCE_OPENERS):
        text = _TERMINAL_SEQUENCE.sub("", text)
    if text.isascii():
        return text.translate(_ASCII_CONTROLS)
    text = _INVISIBLE.sub("", text)
    if any(character in text for character in _SELDOM):
        text = _pattern(_JOINERS).sub("", _pattern(_SELECTORS).sub("", text))
    return _SURROGATE.sub("\ufffd", text)


def one_line(text: str) -> str:
    """Return the text cleaned and in one line with single spaces, as titles and descriptions are shown."""
    return " ".join(clean(text).split())


@cache
def _pattern(expression: str) -> re.Pattern[str]:
    """Return the pattern of an expression that few texts need, compiled on first use: that takes a millisecond."""
    return re.compile(expression)
