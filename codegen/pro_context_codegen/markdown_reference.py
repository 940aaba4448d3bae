"""The Markdown reference of a contract, for authors of clients: arguments, results and errors of each element."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from jinja2 import Environment

from pro_context_codegen import listing_size, payloads
from pro_context_codegen.accepted_forms import accepted_forms
from pro_context_codegen.contract_schemas import with_limits
from pro_context_codegen.file_header import header
from pro_context_codegen.naming import stem
from pro_context_codegen.output_fields import described
from pro_context_codegen.schema_fields import fields
from pro_context_codegen.spec import ContractSpec, Schema
from pro_context_codegen.text_templates import text_templates


def environment() -> Environment:
    """Return the environment that renders the templates of the reference."""
    # It renders Markdown, never HTML.
    templates = text_templates("templates/reference")
    templates.filters |= {
        "rows": _rows,
        "limited": with_limits,
        "described": described,
        "accepted_forms": accepted_forms,
        "json_text": _json_text,
        "cell": cell,
        "stem": stem,
    }
    templates.globals["header"] = header
    return templates


def pages(contract: ContractSpec) -> dict[str, str]:
    """Return the Markdown pages of a contract by their paths."""
    templates = environment()
    templates.globals |= {"contract": contract, "catalogue": {error.code: error for error in contract.errors}}

    def render(template: str, **values: Any) -> str:
        return templates.get_template(f"{template}.md.jinja").render(**values).rstrip("\n") + "\n"

    tools = {entry["name"]: entry for entry in payloads.described_tools(contract)}
    prompts = {entry["name"]: entry for entry in payloads.prompts(contract)}
    listed = payloads.resources(contract) + payloads.resource_templates(contract)
    resources = {entry["name"]: entry for entry in listed}
    files = {
        "index.md": render("index", tools=tools, resources=resources, prompts=prompts, cost=_cost),
        "errors.md": render("errors"),
    }
    for tool in contract.tools:
        files[f"tools/{tool.name}.md"] = render("tool", tool=tool, entry=tools[tool.name])
    for resource in contract.resources:
        element = f"resource:{resource.name}.output"
        output = payloads.published_schema(contract, element, resource.output) if resource.output else None
        files[f"resources/{stem(resource.name)}.md"] = render(
            "resource", resource=resource, entry=resources[resource.name], output=output
        )
    for prompt in contract.prompts:
        files[f"prompts/{prompt.name}.md"] = render("prompt", prompt=prompt, entry=prompts[prompt.name])
    return files


def _cost(contract: ContractSpec, with_output: bool) -> str:
    """Return the cost of tools/list in tokens, rounded to hundreds."""
    return f"{round(sum(listing_size.costs(contract, with_output=with_output).values()), -2):,}"


def _rows(schema: Schema) -> Iterator[dict[str, str]]:
    for field in fields(schema):
        yield {
            "name": field.path,
            "type": type_of(field.schema),
            "required": "yes" if field.required else "",
            "about": cell(about(field.schema)),
        }


def about(schema: Schema) -> str:
    """Return a schema in words: its description, then its bounds."""
    return f"{_sentence(schema.get('description', ''))} {_bounds(schema)}".strip()


def _sentence(text: str) -> str:
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."


def type_of(schema: Schema) -> str:
    """Return a schema's type in words: `array of string`, `string or null`."""
    kind = schema.get("type", "any")
    text = " or ".join(kind) if isinstance(kind, list) else kind
    if kind == "array":
        text = f"array of {type_of(schema.get('items', {}))}"
    elif isinstance(schema.get("additionalProperties"), dict):
        text = f"map of {type_of(schema['additionalProperties'])}"
    return f"{text} ({schema['format']})" if "format" in schema else text


_BOUNDS = {
    "enum": "One of",
    "const": "Always",
    "default": "Default",
    "minimum": "Minimum",
    "exclusiveMinimum": "More than",
    "maximum": "Maximum",
    "minLength": "Minimum length",
    "maxLength": "Maximum length",
    "minItems": "Minimum number of items",
    "maxItems": "Maximum number of items",
    "pattern": "Pattern",
}


def _bounds(schema: Schema) -> str:
    def shown(value: Any) -> str:
        values = value if isinstance(value, list) else [value]
        return ", ".join(f"`{json.dumps(item, ensure_ascii=False).strip(chr(34))}`" for item in values)

    return " ".join(f"{label} {shown(schema[key])}." for key, label in _BOUNDS.items() if key in schema)


def cell(text: str) -> str:
    """Return a text as it may stand in a Markdown table."""
    return " ".join(text.replace("|", "\\|").split())


def _json_text(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
