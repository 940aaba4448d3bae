"""JSON and YAML files of a corpus as plain values, with the line of each value."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pro_context_engine.corpus.values import CorpusProblem
from pro_context_engine.documents.plain_yaml import NotPlainYaml, check_shape
from pro_context_engine.domain.value_class import value_class

MAX_CHARACTERS = 256_000
"""The maximum length of a manifest, a template or a page's front matter, characters."""

_DEEPEST = 20

Steps = tuple[str | int, ...]


class Unreadable(Exception):
    """A document is malformed; `problem` names the place and the reason."""

    def __init__(self, problem: CorpusProblem) -> None:
        super().__init__(str(problem))
        self.problem = problem


@value_class
class Document:
    """The content of a file.

    Attributes:
        file: its path in the corpus.
        value: mappings, sequences, strings, numbers, truth values, None.
        lines: the 1-based line of each value, by the keys and positions that lead to it.
    """

    file: str
    value: Any
    lines: Mapping[Steps, int]

    def problem(self, what: str, *steps: str | int) -> CorpusProblem:
        """Return a problem with the value at these steps, or with the nearest value above that has a line."""
        known = next((steps[:end] for end in range(len(steps), -1, -1) if steps[:end] in self.lines), ())
        return CorpusProblem(self.file, self.lines.get(known, 1), f"{_join_steps(steps)}: {what}" if steps else what)


def decode(file: str, content: bytes) -> str:
    """Return the text of a file.

    Raises:
        Unreadable: the file is not UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(CorpusProblem(file, content[: error.start].count(b"\n") + 1, "is not UTF-8 here")) from None


def read_json(file: str, text: str) -> Document:
    """Return the content of a JSON file.

    Args:
        file: its path in the corpus.
        text: text of the file.

    Raises:
        Unreadable: it is not JSON, or too long.
    """
    if len(text) > MAX_CHARACTERS:
        raise Unreadable(CorpusProblem(file, 0, f"is longer than {MAX_CHARACTERS} characters"))
    try:
        value = json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise Unreadable(CorpusProblem(file, error.lineno, "is not valid JSON here")) from None
    except (ValueError, RecursionError):
        raise Unreadable(CorpusProblem(file, 0, "is not valid JSON")) from None
    try:
        # JSON is YAML except for tabs, which JSON has between values only.
        lines = dict(read_yaml(file, text.replace("\t", " ")).lines)
    except Unreadable:
        lines = {}
    return Document(file, value, lines)


def read_yaml(file: str, text: str, above: int = 0) -> Document:
    """Return the content of a YAML text by the types of JSON: a date stays text.

    Args:
        file: its path in the corpus.
        text: the file, or a part of it.
        above: number of lines of the file above the part.

    Raises:
        Unreadable: it is not YAML, not plain YAML, or too long.
    """
    # Only a build needs the parser.
    import yaml  # noqa: PLC0415

    if len(text) > MAX_CHARACTERS:
        raise Unreadable(CorpusProblem(file, 0, f"is longer than {MAX_CHARACTERS} characters"))
    try:
        check_shape(yaml.parse(text, yaml.BaseLoader), _DEEPEST)
        node = yaml.compose(text, yaml.BaseLoader)
    except NotPlainYaml as error:
        raise Unreadable(CorpusProblem(file, error.mark.line + 1 + above, error.reason)) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 + above if mark else 0
        raise Unreadable(CorpusProblem(file, line, "is not valid YAML here")) from None
    except (yaml.YAMLError, ValueError):
        raise Unreadable(CorpusProblem(file, 0, "is not valid YAML")) from None
    lines: dict[Steps, int] = {}
    return Document(file, _plain(node, (), lines, above), lines)


def _plain(node: Any, steps: Steps, lines: dict[Steps, int], above: int) -> Any:
    """Return the value of a YAML node, and record the lines of all values in it."""
    if node is None:
        return None
    lines[steps] = node.start_mark.line + 1 + above
    if node.id == "mapping":
        return {str(key.value): _plain(value, (*steps, str(key.value)), lines, above) for key, value in node.value}
    if node.id == "sequence":
        return [_plain(item, (*steps, number), lines, above) for number, item in enumerate(node.value)]
    return node.value if node.style else _scalar(node.value)


def _scalar(text: str) -> Any:
    """Return an unquoted scalar as truth value, whole number or None, or else as text."""
    words = {"true": True, "false": False, "null": None, "~": None, "": None}
    if text.lower() in words:
        return words[text.lower()]
    digits = text.removeprefix("-")
    whole = digits.isascii() and digits.isdigit() and len(digits) < 16 and (digits == "0" or digits[0] != "0")
    return int(text) if whole else text


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


def _join_steps(steps: Sequence[str | int]) -> str:
    """Return steps in a readable form, without unprintable characters: `overrides[0].strategy`."""
    joined = "".join(f"[{step}]" if isinstance(step, int) else f".{step[:64]}" for step in steps).removeprefix(".")
    return "".join(character if character.isprintable() else "?" for character in joined)
