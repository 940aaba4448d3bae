"""Libraries as MCP resources: those of the project, whose folders the client names as MCP roots, and of the session.

Only the versions of MCP with a handshake have roots.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pro_context.protocol.memory_session import MemorySession
from pro_context.protocol.request import Client, ProtocolError
from pro_context.protocol.uri_templates import UriTemplate
from pro_context.wording import shorten
from pro_context_contract.contract import Contract, ResolvedLibrary

if TYPE_CHECKING:
    from pro_context_engine import DocsEngine, Library

logger = logging.getLogger(__name__)

MOST_LISTED = 50
"""The most libraries of the project that are listed, and of the session; the template reads all others."""

ROOTS_SECONDS = 2.0
"""Seconds to wait for the client's answer with its roots."""

MOST_ROOTS = 20

Entry = Mapping[str, Any]


class LibraryResources:
    """The resources that one contract has for the libraries of a project and of each session.

    Attributes:
        has_templates: whether the contract has such resources, so that its list of resources may change.
    """

    def __init__(self, contract: Contract, project: DocsEngine | None) -> None:
        """Take the contract's templates whose only variable is a library."""
        kinds = contract.template_completions
        self._templates = [
            (UriTemplate(entry["uriTemplate"]), entry)
            for entry in contract.resource_templates
            if list(kinds.get(entry["uriTemplate"], {}).values()) == ["library"]
        ]
        self.has_templates = bool(self._templates)
        self._project = project if self._templates else None
        self._newest: list[Entry] = []

    async def entries(self, session: MemorySession) -> list[Entry]:
        """Return the entries for `resources/list`, and note the project's entries as known to the session's client."""
        own = session.listed = await self._of_project()
        listed = {entry["uri"] for entry in own}
        resolved = self._entries((await session.resolved())[-MOST_LISTED:])
        return [*own, *(entry for entry in resolved if entry["uri"] not in listed)]

    async def has_changed(self, session: MemorySession) -> bool:
        """Tell whether the project's entries have changed since the client listed them."""
        known, session.listed = session.listed, await self._of_project()
        return known != session.listed

    async def _of_project(self) -> list[Entry]:
        if self._project is None:
            return []
        # The first call reads the project's files.
        found = self._entries(await asyncio.to_thread(self._project.documented, MOST_LISTED))
        if found != self._newest:  # sessions with equal lists share one list in memory
            self._newest = found
        return self._newest

    def _entries(self, libraries: Sequence[Library | ResolvedLibrary]) -> list[Entry]:
        return [_entry(template, entry, library) for template, entry in self._templates for library in libraries]


def _entry(template: UriTemplate, entry: Entry, library: Library | ResolvedLibrary) -> Entry:
    (variable,) = template.variable_names
    return {
        **{key: value for key, value in entry.items() if key != "uriTemplate"},
        "uri": template.expand({variable: library.library_id}),
        "name": f"{entry['name']}/{library.library_id}",
        "title": f"{library.name}: {entry['title']}",
    }


async def client_folders(client: Client) -> list[Path]:
    """Return the client's roots that are folders of this machine, [] for none."""
    if client.capabilities.get("roots") is None:
        return []
    try:
        answer = await client.ask("roots/list", ROOTS_SECONDS)
    except ProtocolError as error:
        logger.info("the client's roots are not known: %s", shorten(error.message))
        return []
    roots = answer.get("roots")
    uris = [root.get("uri") for root in roots[:MOST_ROOTS] if isinstance(root, dict)] if isinstance(roots, list) else []
    folders = (_folder(uri) for uri in uris if isinstance(uri, str))
    return [folder for folder in folders if folder]


def _folder(uri: str) -> Path | None:
    """Return the folder of a `file://` URI, None if this machine has no such folder."""
    # Few clients name folders, and the module of HTTP clients comes with this function.
    from urllib.request import url2pathname  # noqa: PLC0415

    try:
        parts = urlsplit(uri)
        if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
            return None
        folder = Path(url2pathname(parts.path))
        return folder if folder.is_absolute() and folder.is_dir() else None
    except (OSError, ValueError):
        return None
