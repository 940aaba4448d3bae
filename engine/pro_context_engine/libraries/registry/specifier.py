"""Specifiers: the package name in a line of a requirements file, a manifest, an import or an install command."""

from __future__ import annotations

import re
from functools import lru_cache

# No pattern has two adjacent unbounded runs with common characters, so that all are linear on hostile input.
_INSTALL = re.compile(
    r"^(?:(?:python -m )?pip3?|uv|poetry|pdm|npm|pnpm|yarn|bun)(?: pip)? (?:install|add|i)(?: -[\w-]+)* "
)
_PYTHON_IMPORT = re.compile(r"^(?:import|from) ([\w.]+)(?: (?:import|as) .*)?$")
_JAVASCRIPT_IMPORT = re.compile(r"""\b(?:from |import |require\()['"]([^'"]+)['"]""")
_PREFIX = re.compile(r"^(?:npm:|pypi:|pkg:(?:npm|pypi)/)")
_REPOSITORY = re.compile(r"^(?:git\+)?https?://(?:www\.)?github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?(?:[/#?@].*)?$")
_PACKAGE_PAGE = re.compile(
    r"^https?://[\w.:-]+/(?:project|package)/((?:@[\w.-]+/)?[\w.-]+)(?:/(?:v/)?v?\d[\w.+-]*)?/?(?:[#?].*)?$"
)
"""The address of a package's page on the site of an index, perhaps with a version."""

_EXTRAS = re.compile(r"\[[^\[\]]*\]")
_BOUND = re.compile(r" ?(?:[<>=!~^]|\( ?[<>=!~^]).*$")
# The first `@` of `npm/@types/node` precedes a scope, not a version.
_PINNED = re.compile(r"^(?!npm/@[^@]*$)(@?(?:npm/@)?[^@\s]+)(?:@| @ ).*$")
_VERSION_WORD = re.compile(r"^(.*\S) v?\d+(?:\.(?:\d+|x))*\+?$")
_DEEPEST = 8


@lru_cache(256)
def name_of(text: str) -> str:
    """Return the package name in a specifier (contract `full`, tool resolve-library).

    Args:
        text: lower case, single blanks: `langchain[openai]>=0.3`, `@scope/pkg@1.2`, `name @ https://…`,
            `pkg==1.0; python_version<'3.9'`, `npm install react`, `from bs4 import BeautifulSoup`, …

    Returns:
        The name without extras, bounds, markers, versions; any other text unchanged.
    """
    for form in (_REPOSITORY, _PACKAGE_PAGE, _PYTHON_IMPORT, _JAVASCRIPT_IMPORT):
        whole = form.search(text)
        if whole:
            return whole[1]
    name = _PREFIX.sub("", _INSTALL.sub("", text)).partition(";")[0]
    name = _BOUND.sub("", _EXTRAS.sub("", name))
    pinned = _PINNED.match(name)
    return (pinned[1] if pinned else name).strip(" ,'\"`")


def without_version_word(name: str) -> str:
    """Return the name without a version in words at its end: `pydantic v2`, `react 18`."""
    spoken = _VERSION_WORD.match(name)
    return spoken[1] if spoken else name


def parents(name: str) -> list[str]:
    """Return the names that contain this one, nearest first: packages of a dotted module or of a path.

    Args:
        name: `dateutil.parser`, `next/router`, `@mui/material/button`.

    Returns:
        `["dateutil"]`, `["next"]`, `["@mui/material"]`; [] for a plain name, a phrase, or one nested deeper than eight.
    """
    separator = "/" if "/" in name else "."
    parts = name.split(separator)
    whole = name.removeprefix("npm/").removeprefix("pypi/")
    # In `npm/name` neither part is a package, nor is `@scope` alone.
    shortest = 1 + (whole != name) + whole.startswith("@")
    if " " in name or len(parts) > _DEEPEST:
        return []
    return [separator.join(parts[:count]) for count in range(len(parts) - 1, shortest - 1, -1)]
