"""The health resource over HTTP tells what has really happened."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.transports.http.harness import KEY, KEYED, Harbor, serving, settings, stateless

from pro_context.app import build
from pro_context.operations.overview import read_overview
from pro_context_engine import open_engine

ADMIN = {"Authorization": f"Bearer {KEY}"}
SILENT: dict[str, object] = {
    **{f"sources.{name}.enabled": False for name in ("llmsTxt", "github", "docsSites", "package")},
    "project.autoDetect": False,
    "project.environment": "none",
}


async def health(harbor: Harbor) -> dict[str, Any]:
    answer = await harbor.ask(stateless(**ADMIN), "resources/read", {"uri": "pro-context://health"})
    content: dict[str, Any] = json.loads(answer.json()["result"]["contents"][0]["text"])
    return content


@pytest.mark.parametrize("kept", [True, False], ids=["on disk", "in memory"])
async def test_health_counts_what_was_asked_and_agrees_with_the_status_page(tmp_path: Path, kept: bool) -> None:
    (tmp_path / "boats.md").write_text("# Boats\n\n## Anchors\n\nDrop the anchor with `drop()`, in calm water only.\n")
    source = {"name": "boats", "type": "file", "path": str(tmp_path / "boats.md"), "libraryId": "acme/boats"}
    configured = settings(
        {**SILENT, "cache.directory": str(tmp_path / "cache"), "sources.custom": [source]}
        if kept
        else {**SILENT, "cache.directory": str(tmp_path / "boats.md" / "no-folder"), "sources.custom": [source]}
    )
    docs = open_engine(configured.engine())
    try:
        async with serving(KEYED, apps={"/mcp": build("full", docs)}, look=lambda: read_overview(docs)) as harbor:
            new = await health(harbor)
            call = {"name": "get-docs", "arguments": {"libraries": [{"libraryId": "acme/boats"}], "topic": "anchors"}}
            for _ in range(4):
                answer = (await harbor.ask(stateless(**ADMIN), "tools/call", call)).json()["result"]
                assert not answer.get("isError"), answer
            used = await health(harbor)
            said = (await harbor.http.get("/status.json", headers=ADMIN)).json()
    finally:
        await docs.close()
    assert (new["cache"]["persistentEntries"], new["cache"]["hitRate"], new["fetcher"]["errorCount"]) == (0, 0, 0)
    assert used["uptime"] >= new["uptime"]
    assert used["cache"]["hitRate"] == said["cache"]["hitRate"] == 0.75
    entries = used["cache"]["persistentEntries" if kept else "memoryEntries"]
    assert entries == said["cache"]["pages"] >= 1
    assert (used["status"], said["cache"]["failing"]) == (("healthy", False) if kept else ("degraded", True))
    assert used["version"] == said["contracts"][0]["version"]
    assert said["tools"] == [{**said["tools"][0], "tool": "get-docs", "calls": 4, "errors": {}}]
    assert said["requests"]["total"] == 6
