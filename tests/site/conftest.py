"""The site as `hatch run reference` writes it, and Debian's Chromium to look at it."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

from pro_context_codegen.reference_site import write_site

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_QUIET = ["--no-sandbox", "--disable-gpu", "--disable-sync", "--no-first-run", "--disable-dev-shm-usage"]
_QUIET += ["--disable-background-networking", "--disable-component-update"]
_PATIENCE = 60_000

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the site once and return its folder."""
    folder = tmp_path_factory.mktemp("reference")
    write_site(ROOT / "spec", folder)
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


@contextmanager
def serving(handler: Callable[..., BaseHTTPRequestHandler]) -> Iterator[str]:
    """Serve on a free port of the loopback interface; yield the origin."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=partial(server.serve_forever, poll_interval=0.01), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Serve the site below another path than the root; yield where, with a slash at the end."""
    with serving(partial(_Quiet, directory=str(site.parent))) as origin:
        yield f"{origin}/{site.name}/"


# One browser for each module: Playwright's loop must not run while tests elsewhere start theirs.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start the browser, headless."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here: apt-get install chromium")
    with sync_playwright() as playwright:
        try:
            started = playwright.chromium.launch(executable_path=CHROMIUM, args=_QUIET, timeout=3 * _PATIENCE)
        except Error as error:  # a package that only names another one, a library that is missing
            pytest.skip(f"Chromium does not start here: {str(error).splitlines()[0]}")
        yield started
        started.close()


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[Open]:
    """Return what opens a page of the site; afterwards nothing may have been reported or asked for elsewhere."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def opened(path: str, *, base: str = address, allowed: str = "", width: int = 1280, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 900}, **options)
        context.set_default_timeout(_PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda line: complaints.append(line.text) if line.type in ("error", "warning") else None)
        ours = tuple(filter(None, (base, allowed)))
        page.on("request", lambda request: None if request.url.startswith(ours) else complaints.append(request.url))
        page.goto(base + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
