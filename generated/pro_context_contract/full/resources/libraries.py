"""libraries: Project Libraries.

Generated from spec/contracts/full/resources/libraries.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.full.models import LibrariesContent

__all__ = ["ERRORS", "NAME", "Output", "URI", "LibrariesHandler", "LibrariesContent"]

NAME = "libraries"
URI = "pro-context://libraries"
ERRORS: tuple[str, ...] = ()
Output = LibrariesContent

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class LibrariesHandler(Protocol[Docs_contra]):
    """The type of the handler of libraries.

    - only libraries that the project's files ask for or its own environment has installed are listed, with their exact versions.
    """

    async def __call__(self, docs: Docs_contra) -> LibrariesContent:
        """Libraries detected in the current project, with the versions it has"""
        ...
