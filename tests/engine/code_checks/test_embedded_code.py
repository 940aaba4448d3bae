"""The code in notebooks and components is checked where it stands."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.growth import grows_linearly

from pro_context_engine.code_checks.code_texts import read_snippet
from pro_context_engine.code_checks.embedded_code import component_lines, notebook_lines


def notebook(*cells: Any, indent: int | None = 1, kind: str = "code", **metadata: Any) -> str:
    found = [{"cell_type": kind, "source": cell, "outputs": []} for cell in cells]
    return json.dumps({"cells": found, "metadata": metadata, "nbformat": 4}, indent=indent)


def test_the_lines_of_cells_have_their_places_in_the_notebook() -> None:
    text = notebook(["import lantern\n", "%matplotlib inline\n", 'lantern.shine("é")'], ["lantern.dim()\n"])
    snippet = read_snippet(text)
    assert snippet.text.split("\n") == ["import lantern", "", 'lantern.shine("é")', "", "lantern.dim()", ""]
    document = text.split("\n")
    for line, number, offset in zip(snippet.text.split("\n"), snippet.numbers, snippet.offsets, strict=True):
        if line:
            assert document[number - 1][offset:].startswith(line[:10])


def test_equal_lines_are_told_one_after_another() -> None:
    text = notebook(["a.b()\n"], ["a.b()\n"])
    first, _, second, _ = notebook_lines(text) or []
    assert first.number < second.number
    assert {text.split("\n")[line.number - 1].strip() for line in (first, second)} == {'"a.b()\\n"'}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (notebook("a\nb", indent=None), ["a", "b", ""]),
        (notebook(["%%bash\n", "import a"], ["b"]), ["b", ""]),
        (notebook(["a"], kind="markdown"), []),
        (notebook(["library(a)"], kernelspec={"language": "R"}), []),
        (notebook(["a"], language_info={"name": "Python"}, kernelspec={"language": "R"}), ["a", ""]),
        (notebook(3, [4, "a"]), ["", "a", ""]),
        (json.dumps({"cells": [3, {"cell_type": "code"}], "metadata": 3}), [""]),
    ],
    ids=["one text", "another program", "prose", "another language", "language", "other types", "malformed"],
)
def test_what_is_no_code_of_a_notebook_is_left_out(text: str, lines: list[str]) -> None:
    assert [line.text for line in notebook_lines(text) or []] == lines


@pytest.mark.parametrize(
    "text", ["{}", '{"cells": 3}', '{"cells"', "import a  # {", '{"a": {"cells": []}}', "[" * 9_000]
)
def test_other_texts_are_no_notebooks(text: str) -> None:
    assert notebook_lines(text) is None


COMPONENT = """\
<template>
  <p>{{ import x from 'x' }}</p>
</template>
<script setup lang="ts">
import { ref } from 'lamps'
</script>
<script>const a = 1</script> <b>x</b>
<style> p { } </style>
"""


def test_of_a_component_the_scripts_count() -> None:
    snippet = read_snippet(COMPONENT)
    lines = snippet.text.split("\n")
    assert [(at, line) for at, line in enumerate(lines, 1) if line] == [
        (5, "import { ref } from 'lamps'"), (7, " " * 8 + "const a = 1"),
    ]  # fmt: skip
    assert snippet.numbers[4] == 5


def test_the_front_matter_of_astro_is_code() -> None:
    lines = ["---", "import Lamp from 'lamps'", "---", "<Lamp />"]
    assert component_lines(lines) == ["", lines[1], "", ""]


@pytest.mark.parametrize(
    "text", ["<Lamp on />\nconst a = 1", "const a = '<script>'", "---\ntitle: x\n---\n# A", "---\nimport a", "", "\n"]
)
def test_other_texts_are_no_components(text: str) -> None:
    assert component_lines(text.split("\n")) is None


def test_hostile_documents_are_read_in_linear_time() -> None:
    assert grows_linearly(lambda size: notebook_lines(notebook("a\n" * size, ["b"] * size)), 30_000)
    assert grows_linearly(lambda size: component_lines(["<script>" * size]), 30_000)
