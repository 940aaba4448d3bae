"""Service models that are no models do not end a check: what they say wrongly is left out."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from pro_context_engine.code_checks.python.values import service_models

SHAPES: dict[str, Any] = {"Fill": {"members": {"water": {}, "class": {}, "a b": {}}}}


@pytest.mark.parametrize(
    "said",
    [
        {"shapes": [1]},
        {"metadata": [1]},
        {"metadata": {"serviceId": "1 pond"}},
        {"metadata": {"serviceId": "class"}},
        {"operations": [1]},
        {"operations": {"Fill": 1}},
        {"operations": {"Fill": {"input": 1}}},
        {"operations": {"Fill": {"input": {"shape": ["Fill"]}}}},
        {"operations": {"Class": {}}},
        {"shapes": {"Fill": 1}},
        {"shapes": {"Fill": {"members": 1}}},
    ],
)
def test_a_wrong_model_makes_a_class_all_the_same(said: dict[str, Any], tmp_path: Path) -> None:
    model = {"shapes": SHAPES, "metadata": {"serviceId": "Pond"}, "operations": {"Fill": {"input": {"shape": "Fill"}}}}
    (tmp_path / "service-2.json").write_text(json.dumps(model | said))
    ast.parse(service_models._source(str(tmp_path / "service-2.json"), "pond"))


def test_the_names_of_a_right_model_are_those_that_can_be_written(tmp_path: Path) -> None:
    model = {"shapes": SHAPES, "metadata": {"serviceId": "Pond"}, "operations": {"Fill": {"input": {"shape": "Fill"}}}}
    (tmp_path / "service-2.json").write_text(json.dumps(model))
    source = service_models._source(str(tmp_path / "service-2.json"), "pond")
    assert source.endswith("class Pond(BaseClient):\n    pass\n    def fill(self, *, water=...): ...\n")
