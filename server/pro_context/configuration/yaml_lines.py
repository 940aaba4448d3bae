"""The values of a YAML text with their lines."""

from __future__ import annotations

from typing import Any

import yaml

from pro_context.configuration.configuration_files import MAX_BYTES
from pro_context.configuration.mistakes import ConfigurationPlace, Mistake
from pro_context.configuration.written_value import MAX_DEPTH, WrittenValue, from_plain_scalar
from pro_context_engine import NotPlainYaml, check_yaml_shape


class NotYaml(Exception):
    """A text is not YAML, or exceeds the bounds of a configuration; `mistake` has the place and the reason."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(str(mistake))
        self.mistake = mistake


def parse(content: bytes, name: str) -> WrittenValue:
    """Return the value of a YAML text.

    Args:
        content: bytes of the file in UTF-8.
        name: path of the file as the user writes it.

    Raises:
        NotYaml: the text is not one YAML document, or exceeds a bound.
    """
    if len(content) > MAX_BYTES:
        raise NotYaml(Mistake(ConfigurationPlace(name), f"is longer than {MAX_BYTES} bytes"))
    try:
        check_yaml_shape(yaml.parse(content, yaml.BaseLoader), MAX_DEPTH)
        node = yaml.compose(content, yaml.BaseLoader)
    except NotPlainYaml as error:
        raise NotYaml(Mistake(_place(error.mark, name), error.reason)) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = ConfigurationPlace(name, mark.line + 1, mark.column + 1) if mark else ConfigurationPlace(name)
        raise NotYaml(Mistake(place, _syntax(str(error.problem)))) from None
    except yaml.YAMLError:
        raise NotYaml(Mistake(ConfigurationPlace(name), "is not a YAML text in UTF-8")) from None
    return _parse_node(node, name) if node is not None else WrittenValue(ConfigurationPlace(name, 1))


def _syntax(problem: str) -> str:
    if "'\\t'" in problem:
        return "a tab cannot indent; use spaces"
    if "another document" in problem or "document start" in problem:
        return "must be one YAML document"
    return "is not valid YAML here"


def _place(mark: Any, name: str) -> ConfigurationPlace:
    return ConfigurationPlace(name, mark.line + 1)


def _parse_node(node: yaml.Node, name: str) -> WrittenValue:
    place = _place(node.start_mark, name)
    if isinstance(node, yaml.MappingNode):
        return WrittenValue(
            place, pairs=tuple((_parse_key(key, name), _parse_node(value, name)) for key, value in node.value)
        )
    if isinstance(node, yaml.SequenceNode):
        return WrittenValue(place, tuple(_parse_node(item, name) for item in node.value))
    plain = isinstance(node, yaml.ScalarNode) and not node.style
    return from_plain_scalar(node.value, place) if plain else WrittenValue(place, node.value)


def _parse_key(node: yaml.Node, name: str) -> WrittenValue:
    place = _place(node.start_mark, name)
    return WrittenValue(place, node.value if isinstance(node.value, str) else "[…]")
