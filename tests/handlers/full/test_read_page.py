from datetime import UTC, datetime
from typing import Any, cast

import pytest

from pro_context.protocol.memory_session import MemorySession
from pro_context_contract.full.models import ReadPageInput
from pro_context_engine import DocsEngine, Heading
from pro_context_engine.domain.model import Page
from pro_context_engine.domain.results import PageReading
from pro_context_handlers.full.tools import read_page

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HEADINGS = tuple(Heading(f"H{level}", level, f"h{level}", level) for level in range(1, 7))


class Docs:
    def __init__(self, markdown: str, version: str = "", library_id: str = "acme/rockets", opens_at: int = 0) -> None:
        page = Page("https://docs.example/a", "A", markdown, HEADINGS)
        self._reading = PageReading(page, library_id, version, NOON, cached=True, stale=True, opens_at=opens_at)

    async def page(self, url: str) -> PageReading:
        return self._reading


async def read(markdown: str, *, version: str = "", **arguments: Any) -> dict[str, Any]:
    request = ReadPageInput.from_json({"url": "https://docs.example/a", **arguments})
    output = await read_page.handle(request, cast(DocsEngine, Docs(markdown, version)), MemorySession())
    return output.to_json()


async def test_the_session_uses_the_library_of_a_page() -> None:
    session = MemorySession()
    request = ReadPageInput.from_json({"url": "https://docs.example/a"})
    await read_page.handle(request, cast(DocsEngine, Docs("a")), session)
    assert await session.used() == ("acme/rockets",)


@pytest.mark.parametrize(
    ("offset", "limit", "content", "more"),
    [
        (0, 2, "a\nb", True),
        (0, 3, "a\nb\nc", False),
        (2, 5, "c", False),
        (1, 1, "b", True),
        (3, 5, "", False),
        (900, 5, "", False),
    ],
)
async def test_a_page_is_read_by_lines(offset: int, limit: int, content: str, more: bool) -> None:
    output = await read("a\nb\nc\n\n", offset=offset, maxLines=limit)
    assert (output["content"], output["hasMore"], output["totalLines"]) == (content, more, 3)
    assert (output["offset"], output["linesReturned"]) == (offset, len(content.split()))


async def test_a_page_opens_where_its_address_points_unless_an_offset_is_given() -> None:
    docs = cast(DocsEngine, Docs("a\nb\nc\nd", opens_at=2))

    async def read_from(**arguments: Any) -> tuple[float, str, bool]:
        request = ReadPageInput.from_json({"url": "https://docs.example/a#c", **arguments})
        output = await read_page.handle(request, docs, MemorySession())
        return output.offset, output.content, output.has_more

    assert await read_from() == (2, "c\nd", False)
    assert await read_from(maxLines=1) == (2, "c", True)
    assert await read_from(offset=0) == (0, "a\nb\nc\nd", False)
    assert await read_from(offset=1, maxLines=1) == (1, "b", True)


async def test_reading_on_meets_every_line_once() -> None:
    lines = [f"line {number}" for number in range(25)]
    seen, offset, more = [], 0, True
    while more:
        output = await read("\n".join(lines), offset=offset, maxLines=10)
        seen += output["content"].split("\n")
        offset, more = offset + output["linesReturned"], output["hasMore"]
    assert seen == lines


async def test_only_the_beginning_comes_with_an_outline_of_the_upper_levels() -> None:
    assert [heading["level"] for heading in (await read("a\nb"))["headings"]] == [1, 2, 3, 4]
    assert "headings" not in await read("a\nb", offset=1)


@pytest.mark.parametrize("count", [500, 501])
async def test_an_outline_is_whole_and_the_same_each_time(count: int) -> None:
    headings = tuple(Heading(f"H{number}", 2, f"h{number}", number + 1) for number in range(count))
    reading = PageReading(Page("https://docs.example/a", "A", "a", headings), "", "", NOON, cached=True, stale=False)
    docs = Docs("a")
    docs._reading = reading
    request = ReadPageInput.from_json({"url": "https://docs.example/a"})
    first, again = [
        (await read_page.handle(request, cast(DocsEngine, docs), MemorySession())).headings for _ in range(2)
    ]
    assert [heading.title for heading in cast(Any, first)] == [heading.title for heading in headings]
    assert again == first
    assert [heading["level"] for heading in (await read("a"))["headings"]] == [1, 2, 3, 4]


async def test_whose_and_how_old_it_is() -> None:
    output = await read("a", version="1.2")
    assert (output["libraryId"], output["version"], output["stale"]) == ("acme/rockets", "1.2", True)
    assert output["cachedAt"] == NOON.isoformat()
    assert "version" not in await read("a")


async def test_a_page_that_is_no_librarys_names_none() -> None:
    request = ReadPageInput(url="https://docs.example/a")
    output = await read_page.handle(request, cast(DocsEngine, Docs("a", library_id="")), MemorySession())
    assert "libraryId" not in output.to_json()
