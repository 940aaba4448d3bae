"""The postings of a corpus: they find the same chunks as a plain search, and the best among few candidates."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from random import Random

import pytest
from tests.engine.adapters.store.plain import WORDS, made_page, plainly

from pro_context_engine.adapters.store.sqlite import corpus_file
from pro_context_engine.adapters.store.sqlite.corpus_file import CorpusReader, CorpusWriter
from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.domain.errors import CorpusUnusable
from pro_context_engine.domain.model import Hit, Page
from pro_context_engine.search.index.analysis import query_pairs, query_terms

GROUPS = [{"language": "go"}, {"language": "rust"}, {}]


def written(path: Path, pages: list[Page]) -> CorpusReader:
    """Return an index of pages, which belong to the groups by turns; half of them are put again."""
    writer = CorpusWriter(path, datetime(2026, 3, 1, tzinfo=UTC))
    for turn in (pages[::2], pages):
        for page in turn:
            group = GROUPS[pages.index(page) % len(GROUPS)]
            writer.put(page.url.removeprefix("file:///"), "1", group, page, chunks_of(page))
    writer.finish()
    return CorpusReader(path)


@pytest.fixture
def pages() -> list[Page]:
    random = Random(5)
    made = [made_page(random, "acme", number) for number in range(90)]
    return [Page(f"file:///{number:02}.md", page.title, page.markdown) for number, page in enumerate(made)]


@pytest.fixture
def reader(tmp_path: Path, pages: list[Page]) -> Iterator[CorpusReader]:
    reader = written(tmp_path / "index", pages)
    yield reader
    reader.close()


def topics(words: Sequence[str], count: int) -> list[list[str]]:
    random = Random(7)
    made = [" ".join(random.sample(words, random.randint(1, 5))) for _ in range(count)]
    return [[*query_terms(topic), *query_pairs(topic)] for topic in made]


def told(hits: list[Hit]) -> list[tuple[str, int, float]]:
    return [(hit.chunk.page_url, hit.chunk.ordinal, round(hit.score, 9)) for hit in hits]


def test_hits_and_scores_are_those_of_the_plain_search(reader: CorpusReader, pages: list[Page]) -> None:
    for terms in topics(WORDS, 12):
        # Equals of different groups are in the order of these.
        assert sorted(told(reader.search(terms, None, 1_000))) == sorted(plainly(pages, terms, 1_000, None))
        for group in reader.groups():
            inside = pages[GROUPS.index(dict(group.values)) :: len(GROUPS)]
            assert told(reader.search(terms, [group.number], 1_000)) == plainly(inside, terms, 1_000, None)
    assert reader.search(["valv"], [], 10) == []
    assert reader.search(["zzqqxx"], None, 10) == []


def test_of_few_candidates_hardly_one_of_the_best_is_missing(tmp_path: Path) -> None:
    random = Random(11)
    # As in a language, few words are common.
    words = ["".join(letters) for letters in product("bdgklmnrtv", "aou", "kmnpt", "ob")]
    random.shuffle(words)
    often = [1 / (place + 3) for place, _ in enumerate(words)]
    pages = []
    for number in range(120):
        sections = [" ".join(random.choices(words, often, k=random.randint(15, 150))) for _ in range(4)]
        text = "\n\n".join(f"## {' '.join(random.choices(words, often, k=3))}\n\n{one}" for one in sections)
        pages.append(Page(f"file:///{number:03}.md", " ".join(random.choices(words, often, k=2)), text))
    reader = written(tmp_path / "index", pages)
    best = found = 0
    for terms in topics(words, 12):
        wanted = {one[:2] for one in plainly(pages, terms, 1_000, None)[:10]}
        best += len(wanted)
        found += len(wanted & {one[:2] for one in told(reader.search(terms, None, 24))})
    reader.close()
    assert best > 100
    assert found / best > 0.97


def asked_of_the_file(reader: CorpusReader, terms: list[str]) -> list[str]:
    """Return the statements that a search runs."""
    statements: list[str] = []
    reader._connection.set_trace_callback(statements.append)
    assert reader.search(terms, None, 24)
    reader._connection.set_trace_callback(None)
    return statements


def test_what_was_read_ahead_no_search_waits_for(tmp_path: Path, pages: list[Page]) -> None:
    reader = written(tmp_path / "index", pages)
    [first, second, *_] = topics(WORDS, 5)
    plain = told(reader.search(first, None, 24))
    assert any("corpus_posting" in one or "chunk_terms_content" in one for one in asked_of_the_file(reader, second))
    reader.read_ahead(lambda: False)
    for terms in topics(WORDS, 20):
        assert not any("corpus_posting" in one or "content" in one for one in asked_of_the_file(reader, terms))
    assert told(reader.search(first, None, 24)) == plain
    reader.close()


def test_reading_ahead_ends_when_it_is_enough_and_leaves_large_indexes_alone(
    tmp_path: Path, pages: list[Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = written(tmp_path / "index", pages)
    reader.read_ahead(lambda: True)
    assert any("content" in one for one in asked_of_the_file(reader, topics(WORDS, 1)[0]))
    monkeypatch.setattr(corpus_file, "MOST_AHEAD", reader.chunks() - 1)
    reader.read_ahead(lambda: False)
    assert any("content" in one for one in asked_of_the_file(reader, ["tank"]))
    reader.close()


def test_an_index_without_them_is_of_another_version(tmp_path: Path, pages: list[Page]) -> None:
    written(tmp_path / "index", pages[:1]).close()
    with closing(sqlite3.connect(tmp_path / "index")) as connection, connection:
        connection.execute("DROP TABLE corpus_posting")
    connection.close()
    with pytest.raises(CorpusUnusable, match="another version"):
        CorpusReader(tmp_path / "index")
