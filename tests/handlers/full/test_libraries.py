"""list-libraries, resolve-library and the resource of the project's libraries."""

from typing import Any, cast

import pytest

from pro_context_contract.full.models import ListLibrariesInput, ResolveLibraryInput
from pro_context_engine import DocsEngine, KnownLibrary, Library, Match, estimated_tokens_of_json
from pro_context_engine.domain.model import MatchedVia, SourceName
from pro_context_engine.services.listing import ListedLibraries
from pro_context_handlers.full.resources import libraries
from pro_context_handlers.full.tools import list_libraries, resolve_library

LIBRARIES = [Library(f"acme/lib{number}", f"lib{number}", f"Lib {number}") for number in range(7)]
RICH = Library("acme/rich", "rich", "Rich", "Text.", ("python", "rust"), ("cli",), docs_url="https://rich.example/")


class Docs:
    """An engine that knows some libraries."""

    def __init__(self, *known: KnownLibrary, origin: str = ".venv") -> None:
        self.known = list(known)
        self.origin = origin
        self.asked: list[tuple[str | None, str | None]] = []

    async def libraries(self, language: str | None, category: str | None) -> ListedLibraries:
        self.asked.append((language, category))
        known = {entry.library.library_id: entry for entry in self.known}
        return ListedLibraries([entry.library for entry in self.known], lambda library: known[library.library_id])

    async def suggest(self, query: str, language: str | None) -> list[Match]:
        self.asked.append((query, language))
        return [Match(RICH, 0.87654, MatchedVia.FUZZY), Match(LIBRARIES[0], 0.5, MatchedVia.ALIAS)]

    def installed_version(self, library: Library) -> str | None:
        return "1.2" if library is RICH else None

    def project_libraries(self) -> list[tuple[Library, str | None]]:
        return [(known.library, known.version or None) for known in self.known]

    def project_origins(self) -> list[str]:
        return [self.origin] if self.origin else []


async def listed(docs: Docs, **arguments: Any) -> dict[str, Any]:
    output = await list_libraries.handle(ListLibrariesInput.from_json(arguments), cast(DocsEngine, docs))
    return output.to_json()


@pytest.mark.parametrize(
    ("offset", "limit", "first", "count", "more"),
    [(0, 3, "acme/lib0", 3, True), (4, 3, "acme/lib4", 3, False), (6, 3, "acme/lib6", 1, False), (9, 3, "", 0, False)],
)
async def test_libraries_come_in_pages(offset: int, limit: int, first: str, count: int, more: bool) -> None:
    docs = Docs(*(KnownLibrary(library, "", (), False) for library in LIBRARIES))
    output = await listed(docs, offset=offset, limit=limit)
    ids = [library["id"] for library in output["libraries"]]
    assert (ids[:1], len(ids), output["hasMore"], output["total"]) == ([first] * bool(count), count, more, 7)


async def test_what_is_known_of_a_library_is_said_and_nothing_else() -> None:
    docs = Docs(
        KnownLibrary(RICH, "1.2", (SourceName.INSTALLED, SourceName.LLMS_TXT), True),
        KnownLibrary(LIBRARIES[0], "", (), False),
    )
    rich, plain = (await listed(docs, language="python", category="cli"))["libraries"]
    assert rich == {
        "id": "acme/rich",
        "name": "Rich",
        "description": "Text.",
        "language": "python",
        "defaultVersion": "1.2",
        "categories": ["cli"],
        "sources": ["installed", "llms.txt"],
        "projectDetected": True,
    }
    assert not {"description", "language", "defaultVersion"} & set(plain)
    assert docs.asked == [("python", "cli")]


async def test_matches_say_how_and_how_surely() -> None:
    docs = Docs()
    request = ResolveLibraryInput.from_json({"query": "rich text", "language": "python"})
    output = (await resolve_library.handle(request, cast(DocsEngine, docs))).to_json()
    rich, plain = output["results"]
    assert (rich["relevance"], rich["matchedVia"], rich["installedVersion"]) == (0.877, "fuzzy", "1.2")
    assert rich["docsUrl"] == "https://rich.example/"
    assert not {"installedVersion", "docsUrl"} & set(plain)
    assert docs.asked == [("rich text", "python")]


async def test_a_name_of_an_api_has_a_reason_and_no_way_of_matching() -> None:
    class Named(Docs):
        async def suggest(self, query: str, language: str | None) -> list[Match]:
            return [Match(RICH, 0.9, MatchedVia.API_NAME, "`Table` is the name of a public class of acme/rich.")]

    request = ResolveLibraryInput.from_json({"query": "Table"})
    output = (await resolve_library.handle(request, cast(DocsEngine, Named()))).to_json()
    [table] = output["results"]
    assert (table["relevance"], table["reason"]) == (0.9, "`Table` is the name of a public class of acme/rich.")
    assert "matchedVia" not in table


@pytest.mark.parametrize(("origin", "detected"), [(".venv", [".venv"]), ("", [])])
async def test_the_projects_libraries_and_where_they_were_found(origin: str, detected: list[str]) -> None:
    docs = Docs(KnownLibrary(RICH, "1.2", (), True), origin=origin)
    content = (await libraries.handle(cast(DocsEngine, docs))).to_json()
    assert content["detectedFrom"] == detected
    assert content["libraries"] == [{"id": "acme/rich", "name": "Rich", "version": "1.2"}]


async def test_without_a_limit_as_many_as_fit_are_listed() -> None:
    known = [Library(f"acme/lib{n}", f"lib{n}", f"Lib {n}", "Moors boats. " * 9, ("python",)) for n in range(90)]
    docs = Docs(*(KnownLibrary(library, "1.2.3", (), project_detected=False) for library in known))
    found: list[str] = []
    while len(found) < len(known):
        request = ListLibrariesInput.from_json({"offset": len(found)})
        output = await list_libraries.handle(request, cast(DocsEngine, docs))
        answer = output.to_json()
        assert len(answer["libraries"]) < 50
        assert estimated_tokens_of_json(answer) <= 2_000
        found += [one["id"] for one in answer["libraries"]]
        assert answer["hasMore"] == (len(found) < len(known))
    assert found == [library.library_id for library in known]
    request = ListLibrariesInput.from_json({"limit": 50})
    assert len((await list_libraries.handle(request, cast(DocsEngine, docs))).libraries) == 50
