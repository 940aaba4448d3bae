"""The order of libraries that have the same name: the package itself, the project's ecosystem, its own libraries.

`yaml` is an npm package and a module of PyYAML: in a Python project it is PyYAML (decision 48).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pro_context_engine.domain.model import Library, Match, MatchedVia
from pro_context_engine.libraries.project.requirements import Ecosystem
from pro_context_engine.libraries.registry import name_keys, specifier

_LANGUAGES = {Ecosystem.PYTHON: "python", Ecosystem.NPM: "javascript"}
_WITH_AFFIX = 0.9
"""The lowest relevance of a library whose name differs from the asked one only by an affix for its language."""


def language_of(ecosystems: Iterable[Ecosystem]) -> str | None:
    """Return the language of a project whose packages are all of one ecosystem, None for any other project."""
    found = set(ecosystems)
    return _LANGUAGES[found.pop()] if len(found) == 1 else None


def plain_name(query: str) -> str:
    """Return the asked name without version, extras and install command, in lower case."""
    return specifier.name_of(name_keys.plain(query))


def is_plain(query: str) -> bool:
    """Tell whether a query is one word that names no ecosystem itself, as `pyyaml`, `yamljs` and `@types/node` do."""
    name = plain_name(query)
    return " " not in name and "/" not in name and name_keys.core(name) == name_keys.squeeze(name)


def called(query: str, matches: Iterable[Match]) -> list[Match]:
    """Return the matches that have the asked name, but for an affix for their language, as exact ones."""
    wanted = name_keys.squeeze(plain_name(query))
    return [
        replace(match, relevance=1.0)
        for match in matches
        if match.relevance == 1.0 or (match.relevance >= _WITH_AFFIX and wanted in _cores(match.library))
    ]


def other_packages(query: str, matches: Iterable[Match]) -> Iterator[str]:
    """Yield the package ids (`pypi/NAME`) that a query spells exactly, if a library has them beside its main package.

    `google-cloud-storage` is a package of its own; `langchain_core` is an import, documented with LangChain.
    """
    ecosystem, _, rest = plain_name(query).partition("/")
    asked = rest if ecosystem in _LANGUAGES else plain_name(query)
    for match in matches:
        if match.relevance == 1.0 and match.matched_via is MatchedVia.PACKAGE_NAME:
            if asked in match.library.python_packages[1:]:
                yield f"{Ecosystem.PYTHON}/{asked}"
            if (scoped := name_keys.npm_package(asked)) in match.library.npm_packages[1:]:
                yield f"{Ecosystem.NPM}/{scoped}"


def merge(first: Sequence[Match], others: Iterable[Match]) -> list[Match]:
    """Return the first matches and then those others that are of another library."""
    known = {match.library.library_id for match in first}
    return [*first, *(match for match in others if match.library.library_id not in known)]


def _cores(library: Library) -> set[str]:
    names = (*library.python_packages, *library.npm_packages, library.slug, library.name, *library.aliases)
    return {name_keys.core(name) for name in names}
