import zlib

import pytest
from tests.growth import grows_linearly

from pro_context_engine.sources.docs_site.inventory import (
    MAX_DECODED_BYTES,
    MAX_OBJECTS,
    InventoryObject,
    NotAnInventory,
    parse_inventory,
)

HEADER = (
    b"# Sphinx inventory version 2\n# Project: harbour\n# Version: 1.2\n"
    b"# The remainder of this file is compressed using zlib.\n"
)


def inventory(*lines: str) -> bytes:
    return HEADER + zlib.compress("\n".join(lines).encode())


def test_reads_the_second_version() -> None:
    found = parse_inventory(
        inventory(
            "boat.Boat.moor py:method 1 api.html#$ -",
            "mooring std:doc -1 guide/mooring.html Mooring a boat",
            "neap tide std:term -1 words.html#term-neap-tide -",
            "boat::Hull cpp:class 1 hull.html#_CPPv4N4boat4HullE boat::Hull",
            "",
        )
    )
    assert (found.project, found.version) == ("harbour", "1.2")
    assert found.objects == (
        InventoryObject("boat.Boat.moor", "py", "method", "api.html#boat.Boat.moor", "boat.Boat.moor"),
        InventoryObject("mooring", "std", "doc", "guide/mooring.html", "Mooring a boat"),
        InventoryObject("neap tide", "std", "term", "words.html#term-neap-tide", "neap tide"),
        InventoryObject("boat::Hull", "cpp", "class", "hull.html#_CPPv4N4boat4HullE", "boat::Hull"),
    )


def test_reads_the_first_version() -> None:
    found = parse_inventory(
        b"# Sphinx inventory version 1\n# Project: harbour\n# Version: 0.1\n"
        b"boat mod boat.html\nboat.moor function boat.html\n"
    )
    assert [(each.name, each.role, each.uri) for each in found.objects] == [
        ("boat", "module", "boat.html#module-boat"),
        ("boat.moor", "function", "boat.html#boat.moor"),
    ]


def test_lines_that_are_none_are_left_out() -> None:
    found = parse_inventory(
        inventory("boat py:class", "nonsense", f"{'x' * 3_000} py:class 1 a.html -", "a py:class 1 a.html -")
    )
    assert [each.name for each in found.objects] == ["a"]


def test_nothing_invisible_gets_through() -> None:
    found = parse_inventory(inventory("boat std:doc -1 boat.html Bo\u202eat\x1b[31m"))
    assert found.objects[0].display_name == "Boat"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<!doctype html><title>404</title>",
        b"# Sphinx inventory version 3\n# Project: a\n# Version: b\n",
        HEADER,
        HEADER + b"not zlib",
        inventory("a py:class 1 a.html -" * 1_000)[:-20],
        HEADER.replace(b"version 2", b"version 1") + zlib.compress(b"a"),
        HEADER + zlib.compress(b"\0" * (MAX_DECODED_BYTES + 1)),
        HEADER + zlib.compress(b"\n" * (MAX_OBJECTS + 1)),
    ],
    ids=["empty", "a page", "a later version", "cut off", "damaged", "cut short", "mixed", "a bomb", "endless"],
)
def test_anything_else_is_refused(body: bytes) -> None:
    with pytest.raises(NotAnInventory):
        parse_inventory(body)


@pytest.mark.parametrize("line", ["a " * 990, "a py:b 1 " * 220, "a:b " * 490, ("1 " * 990)])
def test_hostile_lines_take_no_longer(line: str) -> None:
    assert grows_linearly(lambda lines: parse_inventory(inventory(*[line] * lines)), 500)
