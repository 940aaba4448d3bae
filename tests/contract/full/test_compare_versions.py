"""What compare-versions promises."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.contract.product import Product, engine_settings
from tests.worlds.distributions import sdist, wheel
from tests.worlds.package_index import PackageIndex

from pro_context.app import build
from pro_context_engine import most_tokens_of_json, open_engine
from pro_context_engine.ingestion.symbol_intake import SymbolIntake

OLD = '''"""Otters."""


class Pup:
    """A young otter."""

    def fetch(self, clam, depth=1):
        """Fetch a clam from the ground."""

    def play(self):
        """Play with a stone."""


def swim(far, fast=False):
    """Swim along the shore."""


def rest(hours=8):
    """Rest on the water."""
'''
NEW = '''"""Otters."""


class Pup:
    """A young otter."""

    def play(self):
        """Play with a stone."""


def swim(far):
    """Swim along the shore."""


def rest(hours=6):
    """Rest on the water."""


def groom(fur):
    """Groom the fur."""
'''
HISTORY = """Changelog
=========

2.0
---

- ``Pup.fetch`` was removed. Use a basket instead.

1.0
---

- The first release.
"""
CODE = "import otters\n\npup = otters.Pup()\npup.fetch('clam')\notters.swim(2, fast=True)\npup.play()\n"
OTTERS = {"libraryId": "pypi/otters", "from": "1.0", "to": "2.0"}


@pytest.fixture
async def product(index: PackageIndex, tmp_path: Path) -> AsyncIterator[Product]:
    """Open the contract on an index that has two versions of a package."""
    index.files["otters"] = [
        wheel("otters", "1.0", {"otters/__init__.py": OLD}),
        wheel("otters", "2.0", {"otters/__init__.py": NEW}),
        sdist("otters", "2.0", {"otters/__init__.py": NEW, "docs/index.rst": HISTORY}),
    ]
    docs = open_engine(replace(engine_settings((), tmp_path), packages=True))
    try:
        yield Product(docs, build("full", docs), ())
    finally:
        await docs.close()


def kinds(found: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["kind"], one["symbol"]) for one in found["changes"]]


@pytest.mark.behavior("full/compare-versions/breaking-first")
async def test_breaking_changes_come_first(product: Product) -> None:
    found = await product.call("compare-versions", **OTTERS)
    assert kinds(found) == [
        ("signature", "otters.swim"),
        ("removed", "otters.Pup.fetch"),
        ("default", "otters.rest"),
        ("added", "otters.groom"),
    ]
    assert found["counts"] == {"signature": 1, "removed": 1, "default": 1, "added": 1}
    assert (found["from"], found["to"], found["omitted"]) == ("1.0", "2.0", 0)
    swim = found["changes"][0]
    assert (swim["before"], swim["after"]) == ("swim(far, fast=False)", "swim(far)")
    assert swim["detail"] == "`fast` was removed"


@pytest.mark.behavior("full/compare-versions/only-what-code-uses")
async def test_with_code_only_what_affects_it_is_reported(product: Product) -> None:
    found = await product.call("compare-versions", **OTTERS, code=CODE)
    assert [(one["symbol"], one["lines"]) for one in found["changes"]] == [
        ("otters.Pup.fetch", [4]),
        ("otters.swim", [5]),
    ]


@pytest.mark.behavior("full/compare-versions/within-budget")
async def test_changes_beyond_the_budget_are_counted(index: PackageIndex, product: Product) -> None:
    many = "".join(f"def swim_far_along_the_shore_{number}(hours):\n    pass\n\n" for number in range(90))
    index.files["herons"] = [
        wheel("herons", "1.0", {"herons.py": many}),
        wheel("herons", "2.0", {"herons.py": "def fly(): ...\n"}),
    ]
    arguments = {"libraryId": "pypi/herons", "from": "1.0", "to": "2.0"}
    for most in (500, 1_000, 3_000):
        found = await product.call("compare-versions", **arguments, maxTokens=most)
        assert found["omitted"] > 0
        assert len(found["changes"]) + found["omitted"] == found["totalChanges"] == 91
        assert most_tokens_of_json(found) <= most


@pytest.mark.behavior("full/compare-versions/quotes-passages")
async def test_the_changelog_is_quoted_with_its_page(product: Product) -> None:
    await product.call("compare-versions", **OTTERS)
    opened = await product.docs.library("pypi/otters", "2.0")
    await product.docs.warm(opened.library.library_id, "2.0")
    found = await product.call("compare-versions", **OTTERS, names=["fetch"])
    (one,) = found["changes"]
    assert one["says"]["text"] == "`Pup.fetch` was removed. Use a basket instead."
    assert one["says"]["url"].startswith("pypi://otters/2.0/docs/docs/index.rst#")
    assert found["guides"] == ["pypi://otters/2.0/docs/docs/index.rst"]


@pytest.mark.behavior("full/compare-versions/says-what-is-left-out")
async def test_what_cannot_be_compared_is_named(product: Product) -> None:
    found = await product.call("compare-versions", **OTTERS, code="import herons\n")
    assert found["changes"] == []
    assert {"name": "code", "reason": "nothing in it is known to use otters"} in found["notCompared"]
    same = await product.call("compare-versions", **{**OTTERS, "to": "1.0"})
    assert same["notCompared"] == [{"name": "otters", "reason": "both versions are 1.0"}]


async def test_a_version_whose_names_are_still_being_read_is_not_said_to_have_none(
    product: Product, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none_in_time(*_: object) -> None:
        return None

    monkeypatch.setattr(SymbolIntake, "table", none_in_time)
    monkeypatch.setattr(SymbolIntake, "awaited", lambda *_: True)
    found = await product.call("compare-versions", **OTTERS)
    reason = "its names are being read: ask again in 30 seconds"
    assert found["notCompared"] == [{"name": f"otters {version}", "reason": reason} for version in ("1.0", "2.0")]


async def test_the_newest_version_is_the_default(product: Product) -> None:
    found = await product.call("compare-versions", libraryId="pypi/otters", **{"from": "1.0"})
    assert (found["from"], found["to"]) == ("1.0", "2.0")
    assert found["versionReason"] == "From 1.0: asked for; to 2.0: the newest stable version."


async def test_the_way_back_tells_what_is_gone(product: Product) -> None:
    found = await product.call("compare-versions", libraryId="pypi/otters", **{"from": "2.0", "to": "1.0"})
    assert ("removed", "otters.groom") in kinds(found)


@pytest.mark.behavior("full/compare-versions/read-as")
async def test_other_names_of_arguments_are_understood(product: Product) -> None:
    arguments = {"package": "pypi/otters", "fromVersion": "1.0", "toVersion": "2.0", "symbol": "swim"}
    found = await product.call("compare-versions", **arguments)
    assert kinds(found) == [("signature", "otters.swim")]
    assert "libraryId" in found["readAs"]


async def test_a_topic_chooses_by_words(product: Product) -> None:
    found = await product.call("compare-versions", **OTTERS, topic="how to swim fast")
    assert kinds(found) == [("signature", "otters.swim")]


async def test_without_a_version_of_the_project_one_must_be_named(product: Product) -> None:
    error = await product.failure("compare-versions", libraryId="pypi/otters")
    assert error["code"] == "VERSION_NOT_FOUND"
    assert error["message"] == "Version 'installed' of 'pypi/otters' is not available."
    assert "2.0, 1.0" in error["suggestion"]


async def test_a_package_that_does_not_exist_has_no_missing_version(product: Product) -> None:
    error = await product.failure("compare-versions", libraryId="pypi/no-such-otters")
    assert error["code"] == "LIBRARY_NOT_FOUND"


async def test_a_version_that_does_not_exist_is_an_error(product: Product) -> None:
    error = await product.failure("compare-versions", **{**OTTERS, "to": "9.9"})
    assert error["code"] == "VERSION_NOT_FOUND"


HOSTILE = {
    "deep nesting": {"code": "(" * 20_000},
    "many lines": {"code": "import otters\n" * 3_500},
    "null bytes": {"code": "import otters\0\n\0"},
    "a diff of binaries": {"code": "diff --git a/x b/x\n@@ -1 +1 @@\n+\x00\x01\x02\n"},
    "path names": {"names": ["../../etc/passwd", "", ".", "*" * 200]},
    "a version as a path": {"from": "../../etc"},
    "marks": {"topic": "'\"`;--\x00\x1b[31m" * 10},
}


@pytest.mark.parametrize("name", HOSTILE)
async def test_hostile_input_ends_with_an_answer_of_the_contract(product: Product, name: str) -> None:
    arguments = {**OTTERS, **HOSTILE[name]}
    envelope = await product.app.dispatcher.call("compare-versions", arguments, product.session)
    if envelope.get("isError"):
        assert json.loads(envelope["content"][0]["text"])["code"] in ("INVALID_INPUT", "VERSION_NOT_FOUND")
    else:
        assert envelope["structuredContent"]["totalChanges"] >= 0


async def test_a_check_knows_what_an_earlier_version_had(product: Product) -> None:
    await product.call("compare-versions", **OTTERS)
    libraries = [{"libraryId": "pypi/otters", "version": "2.0"}]
    found = await product.call("check-code", code=CODE, libraries=libraries)
    (one,) = [one for one in found["findings"] if one["name"] == "fetch"]
    assert (one["kind"], one["until"]) == ("removed", "1.0")
    assert one["message"] == "`fetch` is not in otters 2.0 any more; 1.0 has it."


async def test_an_answer_says_which_version_removed_a_name_and_what_takes_its_place(
    index: PackageIndex, tmp_path: Path
) -> None:
    old = 'def paddle(far):\n    """Paddle.\n\n    .. deprecated:: 1.0\n        Use :func:`swim` instead.\n    """\n'
    swim = 'def swim(far):\n    """Swim along the shore."""\n'
    index.files["seals"] = [
        wheel("seals", "1.0", {"seals/__init__.py": f"{old}\n\n{swim}"}),
        wheel("seals", "2.0", {"seals/__init__.py": swim}),
    ]
    docs = open_engine(replace(engine_settings((), tmp_path), packages=True))
    try:
        product = Product(docs, build("full", docs), ())
        await product.call("compare-versions", libraryId="pypi/seals", **{"from": "1.0", "to": "2.0"})
        found = await product.call(
            "get-docs", libraries=[{"libraryId": "pypi/seals", "version": "2.0"}], topic="swim like seals.paddle"
        )
        assert "It was removed after 1.0" in found["content"]
        assert "Use `seals.swim`." in found["content"]
    finally:
        await docs.close()


async def test_an_earlier_version_without_a_stored_table_is_passed_over(product: Product) -> None:
    opened = await product.docs.library("pypi/otters", "1.0")
    await product.docs.warm(opened.library.library_id, "1.0")
    found = await product.call(
        "check-code", code=CODE, libraries=[{"libraryId": "pypi/otters", "version": "2.0"}], language="python"
    )
    assert {one["name"] for one in found["findings"]} == {"fetch", "fast"}
