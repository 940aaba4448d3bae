"""Versions and ranges of Python packages, and other common notations of ranges: `0.3.x`, `^1.2`, `~1.2`."""

from __future__ import annotations

import re
from functools import lru_cache

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

LONGEST_RANGE = 2_000
"""The maximum length of a range, characters: those of several files are combined. Longer ones are malformed."""

_LONGEST = 200
_NUMBERS = r"(\d{1,9}(?:\.\d{1,9}){0,5})"
# `0.3.x` is a common notation of `==0.3.*`.
_FAMILY = re.compile(rf"v?{_NUMBERS}\.[xX*]")
# Poetry and npm: `^` up to the next number that may break something, `~` up to the next second number.
_CARET_OR_TILDE = re.compile(rf"([\^~])\s?v?{_NUMBERS}((?:[-.]?[A-Za-z][A-Za-z0-9.-]{{0,40}})?)")


def exact_version(wanted: str) -> Version | None:
    """Return the version that a text names exactly, None for a range or anything else."""
    try:
        return Version(wanted) if len(wanted) <= _LONGEST else None
    except InvalidVersion:
        return None


def version_range(wanted: str) -> SpecifierSet | None:
    """Return the range in a text, None if it is malformed.

    Args:
        wanted: a version specifier (PEP 440) such as `>=2,<3` or `~=1.4`, or `0.3.x`, `^1.2`, `~1.2`.
    """
    if not 0 < len(wanted) <= LONGEST_RANGE:
        return None
    text = wanted.strip()
    try:
        if family := _FAMILY.fullmatch(text):
            return SpecifierSet(f"=={family[1]}.*")
        return SpecifierSet(caret_or_tilde(text) or text)
    except InvalidSpecifier:
        return None


def caret_or_tilde(text: str) -> str:
    """Return `^1.2` or `~1.2` in the notation of PEP 440, "" for any other text."""
    bounded = _CARET_OR_TILDE.fullmatch(text)
    return f">={bounded[2]}{bounded[3]},<{_end(bounded[1], bounded[2])}" if bounded else ""


@lru_cache(maxsize=1024)
def admits(requires_python: str, python: str) -> bool:
    """Tell whether a package can be installed with this Python; by pip's rules an unreadable requirement allows all.

    Args:
        requires_python: the required versions, such as `>=3.9,!=3.9.1`; "" for any.
        python: a version such as "3.12.1"; "3.12" stands for its first and its last patch release.
    """
    releases = (python, f"{python}.99") if python.count(".") == 1 else (python,)
    try:
        required = SpecifierSet(requires_python)
        return any(required.contains(release, prereleases=True) for release in releases)
    except (InvalidSpecifier, InvalidVersion):
        return True


def _end(operator: str, version: str) -> str:
    """Return the end of a range: the first number that is not 0 raised for `^`, the second number raised for `~`."""
    numbers = [int(number) for number in version.split(".")]
    at = min(1, len(numbers) - 1)
    if operator == "^":
        at = next((place for place, number in enumerate(numbers) if number), len(numbers) - 1)
    return ".".join(map(str, [*numbers[:at], numbers[at] + 1]))
