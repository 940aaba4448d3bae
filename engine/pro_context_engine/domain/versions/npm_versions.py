"""Versions and ranges as npm has them (Semantic Versioning 2.0, and the ranges of its `semver` package).

Python's are packaging's to know; these are others: `^1.2`, `~1`, `1.x || >=2.5.0 <3`, and versions such as
`18.3.0-canary-a870b2d54` that no Python version could be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from operator import eq, ge, gt, le, lt

_LONGEST = 200
"""Characters of a version or a range; longer ones are none."""

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
    """One version; what stands after `+` is no part of it.

    Attributes:
        release: major, minor, patch.
        precedence: places a pre-release before its release, in their order.
        prerelease: `beta.1`; "" for none.
    """

    release: tuple[int, int, int]
    precedence: tuple[tuple[int, int, str], ...] = field(default=((2, 0, ""),), repr=False)
    prerelease: str = field(default="", compare=False)

    def __str__(self) -> str:
        return ".".join(map(str, self.release)) + (f"-{self.prerelease}" if self.prerelease else "")


def npm_version(text: str) -> NpmVersion | None:
    """Return the version that a text is, with or without a `v` before it; None for a range or anything else."""
    match = _VERSION.fullmatch(text.strip().removeprefix("v")) if len(text) <= _LONGEST else None
    return _version((int(match[1]), int(match[2]), int(match[3])), match[4] or "") if match else None


@dataclass(frozen=True, slots=True)
class NpmRange:
    """Which versions are meant: those that meet all conditions of one of the alternatives."""

    alternatives: tuple[tuple[_Condition, ...], ...]

    def has(self, version: NpmVersion, *, prereleases: bool = False) -> bool:
        """Tell whether a version is meant.

        Args:
            version: any.
            prereleases: whether a pre-release counts though no condition names one of the same release.
        """
        return any(
            all(condition.holds(version) for condition in conditions)
            and (prereleases or not version.prerelease or any(one.names(version) for one in conditions))
            for conditions in self.alternatives
        )


@lru_cache(maxsize=1_000)
def npm_range(text: str) -> NpmRange | None:
    """Return the range that a text is, None if it is none; a version is the range that only it is in."""
    if not 0 < len(text) <= _LONGEST:
        return None
    try:
        return NpmRange(tuple(tuple(_conditions(part.strip())) for part in text.replace(",", " ").split("||")))
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class _Condition:
    """A comparison with one version."""

    compare: Callable[[NpmVersion, NpmVersion], bool]
    bound: NpmVersion

    def holds(self, version: NpmVersion) -> bool:
        return self.compare(version, self.bound)

    def names(self, version: NpmVersion) -> bool:
        """Tell whether it asks for pre-releases of the version's release."""
        return bool(self.bound.prerelease) and self.bound.release == version.release


def _version(release: tuple[int, int, int], prerelease: str = "") -> NpmVersion:
    if not prerelease:
        return NpmVersion(release)
    identifiers = ((0, int(one), "") if one.isdigit() else (1, 0, one) for one in prerelease.split("."))
    return NpmVersion(release, tuple(identifiers), prerelease)


def _conditions(text: str) -> Iterator[_Condition]:
    """Give what has to hold of a version, for one alternative.

    Raises:
        ValueError: it is none.
    """
    if between := _HYPHEN.fullmatch(text):
        yield from _compared(">=", between[1])
        yield from _compared("<=", between[2])
        return
    for part in _AFTER_OPERATOR.sub("", text).split():
        yield from _compared("", part)


def _compared(operator: str, text: str) -> Iterator[_Condition]:
    """Give the conditions of one comparator, whose own operator counts if none is given."""
    match = _PARTIAL.fullmatch(text)
    if match is None or (operator and match[1]):
        raise ValueError(text)
    numbers = [int(part) for part in _leading_numbers(match[2], match[3], match[4])]
    major, minor, patch = (*numbers, 0, 0, 0)[:3]
    least = _version((major, minor, patch), (match[5] or "") if len(numbers) == 3 else "")
    yield from _bounded(operator or match[1] or "", least, len(numbers))


def _leading_numbers(*parts: str | None) -> Iterator[str]:
    for part in parts:
        if part is None or not part.isdigit():
            return
        yield part


def _bounded(operator: str, least: NpmVersion, known: int) -> Iterator[_Condition]:
    """Give the conditions of an operator before a version of which so many parts are known."""
    if operator == "^":
        yield from _within(least, next((at + 1 for at in range(known) if least.release[at]), known))
    elif operator in ("~", "~>"):
        yield from _within(least, min(known, 2))
    elif operator in (">", "<="):
        yield from _beyond(operator, least, known)
    elif operator == "<":
        yield _Condition(lt, least if least.prerelease else _before_prereleases(least))
    elif operator == ">=":
        yield _Condition(ge, least)
    elif known == len(least.release):
        yield _Condition(eq, least)
    else:
        yield from _within(least, known)


def _within(least: NpmVersion, fixed: int) -> Iterator[_Condition]:
    """Give the conditions that leave so many leading numbers as they are."""
    yield _Condition(ge, least)
    after = _raised(least, fixed)
    if after is not None:
        yield _Condition(lt, after)


def _beyond(operator: str, least: NpmVersion, known: int) -> Iterator[_Condition]:
    """Give the condition of `>` or `<=`, which mean a partial version with everything that begins so."""
    after = _raised(least, known)
    if known == len(least.release):
        yield _Condition(gt if operator == ">" else le, least)
    elif after is not None:
        yield _Condition(ge if operator == ">" else lt, after)
    elif operator == ">":
        yield _Condition(lt, _before_prereleases(least))


def _raised(least: NpmVersion, fixed: int) -> NpmVersion | None:
    """Return the lowest version that has more in its first so many numbers, None where all versions have as much."""
    if not fixed:
        return None
    kept = least.release[: fixed - 1]
    major, minor, patch = (*kept, least.release[fixed - 1] + 1, 0, 0, 0)[:3]
    return _before_prereleases(_version((major, minor, patch)))


def _before_prereleases(version: NpmVersion) -> NpmVersion:
    """Return the bound below which a version and all its pre-releases are not."""
    return NpmVersion(version.release, ())
