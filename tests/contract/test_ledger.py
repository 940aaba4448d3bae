"""The ledger of promises: every behaviour and every code is cited by a test, and every citation is of one that exists.

A test cites with `@pytest.mark.behavior("CONTRACT/ELEMENT/BEHAVIOR")`, or `"CONTRACT/errors/CODE"`.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.contract.promises import ROOT, behaviors


def citations(file: Path) -> Iterator[tuple[str, str]]:
    """Yield (what is cited, where) for every citation in a file of tests."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not node.name.startswith("test_"):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.behavior":
                for cited in mark.args:
                    assert isinstance(cited, ast.Constant), f"{file}:{mark.lineno} cites no literal"
                    yield str(cited.value), f"{file.relative_to(ROOT)}::{node.name}"


def test_every_promise_is_proven_and_every_proof_is_of_a_promise() -> None:
    cited: dict[str, list[str]] = defaultdict(list)
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for name, where in citations(file):
            cited[name].append(where)
    promised = set(behaviors())
    assert promised
    assert sorted(promised - cited.keys()) == [], "promised, but no test cites it"
    assert {name: cited[name] for name in cited.keys() - promised} == {}, "cited, but no contract promises it"
