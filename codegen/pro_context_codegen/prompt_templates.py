"""The template language of prompts: a closed subset of Jinja, parsed by Jinja and reduced to four kinds of part.

`{{ arg }}` · `{{ tool("name") }}` · `{{ fence(arg) }}` · `{% if arg %}…{% endif %}`. A line that holds only a
`{% … %}` tag leaves no line behind.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from jinja2 import Environment, TemplateSyntaxError, nodes

from pro_context_codegen.naming import string

# Compiled to plain Python, never rendered as HTML.
_JINJA = Environment(trim_blocks=True, lstrip_blocks=True)  # noqa: S701


@dataclass(frozen=True, slots=True)
class Text:
    """Constant text."""

    text: str


@dataclass(frozen=True, slots=True)
class Value:
    """The value of an argument; if `fenced`, in a code fence that no text inside can close."""

    argument: str
    fenced: bool = False


@dataclass(frozen=True, slots=True)
class When:
    """Parts that appear only when an optional argument is given and not empty."""

    argument: str
    parts: tuple[Part, ...]


Part = Text | Value | When


class TemplateProblem(Exception):
    """A template is not written in the template language."""


def parse(template: str, *, arguments: Mapping[str, bool], tools: Sequence[str]) -> tuple[Part, ...]:
    """Return the parts of a template.

    Args:
        template: the text.
        arguments: the prompt's arguments by name; True where required.
        tools: names of the contract's tools.

    Raises:
        TemplateProblem: the template cannot be parsed, or names an argument or tool that does not exist.
    """
    try:
        tree = _JINJA.parse(template)
    except TemplateSyntaxError as error:
        raise TemplateProblem(f"line {error.lineno}: {error.message}") from error
    return tuple(_Reader(arguments, tools).parts(tree.body, frozenset()))


@dataclass(frozen=True, slots=True)
class _Reader:
    arguments: Mapping[str, bool]
    tools: Sequence[str]

    def parts(self, body: Sequence[nodes.Node], given: frozenset[str]) -> Iterator[Part]:
        for node in body:
            match node:
                case nodes.Output():
                    for child in node.nodes:
                        yield self._output(child, given)
                case nodes.If(test=nodes.Name(name=name), elif_=[], else_=[]) if self._known(name, node):
                    yield When(name, tuple(self.parts(node.body, given | {name})))
                case _:
                    raise _refusal(node)

    def _output(self, node: nodes.Node, given: frozenset[str]) -> Part:
        match node:
            case nodes.TemplateData():
                return Text(node.data)
            case nodes.Name(name=name) if self._known(name, node):
                return self._value(name, given, node)
            case nodes.Call(node=nodes.Name(name="tool"), args=[nodes.Const(value=str(name))], kwargs=[]):
                if name not in self.tools:
                    raise TemplateProblem(f"line {node.lineno}: this contract has no tool {name}")
                return Text(name)
            case nodes.Call(node=nodes.Name(name="fence"), args=[nodes.Name(name=name)], kwargs=[]):
                self._known(name, node)
                value = self._value(name, given, node)
                return Value(value.argument, fenced=True)
        raise _refusal(node)

    def _known(self, name: str, node: nodes.Node) -> bool:
        if name not in self.arguments:
            raise TemplateProblem(f"line {node.lineno}: this prompt has no argument {name}")
        return True

    def _value(self, name: str, given: frozenset[str], node: nodes.Node) -> Value:
        if not self.arguments[name] and name not in given:
            raise TemplateProblem(f"line {node.lineno}: optional argument {name} needs {{% if {name} %}} around it")
        return Value(name)


def _refusal(node: nodes.Node) -> TemplateProblem:
    return TemplateProblem(
        f'line {node.lineno}: only {{{{ arg }}}}, {{{{ tool("name") }}}}, {{{{ fence(arg) }}}} and '
        "{% if arg %}…{% endif %} are allowed"
    )


def used_arguments(parts: Sequence[Part]) -> set[str]:
    """Return the names of the arguments that a template uses."""
    names: set[str] = set()
    for part in parts:
        if isinstance(part, Value | When):
            names.add(part.argument)
        if isinstance(part, When):
            names |= used_arguments(part.parts)
    return names


def render(parts: Sequence[Part], arguments: Mapping[str, str]) -> str:
    """Return the text for given arguments, as the generated function does."""
    text = ""
    for part in parts:
        match part:
            case Text(text=words):
                text += words
            case Value(argument=name, fenced=fenced):
                text += fence(arguments[name]) if fenced else arguments[name]
            case When(argument=name, parts=inner):
                text += render(inner, arguments) if arguments.get(name) else ""
    return text


def fence(text: str) -> str:
    """Return the text in a code fence longer than any run of backticks inside it."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}\n{text.removesuffix(chr(10))}\n{ticks}"


def python(parts: Sequence[Part], target: str, identifiers: Mapping[str, str]) -> str:
    """Return Python statements that assign a template's text to a variable.

    Args:
        parts: the template.
        target: the variable's name.
        identifiers: the Python name of each argument.
    """
    begun = parts and not isinstance(parts[0], When)
    statements = _statements(parts, target, identifiers, "=" if begun else "+=")
    return "\n".join(statements if begun else [f'{target} = ""', *statements])


def _statements(parts: Sequence[Part], target: str, identifiers: Mapping[str, str], operator: str) -> Iterator[str]:
    for conditional, group in itertools.groupby(parts, key=lambda part: isinstance(part, When)):
        if conditional:
            for part in cast("Iterable[When]", group):
                yield f"if {identifiers[part.argument]}:"
                yield from (f"    {line}" for line in _statements(part.parts, target, identifiers, "+="))
        else:
            yield f"{target} {operator} ({' '.join(_literals(group, identifiers))})"
        operator = "+="


def _literals(parts: Iterable[Part], identifiers: Mapping[str, str]) -> Iterator[str]:
    """Yield one string literal per line of text, with values as f-string fields."""
    line, has_value = "", False
    for part in parts:
        if isinstance(part, Value):
            name = identifiers[part.argument]
            line += f"{{fence({name})}}" if part.fenced else f"{{{name}}}"
            has_value = True
        elif isinstance(part, Text):
            for words in part.text.splitlines(keepends=True):
                line += words.replace("{", "{{").replace("}", "}}")
                if words.endswith("\n"):
                    yield _literal(line, has_value)
                    line, has_value = "", False
    if line:
        yield _literal(line, has_value)


def _literal(line: str, has_value: bool) -> str:
    """Return the Python source of a line whose braces are doubled."""
    return f"f{string(line)}" if has_value else string(line.replace("{{", "{").replace("}}", "}"))
