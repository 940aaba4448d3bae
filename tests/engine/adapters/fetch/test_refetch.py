"""Documents asked for again: only what has changed travels."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from tests.faults.faults import CHANGED, DATE, GOOD, TAG
from tests.faults.server import FaultSite, fault_site

from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.domain.errors import FetchFailed
from pro_context_engine.domain.fetching import Response
from pro_context_engine.domain.model import Validators
from pro_context_engine.domain.settings import FetchLimits


class Reader:
    """A fetcher pointed at the fault server."""

    def __init__(self, site: FaultSite) -> None:
        self.site = site
        self.fetcher = HttpFetcher(FetchLimits(total_seconds=60.0))

    async def fetch(self, fault: str) -> Response:
        return await self.fetcher.fetch(self.site.url(fault), origins=[self.site.origin])

    async def refetch(self, fault: str, known: Validators) -> Response | None:
        return await self.fetcher.refetch(self.site.url(fault), known, origins=[self.site.origin])


@asynccontextmanager
async def reading() -> AsyncIterator[Reader]:
    async with fault_site() as site:
        reader = Reader(site)
        yield reader
        await reader.fetcher.close()


@pytest.mark.parametrize("fault", ["etag-strong", "etag-weak", "etag-unquoted", "last-modified", "always-304"])
async def test_an_unchanged_document_costs_one_request_and_no_body(fault: str) -> None:
    async with reading() as reader:
        first = await reader.fetch(fault)
        assert first.text == GOOD
        assert await reader.refetch(fault, first.validators) is None
        assert reader.site.asked[fault] == 2


async def test_a_changed_document_comes_whole_with_its_new_validators() -> None:
    async with reading() as reader:
        first = await reader.fetch("etag-changes")
        second = await reader.refetch("etag-changes", first.validators)
        assert second is not None
        assert (second.text, second.etag) == (CHANGED, '"two"')
        assert await reader.refetch("etag-changes", second.validators) is None


async def test_the_conditions_are_those_of_the_known_state() -> None:
    async with reading() as reader:
        await reader.refetch("good", Validators(TAG, DATE))
        await reader.refetch("good", Validators())
        await reader.fetch("good")
        asked = [
            (request.headers.get("if-none-match"), request.headers.get("if-modified-since"))
            for request in reader.site.requests
        ]
        assert asked == [(TAG, DATE), (None, None), (None, None)]


@pytest.mark.parametrize("known", [None, Validators()])
async def test_an_answer_to_a_condition_nobody_made_is_a_failure(known: Validators | None) -> None:
    async with reading() as reader:
        asking = reader.fetch("304-unasked") if known is None else reader.refetch("304-unasked", known)
        with pytest.raises(FetchFailed, match="304"):
            await asking


async def test_validators_that_could_not_be_sent_back_are_dropped() -> None:
    async with reading() as reader:
        assert (await reader.fetch("odd-etag")).validators == Validators()


async def test_what_must_not_be_stored_says_so() -> None:
    async with reading() as reader:
        assert not (await reader.fetch("no-store")).storable
        assert (await reader.fetch("good")).storable
