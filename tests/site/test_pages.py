"""What the pages hold, without a browser: links that lead somewhere, nothing inline, nothing from elsewhere."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from posixpath import join, normpath

import pytest
from tests.contract.promises import contracts, examples
from tests.contract.transcripts import recorded

from pro_context_codegen import configuration_page, configuration_schema
from pro_context_codegen.reference_site.material import published_schemas
from pro_context_codegen.reference_site.site_addresses import page_of
from pro_context_codegen.schema_fields import fields

ROOT = Path(__file__).parents[2]
_EMPTY = {"meta", "link", "input", "wbr"}


@dataclass
class Content(HTMLParser):
    """What a page links to and loads, what can be linked to in it, and its text."""

    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    inline: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    text: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag not in _EMPTY:
            self.opened.append(tag)
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "a":
            self.links.append(values["href"])
        self.loaded += [values[name] for name in ("src", "href") if name in values and tag != "a"]
        self.inline += [name for name in values if name.startswith("on") or name == "style"]
        self.inline += [tag] if tag == "style" or (tag == "script" and "src" not in values) else []

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@cache
def content(file: Path) -> Content:
    parsed = Content()
    parsed.feed(file.read_text(encoding="utf-8"))
    parsed.close()
    return parsed


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def broken(site: Path, page: str, links: list[str]) -> list[str]:
    """Return the links from a page (relative to the root) to files or anchors that do not exist."""
    found = []
    for link in links:
        path, _, anchor = link.partition("#")
        target = site / (normpath(join(page, "..", path)) if path else page)
        if not target.is_file() or (anchor and anchor not in content(target).ids):
            found.append(f"{page}: {link}")
    return found


def test_every_page_is_well_formed(site: Path) -> None:
    for file in pages(site):
        assert content(file).opened == [], file


def test_every_link_and_anchor_leads_somewhere(site: Path) -> None:
    found = [
        one
        for file in pages(site)
        for one in broken(site, file.relative_to(site).as_posix(), content(file).links + content(file).loaded)
    ]
    assert found == []


def test_no_anchor_stands_twice_on_a_page(site: Path) -> None:
    for file in pages(site):
        ids = content(file).ids
        assert len(ids) == len(set(ids)), file


def test_nothing_is_inline_that_the_policy_of_the_page_forbids(site: Path) -> None:
    assert {file: content(file).inline for file in pages(site) if content(file).inline} == {}


def test_every_result_of_the_search_leads_somewhere(site: Path) -> None:
    entries = search_index(site)
    assert broken(site, "index.html", [href for _, _, href, _ in entries]) == []


def search_index(site: Path) -> list[list[str]]:
    text = (site / "search-index.js").read_text(encoding="utf-8")
    entries = re.search(r"searchIndex = (\[.*\]);", text, re.DOTALL)
    assert entries
    return list(json.loads(entries[1]))


@pytest.mark.parametrize("contract", contracts(), ids=lambda contract: contract.name)
def test_everything_of_a_contract_has_a_place_and_is_found(contract, site: Path) -> None:
    found = {href for _, _, href, _ in search_index(site)}
    for element in contract.elements:
        page = page_of(contract, element)
        text = content(site / page).text
        assert page in found
        wanted = [
            f"{part}.{one.path}"
            for part, schema in published_schemas(contract, element).items()
            for one in fields(schema)
        ]
        wanted += [f"behaviour.{name}" for name in element.behavior]
        assert {f"{page}#{anchor}" for anchor in wanted} <= found
        assert element.description in text
        assert all(sentence in text for sentence in element.behavior.values())
        assert f"since {element.since}" in text
    errors = content(site / contract.name / "errors.html").text
    for error in contract.errors:
        assert f"{contract.name}/errors.html#{error.code.lower()}" in found
        assert all(told in errors for told in (error.code, error.when, error.message, error.suggestion))


def test_every_setting_has_a_place_and_is_found(site: Path) -> None:
    schema = configuration_schema.read(ROOT / "spec")
    assert schema
    found = {href for _, _, href, _ in search_index(site)}
    for section in configuration_page.sections(schema):
        assert {f"configuration.html#{setting.path}" for setting in section.settings} <= found


@pytest.mark.parametrize("example", list(examples()), ids=str)
def test_every_example_is_shown_as_it_went_over_the_wire(example, site: Path) -> None:
    exchange = recorded(example)
    assert exchange, "hatch run record-examples"
    shown = content(site / page_of(example.contract, example.element)).text
    for message in exchange.values():
        assert json.dumps(message, indent=2, ensure_ascii=False) in shown
