"""The notes of docstrings about deprecations: of a definition or a parameter as a whole, or of one use of it."""

from __future__ import annotations

import re

_WHOLE = (
    r"(?:please\s+)?(?:use|call|pass|set|declare|configure|specify|prefer|see|replaced|renamed|removed|moved|ignored|unused"
    r"|superseded|in favou?r|instead|deprecated|obsolete|not used|no longer|has no|does nothing|will be"
    r"|it\s+(?:is|was)\s+(?:ignored|unused|no longer))\b"
)
"""The first words of a note about something that is deprecated as a whole."""

_PARAMETER = r"(?:keyword|argument|parameter|option|kwarg|flag|attribute|setting)\b"
_DEFINITION = r"(?:function|method|class|property|attribute|module|constant|exception|decorator|fixture|type|alias)\b"
_ENDED = re.compile(
    rf"\bthis\s+(?:{_DEFINITION}|API)\s+(?:is|was|has been|will be)\s+(?:deprecated|removed)\b|\binstead of this\b",
    re.IGNORECASE,
)
_USE = re.compile(
    r"^\*|\b(?:arguments?|parameters?|keywords?|passing|passed|calling|subclass\w*|defaults?|behaviou?r)\b"
    r"|\busing [^.]*\bwith\b|\bfuture version of \w+ will (?!remove)",
    re.IGNORECASE,
)
"""The words of a note about one way to use something."""


def deprecates_definition(note: str, name: str) -> bool:
    """Tell whether a note deprecates a definition, and not only one of its parameters, defaults or uses.

    Args:
        note: the text of the directive `deprecated`, without the version.
        name: of the definition.
    """
    words = _plain(note)
    own = rf"\W?(?:[\w.]+\.)?{re.escape(name)}\W*(?:\s+{_DEFINITION})?\s+(?:is|was|has|will)\b"
    if not words or re.match(rf"{_WHOLE}|(?:this|the)\s+{_DEFINITION}|{own}", words, re.IGNORECASE):
        return True
    if _ENDED.search(words):
        return True
    return _USE.search(re.split(r"(?<=[.;])\s", words, maxsplit=1)[0]) is None


def deprecates_parameter(note: str, name: str) -> bool:
    """Tell whether a note in the entry of a parameter deprecates it, and not one of its values or its default.

    Args:
        note: the text of the directive `deprecated`, without the version.
        name: of the parameter.
    """
    words = _plain(note)
    own = rf"(?:\W?{re.escape(name)}\W?(?:\s+{_PARAMETER})?)"
    named = rf"(?:this|the)\s+(?:{own}|{_PARAMETER})|(?:passing\s+)?{own}\s+(?:is|was|has|will)\b"
    if not words or re.match(rf"{named}|{_WHOLE}", words, re.IGNORECASE):
        return True
    kind = rf"\b{re.escape(name)}\W?\s+{_PARAMETER}"
    ended = rf"{kind}\s+(?:is|was|has been|will be)\s+(?:deprecated|removed|ignored)\b|\bshould (?:be used|use)\b"
    return re.search(ended, words, re.IGNORECASE) is not None


def _plain(note: str) -> str:
    return " ".join(note[:2_000].replace("`", "").split())
