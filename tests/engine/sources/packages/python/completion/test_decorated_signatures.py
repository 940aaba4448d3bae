"""Signatures that decorators change, and those of partial functions."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import symbol_in, table_of

_DECORATORS = (
    "import functools\nfrom inspect import Parameter, signature\nimport inspect\n"
    "class dispatched:\n    def __new__(cls, function): ...\n    @property\n    def __signature__(self):\n"
    "        return [inspect.Parameter('engine', inspect.Parameter.KEYWORD_ONLY, default=None),\n"
    "                inspect.Parameter('rest', inspect.Parameter.VAR_KEYWORD)]\n"
    "def with_data(function=None, *, names=None):\n"
    "    made = Parameter('data', kind=Parameter.KEYWORD_ONLY, default=None)\n    return function\n"
    "preset = functools.partial(with_data, names=['x'])\nquiet = lambda f: f\n"
)


@pytest.mark.parametrize(
    ("source", "parameters"),
    [
        ("@dispatched\ndef jump(log): ...\n", ["log", "engine=None", "rest"]),
        ("@dispatched\ndef jump(log, **words): ...\n", ["log", "engine=None", "words"]),
        ("@dispatched\ndef jump(log, *, engine): ...\n", ["log", "engine", "rest"]),
        (
            "@with_data(names=['log'])\ndef jump(log, *args, far=1, **words): ...\n",
            ["log", "args", "far=1", "data=None", "words"],
        ),
        ("@preset\ndef jump(log): ...\n", ["log", "data=None"]),
        ("@quiet\ndef jump(log): ...\n", ["log"]),
        (
            "import functools\ndef leap(log, far=2): ...\n@functools.wraps(leap)\ndef jump(*args, **words): ...\n",
            ["log", "far=2"],
        ),
        (
            "import functools\ndef leap(pond, log, far=2, *args, deep, **words): ...\n"
            "jump = functools.partial(leap, 1, far=3)\n",
            ["log", "far=3", "deep", "words"],
        ),
    ],
)
def test_a_signature_is_that_of_the_running_function(tmp_path: Path, source: str, parameters: list[str]) -> None:
    head = "from pond._decorators import dispatched, preset, quiet, with_data\n__all__ = ['jump']\n"
    table = table_of(tmp_path, {"pond/__init__.py": head + source, "pond/_decorators.py": _DECORATORS})
    (signature,) = symbol_in(table, "pond.jump").signatures
    found = [one.name if one.default is None else f"{one.name}={one.default}" for one in signature.parameters]
    assert found == parameters


def test_a_method_has_the_parameters_that_its_decorator_adds(tmp_path: Path) -> None:
    source = "from pond._decorators import with_data\nclass Frog:\n    @with_data\n    def jump(self, log): ...\n"
    table = table_of(tmp_path, {"pond/__init__.py": source, "pond/_decorators.py": _DECORATORS})
    (signature,) = symbol_in(table, "pond.Frog.jump").signatures
    assert [one.name for one in signature.parameters] == ["log", "data"]


def test_a_decorator_that_makes_endless_parameters_adds_a_few(tmp_path: Path) -> None:
    made = "".join(f"    inspect.Parameter('p{n}', inspect.Parameter.KEYWORD_ONLY)\n" for n in range(5_000))
    source = f"import inspect\ndef many(f):\n{made}    return f\n@many\ndef jump(): ...\n"
    table = table_of(tmp_path, {"pond/__init__.py": source})
    assert len(symbol_in(table, "pond.jump").signatures[0].parameters) == 10
