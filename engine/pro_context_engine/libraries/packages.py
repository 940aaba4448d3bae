"""The packages of a library: their ids, which one is the main one, each other one as a library (decision 49)."""

from __future__ import annotations

from collections.abc import Sequence

from packaging.utils import canonicalize_name

from pro_context_engine.domain.model import InstalledPackage, Library
from pro_context_engine.libraries import name_keys
from pro_context_engine.libraries.project.requirements import Ecosystem

_NPM = f"{Ecosystem.NPM}/"
_PYTHON = f"{Ecosystem.PYTHON}/"


def package_ids(library: Library) -> list[str]:
    """Return the ids of a library's packages (`pypi/NAME`, `npm/@SCOPE/NAME`), the main one first."""
    return [
        *(f"{Ecosystem.PYTHON}/{name}" for name in library.python_packages),
        *(f"{Ecosystem.NPM}/{name}" for name in library.npm_packages),
    ]


def main_package(library: Library) -> str | None:
    """Return the id of the package that a library's id stands for, None for a library without packages."""
    if library.python_packages:
        return f"{Ecosystem.PYTHON}/{library.python_packages[0]}"
    return f"{Ecosystem.NPM}/{library.npm_packages[0]}" if library.npm_packages else None


def main_first(names: Sequence[str], titles: Sequence[str]) -> tuple[str, ...]:
    """Return the names of a library's packages with the main one first.

    The main package is named like the library, else its name is the stem of all names, else it is the first one.

    Args:
        names: the packages of one ecosystem, the most used first.
        titles: the names of the library.
    """
    if len(names) < 2 or names[0] in titles:
        return tuple(names)
    keys = {key for title in titles for key in (name_keys.squeeze(title), name_keys.core(title))}
    named = (name for name in names if keys & {name_keys.squeeze(name), name_keys.core(name)})
    stems = (name for name in names if all(other == name or other.startswith(f"{name}-") for other in names))
    main = next(named, None) or next(stems, names[0])
    return (main, *(name for name in names if name != main))


def package_of_library(library: Library, package_id: str, summary: str) -> Library:
    """Return one package of a library as a library; the main package is the library itself.

    Another package is a library of its own, without the repository: the tags of the repository and the editions of the
    site number the main package.

    Args:
        library: a library of the registry.
        package_id: one of its `package_ids`.
        summary: the package's own summary, "" if unknown.
    """
    if package_id == main_package(library):
        return library
    ecosystem, _, name = package_id.partition("/")
    own = library_of_name(Ecosystem(ecosystem), name, summary or f"A package of {library.name}.")
    return Library(
        own.library_id,
        own.slug,
        own.name,
        own.description,
        own.languages,
        library.categories,
        own.python_packages,
        own.npm_packages,
        docs_url=library.docs_url,
        llms_txt_url=library.llms_txt_url,
        llms_full_txt_url=library.llms_full_txt_url,
        part_of=library.library_id,
    )


def library_of_name(ecosystem: Ecosystem, name: str, summary: str = "") -> Library:
    """Return a library for a package that the registry lacks.

    Args:
        ecosystem: the ecosystem of the package.
        name: its name in the ecosystem's form.
        summary: its summary, "" if unknown.
    """
    if ecosystem is Ecosystem.NPM:
        languages = ("javascript", "typescript")
        slug = f"npm-{name_keys.slug(name)}"
        return Library(name_keys.npm_id(name), slug, name, summary, languages=languages, npm_packages=(name,))
    return Library(f"pypi/{name}", name, name, summary, languages=("python",), python_packages=(name,))


def library_of_package(package: InstalledPackage) -> Library:
    """Return a library for an installed Python package that the registry lacks."""
    return library_of_name(Ecosystem.PYTHON, canonicalize_name(package.name), package.summary)


def add_scope(library_id: str) -> str:
    """Return the id with the `@` that npm writes before a scope, if it names a scoped package, also by its name."""
    if library_id.startswith("@"):
        return f"{_NPM}{library_id}"
    name = library_id.removeprefix(_NPM)
    return library_id if name == library_id else f"{_NPM}{name_keys.npm_package(name)}"


def named_package(library: Library, library_id: str) -> str | None:
    """Return the id of the package that an id names, None if the id is only the library's own.

    Args:
        library: the registered library that the id leads to.
        library_id: an id, a slug or the name of a package.
    """
    key = name_keys.plain(library_id)
    if key == library.library_id.lower():
        return None
    packages = package_ids(library)
    keys = (key, f"{Ecosystem.PYTHON}/{name_keys.package_key(key.removeprefix(_PYTHON))}", f"{_NPM}{key}")
    named = next((package for package in packages if package.lower() in keys), None)
    # A slug that is also the name of another package than the main one stands for the library.
    return None if key == library.slug.lower() and named not in packages[:1] else named
