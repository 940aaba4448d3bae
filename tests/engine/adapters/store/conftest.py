"""Stores to run one suite over, and small things to put into them."""

from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.domain.model import Chunk, Page, SourceName, Toc, TocEntry
from pro_context_engine.domain.storage import Store

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

# Every implementation of the ports of the store is listed here and must pass the whole suite.
STORES: dict[str, Callable[[Path], Store]] = {
    "sqlite file": open_store,
    "sqlite memory": lambda _: open_store(None),
}


@pytest.fixture(params=STORES)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    opened = STORES[request.param](tmp_path)
    yield opened
    assert not opened.failing
    await opened.close()


@pytest.fixture
def noon() -> datetime:
    return NOON


@pytest.fixture
def toc_of() -> Callable[..., Toc]:
    """Make a TOC of pages named by the last word of their URLs."""

    def make(*names: str, version: str | None = None) -> Toc:
        entries = tuple(TocEntry(name.title(), f"https://docs.example/{name}", f"About {name}") for name in names)
        return Toc(entries, SourceName.LLMS_TXT, "https://docs.example/llms.txt", version)

    return make


@pytest.fixture
def page_of() -> Callable[..., tuple[Page, list[Chunk]]]:
    """Make a page with one chunk per text."""

    def make(name: str, *texts: str) -> tuple[Page, list[Chunk]]:
        url = f"https://docs.example/{name}"
        chunks = [
            Chunk(f"{name}-{i}", url, name.title(), "", "", (name.title(),), f"part-{i}", text, len(text), i + 1, i)
            for i, text in enumerate(texts)
        ]
        return Page(url, name.title(), "".join(texts)), chunks

    return make
