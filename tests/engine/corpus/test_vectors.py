"""Searches by words and vectors together, with vectors that a test can foresee, and with real ones where they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from tests.engine.corpus.trees import manifest, write

from pro_context_engine.corpus import corpus as opening
from pro_context_engine.corpus.building import build
from pro_context_engine.corpus.corpus import Corpus, open_corpus
from pro_context_engine.corpus.values import Embedding
from pro_context_engine.corpus.vectors import WordLlamaEmbedder, is_installed

MEANINGS = {"lamp": b"light", "lantern": b"light", "rope": b"rigging"}
FILES = {
    "a/.docs-mcp.json": manifest(metadata={"deck": "upper"}),
    "a/lamps.md": "# Lamp\n\nA lamp shines.\n",
    "b/ropes.md": "# Rope\n\nA rope holds.\n",
}


class ByMeaning:
    """An embedder whose vector of a text is the meaning of the first word it knows."""

    def __init__(self) -> None:
        self.embedded: list[str] = []
        self.embedding = Embedding("test", "meanings", 1)

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        self.embedded += texts
        return [self.meaning(text) for text in texts]

    def meaning(self, text: str) -> bytes:
        return next((meaning for word, meaning in MEANINGS.items() if word in text.lower()), b"")

    def index(self, vectors: Sequence[tuple[int, str, bytes]]) -> ByMeaningIndex:
        return ByMeaningIndex(self, vectors)


class ByMeaningIndex:
    def __init__(self, embedder: ByMeaning, vectors: Sequence[tuple[int, str, bytes]]) -> None:
        self._embedder = embedder
        self._vectors = vectors

    def nearest(self, text: str, groups: Sequence[str] | None, limit: int) -> Mapping[int, float]:
        wanted = self._embedder.meaning(text)
        return {
            row: 1.0
            for row, group, meaning in self._vectors
            if meaning == wanted != b"" and (not groups or group in groups)
        }


async def test_another_word_for_the_same_is_found(tmp_path: Path) -> None:
    embedder = ByMeaning()
    build(write(tmp_path / "docs", FILES), tmp_path / "index", embedder=embedder)
    corpus = Corpus(tmp_path / "index", embedder)
    assert corpus.hybrid
    assert [hit.chunk_id for hit in (await corpus.search("lantern", {}, 5)).hits] == ["a/lamps.md#_preamble"]
    assert (await Corpus(tmp_path / "index").search("lantern", {}, 5)).hits == ()
    both = (await corpus.search("lamp rope", {}, 5)).hits
    assert [hit.chunk_id for hit in both] == ["a/lamps.md#_preamble", "b/ropes.md#_preamble"]
    assert both[0].score > both[1].score
    assert (await corpus.search("rope", {"deck": "upper"}, 5)).hits == ()


def test_what_has_not_changed_is_not_embedded_again(tmp_path: Path) -> None:
    embedder = ByMeaning()
    docs = write(tmp_path / "docs", FILES)
    build(docs, tmp_path / "index", embedder=embedder)
    assert len(embedder.embedded) == 2
    write(docs, {"c.md": "# Lantern\n\nAnother.\n"})
    build(docs, tmp_path / "index", embedder=embedder)
    assert len(embedder.embedded) == 3
    build(docs, tmp_path / "index", embedder=None)
    assert not Corpus(tmp_path / "index", embedder).hybrid


def test_start_up_says_how_is_searched(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = ByMeaning()
    caplog.set_level("INFO", "pro_context")
    docs = write(tmp_path / "docs", FILES)
    build(docs, tmp_path / "index")
    open_corpus(tmp_path / "index").close()
    build(docs, tmp_path / "index", embedder=embedder)
    monkeypatch.setattr(opening, "open_embedder", lambda: None)
    open_corpus(tmp_path / "index").close()
    monkeypatch.setattr(opening, "open_embedder", lambda: embedder)
    open_corpus(tmp_path / "index").close()
    words = "the corpus is searched by words alone: vectors need pro-context[vectors], to build and to serve"
    assert caplog.messages == [words, words, "the corpus is searched by words and vectors"]


@pytest.mark.skipif(not is_installed(), reason="pro-context[vectors] is not installed")
async def test_real_vectors(tmp_path: Path) -> None:
    embedder = WordLlamaEmbedder()
    files = {
        "a.md": "# Errors\n\nHow to handle failures of the network.\n",
        "b.md": "# Colours\n\nRed and blue paint.\n",
    }
    build(write(tmp_path / "docs", files), tmp_path / "index", embedder=embedder)
    corpus = Corpus(tmp_path / "index", embedder)
    assert [hit.filepath for hit in (await corpus.search("network failure handling", {}, 5)).hits] == ["a.md"]
    assert (await corpus.search("zzqqxx", {}, 5)).hits == ()
