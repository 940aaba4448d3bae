"""The configured overrides of single libraries (setting `project.libraryOverrides`), applied to the registry."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from packaging.utils import canonicalize_name

from pro_context_engine.domain.model import Library
from pro_context_engine.domain.settings import LibraryOverride
from pro_context_engine.libraries import name_keys

log = logging.getLogger("pro_context.registry")

Find = Callable[[str], Library | None]
"""A function that returns the library with an id, slug or exact package name, None if there is none."""


def overridden_libraries(overrides: Sequence[LibraryOverride], find: Find) -> Iterator[tuple[LibraryOverride, Library]]:
    """Yield each override with its library, which is created if the override has a site for an unknown name.

    Args:
        overrides: the configured overrides.
        find: finds a library among those known without overrides.

    Yields:
        The override with its library's id, and the library with the override's site.
    """
    for override in overrides:
        known = find(override.library)
        if known is None and override.docs_url is None:
            log.warning("project.libraryOverrides: no library is called %r", override.library[:100])
            continue
        library = known or library_of_id(_id(override.library))
        yield (
            replace(override, library=library.library_id),
            library if override.docs_url is None else _move_site(library, override.docs_url),
        )


def library_of_id(library_id: str) -> Library:
    """Return a library for an id that the registry lacks."""
    kind, _, package = library_id.partition("/")
    return Library(
        library_id=library_id,
        slug=name_keys.slug(library_id),
        name=library_id.rpartition("/")[2],
        python_packages=(canonicalize_name(package),) if kind == "pypi" else (),
        npm_packages=(package,) if kind == "npm" else (),
    )


def _id(name: str) -> str:
    """Return the id for a name: the name itself, or the id of a Python package."""
    return name if "/" in name else f"pypi/{canonicalize_name(name)}"


def _move_site(library: Library, docs_url: str) -> Library:
    """Return the library with its documentation at another address: a site, or an llms.txt."""
    is_index = docs_url.endswith(".txt")
    site = docs_url.rpartition("/")[0] if is_index else docs_url.rstrip("/")
    llms_txt_url = docs_url if is_index else f"{site}/llms.txt"
    return replace(library, docs_url=f"{site}/", llms_txt_url=llms_txt_url, llms_full_txt_url=None)
