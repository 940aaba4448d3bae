"""Planted changes and their verdicts: `golden/NAME/patch.yaml` changes the released garden, `verdict.txt` is what
`breaking` says then, as a person reads it: on stdout what changed, on stderr what must be corrected."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from pro_context_codegen import yaml_documents
from pro_context_codegen.compatibility.verdicts import VERDICTS

GOLDEN = Path(__file__).parent / "golden"
CASES = sorted(folder.name for folder in GOLDEN.iterdir())


@pytest.mark.parametrize("case", CASES)
def test_planted_change(released, case: str) -> None:
    patch: Mapping[str, object] = yaml_documents.load((GOLDEN / case / "patch.yaml").read_text())
    released.plant(patch)
    told = released.breaking()
    assert told.out + told.err == (GOLDEN / case / "verdict.txt").read_text()
    assert told.status == (1 if told.err else 0)


def test_every_rule_is_shown_by_a_case() -> None:
    shown = "".join((GOLDEN / case / "verdict.txt").read_text() for case in CASES)
    # The garden has no schema for these; test_schemas.py does.
    elsewhere = {"input-unproven", "output-opened", "output-unproven", "unjudged"}
    assert {rule for rule in VERDICTS if f"({rule})" not in shown} == elsewhere
