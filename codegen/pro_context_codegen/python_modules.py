"""The Python modules of the generated import package, except those of models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment
from packaging.version import Version

from pro_context_codegen import prompt_templates, python_models
from pro_context_codegen.cross_references import parse_template
from pro_context_codegen.file_header import header
from pro_context_codegen.naming import snake, stem, string
from pro_context_codegen.spec import PLACEHOLDER, ContractSpec, Detail, ErrorCode, Prompt, Schema
from pro_context_codegen.text_templates import text_templates

_TYPES = {
    "string": ("str", '""'),
    "integer": ("int", "None"),
    "number": ("float", "None"),
    "boolean": ("bool", "None"),
    "array": ("Sequence[str]", "()"),
}


_BLOCKS = {"text": "str", "image": "Image", "audio": "Audio", "resource": "EmbeddedResource"}
"""The type that a handler returns for each kind of content block."""


def package(contracts: list[ContractSpec]) -> dict[str, str]:
    """Return the Python files of `pro_context_contract` by path inside it."""
    environment = _environment()
    files = {
        "py.typed": "",
        "__init__.py": environment.get_template("package.py.jinja").render(contracts=contracts),
        "blocks.py": environment.get_template("blocks.py.jinja").render(),
        "model.py": environment.get_template("model.py.jinja").render(),
        "contract.py": environment.get_template("contract.py.jinja").render(),
        "bundles/__init__.py": environment.get_template("bundles.py.jinja").render(),
    }
    for contract in contracts:
        files |= {f"{contract.name}/{path}": text for path, text in _contract(contract, environment).items()}
    return files


def distribution(contracts: list[ContractSpec]) -> str:
    """Return the pyproject.toml that makes the contracts installable alone, with the highest of their versions."""
    highest = max(Version(contract.version) for contract in contracts)
    return _environment().get_template("pyproject.toml.jinja").render(version=highest)


def configuration(schema: Schema, source: str) -> dict[str, str]:
    """Return the Python files of `pro_context_contract.configuration` by path inside it."""
    definitions = {"Configuration": python_models.for_models(schema, {}, {})}
    about = f'"""Models of a complete configuration.\n\n{header(source)}\n"""'
    return {
        "__init__.py": _environment().get_template("configuration.py.jinja").render(source=source),
        "models.py": python_models.source(definitions, about),
    }


def protocol(constants: Mapping[str, Any], source: str) -> dict[str, str]:
    """Return the Python files of `pro_context_contract.protocol` by path inside it.

    Args:
        constants: the result of `protocol_tables.constants`.
        source: the source of the constants.
    """
    return {"__init__.py": _environment().get_template("protocol.py.jinja").render(source=source, **constants)}


def _contract(contract: ContractSpec, environment: Environment) -> dict[str, str]:
    def render(template: str, **values: Any) -> str:
        return environment.get_template(template).render(contract=contract, **values)

    source = f"spec/contracts/{contract.name}"
    models_header = f'"""Models of the {contract.name} contract.\n\n{header(f"{source}/")}\n"""'
    files = {
        "__init__.py": render("subpackage.py.jinja", about=f"The {contract.name} contract.", source=f"{source}/"),
        "models.py": python_models.source(python_models.definitions(contract), models_header),
        "errors.py": render("errors.py.jinja"),
        "prompts.py": render(
            "prompts.py.jinja", compiled={prompt.name: _compile(prompt, contract) for prompt in contract.prompts}
        ),
        "tools/__init__.py": render("subpackage.py.jinja", about="Tools, one module each.", source=f"{source}/tools/"),
        "resources/__init__.py": render(
            "subpackage.py.jinja", about="Resources, one module each.", source=f"{source}/resources/"
        ),
    }
    files |= {f"tools/{tool.module}.py": render("tool.py.jinja", tool=tool) for tool in contract.tools}
    files |= {
        f"resources/{resource.module}.py": render("resource.py.jinja", resource=resource)
        for resource in contract.resources
    }
    return files


def _environment() -> Environment:
    # It renders Python and Markdown, never HTML.
    environment = text_templates()
    environment.filters |= {
        "text": _text,
        "parameter": _parameter,
        "from_fact": _from_fact,
        "given": _presence,
        "doc": _doc,
        "snake": snake,
        "stem": stem,
        "block": _BLOCKS.__getitem__,
    }
    environment.globals["header"] = header
    return environment


def _compile(prompt: Prompt, contract: ContractSpec) -> dict[str, Any]:
    identifiers = {argument.name: argument.identifier for argument in prompt.arguments}

    def statements(template: str, target: str) -> str:
        return prompt_templates.python(parse_template(template, prompt, contract), target, identifiers)

    return {
        "description": statements(prompt.result_description, "description"),
        "messages": [
            (message, statements(message.uri, "uri"), statements(message.text, "text")) for message in prompt.messages
        ],
    }


def _text(template: str, error: ErrorCode) -> str:
    """Return the Python source of an error's text, its placeholders as f-string fields."""
    arrays = {detail.name for detail in error.details if detail.type == "array"}
    words = PLACEHOLDER.split(template)
    if len(words) == 1:
        return string(template)
    source = ""
    for index, word in enumerate(words):
        if index % 2 == 0:
            source += word.replace("{", "{{").replace("}", "}}")
        else:
            source += f"{{', '.join({snake(word)})}}" if word in arrays else f"{{{snake(word)}}}"
    return f"f{string(source)}"


def _presence(name: str, error: ErrorCode, given: bool = True) -> str:
    """Return the Python condition that an optional detail is present (a boolean one: true), or its opposite."""
    detail = next(detail for detail in error.details if detail.name == name)
    if detail.optional and _TYPES[detail.type][1] == "None":
        return f"{detail.identifier} is {'not ' if given else ''}None"
    return f"{'' if given else 'not '}{detail.identifier}"


def _doc(text: str) -> str:
    """Return a text in a form that is valid inside a docstring."""
    return text.replace("\\", "\\\\").replace('"' * 3, "'" * 3).strip()


def _annotation(detail: Detail) -> str:
    """Return the Python type of a detail."""
    kind, default = _TYPES[detail.type]
    return f"{kind} | None" if detail.optional and default == "None" else kind


def _parameter(detail: Detail) -> str:
    """Return the parameter of a detail in its error's constructor."""
    parameter = f"{detail.identifier}: {_annotation(detail)}"
    return f"{parameter} = {_TYPES[detail.type][1]}" if detail.optional else parameter


def _from_fact(detail: Detail) -> str:
    """Return the expression that reads a detail from a fact's fields, which may lack an optional one."""
    name = string(detail.identifier)
    return f"fact.get({name}, {_TYPES[detail.type][1]})" if detail.optional else f"fact[{name}]"
