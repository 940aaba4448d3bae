import ast
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from tests.worlds import serve

import pro_context_engine
from pro_context_engine import open_engine
from pro_context_engine.domain.errors import LibraryUnknown, SourceUnavailable
from pro_context_engine.domain.settings import CustomSource, GitHub, Settings

ENGINE = Path(pro_context_engine.__file__).parent
BUILT_ONCE = {
    "parts.py": [
        *("Ages", "Backoff", "Refreshes", "Completeness", "TocIntake", "PageIntake", "Backfills", "Ingest"),
        *("SinglePages", "SymbolIntake", "GuideIntake", "WorkTakeover", "Ownership", "WantedVersions", "OnDemand"),
        *("AskedNamesService", "InheritedMembers", "NewestNames", "RemovedNames", "MissingNames", "NeededPages"),
        *("UsedPackages", "SearchCoverage", "PassagesService", "PackageSections", "SearchService"),
        *("ExactSearchService", "ApiNamesService", "LibraryService", "ListingService", "PageService", "UrlService"),
        *("CrawlService", "CodeCheckService", "ComparisonService", "MaintenanceService", "HealthService"),
        "WholeLibraries",
    ],
    "assembly.py": ["Parts", "CrawledSites", "RegistryUpdates", "HttpFetcher"],
}


async def test_opening_writes_no_more_than_the_store_and_asks_nobody(tmp_path: Path) -> None:
    with serve("tideway") as world:
        docs = open_engine(world.settings(tmp_path))
        assert docs.resolve("tideway")
        assert not (tmp_path / "cache").exists()
        await docs.open_parts()
        await docs.close()
    assert world.asked == []
    assert (tmp_path / "cache").exists()


async def test_a_custom_source_adds_its_library(tmp_path: Path) -> None:
    folder = tmp_path / "manual"
    folder.mkdir()
    (folder / "engines.md").write_text("# Engines\n\nHow engines burn.\n")
    custom = CustomSource("manual", "file", str(folder), "Acme/rocket.kit")
    docs = open_engine(Settings(environment="none", llms_txt=False, docs_sites=False, custom=(custom,)))
    found = await docs.library("acme/rocket.kit")
    assert (found.library.library_id, found.library.name, found.library.slug) == (
        "Acme/rocket.kit",
        "rocket.kit",
        "acme-rocket-kit",
    )
    answer = await docs.passages([("Acme/rocket.kit", None)], "engines", 1000)
    assert "How engines burn." in answer.content
    await docs.close()


async def test_a_custom_source_comes_before_the_others(tmp_path: Path) -> None:
    folder = tmp_path / "manual"
    folder.mkdir()
    (folder / "parcels.md").write_text("# Our parcels\n")
    custom = CustomSource("manual", "file", str(folder), "pypi/brightwheel")
    with serve("installed") as world:
        docs = open_engine(replace(world.settings(tmp_path), custom=(custom,)))
        assert [entry.title for entry in (await docs.library("brightwheel")).toc.entries] == ["Our parcels"]
        await docs.close()


@pytest.mark.parametrize("llms_txt", [True, False])
async def test_llms_txt_can_be_turned_off(llms_txt: bool) -> None:
    docs = open_engine(
        Settings(environment="none", llms_txt=llms_txt, docs_sites=False, github=GitHub(enabled=False), packages=False)
    )
    (known, *_) = [known for known in await docs.libraries() if known.library.llms_txt_url]
    assert bool(known.sources) is llms_txt
    if not llms_txt:
        with pytest.raises(SourceUnavailable):
            await docs.library(known.library.library_id)
    await docs.close()


async def test_without_an_environment_nothing_is_installed() -> None:
    docs = open_engine(Settings(environment="none", detect=False, llms_txt=False, docs_sites=False, packages=False))
    assert docs.project_libraries() == []
    with pytest.raises(LibraryUnknown):
        await docs.library("pypi/brightwheel")
    await docs.close()


# Each part is built once


def constructions() -> Counter[str]:
    """Count where the engine's parts are constructed, by "class in module"."""
    found: Counter[str] = Counter()
    for path in sorted(ENGINE.rglob("*.py")):
        calls = (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
        names = (call.func.id for call in calls if isinstance(call.func, ast.Name))
        found.update(f"{name} in {path.relative_to(ENGINE).as_posix()}" for name in names)
    return found


@pytest.mark.parametrize(("module", "part"), [(module, part) for module in BUILT_ONCE for part in BUILT_ONCE[module]])
def test_a_part_is_constructed_in_one_place(module: str, part: str) -> None:
    places = {place: count for place, count in constructions().items() if place.startswith(f"{part} in ")}
    assert places == {f"{part} in {module}": 1}


def test_an_engine_is_constructed_in_one_place() -> None:
    assert constructions()["DocsEngine in opening.py"] == 1
