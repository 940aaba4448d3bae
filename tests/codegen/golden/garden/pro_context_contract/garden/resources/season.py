"""season: Season.

Generated from spec/contracts/garden/resources/season.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

__all__ = ["ERRORS", "NAME", "Output", "URI", "SeasonHandler"]

NAME = "season"
URI = "garden://season"
ERRORS: tuple[str, ...] = ()
Output = str

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class SeasonHandler(Protocol[Docs_contra]):
    """The type of the handler of season.

    - it names exactly one season.
    """

    async def __call__(self, docs: Docs_contra) -> str:
        """The season, and what to do in it"""
        ...
