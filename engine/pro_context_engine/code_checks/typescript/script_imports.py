"""The imports of TypeScript and JavaScript code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_FROM = re.compile(r"""(?:\bfrom\s*|\brequire\s*\(\s*|\bimport\s*\(\s*|^\s*import\s+)['"]([^'"\n]{1,200})['"]""", re.M)
_NAME = re.compile(r"(?:@[a-z0-9~][\w.~-]*/)?[a-z0-9~][\w.~-]*")
_IMPORT = re.compile(r"""\bimport\s+(?:type\s+)?([^'";]{1,4000}?)\s*\bfrom\s*['"]([^'"\n]+)['"]""")
_BRACES = re.compile(r"\{([^}]*)\}")


# Comments that begin a line: what looks like one elsewhere may be in a text or a pattern.
_COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)", re.M)
_NOT_LINE_END = re.compile(r"[^\n]")


class ImportedName(NamedTuple):
    """A name that code imports.

    Attributes:
        module: the specifier.
        name: the name in the module, "default", or "*" for the module as a whole.
        local: its name in the code.
        place: its position in the text.
    """

    module: str
    name: str
    local: str
    place: int


def imported_packages(text: str) -> list[str]:
    """Return the npm packages that code imports, each once."""
    found = dict.fromkeys(filter(None, map(package_of, _FROM.findall(_without_comments(text)))))
    return list(found)[:100]


def package_of(module: str) -> str:
    """Return the package of an imported module, "" for a file and for a module of Node."""
    match = _NAME.match(module)
    if match is None or module.startswith((".", "/", "node:")) or module[match.end() :][:1] not in ("", "/"):
        return ""
    return match[0]


def imported_names(text: str) -> Iterator[ImportedName]:
    """Yield the names that code imports, without those that it requires in the old way."""
    for match in _IMPORT.finditer(_without_comments(text)):
        what, module, start = match[1], match[2], match.start(1)
        if braces := _BRACES.search(what):
            yield from _listed(module, braces[1], start + braces.start(1))
        for part in _BRACES.sub("", what).split(","):
            name = part.strip()
            if name.startswith("*"):
                yield ImportedName(module, "*", name.rpartition(" ")[2], start)
            elif re.fullmatch(r"[\w$]+", name):
                yield ImportedName(module, "default", name, start + what.index(name))


def _without_comments(text: str) -> str:
    """Return code with blanks in the place of comments."""
    return _COMMENT.sub(lambda match: _NOT_LINE_END.sub(" ", match[0]), text)


def _listed(module: str, listed: str, start: int) -> Iterator[ImportedName]:
    """Yield the names in braces."""
    for part in re.finditer(r"[^,]+", listed):
        plain = re.sub(r"^\s*type\s+(?!as\b)", "", part[0]).strip()
        name, *others = re.split(r"\s+as\s+", plain)
        if re.fullmatch(r"[\w$]+", name):
            place = start + part.start() + part[0].index(name)
            yield ImportedName(module, name, others[0] if others else name, place)
