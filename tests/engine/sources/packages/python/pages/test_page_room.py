"""Pages of modules that are longer than a page may be."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import install, symbol_in

from pro_context_engine.sources.packages.package_urls import PackageUrl
from pro_context_engine.sources.packages.python.pages import module_page
from pro_context_engine.sources.packages.python.pages.page_room import fitted


def test_the_longest_sections_are_shortened_before_any_name_is_lost() -> None:
    long = [
        "## Frog",
        "```python\nclass Frog\n```",
        "A frog.\n\nMore.",
        *(f"### Frog.m{n}\n\n{'x' * 100}" for n in range(50)),
    ]
    sections = [("Frog", long), *((f"f{n}", [f"## f{n}", "def f()", "It jumps."]) for n in range(20))]
    texts, left_out = fitted(sections, 1_000)
    assert sum(map(len, texts)) <= 1_000
    assert not left_out
    assert texts[0] == "## Frog\n\n```python\nclass Frog\n```\n\nA frog."
    assert texts[1] == "## f0\n\ndef f()\n\nIt jumps."


def test_all_sections_are_whole_where_there_is_room() -> None:
    assert fitted([("f", ["## f", "def f()"]), ("g", ["## g"])], 100) == (["## f\n\ndef f()", "## g"], [])


def test_names_without_any_room_are_returned() -> None:
    texts, left_out = fitted([(f"f{n}", [f"## f{n}", "x" * 50]) for n in range(100)], 200)
    assert sum(map(len, texts)) <= 200
    assert len(texts) + len(left_out) == 100


def test_a_page_beyond_its_bound_has_every_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module_page, "MAX_CHARACTERS", 4_000)
    members = "".join(f"    def m{n}(self):\n        '''{'Text. ' * 30}'''\n" for n in range(100))
    source = f"class Frog:\n    '''A frog.'''\n{members}" + "".join(
        f"def f{n}():\n    '''Jump.'''\n" for n in range(20)
    )
    documentation = install(tmp_path, {"pond/__init__.py": source})
    page = documentation.page(PackageUrl("pond", "2.0", "api", "pond"))
    assert page is not None
    assert len(page.markdown) < 5_000
    assert " members." in page.markdown
    assert {"Frog", *(f"f{n}" for n in range(20))} <= {heading.title for heading in page.headings}
    assert symbol_in(documentation.symbols(), "pond.f19").url.endswith("#f19")


def test_a_class_that_is_longer_than_a_page_has_its_members_in_short() -> None:
    members = [
        (f"Frog.m{n}", [f"### Frog.m{n}", f"```python\ndef m{n}(self)\n```", "It jumps.\n\n" + "x" * 500])
        for n in range(20)
    ]
    texts, left_out = fitted([("Frog", ["## Frog", "class Frog"]), *members, ("f", ["## f", "def f()"])], 2_000)
    assert not left_out
    assert texts[0] == "## Frog\n\nclass Frog"
    assert texts[-2].endswith("It jumps.")
    assert texts[-1] == "## f\n\ndef f()"


def test_names_of_the_module_have_room_before_members() -> None:
    members = [(f"Frog.m{n}", [f"### Frog.m{n}", "def m(self)", "It jumps." * 9]) for n in range(20)]
    texts, left_out = fitted([("Frog", ["## Frog", "class Frog"]), *members, ("f", ["## f", "def f()"])], 400)
    assert texts[0] == "## Frog\n\nclass Frog"
    assert texts[-1] == "## f\n\ndef f()"
    assert left_out == [f"Frog.m{n}" for n in range(3, 20)]


def test_a_long_declaration_is_cut_between_lines() -> None:
    fields = "\n".join(f"    field{n}: str" for n in range(500))
    long = ["## Frog", f"```python\nclass Frog:\n{fields}\n```", "A frog.\n\nMore."]
    texts, _ = fitted([("Frog", long), ("f", ["## f", "x" * 3_000])], 4_000)
    assert texts[0].startswith("## Frog\n\n```python\nclass Frog:\n    field0: str\n")
    assert texts[0].endswith(": str\n    ...\n```\n\nA frog.")
    assert 1_950 < len(texts[0]) < 2_050
    assert texts[1].startswith("## f")
