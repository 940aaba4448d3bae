"""The pages found in the libraries of a question, and the notes that an answer has because of them."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urldefrag

from pro_context_engine.domain.model import Hit, Passage, TocEntry
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.domain.versions.version_match import UNJUDGED, Verdicts, VersionMatch
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.search.query import Question
from pro_context_engine.search.ranking.further_reading import linked_entries
from pro_context_engine.search.ranking.guides_beside_sections import has_guides
from pro_context_engine.search.ranking.ranked_pages import RankedPage, pages_of
from pro_context_engine.search.ranking.toc import related_entries
from pro_context_engine.services.on_demand import Places, documenting

NEXT_PAGES = 5
"""Bound on the related pages that are named."""

MOST_NAMED = 5
"""Bound on the libraries without a match that are named."""


@value_class
class Found:
    """The best pages of a library on a topic, best first, with the confidence (0..1) that they answer."""

    opened: OpenedLibrary
    hits: Sequence[Hit]
    pages: Sequence[RankedPage]
    confidence: float


def is_mixed(opened: OpenedLibrary) -> bool:
    """Tell whether a library is a package with guides, which stand beside its API reference."""
    return opened.source.traits.is_package and has_guides(opened.toc.entries)


def mismatches(verdicts: Verdicts, found: Sequence[Found]) -> list[str]:
    """Return the reasons why found versions do not match the wanted ones."""
    judged = [verdicts.get(one.opened.key, UNJUDGED) for one in found]
    return [verdict.reason for verdict in judged if verdict.match is VersionMatch.MISMATCH]


def silence(opened: Sequence[OpenedLibrary], found: Sequence[Found]) -> list[str]:
    """Return a sentence that names the libraries without a match, where other libraries have one."""
    telling = {one.opened.library.library_id for one in found}
    silent = dict.fromkeys(one.library.library_id for one in opened if one.library.library_id not in telling)
    if not silent or not telling:
        return []
    named = ", ".join(list(silent)[:MOST_NAMED])
    further = f" and {len(silent) - MOST_NAMED} more" if len(silent) > MOST_NAMED else ""
    return [f"Nothing on this topic was found in {named}{further}."]


def other_language(asked: Question) -> list[str]:
    """Return a sentence that asks for English, for a question in another language."""
    if not asked.language:
        return []
    return [
        f"The topic is in {asked.language}, and most documentation is in English: ask in English for a better answer."
    ]


def next_pages(found: Sequence[Found], asked: Question, chosen: Sequence[Passage], places: Places) -> list[TocEntry]:
    """Return the entries to read next, without the pages of the answer.

    First the pages that document the asked names, then the best match that had no room, the pages that the answer links
    to, TOC entries about the topic, further matches.
    """
    entries = {entry.url: entry for one in found for entry in one.opened.toc.entries}
    answered = {urldefrag(passage.url).url for passage in chosen}
    named = documenting(entries, [place for those in places.values() for place in those])
    matching = [entries[page.url] for one in found for page in pages_of(one.hits) if page.url in entries]
    unshown = [entry for entry in matching if entry.url not in answered]
    about = related_entries([one.opened.toc.entries for one in found], asked.topic, answered, NEXT_PAGES)
    worth = [*named, *unshown[:1], *linked_entries(chosen, entries)[:2], *about[:2], *unshown, *about]
    return list(dict.fromkeys(entry for entry in worth if urldefrag(entry.url).url not in answered))[:NEXT_PAGES]
