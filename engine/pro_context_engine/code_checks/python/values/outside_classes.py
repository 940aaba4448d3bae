"""The members of the classes of Python's standard library, which packages inherit from and return."""

from __future__ import annotations

import builtins
import dis
from functools import lru_cache
from importlib import import_module
from inspect import isroutine
from types import CodeType

# Modules whose import does nothing but define things, and whose classes packages inherit from.
_MODULES_WORDS = (
    "abc argparse array ast asyncio builtins collections collections.abc concurrent.futures configparser"
    " contextlib contextvars copy csv dataclasses datetime decimal enum fractions functools html.parser"
    " http.client http.cookiejar http.cookies inspect io ipaddress itertools json json.decoder json.encoder"
    " logging logging.handlers numbers operator os pathlib pickle queue random re selectors socket socketserver"
    " ssl string struct subprocess tempfile textwrap threading time traceback types typing unittest"
    " unittest.mock urllib.error urllib.parse urllib.request urllib.robotparser uuid warnings weakref"
    " xml.etree.ElementTree zipfile zoneinfo"
)
_MODULES = frozenset(_MODULES_WORDS.split())

_OPEN = frozenset(
    {"argparse.Namespace", "types.SimpleNamespace", "threading.local", "unittest.mock.Mock", "unittest.mock.MagicMock"}
)
"""Classes whose objects get their attributes from outside."""

_NO_MEMBERS = frozenset({"typing.Generic", "typing.Protocol", "typing_extensions.Protocol", "abc.ABC", "object"})


@lru_cache(maxsize=512)
def members_of(name: str) -> frozenset[str] | None:
    """Return the names of the members of a class of the standard library, None for any other class.

    Args:
        name: dotted name: `builtins.dict`, `enum.Enum`.
    """
    if name in _NO_MEMBERS:
        return frozenset(dir(object))
    module, _, last = name.rpartition(".")
    if module not in _MODULES or name in _OPEN:
        return None
    found = getattr(import_module(module), last, None)
    # `typing.Dict` stands for the class of its origin.
    found = getattr(found, "__origin__", found)
    if not isinstance(found, type):
        return None
    # A metaclass can hide names from `dir`: `enum.Enum` does so with `name` and `value`.
    every = [vars(one) for one in found.__mro__]
    return frozenset(dir(found)).union(*every, *(_set_by(one) for own in every for one in own.values()))


def _set_by(function: object) -> frozenset[str]:
    """Return the names of the attributes that a method sets (`self.port = port`)."""
    code = getattr(function, "__code__", None)
    if not isinstance(code, CodeType):
        return frozenset()
    return frozenset(one.argval for one in dis.get_instructions(code) if one.opname == "STORE_ATTR")


def is_function(name: str) -> bool:
    """Tell whether a dotted name is a function of the standard library, and no class (`random.choice`)."""
    module, _, last = name.rpartition(".")
    return module in _MODULES and isroutine(getattr(import_module(module), last, None))


def is_builtin_class(name: str) -> bool:
    """Tell whether a name is one of Python's built-in classes."""
    return isinstance(getattr(builtins, name, None), type)
