"""The check of code that uses large packages: what is read or searched once, and that fast searches find the same."""

from __future__ import annotations

import ast
import os
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.engine.code_checks.python.packages import write

from pro_context_engine.code_checks.python.members.outside_attributes import assigned_objects
from pro_context_engine.code_checks.python.python_check import check
from pro_context_engine.code_checks.python.syntax.listed_names import listed_names
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules
from pro_context_engine.code_checks.python.syntax.package_texts import PackageTexts
from pro_context_engine.code_checks.python.syntax.text_searches import is_at_line_start, matches, words_at
from pro_context_engine.code_checks.python.syntax.written_classes import aliases_in, classes_in

ROWS = 40
ORCHARD = {
    "orchard/__init__.py": "".join(f"from .row{number} import *\n" for number in range(ROWS)),
    **{
        f"orchard/row{number}.py": f'__all__ = ["Tree{number}"]  # sown\n\n\nclass Tree{number}:\n    leaves = 3\n'
        for number in range(ROWS)
    },
}


class _CountedText(str):
    """A text that counts the searches in it."""

    __slots__ = ("searches",)

    def __new__(cls, text: str) -> _CountedText:
        made = super().__new__(cls, text)
        made.searches = 0
        return made

    def __contains__(self, part: object) -> bool:
        self.searches += 1
        return super().__contains__(part)  # type: ignore[operator]


def test_modules_of_star_imports_that_list_other_names_are_not_parsed(tmp_path: Path) -> None:
    write(tmp_path, ORCHARD)
    modules = PackageModules([tmp_path])
    code = "from orchard import Tree0\n\nTree0().leaves\nTree0().roots\n"
    found = check(code, ast.parse(code), modules).findings
    assert [one.name for one in found.values()] == ["roots"]
    assert modules.characters == sum(len(ORCHARD[f"orchard/{name}.py"]) for name in ("__init__", "row0"))


def test_a_name_that_no_list_has_is_missing(tmp_path: Path) -> None:
    write(tmp_path, ORCHARD)
    code = "from orchard import Tree3, Bush\n"
    assert [one.name for one in check(code, ast.parse(code), PackageModules([tmp_path])).findings.values()] == ["Bush"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('import os\n__all__ = ["Pear", "Plum"]\n', {"Pear", "Plum"}),
        ('import os\n__all__ = (\n    "Pear",  # sweet\n    "Plum",\n)\n', {"Pear", "Plum"}),
        ("x = 1\n__all__ = []\n", frozenset()),
        ('import os\n__all__ = ["Pear"] + os.names\n', None),
        ('import os\n__all__ = ["Pear"] \\\n  + os.names\n', None),
        ('import os\n__all__ = ["Pear"]\n__all__ += ["Plum"]\n', None),
        ('import os\n__all__ = ["Pear", PLUM]\n', None),
        ("import os\n__all__ = [{{}: 1}]\n", None),
        (f"import os\n__all__ = [{'(' * 5_000}{')' * 5_000}]\n", None),
        ('"""A module.\n\n__all__ = ["Pear"]\n"""\n', None),
        ("import os\n\n\nclass Pear: ...\n", None),
    ],
)
def test_the_names_that_a_text_lists(tmp_path: Path, text: str, names: set[str] | None) -> None:
    (tmp_path / "fruit.py").write_text(text, "utf-8")
    assert listed_names(tmp_path / "fruit.py", tmp_path) == names


def test_a_list_that_has_changed_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "fruit.py"
    path.write_text('x = 1\n__all__ = ["Pear"]\n', "utf-8")
    assert listed_names(path, tmp_path) == {"Pear"}
    path.write_text('x = 1\n__all__ = ["Plum"]\n', "utf-8")
    changed = path.stat().st_mtime_ns + 1_000_000

    os.utime(path, ns=(changed, changed))
    assert listed_names(path, tmp_path) == {"Plum"}


def test_a_text_is_searched_once_for_a_name() -> None:
    text = _CountedText("rake = spade")
    texts = PackageTexts([(Path("shed.py"), text)])
    assert [texts.has_word("rake"), texts.has_word("rake"), bool(texts.having("rake"))] == [True, True, True]
    assert text.searches == 1


# -- fast searches find what plain expressions find ----------------------------------------------------------------

PIECES = [*"aé2_.:()= \t\n", "==", "oak", "self", "cls", ".ripe", "ripe", ": int"]
HEADS = [*"()[],:# \t\n", "class ", "Oak", "Elm", "Oak as _Oak", " as ", "as", "    ", "x = 1"]


@given(st.lists(st.sampled_from(PIECES), max_size=24).map("".join))
def test_assignments_to_attributes(text: str) -> None:
    plain = re.compile(r"(?<![\w.])(?!self\b|cls\b)(?P<object>[A-Za-z_][\w.]*)\.ripe\s*(?::[^=\n]+)?=(?!=)")
    assert list(assigned_objects(text, "ripe")) == [(one.start(), one["object"]) for one in plain.finditer(text)]


@given(st.lists(st.sampled_from([*PIECES, "é"]), max_size=24).map("".join))
def test_words(text: str) -> None:
    plain = re.compile(r"(?<!\w)ripe(?!\w)")
    assert list(words_at(text, "ripe")) == [one.start() for one in plain.finditer(text)]


@given(st.lists(st.sampled_from(HEADS), max_size=24).map("".join))
@example("Oak as _Oak as  as class ")
def test_names_of_imports(text: str) -> None:
    plain = re.compile(r"\b(\w+)[ \t]+as[ \t]+(\w+)")
    assert aliases_in(text) == {alias: name for name, alias in plain.findall(text)}


@given(st.lists(st.sampled_from(HEADS), max_size=24).map("".join))
def test_heads_of_classes(text: str) -> None:
    plain = re.compile(r"^(?P<indent>[ \t]*)class (?P<name>\w+)[ \t]*(?:\((?P<bases>[^()]*+)\))?[ \t]*:", re.M)
    ends = [
        re.compile(rf"^(?=[ \t]{{0,{len(one['indent'])}}}[^\s#)\]])", re.M).search(text, one.end())
        for one in plain.finditer(text)
    ]
    expected = [
        (one["name"], text[one.end() : end.start() if end else len(text)].replace(f"\n{one['indent']}", "\n"))
        for one, end in zip(plain.finditer(text), ends, strict=True)
    ]
    found = [one for ones in classes_in([text]).named.values() for one in ones]
    assert sorted((one.name, one.source) for one in found) == sorted(expected)


@given(st.lists(st.sampled_from(HEADS), max_size=24).map("".join))
def test_names_of_classes(text: str) -> None:
    plain = re.compile(r"^[ \t]*class (\w+)", re.M)
    found = [one[1] for one in matches(re.compile(r"class (\w+)"), text, is_at_line_start)]
    assert found == plain.findall(text)


def test_one_long_line_is_searched_in_linear_time() -> None:
    looked = 0

    class Line(str):
        __slots__ = ()

        def __getitem__(self, at: object) -> str:
            nonlocal looked
            looked += len(found := super().__getitem__(at))  # type: ignore[index]
            return found

    line = Line("class Oak(Elm): " * 2_000)
    assert len(list(matches(re.compile(r"class (\w+)"), line, is_at_line_start))) == 1
    assert looked < 3 * len(line)


@pytest.mark.parametrize(
    ("rest", "missing"),
    [
        (f'TEXT = """{"A long text. " * 400_000}"""\n', ["roots"]),
        ("a=b\n" * 400_000, []),
    ],
    ids=["five megabytes of text", "more than a million tokens"],
)
def test_the_classes_of_a_large_module_are_read_unless_it_has_too_many_tokens(
    rest: str, missing: list[str], tmp_path: Path
) -> None:
    write(tmp_path, {"orchard/__init__.py": "class Tree:\n    leaves = 3\n\n\n" + rest})
    code = "from orchard import Tree\n\nTree().leaves\nTree().roots\n"
    found = check(code, ast.parse(code), PackageModules([tmp_path])).findings
    assert [one.name for one in found.values()] == missing
