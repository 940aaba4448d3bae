"""What a built corpus answers."""

import base64
import json
import stat
from collections.abc import Callable
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.corpus.trees import GUIDE, built, manifest, write

from pro_context_engine.adapters.store.sqlite.corpus_file import CorpusReader
from pro_context_engine.corpus.building import build
from pro_context_engine.corpus.corpus import FIRST, Corpus, open_corpus
from pro_context_engine.corpus.result_cursors import Cursors
from pro_context_engine.corpus.values import Hint
from pro_context_engine.domain.errors import (
    ChunkIdMalformed,
    ChunkUnknown,
    CorpusUnusable,
    CursorOutdated,
    CursorUnusable,
)
from pro_context_engine.domain.model import Hit

SDKS = {
    "guides/.docs-mcp.json": manifest(metadata={"scope": "global-guide"}),
    "guides/wicks.md": GUIDE,
    "go/.docs-mcp.json": manifest(metadata={"language": "go", "scope": "sdk-specific"}),
    "go/wicks.md": GUIDE,
    "python/.docs-mcp.json": manifest(metadata={"language": "python", "scope": "sdk-specific"}),
    "python/wicks.md": GUIDE,
    "rust/.docs-mcp.json": manifest(metadata={"language": "rust", "scope": "global-guide"}),
    "rust/fuses.md": GUIDE.replace("wick", "fuse").replace("Wick", "Fuse"),
}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return built(tmp_path_factory.mktemp("sdks"), SDKS)


@pytest.mark.parametrize(
    ("filters", "folders"),
    [
        ({}, {"guides", "go", "python"}),
        ({"language": "go"}, {"guides", "go"}),
        ({"language": "go", "scope": "sdk-specific"}, {"go"}),
        ({"scope": "global-guide"}, {"guides"}),
        ({"scope": "sdk-specific"}, {"go", "python"}),
    ],
)
async def test_filters(filters: dict[str, str], folders: set[str], corpus: Corpus) -> None:
    found = await corpus.search("wick", filters, 50)
    assert {hit.filepath.partition("/")[0] for hit in found.hits} == folders


async def test_a_hit_says_where_it_is(corpus: Corpus) -> None:
    hit = (await corpus.search("wick carries oil", {"language": "go", "scope": "sdk-specific"}, 1)).hits[0]
    assert (hit.chunk_id, hit.heading, hit.breadcrumb) == ("go/wicks.md#wicks", "Wicks", "Lamps > Wicks")
    assert "**oil**" in hit.snippet
    assert hit.score > 0


async def test_hints_name_other_values(corpus: Corpus) -> None:
    found = await corpus.search("fuse", {"language": "go"}, 5)
    assert found.hint == Hint("0 results found for language 'go'.", {"language": ("rust",)})
    found = await corpus.search("fuse", {"language": "go", "scope": "sdk-specific"}, 5)
    assert found.hint is not None
    assert found.hint.message == "0 results found for language 'go' and scope 'sdk-specific'."
    assert found.hint.suggested_filters == {"language": ("rust",), "scope": ("global-guide",)}
    for filters in ({}, {"language": "go"}):
        nothing = (await corpus.search("zzqqxx", filters, 5)).hint
        assert nothing is not None
        assert nothing.suggested_filters == {}
        assert nothing.message.endswith("Try fewer or other words.")


async def test_hints_say_that_a_filter_excludes_what_has_no_value_for_it(tmp_path: Path) -> None:
    files = {"a.md": "# Newts\n\nA newt.\n", "go/b.md": "---\nmetadata: {language: go}\n---\n# Go\n\nA gopher.\n"}
    corpus = built(tmp_path, files)
    hint = (await corpus.search("newt", {"language": "go"}, 5)).hint
    assert hint == Hint("0 results found for language 'go'. There are results without language.", {})


async def test_a_heading_may_repeat_another(tmp_path: Path) -> None:
    files = {
        ".docs-mcp.json": manifest(strategy={"chunk_by": "h3"}),
        "a.md": "# Setup\n\n## Advanced\n\nx\n\n### Setup\n\nA zebra.\n\n## Login\n\nx\n\n### Login\n\nA yak.\n",
        "b.md": "A word before.\n\n# Herds\n\nA gnu.\n",
    }
    corpus = built(tmp_path, files)
    hits = {word: (await corpus.search(word, {}, 1)).hits[0] for word in ("zebra", "yak", "gnu")}
    assert {word: (hit.heading, hit.breadcrumb) for word, hit in hits.items()} == {
        "zebra": ("Setup", "Setup > Advanced > Setup"),
        "yak": ("Login", "Setup > Login > Login"),
        "gnu": ("Herds", "Herds"),
    }


async def test_a_name_may_begin_with_a_blank(tmp_path: Path) -> None:
    corpus = built(tmp_path, {" a.md": GUIDE})
    assert (await corpus.surroundings(" a.md#wicks", 0)).chunks


async def test_hints_also_name_what_comes_late(tmp_path: Path) -> None:
    page = "---\nmetadata: {{language: {}}}\n---\n# Page {}\n\n{}\n"
    files = {f"go/{n}.md": page.format("go", n, "fuse fuse fuse") for n in range(FIRST + 1)}
    files |= {"rust.md": page.format("rust", 0, "One fuse, and much more on lamps"), "c.md": page.format("c", 0, "Oil")}
    hint = (await built(tmp_path, files).search("fuse", {"language": "c"}, 5)).hint
    assert hint is not None
    assert hint.suggested_filters == {"language": ("go", "rust")}


async def test_cursors_lead_through_everything_once(tmp_path: Path) -> None:
    files = {f"{n:03}.md": f"# Page {n}\n\nA lamp {'lamp ' * (n % 7)}of number {n}.\n" for n in range(FIRST + 40)}
    corpus = built(tmp_path, files)
    for limit in (1, 7, 50):
        seen: list[str] = []
        scores: list[float] = []
        cursor = ""
        while True:
            page = await corpus.search("lamp", {}, limit, cursor)
            assert 0 < len(page.hits) <= limit
            assert page.hint is None
            seen += [hit.chunk_id for hit in page.hits]
            scores += [hit.score for hit in page.hits]
            cursor = page.next_cursor
            if not cursor:
                break
        assert len(seen) == len(set(seen)) == FIRST + 40
        assert scores[:FIRST] == sorted(scores[:FIRST], reverse=True)


async def test_going_on_and_asking_again_search_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = built(tmp_path, SDKS)
    searched: list[object] = []
    search = CorpusReader.search

    def noting(reader: CorpusReader, *asked: Any) -> list[Hit]:
        searched.append(asked)
        return search(reader, *asked)

    monkeypatch.setattr(CorpusReader, "search", noting)
    first = await corpus.search("wick", {}, 1)
    second = await corpus.search("wick", {}, 1, first.next_cursor)
    assert len(searched) == 1
    assert second.hits != first.hits
    assert await corpus.search("wick", {}, 1) == first
    assert len(searched) == 1
    await corpus.search("wicks", {}, 1)
    await corpus.search("wick", {"language": "go"}, 1)
    assert len(searched) == 3


async def test_an_end_waits_for_what_is_being_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reading = Event()
    ended: list[str] = []

    def until_closed(reader: CorpusReader, enough: Callable[[], bool]) -> None:
        reading.set()
        while not enough():
            sleep(0.001)
        assert reader.chunks()
        ended.append("read")

    close = CorpusReader.close
    monkeypatch.setattr(CorpusReader, "read_ahead", until_closed)
    monkeypatch.setattr(CorpusReader, "close", lambda reader: (ended.append("closed"), close(reader)))
    corpus = built(tmp_path, SDKS)
    ended.clear()  # the build's own
    reading.wait()
    corpus.close()
    assert ended == ["read", "closed"]


async def test_a_cursor_is_of_one_search(corpus: Corpus) -> None:
    cursor = (await corpus.search("wick", {"language": "go"}, 1)).next_cursor
    assert cursor.startswith("eyJv")
    assert (await corpus.search("wick", {"language": "go"}, 3, cursor)).hits
    for query, filters in (("wicks", {"language": "go"}), ("wick", {}), ("wick", {"language": "python"})):
        with pytest.raises(CursorUnusable):
            await corpus.search(query, filters, 1, cursor)


async def test_a_cursor_of_an_earlier_build_is_outdated(tmp_path: Path) -> None:
    cursor = (await built(tmp_path, SDKS).search("wick", {}, 1)).next_cursor
    newer = built(tmp_path, {"guides/wicks.md": f"{GUIDE}\nMore of it.\n"})
    with pytest.raises(CursorOutdated):
        await newer.search("wick", {}, 1, cursor)


async def test_a_cursor_survives_a_restart(tmp_path: Path) -> None:
    cursor = (await built(tmp_path, SDKS).search("wick", {}, 1)).next_cursor
    assert (await Corpus(tmp_path / "index").search("wick", {}, 1, cursor)).hits


CURSORS = Cursors(b"k" * 32, "now")


@given(st.integers(0, 300), st.data())
def test_no_changed_cursor_is_taken(position: int, data: st.DataObject) -> None:
    cursor = CURSORS.cursor_after(position, "q", {"a": "b"})
    assert CURSORS.position(cursor, "q", {"a": "b"}) == position
    place = data.draw(st.integers(0, len(cursor) - 1))
    other = data.draw(st.characters(codec="utf-8").filter(lambda character: character != cursor[place]))
    with pytest.raises(CursorUnusable):
        CURSORS.position(cursor[:place] + other + cursor[place + 1 :], "q", {"a": "b"})


@given(st.text() | st.binary().map(lambda raw: base64.urlsafe_b64encode(raw).decode().rstrip("=")))
def test_nothing_else_is_a_cursor(text: str) -> None:
    with pytest.raises(CursorUnusable):
        CURSORS.position(text, "q", {})


@pytest.mark.parametrize(
    "fields", [{"o": 3}, {"o": 3, "q": "", "r": "now", "s": 5}, [], 3, {"o": 9, "q": "x", "r": "now", "s": "é"}]
)
def test_a_forged_cursor_is_refused(fields: object) -> None:
    with pytest.raises(CursorUnusable):
        CURSORS.position(base64.urlsafe_b64encode(json.dumps(fields).encode()).decode().rstrip("="), "q", {})


async def test_around_a_chunk(corpus: Corpus) -> None:
    found = await corpus.surroundings("go/wicks.md#wicks", 1)
    assert [(chunk.chunk_id, chunk.position, chunk.offset) for chunk in found.chunks] == [
        ("go/wicks.md#_preamble", 1, -1),
        ("go/wicks.md#wicks", 2, 0),
        ("go/wicks.md#lenses", 3, 1),
    ]
    assert found.total == 3
    assert [chunk.offset for chunk in (await corpus.surroundings("go/wicks.md#lenses", 5)).chunks] == [-2, -1, 0]


@pytest.mark.parametrize(
    "chunk_id", ["go/wicks.md", "go/wicks.md#wick", "go/none.md#wicks", "wicks", "go/wicks.md#Wicks"]
)
async def test_no_such_chunk(chunk_id: str, corpus: Corpus) -> None:
    with pytest.raises(ChunkUnknown):
        await corpus.surroundings(chunk_id, 0)


@pytest.mark.parametrize(
    "chunk_id", ["", " ", "#wicks", "/a.md", "a.md#", "a.md#b#c", "a.md#b/", "a\n.md", "\ud800", "a" * 9_000]
)
async def test_what_no_chunk_could_be_called(chunk_id: str, corpus: Corpus) -> None:
    with pytest.raises(ChunkIdMalformed):
        await corpus.surroundings(chunk_id, 0)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200), st.sampled_from([{}, {"language": "go"}, {"scope": "x"}]), st.integers(1, 50))
async def test_any_query_is_answered(query: str, filters: dict[str, str], limit: int) -> None:
    with_hits = await _SHARED.search(query, filters, limit)
    assert len(with_hits.hits) <= limit
    assert (with_hits.hint is None) == bool(with_hits.hits)


@pytest.fixture(autouse=True, scope="module")
def _shared(corpus: Corpus) -> None:
    global _SHARED
    _SHARED = corpus


_SHARED: Corpus


def test_the_index_can_be_read_where_nothing_can_be_written(tmp_path: Path) -> None:
    built(tmp_path, SDKS).close()
    folder = tmp_path / "index"
    before = sorted(file.name for file in folder.iterdir())
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        Corpus(folder).close()
    finally:
        folder.chmod(stat.S_IRWXU)
    assert sorted(file.name for file in folder.iterdir()) == before


def test_what_is_no_corpus_is_told(tmp_path: Path) -> None:
    with pytest.raises(CorpusUnusable, match="has no built corpus"):
        open_corpus(tmp_path)
    write(tmp_path, {"metadata.json": "{}"})
    with pytest.raises(CorpusUnusable, match="cannot be read"):
        open_corpus(tmp_path)
    build(write(tmp_path / "docs", SDKS), tmp_path / "index")
    said = json.loads((tmp_path / "index/metadata.json").read_text(encoding="utf-8"))
    write(tmp_path, {"index/metadata.json": said | {"metadata_version": "2.0.0"}})
    with pytest.raises(CorpusUnusable, match="another version"):
        open_corpus(tmp_path / "index")
    write(tmp_path, {"index/metadata.json": said | {"index": "../../etc/passwd"}})
    with pytest.raises(CorpusUnusable, match="cannot be read"):
        open_corpus(tmp_path / "index")
