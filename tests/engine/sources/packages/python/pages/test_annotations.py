"""Annotations without documentation inside, and short defaults."""

from __future__ import annotations

import pytest

from pro_context_engine.sources.packages.python.pages.annotations import default_text, documentation_in, type_text

WORDY = 'Annotated[bool, Doc("""\n    Whether frogs hop.\n\n        Always.\n    """)]'


@pytest.mark.parametrize(
    ("annotation", "wanted"),
    [
        (WORDY, "bool"),
        (f"dict[str, {WORDY}] | None", "dict[str, bool] | None"),
        ('t.Annotated[int, Doc("How many."), Gt(0)]', "t.Annotated[int, Gt(0)]"),
        ("Annotated[int, Gt(0)]", "Annotated[int, Gt(0)]"),
        (f"Annotated[int, Query({', '.join('hop=1' for _ in range(40))})]", "int"),
        ('Annotated[str, deprecated("Use toads.")]', "str"),
        ("Annotated[", "Annotated["),
        ("list[int]", "list[int]"),
        (None, ""),
    ],
)
def test_the_type_alone_remains_in_a_signature(annotation: str | None, wanted: str) -> None:
    assert type_text(annotation) == wanted


def test_the_documentation_inside_is_a_text_of_its_own() -> None:
    assert documentation_in(WORDY) == "Whether frogs hop.\n\n    Always."
    assert documentation_in('Annotated[str, Doc("Name."), deprecated("Use id.")]') == "Name.\n\nDeprecated: Use id."
    assert documentation_in('Annotated[str, deprecated("Deprecated since 2.")]') == "Deprecated since 2."
    assert documentation_in("Annotated[str, Query(1)]") == documentation_in(None) == ""


def test_deep_and_long_annotations_stay_text() -> None:
    deep = "Annotated[" + "(" * 5_000 + "1" + ")" * 5_000 + "]"
    assert type_text(deep) == deep
    assert documentation_in("Annotated[" * 100_000) == ""


@pytest.mark.parametrize(
    ("default", "wanted"),
    [
        ("None", "None"),
        ("Retry(backoff=Exponential(base=ONE_SECOND, cap=TEN_SECONDS), retries=THREE)", "Retry(...)"),
        (str(list(range(40))), "[...]"),
        (str({str(number): number for number in range(40)}), "{...}"),
        ("'" + "frog " * 20 + "'", "'frog frog frog frog frog frog frog frog frog frog frog fr …"),
        ("{\n    'a': 1,\n}", "{ 'a': 1, }"),
    ],
)
def test_a_long_default_is_shortened_to_its_kind(default: str, wanted: str) -> None:
    assert default_text(default) == wanted
