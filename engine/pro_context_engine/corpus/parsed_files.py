"""JSON and YAML of a corpus as plain values, and the line of each."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pro_context_engine.corpus.values import Problem
from pro_context_engine.documents.plain_yaml import NotPlainYaml, check_shape

MAX_CHARACTERS = 256_000
"""Of a manifest, a template or a page's front matter."""

_DEEPEST = 20

Steps = tuple[str | int, ...]


class Unreadable(Exception):
    """A document is not what it should be; `problem` says where and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Document:
    """What a file says.

    Attributes:
        file: its path in the corpus.
        value: mappings, sequences, strings, numbers, truth values, None.
        lines: the 1-based line of each value, by the steps that lead to it.
    """

    file: str
    value: Any
    lines: Mapping[Steps, int]

    def problem(self, what: str, *steps: str | int) -> Problem:
        """Return that something is wrong with the value these steps lead to, or else with what holds it."""
        known = next((steps[:end] for end in range(len(steps), -1, -1) if steps[:end] in self.lines), ())
        return Problem(self.file, self.lines.get(known, 1), f"{_dotted(steps)}: {what}" if steps else what)


def decoded(file: str, content: bytes) -> str:
    """Return what a file holds as text.

    Raises:
        Unreadable: it is not UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(Problem(file, content[: error.start].count(b"\n") + 1, "is not UTF-8 here")) from None


def read_json(file: str, text: str) -> Document:
    """Return what a JSON text says.

    Args:
        file: its path in the corpus.
        text: of the file.

    Raises:
        Unreadable: it is no JSON, or more of it than anybody writes.
    """
    if len(text) > MAX_CHARACTERS:
        raise Unreadable(Problem(file, 0, f"is longer than {MAX_CHARACTERS} characters"))
    try:
        value = json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise Unreadable(Problem(file, error.lineno, "is not valid JSON here")) from None
    except (ValueError, RecursionError):
        raise Unreadable(Problem(file, 0, "is not valid JSON")) from None
    try:
        # JSON is YAML, but for tabs, which it has between values only.
        lines = dict(read_yaml(file, text.replace("\t", " ")).lines)
    except Unreadable:
        lines = {}
    return Document(file, value, lines)


def read_yaml(file: str, text: str, above: int = 0) -> Document:
    """Return what a YAML text says, by the rules of JSON: dates and the like stay text.

    Args:
        file: its path in the corpus.
        text: all of the file, or a part.
        above: how many lines of the file stand above the part.

    Raises:
        Unreadable: it is no YAML, or not plain, or more of it than anybody writes.
    """
    # Only those who build pay for the parser.
    import yaml  # noqa: PLC0415

    if len(text) > MAX_CHARACTERS:
        raise Unreadable(Problem(file, 0, f"is longer than {MAX_CHARACTERS} characters"))
    try:
        check_shape(yaml.parse(text, yaml.BaseLoader), _DEEPEST)
        node = yaml.compose(text, yaml.BaseLoader)
    except NotPlainYaml as error:
        raise Unreadable(Problem(file, error.mark.line + 1 + above, error.reason)) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 + above if mark else 0
        raise Unreadable(Problem(file, line, "is not valid YAML here")) from None
    except (yaml.YAMLError, ValueError):
        raise Unreadable(Problem(file, 0, "is not valid YAML")) from None
    lines: dict[Steps, int] = {}
    return Document(file, _plain(node, (), lines, above), lines)


def _plain(node: Any, steps: Steps, lines: dict[Steps, int], above: int) -> Any:
    """Return the value of a YAML node, and note the lines of all in it."""
    if node is None:
        return None
    lines[steps] = node.start_mark.line + 1 + above
    if node.id == "mapping":
        return {str(key.value): _plain(value, (*steps, str(key.value)), lines, above) for key, value in node.value}
    if node.id == "sequence":
        return [_plain(item, (*steps, number), lines, above) for number, item in enumerate(node.value)]
    return node.value if node.style else _scalar(node.value)


def _scalar(text: str) -> Any:
    """Return an unquoted scalar: truth values, whole numbers and nothing are such, the rest is text."""
    words = {"true": True, "false": False, "null": None, "~": None, "": None}
    if text.lower() in words:
        return words[text.lower()]
    digits = text.removeprefix("-")
    whole = digits.isascii() and digits.isdigit() and len(digits) < 16 and (digits == "0" or digits[0] != "0")
    return int(text) if whole else text


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


def _dotted(steps: Sequence[str | int]) -> str:
    """Return steps as they are read: `overrides[0].strategy`, without what no terminal shows."""
    joined = "".join(f"[{step}]" if isinstance(step, int) else f".{step[:64]}" for step in steps).removeprefix(".")
    return "".join(character if character.isprintable() else "?" for character in joined)
