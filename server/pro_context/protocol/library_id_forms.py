"""The forms in which a call writes a library's id, each with one reading."""

from __future__ import annotations

import re
from typing import NamedTuple

from pro_context.protocol.scoped_names import scoped_name_id

_REPOSITORY = re.compile(r"https?://(?:www\.)?github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?", re.ASCII)
_PATH_ID = re.compile(r"/([^/\s]+/[^/\s]+?)(?:[/@](v?\d[\w.+-]*))?/?", re.ASCII)
_ECOSYSTEM = re.compile(r"(pypi|npm):([^/\s:]\S*)", re.ASCII)
_PYPI_PATH = re.compile(r"(pypi/[^/\s]+)/(v?\d+(?:\.\w+)+)", re.ASCII)
_SPACED = re.compile(r"(@?[^@=<>~!\s]+)\s+(v?\d[\w.+-]*)", re.ASCII)
_PINNED = re.compile(r"(@?[^@=\s]+)(?:@|==)(v?\d[\w.+-]*)", re.ASCII)


class LibraryName(NamedTuple):
    """A library as a call names it.

    Attributes:
        library_id: the id or name.
        version: the version that stands beside it, "" for none.
    """

    library_id: str
    version: str = ""


def library_name(text: str) -> LibraryName:
    """Return the library that a text names.

    Understood are `/org/project` and `/org/project/v1.2`, the address of a GitHub repository, a name with its version
    (`name@1.2`, `name==1.2`, `name 1.2`, `pypi/name/1.2`), a scoped npm name,
    and `pypi:name` or `npm:name`; any other text is the id itself.
    """
    text = text.strip()
    if found := _ECOSYSTEM.fullmatch(text):
        name = library_name(found[2])
        is_whole = name.library_id.startswith(f"{found[1]}/")
        return name if is_whole else LibraryName(f"{found[1]}/{name.library_id}", name.version)
    if found := _REPOSITORY.fullmatch(text):
        return LibraryName(found[1])
    if found := _PATH_ID.fullmatch(text):
        return LibraryName(found[1], found[2] or "")
    if found := _PYPI_PATH.fullmatch(text):
        return LibraryName(found[1], found[2])
    if found := _PINNED.fullmatch(text) or _SPACED.fullmatch(text):
        return LibraryName(scoped_name_id(found[1]), found[2])
    return LibraryName(scoped_name_id(text))
