"""Stores to run one suite over, and small things to put into them."""

from collections.abc import AsyncIterator, Callable
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.postgres import fresh_database, needs_postgres

from pro_context_engine.adapters.store.sqlite import open_store as open_sqlite
from pro_context_engine.domain.model import Chunk, Page, SourceName, Toc, TocEntry
from pro_context_engine.domain.storage import Store

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

# Every implementation of the ports of the store is listed here and must pass the whole suite.
STORES: dict[str, Callable[[Path, str], Store]] = {
    "sqlite file": lambda folder, _: open_sqlite(folder),
    "sqlite memory": lambda *_: open_sqlite(None),
    "postgres": lambda _, url: _open_postgres(url),
}
PARAMETERS = [pytest.param(name, marks=needs_postgres if name == "postgres" else ()) for name in STORES]


@pytest.fixture(params=PARAMETERS)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    with fresh_database() if request.param == "postgres" else nullcontext("") as url:
        opened = STORES[request.param](tmp_path, url)
        yield opened
        assert not opened.failing
        await opened.close()


def _open_postgres(url: str) -> Store:
    from pro_context_engine.adapters.store.postgres import open_database

    return open_database(url)


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
