"""search-docs: answers that never take more tokens than they may."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.clients.made_answers import NAMES, OTHER, WORDS, real_tokens
from tests.clients.node import needs_packages

from pro_context.protocol.memory_session import MemorySession
from pro_context_contract.full.models import SearchDocsInput
from pro_context_engine import DocsEngine, SearchResult, SearchResults, Unsearched, most_tokens_of_json
from pro_context_engine.search.cursors import cursors_after
from pro_context_handlers.full.tools import search_docs

WORD = st.sampled_from([*WORDS, *NAMES, *OTHER, "\n", "    ", "`x = {}`", "x" * 40])
TEXT = st.lists(WORD, max_size=60).map(" ".join)
RESULT = st.builds(
    SearchResult,
    library_id=st.sampled_from(["acme/rockets", "pypi/otter", "npm/river/beaver"]),
    version=st.sampled_from(["", "1.2.3"]),
    title=TEXT,
    url=st.from_regex(r"https://docs\.example/[a-z/]{1,80}#[a-z-]{1,40}", fullmatch=True),
    section=TEXT.map(lambda text: text[:60]),
    headings=st.lists(TEXT, max_size=3).map(tuple),
    snippet=TEXT,
    relevance=st.floats(0, 1),
    line=st.sampled_from([0, 7]),
)
FOUND = st.builds(
    SearchResults,
    results=st.lists(RESULT, max_size=20).map(tuple),
    total=st.just(90),
    searched=st.lists(st.integers(0, 99).map("pypi/otter-{}".format), max_size=90, unique=True).map(tuple),
    unsearched=st.lists(st.builds(Unsearched, st.just("pypi/boats")), max_size=10).map(tuple),
    language=st.sampled_from(["", "German"]),
)


class Docs:
    """An engine that finds the same results for each query."""

    def __init__(self, found: SearchResults) -> None:
        self.found = found

    async def search(self, *_: Any, **__: Any) -> SearchResults:
        return self.found


def answer(found: SearchResults) -> dict[str, Any]:
    shown = [(one.library_id, one.url, one.snippet) for one in found.results]
    cursors = tuple(cursors_after([*shown, ("", "", "")], 0, len(shown), ["retry"]))
    request = SearchDocsInput.from_json({"query": "retry", "maxResults": 20})
    docs = cast(DocsEngine, Docs(replace(found, cursors=cursors)))
    return asyncio.run(search_docs.handle(request, docs, MemorySession())).to_json()


@pytest.mark.behavior("full/search-docs/short")
@given(FOUND)
def test_an_answer_never_takes_more_than_its_tokens_and_loses_nothing(found: SearchResults) -> None:
    said = answer(found)
    assert most_tokens_of_json(said) <= search_docs.MOST_TOKENS
    shown = len(said["results"])
    assert [one["url"] for one in said["results"]] == [one.url for one in found.results][:shown]
    if shown < len(found.results):
        assert shown
        assert f"{shown} of the 20 results" in said["hint"]
    if shown:
        assert said["nextCursor"].startswith(f"{shown}-")
    if len(said["searchedLibraries"]) < len(found.searched):
        assert said["searchedTotal"] >= len(found.searched)


@pytest.mark.behavior("full/search-docs/short")
def test_many_results_are_shown_the_last_of_them_in_short() -> None:
    words = "The **pump** fills the tank.\n" + "Nothing of interest happens in this line of words.\n" * 8
    one = SearchResult("acme/rockets", "", "Pumps", "https://docs.example/pumps#fill", "Guides", ("Fill",), words, 0.5)
    said = answer(SearchResults((one,) * 20, 90, ("acme/rockets",)))
    assert len(said["results"]) == 20
    assert said["results"][0]["snippet"] == words
    assert said["results"][-1]["snippet"] == "The **pump** fills the tank."
    assert "section" not in said["results"][-1]
    assert "hint" not in said


@pytest.mark.parametrize(
    ("url", "told"),
    [("https://docs.example/pumps#fill", ["1.2.3", None]), ("pypi://pumps/1.2.3/api/pumps#fill", [None, None])],
)
def test_lines_tell_a_version_once_and_not_if_their_url_does(url: str, told: list[str | None]) -> None:
    one = SearchResult("acme/rockets", "1.2.3", "Pumps", url, "", ("Fill",), "7: fill()", 1.0, line=7)
    said = answer(SearchResults((one, one), 2, ("acme/rockets",)))
    assert [result.get("version") for result in said["results"]] == told
    assert all(result["relevance"] == 1 and "headingPath" not in result for result in said["results"])


@pytest.mark.behavior("full/search-docs/short")
@needs_packages
def test_so_does_a_vocabulary_of_models_count() -> None:
    answers = []

    @given(FOUND)
    def collect(found: SearchResults) -> None:
        answers.append(json.dumps(answer(found), ensure_ascii=False))

    collect()
    assert max(real_tokens(answers)) <= search_docs.MOST_TOKENS
