"""Cython sources are read as Python: what Python code can use, with its docstrings, and nothing of C."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import grows_linearly

from pro_context_engine.sources.packages.python.parsing.cython_sources import included_files, python_source
from pro_context_engine.sources.packages.python.parsing.source_warnings import no_source_warnings


def normal(text: str) -> str:
    return ast.unparse(ast.parse(text))


@pytest.mark.parametrize(
    ("cython", "python"),
    [
        ("def moor(Ship ship not None, int lines=2):\n    return 1\n", "def moor(ship: Ship, lines: int = 2): ..."),
        ("def moor(ship, *, bint fast=False, **rest): pass\n", "def moor(ship, *, fast: bool=False, **rest): ..."),
        (
            "cpdef int tie(double length, const char* rope) except -1:\n    return 1\n",
            "def tie(length: float, rope): ...",
        ),
        ("cpdef Ship moor(self, unsigned long n): ...\n", "def moor(self, n: int): ..."),
        ("def moor(ship: Ship = None) -> Quay:\n    pass\n", "def moor(ship: Ship = None) -> Quay: ..."),
        ("async def wait(list ships, vector[int]& depths): ...\n", "async def wait(ships: list, depths): ..."),
        ("def moor(a, b=<int>5): pass\n", "def moor(a, b=...): ..."),
        ("def moor(a a a, int): pass\n", "def moor(a, int): ..."),
        ("def moor(int (*f)(int)): pass\n", "def moor(*args, **kwargs): ..."),
        ("cdef int hidden(int a):\n    return a\ncdef extern from 'sea.h':\n    int depth(int)\n", ""),
        (
            "cimport sea\nfrom sea cimport wave\nfrom sea import tide\nctypedef int depth\nDEF A = 1\n",
            "from sea import tide",
        ),
        ("DEPTH = 12\nWAVE = <int>3\n__all__ = ['moor']\nx == 1\n", "DEPTH = 12\nWAVE = ...\n__all__ = ['moor']"),
        ("try:\n    import sea\nexcept ImportError:\n    sea = None\n", "import sea\nsea = None"),
        (
            "cpdef enum Tide:\n    LOW\n    HIGH = 2, SPRING\n",
            "class Tide:\n    LOW = ...\n    HIGH = ...\n    SPRING = ...",
        ),
        ("# moor('a'\ndef moor():  # it's (\n    pass\n", "def moor(): ..."),
        ("@cython.boundscheck(False)\n@wraps(sea)\ndef moor(): pass\n", "@wraps(sea)\ndef moor(): ..."),
        ("def moor(\n    int a,\n\n    b,\n):\n    pass\n", "def moor(a: int, b): ..."),
    ],
)
def test_what_python_can_use_is_kept_without_the_types_of_c(cython: str, python: str) -> None:
    assert normal(python_source(cython)) == normal(python)


def test_a_class_keeps_its_docstrings_and_what_is_public_in_it() -> None:
    cython = '''
cdef public class Ship(Hull) [type ShipType, object ShipObject]:
    """Ship(name)

    A ship.
    """
    cdef int _depth
    cdef readonly str name, flag
    cdef public object crew

    def __cinit__(self, str name): ...
    def __dealloc__(self): free(self.ptr)

    cdef void sink(self): ...

    property length:
        """The length, metres."""
        def __get__(self): return 1

    @property
    def width(self):
        "The width."
        return self._w

    def turn(self, int degrees):
        """turn(self, degrees)"""
        x = """not
def this(): ..."""
'''
    python = '''
class Ship(Hull):
    """    A ship.
    """
    name: str
    flag: str
    crew: object
    def __init__(self, name: str): ...
    @property
    def length(self): "The length, metres."
    @property
    def width(self): "The width."
    def turn(self, degrees: int): ...
    ...
'''
    assert normal(python_source(cython)) == normal(python)


@pytest.mark.parametrize(
    ("body", "made"),
    [
        ("return _build(name)", " -> Ship"),
        ("return Ship(name)", " -> Ship"),
        ("if name:\n        return None\n    return _build(name)", " -> Ship"),
        ("return _build(name), 1", ""),
        ("return _build(name).name", ""),
        ("if name:\n        return _count(name)\n    return _build(name)", ""),
        ("return _count(name)", ""),
    ],
)
def test_a_function_returns_what_its_hidden_functions_make(body: str, made: str) -> None:
    hidden = "cdef class Ship: pass\ncdef inline Ship _build(name):\n    pass\ncdef int _count(name):\n    pass\n"
    assert f"def launch(name){made}:" in python_source(f"{hidden}def launch(name):\n    {body}\n")


def test_the_docstring_of_the_module_comes_first() -> None:
    assert ast.get_docstring(ast.parse(python_source('# cython: x=1\n"""Ships."""\ncimport sea\n'))) == "Ships."


def test_included_files_are_named() -> None:
    text = "include 'a.pxi'\n  include \"parts/b.pxi\"  # more\ninclude x\n# include 'c.pxi'\n"
    assert included_files(text) == ["a.pxi", "parts/b.pxi"]


MARKS = [
    "):",
    "\n",
    "    ",
    "(",
    "]",
    "{",
    "#",
    "@",
    "=",
    "*",
    "->",
    ",",
    ":",
    "\t",
    "\\",
    "\0",
    "\r",
    '"',
    "'",
    '"""',
    "'''",
]
WORDS = [
    "None",
    "not ",
    "class ",
    "cpdef enum ",
    "if ",
    "@x",
    "def f(",
    "cdef class A",
    "cpdef ",
    "int ",
    "not None",
    "property x:",
    "return f(",
    "class B(",
    "cdef public ",
    "é",
]


@given(st.lists(st.sampled_from(MARKS + WORDS), max_size=60).map("".join))
def test_any_text_becomes_valid_python(text: str) -> None:
    source = python_source(text)
    # A string may have an escape that Python warns of.
    with no_source_warnings():
        ast.parse(source)


@pytest.mark.parametrize(
    "piece",
    [
        "(",
        '"""',
        "'",
        '\\"""',
        "def f(a=",
        "cpdef ",
        " ",
        "\t",
        "@",
        "cdef public a,",
        "a ",
        "class A:\n ",
        "return f(\n",
        "=,",
    ],
)
def test_hostile_text_is_read_in_linear_time(piece: str) -> None:
    assert grows_linearly(lambda size: python_source(f"def g({piece * (size // len(piece))}\n"), 200_000)
    assert grows_linearly(lambda size: python_source(f"cpdef {piece * (size // len(piece))}"), 200_000)
