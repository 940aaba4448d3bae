"""libraries: Project Libraries.

Generated from spec/contracts/toc/resources/libraries.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.toc.models import LibrariesContent

__all__ = ["ERRORS", "NAME", "Output", "URI", "LibrariesHandler", "LibrariesContent"]

NAME = "libraries"
URI = "pro-context://libraries"
ERRORS: tuple[str, ...] = ()
Output = LibrariesContent

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class LibrariesHandler(Protocol[Docs_contra]):
    """The type of the handler of libraries.

    - only the project's own libraries are listed, with their exact versions.
    """

    async def __call__(self, docs: Docs_contra) -> LibrariesContent:
        """List of project-detected libraries. Gives agents immediate awareness of the project's library stack without a tool call."""
        ...
