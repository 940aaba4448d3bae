"""The panel that calls a server, on the pages that a real server serves itself, with a key."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.conformance.http_peer import KEY
from tests.conformance.official.servers import serving
from tests.site.conftest import ROOT, Open
from tests.worlds import World, serve

from pro_context_codegen.reference_site import FOLDER, write_site


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with serve("tideway") as opened:
        yield opened


@pytest.fixture(scope="module")
def origin(world: World, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the product with a rendered reference; yield its address without a path."""
    write_site(ROOT / "spec", ROOT / "generated" / FOLDER)
    with serving("full", tmp_path_factory.mktemp("server"), world) as url:
        yield url.removesuffix("/mcp")


def called(open_page: Open, origin: str, url: str, key: str) -> Page:
    page = open_page("/reference/full/tools/read-page.html", base=origin)
    page.get_by_text("Connection", exact=True).click()
    page.get_by_label("API key").fill(key)
    page.locator(".try-it").get_by_label("url").fill(url)
    page.get_by_role("button", name="Call read-page").click()
    return page


def test_it_calls_the_server_it_comes_from(open_page: Open, origin: str, world: World) -> None:
    page = called(open_page, origin, f"{world.origin}/docs/workers.html", KEY)
    assert page.get_by_label("Server", exact=True).input_value() == f"{origin}/full/mcp"
    expect(page.get_by_role("region", name="Response that came")).to_contain_text("Concurrency")
