"""What an engine says of itself, made up."""

from datetime import UTC, datetime

import pytest

from pro_context.operations.overview import Overview, ReadOverview
from pro_context_engine import EngineStatus, SiteKind, SiteTrouble, Snapshot, StoreStatus
from pro_context_engine.domain.model import SourceName

FETCHED = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
NASTY = "<script>alert('x')</script>&\u202e"


def overview() -> Overview:
    """Return what an engine with two libraries and a site in trouble says."""
    boats = Snapshot("acme/boats", "1.2.3", SourceName.LLMS_TXT, "https://boats.example", FETCHED, FETCHED, 7, 9)
    nasty = Snapshot(NASTY, NASTY, SourceName.CUSTOM, "https://x.example", FETCHED, FETCHED, 1, 1)
    sites = dict.fromkeys(SiteKind, (0, 0)) | {SiteKind.GITHUB: (5, 2)}
    troubled = (SiteTrouble("https://docs.example", 9, True), SiteTrouble("https://other.example", 1, False))
    status = EngineStatus(100, 8, 10, 9, False, 5, 2, FETCHED, "registry-v1", (), sites, troubled, 3)
    return Overview(status, StoreStatus("store", 4_096, 500_000_000, (boats, nasty), ""))


@pytest.fixture
def look() -> ReadOverview:
    async def looked() -> Overview:
        return overview()

    return looked
