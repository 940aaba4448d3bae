"""What counts of a pasted text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import grows_linearly

from pro_context_engine.search.pasted_text import MOST_CHARACTERS, pasted, shortened

TRACEBACK = """\
Traceback (most recent call last):
  File "/boat/main.py", line 12, in <module>
    crew = harbour.moor("pier", timeout=ropes.Timeout(5))
  File "/boat/.venv/lib/python3.11/site-packages/ropes/_knots.py", line 53, in moor
    return self._tie(
ropes.KnotError: the rope is too short
"""
ISSUE = """\
### Harbour.moor does not wait for the crew

I updated to 2.0. How do I make `Harbour.moor` wait until all are on board?

```python
from ropes import Harbour
Harbour().moor(pier)
```
"""
LOG = """\
2026-11-02T10:00:01 INFO starting
2026-11-02T10:00:02 ERROR ropes.pier: the pier is full
2026-11-02T10:00:03 INFO retrying
"""
CODE = """\
import ropes as rp
knot = rp.tie(rp.Bowline(), length=3)
print(knot)
"""
VALIDATION = """\
ropes.errors.ValidationError: 1 error in Harbour
depth
  must be greater than 0
"""


@pytest.mark.parametrize(
    ("text", "told", "names"),
    [
        (TRACEBACK, ["ropes.KnotError: the rope is too short"], ["moor", "ropes.Timeout"]),
        (
            ISSUE,
            ["Harbour.moor does not wait for the crew", "How do I make `Harbour.moor` wait until all are on board?"],
            ["Harbour.moor", "Harbour"],
        ),
        (LOG, ["ropes.pier: the pier is full"], []),
        (CODE, [], ["rp.tie", "rp.Bowline"]),
        (VALIDATION, ["ropes.errors.ValidationError: 1 error in Harbour depth must be greater than 0"], []),
        ("    at moor (/boat/node_modules/ropes/moor.js:3:9)\nTypeError: pier is not a function", None, []),
        ("x" * 9_000, None, []),
        ("", [], []),
    ],
)
def test_the_telling_parts(text: str, told: list[str] | None, names: list[str]) -> None:
    found = pasted(text)
    assert told is None or list(found.told) == told
    assert list(found.names)[: len(names)] == names


def test_the_error_that_a_chain_of_tracebacks_ends_with_comes_first() -> None:
    text = f"{TRACEBACK}\nThe above exception was the direct cause of the following exception:\n\n{TRACEBACK}"
    assert (
        pasted(text.replace("KnotError", "PierError", 2).replace("PierError", "KnotError", 1))
        .told[0]
        .startswith("ropes.PierError")
    )


def test_a_traceback_within_the_library_alone_names_the_function_that_was_called() -> None:
    inner = "\n".join([TRACEBACK.split("\n")[0], *TRACEBACK.split("\n")[3:]])
    assert pasted(inner).names == ("moor",)


def test_of_a_long_text_the_beginning_and_the_end_count() -> None:
    text = "How do I moor a boat?\n" + "We sail. " * 3_000 + "\n" + TRACEBACK
    assert len(shortened(text)) <= MOST_CHARACTERS
    assert pasted(text).told == ("How do I moor a boat?", "ropes.KnotError: the rope is too short")


@given(st.text(max_size=600))
def test_any_text_is_read(text: str) -> None:
    found = pasted(text)
    assert "\n" not in found.text
    assert len(found.names) <= 8


@pytest.mark.parametrize(
    "part", ["a", "(", "x = ", 'File "a", line 1\n  ', " ", "a.b.", "Error: ", "A.", "`a", "ERROR "]
)
def test_time_is_linear(part: str) -> None:
    assert grows_linearly(lambda size: pasted(part * (size // len(part))), MOST_CHARACTERS)
