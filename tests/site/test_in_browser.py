"""The pages in a browser: as they look, by keyboard, without JavaScript, opened as files, and by the rules of WCAG."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.clients.node import HERE
from tests.site.conftest import Open

TOOL = "full/tools/list-libraries.html"
EACH_KIND = [
    *("index.html", "configuration.html", "releases.html", "full/index.html", "full/errors.html"),
    *(TOOL, "full/resources/health.html", "full/prompts/explain-api.html"),
]
WIDTHS = {"phone": 360, "tablet": 768, "desk": 1280}
AXE = HERE / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# A picture is judged where it can be decoded: mean brightness of the whole, and of each box how much is not background.
LOOK = """async ({picture, boxes}) => {
  const bitmap = await createImageBitmap(await (await fetch(picture)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const bright = (box) => {
    const {data} = context.getImageData(box.x, box.y, Math.max(1, box.width), Math.max(1, box.height));
    const values = [];
    for (let i = 0; i < data.length; i += 4) values.push((data[i] + data[i + 1] + data[i + 2]) / 3);
    return values;
  };
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const drawn = (values) => values.filter((value) => Math.abs(value - values[0]) > 60).length / values.length;
  return {
    brightness: mean(bright({x: 0, y: 0, width: bitmap.width, height: bitmap.height})),
    drawn: Object.fromEntries(Object.entries(boxes).map(([name, box]) => [name, drawn(bright(box))])),
  };
}"""
PARTS = {"brand": ".brand", "title": "h1", "lead": ".lead", "heading": "main h2"}


def look(page: Page, blank: Page) -> Mapping[str, object]:
    """Take a picture of what is seen and return what is in it."""
    picture = "data:image/png;base64," + base64.b64encode(page.screenshot()).decode()
    boxes = {name: page.locator(selector).first.bounding_box() for name, selector in PARTS.items()}
    return blank.evaluate(LOOK, {"picture": picture, "boxes": boxes})


@pytest.fixture
def blank(browser):
    """Return a page without a policy, to decode pictures in."""
    page = browser.new_page()
    yield page
    page.close()


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.locator(selector).first.bounding_box()
    assert found, selector
    return found


@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
def test_text_is_drawn_dark_on_light_and_light_on_dark(open_page: Open, blank: Page, width: int) -> None:
    light = look(open_page(TOOL, width=width, color_scheme="light"), blank)
    dark = look(open_page(TOOL, width=width, color_scheme="dark"), blank)
    assert light["brightness"] > 220
    assert dark["brightness"] < 50
    for picture in (light, dark):
        assert all(0.02 < share < 0.5 for share in picture["drawn"].values()), picture


@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
@pytest.mark.parametrize("path", [*EACH_KIND, "full/tools/get-docs.html"])
def test_nothing_overlaps_or_leaves_the_screen(open_page: Open, path: str, width: int) -> None:
    page = open_page(path, width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    top, side, main, foot = (box(page, selector) for selector in (".top", ".side", "main", "footer"))
    assert top["y"] + top["height"] <= min(side["y"], main["y"]) + 1
    beside = side["x"] + side["width"] <= main["x"] + 1
    assert beside if width == WIDTHS["desk"] else side["y"] + side["height"] <= main["y"] + 1
    assert main["y"] + main["height"] <= foot["y"] + 1
    wide = page.evaluate(
        """[...document.querySelectorAll("main :is(h1, h2, h3, p, tbody th, td, dd, .code)")]
           .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
           .map((part) => part.textContent.slice(0, 60))"""
    )
    assert wide == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", EACH_KIND)
def test_axe_finds_nothing(open_page: Open, path: str, scheme: str) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not there: npm ci --prefix tests/clients")
    page = open_page(path, color_scheme=scheme, reduced_motion="reduce")
    _check(page)


def test_axe_finds_nothing_on_a_phone_with_everything_open(open_page: Open) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not there: npm ci --prefix tests/clients")
    page = open_page(TOOL, width=WIDTHS["phone"], reduced_motion="reduce")
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    page.get_by_role("searchbox").fill("offset")
    _check(page)


def _check(page: Page) -> None:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("(tags) => axe.run({runOnly: tags})", RULES)
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]] == []


@pytest.mark.parametrize("width", [WIDTHS["phone"], WIDTHS["desk"]], ids=["phone", "desk"])
def test_can_be_read_without_javascript(open_page: Open, width: int) -> None:
    page = open_page(TOOL, width=width, java_script_enabled=False)
    for name in ("Input", "Output", "Behaviour", "Errors", "Examples"):
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    expect(page.get_by_role("table", name="Input").get_by_role("rowheader", name="limit")).to_be_visible()
    expect(page.get_by_role("region", name="Response: narrows by language and category")).to_be_visible()
    for hidden in (".search", ".theme", ".try-it"):
        expect(page.locator(hidden)).to_be_hidden()
    link = page.get_by_role("navigation", name="Reference").locator("a[href$='full/tools/get-docs.html']")
    if width == WIDTHS["phone"]:
        expect(link).to_be_hidden()
        page.get_by_text("Contents", exact=True).click()
    expect(link).to_be_visible()


def test_search_leads_to_a_field_by_keyboard_alone(open_page: Open, address: str) -> None:
    page = open_page("index.html")
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("maxtokens get-docs")
    expect(page.get_by_role("status").first).to_contain_text("result")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".results a").first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}full/tools/get-docs.html#input.maxTokens")


@pytest.mark.parametrize(
    ("query", "title"),
    [("LIBRARY_NOT_FOUND", "LIBRARY_NOT_FOUND"), ("defaultTTLHours", "cache.defaultTTLHours"), ("health", "health")],
)
def test_search_finds_errors_settings_and_resources(open_page: Open, query: str, title: str) -> None:
    page = open_page(TOOL)
    page.get_by_role("searchbox").fill(query)
    expect(page.locator(".results b").first).to_have_text(title)
    page.keyboard.press("Escape")
    expect(page.locator(".results")).to_be_hidden()
    page.get_by_role("searchbox").fill("zzqqxx")
    expect(page.get_by_role("status").first).to_have_text("0 results")


def test_works_from_a_file(open_page: Open, site: Path) -> None:
    page = open_page(TOOL, base=f"{site.as_uri()}/")
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("system-ui")
    page.get_by_role("searchbox").fill("read-page")
    page.keyboard.press("Enter")
    page.wait_for_url("**/full/tools/read-page.html")
    expect(page.get_by_role("heading", level=1)).to_have_text("read-page")


def test_a_chosen_theme_is_remembered(open_page: Open, address: str) -> None:
    page = open_page(TOOL, color_scheme="light")
    page.get_by_role("button", name="Use the dark theme").click()
    page.goto(f"{address}full/errors.html")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.get_by_role("button", name="Use the light theme").click()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


def test_the_first_key_skips_to_the_content_and_focus_is_seen(open_page: Open) -> None:
    page = open_page(TOOL)
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    style = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert style == "solid"


def test_what_is_shown_can_be_copied(open_page: Open) -> None:
    page = open_page(TOOL, permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy: Request: narrows by language and category").click()
    assert '"category": "web"' in page.evaluate("navigator.clipboard.readText()")
