"""The conversion of a Jupyter notebook to Markdown: its text, its code with the language, its output in short."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_MOST_CELLS = 5_000
_MOST_OUTPUT_LINES = 20
_MOST_OUTPUT = 2_000
_TERMINAL_COLOURS = re.compile(r"\x1b\[[0-9;]{0,20}m")
_MAGIC_LANGUAGE = re.compile(r"%%(bash|sh|javascript|html|sql|latex|markdown|ruby|perl|R)\b")


def notebook_to_markdown(text: str) -> str | None:
    """Return a notebook as Markdown, None if the text is not a notebook.

    Pictures and rich output are left out; plain output is cut after twenty lines.

    Args:
        text: the JSON of an `.ipynb` file, format 3 or 4.
    """
    try:
        document = json.loads(text)
        cells = document.get("cells") or [cell for sheet in document["worksheets"] for cell in sheet["cells"]]
        language = _language(document.get("metadata", {}))
        parts = [part for cell in cells[:_MOST_CELLS] for part in _cell(cell, language) if part.strip()]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return "\n\n".join(parts)


def _language(metadata: Mapping[str, Any]) -> str:
    kernel, info = metadata.get("kernelspec", {}), metadata.get("language_info", {})
    name = str(kernel.get("language") or info.get("name") or "python").lower()
    return name if re.fullmatch(r"[\w+#-]{1,30}", name) else ""


def _cell(cell: Mapping[str, Any], language: str) -> Iterator[str]:
    source = _text(cell.get("source", cell.get("input", "")))
    kind = cell["cell_type"]
    if kind == "markdown":
        yield source.strip("\n")
    elif kind == "heading":
        yield f"{'#' * min(6, max(1, int(cell.get('level', 1))))} {' '.join(source.split())}"
    elif kind == "code" and source.strip():
        magic = _MAGIC_LANGUAGE.match(source)
        yield _fenced(source.strip("\n"), magic[1].lower() if magic else language)
        for output in cell.get("outputs", []):
            yield _fenced(_shortened(_output(output)), "text")


def _output(output: Mapping[str, Any]) -> str:
    if output.get("output_type") == "error" or "ename" in output:
        return f"{output.get('ename', '')}: {output.get('evalue', '')}"
    data = output.get("data", {})
    return _text(output.get("text") or data.get("text/plain") or "")


def _shortened(text: str) -> str:
    lines = _TERMINAL_COLOURS.sub("", text[: 2 * _MOST_OUTPUT]).strip("\n").split("\n")
    short = "\n".join(lines[:_MOST_OUTPUT_LINES])[:_MOST_OUTPUT]
    return short if len(lines) <= _MOST_OUTPUT_LINES and len(text) <= _MOST_OUTPUT else f"{short}\n…"


def _text(source: object) -> str:
    return "".join(map(str, source)) if isinstance(source, list) else str(source)


def _fenced(text: str, language: str) -> str:
    if not text.strip():
        return ""
    ticks = "`" * max([3, *(len(run) + 1 for run in re.findall("`{3,}", text))])
    return f"{ticks}{language}\n{text}\n{ticks}"
