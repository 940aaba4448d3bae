"""The forms in which a call writes a library's id, each with one reading."""

from __future__ import annotations

import re
from typing import NamedTuple

_SCOPED = re.compile(r"(?:npm/)?@([^@/]+/[^@/]+)")
_REPOSITORY = re.compile(
    r"(?:(?:https?://)?(?:www\.)?github\.com/|git@github\.com:|github:)([\w.-]+/[\w.-]+?)(?:\.git)?/?", re.ASCII
)
# The page of a package at an index, of which the host has the name of the ecosystem in it; a package URL (purl).
_PACKAGE_PAGE = re.compile(
    r"(?:(?:https?://)?(?:[\w-]+\.)*(pypi|npm)[\w-]*(?:\.[\w-]+)+(?:/(?:project|package))?|pkg:(pypi|npm))"
    r"/((?:@[\w.-]+/)?[\w.-]+)(?:(?:/(?:v/)?|@)(v?\d[\w.+-]*))?/?",
    re.ASCII,
)
_PATH_ID = re.compile(r"/([^/\s]+/[^/\s]+?)(?:[/@](v?\d[\w.+-]*))?/?", re.ASCII)
_ECOSYSTEM = re.compile(r"(\w+):([^/\s:]\S*)", re.ASCII)
_ECOSYSTEMS = {
    **dict.fromkeys(("pypi", "pip", "pip3", "python", "py", "uv", "poetry"), "pypi"),
    **dict.fromkeys(("npm", "node", "nodejs", "javascript", "js", "typescript", "ts", "yarn", "pnpm", "bun"), "npm"),
}
_PYPI_PATH = re.compile(r"(pypi/[^/\s]+)/(v?\d+(?:\.\w+)+)", re.ASCII)
VERSION_PATTERN = r"v?\d[\w.+-]*"
"""The pattern of one version in a text."""

_CONDITION = r"(?:===?|~=|!=|[<>]=?|[~^]) ?v?\d[\w.+*-]*"
_CONDITIONS = rf"{_CONDITION}(?:, ?{_CONDITION}){{0,4}}"
_SPACED = re.compile(rf"(@?[^@=<>~!\s]+)\s+({VERSION_PATTERN})", re.ASCII)
_INSTALLED = re.compile(
    r"(?:python3? -m )?(pip3?|uv|poetry|npm|pnpm|yarn|bun)(?: pip)? (?:install|add|i) (?:-[\w-]+ )*(\S+)", re.ASCII
)
_PINNED = re.compile(rf"((?:npm/)?@?[^@=<>~^!\s]+?) ?(?:@|==|:) ?({VERSION_PATTERN})", re.ASCII)
_IN_BRACKETS = re.compile(rf" ?\(({VERSION_PATTERN})\)$", re.ASCII)
_OF_LANGUAGE = re.compile(r"(\S+) \((\w+)\)", re.ASCII)
_NEWEST = re.compile(r"(?<=[\w.-])@latest$")
# npm has names with a tilde: only behind `@` or a space it begins a range.
_RANGE = re.compile(rf"(@?[^@=<>~^!\s\[\]]+)(?:\[[\w,. -]+\])?(?:[@ ]|(?!~v?\d))({_CONDITIONS})", re.ASCII)
_IS_VERSION = re.compile(rf"{VERSION_PATTERN}|{_CONDITIONS}", re.ASCII)


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

    Understood are `/org/project` and `/org/project/v1.2`, the address of a GitHub repository or of a package's page at
    an index, a name with its version or range (`name@1.2`, `name==1.2`, `name 1.2`, `pypi/name/1.2`,
    `name[extra]>=1.2`, `name@^1.2`), a scoped npm name, `pypi:name` or `python:name`, a package URL, and the command
    that installs one package; any other
    text is the id itself.
    """
    text = _NEWEST.sub("", _IN_BRACKETS.sub(r" \1", text.strip().strip("\"'`")).removeprefix("library://"))
    if (found := _OF_LANGUAGE.fullmatch(text)) and found[2].lower() in _ECOSYSTEMS:
        text = f"{found[2].lower()}:{found[1]}"
    if found := _INSTALLED.fullmatch(text):
        text = f"{_ECOSYSTEMS.get(found[1], 'pypi')}:{found[2]}"
    if found := _PACKAGE_PAGE.fullmatch(text):
        text = f"{found[1] or found[2]}:{found[3]}" + (f"@{found[4]}" if found[4] else "")
    if (found := _ECOSYSTEM.fullmatch(text)) and (prefix := _ECOSYSTEMS.get(found[1])):
        name = library_name(found[2])
        is_whole = name.library_id.startswith(f"{prefix}/")
        return name if is_whole else LibraryName(f"{prefix}/{name.library_id}", name.version)
    if found := _REPOSITORY.fullmatch(text):
        return LibraryName(found[1])
    if found := _PATH_ID.fullmatch(text):
        return LibraryName(found[1], found[2] or "")
    if found := _PYPI_PATH.fullmatch(text):
        return LibraryName(found[1], found[2])
    if found := _PINNED.fullmatch(text) or _SPACED.fullmatch(text):
        return LibraryName(scoped_name_id(found[1]), found[2])
    if found := _RANGE.fullmatch(text):
        return LibraryName(scoped_name_id(found[1]), found[2].removeprefix("=="))
    return LibraryName(scoped_name_id(text))


def scoped_name_id(name: str) -> str:
    """Return the id of a scoped npm package for its name, any other text unchanged.

    `@types/node` and `npm/@types/node` are `npm/types/node` (decision 20).
    """
    scoped = _SCOPED.fullmatch(name)
    return f"npm/{scoped[1]}" if scoped else name


def in_ecosystem(library_id: str, ecosystem: str) -> str | None:
    """Return the id of a library in an ecosystem, None where the id is another one's or the ecosystem is unknown.

    Args:
        library_id: an id, or the plain name of a package.
        ecosystem: its name, its language or its installer, such as "npm", "python" or "pip".
    """
    prefix = _ECOSYSTEMS.get(ecosystem.strip().lower())
    own, slash, _ = library_id.partition("/")
    if prefix is None or (slash and own in _ECOSYSTEMS.values() and own != prefix):
        return None
    return library_id if slash else f"{prefix}/{library_id}"


def is_version(value: object) -> bool:
    """Tell whether a value is a version or a range of versions."""
    return isinstance(value, str) and _IS_VERSION.fullmatch(value.strip()) is not None


def same_library(one: str, other: str) -> str | None:
    """Return the longer of two names of one library, an id and the last part of it; None for two libraries."""
    short, long = sorted((one, other), key=len)
    return long if long.lower() == short.lower() or long.lower().endswith(f"/{short.lower()}") else None
