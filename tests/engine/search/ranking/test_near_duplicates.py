"""Near-duplicates: what says the same in a slightly different place."""

from tests.growth import grows_linearly

from pro_context_engine.search.ranking.near_duplicates import ShownTexts

TEXT = "Open the valve, load the propellant slowly, then watch the pressure of the tank until it holds forty bar. " * 3


def shown(*texts: str) -> ShownTexts:
    found = ShownTexts()
    for text in texts:
        found.add(text)
    return found


def test_the_same_text_repeats_whatever_its_heading_and_case() -> None:
    assert shown(TEXT).repeats(TEXT)
    assert shown(f"# Version 1\n\n{TEXT}").repeats(f"# Version 2\n\n{TEXT.upper()}")


def test_another_text_does_not_repeat() -> None:
    assert not shown(TEXT).repeats("Start the pumps, wait for pressure, then ignite the engine with the igniter.")
    assert not shown().repeats(TEXT)


def test_a_text_with_much_of_its_own_does_not_repeat() -> None:
    further = " ".join(f"word{number}" for number in range(40))
    assert not shown(TEXT).repeats(f"{TEXT} {further}")


def test_what_two_texts_say_together_is_repeated_by_one() -> None:
    first, second = TEXT, "Every sensor sends its readings twice a second; use the recorder to keep them all. " * 2
    assert shown(first, second).repeats(f"{first}{second}")


def test_a_few_words_count_as_a_whole() -> None:
    assert shown("Load it.").repeats("load it")
    assert not shown("Load it.").repeats("Load this.")


def test_time_is_linear() -> None:
    def compare(size: int) -> None:
        text = " ".join(f"w{number}" for number in range(size))
        shown(text).repeats(text)

    assert grows_linearly(compare, 200_000)
