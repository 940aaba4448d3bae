"""What a YAML text says, on which line."""

from __future__ import annotations

from typing import Any

import yaml

from pro_context.configuration.configuration_files import MOST_READ
from pro_context.configuration.mistakes import Mistake, Place
from pro_context.configuration.written import MAX_DEPTH, Written, of_plain
from pro_context_engine import NotPlainYaml, check_yaml_shape

MAX_BYTES = MOST_READ - 1


class NotYaml(Exception):
    """A text is no YAML, or more of it than a configuration needs; `mistake` says where and why."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(str(mistake))
        self.mistake = mistake


def written(content: bytes, name: str) -> Written:
    """Return what a text says.

    Args:
        content: of the file; UTF-8.
        name: of the file as its user knows it.

    Raises:
        NotYaml: it says nothing that can be read.
    """
    if len(content) > MAX_BYTES:
        raise NotYaml(Mistake(Place(name), f"is longer than {MAX_BYTES} bytes"))
    try:
        check_yaml_shape(yaml.parse(content, yaml.BaseLoader), MAX_DEPTH)
        node = yaml.compose(content, yaml.BaseLoader)
    except NotPlainYaml as error:
        raise NotYaml(Mistake(_place(error.mark, name), error.reason)) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(name, mark.line + 1, mark.column + 1) if mark else Place(name)
        raise NotYaml(Mistake(place, _syntax(str(error.problem)))) from None
    except yaml.YAMLError:
        raise NotYaml(Mistake(Place(name), "is not a YAML text in UTF-8")) from None
    return _written(node, name) if node is not None else Written(Place(name, 1))


def _syntax(problem: str) -> str:
    if "'\\t'" in problem:
        return "a tab cannot indent; use spaces"
    if "another document" in problem or "document start" in problem:
        return "must be one YAML document"
    return "is not valid YAML here"


def _place(mark: Any, name: str) -> Place:
    return Place(name, mark.line + 1)


def _written(node: yaml.Node, name: str) -> Written:
    place = _place(node.start_mark, name)
    if isinstance(node, yaml.MappingNode):
        return Written(place, pairs=tuple((_key(key, name), _written(value, name)) for key, value in node.value))
    if isinstance(node, yaml.SequenceNode):
        return Written(place, tuple(_written(item, name) for item in node.value))
    plain = isinstance(node, yaml.ScalarNode) and not node.style
    return of_plain(node.value, place) if plain else Written(place, node.value)


def _key(node: yaml.Node, name: str) -> Written:
    place = _place(node.start_mark, name)
    return Written(place, node.value if isinstance(node.value, str) else "[…]")
