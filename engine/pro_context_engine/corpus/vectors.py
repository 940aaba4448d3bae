"""Vectors of chunks: the meaning of a text in 256 numbers, so that other words for the same are found too.

They need `pro-context[vectors]`; without it, searches go by words alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from pro_context_engine.corpus.values import Embedding

NEAR = 0.45
"""The lowest cosine at which a chunk counts as a hit."""

_DIMENSIONS = 256


class Embedder(Protocol):
    """A maker of vectors of texts."""

    @property
    def embedding(self) -> Embedding:
        """Return the model; vectors of different models cannot be compared."""
        ...

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """Return a vector for each text."""
        ...

    def index(self, vectors: Sequence[tuple[int, int, bytes]]) -> VectorIndex:
        """Return an index of these vectors, given with row and group."""
        ...


class VectorIndex(Protocol):
    """An index that finds the nearest vectors."""

    def nearest(self, text: str, groups: Sequence[int] | None, limit: int) -> Mapping[int, float]:
        """Return the rows of the chunks nearest to a text with their cosines, nearest first."""
        ...


def is_installed() -> bool:
    """Tell whether the packages that make vectors are installed."""
    return find_spec("wordllama") is not None


def open_embedder() -> Embedder | None:
    """Return an embedder, None if it is not installed."""
    return WordLlamaEmbedder() if is_installed() else None


class WordLlamaEmbedder:
    """An embedder with the weights in WordLlama's package; nothing is downloaded."""

    def __init__(self) -> None:
        # The import takes more than a second, and only users of vectors need it.
        import wordllama  # noqa: PLC0415

        # The tokenizer is looked up in the cache first, so the package's folder is given as the cache.
        package = Path(wordllama.__file__).parent
        self._model: Any = wordllama.WordLlama.load(dim=_DIMENSIONS, cache_dir=package, disable_download=True)

    @property
    def embedding(self) -> Embedding:
        """Return the model."""
        return Embedding("wordllama", "l2_supercat", _DIMENSIONS)

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """Return a vector for each text, of length 1, as 16-bit numbers."""
        return [row.astype("float16").tobytes() for row in self._rows(texts)] if texts else []

    def index(self, vectors: Sequence[tuple[int, int, bytes]]) -> MatrixIndex:
        """Return an index of these vectors, given with row and group."""
        import numpy  # noqa: PLC0415 - likewise

        rows, groups, stored = zip(*vectors, strict=True) if vectors else ((), (), ())
        matrix = numpy.frombuffer(b"".join(stored), dtype="float16").reshape(-1, _DIMENSIONS).astype("float32")
        return MatrixIndex(numpy, rows, numpy.array(groups), matrix, self._rows)

    def _rows(self, texts: Sequence[str]) -> Any:
        return self._model.embed(list(texts), norm=True)


class MatrixIndex:
    """The vectors of a corpus in one matrix, which is the fastest index up to some hundred thousand."""

    def __init__(self, numpy: Any, rows: Sequence[int], groups: Any, matrix: Any, embed: Any) -> None:
        self._numpy = numpy
        self._rows = rows
        self._groups = groups
        self._matrix = matrix
        self._embed = embed

    def nearest(self, text: str, groups: Sequence[int] | None, limit: int) -> Mapping[int, float]:
        """Return the rows of the chunks nearest to a text with their cosines, nearest first."""
        if not self._rows or not text.strip():
            return {}
        cosines = self._matrix @ self._embed([text])[0]
        if groups is not None:
            cosines[~self._numpy.isin(self._groups, list(groups))] = -1.0
        best = self._numpy.argsort(-cosines, kind="stable")[:limit]
        return {self._rows[position]: float(cosines[position]) for position in best if cosines[position] >= NEAR}
