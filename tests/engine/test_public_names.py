"""What the engine offers, and what nobody has to wait for who does not need it."""

import ast
import inspect
import subprocess
import sys

import pytest

import pro_context_engine


def offered() -> list[str]:
    """Return the names that type checkers see."""
    tree = ast.parse(inspect.getsource(pro_context_engine))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    return [
        alias.asname or alias.name
        for statement in block.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    ]


@pytest.mark.parametrize("name", offered())
def test_every_name_that_type_checkers_see_is_there(name: str) -> None:
    assert getattr(pro_context_engine, name).__module__.startswith("pro_context_engine.")


def test_there_are_no_others() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Nonsense'"):
        pro_context_engine.Nonsense  # noqa: B018


@pytest.mark.parametrize(
    ("wanted", "unneeded"),
    [
        ("pro_context_engine.corpus.building", ["engine", "services", "sources", "libraries"]),
        ("pro_context_engine.opening", ["adapters", "ingestion", "search", "services", "sources"]),
        (
            "pro_context_engine.assembly",
            [
                "corpus.corpus",
                "documents.pages.rst",
                "documents.pages.notebook",
                "sources.packages.npm.npm_documentation",
                "sources.packages.python.python_documentation",
            ],
        ),
    ],
)
def test_a_room_is_opened_without_those_it_does_not_need(wanted: str, unneeded: list[str]) -> None:
    names = [f"pro_context_engine.{name}" for name in unneeded]
    script = f"import sys, {wanted}; print([name for name in {names!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == "[]\n"
