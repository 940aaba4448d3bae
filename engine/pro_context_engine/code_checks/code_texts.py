"""The code of a call: a file, a snippet, an interactive session, a notebook, a component or a unified diff.

Its lines are kept in place.
"""

from __future__ import annotations

import ast
import re
import textwrap
import warnings

from pro_context_engine.code_checks.embedded_code import component_lines, notebook_lines
from pro_context_engine.domain.value_class import value_class

_MOST_REPAIRS = 30
_MOST_NESTED = 200
_HUNK = re.compile(r"^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@")
_PROMPT = re.compile(r"^(\s*)(>>>|\.\.\.)(?: |$)")
_CELL = re.compile(r"^\s*(?:In \[\d+\]:|[%!])")


@value_class
class Snippet:
    """Code to check.

    Attributes:
        text: the code, with as many lines as were given; lines that are not code are empty.
        numbers: the 1-based line number to tell for each line; of a diff that of the new file.
        changed: the lines to check, None for all.
        offsets: characters that were cut from the start of each line; of a diff none, as columns are those of the file.
    """

    text: str
    numbers: tuple[int, ...]
    changed: frozenset[int] | None = None
    offsets: tuple[int, ...] = ()


def read_snippet(code: str) -> Snippet:
    """Return the code to check; prompts, outputs, markup and the old lines of a diff are left out."""
    code = code.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    cells = notebook_lines(code)
    if cells is not None:
        text = "\n".join("" if _CELL.match(line.text) else line.text for line in cells)
        return Snippet(text, tuple(line.number for line in cells), None, tuple(line.offset for line in cells))
    lines = code.split("\n")
    if any(_HUNK.match(line) for line in lines):
        return _of_diff(lines)
    lines = component_lines(lines) or lines
    numbers = tuple(range(1, len(lines) + 1))
    if _is_session(lines):
        kept = [_without_prompt(line) for line in lines]
        return Snippet("\n".join(text for text, _ in kept), numbers, None, tuple(cut for _, cut in kept))
    plain = ["" if _CELL.match(line) else line for line in lines]
    text = "\n".join(plain)
    cut = len(lines[0]) - len(lines[0].lstrip()) if lines[0].strip() else 0
    dedented = textwrap.dedent(text)
    if dedented != text:
        first = next((line for line in plain if line.strip()), "")
        cut = len(first) - len(first.lstrip())
        return Snippet(dedented, numbers, None, tuple(cut for _ in lines))
    return Snippet(text, numbers, None, tuple(0 for _ in lines))


def _is_session(lines: list[str]) -> bool:
    """Tell whether lines are those of an interactive session; a prompt in a docstring of a file makes none."""
    for number, line in enumerate(lines):
        if _PROMPT.match(line) and ">>>" in line:
            before = "\n".join(lines[:number])
            return all(before.count(quotes) % 2 == 0 for quotes in ('"""', "'''"))
    return False


def _without_prompt(line: str) -> tuple[str, int]:
    found = _PROMPT.match(line)
    return (line[found.end() :], found.end()) if found else ("", 0)


def _of_diff(lines: list[str]) -> Snippet:
    """Return the new text of a diff: its context and its added lines, of which only the added ones are checked."""
    kept: list[str] = []
    numbers: list[int] = []
    changed: set[int] = set()
    number = 0
    for line in lines:
        hunk = _HUNK.match(line)
        if hunk:
            number = int(hunk[1])
        elif number and line[:1] in ("+", " ") and not line.startswith("+++"):
            kept.append(line[1:])
            numbers.append(number)
            if line[0] == "+":
                changed.add(len(kept))
            number += 1
        elif line.startswith(("diff ", "--- ", "index ")):
            number = 0
    return Snippet("\n".join(kept), tuple(numbers), frozenset(changed), tuple(0 for _ in kept))


def parse_python(text: str) -> tuple[ast.Module | None, str]:
    """Return the syntax of Python code, and the text that was parsed; lines that cannot be parsed are left out.

    Returns:
        None where too little of it is Python.
    """
    lines = text.split("\n")
    for _ in range(_MOST_REPAIRS):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse("\n".join(lines)), "\n".join(lines)
        except SyntaxError as error:
            place = min(max((error.lineno or 1) - 1, 0), len(lines) - 1)
            if not _repair(lines, place, error):
                return None, text
        except SystemError:
            # CPython 3.11 may refuse code while another thread parses (gh-106905); the next try succeeds.
            continue
        except (ValueError, RecursionError, MemoryError):
            return None, text
    return None, text


def _repair(lines: list[str], place: int, error: SyntaxError) -> bool:
    """Change the lines at an error so that the rest may be parsed; return whether a line was changed."""
    message = str(error.msg)
    if isinstance(error, IndentationError) and "expected an indented block" in message:
        head = re.search(r"on line (\d+)", message)
        above = int(head[1]) - 1 if head else place
        if lines[above].rstrip().endswith(":"):
            lines[above] = f"{lines[above].rstrip()} pass"
        else:
            lines[above] = ""
        return True
    if isinstance(error, IndentationError) and "unexpected indent" in message:
        lines[place] = lines[place].lstrip()
        return True
    if ("was never closed" in message or "unexpected EOF" in message) and lines[place].strip():
        lines[place] = ""
        return True
    if "outside" in message:
        return False
    if lines[place].strip():
        lines[place] = ""
        return True
    before = next((number for number in range(place, -1, -1) if lines[number].strip()), None)
    if before is None:
        return False
    lines[before] = ""
    return True


def too_nested(text: str) -> bool:
    """Tell whether brackets are nested deeper than a parser may follow."""
    depth = deepest = 0
    for character in text:
        if character in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in ")]}":
            depth = max(0, depth - 1)
    return deepest > _MOST_NESTED
