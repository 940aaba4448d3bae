"""The stemmer: forms of one word meet, different words do not."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.search.index.stemming import start_of, stem


@pytest.mark.parametrize(
    "family",
    [
        ("connect", "connected", "connecting", "connection", "connections"),
        ("validate", "validates", "validated", "validating", "validation", "validator"),
        ("query", "queries", "querying"),
        ("caching", "cached", "caches", "cache"),
        ("stop", "stopped", "stopping", "stops"),
        ("agree", "agreed", "agrees"),
        ("hopeful", "hopefulness"),
        ("configure", "configured", "configuring", "configures"),
    ],
)
def test_forms_of_one_word_share_a_stem(family: tuple[str, ...]) -> None:
    assert len({stem(word) for word in family}) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("new", "news"), ("server", "serve"), ("class", "clas"), ("thing", "th"), ("bed", "b")]
)
def test_short_words_are_not_cut_to_pieces(one: str, other: str) -> None:
    assert stem(one) != other


# Examples of the published algorithm, one or more for each of its steps.
@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("caresses", "caress"), ("ponies", "poni"), ("caress", "caress"), ("feed", "feed"), ("plastered", "plaster"),
        ("bled", "bled"), ("motoring", "motor"), ("sing", "sing"), ("conflated", "conflat"), ("troubled", "troubl"),
        ("sized", "size"), ("hopping", "hop"), ("falling", "fall"), ("hissing", "hiss"), ("failing", "fail"),
        ("filing", "file"), ("happy", "happi"), ("sky", "sky"), ("relational", "relat"), ("conditional", "condit"),
        ("rational", "ration"), ("digitizer", "digit"), ("operator", "oper"), ("sensitivity", "sensit"),
        ("triplicate", "triplic"), ("formative", "form"), ("electrical", "electr"), ("goodness", "good"),
        ("allowance", "allow"), ("adjustment", "adjust"), ("adoption", "adopt"), ("effective", "effect"),
        ("probate", "probat"), ("rate", "rate"), ("cease", "ceas"), ("controlling", "control"), ("roll", "roll"),
    ],
)  # fmt: skip
def test_follows_the_published_examples(word: str, expected: str) -> None:
    assert stem(word) == expected


@pytest.mark.parametrize("term", ["e501", "3.11", "привет", "使用", "go", "x" * 60])
def test_what_is_no_english_word_stays(term: str) -> None:
    assert stem(term) == term


@given(st.text(alphabet="abcdeghilmnorstuyz", min_size=1, max_size=45))
def test_every_stem_is_a_term(word: str) -> None:
    assert 0 < len(stem(word)) <= len(word) + 1


ENDINGS = re.findall(
    r"\w+",
    "s es ies sses ed ing eed y le ll e al er ic ou ant ent ion ism ate iti ity ous ive ize able ible ably bly bility "
    "ational ization iveness fulness ousness tional ently ously ation alism ality ivity ency ancy izer ally ator logy "
    "ely icate ative alize icity ical ness ful ement ance ence ment",
)


@given(st.text("abcelmstvyz", min_size=1, max_size=8), st.lists(st.sampled_from(ENDINGS), max_size=2))
def test_every_word_begins_as_its_stem_tells(beginning: str, endings: list[str]) -> None:
    word = beginning + "".join(endings)
    assert word.startswith(start_of(stem(word)))


@pytest.mark.parametrize("word", ["capability", "happy", "validate", "retry", "connected"])
def test_what_a_stem_tells_is_nearly_all_of_it(word: str) -> None:
    assert len(start_of(stem(word))) >= len(stem(word)) - 1
