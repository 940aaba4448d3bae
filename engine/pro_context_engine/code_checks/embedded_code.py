"""The code inside of other documents: the cells of a notebook, the scripts of a component (Vue, Svelte, Astro)."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

_LANGUAGES = ("", "python", "javascript", "typescript")
_SCRIPT = re.compile(r"<script\b[^>]*>", re.IGNORECASE)
_SCRIPT_END = re.compile(r"</script\s*>", re.IGNORECASE)
_FENCE = "---"
_IMPORT = re.compile(r"import\b.*['\"]")


class CodeLine(NamedTuple):
    """A line of code with its place in the document.

    Attributes:
        text: the line.
        number: 1-based number of the document's line.
        offset: the characters before it in that line.
    """

    text: str
    number: int
    offset: int = 0


def notebook_lines(text: str) -> list[CodeLine] | None:
    """Return the lines of the code cells of a Jupyter notebook, None if the text is none.

    Cells for another program (`%%bash`), and those of a notebook in a language that is not checked, are left out.
    """
    if not text.lstrip().startswith("{") or '"cells"' not in text:
        return None
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    cells = document.get("cells")
    if not isinstance(cells, list):
        return None
    if _language(document) not in _LANGUAGES:
        return []
    sources = [_source(cell) for cell in cells if isinstance(cell, dict) and cell.get("cell_type") == "code"]
    lines = [line for source in sources if not "".join(source).lstrip().startswith("%%") for line in (*source, "\n")]
    return list(_placed(lines, text.split("\n")))


def component_lines(lines: Sequence[str]) -> list[str] | None:
    """Return the lines of a component with all but its scripts emptied, None if it is no component."""
    first = next((number for number, line in enumerate(lines) if line.strip()), None)
    if first is None:
        return None
    if lines[first].strip() == _FENCE and _FENCE in (line.strip() for line in lines[first + 1 :]):
        end = next(number for number in range(first + 1, len(lines)) if lines[number].strip() == _FENCE)
        # Front matter of other documents is no code.
        inside = [line if first < number < end else "" for number, line in enumerate(lines)]
        return inside if any(_IMPORT.match(line) for line in inside) else None
    if not lines[first].lstrip().startswith("<") or not any(_SCRIPT.search(line) for line in lines):
        return None
    return list(_scripts(lines))


def _scripts(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines with blanks in place of the text outside of scripts."""
    inside = False
    for line in lines:
        kept = ""
        place = 0
        while place < len(line):
            border = (_SCRIPT_END if inside else _SCRIPT).search(line, place)
            start = border.start() if border else len(line)
            kept += line[place:start] if inside else " " * (start - place)
            if border is None:
                break
            kept += " " * (border.end() - start)
            inside, place = not inside, border.end()
        yield kept.rstrip()


def _language(notebook: Mapping[str, object]) -> str:
    metadata = notebook.get("metadata")
    found = [metadata.get(key) for key in ("language_info", "kernelspec")] if isinstance(metadata, dict) else []
    names = [one.get("name" if at == 0 else "language") for at, one in enumerate(found) if isinstance(one, dict)]
    return next((name.lower() for name in names if isinstance(name, str) and name), "")


def _source(cell: Mapping[str, object]) -> list[str]:
    source = cell.get("source")
    if isinstance(source, str):
        return source.splitlines(keepends=True)
    return [line for line in source if isinstance(line, str)] if isinstance(source, list) else []


def _placed(lines: Sequence[str], document: Sequence[str]) -> Iterator[CodeLine]:
    """Yield the lines with their places: each is a text in a line of its own, as Jupyter writes notebooks."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for at, written in enumerate(document, 1):
        places[written.strip(" ,\t\r")].append(at)
    reached = 0
    for line in lines:
        text = line.rstrip("\n")
        number = _next_place(line, places, reached) if text else None
        offset = document[number - 1].index('"') + 1 if number else 0
        reached = number if number else reached
        yield CodeLine(text, max(reached, 1), offset)


def _next_place(line: str, places: Mapping[str, Sequence[int]], reached: int) -> int | None:
    """Return the number of the first line of the document behind another that is this text, None if there is none."""
    for ascii_only in (True, False):
        found = places.get(json.dumps(line, ensure_ascii=ascii_only), ())
        at = bisect_right(found, reached)
        if at < len(found):
            return found[at]
    return None
