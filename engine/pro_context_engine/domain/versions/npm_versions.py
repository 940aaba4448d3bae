"""Versions and ranges of npm (Semantic Versioning 2.0, and the ranges of its `semver` package).

Python's are read by packaging; npm has others: `^1.2`, `~1`, `1.x || >=2.5.0 <3`, and versions such as
`18.3.0-canary-a870b2d54` that are not valid in Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from operator import eq, ge, gt, le, lt

from pro_context_engine.domain.value_class import value_class

_LONGEST = 200
"""The maximum length of a version, characters; longer ones are invalid."""

LONGEST_RANGE = 2_000
"""The maximum length of a range, characters: those of several files are combined. Longer ones are invalid."""

_IDENTIFIERS = r"[0-9A-Za-z-]{1,64}(?:\.[0-9A-Za-z-]{1,64}){0,9}"
_VERSION = re.compile(rf"(\d{{1,9}})\.(\d{{1,9}})\.(\d{{1,9}})(?:-({_IDENTIFIERS}))?(?:\+{_IDENTIFIERS})?")
_PART = r"(?:\d{1,9}|[xX*])"
_PARTIAL = re.compile(
    rf"(\^|~>?|[<>]=?|={{1,2}})?[v=]?({_PART})(?:\.({_PART})(?:\.({_PART})(?:-({_IDENTIFIERS}))?(?:\+{_IDENTIFIERS})?)?)?"
)
_AFTER_OPERATOR = re.compile(r"(?<=[\^~<>=]) +")
_HYPHEN = re.compile(r"(\S+) +- +(\S+)")


@dataclass(frozen=True, slots=True, order=True)
class NpmVersion:
    """One version; build metadata after `+` is dropped.

    Attributes:
        release: major, minor, patch.
        precedence: sort key that orders pre-releases before their release.
        prerelease: `beta.1`; "" for none.
    """

    release: tuple[int, int, int]
    precedence: tuple[tuple[int, int, str], ...] = field(default=((2, 0, ""),), repr=False)
    prerelease: str = field(default="", compare=False)

    def __str__(self) -> str:
        return ".".join(map(str, self.release)) + (f"-{self.prerelease}" if self.prerelease else "")


def npm_version(text: str) -> NpmVersion | None:
    """Return the version in a text, with or without a leading `v`; None for a range or any other text."""
    match = _VERSION.fullmatch(text.strip().removeprefix("v")) if len(text) <= _LONGEST else None
    return _version((int(match[1]), int(match[2]), int(match[3])), match[4] or "") if match else None


@value_class
class NpmRange:
    """A range of versions: those that meet all conditions of one of the alternatives."""

    alternatives: tuple[tuple[Comparator, ...], ...]

    def contains(self, version: NpmVersion, *, prereleases: bool = False) -> bool:
        """Tell whether a version is in the range.

        Args:
            version: any version.
            prereleases: whether a pre-release counts even if no condition names one of the same release.
        """
        return any(
            all(condition.holds(version) for condition in conditions)
            and (prereleases or not version.prerelease or any(one.names(version) for one in conditions))
            for conditions in self.alternatives
        )


@lru_cache(maxsize=1_000)
def npm_range(text: str) -> NpmRange | None:
    """Return the range in a text, None if it is malformed; a version is a range with that version only."""
    if not 0 < len(text) <= LONGEST_RANGE:
        return None
    try:
        return NpmRange(tuple(tuple(_conditions(part.strip())) for part in text.replace(",", " ").split("||")))
    except ValueError:
        return None


@value_class
class Comparator:
    """A comparison with one version.

    Attributes:
        compare: the comparison, a function of the module operator.
        bound: the version that a version is compared with.
    """

    compare: Callable[[NpmVersion, NpmVersion], bool]
    bound: NpmVersion

    def holds(self, version: NpmVersion) -> bool:
        """Tell whether the comparison of a version with the bound is true."""
        return self.compare(version, self.bound)

    def names(self, version: NpmVersion) -> bool:
        """Tell whether the condition names a pre-release of the version's release."""
        return bool(self.bound.prerelease) and self.bound.release == version.release


def _version(release: tuple[int, int, int], prerelease: str = "") -> NpmVersion:
    if not prerelease:
        return NpmVersion(release)
    identifiers = ((0, int(one), "") if one.isdigit() else (1, 0, one) for one in prerelease.split("."))
    return NpmVersion(release, tuple(identifiers), prerelease)


def _conditions(text: str) -> Iterator[Comparator]:
    """Yield the conditions of one alternative.

    Raises:
        ValueError: it is malformed.
    """
    if between := _HYPHEN.fullmatch(text):
        yield from _comparator_conditions(">=", between[1])
        yield from _comparator_conditions("<=", between[2])
        return
    for part in _AFTER_OPERATOR.sub("", text).split():
        yield from _comparator_conditions("", part)


def _comparator_conditions(operator: str, text: str) -> Iterator[Comparator]:
    """Yield the conditions of one comparator; its own operator counts if none is given."""
    match = _PARTIAL.fullmatch(text)
    if match is None or (operator and match[1]):
        raise ValueError(text)
    numbers = [int(part) for part in _leading_numbers(match[2], match[3], match[4])]
    major, minor, patch = (*numbers, 0, 0, 0)[:3]
    least = _version((major, minor, patch), (match[5] or "") if len(numbers) == 3 else "")
    yield from _operator_conditions(operator or match[1] or "", least, len(numbers))


def _leading_numbers(*parts: str | None) -> Iterator[str]:
    for part in parts:
        if part is None or not part.isdigit():
            return
        yield part


def _operator_conditions(operator: str, least: NpmVersion, known: int) -> Iterator[Comparator]:
    """Yield the conditions of an operator before a version of which `known` parts are given."""
    if operator == "^":
        yield from _within(least, next((at + 1 for at in range(known) if least.release[at]), known))
    elif operator in ("~", "~>"):
        yield from _within(least, min(known, 2))
    elif operator in (">", "<="):
        yield from _beyond(operator, least, known)
    elif operator == "<":
        yield Comparator(lt, least if least.prerelease else _before_prereleases(least))
    elif operator == ">=":
        yield Comparator(ge, least)
    elif known == len(least.release):
        yield Comparator(eq, least)
    else:
        yield from _within(least, known)


def _within(least: NpmVersion, fixed: int) -> Iterator[Comparator]:
    """Yield the conditions that keep the first `fixed` numbers unchanged."""
    yield Comparator(ge, least)
    after = _raise_number(least, fixed)
    if after is not None:
        yield Comparator(lt, after)


def _beyond(operator: str, least: NpmVersion, known: int) -> Iterator[Comparator]:
    """Yield the condition of `>` or `<=`; a partial version stands for all versions that begin with it."""
    after = _raise_number(least, known)
    if known == len(least.release):
        yield Comparator(gt if operator == ">" else le, least)
    elif after is not None:
        yield Comparator(ge if operator == ">" else lt, after)
    elif operator == ">":
        yield Comparator(lt, _before_prereleases(least))


def _raise_number(least: NpmVersion, fixed: int) -> NpmVersion | None:
    """Return the lowest version with greater first `fixed` numbers, None if `fixed` is 0."""
    if not fixed:
        return None
    kept = least.release[: fixed - 1]
    major, minor, patch = (*kept, least.release[fixed - 1] + 1, 0, 0, 0)[:3]
    return _before_prereleases(_version((major, minor, patch)))


def _before_prereleases(version: NpmVersion) -> NpmVersion:
    """Return the lower bound of a version and all its pre-releases."""
    return NpmVersion(version.release, ())
