"""The judge of `hatch run ssrf-cases`, on a small file of our own: it agrees with the guard, and notices when not."""

import json
from pathlib import Path
from typing import Any

import pytest
from bench.evaluation.ssrf_cases import judge, report

CASES = Path(__file__).with_name("ssrf_cases.json")


@pytest.fixture
def material() -> dict[str, Any]:
    return json.loads(CASES.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


async def test_the_guard_decides_every_case_as_the_file_says(
    material: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert await report(material) == 0, capsys.readouterr().out
    assert capsys.readouterr().out.splitlines()[-1] == f"0 wrong of {len(material['cases'])}"


async def test_a_wrong_verdict_is_printed_and_counted(
    material: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    opposite = {"allow": "block", "block": "allow"}
    for case in material["cases"]:
        case["expect"] = opposite[case["expect"]]
        case.pop("accept_alt", None)
    wrong = await report(material)
    lines = capsys.readouterr().out.splitlines()
    assert wrong == len(material["cases"])
    assert lines[-1] == f"{wrong} wrong of {wrong}"
    assert lines[0].startswith(material["cases"][0]["id"])


async def test_a_dialled_address_that_was_not_to_be_dialled_is_wrong(material: dict[str, Any]) -> None:
    case = {"url": "https://docs.example/x", "policy": "open", "expect": "allow", "connected_only": ["9.9.9.9"]}
    assert await judge(case, material) == "dialled 93.184.215.14"
