"""Invariants of the list that ships."""

import json
import re
import unicodedata
from collections import Counter
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

import pytest

from pro_context_engine.domain.model import MatchedVia
from pro_context_engine.libraries.registry import popularity
from pro_context_engine.libraries.registry.catalogue import Catalogue

TEXT = (files("pro_context_engine.libraries.registry") / "known-libraries.json").read_text(encoding="utf-8")
ENTRIES: list[dict[str, Any]] = json.loads(TEXT)["libraries"]
URLS = ("docsUrl", "repoUrl", "llmsTxtUrl", "llmsFullTxtUrl")


@pytest.fixture(scope="module")
def shipped() -> Catalogue:
    return Catalogue.load()


def strings(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for item in value.values() for text in strings(item)]
    if isinstance(value, list):
        return [text for item in value for text in strings(item)]
    return [value] if isinstance(value, str) else []


def repeated(names: list[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def test_the_list_is_whole_and_dated(shipped: Catalogue) -> None:
    assert len(shipped.all()) >= 2102
    assert re.fullmatch(r"registry-v\d{4}-\d\d-\d\d", shipped.version)


def test_ids_slugs_and_packages_belong_to_one_library() -> None:
    assert repeated([entry["libraryId"].lower() for entry in ENTRIES]) == []
    assert repeated([entry["slug"] for entry in ENTRIES]) == []
    for ecosystem in ("python", "npm"):
        assert repeated([name for entry in ENTRIES for name in entry.get("packages", {}).get(ecosystem, [])]) == []


def test_ids_and_slugs_have_their_form() -> None:
    for entry in ENTRIES:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+", entry["libraryId"], re.ASCII), entry["libraryId"]
        assert re.fullmatch(r"[a-z0-9][a-z0-9_-]*", entry["slug"]), entry["slug"]
        assert entry["name"].strip() == entry["name"] != ""


def test_package_names_are_normalised() -> None:
    for entry in ENTRIES:
        packages = entry.get("packages", {})
        assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in packages.get("python", [])), entry
        assert all(re.fullmatch(r"(@[a-z0-9._~-]+/)?[a-z0-9._~-]+", name) for name in packages.get("npm", [])), entry


def test_urls_are_https_with_a_public_host() -> None:
    for entry in ENTRIES:
        for field in URLS:
            parts = urlsplit(entry.get(field, "https://a.example"))
            assert parts.scheme == "https", entry["libraryId"]
            assert "." in (parts.hostname or ""), entry["libraryId"]


def test_text_holds_no_control_or_direction_characters() -> None:
    for entry in ENTRIES:
        for text in strings(entry):
            assert not [c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Co", "Cs")], entry["libraryId"]


def test_every_npm_library_lists_both_its_languages() -> None:
    for entry in ENTRIES:
        if entry.get("packages", {}).get("npm"):
            assert {"javascript", "typescript"} <= set(entry["languages"]), entry["libraryId"]


def test_every_fact_has_a_source() -> None:
    assert [entry["libraryId"] for entry in ENTRIES if not entry.get("sources")] == []
    assert {entry["llmsTxtStatus"] for entry in ENTRIES} <= {
        "snapshot",
        "listed",
        "noted",
        "inferred",
        "absent",
        "unknown",
    }
    assert all(entry["llmsTxtStatus"] not in ("absent", "unknown") for entry in ENTRIES if "llmsTxtUrl" in entry)


def test_the_id_of_a_package_names_that_package() -> None:
    packages = [entry for entry in ENTRIES if entry["libraryId"].startswith(("npm/", "pypi/"))]
    assert packages
    for entry in packages:
        ecosystem, _, name = entry["libraryId"].partition("/")
        assert name in entry["packages"]["python" if ecosystem == "pypi" else "npm"], entry["libraryId"]


def test_the_file_is_in_order_of_popularity(shipped: Catalogue) -> None:
    assert [entry["libraryId"] for entry in ENTRIES] == [library.library_id for library in shipped.all()]
    assert list(shipped.all()) == sorted(shipped.all(), key=popularity.order)


def test_every_library_is_found_by_its_id_slug_and_packages(shipped: Catalogue) -> None:
    for library in shipped.all():
        assert shipped.get(library.library_id) is library
        assert shipped.get(library.slug) is library
        assert all(shipped.get(f"pypi/{name}") is library for name in library.python_packages)
        assert all(shipped.get(f"npm/{name}") is library for name in library.npm_packages)


def test_every_package_and_alias_is_an_exact_match(shipped: Catalogue) -> None:
    for library in shipped.all():
        for name in (*library.python_packages, *library.npm_packages):
            best = [match for match in shipped.resolve(name) if match.library is library]
            assert [(match.matched_via, match.relevance) for match in best] == [(MatchedVia.PACKAGE_NAME, 1.0)], name
        for alias in library.aliases:
            assert shipped.resolve(alias)[0].relevance == 1.0, alias


def test_the_misspelling_of_the_contract_resolves(shipped: Catalogue) -> None:
    best = shipped.resolve("langchan", "python")[0]
    assert best.library.library_id == "langchain-ai/langchain"
    assert 0.9 <= best.relevance < 1.0
    assert shipped.closest("langchan") == "langchain-ai/langchain"


def test_a_former_id_still_finds_its_library(shipped: Catalogue) -> None:
    react = shipped.get("react/react")
    assert react is not None
    assert react.library_id == "facebook/react"
