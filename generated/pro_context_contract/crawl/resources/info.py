"""info: About This Server.

Generated from spec/contracts/crawl/resources/info.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

__all__ = ["ERRORS", "NAME", "Output", "URI", "InfoHandler"]

NAME = "info"
URI = "info://about"
ERRORS: tuple[str, ...] = ()
Output = str

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class InfoHandler(Protocol[Docs_contra]):
    """The type of the handler of info.

    - the text begins with the server's name and version.
    """

    async def __call__(self, docs: Docs_contra) -> str:
        """Who the server is, what it reads and what it does not"""
        ...
