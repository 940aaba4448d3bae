"""The choice between libraries of one name: the package itself, the project's ecosystem, its own libraries.

`yaml` is an npm package and a module of PyYAML: in a Python project it is PyYAML (decision 48).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from packaging.utils import canonicalize_name

from pro_context_engine.domain.interfaces import Environment
from pro_context_engine.domain.model import InstalledPackage, Library, Match, MatchedVia
from pro_context_engine.libraries import imported_modules, name_keys
from pro_context_engine.libraries.project.requirements import Ecosystem
from pro_context_engine.libraries.registry import specifier

_PACKAGE = re.compile(r"[a-z0-9][a-z0-9._-]{0,98}[a-z0-9]")
_ECOSYSTEMS = tuple(Ecosystem)


def provider(environment: Environment, name: str, matches: Sequence[Match]) -> InstalledPackage | None:
    """Return the project's installed distribution that provides a module of this name.

    Args:
        environment: the packages of the project.
        name: as asked, with its case.
        matches: the libraries of this name; a Python package of exactly this name needs no other provider.
    """
    module = specifier.name_of(name)
    if _is_python_package(matches) or not imported_modules.is_module(module):
        return None
    return imported_modules.provider(environment.packages(), module)


def plain_name(query: str) -> str:
    """Return the asked name without version, extras and install command, in lower case."""
    return specifier.name_of(name_keys.plain(query))


def is_package_name(name: str) -> bool:
    """Tell whether a text in lower case can be the whole name of a package: one word of two characters at least."""
    return _PACKAGE.fullmatch(name) is not None


def is_plain(query: str) -> bool:
    """Tell whether a query is one word that names no ecosystem itself, as `pyyaml`, `yamljs` and `@types/node` do."""
    name = plain_name(query)
    return " " not in name and "/" not in name and name_keys.core(name) == name_keys.squeeze(name)


def is_only_like(name: str, library: Library) -> bool:
    """Tell whether a library has the asked name but for marks between letters or an affix that the name has more.

    A name of several parts (`python-redis`) rather describes the library, and one without the affix that the library
    has (`dotenv` of python-dotenv) is the name by which the library is imported.

    Args:
        name: output of `plain_name`.
        library: the library.
    """
    if not name.isalnum():
        return False
    packages = (*library.python_packages, *library.npm_packages)
    if name in packages:
        return False  # as nearly every query is, which makes the comparison below worth sparing
    names = {one.lower() for one in (library.library_id, library.slug, library.name, *library.aliases, *packages)}
    spelt = canonicalize_name(name) in map(canonicalize_name, names)
    if spelt:
        return False
    core = name_keys.core(name)
    return name in map(name_keys.squeeze, names) or (core != name and core in map(name_keys.core, names))


def other_packages(query: str, matches: Iterable[Match]) -> Iterator[str]:
    """Yield the package ids (`pypi/NAME`) that a query spells exactly, if a library has them beside its main package.

    `google-cloud-storage` is a package of its own, and so is its module `google.cloud.storage`; `langchain_core` is an
    import, documented with LangChain.
    """
    several = [match for match in matches if match.matched_via is MatchedVia.PACKAGE_NAME and _count(match.library) > 1]
    if not several:
        return
    name = plain_name(query)
    ecosystem, _, rest = name.partition("/")
    asked = rest if ecosystem in _ECOSYSTEMS else name
    for match in several:
        if (package := asked.replace(".", "-")) in match.library.python_packages[1:]:
            yield f"{Ecosystem.PYTHON}/{package}"
        if (scoped := name_keys.npm_package(asked)) in match.library.npm_packages[1:]:
            yield f"{Ecosystem.NPM}/{scoped}"


def merge(first: Sequence[Match], others: Iterable[Match]) -> list[Match]:
    """Return the first matches and then those others that are of another library."""
    if not first:
        return list(others)
    known = {match.library.library_id for match in first}
    return [*first, *(match for match in others if match.library.library_id not in known)]


def _is_python_package(matches: Sequence[Match]) -> bool:
    """Tell whether the best match has the asked name as a Python package, so that no module of others is meant."""
    best = matches[0] if matches else None
    exact = best is not None and best.relevance == 1.0 and best.matched_via is MatchedVia.PACKAGE_NAME
    return bool(exact and best and best.library.python_packages)


def _count(library: Library) -> int:
    return len(library.python_packages) + len(library.npm_packages)
