"""The rows of pages with their chunks and links, written many at a time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from pro_context_engine.adapters.store.heading_paths import stored_headings
from pro_context_engine.adapters.store.page_copy import PageCopy
from pro_context_engine.adapters.store.postgres.chunk_table import ORDINAL_BITS, scope
from pro_context_engine.adapters.store.postgres.migration import Connection
from pro_context_engine.adapters.store.postgres.stored_values import Unstorable, is_indexable, to_json
from pro_context_engine.domain.model import Chunk, Dates, Page
from pro_context_engine.domain.page_address import address_of
from pro_context_engine.search.index.chunk_fields import FIELDS, analysed
from pro_context_engine.search.index.link_texts import links_of

_PAGE_BYTES, _CHUNK_BYTES = 500, 200
"""The room that the rows of a page and of a chunk take besides their texts, estimates with the indexes on them."""


class PageRows(NamedTuple):
    """The rows of a page, without the numbers that the database assigns.

    Attributes:
        address: of the page.
        about: URL, title and so on, text, headings and delivery, as the columns hold them.
        dates: of the last check and the last reading.
        chunks: of each its place, content, headings and analysed terms.
        terms: number of terms in all.
        links: targets and terms.
        size: the room that the rows take, an estimate in bytes.
    """

    address: str
    about: tuple[str, str, str, str, str]
    dates: tuple[datetime, datetime]
    chunks: Sequence[tuple[int, str, str, str]]
    terms: int
    links: Sequence[tuple[str, str]]
    size: int


def rows_of(page: Page, chunks: Sequence[Chunk], read_at: datetime) -> PageRows:
    """Return the rows of a page that was read just now; its terms are analysed, which is most of the work.

    Raises:
        Unstorable: the database cannot hold a value.
    """
    found = list(map(analysed, chunks))
    terms = [[" ".join(fields[name]) for name in FIELDS] for _, fields in found]
    links = [(place, " ".join(words)) for place, words in links_of(page.url, page.markdown)]
    return rows_of_copy(PageCopy(page, Dates(read_at, read_at), [chunk for chunk, _ in found], terms, links))


def rows_of_copy(copy: PageCopy) -> PageRows:
    """Return the rows of a page of another store.

    Raises:
        Unstorable: the database cannot hold a value.
    """
    page, address = copy.page, address_of(copy.page.url)
    if not is_indexable(address) or len(copy.chunks) >> ORDINAL_BITS:
        raise Unstorable
    delivery = page.delivery
    about = (
        page.url, to_json([page.title, page.section, page.description]), to_json(page.markdown),
        to_json(stored_headings(page.headings)),
        to_json([delivery.url, delivery.validators.etag, delivery.validators.last_modified, delivery.landed]),
    )  # fmt: skip
    chunks = [_chunk_row(chunk, fields) for chunk, fields in zip(copy.chunks, copy.terms, strict=True)]
    return PageRows(
        address,
        about,
        (copy.dates.read_at, copy.dates.fetched_at),
        chunks,
        sum(len(field.split()) for fields in copy.terms for field in fields),
        [link for link in copy.links if is_indexable(*link)],
        _PAGE_BYTES + len(about[2]) + len(about[3]) + sum(_CHUNK_BYTES + sum(map(len, row[1:])) for row in chunks),
    )


def _chunk_row(chunk: Chunk, fields: Sequence[str]) -> tuple[int, str, str, str]:
    content = [chunk.chunk_id, chunk.heading_path, chunk.anchor, chunk.text, chunk.tokens, chunk.first_line]
    return chunk.ordinal, to_json(content), to_json(stored_headings(chunk.headings, chunk.pieces)), "\n".join(fields)


def write_pages(connection: Connection, snapshot: int, pages: Sequence[PageRows]) -> None:
    """Store pages with different addresses in place of those with the same addresses."""
    addresses = [page.address for page in pages]
    delete_pages(connection, snapshot, addresses)
    columns = (
        "snapshot_id, address, url, about, markdown, headings, delivery, read_at, checked_at, chunks, terms, bytes"
    )
    with connection.cursor().copy(f"COPY pro_context.page ({columns}) FROM STDIN") as copy:
        for page in pages:
            sums = (len(page.chunks), page.terms, page.size)
            copy.write_row((snapshot, page.address, *page.about, *page.dates, *sums))
    found = connection.execute(
        "SELECT address, id FROM pro_context.page WHERE snapshot_id = %s AND address = ANY(%s)", (snapshot, addresses)
    )
    rows: dict[str, int] = dict(found.fetchall())
    with connection.cursor().copy(
        "COPY pro_context.chunk (page_id, ordinal, content, headings, fields) FROM STDIN"
    ) as copy:
        for page in pages:
            for ordinal, content, headings, fields in page.chunks:
                copy.write_row((rows[page.address], ordinal, content, headings, f"{scope(snapshot)}\n{fields}"))
    if not any(page.links for page in pages):
        return
    with connection.cursor().copy("COPY pro_context.link (page_id, snapshot_id, place, terms) FROM STDIN") as copy:
        for page in pages:
            for place, terms in page.links:
                copy.write_row((rows[page.address], snapshot, place, terms))


def delete_pages(connection: Connection, snapshot: int, addresses: Sequence[str]) -> None:
    """Delete those of a snapshot's pages that have these addresses."""
    connection.execute(
        "DELETE FROM pro_context.page WHERE snapshot_id = %s AND address = ANY(%s)", (snapshot, list(addresses))
    )
