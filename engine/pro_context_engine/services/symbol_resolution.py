"""The resolution of asked names to symbols of a package: by spelling, behind a package, or behind an abbreviation."""

from __future__ import annotations

from pro_context_engine.domain.model import Library
from pro_context_engine.domain.symbols import SymbolKind, SymbolPlace
from pro_context_engine.libraries.name_keys import squeeze
from pro_context_engine.libraries.packages import package_ids
from pro_context_engine.search.asked_symbols import AskedSymbol
from pro_context_engine.search.index.dotted_names import full_term

MOST_LETTERS = 5
"""The letters of an abbreviation."""

_MEMBERS = (SymbolKind.METHOD, SymbolKind.PROPERTY)


def resolved_places(asked: AskedSymbol, places: list[SymbolPlace]) -> list[SymbolPlace]:
    """Return the symbols that an asked name means, the most public first.

    The spelling counts unless the question is about the name alone, or the name has the form of code.
    """
    exact = [place for place in places if _is_spelt(place, asked.name)]
    found = exact or (places if asked.alone or asked.is_code else [])
    if "." in asked.name:
        # `Logger.log` is the method of a class, and not the function of a module `logger`.
        found = sorted(found, key=lambda place: not f".{place.name}".endswith(f".{asked.name}"))
    else:
        # A name alone is rather that of a function or class than that of a method of some class, and rather that of
        # the function of a module of this name (`slugify.slugify`) than that of the module.
        found = sorted(found, key=lambda place: (place.kind in _MEMBERS, not _is_namesake(place), place.rank))
    return found


def _is_namesake(place: SymbolPlace) -> bool:
    """Tell whether an object of a top-level module has the name of the module."""
    module, _, name = place.name.partition(".")
    return module == name and place.kind != SymbolKind.MODULE


def names_of(library: Library) -> set[str]:
    """Return the names of a library and of its packages, the ones of npm without their scopes too."""
    packages = [package.partition("/")[2] for package in package_ids(library)]
    return {library.name, library.slug, *packages, *(package.rpartition("/")[2] for package in packages)}


def export_name(asked: AskedSymbol, library: Library) -> str:
    """Return a name without the package before it: the exports of an npm package have no prefix in its table.

    The exports of another entry of the package have that entry before them.
    """
    if asked.module:
        return asked.name if asked.module in names_of(library) else f"{asked.module}.{asked.name}"
    package, _, rest = asked.name.partition(".")
    return rest if rest and squeeze(package) in map(squeeze, names_of(library)) else asked.name


def exported_places(places: list[SymbolPlace], export: str) -> list[SymbolPlace]:
    """Return the places of a package's export; a member of some class is none."""
    return [place for place in places if "." in export or place.kind not in _MEMBERS]


def abbreviated_places(name: str, places: list[SymbolPlace], library: Library) -> list[SymbolPlace]:
    """Return the places of a name behind an abbreviation: of a module (`np.array`), or of a class (`df.merge`).

    Args:
        name: the name with the abbreviation before it.
        places: the places of the name without the abbreviation.
        library: the library, whose names may be abbreviated too.
    """
    short, _, rest = name.partition(".")
    found = []
    for place in places if rest else ():
        owners = place.name.split(".")[: -(rest.count(".") + 1)]
        meant = owners[-1:] if place.kind in _MEMBERS and "." not in rest else [*owners, *names_of(library)]
        if any(_abbreviates(short.lower(), owner.lower()) for owner in meant):
            found.append(place)
    return found


def _abbreviates(short: str, name: str) -> bool:
    """Tell whether a word has a name's first letter, then others of it in their order."""
    letters = iter(name)
    return len(short) <= MOST_LETTERS and name.startswith(short[0]) and all(letter in letters for letter in short)


def _is_spelt(place: SymbolPlace, name: str) -> bool:
    """Tell whether a symbol has a name in this spelling; one that is found by another path of it is spelt right."""
    own, asked = place.name.rpartition(".")[2], name.rpartition(".")[2]
    return own == asked or full_term(own) != full_term(asked)
