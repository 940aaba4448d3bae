"""Documentation in projects, as the whole engine reads it from a server shaped like GitLab."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.engine.fakes import FakeClock
from tests.engine.sources.github.conftest import NEW, OLD
from tests.engine.sources.gitlab.conftest import PROJECT
from tests.worlds.forge import Answer, Forge, serve_forge
from tests.worlds.gitlab_forge import GitLabHandler

from pro_context_engine import DocsEngine, open_engine
from pro_context_engine.domain.errors import (
    DocsError,
    FetchFailed,
    NotDocumentation,
    PageMissing,
    TocMissing,
    UrlRefused,
    VersionUnknown,
)
from pro_context_engine.domain.results import SiteKind, UrlRule
from pro_context_engine.domain.settings import CustomSource, GitLab, Settings

QUARRY = "acme/quarry"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@asynccontextmanager
async def opened(
    forge: Forge,
    clock: FakeClock,
    cache: Path | None = None,
    *,
    token: str = "",
    place: str = "",
    project: str = PROJECT,
    **custom: Any,
) -> AsyncIterator[DocsEngine]:
    source = CustomSource("stones", "gitlab", f"{forge.origin}/{project}{place}", QUARRY, **custom)
    settings = Settings(
        cache_directory=cache,
        environment="none",
        llms_txt=False,
        packages=False,
        custom=(source,),
        gitlab=GitLab(token=token, url=forge.origin),
    )
    docs = open_engine(settings, clock=clock)
    try:
        yield docs
    finally:
        await docs.close()


def raw(forge: Forge, ref: str, path: str) -> str:
    return f"{forge.origin}/{PROJECT}/-/raw/{ref}/{path}"


def api(forge: Forge) -> list[str]:
    return [path.partition("/repository/")[2] for path in forge.asked]


async def test_the_newest_release_is_listed_as_its_site_shows_it(forge: Forge, clock: FakeClock) -> None:
    async with opened(forge, clock) as docs:
        toc = (await docs.library(QUARRY)).toc
    assert (toc.version, toc.origin) == ("2.0.0", f"{forge.origin}/{PROJECT}")
    assert [(entry.title, entry.section, entry.url) for entry in toc.entries] == [
        ("README", "", raw(forge, "v2.0.0", "README.md")),
        ("Start", "", raw(forge, "v2.0.0", "docs/index.md")),
        ("Saws", "Tools", raw(forge, "v2.0.0", "docs/tools/saws.md")),
        ("Big hammers", "Tools", raw(forge, "v2.0.0", "docs/tools/hammers.md")),
        ("Drills", "Tools", raw(forge, "v2.0.0", "docs/tools/drills.rst")),
        ("CHANGELOG", "Changes", raw(forge, "v2.0.0", "CHANGELOG.md")),
    ]
    assert api(forge) == [
        "tags?order_by=updated&sort=desc&per_page=100",
        "tree?ref=v2.0.0&recursive=true&per_page=100",
        "files/mkdocs.yml/raw?ref=v2.0.0",
    ]
    assert all(path.startswith("/api/v4/projects/acme%2Fstone%2Fquarry/") for path in forge.asked)


async def test_a_version_is_read_at_its_tag_and_nowhere_else(forge: Forge, clock: FakeClock) -> None:
    async with opened(forge, clock) as docs:
        answer = await docs.passages([(QUARRY, "1.0.0")], "how fast does a saw cut", 1000)
        assert "version one" in answer.content
        assert "version two" not in answer.content
        newest = await docs.passages([(QUARRY, None)], "how fast does a saw cut", 1000)
        assert "version two" in newest.content
        assert (await docs.library(QUARRY, "1.0.0")).toc.version == "1.0.0"
        assert (await docs.overview(QUARRY, None)).versions == ("2.0.0", "1.0.0", "2.1.0rc1")
        with pytest.raises(VersionUnknown):
            await docs.library(QUARRY, "3.0.0")


async def test_without_tags_the_default_branch_is_read(forge: Forge, clock: FakeClock) -> None:
    forge.repositories[PROJECT] = {"HEAD": NEW}
    async with opened(forge, clock) as docs:
        toc = (await docs.library(QUARRY)).toc
        assert toc.version is None
        assert (await docs.page(toc.entries[2].url)).page.title == "Saws"
    assert api(forge)[-1] == "files/docs%2Ftools%2Fsaws.md/raw?ref=HEAD"


async def test_without_documentation_the_readme_is_listed_by_its_headings(forge: Forge, clock: FakeClock) -> None:
    forge.repositories[PROJECT] = {"v1.0.0": {"README.md": OLD["README.md"]}}
    async with opened(forge, clock) as docs:
        assert [entry.title for entry in (await docs.library(QUARRY)).toc.entries] == ["Quarry", "Install", "Use"]


async def test_a_named_state_and_folder_are_read(forge: Forge, clock: FakeClock) -> None:
    async with opened(forge, clock, place="/-/tree/v2.0.0/docs/tools") as docs:
        entries = (await docs.library(QUARRY)).toc.entries
        assert [entry.title for entry in entries] == ["README", "Drills", "Hammers", "Saws", "CHANGELOG"]
    assert api(forge) == ["tree?ref=v2.0.0&recursive=true&per_page=100"]


async def test_a_long_list_is_read_in_parts(forge: Forge, clock: FakeClock) -> None:
    guides = {f"docs/guide-{number}.md": f"# Guide {number}\n" for number in range(250)}
    tags = {f"v0.{number}": {} for number in range(120)}
    forge.repositories[PROJECT] = {**tags, "v3.0": guides}
    async with opened(forge, clock) as docs:
        assert len((await docs.library(QUARRY)).toc.entries) == 250
    assert [path.partition("&page=")[2] for path in api(forge)] == ["", "2", "", "2", "3"]


async def test_of_a_large_project_one_folder_is_listed(forge: Forge, clock: FakeClock) -> None:
    code = {f"src/part{number}.py": "pass\n" for number in range(1_100)}
    guides = {f"website/docs/guide-{number}.md": f"# Guide {number}\n" for number in range(3)}
    forge.repositories[PROJECT] = {"v3.0": {**code, **guides, "README.md": "# Quarry\n"}}
    async with opened(forge, clock) as docs:
        entries = (await docs.library(QUARRY)).toc.entries
    assert [entry.title for entry in entries] == ["README", "Guide 0", "Guide 1", "Guide 2"]
    assert api(forge)[-1] == "tree?ref=v3.0&path=website%2Fdocs&recursive=true&per_page=100"


@pytest.mark.parametrize("form", ["blob", "tree"])
async def test_the_address_for_people_is_the_same_page(forge: Forge, clock: FakeClock, form: str) -> None:
    async with opened(forge, clock) as docs:
        await docs.library(QUARRY)
        page = await docs.page(raw(forge, "v2.0.0", "docs/tools/drills.rst"))
        same = await docs.page(f"{forge.origin}/{PROJECT}/-/{form}/v2.0.0/docs/tools/drills.rst?plain=1#drills")
        assert (same.page.url, same.version, same.cached) == (page.page.url, "2.0.0", True)
        assert "`Drill`" in page.page.markdown


async def test_a_tag_with_a_slash_is_told_from_the_path(forge: Forge, clock: FakeClock) -> None:
    forge.repositories[PROJECT] = {"quarry/v3.0": OLD, "HEAD": NEW}
    async with opened(forge, clock) as docs:
        toc = (await docs.library(QUARRY)).toc
        assert toc.version == "3.0"
        page = await docs.page(toc.entries[-1].url)
        assert (page.page.title, page.version) == ("Saws", "3.0")
    assert api(forge)[-1] == "files/docs%2Fsaws.md/raw?ref=quarry%2Fv3.0"


async def test_an_address_is_explained_as_a_custom_source(forge: Forge, clock: FakeClock) -> None:
    async with opened(forge, clock) as docs:
        verdict = await docs.explain(raw(forge, "v2.0.0", "README.md"), look_up=False)
    assert (verdict.rule, verdict.source, verdict.library_id) == (UrlRule.CUSTOM_SOURCE, "stones", QUARRY)
    assert forge.asked == []


@pytest.mark.parametrize("path", ["acme/other/-/raw/HEAD/README.md", "acme/stone/quarry/-/raw/HEAD/../README.md"])
async def test_other_projects_are_nobodys(forge: Forge, clock: FakeClock, path: str) -> None:
    async with opened(forge, clock) as docs:
        with pytest.raises(UrlRefused):
            await docs.page(f"{forge.origin}/{path}")
    assert forge.asked == []


@pytest.mark.parametrize("path", ["docs/nothing.md", "docs", ""])
async def test_a_page_that_is_not_there_is_missing(forge: Forge, clock: FakeClock, path: str) -> None:
    async with opened(forge, clock) as docs:
        with pytest.raises(PageMissing) as caught:
            await docs.page(raw(forge, "HEAD", path))
    assert "/api/" not in caught.value.url


async def test_a_missing_project_is_told(forge: Forge, clock: FakeClock) -> None:
    async with opened(forge, clock, project="acme/stone/gone") as docs:
        with pytest.raises(TocMissing):
            await docs.library(QUARRY)


@pytest.mark.parametrize("text", ["{}", "[1]", "[{}]", "<html>"])
async def test_an_answer_of_another_form_is_told(clock: FakeClock, text: str) -> None:
    class Other(GitLabHandler):
        def api(self, path: str, query: str) -> Answer:
            return Answer(text=text)

    with serve_forge({}, Other) as other:
        async with opened(other, clock) as docs:
            with pytest.raises(NotDocumentation, match="not what GitLab's API answers"):
                await docs.library(QUARRY)


async def test_what_has_not_changed_is_not_read_again(forge: Forge, clock: FakeClock, tmp_path: Path) -> None:
    async with opened(forge, clock, tmp_path) as docs:
        await docs.warm(QUARRY)
        counted = forge.counted
        clock.advance(hours=25)
        await docs.warm(QUARRY)
        assert not (await docs.library(QUARRY)).stale
    assert forge.counted == counted


# Limits


async def test_a_limit_is_told_with_its_end_and_respected(forge: Forge, clock: FakeClock) -> None:
    forge.limit, forge.refusal = 0, 429
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
        sites = (await docs.status()).sites
    assert sites[SiteKind.CONFIGURED] == (3, 1)
    assert sites[SiteKind.GITHUB] == (0, 0)


# Tokens


async def test_a_private_project_is_read_with_the_token(forge: Forge, clock: FakeClock) -> None:
    forge.private.add(PROJECT)
    async with opened(forge, clock, token=forge.token) as docs:
        answer = await docs.passages([(QUARRY, None)], "how fast does a saw cut", 1000)
        assert "version two" in answer.content
    assert set(forge.tokens) == {forge.token}


async def test_without_the_token_it_is_not_there(forge: Forge, clock: FakeClock) -> None:
    forge.private.add(PROJECT)
    async with opened(forge, clock) as docs:
        with pytest.raises(TocMissing):
            await docs.library(QUARRY)
    assert set(forge.tokens) == {""}


async def test_another_server_does_not_get_the_token(forge: Forge, clock: FakeClock) -> None:
    source = CustomSource("stones", "gitlab", f"{forge.origin}/{PROJECT}", QUARRY)
    settings = Settings(environment="none", packages=False, custom=(source,), gitlab=GitLab(token=forge.token))
    docs = open_engine(settings, clock=clock)
    try:
        await docs.library(QUARRY)
    finally:
        await docs.close()
    assert set(forge.tokens) == {""}


async def test_a_project_file_cannot_have_the_token_sent(forge: Forge, clock: FakeClock) -> None:
    async with opened(forge, clock, token=forge.token, public_only=True) as docs:
        with pytest.raises(DocsError):
            await docs.library(QUARRY)
    assert forge.asked == []  # loopback is not public


async def test_the_token_is_in_no_fact_and_no_representation(forge: Forge, clock: FakeClock) -> None:
    assert forge.token not in repr(GitLab(token=forge.token))
    async with opened(forge, clock, token=forge.token, project="acme/gone") as docs:
        with pytest.raises(TocMissing) as caught:
            await docs.library(QUARRY)
    assert forge.token not in str(caught.value)
