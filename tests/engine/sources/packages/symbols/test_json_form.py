"""The JSON form of a symbol table: whatever the table holds comes back as it was."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.domain.symbols import (
    PackageSymbol,
    Parameter,
    ParameterKind,
    Signature,
    SymbolDeprecation,
    SymbolKind,
    SymbolTable,
)
from pro_context_engine.sources.packages.symbols.json_form import of_json, to_json

_texts = st.text(max_size=10)
_names = st.lists(_texts, max_size=3).map(tuple)
_parameters = st.builds(Parameter, _texts, st.sampled_from(ParameterKind), st.none() | _texts, st.none() | _texts)
_signatures = st.builds(Signature, st.lists(_parameters, max_size=3).map(tuple), st.none() | _texts)
_symbols = st.builds(
    PackageSymbol,
    name=_texts,
    kind=st.sampled_from(SymbolKind),
    module=_texts,
    paths=_names,
    signatures=st.lists(_signatures, max_size=2).map(tuple),
    bases=_names,
    own=_names,
    inherited=_names,
    decorators=_names,
    deprecation=st.none() | st.builds(SymbolDeprecation, _texts, _texts, _texts),
    summary=_texts,
    url=_texts,
    line=st.integers(0, 10**6),
    complete=st.floats(0, 1),
    rank=st.integers(0, 100),
)


@given(st.builds(SymbolTable, _texts, _texts, st.lists(_symbols, max_size=3).map(tuple), st.booleans()))
def test_a_table_comes_back_from_its_json(table: SymbolTable) -> None:
    assert of_json(json.loads(json.dumps(to_json(table)))) == table


def test_fields_with_default_values_are_left_out() -> None:
    table = SymbolTable("pond", "2.0", (PackageSymbol("pond.LIMIT", SymbolKind.CONSTANT),))
    assert to_json(table) == {
        "package": "pond",
        "version": "2.0",
        "symbols": [{"name": "pond.LIMIT", "kind": "constant"}],
    }


@pytest.mark.parametrize("values", [{}, {"package": "a", "version": "1", "symbols": [3]}, {"symbols": [{"name": "a"}]}])
def test_other_values_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="symbol"):
        of_json(values)
