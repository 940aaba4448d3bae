"""The formats documentation is written in, known by the ending of a file's name.

What reads one is imported when the first document in it comes, for most libraries have but one.
"""

from __future__ import annotations

import re

# Nothing larger is a page (see `markdown.markdown_page`), and converting it would keep others waiting.
_MOST_CHARACTERS = 5_000_000
# Some projects call their reStructuredText `.txt`.
_RST = re.compile(r"^\.\. (?:[\w:-]+::|_[^:\n]{1,200}:)", re.MULTILINE)


def as_markdown(path: str, text: str) -> str:
    """Return a document as Markdown.

    Args:
        path: whose ending names the format: `.rst`, `.mdx`, `.ipynb`; of `.txt`, the text decides.
        text: the document as it came; what is of no format known here is returned as it is.
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
