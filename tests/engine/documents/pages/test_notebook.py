"""Notebooks become Markdown."""

import json
from typing import Any

import pytest

from pro_context_engine.documents.pages.html import page_of
from pro_context_engine.documents.pages.notebook import notebook_to_markdown
from pro_context_engine.domain.errors import NotDocumentation


def notebook(*cells: dict[str, Any], language: str = "julia") -> str:
    return json.dumps({"cells": cells, "metadata": {"kernelspec": {"language": language}}, "nbformat": 4})


def code(source: str, *outputs: dict[str, Any]) -> dict[str, Any]:
    return {"cell_type": "code", "source": source.splitlines(keepends=True), "outputs": list(outputs)}


def test_text_code_and_output_come_in_order() -> None:
    text = notebook(
        {"cell_type": "markdown", "source": ["# Frogs\n", "\n", "They hop."]},
        code("hop(\n  2)", {"output_type": "stream", "text": ["splash\n"]}),
        code("see()", {"output_type": "display_data", "data": {"image/png": "AAAA", "text/plain": "<Figure>"}}),
        code("fall()", {"output_type": "error", "ename": "Wet", "evalue": "deep", "traceback": ["\x1b[31mx"]}),
        code("%%bash\nls"),
        {"cell_type": "raw", "source": "nothing"},
    )
    assert notebook_to_markdown(text) == (
        "# Frogs\n\nThey hop.\n\n```julia\nhop(\n  2)\n```\n\n```text\nsplash\n```\n\n```julia\nsee()\n```\n\n"
        "```text\n<Figure>\n```\n\n```julia\nfall()\n```\n\n```text\nWet: deep\n```\n\n```bash\n%%bash\nls\n```"
    )


def test_long_output_is_cut() -> None:
    text = notebook(code("count()", {"output_type": "stream", "text": "".join(f"{n}\n" for n in range(1_000))}))
    markdown = notebook_to_markdown(text)
    assert markdown is not None
    assert "19\n…\n```" in markdown
    assert "\n20\n" not in markdown


def test_a_fence_is_longer_than_any_inside_it() -> None:
    assert notebook_to_markdown(notebook(code("'''```'''"))) == "````julia\n'''```'''\n````"


def test_a_page_has_headings() -> None:
    text = notebook({"cell_type": "markdown", "source": "# Frogs\n## Food"}, code("x"))
    page = page_of("https://x.example/a.ipynb", text, "text/plain")
    assert (page.title, len(page.headings)) == ("Frogs", 2)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"cells": 3}', '{"cells": [{}]}', "[" * 100_000, '{"cells": [1]}'])
def test_what_is_no_notebook_is_no_page(text: str) -> None:
    assert not notebook_to_markdown(text)
    with pytest.raises(NotDocumentation):
        page_of("https://x.example/a.ipynb", text or " ")
