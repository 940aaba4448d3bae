"""What GitHub's API tells of a repository: its tags, and the files of one state of it.

Each costs one request of a limited number, so an answer that was given before is only asked for again if it has
changed, which costs none (seed 003 section 8.3).
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, TypeVar
from urllib.parse import quote

from pro_context_engine.concurrency.workers.large_documents import work_on
from pro_context_engine.domain.delivery import Delivery
from pro_context_engine.domain.errors import FetchFailed, NotDocumentation
from pro_context_engine.domain.fetching import Credentials, Fetcher, Response
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.sources.github.forges import Repository
from pro_context_engine.sources.package_index.version_lists import FRESH_FOR

_ACCEPT = "application/vnd.github+json"
_MOST_KEPT = 32
_TAGS = "refs/tags/"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Tree:
    """The files of one state of a repository.

    Attributes:
        paths: of the files, sorted.
        delivery: how the list came.
    """

    paths: tuple[str, ...]
    delivery: Delivery


@dataclass(frozen=True, slots=True)
class _Tags:
    """The names of a repository's tags, how they came, and when that was asked (UTC)."""

    names: list[str]
    delivery: Delivery
    asked_at: datetime


class RepositoryApi:
    """Asks GitHub's API, and leaves it alone while its limit is reached.

    Args:
        fetcher: how bytes arrive.
        origins: what `Fetcher.fetch` takes.
        credentials: for the API, None for none.
        clock: gives the current time in UTC.
    """

    def __init__(self, fetcher: Fetcher, origins: Sequence[str], credentials: Credentials | None, clock: Clock) -> None:
        self._fetcher = fetcher
        self._origins = origins
        self._credentials = credentials
        self._clock = clock
        self._tags: OrderedDict[str, _Tags] = OrderedDict()
        self._limit: tuple[datetime, FetchFailed] | None = None

    async def tags(self, repository: Repository) -> list[str]:
        """Return the names of the tags, as they were at most an hour ago.

        Raises:
            PageMissing: there is no such repository, or it is not for us to see.
            DocsError: any other fact of `Fetcher.fetch`.
        """
        url = repository.api("git/matching-refs/tags")
        known = self._tags.get(url)
        if known and self._clock() - known.asked_at <= FRESH_FOR:
            return known.names
        asked_at = self._clock()
        response = await self._ask(url, known.delivery if known else Delivery())
        if response is not None:
            names = await work_on(url, len(response.text), _read, url, response.text, _tag_names)
            known = _Tags(names, response.delivery(url), asked_at)
        elif known:
            known = replace(known, asked_at=asked_at)
        else:
            return []
        self._tags[url] = known
        if len(self._tags) > _MOST_KEPT:
            self._tags.popitem(last=False)
        return known.names

    async def tree(
        self, repository: Repository, ref: str, folders: Sequence[str], known: Delivery | None = None
    ) -> Tree | None:
        """Return the files at a tag, branch or commit.

        Args:
            repository: whose.
            ref: the tag, branch or commit.
            folders: those that count; of a repository too large to be listed as a whole, only they are.
            known: how the list came before.

        Returns:
            The files, None if they are the same as before.

        Raises:
            PageMissing: there is no such state.
            DocsError: any other fact of `Fetcher.fetch`.
        """
        url = repository.api(f"git/trees/{quote(ref, safe='')}") + "?recursive=1"
        response = await self._ask(url, known if known and known.url == url else Delivery())
        if response is None:
            return None
        listed = await work_on(url, len(response.text), _read, url, response.text, _files)
        if listed.truncated:
            root = await self._folder(repository, ref, recursive=False)
            listed = _Listed(root.files + await self._below(repository, root.folders, folders))
        return Tree(tuple(sorted(set(listed.files))), response.delivery(url))

    async def _below(self, repository: Repository, root: dict[str, str], folders: Sequence[str]) -> list[str]:
        """Return the files of the first of these folders that there is, though not of what is too large even then."""
        for folder in folders:
            names, below = folder.split("/"), root
            for name in names[:-1]:
                below = (await self._folder(repository, below[name], recursive=False)).folders if name in below else {}
            if names[-1] in below:
                listed = await self._folder(repository, below[names[-1]], recursive=True)
                return [f"{folder}/{path}" for path in listed.files]
        return []

    async def _folder(self, repository: Repository, sha: str, *, recursive: bool) -> _Listed:
        url = repository.api(f"git/trees/{quote(sha, safe='')}") + ("?recursive=1" if recursive else "")
        response = await self._ask(url, Delivery())
        return await work_on(url, len(response.text), _read, url, response.text, _files) if response else _Listed([])

    async def _ask(self, url: str, known: Delivery) -> Response | None:
        """Return the answer, None if it is known to be still the same."""
        if self._limit and self._clock() < self._limit[0]:
            raise FetchFailed(url, self._limit[1].reason, round((self._limit[0] - self._clock()).total_seconds()) or 1)
        try:
            return await self._fetcher.refetch(
                url, known.validators, origins=self._origins, accept=_ACCEPT, credentials=self._credentials
            )
        except FetchFailed as fact:
            if fact.retry_after:
                self._limit = (self._clock() + timedelta(seconds=fact.retry_after), fact)
            raise


@dataclass(slots=True)
class _Listed:
    """Files, and folders with what the API calls them; not all of them if it is truncated."""

    files: list[str]
    folders: dict[str, str] = field(default_factory=dict)
    truncated: bool = False


def _read(url: str, text: str, what: Callable[[Any], T]) -> T:
    try:
        return what(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise NotDocumentation(url, "not what GitHub's API answers") from None


def _tag_names(document: Any) -> list[str]:
    return [str(ref["ref"]).removeprefix(_TAGS) for ref in document if str(ref["ref"]).startswith(_TAGS)]


def _files(document: Any) -> _Listed:
    files = [str(entry["path"]) for entry in document["tree"] if entry["type"] == "blob"]
    folders = {str(entry["path"]): str(entry["sha"]) for entry in document["tree"] if entry["type"] == "tree"}
    return _Listed(files, folders, document.get("truncated") is True)
