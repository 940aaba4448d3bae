"""The project's libraries as resources of their own: the table of contents of each (seed 003 section 6.4)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from mcp.shared.uri_template import UriTemplate

from pro_context.sessions import MemorySession
from pro_context_contract.contract import Contract

MOST_LISTED = 50
"""Tables of contents in the list; every other one is read through the template."""

Entry = Mapping[str, Any]


class NamedLibrary(Protocol):
    """A library by its id and the name people know."""

    @property
    def library_id(self) -> str:
        """Return the id."""
        ...

    @property
    def name(self) -> str:
        """Return the name."""
        ...


class Project(Protocol):
    """What the engine knows of the user's project."""

    def documented(self, limit: int) -> Sequence[NamedLibrary]:
        """Return the libraries that the project's files ask for and some source may have, at most so many."""
        ...

    def look_in(self, directories: Sequence[Path]) -> None:
        """Take these folders for the project from now on."""
        ...


class ProjectResources:
    """The resources that one contract has for the libraries of a project."""

    def __init__(self, contract: Contract, project: Project | None) -> None:
        """Take the contract's templates whose only variable is a library.

        Args:
            contract: whose resources these are.
            project: None where no project is looked at.
        """
        kinds = contract.template_completions
        self._templates = [
            (UriTemplate.parse(entry["uriTemplate"]), entry)
            for entry in contract.resource_templates
            if list(kinds.get(entry["uriTemplate"], {}).values()) == ["library"]
        ]
        self._project = project if self._templates else None
        self._newest: list[Entry] = []
        self._known: WeakKeyDictionary[MemorySession, list[Entry]] = WeakKeyDictionary()

    async def listed(self, session: MemorySession) -> list[Entry]:
        """Return the entries for `resources/list`, and take them for what the session's client knows."""
        self._known[session] = await self._entries()
        return self._known[session]

    async def changed(self, session: MemorySession) -> bool:
        """Tell whether the list is another one than the session's client knows; it knows none until it has asked."""
        if session not in self._known:
            return False
        known = self._known[session]
        return known != await self.listed(session)

    async def _entries(self) -> list[Entry]:
        if self._project is None:
            return []
        # The first question reads the project's files.
        libraries = await asyncio.to_thread(self._project.documented, MOST_LISTED)
        found = [_entry(template, entry, library) for template, entry in self._templates for library in libraries]
        if found != self._newest:  # ten thousand sessions that know the same list shall share it
            self._newest = found
        return self._newest


def _entry(template: UriTemplate, entry: Entry, library: NamedLibrary) -> Entry:
    (variable,) = template.variable_names
    return {
        **{key: value for key, value in entry.items() if key != "uriTemplate"},
        "uri": template.expand({variable: library.library_id}),
        "name": f"{entry['name']}/{library.library_id}",
        "title": f"{library.name}: {entry['title']}",
    }
