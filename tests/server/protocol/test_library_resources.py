"""The libraries of project and session as resources, and the folders that a client says it works in."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.harbor.app import CONTRACT, harbor_app
from tests.server.harbor.docs import HarborDocs
from tests.server.harbor.wire import LEGACY, MODERN, VERSIONS, Wire, connected

from pro_context.protocol import library_resources
from pro_context.protocol.served_contract import App

ROOTS = {"roots": {"listChanged": True}}
TEMPLATE = "berth://{+berth}/plan"

every_version = pytest.mark.parametrize("version", VERSIONS)


@dataclass(frozen=True)
class Named:
    library_id: str
    name: str


@dataclass
class FakeProject:
    """A project with libraries, which are others in each folder."""

    libraries: list[Named] = field(default_factory=lambda: [Named("acme/rockets", "Rockets")])
    folders: list[Path] = field(default_factory=list)

    def documented(self, limit: int) -> Sequence[Named]:
        return self.libraries[:limit]

    def look_in(self, directories: Sequence[Path]) -> None:
        self.folders = list(directories)
        self.libraries = [Named(f"local/{folder.name}", folder.name) for folder in directories]


def app_of(project: FakeProject | None) -> App:
    contract = replace(CONTRACT, template_completions={TEMPLATE: {"berth": "library"}})
    return replace(harbor_app(HarborDocs()), contract=contract, project=project)


async def uris(wire: Wire) -> list[str]:
    listed = (await wire.result("resources/list"))["resources"]
    return [entry["uri"] for entry in listed if entry["uri"].startswith("berth:")]


async def answer_roots(wire: Wire, *folders: str) -> None:
    """Answer the first request for roots."""
    request = await wire.notified("roots/list")
    wire.notifications.remove(request)
    found = [{"uri": folder} for folder in folders]
    await wire.send({"jsonrpc": "2.0", "id": request["id"], "result": {"roots": found}})


@every_version
async def test_each_library_of_the_project_is_a_resource(version: str) -> None:
    async with connected(app_of(FakeProject()), version) as wire:
        result = await wire.result("resources/list")
    assert result["resources"][: len(CONTRACT.resources)] == list(CONTRACT.resources)
    assert result["resources"][len(CONTRACT.resources) :] == [
        {
            "uri": "berth://acme/rockets/plan",
            "name": "berth/acme/rockets",
            "title": "Rockets: Berth",
            "description": "The berth.",
            "mimeType": "text/markdown",
        }
    ]
    if version == MODERN:
        assert (result["ttlMs"], result["cacheScope"]) == (60_000, "private")


@every_version
@pytest.mark.parametrize("project", [None, FakeProject()])
async def test_each_library_of_the_session_is_a_resource_once(version: str, project: FakeProject | None) -> None:
    own = ["berth://acme/rockets/plan"] if project else []
    async with connected(app_of(project), version) as wire:
        assert await uris(wire) == own
        for name in ("Ada", "Bob", "Ada"):
            await wire.result("tools/call", {"name": "greet-ship", "arguments": {"shipName": name}})
        assert await uris(wire) == [*own, "berth://ships/Ada/plan", "berth://ships/Bob/plan"]
    async with connected(app_of(project), version) as other:
        assert await uris(other) == own


async def test_the_list_is_bounded_and_takes_no_cursor() -> None:
    project = FakeProject([Named(f"acme/lib{number}", "Lib") for number in range(60)])
    async with connected(app_of(project), MODERN) as wire:
        assert len(await uris(wire)) == 50
        assert (await wire.error("resources/list", {"cursor": "x"}))["code"] == -32602


async def test_a_template_of_something_else_lists_nothing() -> None:
    app = replace(harbor_app(HarborDocs()), project=FakeProject())
    async with connected(app, MODERN) as wire:
        assert await uris(wire) == []


@pytest.mark.parametrize("version", LEGACY)
async def test_the_clients_folders_become_the_project(version: str, tmp_path: Path) -> None:
    (tmp_path / "my app").mkdir()
    project = FakeProject()
    async with connected(app_of(project), version, ROOTS) as wire:
        assert await uris(wire) == ["berth://acme/rockets/plan"]
        await answer_roots(wire, (tmp_path / "my app").as_uri(), (tmp_path / "gone").as_uri(), "file://other/x")
        await wire.notified("notifications/resources/list_changed")
        assert await uris(wire) == ["berth://local/my%20app/plan"]
    assert project.folders == [tmp_path / "my app"]


async def test_new_folders_of_the_client_are_asked_for(tmp_path: Path) -> None:
    project = FakeProject()
    async with connected(app_of(project), LEGACY[-1], ROOTS) as wire:
        await answer_roots(wire)
        await uris(wire)
        await wire.send({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})
        await answer_roots(wire, tmp_path.as_uri())
        await wire.notified("notifications/resources/list_changed")
    assert project.folders == [tmp_path]


@pytest.mark.parametrize("answer", [{"error": {"code": -32603, "message": "no"}}, {"result": {"roots": "none"}}, None])
async def test_without_a_good_answer_the_configured_folder_stays(
    answer: dict[str, Any] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_resources, "ROOTS_SECONDS", 0.01)
    project = FakeProject()
    async with connected(app_of(project), LEGACY[-1], ROOTS) as wire:
        request = await wire.notified("roots/list")
        if answer:
            await wire.send({"jsonrpc": "2.0", "id": request["id"], **answer})
        assert await uris(wire) == ["berth://acme/rockets/plan"]
    assert project.folders == []


@pytest.mark.parametrize("project", [None, FakeProject()])
async def test_a_client_is_asked_only_if_it_offers_and_somebody_looks(project: FakeProject | None) -> None:
    async with connected(app_of(project), LEGACY[-1], None if project else ROOTS) as wire:
        await wire.result("tools/call", {"name": "greet-ship", "arguments": {"shipName": "Ada"}})
        assert [message["method"] for message in wire.notifications if message["method"] == "roots/list"] == []


@every_version
async def test_a_change_of_the_project_is_announced_after_the_next_call(version: str) -> None:
    project = FakeProject()
    async with connected(app_of(project), version) as wire:
        if version == MODERN:
            await wire.start("subscriptions/listen", {"notifications": {"resourcesListChanged": True}})
        await uris(wire)
        project.libraries = []
        await wire.result("tools/call", {"name": "sound-horn", "arguments": {"how": "softly"}})
        await wire.notified("notifications/resources/list_changed")
        assert await uris(wire) == []
