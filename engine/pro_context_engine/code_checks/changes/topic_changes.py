"""The changes that are about a topic."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pro_context_engine.code_checks.changes.table_changes import order
from pro_context_engine.domain.api_changes import ApiChange
from pro_context_engine.search.index.analysis import analyse

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def about_topic(changes: Sequence[ApiChange], topic: str) -> list[ApiChange]:
    """Return the changes that have a word of a topic in their names or parameters; those with more words first.

    Args:
        changes: the changes, in their order.
        topic: words, in any form.
    """
    wanted = set(analyse(topic))
    scored = []
    for change in changes:
        names = " ".join([change.symbol, change.replacement, *change.parameters])
        words = set(analyse(" ".join([names, *_PARTS.findall(names)])))
        if shared := len(wanted & words):
            scored.append((-shared, order(change), change))
    return [change for _, _, change in sorted(scored, key=lambda one: one[:2])]
