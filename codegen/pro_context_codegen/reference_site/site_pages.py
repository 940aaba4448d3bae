"""The pages of the site: one for each element, and those for the whole contract or project."""

from __future__ import annotations

import json
import re
from functools import partial
from importlib.resources import files as resources
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from pro_context_codegen import configuration_page, configuration_schema, listing_size, markdown_reference
from pro_context_codegen.accepted_forms import accepted_forms
from pro_context_codegen.contract_schemas import with_limits
from pro_context_codegen.deprecations import notice
from pro_context_codegen.file_header import header
from pro_context_codegen.naming import stem
from pro_context_codegen.output_fields import described
from pro_context_codegen.reference_site import search_index
from pro_context_codegen.reference_site.material import Material, published_schemas
from pro_context_codegen.reference_site.release_history import histories
from pro_context_codegen.reference_site.site_addresses import anchor, page_of, root_of
from pro_context_codegen.schema_fields import fields
from pro_context_codegen.spec import ContractSpec, Deprecation, Prompt, Resource, Schema, Tool

_TEMPLATES = "templates/site"
_COPIED = ("site.css", "site.js", "try-it.js", "icon.svg")
_COMMENT = {"css": "/* {} */", "js": "// {}", "svg": "<!-- {} -->"}


_TOKEN = re.compile(r'(?P<key>"(?:[^"\\]|\\.)*"(?=:))|(?P<string>"(?:[^"\\]|\\.)*")|(?P<word>-?\b[\w.+-]+)')
_CODE = re.compile(r"`([^`]+)`")


def highlight_json(value: Any) -> Markup:
    """Return a JSON value as indented HTML, with a class for keys, strings and other values each."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    html, done = Markup(), 0
    for token in _TOKEN.finditer(text):
        html += escape(text[done : token.start()])
        html += Markup('<span class="{}">{}</span>').format(token.lastgroup, token[0])
        done = token.end()
    return html + escape(text[done:])


def prose_html(text: str) -> Markup:
    """Return a sentence of the spec as HTML, with text between backticks as code."""
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if index % 2 else escape(part)
        for index, part in enumerate(_CODE.split(text))
    )


def files(material: Material) -> dict[str, str]:
    """Return every file of the site by its path below the root."""
    source = "spec/"
    found = {name: _copy_of_template(name) for name in _COPIED}
    found["search-index.js"] = f"{_comment('search-index.js', source)}\n{search_index.script(material)}"
    render = partial(_render, _environment(material))
    found["index.html"] = render("index.html", "index", source)
    found["releases.html"] = render("releases.html", "releases", source, histories=histories(material))
    if material.settings:
        found["configuration.html"] = render(
            "configuration.html",
            "configuration",
            configuration_schema.SOURCE,
            schema=material.settings,
            sections=configuration_page.sections(material.settings),
        )
    for contract in material.contracts:
        found |= _contract(contract, material, partial(render, contract=contract))
    return found


def _contract(contract: ContractSpec, material: Material, render: Any) -> dict[str, str]:
    folder = f"spec/contracts/{contract.name}"
    costs = {with_output: listing_size.costs(contract, with_output=with_output) for with_output in (False, True)}
    found = {
        f"{contract.name}/{name}.html": render(f"{contract.name}/{name}.html", name_of, source, costs=costs)
        for name, name_of, source in (
            ("index", "contract", f"{folder}/"),
            ("errors", "errors", f"{folder}/errors.yaml"),
        )
    }
    for element in contract.elements:
        kind = type(element).__name__.lower()
        page = page_of(contract, element)
        found[page] = render(
            page,
            kind,
            f"{folder}/{kind}s/{stem(element.name)}.yaml",
            element=element,
            removal=_removal(contract, f"{kind}:{element.name}"),
            schemas=published_schemas(contract, element),
            recordings=material.recordings.get(f"{contract.name}/{stem(element.name)}", {}),
            endpoint=_endpoint(contract, material.settings),
        )
    return found


def _render(environment: Environment, path: str, template: str, source: str, **values: Any) -> str:
    """Return one page; its links start with `root`, the address of the root relative to the page."""
    text = environment.get_template(f"{template}.html.jinja").render(
        values | {"path": path, "root": root_of(path), "source": source}
    )
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip()) + "\n"


def _environment(material: Material) -> Environment:
    environment = Environment(
        loader=PackageLoader("pro_context_codegen", _TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {
        "json": highlight_json,
        "prose": prose_html,
        "fields": fields,
        "described": described,
        "accepted_forms": accepted_forms,
        "limited": with_limits,
        "anchor": anchor,
    }
    environment.globals |= {
        "header": header,
        "contracts": material.contracts,
        "has_settings": material.settings is not None,
        "page_of": page_of,
        "raisers": _raisers,
        "removals": _removals,
        "notice": notice,
        "type_of": markdown_reference.type_of,
        "about": _about,
    }
    return environment


def _about(schema: Schema) -> str:
    """Return a schema in words without its default, which has a column of its own."""
    return markdown_reference.about({key: value for key, value in schema.items() if key != "default"})


def _raisers(contract: ContractSpec, code: str) -> list[Tool | Resource]:
    return [element for element in contract.answering if code in element.errors]


def _removal(contract: ContractSpec, element: str) -> Deprecation | None:
    return next((entry for entry in contract.deprecations if entry.element == element), None)


def _removals(contract: ContractSpec, element: Tool | Resource | Prompt) -> bool:
    return _removal(contract, f"{type(element).__name__.lower()}:{element.name}") is not None


def _endpoint(contract: ContractSpec, settings: Schema | None) -> str:
    """Return the URL of a contract on a local server with default settings, "" if the spec has no configuration."""
    if settings is None:
        return ""
    server = settings["properties"]["server"]["properties"]
    place = "" if contract.name == settings["properties"]["contract"]["default"] else f"/{contract.name}"
    return f"http://{server['host']['default']}:{server['port']['default']}{place}/mcp"


def _copy_of_template(name: str) -> str:
    text = (resources("pro_context_codegen") / _TEMPLATES / name).read_text(encoding="utf-8")
    return f"{_comment(name, f'codegen/pro_context_codegen/{_TEMPLATES}/{name}')}\n{text}"


def _comment(name: str, source: str) -> str:
    return _COMMENT[name.rpartition(".")[2]].format(header(source))
