"""The page of one operation of a service, as Markdown: the call of its method, and the descriptions in the model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from pro_context_engine.documents.pages.described_in_html import described_in_html
from pro_context_engine.sources.packages.python.service_models.model_files import mapping_at

MOST_MEMBERS = 300
"""The parameters, and the keys of the answer, that a page describes."""

_TYPES = {
    "blob": "bytes",
    "boolean": "bool",
    "double": "float",
    "float": "float",
    "integer": "int",
    "list": "list",
    "long": "int",
    "map": "dict",
    "string": "str",
    "structure": "dict",
    "timestamp": "datetime",
}
_MOST_VALUES = 30
_BOX = re.compile(r"<(note|important)>.*?</\1>", re.IGNORECASE | re.DOTALL)
_SENTENCE = re.compile(r"(?<=[.!?])\s")


def operation_markdown(heading: str, service: str, method: str, model: Mapping[str, Any], operation: object) -> str:
    """Return the page of an operation.

    Args:
        heading: its title (`S3.Client.put_object`).
        service: the name by which a client of the service is made.
        method: the name of its method.
        model: the model of the service.
        operation: the operation as the model has it.
    """
    shapes = mapping_at(model, "shapes")
    given = mapping_at(shapes, str(mapping_at(operation, "input").get("shape", "")))
    answer = mapping_at(shapes, str(mapping_at(operation, "output").get("shape", "")))
    text = _text(operation)
    client = f"A method of the client of the service `{service}`."
    parts = [f"# {heading}", _signature(method, given, shapes), summary(operation), client]
    parts += _listed("Parameters", given, shapes)
    parts += _listed("Returns a `dict` with", answer, shapes)
    errors = operation.get("errors") if isinstance(operation, Mapping) else None
    names = [str(mapping_at({"one": one}, "one").get("shape", "")) for one in errors or ()]
    if any(names):
        parts.append(f"**Raises** (`client.exceptions`): {', '.join(f'`{name}`' for name in names if name)}")
    if text != summary(operation):
        parts.append(f"**Details**\n\n{text}")
    return "\n\n".join(filter(None, parts)) + "\n"


def summary(operation: object) -> str:
    """Return the first sentence about an operation, boxes with notes left out."""
    documentation = mapping_at({"one": operation}, "one").get("documentation", "")
    outside = described_in_html(_BOX.sub("", str(documentation)))
    return _SENTENCE.split(outside.split("\n", 1)[0], maxsplit=1)[0]


def _text(value: object) -> str:
    return described_in_html(str(mapping_at({"one": value}, "one").get("documentation", "")))


def _signature(method: str, given: Mapping[str, Any], shapes: Mapping[str, Any]) -> str:
    required = set(given.get("required", ()))
    lines = [f"def {method}(", "    *,"]
    members = mapping_at(given, "members")
    for name in sorted(members, key=lambda one: one not in required):
        default = "" if name in required else " = ..."
        lines.append(f"    {name}: {_type(members[name], shapes)}{default},")
    lines = [*lines, ") -> dict"] if members else [f"def {method}() -> dict"]
    return "\n".join(["```python", *lines, "```"])


def _listed(title: str, shape: Mapping[str, Any], shapes: Mapping[str, Any]) -> Iterator[str]:
    """Yield a list of the members of a shape, nothing for a shape without members."""
    members = mapping_at(shape, "members")
    required = set(shape.get("required", ()))
    lines = []
    for name, member in islice(members.items(), MOST_MEMBERS):
        kind = _type(member, shapes) + (", required" if name in required else "")
        about = " ".join([_text(member), _values(member, shapes)]).strip().replace("\n", "\n  ")
        lines.append(f"- `{name}` ({kind}): {about}".rstrip(": "))
    if lines:
        yield f"**{title}**\n\n" + "\n".join(lines)


def _type(member: object, shapes: Mapping[str, Any]) -> str:
    shape = mapping_at(shapes, str(mapping_at({"one": member}, "one").get("shape", "")))
    kind = _TYPES.get(str(shape.get("type", "")), "object")
    if kind == "list":
        inner = mapping_at(shapes, str(mapping_at(shape, "member").get("shape", "")))
        return f"list[{_TYPES.get(str(inner.get('type', '')), 'object')}]"
    return kind


def _values(member: object, shapes: Mapping[str, Any]) -> str:
    """Return the sentence that lists the values that a member may have, "" for any."""
    shape = mapping_at(shapes, str(mapping_at({"one": member}, "one").get("shape", "")))
    values = shape.get("enum")
    if not isinstance(values, list):
        return ""
    return f"One of {', '.join(f'`{value}`' for value in values[:_MOST_VALUES])}."
