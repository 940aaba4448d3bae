"""The signatures of Python objects as data."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import symbol_in, table_of

from pro_context_engine.domain.symbols import ParameterKind, Signature

_MARKS = {
    ParameterKind.POSITIONAL_ONLY: "/",
    ParameterKind.ANY: "",
    ParameterKind.KEYWORD_ONLY: "k:",
    ParameterKind.VAR_POSITIONAL: "*",
    ParameterKind.VAR_KEYWORD: "**",
}


def written(signatures: tuple[Signature, ...]) -> list[str]:
    return [
        " ".join(
            _MARKS[one.kind] + one.name + ("" if one.default is None else f"={one.default}")
            for one in signature.parameters
        )
        for signature in signatures
    ]


def test_parameters_have_kind_default_and_annotation(tmp_path: Path) -> None:
    source = (
        "from typing import Annotated\nfrom annotated_doc import Doc\n"
        "def jump(a, /, b: Annotated[int, Doc('How high.')] = 1, *c, d: str, **e) -> bool: ...\n"
    )
    (signature,) = symbol_in(table_of(tmp_path, {"pond/__init__.py": source}), "pond.jump").signatures
    assert written((signature,)) == ["/a b=1 *c k:d **e"]
    assert [one.annotation for one in signature.parameters] == [None, "int", None, "str", None]
    assert signature.returns == "bool"


def test_overloads_are_several_signatures_and_methods_have_no_self(tmp_path: Path) -> None:
    source = (
        "from typing import overload\nclass Frog:\n"
        "    @overload\n    def eat(self, fly: int) -> int: ...\n"
        "    @overload\n    def eat(self, fly: str) -> str: ...\n"
        "    def eat(self, fly): ...\n    @classmethod\n    def hatch(cls, egg): ...\n"
        "    @staticmethod\n    def spawn(count): ...\n    feed = eat\n    @property\n    def size(self): ...\n"
    )
    table = table_of(tmp_path, {"pond/__init__.py": source})
    assert [one.returns for one in symbol_in(table, "pond.Frog.eat").signatures] == ["int", "str"]
    assert written(symbol_in(table, "pond.Frog.hatch").signatures) == ["egg"]
    assert written(symbol_in(table, "pond.Frog.spawn").signatures) == ["count"]
    assert written(symbol_in(table, "pond.Frog.feed").signatures) == ["fly", "fly"]
    assert symbol_in(table, "pond.Frog.size").signatures == ()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("class Frog:\n    def __init__(self, size, *, wet=True): ...\n", "size k:wet=True"),
        ("class Frog:\n    def __new__(cls, size): ...\n", "size"),
        ("class Frog: ...\n", ""),
        ("class Frog(ValueError): ...\n", "*args"),
        ("class Base:\n    def __init__(self, a): ...\nclass Frog(Base): ...\n", "a"),
        (
            "from dataclasses import dataclass, field, KW_ONLY\nfrom typing import ClassVar\n@dataclass\nclass Base:\n"
            "    name: str\n    kind: ClassVar[str] = 'x'\n@dataclass\nclass Frog(Base):\n    eggs: list = "
            "field(default_factory=list)\n    age: int = field(init=False)\n    _: KW_ONLY\n    wet: bool = True\n",
            "name eggs=list() k:wet=True",
        ),
        (
            "import attrs\n@attrs.define\nclass Frog:\n    name: str\n    _age: int = attrs.field(default=3)\n",
            "name age=3",
        ),
        (
            "from pydantic import BaseModel, Field\nclass Frog(BaseModel):\n    name: str\n"
            "    size: int = Field(3, alias='Size')\n",
            "k:name k:Size=3",
        ),
        ("from typing import NamedTuple\nclass Frog(NamedTuple):\n    x: int\n    y: int = 2\n", "x y=2"),
        ("from typing import TypedDict\nclass Frog(TypedDict):\n    x: int\n", "k:x"),
    ],
)
def test_a_class_has_the_signature_of_its_constructor(tmp_path: Path, source: str, expected: str) -> None:
    table = table_of(tmp_path, {"pond/__init__.py": source})
    assert written(symbol_in(table, "pond.Frog").signatures) == [expected]


def test_a_stub_gives_types_and_overloads_to_the_parameters_of_the_source(tmp_path: Path) -> None:
    files = {
        "pond/__init__.py": "from pond._work import jump\n__all__ = ['jump']\n",
        "pond/__init__.pyi": "def jump(height: int = ...) -> bool: ...\n__all__ = ['jump']\n",
        "pond/_work.py": "def jump(height=3, *, far=False):\n    '''Jump high.'''\n",
    }
    symbol = symbol_in(table_of(tmp_path, files), "pond.jump")
    assert written(symbol.signatures) == ["height=3 k:far=False"]
    assert symbol.signatures[0].parameters[0].annotation == "int"
    assert symbol.signatures[0].returns == "bool"
    assert symbol.summary == "Jump high."
