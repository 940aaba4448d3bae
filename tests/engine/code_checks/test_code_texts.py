"""The code of a call, in its forms."""

from __future__ import annotations

import pytest

from pro_context_engine.code_checks.code_texts import parse_python, read_snippet, too_nested

DIFF = """\
diff --git a/app.py b/app.py
--- a/app.py
+++ b/app.py
@@ -10,3 +10,4 @@ def main():
 import lantern
-lantern.old()
+lantern.new()
+lantern.newer()
 print(1)
Binary files a/x.png and b/x.png differ
"""


def test_of_a_diff_the_added_lines_count() -> None:
    snippet = read_snippet(DIFF)
    assert snippet.text == "import lantern\nlantern.new()\nlantern.newer()\nprint(1)"
    assert snippet.numbers == (10, 11, 12, 13)
    assert snippet.changed == {2, 3}


def test_prompts_and_outputs_are_left_out() -> None:
    snippet = read_snippet("Text\n>>> import lantern\n>>> for x in y:\n...     lantern.a\n1\n")
    assert snippet.text == "\nimport lantern\nfor x in y:\n    lantern.a\n\n"
    assert snippet.offsets[1] == 4


def test_indented_code_is_moved_left() -> None:
    snippet = read_snippet("    import a\n    a.b\n")
    assert snippet.text.startswith("import a\na.b")
    assert snippet.offsets[0] == 4


@pytest.mark.parametrize(
    ("code", "kept"),
    [
        ("import a\nthis is no Python\na.b\n", "import a\n\na.b\n"),
        ("import a\ndef f():\n", "import a\ndef f(): pass\n"),
        ("import a\nf(\n", "import a\n\n"),
        ("import a\n  a.b\n", "import a\na.b\n"),
    ],
)
def test_lines_that_cannot_be_parsed_are_left_out(code: str, kept: str) -> None:
    tree, text = parse_python(code)
    assert tree is not None
    assert text == kept


def test_a_null_byte_does_no_harm() -> None:
    assert parse_python(read_snippet("import a\0\n").text)[0] is not None


def test_deep_nesting_is_told() -> None:
    assert too_nested("(" * 500)
    assert not too_nested("f(g(h(1)))")


def test_code_without_a_parsable_line_gives_none() -> None:
    assert parse_python("(" * 150 + "\n" + "§ $ ?\n" * 100)[0] is None


def test_a_prompt_in_a_docstring_makes_no_session():
    code = 'import lantern\n\n\ndef lit():\n    """Light.\n\n    >>> lantern.light()\n    """\n    return lantern.a\n'
    assert read_snippet(code).text == code
