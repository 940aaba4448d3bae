"""Whether a site answers, whatever it says."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.worlds import serve

from pro_context_engine import open_engine
from pro_context_engine.domain.errors import FetchFailed
from pro_context_engine.domain.settings import FetchLimits


async def test_a_site_that_answers_is_reached(tmp_path: Path) -> None:
    with serve("tideway") as world:
        docs = open_engine(world.settings(tmp_path))
        for path in ("/llms.txt", "/no/such/page"):
            assert await docs.reach(world.origin + path, origins=[world.origin]) == ""
        assert await docs.reach(f"{world.origin}/llms.txt") == "plain http"
        await docs.close()


async def test_one_that_is_gone_is_not(tmp_path: Path) -> None:
    with serve("tideway") as world:
        settings = replace(world.settings(tmp_path), fetch=FetchLimits(total_seconds=0.2))
    docs = open_engine(settings)
    reason = await docs.reach(f"{world.origin}/llms.txt", origins=[world.origin])
    assert reason in (FetchFailed.NO_CONNECTION, FetchFailed.TOOK_TOO_LONG)
    await docs.close()


@pytest.mark.parametrize("url", ["https://10.0.0.7/", "nonsense"])
async def test_what_may_not_be_asked_says_why(tmp_path: Path, url: str) -> None:
    with serve("tideway") as world:
        docs = open_engine(world.settings(tmp_path))
    assert await docs.reach(url) in ("address is not public", "not an absolute URL")
    await docs.close()
