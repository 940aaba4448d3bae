"""get-library-info: a table of contents with its sections and versions."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, cast

import pytest

from pro_context.protocol.memory_session import MemorySession
from pro_context_contract.full.errors import InvalidInput
from pro_context_contract.full.models import GetLibraryInfoInput
from pro_context_engine import DocsEngine, Library, LibraryDocs, Toc, TocEntry, most_tokens_of_json
from pro_context_engine.domain.model import SourceName
from pro_context_handlers.full.resources import resolved_libraries
from pro_context_handlers.full.tools import get_library_info

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ENTRIES = (
    TocEntry("Start", "https://docs.example/start"),
    TocEntry("Fuel", "https://docs.example/fuel", "What burns", "Guides"),
    TocEntry("API", "https://docs.example/api", "", "Reference"),
    TocEntry("Tanks", "https://docs.example/tanks", "", "Guides"),
)


class Docs:
    """Documentation of one library."""

    def __init__(
        self,
        *,
        version: str | None = None,
        versions: tuple[str, ...] = (),
        entries: tuple[TocEntry, ...] = ENTRIES,
    ) -> None:
        library = Library("acme/rockets", "rockets", "Rockets", languages=("python",))
        toc = Toc(entries, SourceName.INSTALLED, "here", version)
        self._docs = LibraryDocs(library, toc, (SourceName.INSTALLED,), versions, NOON, cached=True, stale=False)
        self.asked: list[tuple[str, str | None]] = []

    async def library(self, library_id: str, version: str | None = None) -> LibraryDocs:
        self.asked.append((library_id, version))
        return self._docs

    async def members(self, library_id: str, version: str | None, owners: Sequence[str]) -> list[TocEntry]:
        known = {"rockets.Tank": [TocEntry("rockets.Tank.fill", "pypi://rockets/1/api#fill", "method", "rockets.Tank")]}
        return [entry for owner in owners for entry in known.get(owner, [])]


async def info(docs: Docs, session: MemorySession, **arguments: Any) -> dict[str, Any]:
    request = GetLibraryInfoInput.from_json({"libraryId": "acme/rockets", **arguments})
    output = await get_library_info.handle(request, cast(DocsEngine, docs), session)
    return output.to_json()


async def test_the_toc_with_its_sections() -> None:
    output = await info(Docs(), MemorySession())
    assert [entry["title"] for entry in output["toc"]] == ["Start", "Fuel", "Tanks", "API"]
    assert output["totalEntries"] == 4
    assert output["availableSections"] == ["Guides", "Reference"]
    assert output["toc"][0] == {"title": "Start", "url": "https://docs.example/start"}
    assert not {"filteredBySections", "version", "availableVersions", "docsUrl"} & set(output)
    assert "nextCursor" not in output


@pytest.mark.parametrize("max_tokens", [200, 500, 2_000, 20_000])
@pytest.mark.parametrize("sections", [1, 20, 400])
async def test_the_whole_answer_fits_where_its_sections_leave_half(max_tokens: int, sections: int) -> None:
    entries = tuple(
        TocEntry(f"rockets.tanks.Tank{n}", f"pypi://rockets/1.2.3/api/tanks.{n}", "Fuel.", f"Part {n % sections}")
        for n in range(900)
    )
    versions = tuple(f"1.{n}.0" for n in range(30))
    docs = Docs(version="1.2.3", versions=versions, entries=entries)
    output = await info(docs, MemorySession(), maxTokens=max_tokens)
    assert len(output["availableSections"]) == sections
    if most_tokens_of_json({**output, "toc": []}) <= max_tokens // 2:
        assert most_tokens_of_json(output) <= max_tokens * 1.01
    assert most_tokens_of_json(output["toc"]) <= max_tokens or len(output["toc"]) == 1
    assert most_tokens_of_json(output["toc"]) > max_tokens * 0.4


async def test_a_page_of_it_at_a_time() -> None:
    entries = tuple(TocEntry(f"Guide {n}", f"https://docs.example/guide/{n}", "", "Guides") for n in range(60))
    docs, session = Docs(entries=entries), MemorySession()
    first = await info(docs, session, maxTokens=500)
    titles = [entry["title"] for entry in first["toc"]]
    assert 5 < len(titles) < 60
    assert first["totalEntries"] == 60
    page = first
    while "nextCursor" in page:
        page = await info(docs, session, maxTokens=500, cursor=page["nextCursor"])
        titles += [entry["title"] for entry in page["toc"]]
    assert titles == [entry.title for entry in entries]
    about = await info(docs, session, topic="guide 37")
    assert about["toc"][0]["title"] == "Guide 37"
    with pytest.raises(InvalidInput, match="cursor"):
        await info(docs, session, topic="guide 37", cursor=first["nextCursor"])


async def test_some_sections_of_it() -> None:
    output = await info(Docs(), MemorySession(), sections=["Guides", "Nowhere"])
    assert [entry["title"] for entry in output["toc"]] == ["Fuel", "Tanks"]
    assert output["filteredBySections"] == ["Guides", "Nowhere"]
    assert output["availableSections"] == ["Guides", "Reference"]


async def test_a_section_that_is_a_class_gives_its_members() -> None:
    output = await info(Docs(), MemorySession(), sections=["rockets.Tank", "Guides"])
    assert [entry["title"] for entry in output["toc"]] == ["Fuel", "Tanks", "rockets.Tank.fill"]
    assert output["toc"][2]["description"] == "method"
    assert output["availableSections"] == ["Guides", "Reference"]


async def test_versions_where_they_are_known() -> None:
    docs = Docs(version="1.2", versions=("1.2",))
    output = await info(docs, MemorySession(), version="1.2")
    assert (output["version"], output["availableVersions"]) == ("1.2", ["1.2"])
    assert docs.asked == [("acme/rockets", "1.2")]


async def test_the_session_remembers_the_library_once() -> None:
    docs, session = Docs(), MemorySession()
    await info(docs, session)
    await info(docs, session)
    content = await resolved_libraries.handle(cast(DocsEngine, docs), session)
    assert content.to_json() == {"libraries": [{"id": "acme/rockets", "name": "Rockets", "languages": ["python"]}]}
