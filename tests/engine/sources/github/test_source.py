"""Documentation in repositories, as the whole engine reads it from a server shaped like GitHub."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.engine.fakes import FakeClock
from tests.engine.sources.github.conftest import NEW, OLD
from tests.patience import PATIENT
from tests.worlds.forge import Forge

from pro_context_engine import DocsEngine, open_engine
from pro_context_engine.domain.errors import DocsError, FetchFailed, PageMissing, TocMissing, UrlRefused, VersionUnknown
from pro_context_engine.domain.settings import CustomSource, GitHub, Settings

QUARRY = "acme/quarry"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@asynccontextmanager
async def opened(
    forge: Forge, clock: FakeClock, cache: Path | None = None, *, token: str = "", place: str = "", **custom: Any
) -> AsyncIterator[DocsEngine]:
    source = CustomSource("stones", "github", f"{forge.origin}/{QUARRY}{place}", QUARRY, **custom)
    settings = Settings(
        cache_directory=cache,
        environment="none",
        patience=PATIENT,
        llms_txt=False,
        packages=False,
        custom=(source,),
        github=GitHub(enabled=False, token=token, url=forge.origin),
    )
    docs = open_engine(settings, clock=clock)
    try:
        yield docs
    finally:
        await docs.close()


def raw(forge: Forge, ref: str, path: str) -> str:
    return f"{forge.origin}/raw/{QUARRY}/{ref}/{path}"


def api(forge: Forge) -> list[str]:
    return [path.partition("/quarry/")[2] for path in forge.asked if path.startswith("/api/")]


# The table of contents


async def test_the_newest_release_is_listed_as_its_site_shows_it(forge: Forge, clock: FakeClock) -> None:
    async with opened(forge, clock) as docs:
        toc = (await docs.library(QUARRY)).toc
    assert toc.version == "2.0.0"
    assert [(entry.title, entry.section, entry.url) for entry in toc.entries] == [
        ("README", "", raw(forge, "v2.0.0", "README.md")),
        ("Start", "", raw(forge, "v2.0.0", "docs/index.md")),
        ("Saws", "Tools", raw(forge, "v2.0.0", "docs/tools/saws.md")),
        ("Big hammers", "Tools", raw(forge, "v2.0.0", "docs/tools/hammers.md")),
        ("Drills", "Tools", raw(forge, "v2.0.0", "docs/tools/drills.rst")),
        ("CHANGELOG", "Changes", raw(forge, "v2.0.0", "CHANGELOG.md")),
    ]
    assert api(forge) == ["git/matching-refs/tags", "git/trees/v2.0.0?recursive=1"]


async def test_a_version_is_read_at_its_tag_and_nowhere_else(forge: Forge, clock: FakeClock) -> None:
    async with opened(forge, clock) as docs:
        answer = await docs.passages([(QUARRY, "1.0.0")], "how fast does a saw cut", 1000)
        assert "version one" in answer.content
        assert "version two" not in answer.content
        newest = await docs.passages([(QUARRY, None)], "how fast does a saw cut", 1000)
        assert "version two" in newest.content
        assert (await docs.library(QUARRY, "1.0.0")).toc.version == "1.0.0"
        assert (await docs.library(QUARRY)).toc.version == "2.0.0"


async def test_a_version_without_a_tag_is_not_served(forge: Forge, clock: FakeClock) -> None:
    async with opened(forge, clock) as docs:
        with pytest.raises(VersionUnknown) as caught:
            await docs.library(QUARRY, "3.0.0")
    assert caught.value.available == ["2.0.0", "1.0.0", "2.1.0rc1"]
    assert api(forge) == ["git/matching-refs/tags"]


async def test_the_versions_that_tags_name_are_listed(forge: Forge, clock: FakeClock) -> None:
    async with opened(forge, clock) as docs:
        overview = await docs.overview(QUARRY, None)
        assert (overview.latest, overview.versions) == ("2.0.0", ("2.0.0", "1.0.0", "2.1.0rc1"))
        assert (await docs.library(QUARRY)).versions == overview.versions


async def test_tags_are_asked_for_once_an_hour(forge: Forge, clock: FakeClock) -> None:
    async with opened(forge, clock) as docs:
        await docs.overview(QUARRY, None)
        forge.repositories[QUARRY]["v3.0.0"] = NEW
        clock.advance(minutes=59)
        assert (await docs.overview(QUARRY, None)).latest == "2.0.0"
        assert api(forge).count("git/matching-refs/tags") == 1
        clock.advance(minutes=2)
        assert (await docs.overview(QUARRY, None)).latest == "3.0.0"
        clock.advance(minutes=59)
        await docs.overview(QUARRY, None)
    assert api(forge).count("git/matching-refs/tags") == 2


async def test_at_the_limit_no_versions_are_listed(forge: Forge, clock: FakeClock, tmp_path: Path) -> None:
    async with opened(forge, clock, tmp_path) as docs:
        await docs.warm(QUARRY)
    forge.limit, forge.resets = 0, int(clock.now.timestamp()) + 600
    async with opened(forge, clock, tmp_path) as docs:
        overview = await docs.overview(QUARRY, None)
        assert (overview.latest, overview.versions) == ("", ())
        assert overview.docs is not None


async def test_without_tags_the_default_branch_is_read_and_no_version_named(forge: Forge, clock: FakeClock) -> None:
    forge.repositories[QUARRY] = {"HEAD": NEW}
    async with opened(forge, clock) as docs:
        toc = (await docs.library(QUARRY)).toc
        assert toc.version is None
        assert toc.entries[0].url == raw(forge, "HEAD", "README.md")
        assert (await docs.page(toc.entries[2].url)).version == ""


async def test_without_documentation_the_readme_is_listed_by_its_headings(forge: Forge, clock: FakeClock) -> None:
    forge.repositories[QUARRY]["v2.0.0"] = {"README.md": OLD["README.md"], "src/quarry.py": "pass"}
    async with opened(forge, clock) as docs:
        toc = (await docs.library(QUARRY)).toc
        readme = raw(forge, "v2.0.0", "README.md")
        assert [(entry.title, entry.url) for entry in toc.entries] == [
            ("Quarry", readme),
            ("Install", f"{readme}#install"),
            ("Use", f"{readme}#use"),
        ]
        assert "Take a hammer" in (await docs.passages([(QUARRY, None)], "install", 500)).content


async def test_a_named_state_and_folder_are_what_is_read(forge: Forge, clock: FakeClock) -> None:
    async with opened(forge, clock, place="/tree/v2.0.0/docs/tools") as docs:
        entries = (await docs.library(QUARRY)).toc.entries
        assert [entry.title for entry in entries] == ["README", "Drills", "Hammers", "Saws", "CHANGELOG"]
    assert api(forge) == ["git/trees/v2.0.0?recursive=1"]


async def test_a_list_that_was_cut_is_read_by_its_folder(forge: Forge, clock: FakeClock) -> None:
    forge.largest = 10
    async with opened(forge, clock) as docs:
        urls = {entry.url for entry in (await docs.library(QUARRY)).toc.entries}
    assert raw(forge, "v2.0.0", "docs/tools/saws.md") in urls
    assert raw(forge, "v2.0.0", "README.md") in urls


@pytest.mark.parametrize("repositories", [{}, {QUARRY: {"HEAD": {"main.c": "int main;"}}}])
async def test_no_repository_or_no_documentation_is_told(forge: Forge, clock: FakeClock, repositories: Any) -> None:
    forge.repositories = repositories
    async with opened(forge, clock) as docs:
        with pytest.raises(TocMissing):
            await docs.library(QUARRY)


# Pages


@pytest.mark.parametrize("form", ["blob", "raw", "tree"])
async def test_the_address_for_people_is_the_same_page(forge: Forge, clock: FakeClock, form: str) -> None:
    async with opened(forge, clock) as docs:
        await docs.library(QUARRY)
        page = await docs.page(raw(forge, "v2.0.0", "docs/tools/drills.rst"))
        shown = f"{forge.origin}/{QUARRY}/{form}/v2.0.0/docs/tools/drills.rst?plain=1#drills"
        if form == "raw":
            shown = shown.replace("?plain=1", "")
        same = await docs.page(shown)
        assert (same.page.url, same.version, same.cached) == (page.page.url, "2.0.0", True)
        assert "# Drills" in page.page.markdown
        assert "`Drill`" in page.page.markdown
        assert "```python\nDrill()" in page.page.markdown


async def test_a_page_of_no_listed_state_is_read_and_not_kept(forge: Forge, clock: FakeClock) -> None:
    async with opened(forge, clock) as docs:
        await docs.library(QUARRY)
        for ref in ("v1.0.0", "HEAD"):
            for _ in range(2):
                reading = await docs.page(raw(forge, ref, "docs/index.md"))
                assert (reading.version, reading.cached) == ("", False)


@pytest.mark.parametrize("path", ["acme/other/HEAD/README.md", "acme/quarry/HEAD/../../other/HEAD/README.md"])
async def test_other_repositories_are_nobodys(forge: Forge, clock: FakeClock, path: str) -> None:
    forge.repositories["acme/other"] = {"HEAD": {"README.md": "# Other\n"}}
    async with opened(forge, clock) as docs:
        with pytest.raises(UrlRefused):
            await docs.page(f"{forge.origin}/raw/{path}")
    assert forge.asked == []


async def test_a_page_that_is_not_there_is_missing(forge: Forge, clock: FakeClock) -> None:
    async with opened(forge, clock) as docs:
        with pytest.raises(PageMissing):
            await docs.page(raw(forge, "HEAD", "docs/nothing.md"))


# What is stored


async def test_a_restart_finds_the_newest_release_and_each_version(
    forge: Forge, clock: FakeClock, tmp_path: Path
) -> None:
    async with opened(forge, clock, tmp_path) as docs:
        await docs.warm(QUARRY)
        await docs.warm(QUARRY, "1.0.0")
    forge.asked.clear()
    async with opened(forge, clock, tmp_path) as docs:
        newest, old = await docs.library(QUARRY), await docs.library(QUARRY, "1.0.0")
        assert (newest.toc.version, newest.cached, old.toc.version, old.cached) == ("2.0.0", True, "1.0.0", True)
        assert (await docs.library(QUARRY, "2.0.0")).cached
        assert "version one" in (await docs.page(raw(forge, "v1.0.0", "docs/saws.md"))).page.markdown
    assert forge.asked == []


async def test_what_has_not_changed_costs_nothing(forge: Forge, clock: FakeClock, tmp_path: Path) -> None:
    async with opened(forge, clock, tmp_path) as docs:
        await docs.warm(QUARRY)
        counted = forge.counted
        clock.advance(hours=25)
        await docs.warm(QUARRY)
        assert not (await docs.library(QUARRY)).stale
    assert forge.counted == counted
    assert len(api(forge)) == 4


async def test_a_new_release_takes_the_place_of_the_old_one(forge: Forge, clock: FakeClock, tmp_path: Path) -> None:
    async with opened(forge, clock, tmp_path) as docs:
        await docs.warm(QUARRY)
        forge.repositories[QUARRY]["v3.0.0"] = {"docs/saws.md": "# Saws\n\nVersion three.\n"}
        clock.advance(hours=25)
        await docs.warm(QUARRY)
        assert (await docs.library(QUARRY)).toc.version == "3.0.0"
        assert (await docs.library(QUARRY, "2.0.0")).toc.version == "2.0.0"


# Limits


@pytest.mark.parametrize("refusal", [403, 429])
async def test_a_limit_is_told_with_its_end_and_respected(forge: Forge, clock: FakeClock, refusal: int) -> None:
    forge.limit, forge.refusal = 0, refusal
    forge.resets = int(clock.now.timestamp()) + 600
    async with opened(forge, clock) as docs:
        for _ in range(3):
            with pytest.raises(FetchFailed) as caught:
                await docs.library(QUARRY)
            assert "12:10 UTC" in caught.value.reason
            assert caught.value.retry_after == 600
        assert len(forge.asked) == 1
        clock.advance(minutes=11)
        forge.limit = None
        assert (await docs.library(QUARRY)).toc.version == "2.0.0"


async def test_at_the_limit_what_is_stored_is_served(forge: Forge, clock: FakeClock, tmp_path: Path) -> None:
    async with opened(forge, clock, tmp_path) as docs:
        await docs.warm(QUARRY)
    forge.limit, forge.resets = 0, int(clock.now.timestamp()) + 90_000
    clock.advance(hours=25)
    async with opened(forge, clock, tmp_path) as docs:
        stale = await docs.library(QUARRY)
        assert (stale.toc.version, stale.stale) == ("2.0.0", True)
        await asyncio.sleep(0)


# Tokens


async def test_a_private_repository_is_read_with_the_token(forge: Forge, clock: FakeClock) -> None:
    forge.private.add(QUARRY)
    async with opened(forge, clock, token=forge.token) as docs:
        answer = await docs.passages([(QUARRY, None)], "how fast does a saw cut", 1000)
        assert "version two" in answer.content
    assert set(forge.tokens) == {f"Bearer {forge.token}"}


async def test_without_the_token_it_is_not_there(forge: Forge, clock: FakeClock) -> None:
    forge.private.add(QUARRY)
    async with opened(forge, clock) as docs:
        with pytest.raises(TocMissing):
            await docs.library(QUARRY)
    assert set(forge.tokens) == {""}


async def test_a_project_cannot_have_the_token_sent(forge: Forge, clock: FakeClock) -> None:
    forge.private.add(QUARRY)
    async with opened(forge, clock, token=forge.token, public_only=True) as docs:
        with pytest.raises(DocsError):
            await docs.library(QUARRY)
    assert forge.asked == []  # loopback is not public


async def test_the_token_is_in_no_fact_and_no_representation(forge: Forge, clock: FakeClock) -> None:
    assert "gh-secret" not in repr(GitHub(token="gh-secret"))
    forge.repositories = {}
    async with opened(forge, clock, token=forge.token) as docs:
        with pytest.raises(TocMissing) as caught:
            await docs.library(QUARRY)
    assert forge.token not in str(caught.value)
