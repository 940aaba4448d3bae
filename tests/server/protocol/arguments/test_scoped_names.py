"""Which arguments are read as the ids of scoped npm packages, and which stay as they are."""

import pytest

from pro_context.protocol.arguments.readings import Readings

NAMES = Readings(
    {
        "info": {"properties": {"libraryId": {"type": "string", "pattern": "^[a-z0-9./-]+$"}, "topic": {}}},
        "docs": {"properties": {"libraryId": {"type": "string"}}},
    },
    {},
)


@pytest.mark.parametrize("name", ["@river/otter", "npm/@river/otter"])
def test_a_scoped_name_becomes_the_id_that_the_pattern_takes(name: str) -> None:
    assert NAMES.canonical("info", {"libraryId": name, "topic": name}) == {
        "libraryId": "npm/river/otter",
        "topic": name,
    }


@pytest.mark.parametrize("name", ["npm/river/otter", "@river", "@river/otter/x", "@Ri ver/otter", "pypi/@a/b", 3, None])
def test_anything_else_stays(name: object) -> None:
    assert NAMES.canonical("info", {"libraryId": name}) == {"libraryId": name}


def test_without_a_pattern_every_spelling_is_the_handlers() -> None:
    assert NAMES.canonical("docs", {"libraryId": "@river/otter"}) == {"libraryId": "@river/otter"}
    assert NAMES.canonical("other", {"libraryId": "@river/otter"}) == {"libraryId": "@river/otter"}
