"""The tags and files of a project, as GitLab's REST API (version 4) gives them.

Files are read by the API too, since the addresses of raw files for people take no token. Lists come in parts of 100.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote, unquote, urlencode

from pro_context_engine.domain.errors import PageMissing
from pro_context_engine.domain.fetching import Credentials, Response
from pro_context_engine.domain.model import Delivery, Page
from pro_context_engine.sources.repositories.api_requests import Access, ApiRequests, FileList, TagNames, read_answer
from pro_context_engine.sources.repositories.repository import HEAD, Repository

MOST_TAGS = 1_000
"""The newest ones; they are listed in the order of their last change."""

MOST_LISTED = 1_000
"""Files and folders of a project that is listed as a whole; of a larger one, only one folder is listed."""

MOST_IN_FOLDER = 5_000
"""Files and folders of that folder."""

_PART = 100
_PROBLEM = "not what GitLab's API answers"
_ANY = "*/*"


class GitLabApi:
    """Asks GitLab's API; implements `RepositoryApi`.

    Args:
        access: how GitLab is reached.
        web: its address.
    """

    def __init__(self, access: Access, web: str) -> None:
        credentials = Credentials(web, access.token, "PRIVATE-TOKEN") if access.token else None
        self._requests = ApiRequests(access, credentials, "application/json")
        self._tags = TagNames(access.clock)

    async def tags(self, repository: Repository) -> list[str]:
        """Return the names of the tags; see `RepositoryApi.tags`."""
        url = _address(repository, "tags", {"order_by": "updated", "sort": "desc"})

        async def ask(known: Delivery | None) -> tuple[list[str], Delivery] | None:
            listed = await self._list(url, MOST_TAGS, known)
            return ([str(tag["name"]) for tag in listed.entries], listed.delivery) if listed else None

        return await self._tags.names(url, ask)

    async def files(
        self, repository: Repository, ref: str, folders: Sequence[str], known: Delivery | None = None
    ) -> FileList | None:
        """Return the files at a tag, branch or commit; see `RepositoryApi.files`."""
        url = _address(repository, "tree", {"ref": ref, "recursive": "true"})
        listed = await self._list(url, MOST_LISTED, known if known and known.url == url else None)
        if listed is None:
            return None
        paths = _paths(listed, "blob")
        if listed.is_cut:
            root = await self._list(_address(repository, "tree", {"ref": ref}), MOST_LISTED)
            below = await self._below(repository, ref, _paths(root, "tree") if root else [], folders)
            paths = [*(_paths(root, "blob") if root else []), *below]
        # The validators of the first part say nothing of the others.
        delivery = listed.delivery if listed.is_single else Delivery(url, storable=listed.delivery.storable)
        return FileList(tuple(sorted(set(paths))), delivery)

    async def file(self, repository: Repository, ref: str, path: str) -> Response:
        """Return one file; see `RepositoryApi.file`."""
        response = await self._requests.ask(_file_address(repository, ref, path), accept=_ANY)
        if response is None:
            raise AssertionError("nothing was known that the file could still be")
        return response

    async def page(self, repository: Repository, url: str, known: Page | None) -> Response | None:
        """Return the file at the place of a repository; see `RepositoryApi.page`."""
        ref, path = await self._state(repository)
        if not path:
            raise PageMissing(url)
        address = _file_address(repository, ref, path)
        try:
            response = await self._requests.ask(address, known.delivery if known else None, _ANY)
        except PageMissing:
            raise PageMissing(url) from None
        # The links of a page are relative to the address by which it is known.
        return replace(response, url=url) if response else None

    async def _state(self, repository: Repository) -> tuple[str, str]:
        """Return the state and the path of a place: only the list of tags knows of a "/" in the name of a state."""
        place = unquote(repository.place)
        ref, _, path = place.partition("/")
        if ref != HEAD and "/" in path:
            tags = await self.tags(repository)
            ref = max((tag for tag in tags if place.startswith(f"{tag}/")), key=len, default=ref)
        return ref, place[len(ref) + 1 :]

    async def _below(self, repository: Repository, ref: str, root: Sequence[str], folders: Sequence[str]) -> list[str]:
        """Return the files of the first of these folders that exists."""
        for folder in folders:
            if folder.partition("/")[0] not in root:
                continue
            url = _address(repository, "tree", {"ref": ref, "path": folder, "recursive": "true"})
            try:
                listed = await self._list(url, MOST_IN_FOLDER)
            except PageMissing:
                continue
            if listed and listed.entries:
                return _paths(listed, "blob")
        return []

    async def _list(self, url: str, most: int, known: Delivery | None = None) -> _List | None:
        """Return a list, its parts put together; None if the first part is the same as before.

        Args:
            url: of its first part.
            most: so many entries at most.
            known: how the first part came before.
        """
        response = await self._requests.ask(url, known)
        if response is None:
            return None
        entries = await read_answer(response, url, _entries, _PROBLEM)
        listed = _List(response.delivery(url), entries, is_single=len(entries) < _PART)
        part = entries
        while len(part) >= _PART and len(listed.entries) < most:
            address = f"{url}&page={len(listed.entries) // _PART + 1}"
            response = await self._requests.ask(address)
            part = await read_answer(response, address, _entries, _PROBLEM) if response else []
            listed.entries += part
        listed.is_cut = len(part) >= _PART
        return listed


@dataclass(slots=True)
class _List:
    """The entries of a list, and how its first part came.

    Attributes:
        delivery: of the first part.
        entries: of all parts that were read.
        is_single: whether the first part is the only one.
        is_cut: whether there may be further parts.
    """

    delivery: Delivery
    entries: list[dict[str, Any]] = field(default_factory=list)
    is_single: bool = True
    is_cut: bool = False


def _address(repository: Repository, resource: str, query: Mapping[str, str]) -> str:
    """Return the address of the first part of a list."""
    return f"{repository.resource(resource)}?{urlencode(query, quote_via=quote, safe='')}&per_page={_PART}"


def _file_address(repository: Repository, ref: str, path: str) -> str:
    return repository.resource(f"files/{quote(path, safe='')}/raw") + f"?ref={quote(ref, safe='')}"


def _entries(document: Any) -> list[dict[str, Any]]:
    """Return the entries of a list by the API.

    Raises:
        TypeError: the document is no list of objects.
        KeyError: an entry has no name.
    """
    if not isinstance(document, list):
        raise TypeError("no list")
    return [{"name": entry["name"], "path": entry.get("path", ""), "type": entry.get("type", "")} for entry in document]


def _paths(listed: _List, kind: str) -> list[str]:
    """Return the paths of the entries of a kind: "blob" for files, "tree" for folders."""
    return [str(entry["path"]) for entry in listed.entries if entry["type"] == kind]
