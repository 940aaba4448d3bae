"""Declarations as a person writes them."""

from __future__ import annotations

from inspect import cleandoc

import griffe

from pro_context_engine.sources.packages.python.pages.signatures import (
    class_lines,
    documented_parameters,
    function_lines,
)

DECORATED = """
    @app.route("/frogs")
    @functools.lru_cache(maxsize=1)
    @deprecated("Use toads.")
    @staticmethod
    def hop(height: int = 3) -> None: ...
    """
OVERLOADED = """
    from typing import Literal, overload
    @overload
    def feed(frogs: list[Frog], *, flies: int = 0, kind: Literal["wet"], temperature: float = 2.5, wait: int = 0): ...
    @overload
    def feed(frogs: list[Frog], *, flies: int = 0, kind: Literal["dry"], temperature: float = 2.5, wait: int = 0): ...
    @overload
    def feed(frogs: Frog) -> None: ...
    def feed(frogs, **options): ...
    """
DOCUMENTED = """
    class Pond:
        def __init__(self, depth: Annotated[int, Doc("How deep it is.")] = 2, *, name: str): ...
    """


def declared(source: str, name: str) -> griffe.Object:
    module = griffe.visit("pond", None, cleandoc(source))
    found = module.members[name]
    assert isinstance(found, griffe.Object)
    return found


def test_only_decorators_that_tell_callers_something_are_shown() -> None:
    function = declared(DECORATED, "hop")
    assert isinstance(function, griffe.Function)
    assert function_lines(function) == [
        "@deprecated('Use toads.')",
        "@staticmethod",
        "def hop(height: int = 3) -> None",
    ]


def test_a_long_overload_shows_what_differs_from_the_one_above() -> None:
    function = declared(OVERLOADED, "feed")
    assert isinstance(function, griffe.Function)
    text = "\n".join(function_lines(function))
    assert text.count("temperature: float") == 1
    assert "\ndef feed(frogs, *, kind: Literal['dry'], ...)\n" in text
    assert "\ndef feed(frogs: Frog) -> None\n" in text
    assert text.endswith("# `...` stands for the parameters of the overload above")


def test_documentation_in_an_annotation_is_no_part_of_the_declaration() -> None:
    cls = declared(DOCUMENTED, "Pond")
    assert isinstance(cls, griffe.Class)
    init = cls.members["__init__"]
    assert isinstance(init, griffe.Function)
    lines = class_lines(cls, "Pond", [], init)
    assert lines == ["class Pond:", "    def __init__(self, depth: int = 2, *, name: str)"]
    assert documented_parameters(init) == {"depth": "How deep it is."}
