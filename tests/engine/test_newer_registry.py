"""A registry that comes while an engine runs is used from the next question on."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.worlds import World, serve
from tests.worlds.registry_feed import Feed, entry, serve_feed

from pro_context_engine import DocsEngine, DocsError, open_engine
from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.domain.model import SourceName, Toc, TocEntry
from pro_context_engine.domain.settings import LibraryOverride, RegistryFeed, Settings

NOW = datetime(2027, 3, 1, tzinfo=UTC)
OLD_SITE, NEW_SITE = "https://old.lanterns.example", "https://new.lanterns.example"


@pytest.fixture
def world() -> Iterator[World]:
    with serve("tideway") as served:
        yield served


@pytest.fixture
def feed() -> Iterator[Feed]:
    with serve_feed() as served:
        yield served


def opened(settings: Settings) -> DocsEngine:
    return open_engine(settings, clock=lambda: NOW)


def lantern(site: str) -> dict[str, object]:
    return entry("acme/lanterns", docsUrl=f"{site}/", llmsTxtUrl=f"{site}/llms.txt", packages={"python": ["lanterns"]})


async def test_a_running_engine_knows_what_came(world: World, feed: Feed, tmp_path: Path) -> None:
    overrides = (LibraryOverride("lanterns", docs_url="https://docs.lanterns.example"),)
    settings = replace(world.settings(tmp_path), registry=RegistryFeed(feed.url), overrides=overrides)
    docs = opened(settings)
    assert docs.registry is not None
    assert docs.resolve("lanterns")[0].library.library_id == "pypi/lanterns"
    feed.publish("registry-v2027-01-01", lantern(OLD_SITE))
    await docs.registry.update()
    match = docs.resolve("lanterns")[0]
    assert match.library.library_id == "acme/lanterns"
    # What the configuration says still goes before what the list says, and its own libraries stay.
    assert match.library.docs_url == "https://docs.lanterns.example/"
    assert (await docs.library(world.library_id)).toc.entries
    assert (await docs.status()).registry_version == "registry-v2027-01-01"
    assert await docs.complete("library", "acme/lan", {}) == ["acme/lanterns"]
    await docs.close()


async def test_whose_an_address_is_follows_the_newer_one(world: World, feed: Feed, tmp_path: Path) -> None:
    settings = replace(world.settings(tmp_path), registry=RegistryFeed(feed.url), llms_txt=True)
    docs = opened(settings)
    assert docs.registry is not None
    assert not (await docs.explain(f"{OLD_SITE}/a", look_up=False)).allowed
    feed.publish("registry-v2027-01-01", lantern(OLD_SITE))
    await docs.registry.update()
    verdict = await docs.explain(f"{OLD_SITE}/a", look_up=False)
    assert (verdict.allowed, verdict.library_id) == (True, "acme/lanterns")
    await docs.close()


async def test_documentation_from_an_address_that_changed_is_not_served_any_more(
    world: World, feed: Feed, tmp_path: Path
) -> None:
    settings = replace(world.settings(tmp_path), registry=RegistryFeed(feed.url), llms_txt=True)
    store = open_store(settings.cache_directory)
    origin = f"{OLD_SITE}/llms.txt"
    await store.put_toc("acme/lanterns", Toc((TocEntry("Old", f"{OLD_SITE}/a"),), SourceName.LLMS_TXT, origin), NOW)
    await store.close()
    feed.publish("registry-v2027-01-01", lantern(OLD_SITE))
    docs = opened(settings)
    assert docs.registry is not None
    await docs.registry.update()
    assert [one.title for one in (await docs.library("acme/lanterns")).toc.entries] == ["Old"]
    feed.publish("registry-v2027-01-08", lantern(NEW_SITE))
    assert (await docs.registry.update()).differences.moved == ("acme/lanterns",)
    library = docs.resolve("lanterns")[0].library
    assert library.llms_txt_url == f"{NEW_SITE}/llms.txt"
    # The site is not there: what is stored from elsewhere is no substitute.
    with pytest.raises(DocsError):
        await docs.library("acme/lanterns")
    await docs.close()


async def test_without_a_cache_directory_the_engine_has_the_list_that_ships(world: World, tmp_path: Path) -> None:
    docs = opened(replace(world.settings(tmp_path), cache_directory=None))
    assert docs.registry is not None
    assert docs.registry.in_use.downloaded is None
    assert docs.resolve("pydantic")[0].relevance == 1.0
    await docs.close()
