"""The configuration in `spec/configuration.yaml`: its schema, its models and its reference page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pro_context_codegen import configuration_page, contract_schemas, python_modules, yaml_documents
from pro_context_codegen.dialect import dialect
from pro_context_codegen.spec import Schema
from pro_context_codegen.spec_problems import SpecError, SpecProblem, dotted

FILE = "configuration.yaml"
SOURCE = f"spec/{FILE}"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def read(spec: Path) -> Schema | None:
    """Return the schema of a spec folder's configuration, None where it has none.

    Args:
        spec: the folder that holds `configuration.yaml`.

    Raises:
        SpecError: the file cannot be used, for all the listed reasons.
    """
    if not (spec / FILE).is_file():
        return None
    label = _label(spec)
    content, problems = yaml_documents.read(spec / FILE, label)
    problems = problems or dialect().problems("configuration", label, content)
    if problems:
        raise SpecError(sorted(problems))
    return content


def _label(spec: Path) -> str:
    return f"{spec.as_posix()}/{FILE}"


def published_schema(schema: Schema) -> Schema:
    """Return the schema in the form that editors and the server read."""
    return {"$schema": _DIALECT, **schema}


def lint(spec: Path, schema: Schema | None) -> list[SpecProblem]:
    """Return the mistakes in the schema that the meta-schema cannot find, in file order.

    Args:
        spec: the folder of the schema.
        schema: the result of `read`.
    """
    if schema is None:
        return []
    label = _label(spec)
    found = [*contract_schemas.contradictions(label, (), schema)]
    for path, key in contract_schemas.walk(schema):
        where = dotted(*path)
        for reason in _reasons(key):
            found.append(SpecProblem(label, where, reason))
    names = Counter(variables(schema))
    found += [
        SpecProblem(label, "", f"two keys have the variable {name}") for name, count in names.items() if count > 1
    ]
    return sorted(found)


def _reasons(key: Schema) -> Iterator[str]:
    if key["type"] in ("integer", "number") and not ("maximum" in key and key.keys() & {"minimum", "exclusiveMinimum"}):
        yield "needs a lower and an upper bound"
    if ("pattern" in key) != ("x-form" in key):
        yield "needs pattern and x-form together, so that a mistake can be explained"
    shorthand = key.get("x-shorthand")
    if shorthand and shorthand["value"] not in key.get("enum", []):
        yield f"x-shorthand: {shorthand['value']} is not one of its values"


def variables(schema: Schema) -> Iterator[str]:
    """Yield the short environment variables of all keys."""
    for _, key in contract_schemas.walk(schema):
        if "x-variable" in key:
            yield key["x-variable"]
        if "x-shorthand" in key:
            yield key["x-shorthand"]["variable"]


def package(schema: Schema) -> dict[str, str]:
    """Return the Python files of the generated subpackage by path inside it."""
    return python_modules.configuration(_complete(schema), SOURCE)


def page(schema: Schema) -> str:
    """Return the reference page."""
    return configuration_page.page(schema, SOURCE)


def _complete(schema: Schema) -> Schema:
    """Return the schema of a complete configuration, in which every section is present and each key may be omitted."""
    plain = {key: value for key, value in schema.items() if not key.startswith("x-") and key != "allOf"}
    if "properties" in plain:
        plain["properties"] = {name: _complete(child) for name, child in plain["properties"].items()}
        sections = [name for name, child in plain["properties"].items() if "properties" in child]
        plain["required"] = [*plain.get("required", []), *sections]
    for key in ("items", "additionalProperties"):
        if isinstance(plain.get(key), dict):
            plain[key] = _complete(plain[key])
    return plain
