"""Nearest headings: by spelling, of different titles, in bounded time."""

from tests.growth import grows_linearly

from pro_context_engine.search.ranking.nearest_headings import nearest_titles

TITLES = ["Loading propellant", "Pressure limits", "Ignition sequence", "Telemetry", "Tank", "max_pressure"]


def titles(topic: str, limit: int = 5) -> list[str]:
    return nearest_titles(TITLES, topic, limit)


def test_misspelt_words_find_their_headings() -> None:
    assert titles("telemtery") == ["Telemetry"]
    assert titles("how does ignitoin seqence work")[0] == "Ignition sequence"


def test_a_heading_with_more_of_the_words_comes_first_and_a_shorter_of_equals() -> None:
    assert titles("presure limts") == ["Pressure limits", "max_pressure"]


def test_nothing_is_near_where_nothing_is_alike() -> None:
    assert titles("zzqqxx wwvvkk") == titles("") == titles("?!") == titles("the of and") == []


def test_so_many_are_named() -> None:
    assert len(titles("presure", 1)) == 1


def test_many_headings_and_many_words_are_compared_in_time() -> None:
    many = [f"heading{number} about part{number % 977}" for number in range(20_000)]
    words = " ".join(f"headinh{number}" for number in range(60))
    assert grows_linearly(lambda size: nearest_titles(many[:size], words, 5), len(many))
