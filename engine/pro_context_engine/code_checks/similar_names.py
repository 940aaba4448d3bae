"""The real names that may be meant by a name that does not exist: by the words of the package, then by spelling."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

MOST = 3
_LEAST = 0.42
_LEAST_OF_REST = 0.3
_MISSPELLED = 85
_SYNONYMS = 0.75
# Words that say nothing about a name alone.
_BARE = frozenset({"add", "all", "as", "at", "can", "for", "from", "get", "has", "is", "of", "on", "set", "to", "with"})

# Words that interfaces use for the same thing; a name may be borrowed from another library.
_SAME = (
    "add append insert push concat concatenate extend",
    "arg args argument arguments param params parameter",
    "begin start run launch execute",
    "cancel stop abort close shutdown",
    "cat concat concatenate",
    "char chars character",
    "check is verify validate",
    "cmd command subcommand",
    "col column columns",
    "conn connection connections connect",
    "convert to cast as",
    "count length len lengths size num number",
    "cum cumulative",
    "delete remove drop del discard",
    "desc descending reverse",
    "asc ascending",
    "dict json dump serialize as_dict asdict",
    "dir directory folder path",
    "err error exception errors",
    "expand expanddims unsqueeze",
    "expire expiry ttl ex timeout",
    "fetch get load read query retrieve",
    "field fields key keys",
    "fill na null missing nan none",
    "filter where query select",
    "follow allow",
    "func function fn callback handler hook",
    "group groups by",
    "help description doc text",
    "immutable frozen readonly",
    "init initialize setup",
    "inverse inv invert",
    "item items entry entries element",
    "iter iterate iterator each stream",
    "json data body content payload",
    "list all array",
    "lower lowercase casefold",
    "make create new build generate upload",
    "map apply applymap elements transform",
    "max maximum most limit",
    "min minimum least",
    "mod modify update change patch set",
    "msg message reason text match",
    "name label title",
    "none null nil",
    "parse read load validate",
    "prefix url path",
    "print echo write output display show",
    "proxy proxies",
    "query args params search",
    "rand random standard",
    "rename alias",
    "require required mandatory",
    "retry retries attempts",
    "save store put write to",
    "sep separator delimiter delim",
    "serialize dump dumps encode",
    "session client connection",
    "sort order sorted",
    "status code state",
    "str string text",
    "success ok",
    "upper uppercase",
    "value values val",
    "wait sleep delay",
)
_GROUPS: dict[str, set[int]] = {}
for _number, _line in enumerate(_SAME):
    for _word in _line.split():
        _GROUPS.setdefault(_word, set()).add(_number)

_STATED = (
    re.compile(
        r"(?:[Uu]se|[Tt]ry|[Cc]all|[Pp]refer|favou?r of|renamed(?: it)? (?:to|as)|"
        r"replaced (?:by|with)|moved to|instead of)"
        r"[\s'\"]+(?:the |a |an )?(?::\w+:)?[`'\"~]*([A-Za-z_][\w.]*)"
    ),
    re.compile(r"`{1,2}~?([A-Za-z_][\w.]*)(?:\([^)`]*\))?`{1,2}"),
    # "When creating the application instead" names nothing.
    re.compile(r"(?<!\bthe )(?<!\ban )(?<!\ba )(?<![\w.])([A-Za-z_][\w.]*)(?:\(\))? instead"),
    re.compile(r"(?:new_name|new_arg_name|alternative|replacement)=['\"]([\w.]+)['\"]"),
    re.compile(r"['\"]([a-z_]\w+)['\"]"),
)
_REPLACING = (_STATED[0], *_STATED[2:4])
_NO_NAMES_WORDS = (
    "the a an this that it instead of in to use is be and or for with deprecated function method class"
    " argument keyword parameter attribute version removed future please warning warnings warn"
)
_NO_NAMES = frozenset(_NO_NAMES_WORDS.split())


def stated(text: str, name: str) -> list[str]:
    """Return the names that the words of a package name as a replacement, the surest first.

    Args:
        text: the words, a deprecation or a comment.
        name: the name that they are about.
    """
    found: dict[str, None] = {}
    for pattern in _STATED:
        for one in pattern.findall(text[:4_000]):
            last = one.strip(".").rpartition(".")[2]
            if last and last != name and last.lower() not in _NO_NAMES and not last.endswith("Warning"):
                found.setdefault(one.strip("."), None)
    return list(found)


def replacing(text: str, name: str) -> set[str]:
    """Return the names that the words of a package say to use in place of a name, without those only mentioned."""
    found = {one.strip(".") for pattern in _REPLACING for one in pattern.findall(text[:4_000])}
    return {one for one in found if one.rpartition(".")[2] != name}


def closest(name: str, known: Iterable[str], named: Sequence[str] = ()) -> list[str]:
    """Return at most three names that may be meant, best first.

    Args:
        name: the name that does not exist.
        known: the names that exist in its place.
        named: names that the package states as replacements.
    """
    names = [one for one in dict.fromkeys(known) if one != name and not one.startswith("_")]
    last = {one: one.rpartition(".")[2] for one in named}
    there = set(names)
    scores: dict[str, float] = {}
    for rank, one in enumerate(named[:12]):
        if last[one] in there:
            scores[last[one]] = max(scores.get(last[one], 0), 1.0 - rank / 10)
        elif rank == 0:
            scores[one] = 1.2
    for one in names:
        score = likeness(name, one)
        if score >= _LEAST:
            scores[one] = scores.get(one, 0.0) + score
    return sorted(scores, key=lambda one: (-scores[one], one))[:MOST]


def filled(found: Sequence[str], name: str, known: Iterable[str]) -> list[str]:
    """Return at most three names: the found ones, then the others that are somewhat like the name.

    Args:
        found: the names that may be meant, best first.
        name: the name that does not exist.
        known: the names that exist in its place.
    """
    if len(found) >= MOST:
        return list(found[:MOST])
    names = [one for one in dict.fromkeys(known) if one != name and not one.startswith("_") and one not in found]
    scored = {one: likeness(name, one) for one in names}
    rest = sorted((one for one in names if scored[one] >= _LEAST_OF_REST), key=lambda one: (-scored[one], one))
    return [*found, *rest][:MOST]


@lru_cache(maxsize=20_000)
def likeness(name: str, other: str) -> float:
    """Return how alike two names are, 0..1: by their letters, and by their words."""
    one, two = _plain(name), _plain(other)
    if one == two:
        return 1.0
    letters = _ratio(one, two) / 100
    words, others = _words(name), _words(other)
    shared = sum(max((_same_word(a, b) for b in others), default=0.0) for a in words)
    back = sum(max((_same_word(a, b) for a in words), default=0.0) for b in others)
    meaning = (shared + back) / max(1, len(words) + len(others))
    inside = min(len(one), len(two)) >= 3 and (one in two or two in one)
    if len(words) == len(others) and meaning >= _SYNONYMS:
        meaning += 0.2
    return min(0.99, 0.5 * letters + 0.45 * meaning + 0.12 * inside)


def may_be_meant(name: str, other: str) -> bool:
    """Tell whether one name is a misspelling of the other, or has all its words (`setCookie`, `cookie`)."""
    one, two = frozenset(_words(name)), frozenset(_words(other))
    if is_misspelling(name, other):
        return True
    return (one <= two or two <= one) and bool((one & two) - _BARE)


def is_misspelling(name: str, other: str) -> bool:
    """Tell whether two names have nearly the same letters."""
    return _ratio(_plain(name), _plain(other)) >= _MISSPELLED


def _ratio(one: str, two: str) -> float:
    """Return how alike the letters of two texts are, 0..100."""
    # Loading rapidfuzz takes longer than an answer, and most names are found.
    from rapidfuzz import fuzz  # noqa: PLC0415

    return fuzz.ratio(one, two)


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


@lru_cache(maxsize=20_000)
def _words(name: str) -> tuple[str, ...]:
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)
    return tuple(part.lower() for part in parts)


def _same_word(one: str, two: str) -> float:
    if one == two:
        return 1.0
    if len(one) >= 3 and len(two) >= 3 and (one.startswith(two) or two.startswith(one)):
        return 0.8
    if _GROUPS.get(one, set()) & _GROUPS.get(two, set()):
        return 0.75
    return 0.5 if len(one) > 3 and len(two) > 3 and _ratio(one, two) >= 80 else 0.0
