"""A repository and the addresses of its files.

A page is known by the address of its raw file. The address of the same file for people stands for the same page.
"""

from __future__ import annotations

from typing import Protocol
from urllib.parse import quote

from pro_context_engine.domain.value_class import value_class

HEAD = "HEAD"
"""The state of the default branch under any name."""


@value_class
class Repository:
    """A repository, and perhaps one state and one folder of it.

    Attributes:
        url: its address for people.
        name: its name, without those of its owners.
        api_url: the address below which the API describes it.
        raw: the address below which its raw files are.
        states: the address below which its states are shown to people.
        place: the state and path that its address names besides (`v1.2/docs`), "" for none.
    """

    url: str
    name: str
    api_url: str
    raw: str
    states: str
    place: str = ""

    @property
    def key(self) -> str:
        """Return the key that tells repositories apart: the case of names does not count."""
        return self.url.lower()

    @property
    def raw_url(self) -> str:
        """Return the address of the raw file at its place."""
        return f"{self.raw}/{self.place}"

    def file_url(self, ref: str, path: str) -> str:
        """Return the address of a raw file at a tag, branch or commit."""
        return f"{self.raw}/{quote(f'{ref}/{path}', safe='/@+')}"

    def state_url(self, ref: str) -> str:
        """Return the address of a state for people."""
        return f"{self.states}/{ref}"

    def resource(self, path: str) -> str:
        """Return the address of a part of its description by the API."""
        return f"{self.api_url}/{path}"


class Forge(Protocol):
    """A service that hosts repositories."""

    def repository(self, url: str) -> Repository | None:
        """Return the repository that an address names, None if it is not one of this service.

        Args:
            url: any text; of a raw file, or for people.
        """
        ...
