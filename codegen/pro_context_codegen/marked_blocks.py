"""Generated blocks between two marks, in pages that people write."""

from __future__ import annotations

from pathlib import Path

from pro_context_codegen.spec_problems import SpecError, SpecProblem


def replace_block(page: Path, name: str, source: str, block: str) -> bytes:
    """Return a page with a block's text between its marks.

    Args:
        page: the file.
        name: the block's name; its marks are `<!-- NAME: … -->` and `<!-- /NAME -->`, on lines of their own.
        source: the file that the block is generated from.
        block: the text of the block, ending with a newline.

    Raises:
        SpecError: the page does not have exactly one such block.
    """
    text = page.read_text(encoding="utf-8") if page.is_file() else ""
    first, last = f"<!-- {name}: generated from {source}; do not edit -->\n", f"<!-- /{name} -->\n"
    before, begun, rest = text.partition(first)
    _, ended, after = rest.partition(last)
    if not begun or not ended or first in rest or last in after:
        raise SpecError([SpecProblem(page.as_posix(), "", f"must have one block {first.strip()} … {last.strip()}")])
    return f"{before}{first}{block}{last}{after}".encode()
