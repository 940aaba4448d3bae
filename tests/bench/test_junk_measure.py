"""Which characters of an answer the benchmark `junk` holds to be junk."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "bench"))

from junk_measure import KINDS, AnswerJunk, Passage, is_targeted, passages  # type: ignore[import-not-found]

URL = "pypi://pond/2.0/api/pond.frogs#frog"
TARGET = {"symbol": "pond.Frog.hop", "qualname": "Frog.hop", "module": "pond.frogs", "public_module": "pond"}
ROW = {"ecosystem": "pypi", "targets": [TARGET], "must_mention": ["height"]}


def kinds(text: str) -> dict[str, int]:
    junk = AnswerJunk()
    junk.add(Passage(URL, "pond.frogs › Frog", text), {"ecosystem": "pypi"})
    return {kind: junk.kinds[kind] for kind in KINDS if junk.kinds[kind]}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A `Frog` that can hop.", {}),
        ("A :class:`Frog`.", {"markup": len(":class:`Frog`")}),
        ("Of `.Pond` and `_orm.Frog`.", {"markup": len("`.Pond`") + len("`_orm.Frog`")}),
        (":param x: y", {"markup": len(":param x:")}),
        ("```python\ndef hop(x: int)\n```", {}),
        ("[![a](b.svg)](https://c.example)", {"banner": len("[![a](b.svg)](https://c.example)")}),
        ("## Also importable from here\n- `x`: `y`", {"paths": len("## Also importable from here- `x`: `y`")}),
        ("```python\nfrom a import x\nfrom a.b import x\ndef x()\n```", {"paths": len("from a.b import x")}),
        ("```python\n@cached(maxsize=1)\n@property\ndef x()\n```", {"decorators": len("@cached(maxsize=1)")}),
        ("```python\ndef x(\n    flies: int = 0,\n)\ndef x(\n    flies: int = 0,\n)\n```", {"repeats": 19}),
    ],
)
def test_kinds_of_junk(text: str, wanted: dict[str, int]) -> None:
    assert kinds(text) == wanted


def test_a_passage_about_no_target_is_junk_and_counted_once() -> None:
    junk = AnswerJunk()
    junk.add(Passage(URL, "pond.frogs › Frog › Frog.hop", "### Frog.hop\n\nHop."), ROW)
    junk.add(Passage(URL, "pond.frogs › Toad", "## Toad\n\nA :class:`Toad`."), ROW)
    assert junk.junk == junk.kinds["elsewhere"] == len("## Toad\n\nA :class:`Toad`.")
    assert junk.own == len(":class:`Toad`")


def test_a_passage_is_targeted_by_its_headings_or_inside_its_section_by_a_word() -> None:
    assert is_targeted(Passage(URL, "pond.frogs › Frog › Frog.hop › Notes", "By its height."), ROW)
    assert not is_targeted(Passage(URL, "pond.frogs › Frog › Frog.hop › Notes", "By its weight."), ROW)
    assert not is_targeted(Passage(URL.replace("frogs", "toads"), "pond.toads › Frog.hop", "### Frog.hop"), ROW)


def test_a_heading_may_begin_with_a_namespace_in_packages_of_npm() -> None:
    row = ROW | {"ecosystem": "npm"}
    assert is_targeted(Passage("npm://pond/2.0/api/pond", "pond › Pond.Frog.hop", "### Pond.Frog.hop"), row)
    assert not is_targeted(Passage("npm://pond/2.0/api/pond", "pond › Pond.Toad.hop", "### Pond.Toad.hop"), row)
    assert not is_targeted(Passage(URL, "pond.frogs › Pond.Frog.hop", "### Pond.Frog.hop"), ROW)


def test_an_answer_is_read_without_the_lines_of_the_server() -> None:
    content = (
        f"> Quoted.\n\n> Source: {URL} (pond 2.0) [a1]\n> Section: pond.frogs › Frog\n\n## Frog\n\nHop.\n\n> End [a1]\n"
    )
    assert passages(content) == [Passage(URL, "pond.frogs › Frog", "## Frog\n\nHop.")]
