"""The search index of the site, with one entry for each anchor and page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from pro_context_codegen import configuration_page, markdown_reference
from pro_context_codegen.deprecations import describe
from pro_context_codegen.output_fields import described
from pro_context_codegen.reference_site.material import Material, published_schemas
from pro_context_codegen.reference_site.site_addresses import anchor, page_of
from pro_context_codegen.schema_fields import fields
from pro_context_codegen.spec import ContractSpec, Prompt, Resource, Schema, Tool


class Entry(NamedTuple):
    """One possible result of a search; `href` is relative to the root of the site."""

    title: str
    kind: str
    href: str
    text: str


def script(material: Material) -> str:
    """Return the index as a script, because pages that are opened as files may load scripts but not fetch data."""
    entries = [entry for contract in material.contracts for entry in _of_contract(contract)]
    if material.settings:
        entries += _of_settings(material.settings)
    rows = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    return f'"use strict";\nglobalThis.searchIndex = [\n{rows}\n];\n'


def _of_contract(contract: ContractSpec) -> Iterator[Entry]:
    home = f"{contract.name}/index.html"
    yield Entry(contract.server["title"], f"Contract {contract.name}", home, contract.instructions)
    for element in contract.elements:
        yield from _of_element(contract, element)
    for error in contract.errors:
        href = f"{contract.name}/errors.html#{error.code.lower()}"
        yield Entry(error.code, "Error", href, f"{error.when} {error.message} {error.suggestion}")
    for removal in contract.deprecations:
        yield Entry(removal.element, "Deprecation", f"{home}#announced-removals", f"{removal.reason} {removal.use}")


def _of_element(contract: ContractSpec, element: Tool | Resource | Prompt) -> Iterator[Entry]:
    kind = type(element).__name__
    page = page_of(contract, element)
    description = describe(contract, f"{kind.lower()}:{element.name}", element.description)
    uri = f"{element.uri or element.uri_template} " if isinstance(element, Resource) else ""
    yield Entry(element.name, kind, page, f"{element.title}. {uri}{description}")
    for part, schema in published_schemas(contract, element).items():
        worded = described(schema, contract, element.name) if part == "output" else schema
        for field in fields(worded):
            where = f"{element.name} · {part} · {field.path}"
            yield Entry(where, "Field", f"{page}#{part}.{field.path}", markdown_reference.about(field.schema))
    if isinstance(element, Prompt):
        for argument in element.arguments:
            where = f"{element.name} · {argument.name}"
            yield Entry(where, "Argument", f"{page}#argument.{argument.name}", argument.description)
    for name, sentence in element.behavior.items():
        yield Entry(f"{element.name} · {name}", "Behaviour", f"{page}#behaviour.{name}", sentence)
    for example in element.examples:
        title = f"{element.name} · {example['name']}"
        yield Entry(title, "Example", f"{page}#{anchor(example['name'])}", example.get("fails", ""))


def _of_settings(schema: Schema) -> Iterator[Entry]:
    for section in configuration_page.sections(schema):
        for setting in section.settings:
            text = f"{' '.join(setting.variables)} {setting.about}"
            yield Entry(setting.path, "Setting", f"configuration.html#{setting.path}", text)
