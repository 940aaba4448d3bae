"""The names in a plain `__all__`, found without parsing; anything else is left to the parser."""

from __future__ import annotations

import pytest

from pro_context_engine.sources.packages.python.parsing.exports_in_texts import stated_exports


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('__all__ = ["fill", "drain"]\n', ["fill", "drain"]),
        ("import sea\n\n__all__: list[str] = ['fill']  # all of it\n", ["fill"]),
        (
            '__all__ = (\n    "fill",  # "water"\n\n    # below "zero"\n    "drain",\n    "fill",\n)\n',
            ["fill", "drain"],
        ),
        ("__all__ = []\n", []),
    ],
)
def test_a_plain_list_gives_its_names(text: str, names: list[str]) -> None:
    assert stated_exports(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "def fill(): ...\n",
        '__all__ = ["fill"]\n__all__ += ["drain"]\n',
        '__all__ = ["fill", *others]\n',
        '__all__ = ["fill"] + others\n',
        "__all__ = [FILL]\n",
        'if deep:\n    __all__ = ["fill"]\n',
        '__all__ = ["fi" "ll"]\n',
        '__all__ = "fill"\n',
        '__all__ = ["fill"',
    ],
)
def test_any_other_list_is_worked_out_by_the_parser(text: str) -> None:
    assert stated_exports(text) is None


def test_a_list_without_an_end_costs_no_more_than_its_length() -> None:
    assert stated_exports("__all__ = [" + '"fill", # "drain"\n' * 20_000) is None
