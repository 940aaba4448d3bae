"""What check-code promises."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from tests.contract.product import Product, opened

from pro_context_engine.code_checks.python import type_checker

DIFF = """\
--- a/app.py
+++ b/app.py
@@ -4,2 +4,4 @@
 import brightwheel
 brightwheel.unchanged_name
+brightwheel.added_name
+brightwheel.Courier
"""


async def check(product: Product, code: str, **more: Any) -> dict[str, Any]:
    return await product.call("check-code", code=code, **more)


@pytest.mark.behavior("full/check-code/right-version", "full/check-code/closest-names")
async def test_findings_name_package_version_and_closest_names(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        found = await check(product, "from brightwheel import Couriers, Parcel\n")
        (one,) = found["findings"]
        assert (one["package"], one["version"], one["kind"]) == ("brightwheel", "2.4.1", "missing-name")
        assert one["closest"][0]["name"] == "Courier"
        assert one["message"] == "brightwheel 2.4.1 has no `Couriers` here."
        (package,) = found["checked"]
        assert (package["version"], package["versionMatch"]) == ("2.4.1", "exact")


@pytest.mark.behavior("full/check-code/needs-proof")
async def test_what_may_exist_is_unresolved(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        found = await check(product, "import brightwheel\nthing = eval('1')\nthing.whatever()\nbrightwheel.Courier\n")
        assert found["findings"] == []
        assert found["checked"][0]["uses"] == 2


@pytest.mark.behavior("full/check-code/new-lines-of-diffs")
async def test_added_lines_of_a_diff_count(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        found = await check(product, DIFF)
        assert [(one["line"], one["name"]) for one in found["findings"]] == [(6, "added_name")]


@pytest.mark.behavior("full/check-code/says-what-is-left-out")
async def test_unknown_imports_are_named(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        found = await check(product, "import brightwheel\nimport nowhere_to_be_found\n")
        assert [one["name"] for one in found["notChecked"]] == ["nowhere_to_be_found"]


@pytest.mark.behavior("full/check-code/says-what-is-left-out")
@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import os\nos.getcwdd()\n", "it imports no package"),
        ("const { a } = require('node:fs');\n", "it imports no package"),
        ("))) hello there (((\n", "no line of it can be read as Python"),
        ("import brightwheel\nbrightwheel.Courier(\nprint(1)\nx ===\n", "cannot be read as Python: line 2, 4"),
        ("import brightwheel\n" + 7 * "x = = 1\n", "cannot be read as Python: line 2, 3, 4, 5, 6 and 2 more"),
    ],
)
async def test_code_of_which_nothing_or_only_a_part_is_checked_is_said(tmp_path: Path, code: str, reason: str) -> None:
    async with opened(tmp_path, "installed") as product:
        found = await check(product, code)
        assert found["notChecked"] == [{"name": "code", "reason": reason}]


@pytest.mark.behavior("full/check-code/nothing-runs")
async def test_nothing_is_executed_or_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    mark = tmp_path / "mark"
    async with opened(tmp_path, "installed") as product:
        monkeypatch.setattr(tempfile, "tempdir", str(temporary))
        await check(product, f"import brightwheel\nopen({str(mark)!r}, 'w')\n")
        assert not mark.exists()
        assert list(temporary.iterdir()) == []


async def test_deprecations_can_be_left_out(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        found = await check(product, "import brightwheel\nbrightwheel.nope\n", includeDeprecated=False, maxFindings=1)
        assert found["totalFindings"] == 1


HOSTILE = {
    "many lines": "x = 1\n" * 8_000,
    "deep nesting": "(" * 20_000,
    "deep attribute chain": "import brightwheel\nbrightwheel" + ".a" * 20_000,
    "null bytes": "import brightwheel\0\n\0",
    "a diff of binaries": "diff --git a/x b/x\n@@ -1 +1 @@\n+\x00\x01\x02\nBinary files a/x and b/x differ\n",
    "path names": "import brightwheel\nfrom brightwheel.x import y\nimport os.path\n__import__('../../etc/passwd')\n",
    "many imports": "".join(f"import package_{number}\n" for number in range(2_000)),
    "a long operator": "import brightwheel\nx = " + "+".join(["brightwheel"] * 3_000),
    "nested types": "import brightwheel\ndef f(x: " + "list[" * 150 + "int" + "]" * 150 + "): ...\n",
    "growing types": "import brightwheel\nx = brightwheel\n" + "x = (x, x, x)\n" * 200,
    "many overloads": "from typing import overload\n" + "@overload\ndef f(x: int) -> int: ...\n" * 600,
    "a class of itself": "import brightwheel\nclass A(A): pass\nclass B(C): pass\nclass C(B): pass\nC().x.y\n",
    "no code": "§§§§ ¶¶¶\n" * 300,
    "a script's paths": "import x from '../../../etc/passwd';\nconst y = require('/etc/passwd');\n",
}


@pytest.mark.parametrize("name", HOSTILE)
async def test_hostile_code_ends_with_an_answer_of_the_contract(tmp_path: Path, name: str) -> None:
    async with opened(tmp_path, "installed") as product:
        arguments = {"code": HOSTILE[name][:50_000]}
        envelope = await product.app.dispatcher.call("check-code", arguments, product.session)
        if envelope.get("isError"):
            assert json.loads(envelope["content"][0]["text"])["code"] == "INVALID_INPUT"
        else:
            assert envelope["structuredContent"]["totalFindings"] >= 0


async def test_code_of_100_000_lines_is_refused_by_the_contract(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        error = await product.failure("check-code", code="x = 1\n" * 100_000)
        assert error["code"] == "INVALID_INPUT"


async def test_without_the_type_checker_the_syntax_answers_and_the_result_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type_checker, "program", lambda: None)
    async with opened(tmp_path, "installed") as product:
        found = await check(product, "from brightwheel import Couriers\n")
        assert [one["name"] for one in found["findings"]] == ["Couriers"]
        assert found["typeChecker"] == "none: the syntax of the packages alone"
