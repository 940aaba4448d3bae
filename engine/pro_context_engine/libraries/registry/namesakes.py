"""Libraries whose names contain another library's name: `pydantic-ai` and `pydantic-settings` for `pydantic`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pro_context_engine.domain.model import Library
from pro_context_engine.libraries import name_keys
from pro_context_engine.libraries.registry import specifier
from pro_context_engine.libraries.registry.matching import LONGEST_QUERY


def namesakes(libraries: Iterable[Library], query: str, language: str | None) -> list[Library]:
    """Return the libraries whose names contain the asked name as whole words, those that begin with it first.

    Args:
        libraries: libraries in their default order.
        query: a name, with or without a version.
        language: only libraries that list this language; None for any.
    """
    name = specifier.name_of(name_keys.plain(query[:LONGEST_QUERY]))
    wanted = name_keys.package_key(specifier.without_version_word(name))
    spoken = name_keys.language_name(language) if language else None
    if not wanted:
        return []
    fitting = (library for library in libraries if spoken is None or spoken in library.languages)
    found = [(library, keys) for library in fitting if (keys := list(_matching_names(library, wanted)))]
    found.sort(key=lambda each: not any(key.startswith(wanted) for key in each[1]))
    return [library for library, _ in found]


def _matching_names(library: Library, wanted: str) -> Iterator[str]:
    """Yield those of a library's names that contain these words; its owner and its packages are not compared."""
    for name in (library.slug, library.name, library.library_id.rpartition("/")[2]):
        # This quick check excludes most names.
        if wanted.partition("-")[0] in name.lower() and f"-{wanted}-" in f"-{name_keys.package_key(name)}-":
            yield name_keys.package_key(name)
