"""Docstrings of assignments are found behind each, however many statements a block has."""

from pathlib import Path

import griffe
import pytest
from tests.growth import grows_linearly

from pro_context_engine.sources.packages.python.parsing.module_extensions import ModuleExtensions, definition_readers


def read(source: str) -> griffe.Module:
    module = griffe.visit("pond", Path("pond.py"), source, extensions=ModuleExtensions(*definition_readers()))
    assert isinstance(module, griffe.Module)
    return module


def test_the_text_behind_an_assignment_describes_it() -> None:
    module = read(
        "depth = 1\n'Of the water.'\nwidth: int\n'From shore to shore.'\nlength = 2\n"
        "if depth:\n    boats = 1\n    'At the pier.'\nelse:\n    boats = 2\n    'At sea.'\n"
        "class Frog:\n    legs = 4\n    'To jump with.'\n    eyes = 2\n"
        "    def __init__(self):\n        self.age = 1\n        'In days.'\n        self.name = ''\n"
    )
    described = {path: module[path].docstring for path in ("depth", "width", "length", "boats")}
    frog = {name: member.docstring for name, member in module["Frog"].members.items()}
    assert {name: text and text.value for name, text in (described | frog).items()} == {
        "depth": "Of the water.",
        "width": "From shore to shore.",
        "length": None,
        "boats": "At the pier.",
        "legs": "To jump with.",
        "eyes": None,
        "__init__": None,
        "age": "In days.",
        "name": None,
    }


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ("", "a{} = 1\n"),
        ("class Frog:\n", "    a{}: int\n"),
        ("class Frog:\n def __init__(self):\n", "  self.a{} = 1\n"),
    ],
)
def test_a_block_of_many_assignments_is_read_in_linear_time(head: str, line: str) -> None:
    assert grows_linearly(lambda size: read(head + "".join(map(line.format, range(size)))), 12_000)
