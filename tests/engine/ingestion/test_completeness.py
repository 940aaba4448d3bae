"""That a library lacks no page is known as long as nothing can have changed."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import cast

import pytest
from tests.engine.fakes import FakeClock

from pro_context_engine.domain.interfaces import Source
from pro_context_engine.domain.model import Dates, Library, Snapshot, SourceName, Toc, TocEntry
from pro_context_engine.domain.settings import Settings
from pro_context_engine.ingestion.completeness import LOOK_AGAIN, Completeness
from pro_context_engine.ingestion.freshness import Ages
from pro_context_engine.ingestion.opened_library import OpenedLibrary

WEEK, TICK = timedelta(days=7), timedelta(microseconds=1)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def known(clock: FakeClock) -> Completeness:
    return Completeness(Ages(Settings(kept_for=WEEK), clock), clock)


def opened(clock: FakeClock, *names: str) -> OpenedLibrary:
    toc = Toc(tuple(TocEntry(name, f"https://docs.example/{name}") for name in names), SourceName.CUSTOM, "here")
    snapshot = Snapshot("acme/rockets", "", SourceName.CUSTOM, "here", clock.now, clock.now, 0, len(names))
    return OpenedLibrary(cast(Library, None), cast(Source, None), snapshot, toc, cached=True, stale=False)


def stored(clock: FakeClock, *names: str) -> dict[str, Dates]:
    return {f"https://docs.example/{name}": Dates(clock.now, clock.now) for name in names}


def test_nothing_is_known_before_it_was_looked_at(clock: FakeClock, known: Completeness) -> None:
    assert not known.holds(opened(clock, "a"), stored(clock, "a"))


def test_it_holds_until_the_first_page_expires(clock: FakeClock, known: Completeness) -> None:
    library, pages = opened(clock, "a", "b"), stored(clock, "a", "b")
    known.note(library, pages)
    clock.now += WEEK
    assert known.holds(library, pages)
    clock.now += TICK
    assert not known.holds(library, pages)


Change = Callable[[OpenedLibrary, dict[str, Dates]], tuple[OpenedLibrary, dict[str, Dates]]]


@pytest.mark.parametrize(
    "change",
    [
        lambda library, pages: (library, dict(pages)),
        lambda library, pages: (replace(library, toc=replace(library.toc)), pages),
        lambda library, pages: (replace(library, snapshot=replace(library.snapshot, version="2")), pages),
    ],
    ids=["other pages", "another table of contents", "another version"],
)
def test_what_was_read_anew_is_looked_at_again(clock: FakeClock, known: Completeness, change: Change) -> None:
    library, pages = opened(clock, "a"), stored(clock, "a")
    known.note(library, pages)
    assert not known.holds(*change(library, pages))


def test_a_page_that_could_not_be_read_is_tried_again_soon(clock: FakeClock, known: Completeness) -> None:
    library, pages = opened(clock, "a", "b"), stored(clock, "a")
    known.note(library, pages)
    clock.now += LOOK_AGAIN
    assert known.holds(library, pages)
    clock.now += TICK
    assert not known.holds(library, pages)
