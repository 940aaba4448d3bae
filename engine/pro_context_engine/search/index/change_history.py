"""Text about the past: change logs and upgrade guides.

A question that does not mention changes is about the current state. The figures behind the shares are in
docs/decisions/0026-scores-of-our-own.md and 0039-topics-verbs-and-headings.md.
"""

from __future__ import annotations

from collections.abc import Iterable

from pro_context_engine.search.index.analysis import analyse

CHANGE_LOG_SHARE = 0.7
"""The factor on the score of a change log's section, against a section about the current state."""

UPGRADE_SHARE = 0.75
"""The factor on the score of a page about upgrading from one version to another."""


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


def is_change_log(headings: str) -> bool:
    """Tell from the terms of its headings, joined by spaces, whether a section belongs to a change log."""
    return any(map(_pad(headings).__contains__, _CHANGE_LOGS))


def is_upgrade_guide(title: str, path: str) -> bool:
    """Tell from the terms of its title and path, joined by spaces, whether a page is about upgrading."""
    # A line of its own each: no phrase reaches from one to the other.
    return any(map(f"{_pad(title)}\n{_pad(path)}".__contains__, _UPGRADES))
