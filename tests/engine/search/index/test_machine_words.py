"""Pasted errors without what they say of a machine."""

import pytest
from tests.growth import grows_linearly

from pro_context_engine.search.index.analysis import analyse, query_pairs, query_terms
from pro_context_engine.search.index.dotted_names import asked_names
from pro_context_engine.search.index.machine_words import without_machine_words

PYTHON = """Traceback (most recent call last):
  File "/opt/ann/tutorial/deployment/app.py", line 42, in launch
    rocket.ignite(stage)
    ^^^^^^^^^^^^^^^^^^^^
  File "C:\\Users\\ann\\venv\\Lib\\site-packages\\rockets\\engine.py", line 7, in ignite
    self._valve.open()
rockets.errors.ValveStuck: The valve of stage 2 does not open"""

JAVASCRIPT = """Error: The valve does not open
    at ignite (/var/ann/shop/settings/engine.ts:12:34)
    at async Promise.all (index 0)
    at file:///var/ann/shop/main.mjs:3:1
"""


@pytest.mark.parametrize(
    ("pasted", "left"),
    [
        (PYTHON, "rockets.errors.ValveStuck: The valve of stage 2 does not open"),
        (JAVASCRIPT, "The valve does not open at async Promise.all (index 0)"),
        ("RuntimeError: The valve is stuck", "The valve is stuck"),
        ("ValveError: stuck", "ValveError: stuck"),
        ("What is a RuntimeError?", "What is a RuntimeError?"),
        ("RuntimeError: ", "RuntimeError: "),
        ("<Valve object at 0x7f31c0de4b50> is stuck", "<Valve object at > is stuck"),
        ("2026-03-01 12:00:00,123 valve stuck", "valve stuck"),
        ("the valve in ~/shop/rocket.config.ts:3:14 is stuck on line 12", "the valve in rocket.config.ts is stuck"),
        ("proxy /api to localhost:5173 at 12:30", "proxy /api to localhost:5173 at 12:30"),
        ("lines longer than line length 88", "lines longer than line length 88"),
        ("/home/", "/home/"),
        ("", ""),
    ],
)
def test_what_only_the_asker_has_goes_and_the_rest_stays(pasted: str, left: str) -> None:
    assert " ".join(without_machine_words(pasted).split()) == " ".join(left.split())


@pytest.mark.parametrize("root", ["/home", "/Users", "/usr", "/opt", "/tmp", "~", "C:", "file:///var"])
def test_of_a_path_its_last_part_stays(root: str) -> None:
    slash = "\\" if root == "C:" else "/"
    path = slash.join((root, "ann", "tutorial", "rocket.config.ts"))
    assert without_machine_words(f'cannot read "{path}"') == 'cannot read " rocket.config.ts"'


def test_terms_pairs_and_names_are_of_what_is_left() -> None:
    assert "tutori" not in query_terms(PYTHON)
    assert "deploy app" not in query_pairs(PYTHON)
    assert asked_names(PYTHON) == ["rockets.errors.valvestuck", "errors.valvestuck"]


def test_pages_are_indexed_with_all_their_words() -> None:
    assert "tutori" in analyse(PYTHON)


@pytest.mark.parametrize("piece", ["at ", "/home/", 'File "', "\n\t", ".py:1", "C:\\", "~", ":1", "0x", "a/"])
def test_time_is_linear_in_what_is_pasted(piece: str) -> None:
    assert grows_linearly(lambda times: without_machine_words(f"1{piece * times}"), 20_000)
