"""The inventory of symbols that sites made by Sphinx (and some by MkDocs) publish as `objects.inv`.

Four lines of header and a zlib stream of lines `NAME DOMAIN:ROLE PRIORITY URI DISPLAY-NAME` (version 2), or three lines
of header and plain lines `NAME ROLE URI` (version 1). An address that ends in `$` ends in the name; a display name `-`
is the name.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

from pro_context_engine.documents.pages.text import one_line
from pro_context_engine.domain.value_class import value_class

MAX_BYTES = 5_000_000
"""Bound on an inventory as it is fetched; the largest known ones have 3 MB."""

MAX_DECODED_BYTES = 20_000_000
MAX_OBJECTS = 200_000

_HEADER = re.compile(
    rb"# Sphinx inventory version ([12])[ \t]*\r?\n# Project: ?([^\n]*)\n# Version: ?([^\n]*)\n"
    rb"(# The remainder of this file is compressed using zlib\.[ \t]*\r?\n)?"
)
_MOST_HEADER = 2_000
_MOST_LINE = 2_000
# A name may have spaces; the first number after a role marks its end.
_LINE = re.compile(r"(.+?)[ ](\w[\w-]*:[\w:-]+)[ ](-?\d{1,9})[ ]?(\S*)[ ](.*)")


class NotAnInventory(ValueError):
    """The bytes are no inventory of a known version, damaged, or beyond all bounds."""


@value_class
class InventoryObject:
    """A documented object: name, domain ("py", "std"), role ("method", "doc"), relative address and display name."""

    name: str
    domain: str
    role: str
    uri: str
    display_name: str


@value_class
class Inventory:
    """The objects that a site documents.

    Attributes:
        project: the name of the project.
        version: the version of the site, often without the last number; "" if it gives none.
        objects: in the site's order.
    """

    project: str
    version: str
    objects: tuple[InventoryObject, ...]


def parse_inventory(body: bytes) -> Inventory:
    """Read an inventory; lines of another form are left out.

    Args:
        body: the file as it was fetched.

    Raises:
        NotAnInventory: the file is of another kind, damaged, or too large.
    """
    header = _HEADER.match(body, 0, _MOST_HEADER)
    if not header:
        raise NotAnInventory("no header")
    number, project, version, compressed = header.groups()
    if bool(compressed) != (number == b"2"):
        raise NotAnInventory("another header than its version has")
    rest = body[header.end() :]
    text = (_decompress(rest) if compressed else rest).decode("utf-8", errors="replace")
    objects = (_object(line, is_first_version=compressed is None) for line in _lines(text))
    return Inventory(_header_text(project), _header_text(version), tuple(each for each in objects if each))


def _header_text(value: bytes) -> str:
    return one_line(value.decode("utf-8", errors="replace"))


def _decompress(body: bytes) -> bytes:
    stream = zlib.decompressobj()
    try:
        text = stream.decompress(body, MAX_DECODED_BYTES + 1)
    except zlib.error as error:
        raise NotAnInventory("damaged") from error
    if len(text) > MAX_DECODED_BYTES:
        raise NotAnInventory("too large")
    if not stream.eof:
        raise NotAnInventory("cut short")
    return text


def _lines(text: str) -> Iterator[str]:
    lines = text.split("\n")
    if len(lines) > MAX_OBJECTS:
        raise NotAnInventory("too many objects")
    return (line.rstrip() for line in lines if len(line) <= _MOST_LINE)


def _object(line: str, *, is_first_version: bool) -> InventoryObject | None:
    if is_first_version:
        name, _, rest = line.partition(" ")
        role, _, uri = rest.partition(" ")
        if not uri:
            return None
        # The first version knows Python objects only, and the name is the anchor.
        anchor = f"module-{name}" if role == "mod" else name
        return InventoryObject(one_line(name), "py", "module" if role == "mod" else role, f"{uri}#{anchor}", name)
    found = _LINE.fullmatch(line)
    if not found:
        return None
    domain, _, role = found[2].partition(":")
    uri = found[4][:-1] + found[1] if found[4].endswith("$") else found[4]
    name = one_line(found[1])
    return InventoryObject(name, domain, role, uri, name if found[5] == "-" else one_line(found[5]))
