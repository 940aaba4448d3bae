"""The models of a contract's schemas as Python source (decision 82)."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pro_context_codegen import contract_schemas
from pro_context_codegen.naming import pascal, snake, string
from pro_context_codegen.spec import ContractSpec, Resource, Schema

# Keywords that do not concern the types of values.
_UNTYPED: Final = ("format", "$schema", "$defs", "$anchor", "x-mcp-header", *contract_schemas.CONDITIONS)
_PLAIN: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def source(definitions: Mapping[str, Schema], header: str) -> str:
    """Return the Python source of models, one module.

    Args:
        definitions: the schema of every model by class name.
        header: the module's docstring.
    """
    classes = _Classes(definitions)
    for name in definitions:
        classes.named(name)
    body = "\n\n\n".join(classes.written)
    imports = {
        "collections.abc": ("Mapping", "Sequence"),
        "enum": ("StrEnum",),
        "typing": ("Any", "Literal"),
        "pro_context_contract.model": ("MISSING", "Missing", "Model", "by_name", "each"),
    }
    used = set(re.findall(r"\w+", re.sub(r'""".*?"""', "", body)))
    lines = [
        f"from {module} import {', '.join(found)}"
        for module, names in imports.items()
        if (found := [name for name in names if name in used])
    ]
    *standard, own = lines
    return "\n\n".join([header, "from __future__ import annotations", "\n".join(standard), own, "", body]) + "\n"


@dataclass(frozen=True, slots=True)
class _Type:
    """A type as Python source, and the expression of the function that reads its JSON values, "" for none."""

    hint: str
    reader: str = ""


@dataclass(slots=True)
class _Classes:
    """The classes of one module; a class stands behind those that it uses.

    Attributes:
        definitions: the schemas that have a name.
        written: the source of each class.
    """

    definitions: Mapping[str, Schema]
    written: list[str] = field(default_factory=list)
    _types: dict[str, _Type] = field(default_factory=dict)

    def named(self, name: str) -> _Type:
        """Return the type of a definition, whose class is written at its first use."""
        if name not in self._types:
            self._types[name] = self.add(name, self.definitions[name])
        return self._types[name]

    def add(self, name: str, schema: Schema) -> _Type:
        """Write the class of an object or of an enumeration; return its type."""
        about = f'"""{_doc(schema["description"])}"""' if "description" in schema else ""
        if "enum" in schema:
            members = [f"{_member(value)} = {string(value)}" for value in schema["enum"]]
            self.written.append(_block(f"class {name}(StrEnum):", [about, *members]))
            return _Type(name, name)
        fields = [_Field.of(self, name, wire, child, schema) for wire, child in schema.get("properties", {}).items()]
        lines = [about, *(line for one in fields for line in one.lines())]
        for table, pairs in (
            ("_wire_names", {one.name: string(one.wire) for one in fields if one.wire != one.name}),
            ("_readers", {one.name: one.type.reader for one in fields if one.type.reader}),
        ):
            if pairs:
                lines.append(f"{table} = {{{', '.join(f'{string(key)}: {value}' for key, value in pairs.items())}}}")
        self.written.append(_block(f"class {name}(Model):", lines))
        return _Type(name, f"{name}.from_json")

    def type_of(self, schema: Schema, name: str) -> _Type:
        """Return the type of a value; its classes are written with this name."""
        if "$ref" in schema:
            return self.named(schema["$ref"].rpartition("/")[2])
        if "const" in schema:
            return _Type(f"Literal[{_literal(schema['const'])}]")
        if "enum" in schema:
            return self.add(name, schema)
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        types = [self._of_kind(kind, schema, name) for kind in kinds]
        readers = [one.reader for one in types if one.reader and "number" not in kinds]
        return _Type(" | ".join(one.hint for one in types), *readers)

    def _of_kind(self, kind: str, schema: Schema, name: str) -> _Type:
        if kind == "array":
            item = self.type_of(schema["items"], _singular(name))
            return _Type(f"list[{item.hint}]", f"each({item.reader})" if item.reader else "")
        if kind == "object" and isinstance(further := schema.get("additionalProperties"), dict):
            value = self.type_of(further, name)
            return _Type(f"dict[str, {value.hint}]", f"by_name({value.reader})" if value.reader else "")
        if kind == "object":
            return self.add(name, schema) if "properties" in schema else _Type("dict[str, Any]")
        # JSON Schema counts 5.0 as an integer.
        return _Type(_PLAIN[kind], "int" if kind == "integer" else "")


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    wire: str
    type: _Type
    default: str
    about: str

    @classmethod
    def of(cls, classes: _Classes, owner: str, wire: str, schema: Schema, holder: Schema) -> _Field:
        """Return the field of a property."""
        kind = classes.type_of(schema, f"{owner}{pascal(wire)}")
        hint, default = kind.hint, ""
        if "default" in schema:
            default = f"{hint}.{_member(schema['default'])}" if "enum" in schema else _literal(schema["default"])
            hint = hint.replace("list[", "Sequence[", 1).replace("dict[", "Mapping[", 1)
        elif wire not in holder.get("required", ()):
            hint, default = f"{hint} | Missing", "MISSING"
        elif "const" in schema:
            default = _literal(schema["const"])
        return cls(snake(wire), wire, _Type(hint, kind.reader), default, schema.get("description", ""))

    def lines(self) -> Iterator[str]:
        """Yield the declaration and its docstring."""
        yield f"{self.name}: {self.type.hint}{f' = {self.default}' if self.default else ''}"
        if self.about:
            yield f'"""{_doc(self.about)}"""'


def _block(head: str, lines: list[str]) -> str:
    held = [line for line in lines if line] or ["pass"]
    return "\n".join([head, *(f"    {line}" for line in held)])


def _doc(text: str) -> str:
    """Return a text in a form that is valid inside a docstring."""
    text = " ".join(text.replace("\\", "\\\\").replace('"""', "'''").split())
    return f"{text} " if text.endswith('"') else text


def _literal(value: object) -> str:
    """Return the Python source of a JSON value; an empty list is a tuple, since defaults are shared."""
    if isinstance(value, str):
        return string(value)
    return "()" if value == [] else repr(value)


def _member(value: str) -> str:
    """Return the name of an enumeration's member."""
    name = re.sub(r"\W", "_", value)
    return f"{name}_" if keyword.iskeyword(name) else name


def _singular(name: str) -> str:
    """Return the class name of a list's items, for the class name of the list."""
    for plural, one in (
        ("ies", "y"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("xes", "x"),
        ("sses", "ss"),
        ("ss", ""),
        ("s", ""),
    ):
        if name.endswith(plural):
            return f"{name.removesuffix(plural)}{one}" if plural != "ss" else f"{name}Item"
    return f"{name}Item"


def definitions(contract: ContractSpec) -> dict[str, Schema]:
    """Return the schema of every model by class name: named types, then tools and resources in the contract's order."""
    named = {name: schema for name, schema in contract.types.items() if _is_model(schema)}
    models = dict(named)
    for tool in contract.tools:
        models[f"{tool.class_name}Input"] = tool.input
        if tool.output:
            models[f"{tool.class_name}Output"] = tool.output
    for resource in contract.resources:
        if resource.parameters:
            models[f"{resource.class_name}Parameters"] = parameters_schema(resource)
        if resource.output:
            models[f"{resource.class_name}Content"] = resource.output
    return {
        name: for_models(schema, {**contract.types, **schema.get("$defs", {})}, named)
        for name, schema in models.items()
    }


def parameters_schema(resource: Resource) -> Schema:
    """Return the schema of a resource template's parameters: each is text and required."""
    return {
        "type": "object",
        "properties": {
            name: {"type": "string", "description": parameter["description"]}
            for name, parameter in resource.parameters.items()
        },
        "required": list(resource.parameters),
        "additionalProperties": False,
    }


def _is_model(schema: Schema) -> bool:
    return schema.get("type") == "object" or "enum" in schema


def for_models(schema: Schema, types: Mapping[str, Schema], named: Mapping[str, Schema]) -> Schema:
    """Return the form of a schema that the model generator reads.

    Named objects and enumerations keep their names; other references are inlined. Formats and conditions are removed:
    the server checks them against the published schema, and the generated types would change the values. A number
    may be an integer, so that 5 stays 5.
    """
    node: dict[str, Any] = dict(schema)
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        if name in named and node.keys() <= {"$ref", "description"}:
            return {**node, "$ref": f"#/$defs/{name}"}
        node = contract_schemas.inline(node, types)
    node = {key: value for key, value in node.items() if key not in _UNTYPED}
    kinds = node.get("type")
    if kinds == "number":
        node["type"] = ["integer", "number"]
    elif isinstance(kinds, list) and "number" in kinds:
        node["type"] = ["integer", *kinds]
    if "properties" in node:
        node["properties"] = {name: for_models(child, types, named) for name, child in node["properties"].items()}
    for key in ("items", "additionalProperties"):
        if isinstance(node.get(key), dict):
            node[key] = _unbounded(for_models(node[key], types, named))
    return node


def _unbounded(node: Schema) -> Schema:
    """Return a plain value's schema without its bounds; with bounds, the generator would create a class of its own."""
    plain = "type" in node and node.keys().isdisjoint(("properties", "items", "additionalProperties", "enum", "const"))
    return {"type": node["type"]} if plain and node["type"] != "object" else node
