"""Classes and functions whose names a module binds again, and exports that it adds in branches."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import symbol_in, table_of

from pro_context_engine.domain.symbols import SymbolKind

REBOUND = '''
from functools import partial
from sea import deprecated, register

class Pond:
    """Holds water."""

def fill(pond, depth=1):
    """Fill a pond."""

def drain(pond, fast):
    """Drain a pond."""

Pond = register(Pond)
fill = deprecated("use Pond")(fill)
drain = partial(drain, fast=True)
'''


def test_a_definition_keeps_its_text_and_parameters_when_its_name_is_bound_again(tmp_path: Path) -> None:
    table = table_of(tmp_path, {"pond/__init__.py": REBOUND})
    assert symbol_in(table, "pond.Pond").kind is SymbolKind.CLASS
    fill = symbol_in(table, "pond.fill")
    assert (fill.kind, fill.summary) == (SymbolKind.FUNCTION, "Fill a pond.")
    assert [one.name for one in fill.signatures[0].parameters] == ["pond", "depth"]
    assert symbol_in(table, "pond.drain").kind is not SymbolKind.FUNCTION


@pytest.mark.parametrize(
    "addition", ["__all__.append('swim')", "__all__ += ['swim', 'gone']", "__all__.extend(('swim',))"]
)
@pytest.mark.parametrize(
    "branch",
    [
        "if True:\n    {}\n",
        "try:\n    import sea\nexcept ImportError:\n    {}\n",
        "if 1:\n    pass\nelse:\n    if 2:\n        {}\n",
    ],
)
def test_exports_that_are_added_in_branches_count(tmp_path: Path, branch: str, addition: str) -> None:
    source = f"__all__ = ['fill']\ndef fill(): ...\ndef swim(): ...\ndef other(): ...\n{branch.format(addition)}"
    names = {symbol.name for symbol in table_of(tmp_path, {"pond/__init__.py": source}).symbols}
    assert names == {"pond", "pond.fill", "pond.swim"}
