"""The guides of a package among its hits, and their place beside the sections of its API reference.

Guides are prose: they are ranked as the pages of a site are. The API reference is ranked section by section. Neither
scale says anything about the other, so the two orders are put together by turns, by how sure each of them is
(docs/decisions/0078-neighbours-and-guides.md).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from pro_context_engine.domain.model import Hit, TocEntry
from pro_context_engine.search.index.analysis import query_terms
from pro_context_engine.search.ranking.ranked_pages import RankedPage, pages_of

MOST_GUIDES = 5
"""The maximum number of guides that are shown beside sections."""

LEAST_SHARE = 0.4
"""A guide whose score is below this share of the best guide's score is left out."""

SURER = 0.1
"""How much surer the answer by the guides must be for a guide to come first: a question mostly leads to a symbol."""

LIKELY_RIGHT = 0.5
"""The confidence in the sections from which no guide comes first: the first section is right rather than wrong."""

REPEATED_WORDS, REPEATED_SHARE = 3, 0.75
"""The number of words, and the share of a heading, from which a heading repeats the question."""

NEARLY_CERTAIN = 0.9
"""The confidence in the sections from which no guide comes first, even if its heading repeats the question."""

# The documents in a package of npm are its reference: type declarations say little.
_GUIDE = re.compile(r"https?://|pypi://[^/]+/[^/]+/docs/")
_ON_SITE = re.compile(r"https?://[^/]+")
_IN_PACKAGE = re.compile(r"(?:pypi://|npm://(?:@[^/]+/)?)[^/]+/[^/]+/docs(?=/)")
# The names of pages and folders about past versions. Not all on migrations: for database tools they are the topic.
_PAST = re.compile(
    r"/(?:[^/]*(?:what[-_]?s[-_]?new|change[-_]?log|release[-_]?note|upgrad|migrating|github[-_]stats)[^/]*"
    r"|migrat(?:e|ion)[-_](?:to|from|guide)[^/]*|(?:(?:version|release)[-_]?)?migration|migrat\w*[-_]v?\d[^/]*"
    r"|v\d[^/]*migrat[^/]*|news|releases?|versions|(?:(?:release|version)[-_]?)?history"
    r"|(?:prev[-_])?(?:api[-_])?changes(?:[-_][^/]*)?|(?:v|version|release)?[-_]?\d+\.\d[^/]*$)(?=[/.]|$)",
    re.IGNORECASE,
)
# The same for those who work on a package.
_OWN_WORK = re.compile(
    r"/(?:contribut\w*|dev(?:el)?(?:op|opers?|opment)?|developers?[-_]guide|hacking|maintainers?)(?=[/.]|$)",
    re.IGNORECASE,
)
# A heading that is a version, perhaps with its date: the change log in a README.
_RELEASE = re.compile(
    r"\W*(?:release |version )?v?\d+\.\d[\w.]*\W*(?:\W(?:.*\b)?(?:19|20)\d\d\b.*|\Wunreleased\W*)?", re.IGNORECASE
)
# A heading in a README above its licence, its people, or words to those who work on the package.
_PEOPLE = re.compile(
    r"\W*(?:(?:code|financial|how to|open[- ]source|our|project) )?(?:acknowledge?ments?|authors?|backers?"
    r"|code of conduct|contribut(?:e|ing|ions?|ors?)|copyright|credits|donat(?:e|ing|ions?)|licen[cs](?:e|es|ing)"
    r"|maintainers?|sponsor(?:s|ing|ship)?)\W*",
    re.IGNORECASE,
)
_ABOUT_PEOPLE = re.compile(
    r"\b(?:acknowledg|author|backer|conduct|contribut|copyright|credit|donat|licen[cs]|maintain|sponsor)", re.IGNORECASE
)
# By the form of the words: "remove a point" and "wait 0.5 seconds" are about the present.
_ABOUT_PAST = re.compile(
    r"\b(?:change[- ]?logs?|changed|changes (?:between|from|in|of|since)|breaking|deprecat\w+|migrat\w+|news?(?= in\b)"
    r"|what(?:'?s| is| was| are| were) new|released|releases|(?:last|latest|major|minor|new|next|which) release"
    r"|release notes?|removed|renamed|since (?:version|when)|upgrad\w+|versions?"
    r"|(?:after|before|from|in|since|to|until) v?\d+\.(?:\d[\w.]*|x)(?!\.?\w|\s+\w))\b",
    re.IGNORECASE,
)


MIXED_HITS = 250
"""The hits of a search of a package with guides: its signatures have the asked words too, and leave few guides."""


def has_guides(entries: Iterable[TocEntry]) -> bool:
    """Tell whether the table of contents of a package lists guides; they come before its API reference."""
    return any(map(_GUIDE.match, (entry.url for entry in entries)))


def is_guide(hit: Hit) -> bool:
    """Tell whether a hit of a package is on one of its guides, and not in its README or API reference."""
    return _GUIDE.match(hit.chunk.page_url) is not None


def of_the_present(hits: Sequence[Hit], question: str) -> Sequence[Hit]:
    """Return the hits that are not on documents about the past of a package, nor in a README about its people.

    Args:
        hits: of a package.
        question: its text. Texts about changes, versions or people stay where it has words for these.
    """
    if not _ABOUT_PEOPLE.search(question):
        hits = [hit for hit in hits if not _is_about_people(hit)]
    if _ABOUT_PAST.search(question):
        return hits
    return [hit for hit in hits if not _is_set_aside(hit.chunk.page_url) and not _is_of_release(hit.chunk.heading_path)]


def guides_of(hits: Sequence[Hit], question: str) -> list[RankedPage]:
    """Return the guides that plausibly answer, best first; the past of a package last, unless it is asked about.

    Args:
        hits: on guides, at least one.
        question: its text.
    """
    pages = pages_of(hits)
    plausible = [page for page in pages if page.score >= LEAST_SHARE * pages[0].score]
    if not _ABOUT_PAST.search(question):
        plausible.sort(key=lambda page: _PAST.search(_ON_SITE.sub("", page.url, 1)) is not None)
    return plausible[:MOST_GUIDES]


def _is_set_aside(url: str) -> bool:
    """Tell from its address whether a document in a package is about past versions, or for those who work on it.

    Of a site such pages answer other questions too: it has few of them, and its names are less uniform.
    """
    document = _IN_PACKAGE.match(url)
    return document is not None and any(one.search(url, document.end()) for one in (_PAST, _OWN_WORK))


def _is_of_release(path: Sequence[str]) -> bool:
    """Tell from its headings whether a text is about the changes of a release."""
    return any(map(_RELEASE.fullmatch, path))


def _is_about_people(hit: Hit) -> bool:
    """Tell whether a text of a README is about its licence, its people, or for those who work on the package."""
    return hit.chunk.page_url.endswith("/readme") and any(map(_PEOPLE.fullmatch, hit.chunk.heading_path[1:]))


def heading_repeats(guide: RankedPage, terms: Collection[str]) -> bool:
    """Tell whether most words of the heading of a guide, and not only one or two, are asked for.

    Args:
        guide: the section of a guide.
        terms: of the question.
    """
    path = guide.hits[0].chunk.heading_path
    own = query_terms(path[-1]) if path else []
    return sum(term in terms for term in own) >= max(REPEATED_WORDS, REPEATED_SHARE * len(own))


def guide_leads(by_guides: float, by_sections: float, *, repeats: bool) -> bool:
    """Tell whether the first guide comes before the first section; see `put_together` for the arguments."""
    is_surer = by_sections < LIKELY_RIGHT and by_guides - by_sections > SURER
    return is_surer or (repeats and by_sections < NEARLY_CERTAIN)


def put_together(
    guides: Sequence[RankedPage],
    sections: Sequence[RankedPage],
    by_guides: float,
    by_sections: float,
    *,
    repeats: bool = False,
) -> tuple[list[RankedPage], float]:
    """Return sections and guides by turns, two guides after each section, with scores that no later choice leaves out.

    Args:
        guides: output of `guides_of`.
        sections: best first, at least one.
        by_guides: the confidence (0..1) in the first guide.
        by_sections: the confidence (0..1) in the first section.
        repeats: whether the heading of the first guide repeats the question.

    Returns:
        The pages, and the confidence (0..1) in the first one. The confidence in guides is that of sites, which ask for
        no symbol: where a guide comes first although a symbol may be meant, both count the same.
    """
    best = max(guide.score for guide in guides)
    top = max(section.score for section in sections)
    scaled = [replace(guide, score=top * max(LEAST_SHARE, guide.score / best)) for guide in guides]
    leads = guide_leads(by_guides, by_sections, repeats=repeats)
    start = scaled[:1] if leads else []
    pages = [*start, *_by_turns(sections, scaled[len(start) :], 1, 2)]
    return pages, (by_guides + by_sections) / 2 if leads else by_sections


def results_by_turns(results: Sequence[RankedPage], question: str) -> list[RankedPage]:
    """Return search results of a package with its guides and its API by turns, two guides at once, guides first.

    The words of a question stand in many signatures, so that its API alone would fill the first results. Guides about
    the past of a package come last, unless that is asked about. The scores stay in their places, since they tell which
    order the results have.

    Args:
        results: of one library, best first.
        question: its text.
    """
    past = [] if _ABOUT_PAST.search(question) else [one for one in results if _is_set_aside(one.url)]
    present = [one for one in results if one not in past] if past else results
    guides = [one for one in present if is_guide(one.hits[0])]
    others = [one for one in present if not is_guide(one.hits[0])]
    turns = [*_by_turns(guides, others, 2, 1), *past]
    return [replace(one, score=place.score) for one, place in zip(turns, results, strict=True)]


def _by_turns(
    first: Sequence[RankedPage], second: Sequence[RankedPage], firsts: int, seconds: int
) -> Iterator[RankedPage]:
    """Yield pages of two orders by turns, so many of each at once."""
    one, other = iter(first), iter(second)
    while turn := [*islice(one, firsts), *islice(other, seconds)]:
        yield from turn
