"""The tags and files of a repository, as GitHub's API lists them.

An answer that has not changed costs none of the limited number of requests.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from pro_context_engine.domain.fetching import Credentials, Response
from pro_context_engine.domain.model import Delivery, Page
from pro_context_engine.domain.page_address import origin_of
from pro_context_engine.sources.repositories.api_requests import Access, ApiRequests, FileList, TagNames, read_answer
from pro_context_engine.sources.repositories.repository import Repository

_PROBLEM = "not what GitHub's API answers"
_TAGS = "refs/tags/"


class GitHubApi:
    """Asks GitHub's API and its raw files; implements `RepositoryApi`.

    Args:
        access: how GitHub is reached.
        api: address of the API.
        raw: the address below which raw files are.
    """

    def __init__(self, access: Access, api: str, raw: str) -> None:
        self._access = access
        self._requests = ApiRequests(access, _credentials(access.token, api), "application/vnd.github+json")
        self._raw_credentials = _credentials(access.token, raw)
        self._tags = TagNames(access.clock)

    async def tags(self, repository: Repository) -> list[str]:
        """Return the names of the tags; see `RepositoryApi.tags`."""
        url = repository.resource("git/matching-refs/tags")

        async def ask(known: Delivery | None) -> tuple[list[str], Delivery] | None:
            response = await self._requests.ask(url, known)
            if response is None:
                return None
            return await read_answer(response, url, _tag_names, _PROBLEM), response.delivery(url)

        return await self._tags.names(url, ask)

    async def files(
        self, repository: Repository, ref: str, folders: Sequence[str], known: Delivery | None = None
    ) -> FileList | None:
        """Return the files at a tag, branch or commit; see `RepositoryApi.files`."""
        url = repository.resource(f"git/trees/{quote(ref, safe='')}") + "?recursive=1"
        response = await self._requests.ask(url, known if known and known.url == url else None)
        if response is None:
            return None
        listed = await read_answer(response, url, _listed, _PROBLEM)
        if listed.truncated:
            root = await self._folder(repository, ref, recursive=False)
            listed = _Listed(root.files + await self._below(repository, root.folders, folders))
        return FileList(tuple(sorted(set(listed.files))), response.delivery(url))

    async def file(self, repository: Repository, ref: str, path: str) -> Response:
        """Return one file; see `RepositoryApi.file`."""
        return await self._access.fetcher.fetch(
            repository.file_url(ref, path), origins=self._access.origins, credentials=self._raw_credentials
        )

    async def page(self, repository: Repository, url: str, known: Page | None) -> Response | None:
        """Return the file at an address; see `RepositoryApi.page`."""
        validators = (known.delivery if known else Delivery()).validators
        return await self._access.fetcher.refetch(
            url, validators, origins=self._access.origins, credentials=self._raw_credentials
        )

    async def _below(self, repository: Repository, root: dict[str, str], folders: Sequence[str]) -> list[str]:
        """Return the files of the first of these folders that exists, as many as one answer lists."""
        for folder in folders:
            names, below = folder.split("/"), root
            for name in names[:-1]:
                below = (await self._folder(repository, below[name], recursive=False)).folders if name in below else {}
            if names[-1] in below:
                listed = await self._folder(repository, below[names[-1]], recursive=True)
                return [f"{folder}/{path}" for path in listed.files]
        return []

    async def _folder(self, repository: Repository, sha: str, *, recursive: bool) -> _Listed:
        url = repository.resource(f"git/trees/{quote(sha, safe='')}") + ("?recursive=1" if recursive else "")
        response = await self._requests.ask(url)
        return await read_answer(response, url, _listed, _PROBLEM) if response else _Listed([])


def _credentials(token: str, address: str) -> Credentials | None:
    """Return the token for the origin of an address, None where there is none."""
    return Credentials(origin_of(address), f"Bearer {token}") if token else None


@dataclass(slots=True)
class _Listed:
    """Files, and folders with the names that the API has for them; not all of them in a truncated answer."""

    files: list[str]
    folders: dict[str, str] = field(default_factory=dict)
    truncated: bool = False


def _tag_names(document: Any) -> list[str]:
    return [str(ref["ref"]).removeprefix(_TAGS) for ref in document if str(ref["ref"]).startswith(_TAGS)]


def _listed(document: Any) -> _Listed:
    files = [str(entry["path"]) for entry in document["tree"] if entry["type"] == "blob"]
    folders = {str(entry["path"]): str(entry["sha"]) for entry in document["tree"] if entry["type"] == "tree"}
    return _Listed(files, folders, document.get("truncated") is True)
