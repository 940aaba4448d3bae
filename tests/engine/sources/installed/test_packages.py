"""Really installed packages: every page is made, is well formed, and holds the names people look for."""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from pro_context_engine.domain.model import Library, Page
from pro_context_engine.libraries.project.environment import RUNNING, ProjectEnvironment
from pro_context_engine.sources.installed.source import InstalledSource

_made: dict[str, dict[str, Page]] = {}


async def pages_of(name: str) -> dict[str, Page]:
    """Return every page of an installed package by title, made once for all tests of this file."""
    if name not in _made:
        _made[name] = await make_pages(name)
    return _made[name]


async def make_pages(name: str) -> dict[str, Page]:
    source = InstalledSource(ProjectEnvironment(Path.cwd(), RUNNING, environ={}))
    library = Library(f"pypi/{name}", name, name)
    toc = await source.toc(library, None)
    return {entry.title: await source.page(library, toc.version, entry.url) for entry in toc.entries}


@pytest.mark.parametrize(
    ("package", "expected"),
    [
        (
            "pydantic",
            {
                "pydantic.config": ["ConfigDict", "ConfigDict.validate_assignment", "with_config"],
                "pydantic.fields": ["Field", "FieldInfo", "computed_field"],
                "pydantic.main": ["BaseModel", "BaseModel.model_validate", "BaseModel.model_config", "create_model"],
                "pydantic.functional_validators": ["field_validator", "model_validator", "AfterValidator"],
            },
        ),
        (
            "httpx2",
            {"httpx2": ["get", "Client", "Client.get", "Client.headers", "AsyncClient.stream", "Timeout", "URL.join"]},
        ),
        ("griffelib", {"griffe": ["visit", "GriffeLoader.load", "Docstring"]}),
        ("pydantic-core", {"pydantic_core": ["SchemaValidator", "SchemaValidator.validate_python", "ValidationError"]}),
    ],
)
async def test_known_names_have_headings(package: str, expected: dict[str, list[str]]) -> None:
    pages = await pages_of(package)
    for module, names in expected.items():
        titles = {heading.title for heading in pages[module].headings}
        assert titles >= set(names), module


@pytest.mark.parametrize("package", ["pydantic", "httpx2", "starlette", "pluggy"])
async def test_every_page_parses_with_one_title_and_closed_fences(package: str) -> None:
    parser = MarkdownIt()
    for title, page in (await pages_of(package)).items():
        if page.section != "API reference":
            continue
        tokens = parser.parse(page.markdown)
        levels = [int(token.tag[1]) for token in tokens if token.type == "heading_open"]
        assert levels.count(1) == 1, title
        assert levels[0] == 1, title
        assert [heading.level for heading in page.headings] == levels, title
        # A fence left open would run to the end of the page.
        last = next((token for token in reversed(tokens) if token.type == "fence"), None)
        lines = page.markdown.split("\n")
        assert last is None or last.map is None or lines[last.map[1] - 1].strip().startswith(("```", "~~~")), title


async def test_the_source_says_how_a_field_is_validated_on_assignment() -> None:
    page = (await pages_of("pydantic"))["pydantic.config"]
    start = next(heading.line for heading in page.headings if heading.title == "ConfigDict.validate_assignment")
    text = "\n".join(page.markdown.split("\n")[start : start + 40])
    assert "validate_assignment: bool" in text
    assert "`validate_assignment=True`" in text
