"""Dotted names as terms: `Session.execute` is found where it is documented, not where it is mentioned.

A name is one term with its dots, lower case and without underscores. A documented name is stored with all its endings
of at least two parts, so that `Session.execute` and `orm.Session.execute` both find `sqlalchemy.orm.Session.execute`.
Every ending of a name in a question is looked up, so that `np.linalg.norm` finds `numpy.linalg.norm`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pro_context_engine.search.index.machine_words import without_machine_words

MAX_NAMES = 16
"""The maximum number of names of a question that are looked up."""

_MOST_PARTS = 8
_NAME = re.compile(r"(?<![\w./@-])[^\W\d]\w{0,99}(?:\.[^\W\d]\w{0,99}){1,9}(?![\w/@])")
_DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
# The beginning of a fence below a heading, for a name that a package re-exports from another of its modules.
_IMPORTS = re.compile(r"\n+```python\n((?:from [\w.]{1,200} import \w{1,100}\n){1,9})")
_HEADING = re.compile(r"^#{1,6} +(.{1,1000}?)(?: +\{#([\w.:-]{1,500})\})?$", re.M)


def asked_names(text: str) -> list[str]:
    """Return the terms of the dotted names in a question, longest first, at most 16."""
    terms = dict.fromkeys(term for name in _NAME.findall(without_machine_words(text)) for term in endings(name))
    return list(terms)[:MAX_NAMES]


def documented_names(text: str, title: str) -> list[str]:
    """Return the terms of the names that the headings of a text document.

    Args:
        text: Markdown.
        title: title of the page; if it is a module's name, the documented names are members of that module.
    """
    return list(dict.fromkeys(term for name, _ in _documented_names(text, title) for term in endings(name)))


def anchor_of(text: str, title: str, names: Iterable[str]) -> str:
    """Return the explicit anchor of the heading that documents one of the names, "" if there is none.

    Args:
        text: see `documented_names`.
        title: see `documented_names`.
        names: output of `asked_names`; the first documented name decides.
    """
    anchors: dict[str, str] = {}
    for name, anchor in _documented_names(text, title):
        for term in endings(name):
            anchors.setdefault(term, anchor)
    return next((anchors[name] for name in names if name in anchors), "")


def full_term(name: str) -> str:
    """Return the term of a whole name."""
    return name.replace("_", "").lower()


def endings(name: str) -> Iterator[str]:
    """Yield the terms of a name: the whole name, then the name without its first part, down to two parts."""
    parts = full_term(name).split(".")[-_MOST_PARTS:]
    for start in range(len(parts) - 1):
        yield ".".join(parts[start:])


def _documented_names(text: str, title: str) -> Iterator[tuple[str, str]]:
    """Yield the full names that headings document, with their anchors."""
    module = f"{title}." if _DOTTED.fullmatch(title) else ""
    for heading in _HEADING.finditer(text):
        name, anchor = heading[1].strip("`"), heading[2] or ""
        if "." in anchor and _DOTTED.fullmatch(anchor):
            yield anchor, anchor
        elif name != title and _DOTTED.fullmatch(name):
            yield f"{module}{name}", anchor
            yield from ((imported, anchor) for imported in _imported_names(text, heading.end(), name))


def _imported_names(text: str, start: int, name: str) -> Iterator[str]:
    """Yield the full names under which the fence below a heading imports the name of the heading."""
    imports = _IMPORTS.match(text, start)
    for line in imports[1].splitlines() if imports else ():
        _, package, _, imported = line.split(" ")
        if imported == name:
            yield f"{package}.{imported}"
