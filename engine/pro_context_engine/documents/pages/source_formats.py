"""The formats of documents, recognized by the endings of file names.

The reader of a format is imported with the first document of that format, since most libraries use only one.
"""

from __future__ import annotations

import re

# A larger text is no page (see `markdown.markdown_page`), and its conversion would keep other requests waiting.
_MOST_CHARACTERS = 5_000_000
# Some projects call their reStructuredText `.txt`.
_RST = re.compile(r"^\.\. (?:[\w:-]+::|_[^:\n]{1,200}:)", re.MULTILINE)


def as_markdown(path: str, text: str) -> str:
    """Return a document as Markdown.

    Args:
        path: its ending names the format: `.rst`, `.mdx`, `.ipynb`; for `.txt`, the text decides.
        text: the document as it was served; a document of any other format is returned unchanged.
    """
    path = path.lower()
    if len(text) > _MOST_CHARACTERS:
        return text
    if path.endswith(".rst") or (path.endswith(".txt") and _RST.search(text)):
        from pro_context_engine.documents.pages.rst import rst_to_markdown  # noqa: PLC0415

        return rst_to_markdown(text)
    if path.endswith(".mdx"):
        from pro_context_engine.documents.pages.mdx import mdx_to_markdown  # noqa: PLC0415

        return mdx_to_markdown(text)
    if path.endswith(".ipynb"):
        from pro_context_engine.documents.pages.notebook import notebook_to_markdown  # noqa: PLC0415

        return notebook_to_markdown(text) or ""
    return text
