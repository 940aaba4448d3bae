"""MDX becomes Markdown that reads the same."""

from __future__ import annotations

from textwrap import dedent

import pytest
from tests.growth import grows_linearly

from pro_context_engine.documents.pages.html import page_of
from pro_context_engine.documents.pages.mdx import mdx_to_markdown


def convert(text: str) -> list[str]:
    return [line for line in mdx_to_markdown(dedent(text).strip("\n")).split("\n") if line.strip()]


def test_modules_and_comments_go_wherever_they_are() -> None:
    assert convert("""
        ---
        title: Frogs
        ---
        import Tabs from "@theme/Tabs"
        import {
          A,
          B,
        } from "./parts"

        # Frogs

        export const pond = {
          depth: 2,
        }

        {/* not
        for readers */}
        They hop. {/* or jump */}

        export to a pond is forbidden, and import tax is high.
    """) == [
        "---",
        "title: Frogs",
        "---",
        "# Frogs",
        "They hop. ",
        "export to a pond is forbidden, and import tax is high.",
    ]


def test_components_leave_their_text_and_labels() -> None:
    assert convert("""
        <Tabs groupId="os">
          <TabItem value="mac" label="macOS">
            Hop on a Mac.
          </TabItem>
        </Tabs>
        <Card
          title="Ponds"
          onClick={() => go("/pond")}
        >
        All about ponds.
        </Card>
        Press <Kbd>Enter</Kbd> now.
        <Chart data={[1, 2]} />
        a < B is no tag
    """) == [
        "  **macOS**",
        "    Hop on a Mac.",
        "**Ponds**",
        "All about ponds.",
        "Press Enter now.",
        "a < B is no tag",
    ]


def test_code_is_untouched() -> None:
    code = '```jsx\nimport x from "y"\n<Tabs label="a">{/* c */}\n:::note\n```'
    text = f"Before\n\n{code}\n\nUse `<Tabs>` so."
    assert mdx_to_markdown(text) == text


@pytest.mark.parametrize(
    ("opening", "label"),
    [
        (":::note", "**Note**"),
        (":::tip Look here", "**Tip: Look here**"),
        (":::warning[Mind the pond]", "**Warning: Mind the pond**"),
        ("::::info{.blue}", "**Info**"),
    ],
)
def test_admonitions_are_labels(opening: str, label: str) -> None:
    assert convert(f"{opening}\n\nText.\n\n:::") == [label, "Text."]


def test_a_page_has_title_headings_and_no_machinery() -> None:
    page = page_of("https://x.example/docs/a.mdx", 'import A from "a"\n\n# Frogs\n\n<A title="T" />\n\n## Food\n')
    assert (page.title, [heading.title for heading in page.headings]) == ("Frogs", ["Frogs", "Food"])
    assert page.markdown == "# Frogs\n\n**T**\n\n## Food\n"


@pytest.mark.parametrize(
    "piece",
    ["<A ", "{/* ", "<A b={{{", "import {\n", ":::" + " " * 100, "<A>\n", "`", "export const a = [\n", "<A b='"],
)
def test_hostile_texts_take_no_longer_than_their_length(piece: str) -> None:
    def read(times: int) -> None:
        mdx_to_markdown(piece * times)
        mdx_to_markdown((piece + "\n") * times)

    assert grows_linearly(read, 100_000 // len(piece))
