"""JSON Schemas as TypeScript types: exactly the keywords that `spec/meta/schema.yaml` allows."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pro_context_codegen import contract_schemas
from pro_context_codegen.markdown_reference import about
from pro_context_codegen.spec import Schema
from pro_context_codegen.spec_problems import SpecError, SpecProblem

_NAMES: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_SHAPE: Final = {"type", "const", "enum", "properties", "required", "additionalProperties", "items"}
# Keywords without a counterpart in TypeScript, which the comments describe where readers need them.
_WORDS: Final = {"title", "description", "default", "deprecated", "format", "pattern", "uniqueItems", "x-mcp-header"}
_CONDITIONS: Final = set(contract_schemas.CONDITIONS)
_BOUNDS: Final = {
    *("minLength", "maxLength", "minItems", "maxItems"),
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
}
_INDENT = "  "
_WIDTH = 116


def interface(name: str, schema: Schema, *, deprecated: str = "") -> str:
    """Return the exported declaration of an object.

    Args:
        name: the name of the type.
        schema: the published schema of an object, without references.
        deprecated: the notice of an announced removal, "" for none.

    Raises:
        SpecError: the schema has a keyword without a counterpart in TypeScript.
    """
    return f"{comment(_about(schema), deprecated)}export interface {name} {_object(schema, name)}\n"


def alias(name: str, types: Sequence[str], about_it: str) -> str:
    """Return the exported declaration of a name for any of these types."""
    return f"{comment(about_it)}export type {name} ={_union(types)};\n"


def catalogue(name: str, members: Mapping[str, Sequence[str]], about_it: str) -> str:
    """Return the exported declaration of an object whose members map wire names to types."""
    lines = (f"{_INDENT}{json.dumps(key)}:{_union(types, _INDENT)};\n" for key, types in members.items())
    return f"{comment(about_it)}export interface {name} {{\n{''.join(lines)}}}\n"


def comment(text: str, deprecated: str | None = "") -> str:
    """Return a documentation comment with its line end, "" without a text and a mark.

    Args:
        text: the description.
        deprecated: the notice of an announced removal, "" for none, None for a mark without a notice.
    """
    lines = textwrap.wrap(text.replace("*/", "*\\/"), _WIDTH, break_long_words=False, break_on_hyphens=False)
    if deprecated != "":
        lines.append(f"@deprecated {deprecated or ''}".rstrip().replace("*/", "*\\/"))
    match lines:
        case []:
            return ""
        case [line]:
            return f"/** {line} */\n"
        case _:
            return "\n".join(["/**", *(f" * {line}" for line in lines), " */"]) + "\n"


def _type(schema: Schema, where: str) -> str:
    """Return the type expression of a schema; lines after the first are indented as if it stood at the margin."""
    if unknown := sorted(schema.keys() - _SHAPE - _WORDS - _BOUNDS - _CONDITIONS):
        raise SpecError([SpecProblem(where, unknown[0], "has no counterpart in TypeScript")])
    if "const" in schema:
        return _literal(schema["const"])
    if "enum" in schema:
        return " | ".join(map(_literal, schema["enum"]))
    kinds: Any = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " | ".join(_kind(kind, schema, where) for kind in kinds)


def _kind(kind: str, schema: Schema, where: str) -> str:
    match kind:
        case "object":
            return _object(schema, where)
        case "array":
            item = _type(schema["items"], f"{where}[]") if "items" in schema else "unknown"
            return f"({item})[]" if _is_union(schema.get("items", {})) else f"{item}[]"
        case _:
            return _NAMES[kind]


def _object(schema: Schema, where: str) -> str:
    required = schema.get("required", [])
    members = []
    for name, child in schema.get("properties", {}).items():
        mark = "" if name in required else "?"
        above = comment(_about(child), None if child.get("deprecated") else "")
        key = name if name.isidentifier() else _literal(name)
        members.append(f"{above}{key}{mark}: {_type(child, f'{where}.{name}')};")
    further = schema.get("additionalProperties")
    if isinstance(further, dict):
        # An index signature must admit what the named properties hold.
        value = "unknown" if members else _type(further, f"{where}.*")
        members.append(f"[name: string]: {value};")
    if not members:
        return "Record<string, never>" if further is False else "Record<string, unknown>"
    return "{\n" + textwrap.indent("\n".join(members), _INDENT) + "\n}"


def _union(types: Sequence[str], indent: str = "") -> str:
    """Return the union of these types, to be written after a colon or an equals sign.

    It begins with a space; when one line would be too long, it begins with a line end and has one type a line.
    """
    line = " | ".join(types) or "never"
    return f" {line}" if len(line) <= _WIDTH else "".join(f"\n{indent}{_INDENT}| {name}" for name in types)


def _is_union(schema: Schema) -> bool:
    return "const" not in schema and ("enum" in schema or isinstance(schema.get("type"), list))


def _about(schema: Schema) -> str:
    """Return the words about a schema that its TypeScript type does not express."""
    return about({key: value for key, value in schema.items() if key not in ("const", "enum")})


def _literal(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
