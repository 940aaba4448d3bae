"""Ranges of Python packages: the notations of other tools in that of PEP 440, and the intersection of two ranges."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from packaging.specifiers import InvalidSpecifier, Specifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from pro_context_engine.domain.versions.python_versions import LONGEST_RANGE, caret_or_tilde

_AFTER_OPERATOR = re.compile(r"(?<=[\^~<>=!])\s+")
_BETWEEN = re.compile(r"[,\s]+")
_FAMILY = re.compile(r"={0,2}v?(\d{1,9}(?:\.\d{1,9}){0,5})\.[xX*]")
_BARE = re.compile(r"=?(v?\d.*)")
_ORDER = ("===", "==", "~=", ">=", ">", "!=", "<=", "<")
_SMALLEST_STEP = ".0.0.0.0.0.0.0.1"

_MAX_TESTED = 40
"""The maximum number of conditions that are tested for a contradiction; more take time, and count as satisfiable."""


@lru_cache(maxsize=1_000)
def plain_range(text: str) -> str | None:
    """Return a range in the notation of PEP 440, "" for any version, None if it is malformed.

    Args:
        text: a range of PEP 440, poetry, PDM or a Pipfile: `>=1,<2`, `^1.2`, `~1.2`, `1.4.*`, `*`. A bare version means
            exactly that version. Alternatives (`^1.2 || ^3`) become one range from the lowest to the highest.
    """
    if len(text) > LONGEST_RANGE:
        return None
    parts = [_specifiers(part) for part in re.split(r"\|{1,2}", text)]
    alternatives = [part for part in parts if part is not None]
    if len(alternatives) < len(parts):
        return None
    return _text(alternatives[0] if len(parts) == 1 else _hull(alternatives))


@lru_cache(maxsize=1_000)
def python_intersection(*ranges: str) -> str | None:
    """Return one range with the versions that are in all ranges; None if there are none, or the range is too long.

    Args:
        ranges: ranges in the notation of PEP 440.
    """
    try:
        kept = _reduced(SpecifierSet(",".join(ranges)))
    except InvalidSpecifier:
        return None
    text = _text(kept)
    return text if len(text) <= LONGEST_RANGE and _may_have_versions(kept) else None


def _specifiers(text: str) -> list[Specifier] | None:
    """Return the conditions in a text without alternatives, None if it is malformed."""
    found: list[Specifier] = []
    for token in _BETWEEN.split(_AFTER_OPERATOR.sub("", text.strip())):
        try:
            found += (Specifier(part) for part in _plain(token).split(",") if part)
        except InvalidSpecifier:
            return None
    return found


def _plain(token: str) -> str:
    """Return one condition in the notation of PEP 440, "" for any version."""
    if token in ("", "*", "==*", "x"):
        return ""
    if family := _FAMILY.fullmatch(token):
        return f"=={family[1]}.*"
    if bare := _BARE.fullmatch(token):
        return f"=={bare[1]}"
    return caret_or_tilde(token) or token


def _text(specifiers: Iterable[Specifier]) -> str:
    ordered = sorted(specifiers, key=lambda one: (_ORDER.index(one.operator), one.version))
    return ",".join(str(one) for one in ordered)


def _reduced(specifiers: Iterable[Specifier]) -> list[Specifier]:
    """Return the conditions without those that another one makes needless."""
    kept: list[Specifier] = []
    ends: dict[str, Specifier] = {}
    for one in specifiers:
        if one.operator not in (">=", "<") or (one.operator == "<" and not _is_plain(one.version)):
            kept.append(one)
            continue
        known = ends.setdefault(one.operator, one)
        if (Version(one.version) > Version(known.version)) == (one.operator == ">="):
            ends[one.operator] = one
    return [*kept, *ends.values()]


def _is_plain(version: str) -> bool:
    """Tell whether it is a release: below a pre-release of 2.0, other pre-releases of 2.0 count too."""
    return re.fullmatch(r"[\d.]+", version) is not None


def _may_have_versions(specifiers: Sequence[Specifier]) -> bool:
    """Tell whether a version is in all conditions, going by the versions at which a range can begin.

    A range begins at the bound of a condition, just above it, or at the next number after a family (`!=1.4.*`).
    """
    if len(specifiers) > _MAX_TESTED:
        return True
    conditions = SpecifierSet(specifiers)
    named = [one.version for one in specifiers if one.operator in ("==", "===") and not one.version.endswith(".*")]
    # Most ranges begin at one of these bounds.
    likely = sorted(specifiers, key=lambda one: one.operator not in ("==", "~=", ">="))
    return any(conditions.contains(version, prereleases=True) for version in named or _beginnings(likely))


def _beginnings(specifiers: Iterable[Specifier]) -> Iterator[str]:
    for one in specifiers:
        if one.operator == "===":
            yield one.version
            continue
        version = one.version.removesuffix(".*")
        try:
            release = Version(version)
        except InvalidVersion:
            continue
        yield version
        yield release.base_version + _SMALLEST_STEP
        yield _next_of(release)
        yield f"{_next_of(release)}.dev0"
        yield f"{release.base_version}.dev0"
    yield "0"
    yield "0.dev0"


def _next_of(version: Version) -> str:
    """Return the release whose last given number is one greater."""
    epoch = f"{version.epoch}!" if version.epoch else ""
    return epoch + ".".join(map(str, (*version.release[:-1], version.release[-1] + 1)))


def _hull(alternatives: Iterable[Iterable[Specifier]]) -> list[Specifier]:
    """Return one range that has all versions of the alternatives, from the lowest to the highest."""
    lowest: list[Version | None] = []
    highest: list[tuple[Version, str] | None] = []
    for alternative in alternatives:
        starts, ends = [], []
        for one in alternative:
            start, end = _ends(one)
            starts += start
            ends += end
        lowest.append(max(starts, default=None))
        highest.append(min(ends, default=None))
    found: list[Specifier] = []
    starts = [start for start in lowest if start is not None]
    if len(starts) == len(lowest):
        found.append(Specifier(f">={min(starts)}"))
    ends = [end for end in highest if end is not None]
    if len(ends) == len(highest):
        version, operator = max(ends)
        found.append(Specifier(f"{operator}{version}"))
    return found


def _ends(one: Specifier) -> tuple[list[Version], list[tuple[Version, str]]]:
    """Return the lowest version of a condition and its end with its operator; [] where it has none."""
    if one.operator in ("===", "!="):
        return [], []
    version = Version(one.version.removesuffix(".*"))
    if one.operator in (">=", ">"):
        return [version], []
    if one.operator in ("<", "<="):
        return [], [(version, one.operator)]
    if one.operator == "~=":
        return [version], [(Version(_next_of(Version(".".join(map(str, version.release[:-1]))))), "<")]
    if one.version.endswith(".*"):
        return [version], [(Version(_next_of(version)), "<")]
    return [version], [(version, "<=")]
