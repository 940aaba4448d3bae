"""Text to terms: every spelling of a name meets the others, in linear time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import grows_linearly

from pro_context_engine.search.index.analysis import (
    MAX_QUERY_PAIRS,
    MAX_QUERY_TERMS,
    MAX_TERM_LENGTH,
    analyse,
    query_pairs,
    query_terms,
    words_if_known,
)


@pytest.mark.parametrize(
    "spelling", ["read_csv", "readCsv", "ReadCSV", "read-csv", "--read-csv", "@read_csv", "pl.read_csv()"]
)
def test_every_spelling_of_an_identifier_gives_its_parts_and_the_whole(spelling: str) -> None:
    assert {"read", "csv", "readcsv"} <= set(analyse(spelling))


def test_a_dotted_path_gives_each_of_its_names() -> None:
    assert analyse("app.routing.APIRoute") == ["app", "rout", "api", "rout", "apirout"]


@pytest.mark.parametrize("version", ["3.11", "2.0.1", "404"])
def test_numbers_and_versions_stay_whole(version: str) -> None:
    assert analyse(f"since {version}.") == ["sinc", version]


def test_a_code_of_letters_and_digits_stays_whole() -> None:
    assert analyse("Rule E501 (utf8)") == ["rule", "e501", "utf8"]


def test_cjk_runs_become_pairs_and_keep_latin_names_apart() -> None:
    assert analyse("数据库FastAPI") == ["数据", "据库", "fast", "api", "fastapi"]
    assert analyse("水") == ["水"]


def test_other_scripts_are_taken_by_words() -> None:
    assert analyse("Быстрый СТАРТ, Größe") == ["быстрыи", "старт", "große"]


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("réglages", "reglages"),
        ("Größe", "GRÖßE"),
        ("λειτουργίας", "ΛΕΙΤΟΥΡΓΙΑΣ"),
        ("настройка съёмки", "НАСТРОЙКА съемки"),
        ("e\u0301tat", "état"),
        ("データベース", "ﾃﾞｰﾀﾍﾞｰｽ"),
    ],
)
def test_accents_and_case_do_not_matter_in_any_script(written: str, asked: str) -> None:
    assert analyse(written) == analyse(asked) != []


def test_marks_that_make_another_letter_stay() -> None:
    assert analyse("が") != analyse("か")


def test_pairs_are_what_stands_together_but_not_stop_words_alone() -> None:
    assert query_pairs("How to retry the upload of a file") == [
        "to retri", "retri the", "the upload", "upload of", "a file",
    ]  # fmt: skip
    assert query_pairs("") == query_pairs("upload") == []
    assert len(query_pairs(" ".join(f"term{number}" for number in range(1000)))) == MAX_QUERY_PAIRS


@pytest.mark.parametrize(
    ("heading", "words"),
    [
        ("How to use the `ValveTank`", {"valv", "tank"}),
        ("Valve.tank_lid", {"valv", "tank", "lid"}),
        ("--valve-tank in 3.11", {"valv", "tank", "3.11"}),
        ("阀门水箱", {"阀门", "门水", "水箱"}),
        ("What is it?", set()),
    ],
)
def test_the_words_of_a_heading_are_its_terms_without_whole_identifiers(heading: str, words: set[str]) -> None:
    assert words_if_known(heading, words) == words
    assert words_if_known(f"{heading} leaking", words) == set()


def test_compatibility_characters_meet_the_plain_ones() -> None:
    assert analyse("ﬁle ＡＰＩ") == analyse("file API")


def test_a_query_drops_repetitions_and_stop_words() -> None:
    assert query_terms("How do I use the router with a Router?") == ["router"]


def test_a_query_of_stop_words_keeps_them() -> None:
    assert query_terms("what is it") != []


def test_a_query_is_bounded() -> None:
    terms = query_terms(" ".join(f"term{number}" for number in range(1000)))
    assert terms == [f"term{number}" for number in range(MAX_QUERY_TERMS)]


@given(st.text())
def test_a_term_is_lower_case_and_has_no_character_that_separates_words(text: str) -> None:
    for term in analyse(text):
        assert 0 < len(term) <= MAX_TERM_LENGTH + 1
        assert term == term.lower()
        assert not any(character.isspace() or character in "\"'*:^()+-_@/\\\0" for character in term)


@pytest.mark.parametrize("unit", ["a", "a.", "aB", "_", "-", ".", "1.", "水", "a_b-c.", "A", "\u0301"])
def test_hostile_repetition_takes_linear_time(unit: str) -> None:
    assert grows_linearly(lambda times: analyse(unit * times), 100_000)
