"""The status page of a running server, in a browser: as it looks, by keyboard, and by the rules of WCAG."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.clients.node import HERE
from tests.server.operations.conftest import FETCHED, NASTY, overview
from tests.server.transports.http.harness import KEY, KEYED, ListedKeys, horn, serving, stateless
from tests.site.conftest import Open

from pro_context.access.keys import digest
from pro_context.operations.overview import Overview
from pro_context_engine.domain.api_keys import ApiKey

MEMBER = "pc_" + "m" * 40
WIDTHS = {"phone": 360, "phone-400": 400, "desk": 1280}
AXE = HERE / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Serve the harbor, with an engine that has something to tell; yield the address."""
    ready, stop = threading.Event(), threading.Event()
    address: list[str] = []

    async def look() -> Overview:
        return overview()

    async def serve() -> None:
        keys = ListedKeys(ApiKey(MEMBER[:8], digest(MEMBER), f"Mia {NASTY}", FETCHED, uses=41))
        async with serving(KEYED, keys, look=look) as harbor:
            for how in ("softly", "fact"):
                await harbor.ask(stateless(Authorization=f"Bearer {MEMBER}"), "tools/call", horn(how))
            address.append(f"http://127.0.0.1:{harbor.port}/")
            ready.set()
            await asyncio.to_thread(stop.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    assert ready.wait(30)
    yield address[0]
    stop.set()
    thread.join(20)


def signed_in(open_page: Open, server: str, key: str = KEY, **options: object) -> Page:
    page = open_page("", base=server, **options)
    page.get_by_label("API key").fill(key)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Documentation").wait_for()
    return page


def test_a_key_shows_what_is_stored_and_the_requests_as_a_plot(open_page: Open, server: str) -> None:
    page = signed_in(open_page, server, MEMBER)
    table = page.get_by_role("table", name="Stored documentation, newest first")
    expect(table.get_by_role("rowheader", name="acme/boats")).to_be_visible()
    expect(page.get_by_role("img", name="Requests a minute, for 60 minutes")).to_be_visible()
    assert page.locator("svg rect").count() >= 1
    expect(page.get_by_role("rowheader", name="https://docs.example")).to_be_visible()
    expect(page.get_by_role("heading", name="Keys")).to_have_count(0)
    # The key went by the form's body: no address, and so no history and no log of a proxy, has it.
    assert page.url == server


def test_an_administrators_key_shows_whose_keys_are_used(open_page: Open, server: str) -> None:
    page = signed_in(open_page, server)
    row = page.get_by_role("table", name="Use of keys, this page included").get_by_role("row", name=MEMBER[:8])
    expect(row).to_contain_text("Mia <script>alert('x')</script>")


def test_the_style_of_the_page_passes_its_own_policy(open_page: Open, server: str) -> None:
    page = open_page("", base=server)
    assert page.evaluate("getComputedStyle(document.body).marginTop") == "0px"
    assert page.locator("script").count() == 0


def test_nothing_private_is_shown_without_a_key(open_page: Open, server: str) -> None:
    page = open_page("", base=server)
    expect(page.get_by_text("acme/boats")).to_have_count(0)
    expect(page.get_by_role("table")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", list(WIDTHS))
def test_axe_finds_nothing(open_page: Open, server: str, scheme: str, width: str) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not there: npm ci --prefix tests/clients")
    options = {"color_scheme": scheme, "width": WIDTHS[width], "reduced_motion": "reduce", "bypass_csp": True}
    _check(open_page("", base=server, **options))
    _check(signed_in(open_page, server, **options))


def test_dark_is_dark(open_page: Open, server: str) -> None:
    seen = {
        scheme: open_page("", base=server, color_scheme=scheme).evaluate(
            "getComputedStyle(document.body).backgroundColor"
        )
        for scheme in ("light", "dark")
    }
    assert seen == {"light": "rgb(251, 251, 249)", "dark": "rgb(20, 24, 27)"}


@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
def test_nothing_is_wider_than_the_screen(open_page: Open, server: str, width: int) -> None:
    page = signed_in(open_page, server, width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # No cell of a table, and no label of a plot, lies partly outside the screen or below another one.
    cut = "[...document.querySelectorAll('td, th[scope=row], .scale span, .times span, dd')].filter((one) => {"
    cut += "const box = one.getBoundingClientRect(); return box.left < 0 || box.right > innerWidth"
    cut += " || one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline'})"
    assert page.evaluate(f"{cut}.map((one) => one.textContent)") == []


def test_tables_stay_tables_on_a_phone(open_page: Open, server: str) -> None:
    page = signed_in(open_page, server, width=400)
    row = page.get_by_role("table", name="Stored documentation").get_by_role("row").filter(has_text="acme/boats")
    expect(row.get_by_role("cell")).to_have_count(4)


def test_the_page_is_refreshed_without_typing_the_key_again(open_page: Open, server: str) -> None:
    page = signed_in(open_page, server)
    page.get_by_role("link", name="Refresh", exact=True).click()
    expect(page.get_by_role("heading", name="Documentation")).to_be_visible()
    page.get_by_role("link", name="Refresh every 15 s").click()
    expect(page.get_by_text("Refreshed every 15 s.")).to_be_visible()
    page.get_by_role("link", name="Stop").click()
    expect(page.get_by_role("link", name="Refresh every 15 s")).to_be_visible()


def test_durations_are_drawn(open_page: Open, server: str) -> None:
    page = signed_in(open_page, server)
    expect(page.get_by_role("img", name="Duration of calls, for 60 minutes")).to_be_visible()
    assert page.locator("svg rect.range").count() >= 1


def test_works_without_javascript_as_it_has_none(open_page: Open, server: str) -> None:
    page = signed_in(open_page, server, java_script_enabled=False)
    expect(page.get_by_role("heading", name="Sites")).to_be_visible()


def _check(page: Page) -> None:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("(tags) => axe.run({runOnly: tags})", RULES)
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]] == []
