"""Text to terms: the same rules for indexed text and for questions.

A word becomes its lower-case stem without accents. An identifier (`readCsv`, `read_csv`, `pl.read_csv`, `--read-csv`)
becomes its parts and the parts joined, so that all spellings share terms. A version (`3.11`) stays unchanged. Runs of
Chinese, Japanese and Korean characters become pairs of characters. All other scripts are split into words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from functools import cache, lru_cache
from itertools import chain, pairwise

from pro_context_engine.search.index.machine_words import without_machine_words
from pro_context_engine.search.index.stemming import stem
from pro_context_engine.search.index.stop_words import STOP_WORDS, TELLING_STOP_WORDS

MAX_QUERY_TERMS = 64
MAX_QUERY_PAIRS = 64
MAX_TERM_LENGTH = 64

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
"""The letters of scripts without spaces between words, for the character class of a regular expression."""

_FIRST_OF_CJK = CJK[0]
# Linear: a run is word characters with single joiners between them. ASCII text is most of what is indexed.
_ASCII_RUN = re.compile(r"[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*")
_ACCENTS = re.compile(r"[\u0300-\u036f]+")
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_PART = re.compile(r"[_-]|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def analyse(text: str) -> list[str]:
    """Return the terms of a text, in order, repetitions kept.

    Args:
        text: Markdown, code or plain words, of any length; time is linear in it.

    Returns:
        Lower-case terms of letters, digits and (in versions) dots, each at most 64 characters.
    """
    return list(chain.from_iterable(map(terms_of_run, runs_of(text))))


def query_terms(text: str) -> list[str]:
    """Return the distinct terms to look up for a question, keywords, an error message or code.

    Args:
        text: the user's question.

    Returns:
        At most 64 terms in order of appearance, without stop words unless nothing else is left.
    """
    terms = list(dict.fromkeys(analyse(without_machine_words(text))))
    content_terms = [term for term in terms if term not in STOP_WORDS]
    return (content_terms or terms)[:MAX_QUERY_TERMS]


def telling_stop_words(text: str) -> list[str]:
    """Return the distinct stop words of a question that tell names and summaries apart (`TELLING_STOP_WORDS`)."""
    return [term for term in dict.fromkeys(analyse(without_machine_words(text))) if term in TELLING_STOP_WORDS]


def query_pairs(text: str) -> list[str]:
    """Return the distinct pairs of neighbouring terms of a question, which are more specific than single terms.

    Args:
        text: the user's question.

    Returns:
        At most 64 pairs in order of appearance, each two terms with a space between them, not both stop words.
    """
    terms = analyse(without_machine_words(text))
    pairs = dict.fromkeys(f"{a} {b}" for a, b in pairwise(terms) if a not in STOP_WORDS or b not in STOP_WORDS)
    return list(pairs)[:MAX_QUERY_PAIRS]


def words_if_known(heading: str, known: Container[str]) -> frozenset[str]:
    """Return the terms of a heading without stop words, of an identifier only the parts; none if one is not known.

    Args:
        heading: the text; most have an unknown word, and are read up to that.
        known: the known terms.
    """
    words: set[str] = set()
    for run in _runs_of_heading(heading):
        for word in _words_of(run):
            if word not in STOP_WORDS:
                if word not in known:
                    return frozenset()
                words.add(word)
    return frozenset(words)


@lru_cache(maxsize=16_384)
def _runs_of_heading(heading: str) -> list[str]:
    return runs_of(heading)


def runs_of(text: str) -> list[str]:
    """Return the runs of letters and digits of a text; each is analysed alone."""
    folded = _fold(text)
    return (_ASCII_RUN if folded.isascii() else _any_run()).findall(folded)


def _fold(text: str) -> str:
    """Return the text without compatibility forms and accents (of Latin, Greek and Cyrillic letters)."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", _ACCENTS.sub("", unicodedata.normalize("NFKD", text)))


@cache
def _any_run() -> re.Pattern[str]:
    """Return the pattern of runs in any script; it is compiled on first use because that takes milliseconds."""
    return re.compile(rf"[{CJK}]+|[^\W_{CJK}]+(?:[._-][^\W_{CJK}]+)*")


def _is_cjk(run: str) -> bool:
    """Tell whether a run has letters of scripts without spaces between words."""
    return run >= _FIRST_OF_CJK and _cjk().match(run) is not None


@cache
def _cjk() -> re.Pattern[str]:
    """Return the pattern of a letter of these scripts, compiled on first use as `_any_run` is."""
    return re.compile(f"[{CJK}]")


@lru_cache(maxsize=65_536)
def terms_of_run(run: str) -> tuple[str, ...]:
    """Return the terms of one of the runs of a text."""
    if run.isascii() and run.isalpha() and run.islower():  # most runs
        return (stem(run[:MAX_TERM_LENGTH]),)
    if _is_cjk(run):
        return tuple(run[i : i + 2] for i in range(max(1, len(run) - 1)))
    if _NUMBER.fullmatch(run):
        return (run[:MAX_TERM_LENGTH],)
    return tuple(stem(part[:MAX_TERM_LENGTH]) for part in _parts_of(run))


def _parts_of(run: str) -> list[str]:
    """Return the lower-case parts of a run of other letters, and those of each identifier joined behind them."""
    every: list[str] = []
    for name in run.split("."):
        parts = [part.lower().replace("ς", "σ") for part in _PART.split(name) if part]
        every += parts
        if len(parts) > 1:
            every.append("".join(parts))
    return every


@lru_cache(maxsize=16_384)
def _words_of(run: str) -> tuple[str, ...]:
    """Return the terms of the parts of a run, without the terms of the joined identifier."""
    return tuple(term for part in _PART.split(run) if part for term in terms_of_run(part))
