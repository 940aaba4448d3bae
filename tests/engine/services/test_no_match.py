"""The headings that are named where nothing matches: their places, and those of headings with one title."""

from typing import cast

from pro_context_engine.domain.model import TocEntry
from pro_context_engine.domain.storage import ChunkIndex, HeadingPlace
from pro_context_engine.search.query import parse_question
from pro_context_engine.services.no_match import nearest_headings

PAGE = "https://docs.example/flight"


class _Index:
    """The headings of two libraries, each with a limit."""

    def __init__(self) -> None:
        self.stored: dict[tuple[str, str], list[HeadingPlace]] = {
            ("acme/rockets", ""): [("Telemetry", PAGE, "telemetry"), ("Telemetry", f"{PAGE}/more", "telemetry")],
            ("acme/moons", "1"): [("Telemetry", f"{PAGE}/moons", ""), ("Fuel gauge", PAGE, "fuel gauge")],
        }

    async def headings(self, library_id: str, version: str, limit: int) -> list[HeadingPlace]:
        return self.stored[library_id, version][:limit]


async def nearest(topic: str) -> list[TocEntry]:
    index = _Index()
    listed = [TocEntry("Telemetry", f"{PAGE}/listed"), TocEntry("Parachute\u200b ", f"{PAGE}/chute", "slows down")]
    return await nearest_headings(cast("ChunkIndex", index), [*index.stored], parse_question(topic), listed)


async def test_of_headings_with_one_title_the_first_is_named() -> None:
    assert await nearest("telemtry") == [TocEntry("Telemetry", f"{PAGE}#telemetry")]


async def test_an_anchor_is_part_of_a_valid_address_and_an_entry_has_its_own() -> None:
    assert [one.url for one in await nearest("guage")] == [f"{PAGE}#fuel%20gauge"]
    assert [(one.title, one.url) for one in await nearest("parachuet")] == [("Parachute", f"{PAGE}/chute")]
