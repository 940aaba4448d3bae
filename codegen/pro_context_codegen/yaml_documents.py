"""The YAML of specs: plain text stays text, and no key stands twice.

PyYAML's own loaders follow YAML 1.1, which turns `no` into False, 2026-07-28 into a date and 012 into 10. Here only
true, false, null and JSON's numbers are not text. Repeated keys, anchors, aliases and tags are refused, so that a
reader understands a line without looking elsewhere.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from pro_context_codegen.spec_problems import SpecProblem

_SCALARS = (
    ("tag:yaml.org,2002:bool", r"true|false", "tf"),
    ("tag:yaml.org,2002:null", r"null|", ("n", "")),
    ("tag:yaml.org,2002:int", r"-?(?:0|[1-9][0-9]*)", "-0123456789"),
    ("tag:yaml.org,2002:float", r"-?(?:0|[1-9][0-9]*)\.[0-9]+(?:[eE][-+]?[0-9]+)?", "-0123456789"),
)


class _Loader(yaml.CSafeLoader):
    """A safe loader with scalars of its own; the parser in C is seven times faster than that in Python."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 - PyYAML's own attribute

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if key.tag != "tag:yaml.org,2002:str":
                raise yaml.MarkedYAMLError(problem=f"key {key.value} must be text", problem_mark=key.start_mark)
            if key.value in seen:
                raise yaml.MarkedYAMLError(problem=f"key {key.value} is given twice", problem_mark=key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep=deep)


for _tag, _pattern, _first in _SCALARS:
    _Loader.add_implicit_resolver(_tag, re.compile(rf"(?:{_pattern})\Z"), list(_first))


def load(text: str) -> Any:
    """Return the plain values of one YAML document.

    Raises:
        yaml.YAMLError: the text is not YAML, or uses a part of YAML that specs may not use.
    """
    for event in yaml.parse(text, yaml.CSafeLoader):
        _refuse_marks(event)
    return yaml.load(text, _Loader)  # noqa: S506 - a SafeLoader


def _refuse_marks(event: Any) -> None:
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        raise yaml.MarkedYAMLError(problem="anchors and aliases are not allowed", problem_mark=event.start_mark)
    if getattr(event, "tag", None):
        raise yaml.MarkedYAMLError(problem="tags are not allowed", problem_mark=event.start_mark)


def read(path: Path, label: str) -> tuple[dict[str, Any], list[SpecProblem]]:
    """Return the content of one file that must hold a mapping.

    Args:
        path: the file.
        label: the name of the file in problems.

    Returns:
        The content, {} when there are problems, and the problems.
    """
    try:
        content = load(path.read_text(encoding="utf-8"))
    except yaml.MarkedYAMLError as error:
        line = f"line {error.problem_mark.line + 1}: " if error.problem_mark else ""
        return {}, [SpecProblem(label, "", f"{line}{error.problem or error.context}")]
    except (yaml.YAMLError, UnicodeDecodeError):
        return {}, [SpecProblem(label, "", "not readable as UTF-8 YAML")]
    if not isinstance(content, dict):
        return {}, [SpecProblem(label, "", "must be a mapping of keys to values")]
    return content, []
