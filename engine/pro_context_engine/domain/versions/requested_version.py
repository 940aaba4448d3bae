"""The version that a caller asks for, in the words that people use: `latest`, `installed`, `2`, `v5`, `5.x`, `^3`."""

from __future__ import annotations

import re
from enum import StrEnum

from pro_context_engine.domain.value_class import value_class

_FAMILY = re.compile(r"v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.[xX*]){0,2}")
_NEWEST = ("latest", "stable", "newest", "current")
_PROJECTS = ("installed", "project", "locked")


class RequestKind(StrEnum):
    """The kind of a request for a version."""

    EXACT = "exact"
    """One version, or a tag that the publisher gave."""

    RANGE = "range"
    NEWEST = "newest"
    PROJECT = "project"


@value_class
class RequestedVersion:
    """A request for a version.

    Attributes:
        text: the caller's words.
        kind: the kind of the request.
        wanted: an exact version, a tag, or a range that `version_range` and `npm_range` read; "" for the newest version
            and for the project's.
    """

    text: str
    kind: RequestKind
    wanted: str = ""


def requested_version(text: str) -> RequestedVersion:
    """Return the request in a text; one or two numbers stand for all versions that begin with them.

    Args:
        text: the caller's words, such as `latest`, `installed`, `2`, `2.0`, `v5`, `5.x`, `2.0.0`, `^3`, `next`.
    """
    word = text.strip()
    if word.lower() in _NEWEST:
        return RequestedVersion(text, RequestKind.NEWEST)
    if word.lower() in _PROJECTS:
        return RequestedVersion(text, RequestKind.PROJECT)
    if family := _FAMILY.fullmatch(word):
        numbers = ".".join(number for number in family.groups() if number)
        return RequestedVersion(text, RequestKind.RANGE, f"{numbers}.x")
    is_range = any(sign in word for sign in "<>=~^*!| ") or word.endswith((".x", ".X"))
    return RequestedVersion(text, RequestKind.RANGE if is_range else RequestKind.EXACT, word)
