"""The questions that the API of a service must answer about a repository, and how often it is asked.

Each request counts against a limit. An answer that was given before is asked for again by its validators only.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeVar

from pro_context_engine.concurrency.workers.large_documents import work_on
from pro_context_engine.domain.errors import FetchFailed, NotDocumentation
from pro_context_engine.domain.fetching import Credentials, Fetcher, Response
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.model import Delivery, Page
from pro_context_engine.domain.recent_values import RecentValues
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.package_index.version_lists import FRESH_FOR
from pro_context_engine.sources.repositories.repository import Repository

_MOST_KEPT = 32
T = TypeVar("T")


@value_class
class FileList:
    """The files of one state of a repository.

    Attributes:
        paths: of the files, sorted.
        delivery: how the list came.
    """

    paths: tuple[str, ...]
    delivery: Delivery


class RepositoryApi(Protocol):
    """The API of a service that hosts repositories; each of its methods raises the facts of `Fetcher.fetch`."""

    async def tags(self, repository: Repository) -> list[str]:
        """Return the names of the tags, as they were at most an hour ago.

        Raises:
            PageMissing: there is no such repository, or the caller may not see it.
        """
        ...

    async def files(
        self, repository: Repository, ref: str, folders: Sequence[str], known: Delivery | None = None
    ) -> FileList | None:
        """Return the files at a tag, branch or commit.

        Args:
            repository: whose.
            ref: the tag, branch or commit.
            folders: the folders that count; a repository too large to be listed as a whole is listed there only.
            known: how the list came before.

        Returns:
            The files, None if they are the same as before.

        Raises:
            PageMissing: there is no such state.
        """
        ...

    async def file(self, repository: Repository, ref: str, path: str) -> Response:
        """Return one file at a tag, branch or commit.

        Raises:
            PageMissing: there is no such file.
        """
        ...

    async def page(self, repository: Repository, url: str, known: Page | None) -> Response | None:
        """Return the file at the place of a repository, None if it is the same as before.

        Args:
            repository: with its place.
            url: the address by which the page is known.
            known: the page as it was before.

        Raises:
            PageMissing: there is no such file.
        """
        ...


@value_class
class Access:
    """The means to reach a service.

    Attributes:
        fetcher: how bytes arrive.
        clock: gives the current time in UTC.
        token: of the operator, "" for none.
        origins: what `Fetcher.fetch` takes.
    """

    fetcher: Fetcher
    clock: Clock
    token: str = ""
    origins: tuple[str, ...] = ()


class ApiRequests:
    """Requests to one API, which is left alone while its limit is reached.

    Args:
        access: how the service is reached.
        credentials: for the API, None for none.
        accept: the media types to ask for where a request names none.
    """

    def __init__(self, access: Access, credentials: Credentials | None, accept: str) -> None:
        self._access = access
        self._credentials = credentials
        self._accept = accept
        self._limit: tuple[datetime, FetchFailed] | None = None

    async def ask(self, url: str, known: Delivery | None = None, accept: str = "") -> Response | None:
        """Return the answer, None if it is the same as before.

        Args:
            url: of the request.
            known: how the answer came before, None for the first request.
            accept: the media types to ask for, "" for the usual ones.

        Raises:
            FetchFailed: the limit is reached, or see `Fetcher.fetch`.
        """
        now = self._access.clock()
        if self._limit and now < self._limit[0]:
            raise FetchFailed(url, self._limit[1].reason, round((self._limit[0] - now).total_seconds()) or 1)
        try:
            return await self._access.fetcher.refetch(
                url,
                (known or Delivery()).validators,
                origins=self._access.origins,
                accept=accept or self._accept,
                credentials=self._credentials,
            )
        except FetchFailed as fact:
            if fact.retry_after:
                self._limit = (self._access.clock() + timedelta(seconds=fact.retry_after), fact)
            raise


@value_class
class _Tags:
    """The names of a repository's tags, how they came, and when they were asked for (UTC)."""

    names: list[str]
    delivery: Delivery
    asked_at: datetime


class TagNames:
    """The names of tags, asked for once an hour.

    Args:
        clock: gives the current time in UTC.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tags = RecentValues[str, _Tags](_MOST_KEPT)

    async def names(
        self, url: str, ask: Callable[[Delivery | None], Awaitable[tuple[list[str], Delivery] | None]]
    ) -> list[str]:
        """Return the names of a repository's tags.

        Args:
            url: the address of the list.
            ask: asks for the list if it differs from the one that came in a delivery; gives names and delivery.

        Raises:
            DocsError: any fact of `ask`.
        """
        known = self._tags.get(url)
        asked_at = self._clock()
        if known and asked_at - known.asked_at <= FRESH_FOR:
            return known.names
        answer = await ask(known.delivery if known else None)
        if answer is not None:
            known = _Tags(*answer, asked_at)
        elif known:
            known = replace(known, asked_at=asked_at)
        else:
            return []
        return self._tags.keep(url, known).names


async def read_answer(response: Response, url: str, read: Callable[[Any], T], problem: str) -> T:
    """Return the values that an answer in JSON holds.

    Args:
        response: the answer.
        url: its address, for the fact.
        read: takes the values out of the document.
        problem: the reason that is given for an answer of another form.

    Raises:
        NotDocumentation: the answer has another form.
    """
    return await work_on(url, len(response.text), _read, url, response.text, read, problem)


def _read(url: str, text: str, read: Callable[[Any], T], problem: str) -> T:
    try:
        return read(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise NotDocumentation(url, problem) from None
