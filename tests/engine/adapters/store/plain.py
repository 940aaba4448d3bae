"""A plain search: nothing remembered, each step over every chunk that the step before has left."""

from collections import Counter
from collections.abc import Mapping
from random import Random

from pro_context_engine.adapters.store.chunk_scoring import LEAST_CANDIDATES, RANKED
from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.domain.model import Page
from pro_context_engine.search.index.chunk_fields import FIELDS, fields_of
from pro_context_engine.search.index.features import features
from pro_context_engine.search.index.link_texts import links_of, place_of
from pro_context_engine.search.index.scoring import CollectionStatistics, scores
from pro_context_engine.search.index.term_counts import Candidate, PageTerms, TermCounts
from pro_context_engine.search.index.weights import WEIGHTS, weighted

WORDS = [
    "valve",
    "tank",
    "fuel",
    "engine",
    "stage",
    "orbit",
    "nozzle",
    "pump",
    "sensor",
    "ignition",
    "telemetry",
    "thrust",
    "hydrogen",
    "throttle",
    "gimbal",
    "cooling",
    "pressure",
    "chamber",
    "injector",
    "turbine",
]
LIBRARIES = ("acme/rockets", "acme/kites")


def made_page(random: Random, library: str, number: int) -> Page:
    """Return a page of made-up sections, with links to itself."""
    text = [f"# {random.choice(WORDS)} {number}\n"]
    for _ in range(random.randint(1, 6)):
        words = " ".join(random.choices(WORDS, weights=range(len(WORDS), 0, -1), k=random.randint(5, 160)))
        text.append(
            f"\n## {random.choice(WORDS)} {random.choice(WORDS)}\n\n{words} [{random.choice(WORDS)}]({number}.md)\n"
        )
    url = f"https://docs.example/{library}/{number}"
    return Page(url, f"{random.choice(WORDS)} {number}", "".join(text))


def plainly(
    pages: list[Page], terms: list[str], limit: int, weights: Mapping[str, float] | None = WEIGHTS
) -> list[tuple[str, int, float]]:
    """Return URL, ordinal and score of the best chunks of some pages; without weights by their scores alone."""
    chunks = [chunk for page in pages for chunk in chunks_of(page)]
    fields = [fields_of(chunk) for chunk in chunks]
    linked: dict[str, list[str]] = {}
    for page in pages:
        for place, words in links_of(page.url, page.markdown):
            linked.setdefault(place, []).extend(words)
    having = {
        term: sum(any(term in one[field] for field in FIELDS) for one in fields) for term in terms if " " not in term
    }
    length = sum(len(one[field]) for one in fields for field in FIELDS) / len(fields)
    statistics = CollectionStatistics(len(chunks), length, having, len(chunks) / len(pages))
    siblings = Counter(chunk.page_url for chunk in chunks)
    texts = [[" ".join(one[field]) for field in FIELDS] for one in fields]
    candidates = [
        Candidate(
            text,
            PageTerms(
                text, " ".join(linked.get(place_of(chunk.page_url), [])), chunk.page_url, siblings[chunk.page_url]
            ),
            [heading.title for heading in chunk.headings],
        )
        for chunk, text in zip(chunks, texts, strict=True)
    ]

    def weight(position: int) -> float:
        known = {term for field in FIELDS for term in fields[position][field]}
        return sum(statistics.weight(term) for term, count in having.items() if count and term in known)

    def order(position: int) -> tuple[float, str, int]:
        return -round(weight(position), 9), chunks[position].page_url, chunks[position].ordinal

    chosen = sorted((position for position in range(len(chunks)) if weight(position)), key=order)
    chosen = chosen[: LEAST_CANDIDATES if weights else limit]
    totals = [one.total for one in scores(terms, statistics, [candidates[position] for position in chosen])]
    best = sorted(
        zip(totals, chosen, strict=True),
        key=lambda one: (-one[0], chunks[one[1]].page_url, chunks[one[1]].ordinal),
    )
    if weights is None:
        return [(chunks[position].page_url, chunks[position].ordinal, round(total, 9)) for total, position in best]
    best = best[:RANKED]
    kept = [candidates[position] for _, position in best]
    totals_of_best = {place: total for place, (total, _) in enumerate(best)}
    known = features(terms, statistics, kept, totals_of_best, TermCounts(terms, kept))
    values = [statistics.asked_weight(terms) * value for value in weighted(known, weights)]
    return sorted(
        (
            (chunks[position].page_url, chunks[position].ordinal, round(value, 9))
            for (_, position), value in zip(best, values, strict=True)
        ),
        key=lambda one: (-one[2], one[0], one[1]),
    )[:limit]
