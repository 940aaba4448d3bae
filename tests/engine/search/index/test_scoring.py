"""Scores: what counts, beside the formula that the oracle checks."""

import pytest

from pro_context_engine.search.index.chunk_fields import FIELDS
from pro_context_engine.search.index.scoring import CollectionStatistics, Score, impacts, scores
from pro_context_engine.search.index.term_counts import Candidate, PageTerms

CORPUS = CollectionStatistics(
    chunks=100, length=10.0, having={"valve": 5, "tank": 5, "page": 5, "zanthropi": 0, "core.valve": 0}
)


def candidate(links: str = "", **fields: str) -> Candidate:
    terms = [fields.get(field, "") for field in FIELDS]
    return Candidate(terms, PageTerms(terms, links, object()))


def scored(terms: list[str], *candidates: Candidate) -> list[Score]:
    return scores(terms, CORPUS, candidates)


def test_every_field_counts_and_a_title_more_than_the_text() -> None:
    texts = [candidate(**{field: "valve"}) for field in FIELDS]
    found = dict(zip(FIELDS, scored(["valve"], *texts), strict=True))
    assert all(score.total > 0 for score in found.values())
    assert found["names"].total > found["title"].total > found["headings"].total > found["body"].total
    assert [field for field in FIELDS if found[field].own] == ["body"]


def test_a_name_that_a_chunk_documents_is_its_own() -> None:
    statistics = CollectionStatistics(chunks=100, length=10.0, having={"core.valve": 5})
    documents = candidate(names="core.valve", body="x")
    mentions = candidate(title="core.valve", body="core.valve core.valve x")
    assert (
        scores(["core.valve"], statistics, [documents])[0].own > scores(["core.valve"], statistics, [mentions])[0].own
    )


def test_the_same_word_again_counts_each_time_but_less() -> None:
    once, twice, thrice = scored(
        ["valve"], *(candidate(body=" ".join(["valve"] * n + ["x"] * (9 - n))) for n in (1, 2, 3))
    )
    assert 0 < thrice.total - twice.total < twice.total - once.total


def test_neighbours_count_as_often_as_words_apart() -> None:
    bodies = ("valve valve valve x x x", "valve x valve x valve x")
    beside, apart = scored(["valve"], *(candidate(body=body) for body in bodies))
    assert beside == apart
    bodies = ("tank valve tank valve x", "tank valve x tank valve")
    beside, apart = scored(["tank", "valve", "tank valve"], *(candidate(body=body) for body in bodies))
    assert beside == apart


def test_a_word_is_not_found_in_another() -> None:
    assert scored(["valve"], candidate(body="valves bivalve"))[0].total == 0


def test_what_stands_together_in_the_question_counts_more_where_it_does_in_the_text() -> None:
    texts = [candidate(body=body) for body in ("tank valve x x", "valve x tank x", "x x valve tank")]
    apart, further, together = scored(["valve", "tank", "valve tank"], *texts)
    assert apart.total == further.total < together.total


def test_words_of_different_fields_do_not_stand_together() -> None:
    one, other = scored(
        ["valve", "tank", "valve tank"], candidate(title="valve", path="tank"), candidate(title="tank", path="valve")
    )
    assert one.total == pytest.approx(other.total, rel=0.2)
    pair = scored(["valve tank"], candidate(title="valve", path="tank"), candidate(body="valve tank"))
    assert pair[0].total == 0 < pair[1].total


def test_what_others_call_a_page_counts_less_than_what_it_says() -> None:
    silent, linked, said = scored(["valve"], candidate(body="x"), candidate("valve", body="x"), candidate(body="valve"))
    assert silent.total == 0 < linked.total < said.total


def test_impacts_are_what_single_terms_add() -> None:
    text = "valve tank page tank page"
    said = {"title": "valve page", "headings": "valve", "names": "core.valve", "body": text}
    one = candidate("tank tank hose", **said)
    found = impacts([said.get(field, "") for field in FIELDS], "tank tank hose", CORPUS.length)
    assert found.keys() == {"valve", "page", "core.valve", "tank"}
    for term, impact in found.items():
        having = {**CORPUS.having, term: 5}
        statistics = CollectionStatistics(CORPUS.chunks, CORPUS.length, having)
        assert scores([term], statistics, [one])[0].total == pytest.approx(statistics.weight(term) * impact)
    together = scores(["valve", "tank"], CORPUS, [one])[0].total
    assert together == pytest.approx(sum(CORPUS.weight(term) * found[term] for term in ("valve", "tank")))


def test_a_word_about_documentation_counts_less_than_another() -> None:
    assert scored(["page"], candidate(body="page"))[0].total < scored(["valve"], candidate(body="valve"))[0].total


def test_how_often_a_word_about_documentation_is_there_tells_nothing() -> None:
    once, thrice = scored(["page"], candidate(body="page x x"), candidate(body="page page page"))
    assert once == thrice
    said, titled = scored(["page"], candidate(body="page"), candidate(headings="page"))
    assert said.total == titled.total


def test_a_common_topic_comes_before_a_rare_verb() -> None:
    statistics = CollectionStatistics(100, 10.0, {"set": 10, "valv": 40})
    verb, topic = scores(["set", "valv"], statistics, [candidate(body="set set set set"), candidate(body="valv valv")])
    assert verb.total < topic.total


def titled(*titles: str) -> Score:
    statistics = CollectionStatistics(100, 10.0, {"tank": 5, "pump": 5})
    fields = ["tank pump" if field == "body" else "" for field in FIELDS]
    return scores(["tank", "pump"], statistics, [Candidate(fields, PageTerms(fields), titles)])[0]


def test_a_heading_that_says_nothing_but_what_is_asked_counts_more_than_one_that_says_more() -> None:
    assert titled("Tank") == titled("Lid", "The tanks")
    assert titled("Tank").total > titled().total == titled("Tank lid").total == titled("Lid").total
    assert titled("Tank").own > titled().own
    assert titled("Tank").reach > titled().reach
    assert titled("Tank pump").total > titled("Tank", "Pump").total


@pytest.mark.parametrize("title", ["`TankPump`", "tank_pump", "Tank.pump", "tank-pump", "the pump of a tank"])
def test_the_parts_of_an_identifier_in_a_heading_are_its_words(title: str) -> None:
    assert titled(title) == titled("Tank pump")
    assert titled(f"{title}Lid") == titled()


def test_reach_falls_with_words_nobody_uses_but_not_with_unknown_names() -> None:
    text = candidate(body="valve")
    alone = scored(["valve"], text)[0].reach
    assert scored(["valve", "zanthropi"], text)[0].reach < alone / 2
    assert scored(["valve", "core.valve"], text)[0].reach == alone


def test_a_word_that_every_chunk_has_still_counts() -> None:
    statistics = CollectionStatistics(3, 5.0, {"valve": 3})
    assert scores(["valve"], statistics, [candidate(body="valve")])[0].total > 0


def test_what_has_changed_counts_less_unless_it_is_asked_about() -> None:
    statistics = CollectionStatistics(100, 10.0, {"valve": 5, "version": 5})
    texts = [
        candidate(headings=headings, body="valve")
        for headings in ("tank v2 1 what s chang fix", "tank v2 1 part of the fix")
    ]
    log, guide = scores(["valve"], statistics, texts)
    assert 0 < log.total < guide.total
    log, guide = scores(["valve", "version"], statistics, texts)
    assert log.total == guide.total


@pytest.mark.parametrize(
    ("field", "terms"), [("title", "upgrad v1 to v2"), ("path", "en guid migrat to v2 migrattov2")]
)
def test_how_to_leave_a_version_behind_counts_less_unless_it_is_asked_about(field: str, terms: str) -> None:
    statistics = CollectionStatistics(100, 10.0, {"valve": 5, "migrat": 5})
    plain = " ".join("lid" for _ in terms.split())
    texts = [candidate(**{field: words, "body": "valve"}) for words in (terms, plain)]
    upgrade, guide = scores(["valve"], statistics, texts)
    assert 0 < upgrade.total < guide.total
    assert upgrade.own == guide.own
    upgrade, guide = scores(["valve", "migrat"], statistics, texts)
    assert upgrade.total >= guide.total


def test_what_is_called_migrations_is_a_topic_like_any_other() -> None:
    statistics = CollectionStatistics(100, 10.0, {"valve": 5})
    migrations, other = scores(
        ["valve"], statistics, [candidate(title="migrat", body="valve"), candidate(title="lid", body="valve")]
    )
    assert migrations == other
