"""Text about the past: change logs and upgrade guides.

A question that does not mention changes is about the current state. The figures behind the shares are in
docs/decisions/0026-scores-of-our-own.md and 0039-topics-verbs-and-headings.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from pro_context_engine.search.index.analysis import analyse
from pro_context_engine.search.index.chunk_fields import FIELDS

CHANGE_LOG_SHARE = 0.7
"""The factor on the score of a change log's section, against a section about the current state."""

UPGRADE_SHARE = 0.75
"""The factor on the score of a page about upgrading from one version to another."""

_TITLE, _PATH, _HEADINGS = (FIELDS.index(field) for field in ("title", "path", "headings"))


def _pad(terms: str) -> str:
    return f" {terms} "


def _phrases(*titles: str) -> tuple[str, ...]:
    return tuple(_pad(" ".join(analyse(title))) for title in titles)


_CHANGE_LOGS = _phrases("Changelog", "Change log", "Release notes", "What's changed")
# Not every page on migrations: for database tools migrations are the topic.
_UPGRADES = _phrases("Upgrade", "Migrate to", "Migrate from", "Migration guide", "Release notes", "What's new")
_CHANGES = frozenset(analyse("changelog change release version upgrade migrate deprecate remove break"))


def asks_for_changes(terms: Iterable[str]) -> bool:
    """Tell from its terms whether a question is about changes."""
    return not _CHANGES.isdisjoint(terms)


def present_share(fields: Sequence[str]) -> float:
    """Return the factor on a chunk's score for questions that are not about changes, 0..1.

    Args:
        fields: the terms of each field, joined by spaces, in the order of `FIELDS`.
    """
    if _contains(fields[_HEADINGS], _CHANGE_LOGS):
        return CHANGE_LOG_SHARE
    return UPGRADE_SHARE if _contains(fields[_TITLE], _UPGRADES) or _contains(fields[_PATH], _UPGRADES) else 1.0


@lru_cache(maxsize=4096)
def _contains(terms: str, phrases: tuple[str, ...]) -> bool:
    spaced = _pad(terms)
    return any(phrase in spaced for phrase in phrases)
