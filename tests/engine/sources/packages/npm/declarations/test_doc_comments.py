"""Documentation comments as Markdown: which tags say something, and how links are written."""

import pytest

from pro_context_engine.sources.packages.npm.declarations.doc_comments import comment_markdown, first_sentence


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("@public\nMoors a ship.", "Moors a ship."),
        ("@override\nMoors it.\n@readonly", "Moors it."),
        ("Moors it.\n@experimental", "Moors it.\n\n**Experimental**"),
        ("@beta The rope may change.", "**Beta**: The rope may change."),
        ("@warning Only at low tide.", "**Warning**: Only at low tide."),
        ("@descCN 系船\n@descEN Moors a ship.", "Moors a ship."),
        ("@throw {Error} without a rope", "**Throws**\n\n- without a rope"),
        ("@function moor(ship)\nMoors a ship.", "Moors a ship."),
        ("@license Nobody's", ""),
        ("@module dock", ""),
    ],
)
def test_what_stands_behind_a_tag_is_shown_if_it_is_about_the_name(text: str, shown: str) -> None:
    assert comment_markdown("/**\n * " + text.replace("\n", "\n * ") + "\n */") == shown


def test_the_first_sentence_may_stand_behind_a_mark() -> None:
    assert first_sentence("/**\n * @public\n * Moors a ship. It stays.\n */") == "Moors a ship."


@pytest.mark.parametrize(
    ("link", "shown"),
    [
        ("[mooring]{@link moor}", "mooring"),
        ("[tides]{@link https://a.example/tides}", "[tides](https://a.example/tides)"),
        ("{@link moor | mooring}", "mooring"),
        ("{@link moor}", "`moor`"),
        ("[a] {@link moor}", "[a] `moor`"),
    ],
)
def test_the_text_of_a_link_may_stand_before_it(link: str, shown: str) -> None:
    assert comment_markdown(f"/** See {link}. */") == f"See {shown}."


def test_an_item_of_several_paragraphs_has_no_spaces_in_its_empty_lines() -> None:
    assert comment_markdown("/**\n * @param rope - Strong.\n *\n * Not wet.\n */") == (
        "**Parameters**\n\n- `rope`: Strong.\n\n  Not wet."
    )


def test_code_and_lists_keep_their_space_in_a_comment_without_stars() -> None:
    comment = """/**
\tMoors a ship:

\t* well

\t@example
\t```
\tmoor(() => {
\t\trope.wet();
\t});
\t```
\t*/"""
    assert comment_markdown(comment) == (
        "Moors a ship:\n\n* well\n\n**Example**\n\n```\nmoor(() => {\n\trope.wet();\n});\n```"
    )
    assert comment_markdown("/** Moors a ship\n    at the dock. */") == "Moors a ship\nat the dock."
    assert comment_markdown("/** Moors\n   * a ship:\n   *   - well */") == "Moors\na ship:\n  - well"


def test_a_comment_in_html_is_markdown() -> None:
    comment = """/**
 * <p>Moors a <b>ship</b> of <code>Dock&lt;T></code>, see <a href="https://a.example">ropes</a>.</p>
 *         <ul>
 *            <li>
 *               <p>Not `Ship<T>`.</p>
 *            </li>
 *            <li>Well.</li>
 *         </ul>
 * @param rope - <p>Strong.</p>
 * @example
 * ```tsx
 * <p>wet</p>
 * ```
 */"""
    assert comment_markdown(comment) == (
        "Moors a ship of Dock<T>, see ropes.\n- Not `Ship<T>`.\n- Well.\n\n"
        "**Parameters**\n\n- `rope`: Strong.\n\n**Example**\n\n```tsx\n<p>wet</p>\n```"
    )
    assert comment_markdown("/** Moors `<p>` and Ship<T>. */") == "Moors `<p>` and Ship<T>."
