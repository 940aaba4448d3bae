import pytest

from pro_context_engine.libraries.registry.slips import cost

FAR = float("inf")


@pytest.mark.parametrize(
    ("typed", "slips"),
    [
        ("marigold", 0.0),
        ("marigodl", 1.0),
        ("marigld", 1.0),
        ("marrigold", 1.0),
        ("marigoldd", 1.0),
        ("marugold", 1.0),
        ("marygold", 1.0),
        ("mariggld", 1.0),
        ("marigold7", 1.0),
        ("marigodl7", 2.0),
        ("marigoxd", 2.0),
        ("amrigold", 1.0),
        ("narigold", 1.75),
        ("arigold", 1.75),
        ("xmarigold", 2.75),
    ],
)
def test_slips_of_typing_cost_less_than_other_edits(typed: str, slips: float) -> None:
    assert cost(typed, "marigold", 3.0) == slips


@pytest.mark.parametrize("typed", ["marigolder", "marihexd", "", "begonia"])
def test_a_longer_or_a_different_word_is_no_slip(typed: str) -> None:
    assert cost(typed, "marigold", 3.0) == FAR


def test_a_swap_of_the_first_letters_counts_though_each_alone_is_too_much() -> None:
    assert cost("vyne", "yvne", 1.5) == 1.0
    assert cost("vyne", "yvne", 0.5) == FAR
