"""The notes of docstrings about what is deprecated."""

import pytest

from pro_context_engine.sources.packages.python.docstrings.deprecation_notes import (
    deprecates_definition,
    deprecates_parameter,
)


@pytest.mark.parametrize(
    "note",
    [
        "",
        "Use `raise_mast` instead.",
        "Please use :func:`hoist`, which takes the arguments by name.",
        "`lift` is deprecated. Use `hoist` instead.",
        ":func:`cranes.lift` was replaced by `hoist`.",
        "This function is not needed any longer.",
        "The default engine lifts by itself; use that instead of this class.",
        "A subclass that lifts is still asked. This API will be removed in 4.0.",
        "It will not be removed, but it will not be part of the new namespace.",
        "Cranes lift by themselves.",
    ],
)
def test_a_note_about_a_definition_as_a_whole_deprecates_it(note: str) -> None:
    assert deprecates_definition(note, "lift")


@pytest.mark.parametrize(
    "note",
    [
        "*speed*",
        "The `speed` argument is deprecated.",
        "Keyword arguments are accepted in upper case.",
        "Passing the load by position is deprecated.",
        "It is deprecated to pass the load by keyword.",
        "Calling this without a load is deprecated.",
        "The default behavior will change.",
        "A future version of cranes will return a number.",
        "Subclassing cranes gives a warning.",
        "For heavy loads, the behaviour of lifting slowly is deprecated. Use `hoist`.",
    ],
)
def test_a_note_about_one_use_deprecates_no_definition(note: str) -> None:
    assert not deprecates_definition(note, "lift")


@pytest.mark.parametrize(
    "note",
    [
        "",
        "This keyword is ignored.",
        "The `speed` argument is deprecated as it is unused.",
        "`speed` was renamed to `pace`.",
        "Passing `speed` is deprecated.",
        "Use `pace` instead.",
        "It is ignored.",
        "All speeds are alike. The `speed` argument will be removed.",
        "The `pace` parameter should be used instead.",
        "The new argument that you should use is `pace`.",
    ],
)
def test_a_note_about_a_parameter_as_a_whole_deprecates_it(note: str) -> None:
    assert deprecates_parameter(note, "speed")


@pytest.mark.parametrize(
    "note",
    [
        "The default value of `speed` will change.",
        "The `'slow'` and `'fast'` speed options are deprecated.",
        "Passing a number together with `speed` is deprecated.",
        "If `speed` is given, `load` must be given too.",
        "For heavy loads the default speed will change. Pass `speed` explicitly.",
        "`speed` needs to be passed by keyword.",
    ],
)
def test_a_note_about_a_value_deprecates_no_parameter(note: str) -> None:
    assert not deprecates_parameter(note, "speed")
