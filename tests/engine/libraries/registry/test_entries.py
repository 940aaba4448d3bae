"""Every entry of a list by somebody else has its form; the published schema says the same."""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from tests.worlds.registry_feed import document, entry, manifest

from pro_context_engine.libraries.registry import known_libraries
from pro_context_engine.libraries.registry import manifest as manifests
from pro_context_engine.libraries.registry.refusal import RegistryRefused

SCHEMAS = Path(__file__).parents[4] / "generated" / "registry"
SCHEMA = jsonschema_rs.validator_for(json.loads((SCHEMAS / "registry.schema.json").read_text("utf-8")))
MANIFEST = jsonschema_rs.validator_for(json.loads((SCHEMAS / "registry-manifest.schema.json").read_text("utf-8")))
VERSION = "registry-v2027-01-01"


def refusal(*entries: Any) -> str:
    """Return why a list is refused, "" if it is not."""
    try:
        known_libraries.parse_checked(document(VERSION, *entries))
    except RegistryRefused as refused:
        return refused.reason
    return ""


def test_the_shipped_list_has_the_form() -> None:
    data = known_libraries.shipped()
    assert known_libraries.parse_checked(data) == known_libraries.read()
    assert SCHEMA.is_valid(json.loads(data))


GOOD = {
    "libraryId": ["a/b", "A.b-c_d/.e", "docs.example.com/x"],
    "slug": ["a", "0-_"],
    "name": ["A", "Ü b", "a" * 200],
    "description": ["A line, with “quotes”."],
    "purposes": [[], ["smooth wood; flat boards", "ü"], [str(n) for n in range(20)]],
    "languages": [[], ["c++", "c#", "python"]],
    "categories": [["ai-ml"]],
    "packages": [{}, {"python": ["a-b"], "npm": ["@a/b", "b.js"]}],
    "aliases": [["a b", "A"]],
    "docsUrl": ["https://a.example", "https://a-.b.example:8443/c?d=e#f"],
    "llmsTxtUrl": ["https://a.example/llms.txt"],
    "docsPath": ["docs", ".github/docs", "a/b"],
    "versionPattern": ["a.example/{version}/"],
    "popularity": [{}, {"pypiDownloads": 1}],
    "unknown": [None, {"a": [1]}],
}
BAD = {
    "libraryId": [None, "", "a", "a/b/c", "../b", "a/..", "a b/c", "a/b\n", "a/" + "b" * 200, "a/é", "//"],
    "slug": [None, "", "A", "-a", "a b", 7],
    "name": [None, "", " a", "a ", "a\u0000b", "a\u202eb", "a\u200bb", "a\u00a0b", "a\nb", "a" * 201, ["a"]],
    "description": ["", "two\nlines", "d" * 501, "\u001b[31mred", 7],
    "purposes": ["smooth wood", [""], [7], ["a", "a"], ["p" * 101], ["two\nlines"], [str(n) for n in range(21)]],
    "languages": ["python", ["Python"], ["a", "a"], [None], [""], [["a"]], ["a"] * 51],
    "categories": [[" "], {"a": 1}],
    "packages": [[], {"cargo": ["a"]}, {"python": ["A_b"]}, {"python": "a"}, {"npm": ["@a"]}, {"npm": ["a", "a"]}],
    "aliases": ["a", [""], [7], ["a\u2066b"]],
    "docsUrl": [
        None,
        "",
        "http://a.example/",
        "https://a.example/ b",
        "https://user@a.example/",
        "https://user:word@a.example/",
        "https://localhost/",
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://[::1]/",
        "https://a.0x7f/",
        "https://a..example/",
        "https://a.example\\@b.example/",
        "https://a.example/\u0000",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://a.example/" + "b" * 2048,
    ],
    "repoUrl": ["git@github.com:a/b"],
    "llmsTxtUrl": ["ftp://a.example/llms.txt"],
    "llmsFullTxtUrl": [7],
    "docsPath": ["", "/docs", "../docs", "a/../b", "a//b", "a\\b"],
    "versionPattern": ["a.example/", "a {version}"],
    "popularity": [[], {"a": 0}, {"a": -1}, {"a": True}, {"a": 1.5}, {"a": "1"}, {"a": 10**10}],
}


@pytest.mark.parametrize(("field", "value"), [(field, value) for field, values in GOOD.items() for value in values])
def test_what_has_its_form_is_taken(field: str, value: object) -> None:
    one = entry("acme/kites") | {field: value}
    assert refusal(one) == ""
    assert SCHEMA.is_valid({"version": VERSION, "libraries": [one]})


@pytest.mark.parametrize(("field", "value"), [(field, value) for field, values in BAD.items() for value in values])
def test_what_has_not_is_refused_by_place_and_field(field: str, value: object) -> None:
    one = entry("acme/kites") | {field: value}
    assert refusal(entry("acme/rockets"), one).startswith(f"libraries[1].{field} is not ")
    assert not SCHEMA.is_valid({"version": VERSION, "libraries": [one]})


@pytest.mark.parametrize("field", ["libraryId", "slug", "name"])
def test_what_every_entry_needs_must_be_there(field: str) -> None:
    one = entry("acme/kites")
    del one[field]
    assert refusal(one) == f"libraries[0].{field} is missing"
    assert not SCHEMA.is_valid({"version": VERSION, "libraries": [one]})


@pytest.mark.parametrize(
    ("twin", "field"),
    [
        (entry("ACME/Kites", slug="other"), "libraryId"),
        (entry("acme/other", slug="kites"), "slug"),
        (entry("acme/other", packages={"python": ["kites"]}), "packages.python"),
        (entry("acme/other", packages={"npm": ["kites"]}), "packages.npm"),
    ],
)
def test_names_belong_to_one_library(twin: dict[str, Any], field: str) -> None:
    one = entry("acme/kites", packages={"python": ["kites"], "npm": ["kites"]})
    assert refusal(one, twin) == f"libraries[1].{field} is also another library's"


@pytest.mark.parametrize("content", [{}, {"version": VERSION}, {"version": VERSION, "libraries": []}])
@pytest.mark.parametrize("more", [{}, {"libraries": {}}, {"libraries": [None]}, {"version": "v1"}])
def test_a_list_has_a_version_and_libraries(content: dict[str, object], more: dict[str, object]) -> None:
    whole = {"libraries": [entry("a/b")] if "version" in more else []} | content | more
    with pytest.raises(RegistryRefused):
        known_libraries.parse_checked(json.dumps(whole).encode())
    assert not SCHEMA.is_valid(whole)


def test_ten_megabytes_of_entries_take_seconds_not_minutes() -> None:
    one = entry("a/b", aliases=[f"{number:05}" + "a" * 150 for number in range(200)])
    entries = [one | {"libraryId": f"a/b{number}", "slug": f"b{number}"} for number in range(280)]
    assert refusal(*entries) == ""
    assert refusal(*entries, entries[0]) != ""


@pytest.mark.parametrize(
    ("said", "sound"),
    [
        ({}, True),
        ({"libraries": 1, "more": None}, True),
        ({"url": "https://a.example/registry.json"}, True),
        ({"url": ""}, False),
        ({"url": "a b"}, False),
        ({"size": 0}, False),
        ({"size": 10_000_001}, False),
        ({"sha256": "A" * 64}, False),
        ({"version": "2027"}, False),
        ({"schemaVersion": 0}, False),
        ({"schemaVersion": 2}, False),
    ],
)
def test_a_manifest_and_its_schema_agree(said: dict[str, object], sound: bool) -> None:
    data = manifest(VERSION, b"{}", said)
    assert MANIFEST.is_valid(json.loads(data)) is sound
    if sound:
        assert manifests.parse(data).version == VERSION
    else:
        with pytest.raises(RegistryRefused):
            manifests.parse(data)
