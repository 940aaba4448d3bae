"""Figures of a retrieval run: where the right page and section came, with intervals, and what confidence is worth."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from retrieval_corpus import Query, same_page, same_section

RESAMPLES = 1000
BINS = 10


@dataclass(frozen=True)
class Outcome:
    """Where a query's answer came: ranks from 1 on, None for nowhere among the results."""

    query: Query
    page: int | None
    section: int | None


def outcome(query: Query, urls: Sequence[str]) -> Outcome:
    """Return where the right page came among pages, and the right section among results."""
    pages = list(dict.fromkeys(same_page(url) for url in urls))
    sections = [(same_page(url), same_section(url.partition("#")[2])) for url in urls]
    return Outcome(query, _rank(pages, query.relevant), _rank(sections, query.sections))


def _rank(
    found: Sequence[object], right: frozenset[object] | frozenset[str] | frozenset[tuple[str, str]]
) -> int | None:
    return next((rank for rank, one in enumerate(found, 1) if one in right), None)


def reciprocal(one: Outcome) -> float:
    return 1 / one.page if one.page and one.page <= 10 else 0.0


def hit(most: int) -> Callable[[Outcome], float]:
    return lambda one: float(one.page is not None and one.page <= most)


def section_hit(one: Outcome) -> float:
    return float(one.section is not None and one.section <= 5)


def mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0


def interval(groups: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of the mean of the groups' means, each resampled."""
    chance = random.Random(7)
    means = sorted(mean(mean(chance.choices(group, k=len(group))) for group in groups) for _ in range(RESAMPLES))
    return means[RESAMPLES * 25 // 1000], means[RESAMPLES * 975 // 1000 - 1]


def by_library(outcomes: Sequence[Outcome]) -> dict[str, list[Outcome]]:
    libraries = sorted({one.query.library for one in outcomes})
    return {name: [one for one in outcomes if one.query.library == name] for name in libraries}


def by_style(outcomes: Sequence[Outcome]) -> dict[str, list[Outcome]]:
    styles = sorted({one.query.style for one in outcomes})
    return {style: [one for one in outcomes if one.query.style == style] for style in styles}


def row(outcomes: Sequence[Outcome]) -> dict[str, float]:
    labelled = [one for one in outcomes if one.query.sections]
    figures = {"mrr@10": mean(map(reciprocal, outcomes))}
    figures |= {f"hit@{most}": mean(map(hit(most), outcomes)) for most in (1, 5)}
    return figures | ({"section-hit@5": mean(map(section_hit, labelled))} if labelled else {})


def macro(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """Return the mean of the libraries' figures."""
    rows = [row(group) for group in by_library(outcomes).values()]
    return {
        name: mean(one[name] for one in rows if name in one) for name in ("mrr@10", "hit@1", "hit@5", "section-hit@5")
    }


def macro_interval(outcomes: Sequence[Outcome]) -> tuple[float, float]:
    return interval([list(map(reciprocal, group)) for group in by_library(outcomes).values()])


def reliability(said: Sequence[float], right: Sequence[bool]) -> tuple[float, list[tuple[int, float, float]]]:
    """Return the expected calibration error, and per tenth how many, what was said, and how often it was right."""
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for confidence, was in zip(said, right, strict=True):
        bins[min(BINS - 1, int(confidence * BINS))].append((confidence, was))
    table = [(len(one), mean(each for each, _ in one), mean(was for _, was in one)) for one in bins]
    error = sum(count * abs(confidence - share) for count, confidence, share in table) / max(1, len(said))
    return error, table
