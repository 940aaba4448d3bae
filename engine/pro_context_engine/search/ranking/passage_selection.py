"""The selection of passages from hits: the text that an answer shows within its budget of tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pro_context_engine.domain.model import Chunk, Passage
from pro_context_engine.domain.page_address import at_anchor
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.search.excerpts.beginnings import beginning, excerpt
from pro_context_engine.search.excerpts.page_digest import JOINT_TOKENS, is_bare_heading, owner_heading, page_digest
from pro_context_engine.search.excerpts.quoting import overhead
from pro_context_engine.search.excerpts.section_digest import digest
from pro_context_engine.search.excerpts.section_outline import declared_name
from pro_context_engine.search.excerpts.token_cost import JOINT, most_tokens
from pro_context_engine.search.index.section_parts import section_text
from pro_context_engine.search.index.term_finder import TermFinder
from pro_context_engine.search.ranking.fusion import best_relevances
from pro_context_engine.search.ranking.near_duplicates import ShownTexts
from pro_context_engine.search.ranking.ranked_pages import PageKey, RankedPage

LEAST_SHARE = 0.4
"""A page whose score is below this share of its library's best score is left out."""

LEAST_SHARE_AGAIN = 0.9
"""The same bound for a page's further hits, relative to its best hit."""

PAGES = 8
"""The maximum number of pages of a library that are shown."""
SECTIONS = 24
"""The same for sections that were chosen one by one."""
HITS_PER_PAGE = 2
"""The maximum number of hits of a page that are shown."""

CONTEXT_SHARE = 0.15
"""The share of the budget that the rest of the best hit's section may take."""

LEAST_ROOM = 150
"""The smallest useful share of the budget for a library, tokens."""

Pages = Sequence[RankedPage]
Neighbours = Mapping[PageKey, Sequence[Chunk]]


def select_passages(
    libraries: Sequence[Pages], neighbours: Neighbours, max_tokens: int, wordings: Sequence[Sequence[str]]
) -> list[Passage]:
    """Choose the passages of an answer within a budget: passages of many pages rather than many of one page.

    Each page's best chunk comes first, then the rest of the section of the best one, then each page's further chunks.
    Repeated text is left out. Several libraries have equal shares of the budget; the unused part of a share goes to the
    others.

    Args:
        libraries: the pages of each library, best library and best page first.
        neighbours: every chunk of the best pages, in page order, by `RankedPage.key`; hits of a page that is missing
            come without context.
        max_tokens: bound of all passages as `quoting.quote` writes them, without its frame.
        wordings: output of `analysis.query_terms` for each wording of the topic, for the relevance.

    Returns:
        Passages by library and page, best first, in page order within a page.
    """
    served = libraries[: max(1, max_tokens // LEAST_ROOM)]
    candidates = [[*_candidates(pages, neighbours, int(max_tokens * CONTEXT_SHARE))] for pages in served]
    terms = list(dict.fromkeys(term for wording in wordings for term in wording))
    selections = [_Selection(terms) for _ in served]
    for selection, worth in zip(selections, candidates, strict=True):
        selection.fill(worth, max_tokens // len(served))
    for selection, worth in zip(selections, candidates, strict=True):
        others = sum(other.spent for other in selections if other is not selection)
        selection.fill(worth, max_tokens - others)
    if selections and not any(selection.chosen for selection in selections):
        selections[0].begin(candidates[0], max_tokens)
    return [
        passage
        for pages, selection in zip(served, selections, strict=True)
        for passage in _passages(pages, selection.chosen, wordings)
    ]


@value_class
class _Candidate:
    """A chunk that may be shown: a hit, or the context of one, which is only shown next to its hit."""

    page: RankedPage
    chunk: Chunk
    context: bool = False

    @property
    def is_bare(self) -> bool:
        """Tell whether the text is a heading alone, which another page may have too."""
        return self.page.line is not None and is_bare_heading(self.chunk)

    def adds_to(self, shown: Chunk) -> bool:
        """Tell whether this is the text of a section whose heading alone is shown."""
        return self.page.line is not None and is_bare_heading(shown) and not is_bare_heading(self.chunk)


def _candidates(pages: Pages, neighbours: Neighbours, room: int) -> Iterator[_Candidate]:
    """Yield the chunks of a library that may be shown, best first."""
    are_plausible = [page for page in pages if page.score >= LEAST_SHARE * pages[0].score]
    for turn in range(HITS_PER_PAGE):
        for page in are_plausible:
            least = LEAST_SHARE_AGAIN * page.hits[0].own_score
            if turn < len(page.hits) and page.hits[turn].own_score >= least:
                yield _Candidate(page, page.hits[turn].chunk)
        if turn == 0 and pages:
            best = pages[0]
            for chunk in _section(best.hits[0].chunk, neighbours.get(best.key, ()), room):
                yield _Candidate(best, chunk, context=True)


def _section(chunk: Chunk, page: Sequence[Chunk], room: int) -> Iterator[Chunk]:
    """Yield the chunks after and before a chunk in its section, nearest first, up to this many tokens."""
    following = [near for near in page if near.ordinal > chunk.ordinal]
    preceding = [near for near in reversed(page) if near.ordinal < chunk.ordinal]
    for direction in (following, preceding):
        for near in direction:
            if near.heading_path[: len(chunk.heading_path)] != chunk.heading_path:
                break
            room -= most_tokens(near.text)
            if room < 0:
                break
            yield near


@dataclass(slots=True)
class _Selection:
    """The chosen chunks of a library, by page and ordinal, and the tokens that they take."""

    terms: Sequence[str]
    chosen: dict[PageKey, dict[int, Chunk]] = field(default_factory=dict)
    spent: int = 0
    shown: ShownTexts = field(default_factory=ShownTexts)

    def fill(self, candidates: Sequence[_Candidate], limit: int) -> None:
        """Choose candidates that fit, in order, up to the limit in tokens; the first is shortened if necessary."""
        for each in candidates:
            candidate = self._without_repetition(each)
            if candidate is None:
                continue
            if (price := self._price(candidate)) <= limit - self.spent:
                self._choose(candidate, price)
            elif not self.chosen:
                self._choose_part(candidate, self._cut(candidate.chunk.text, self._room(candidate, limit)))

    def begin(self, candidates: Sequence[_Candidate], limit: int) -> None:
        """Choose the beginning of the first candidate, cut anywhere, so that no answer is empty."""
        if candidates:
            first = candidates[0]
            self._choose_part(first, beginning(first.chunk.text, self._room(first, limit)))

    def _cut(self, text: str, room: int) -> str:
        """Return the first blocks of a text that fit; of a section with a declaration, the asked parts of both."""
        if text.startswith("#") and section_text(text).declaration:
            short = digest(text, TermFinder(self.terms), room)
            if most_tokens(short) <= room:
                return short
        return excerpt(text, room)

    def _without_repetition(self, candidate: _Candidate) -> _Candidate | None:
        """Return a candidate that is new, a repeated section as its name and declaration, None for any other."""
        if not self._adds(candidate):
            return None
        text = candidate.chunk.text
        if candidate.is_bare or not self.shown.repeats(text):
            return candidate
        # An option and its type have the same text, but not the same name. Those of other pages would take their room.
        is_beside = candidate.page.line is not None and candidate.page.key in self.chosen
        name = declared_name(text) if is_beside else ""
        return replace(candidate, chunk=replace(candidate.chunk, text=name)) if name else None

    def _adds(self, candidate: _Candidate) -> bool:
        """Tell whether the candidate is neither chosen, nor context without its hit."""
        chunk, chosen = candidate.chunk, self.chosen.get(candidate.page.key, {})
        most = PAGES if candidate.page.anchor is None else SECTIONS
        if not chosen and len(self.chosen) == most:
            return False
        if (known := chosen.get(chunk.ordinal)) and not candidate.adds_to(known):
            return False
        return not candidate.context or bool({chunk.ordinal - 1, chunk.ordinal + 1} & chosen.keys())

    def _price(self, candidate: _Candidate) -> int:
        """Return the tokens that the candidate adds: a run of consecutive chunks, or a page in short, has one head."""
        chunk, chosen = candidate.chunk, self.chosen.get(candidate.page.key, {})
        price = most_tokens(chunk.text) + JOINT
        if candidate.page.line is not None:
            price += JOINT_TOKENS if chosen else _head_tokens(candidate.page, chunk)
            price += most_tokens(owner_heading(chunk)) + JOINT
            return price - (most_tokens(chosen[chunk.ordinal].text) if chunk.ordinal in chosen else 0)
        if chunk.ordinal - 1 not in chosen:
            price += _head_tokens(candidate.page, chunk)
        if following := chosen.get(chunk.ordinal + 1):
            price -= _head_tokens(candidate.page, following)
        return price

    def _room(self, candidate: _Candidate, limit: int) -> int:
        head = _head_tokens(candidate.page, candidate.chunk) + most_tokens(owner_heading(candidate.chunk)) + JOINT
        return limit - self.spent - head - JOINT

    def _choose(self, candidate: _Candidate, price: int) -> None:
        self.spent += price
        self.chosen.setdefault(candidate.page.key, {})[candidate.chunk.ordinal] = candidate.chunk
        self.shown.add(candidate.chunk.text)

    def _choose_part(self, candidate: _Candidate, text: str) -> None:
        if text:
            part = replace(candidate, chunk=replace(candidate.chunk, text=text))
            self._choose(part, self._price(part))


def _head_tokens(page: RankedPage, first: Chunk) -> int:
    """Return the tokens that quoting a run of chunks takes besides their texts."""
    return overhead(_passage(page, first, "", 0.0))


def _runs(chosen: Mapping[int, Chunk]) -> list[list[Chunk]]:
    """Return the chosen chunks of a page as runs of consecutive chunks, in page order."""
    runs: list[list[Chunk]] = []
    for ordinal in sorted(chosen):
        if ordinal - 1 in chosen:
            runs[-1].append(chosen[ordinal])
        else:
            runs.append([chosen[ordinal]])
    return runs


def _passages(
    pages: Pages, chosen: Mapping[PageKey, Mapping[int, Chunk]], wordings: Sequence[Sequence[str]]
) -> Iterator[Passage]:
    """Yield the chosen chunks as passages, each with the relevance of its best chunk."""
    ranked = sorted(((hit, page.key) for page in pages for hit in page.hits), key=lambda one: -one[0].score)
    values = best_relevances([hit for hit, _ in ranked], wordings)
    relevance: dict[tuple[PageKey, int], float] = {}
    for (hit, key), value in zip(ranked, values, strict=True):
        relevance.setdefault((key, hit.chunk.ordinal), value)
    shown: dict[PageKey, RankedPage] = {}
    for page in pages:
        shown.setdefault(page.key, page)
    for key, page in shown.items():
        for first, text, ordinals in _texts(page, chosen.get(key, {})):
            yield _passage(page, first, text, max(relevance.get((key, ordinal), 0.0) for ordinal in ordinals))


def _texts(page: RankedPage, chosen: Mapping[int, Chunk]) -> Iterator[tuple[Chunk, str, list[int]]]:
    """Yield the texts of a page's passages, each with the chunk that it is named after and the ordinals in it."""
    if page.line is not None and chosen:
        yield *page_digest(chosen), list(chosen)
        return
    for run in _runs(chosen):
        yield run[0], "".join(chunk.text for chunk in run).strip("\n"), [chunk.ordinal for chunk in run]


def _passage(page: RankedPage, first: Chunk, text: str, relevance: float) -> Passage:
    path = [title for title in first.heading_path if title != page.title]
    return Passage(
        library_id=page.library_id,
        version=page.version,
        url=at_anchor(page.url, first.anchor),
        title=" › ".join([page.title, *path]),
        text=text,
        tokens=most_tokens(text),
        relevance=relevance,
    )
