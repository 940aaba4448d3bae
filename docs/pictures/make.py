"""Make the pictures of the documentation: `hatch run pictures [NAME…]`.

- `ask`: a terminal with a question and its answer.
- `status-page`: the status page of a server over HTTP, as an administrator sees it after some traffic.
- `reference`: a page of the reference as a site.

Each shows the program itself. It runs on the worlds of `tests/worlds`, whose text is our own, and Chromium draws the
pages.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from docs.pictures.busy_server import call_for_an_hour, configure_user, make_key, run_command, serve_team
from docs.pictures.terminal_drawing import draw_terminal
from playwright.sync_api import Page, sync_playwright
from tests.site.conftest import CHROMIUM
from tests.worlds import serve

HERE = Path(__file__).parent

QUESTION = ["ask", "brightwheel", "retry a failed delivery", "--max-tokens", "500"]
SERVED = ("langchain", "orchard", "installed")
REFERENCE_PAGE = "full/tools/get-docs.html"

WIDTH, SCALE = 1000, 0.75
"""Pixels of a page, and how many of a picture each of them gets."""

BROWSER = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"]


def ask(out: Path) -> None:
    """Draw the terminal of a person who asks about an installed package."""
    with tempfile.TemporaryDirectory() as home, serve("installed") as world:
        configure_user(home, [world])
        answer = run_command(home, *QUESTION)
    out.write_text(draw_terminal(f"pro-context {shlex.join(QUESTION)}", answer), encoding="utf-8")


def status_page(out: Path) -> None:
    """Take a picture of the status page after an hour of calls."""
    with ExitStack() as stack:
        page = stack.enter_context(open_browser())
        home = stack.enter_context(tempfile.TemporaryDirectory())
        worlds = [stack.enter_context(serve(name)) for name in SERVED]
        address, keys = stack.enter_context(serve_team(home, worlds))
        call_for_an_hour(address, list(keys.values()))
        make_key(home, "carla")
        page.goto(address)
        page.get_by_label("API key").fill(keys["alice"])
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="Keys").wait_for()
        page.goto(address)
        page.get_by_text("carla").wait_for()
        page.screenshot(path=out, full_page=True)


def reference(out: Path) -> None:
    """Take a picture of the page of a tool in the reference."""
    with tempfile.TemporaryDirectory() as folder, open_browser() as page:
        command = [sys.executable, "-m", "pro_context_codegen", "reference", "--out", folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        page.goto((Path(folder) / REFERENCE_PAGE).as_uri())
        page.screenshot(path=out)


@contextmanager
def open_browser() -> Iterator[Page]:
    """Start Chromium without a window, and give an empty page."""
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=CHROMIUM, args=BROWSER, timeout=180_000) as browser,
    ):
        page = browser.new_page(viewport={"width": WIDTH, "height": 720}, device_scale_factor=SCALE)
        page.set_default_timeout(60_000)
        yield page


PICTURES = {"ask.svg": ask, "status-page.png": status_page, "reference.png": reference}


def main(names: list[str]) -> None:
    """Make the pictures with these names, or all."""
    for file, make in PICTURES.items():
        if not names or Path(file).stem in names:
            make(HERE / file)
            print(f"docs/pictures/{file}: {(HERE / file).stat().st_size / 1000:.0f} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
