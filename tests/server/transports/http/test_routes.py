"""What is at the server's address besides MCP."""

from pathlib import Path

import pytest
from tests.server.transports.http.harness import KEYED, serving

from pro_context.transports.http import routes
from pro_context_codegen.reference_site import write_site
from pro_context_contract.bundles import read_bundle

SPEC = Path(__file__).parents[4] / "spec"


async def test_supervisors_need_no_key() -> None:
    async with serving(KEYED) as harbor:
        assert (await harbor.http.get("/healthz")).json() == {"status": "ok"}
        ready = await harbor.http.get("/readyz")
        assert (ready.status_code, ready.json()) == (200, {"status": "ready"})
        assert (await harbor.http.get("/mcp")).status_code == 401


async def test_server_that_is_not_ready_says_so() -> None:
    async with serving() as harbor:
        harbor.docs.cancelled.set()
        ready = await harbor.http.get("/readyz")
        assert (ready.status_code, ready.json()) == (503, {"status": "not ready"})
        assert (await harbor.http.get("/healthz")).status_code == 200


async def test_bundle_is_byte_for_byte_what_was_published() -> None:
    async with serving() as harbor:
        answer = await harbor.http.get("/contract/full.json")
        assert answer.content == read_bundle("full")
        assert answer.headers["content-type"] == "application/json"
        missing = await harbor.http.get("/contract/none.json")
    assert (missing.status_code, missing.json()["message"][:21]) == (404, "there is no contract ")


async def test_reference_is_served_with_what_its_pages_need(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_site(SPEC, tmp_path)
    monkeypatch.setattr(routes, "REFERENCE", tmp_path)
    async with serving() as harbor:
        page = await harbor.http.get("/reference", follow_redirects=True)
        assert page.headers["content-type"].startswith("text/html")
        for name in ("site.css", "site.js", "try-it.js", "search-index.js", "full/index.html"):
            assert (await harbor.http.get(f"/reference/{name}")).status_code == 200
        for outside in ("../__init__.py", "%2e%2e/__init__.py", "nothing.html"):
            assert (await harbor.http.get(f"/reference/{outside}")).status_code == 404


async def test_checkout_without_a_rendered_reference_tells_how_to_render_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "REFERENCE", tmp_path / "missing")
    async with serving() as harbor:
        answer = await harbor.http.get("/reference", follow_redirects=True)
    assert answer.status_code == 404
    assert "hatch run reference" in answer.json()["message"]


def test_reference_is_sought_in_the_package() -> None:
    assert SPEC.parent / "generated" / "pro_context_contract" / "reference" == routes.REFERENCE


async def test_other_paths_are_refused_in_our_words() -> None:
    async with serving() as harbor:
        answer = await harbor.http.get("/nothing")
        assert (answer.status_code, answer.json()) == (404, {"message": "Not Found"})
        answer = await harbor.http.post("/healthz")
        assert (answer.status_code, answer.json()) == (405, {"message": "Method Not Allowed"})
