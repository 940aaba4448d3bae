"""The names that take the place of removed ones: the same signature, the same words, or a similar name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pro_context_engine.code_checks import similar_names
from pro_context_engine.domain.symbols import PackageSymbol, Signature, SymbolTable

_CERTAIN = 1.0
_MOST_CANDIDATES = 400
_CALLABLE = frozenset({"function", "method"})
_TYPES = frozenset({"class", "interface", "type", "enum"})


def later_name(old: PackageSymbol, candidates: Iterable[PackageSymbol]) -> PackageSymbol | None:
    """Return the new symbol that a removed one is named now, None where none is alike enough.

    Args:
        old: the removed symbol.
        candidates: the symbols that came with the later version, in the place of the removed one.
    """
    best, highest = None, 0.0
    for number, one in enumerate(candidates):
        if number >= _MOST_CANDIDATES:
            break
        score = _score(old, one)
        if score > highest:
            best, highest = one, score
    return best if highest >= _CERTAIN else None


def stated_replacement(old: PackageSymbol, new: SymbolTable) -> str:
    """Return the name that the deprecation of a removed symbol names as its replacement, "" for none.

    A name that the later version has is given in its canonical form.
    """
    if old.deprecation is None:
        return ""
    named = [old.deprecation.replacement, *similar_names.stated(old.deprecation.reason, old.last_name)]
    named = [one for one in named if one]
    owner = old.name.rpartition(".")[0]
    for one in named[:4]:
        for path in (one, f"{owner}.{one}"):
            if (found := new.find(path)) is not None:
                return found.name
        if ends := new.named(one):
            return ends[0].name
    return old.deprecation.replacement


def _score(old: PackageSymbol, new: PackageSymbol) -> float:
    """Return how sure it is that two symbols are the same thing; 1 and more is sure enough."""
    if not _same_sort(old, new):
        return 0.0
    name = similar_names.likeness(old.last_name, new.last_name)
    if _plain(old.last_name) == _plain(new.last_name):
        return 2.0
    score = 0.9 * name
    if old.signatures and new.signatures:
        score += 0.3 * _alike_signatures(old.signatures[0], new.signatures[0])
    words, others = _words(old.summary), _words(new.summary)
    if len(words) >= 4 and len(others) >= 4:
        score += 0.5 * len(words & others) / len(words | others)
    return score


def _same_sort(old: PackageSymbol, new: PackageSymbol) -> bool:
    for sort in (_CALLABLE, _TYPES):
        if (old.kind.value in sort) != (new.kind.value in sort):
            return False
    return (old.kind.value == "module") == (new.kind.value == "module")


def _alike_signatures(one: Signature, other: Signature) -> float:
    """Return how alike two signatures are, 0..1: the share of common parameters; short ones tell little."""
    names = {parameter.name for parameter in one.parameters}
    others = {parameter.name for parameter in other.parameters}
    if not names or not others:
        return 0.0
    share = len(names & others) / len(names | others)
    return share * min(1.0, (len(names) + 1) / 3)


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.lower()))


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
