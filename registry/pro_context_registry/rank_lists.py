"""Lists of the most used packages: names in order, possibly followed by numbers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from packaging.utils import canonicalize_name

from pro_context_registry.facts import Facts
from pro_context_registry.merging import ECOSYSTEMS

_NAMES = ("project", "name", "package")


class NotAList(Exception):
    """A text is not a list of packages."""

    def __init__(self) -> None:
        super().__init__("the text is not a list of packages")


def names(text: str) -> list[str]:
    """Return the packages of a list, most used first.

    Args:
        text: a JSON array of names or of objects with a name, possibly below `rows`, or lines with one name each.

    Raises:
        NotAList: the text is not such a list.
    """
    if text.lstrip().startswith("<"):
        raise NotAList
    if text.lstrip().startswith(("{", "[")):
        found = _rows(text)
    else:
        found = [line.replace(",", " ").split()[0] for line in text.splitlines() if line.strip(", \t")]
    if not found:
        raise NotAList
    return list(dict.fromkeys(found))


def rank(listed: Iterable[str], kind: str, facts: Facts) -> tuple[dict[str, int], list[str]]:
    """Return the ranks of the packages that belong to libraries, and the other packages, both in the list's order.

    Args:
        listed: the packages, most used first.
        kind: the name of the list, such as "pypiDownloads".
        facts: the facts with the libraries.
    """
    own = {package for one in _libraries(facts) for package in one.get("packages", {}).get(ECOSYSTEMS[kind], [])}
    plain = [canonicalize_name(name) if ECOSYSTEMS[kind] == "python" else name for name in listed]
    ranks = {name: rank for rank, name in enumerate(plain, 1) if name in own}
    return ranks, [name for name in plain if name not in own]


def _libraries(facts: Facts) -> Iterable[Mapping[str, Any]]:
    return ({**fact, **facts.curated.get(library_id, {})} for library_id, fact in facts.libraries.items())


def _rows(text: str) -> list[str]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise NotAList from None
    rows = document.get("rows") if isinstance(document, dict) else document
    return [_name(row) for row in rows] if isinstance(rows, list) else []


def _name(row: object) -> str:
    value = next((row[key] for key in _NAMES if key in row), None) if isinstance(row, dict) else row
    if not isinstance(value, str):
        raise NotAList
    return value
