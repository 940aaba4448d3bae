"""What the tests of a corpus share."""

from collections.abc import Iterator
from typing import Any

import pytest

from pro_context_engine.corpus.corpus import Corpus


@pytest.fixture(autouse=True)
def corpora_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close every corpus that a test has opened: newer versions of Python warn of a database that is left open."""
    opened: list[Corpus] = []
    open_index = Corpus.__init__

    def open_and_note(corpus: Corpus, *arguments: Any) -> None:
        open_index(corpus, *arguments)
        opened.append(corpus)

    monkeypatch.setattr(Corpus, "__init__", open_and_note)
    yield
    for corpus in opened:
        corpus.close()
