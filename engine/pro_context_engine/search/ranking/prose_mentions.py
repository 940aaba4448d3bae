"""The names of symbols in the prose that was found for a question.

Guides say in the words of users what a symbol is for; its own section says it in the words of its author
(docs/decisions/0170-guides-name-the-symbols-that-are-meant.md).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import log

from pro_context_engine.domain.model import Hit

MOST_HITS = 10
"""The best hits whose names count."""

COMPARED_HITS = 40
"""The best hits that tell how common a name is."""

LEAST_SHARE = 0.4
"""The share of the best score below which the names of a hit do not count."""

KEPT_TEXTS = 512
"""The texts whose names are kept."""

_NAME = r"(?:[A-Za-z_]\w*\.)*([A-Za-z_]\w*)"
_MARKED = re.compile(rf"(?<!`)``?[~.!]?{_NAME}(?:\([^`\n]*\))?``?(?!`)")
_IN_CODE = re.compile(rf"(?<![\w.]){_NAME}(?=\()|(?<![\w.])(?:[A-Za-z_]\w*\.)*([A-Z]\w*)")
# A fence that nothing closes reaches to the end, so that no text is looked through twice.
_FENCED = re.compile(r"^ {0,3}(`{3,}+|~{3,}+).*?(?:^ {0,3}\1|\Z)", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#.*", re.MULTILINE)


def mentions(hits: Sequence[Hit]) -> Mapping[str, float]:
    """Return the names in the best hits, each with a weight of 0..1.

    A name weighs more the better the hits with it fit the question, and the fewer of the further hits have it.

    Args:
        hits: on prose of one package, best first.
    """
    names = [names_in(hit.chunk.text) for hit in hits[:COMPARED_HITS]]
    having = Counter(name for found in names for name in found)
    sums: defaultdict[str, float] = defaultdict(float)
    total = 0.0
    for hit, found in zip(hits[:MOST_HITS], names, strict=False):
        share = hit.score / hits[0].score if hits[0].score > 0 else 0.0
        if share >= LEAST_SHARE:
            total += share**2
            for name in found:
                sums[name] += share**2
    most = total * log(1 + len(names))
    return {name: value * log((1 + len(names)) / having[name]) / most for name, value in sums.items()}


@lru_cache(maxsize=KEPT_TEXTS)
def names_in(text: str) -> frozenset[str]:
    """Return the last parts of the names that a text calls, marks as code or has in a heading.

    Args:
        text: Markdown.
    """
    prose = _FENCED.sub("", text)
    code = [*(block[0] for block in _FENCED.finditer(text)), *_HEADING.findall(prose)]
    called = {name for part in code for pair in _IN_CODE.findall(part) for name in pair if name}
    return frozenset(called.union(_MARKED.findall(prose)))
