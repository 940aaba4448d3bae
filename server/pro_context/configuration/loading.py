"""The whole configuration: defaults, under the user's own file, the project's file, variables, and flags."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pro_context.configuration import configuration_files, flags, variables
from pro_context.configuration.configuration_keys import Schema, root
from pro_context.configuration.layers import Layer, merge
from pro_context.configuration.mistakes import ConfigurationMistakes
from pro_context.configuration.server_settings import ServerSettings
from pro_context.configuration.trust import Author
from pro_context_contract.configuration.models import Configuration


@dataclass(frozen=True, slots=True)
class LoadedConfiguration:
    """The settings, the files they come from (weakest first), lines the operator should see, and who said what."""

    settings: ServerSettings
    files: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    layers: tuple[Layer, ...] = ()


def load(
    config: Path | None, environ: Mapping[str, str], options: Mapping[str, str] | None = None
) -> LoadedConfiguration:
    """Return what is configured.

    Args:
        config: the file the operator names, None to look for files.
        environ: the process environment.
        options: of the command line, by the names in `flags.KEYS`.

    Raises:
        ConfigurationMistakes: something is said that cannot be meant; a file that cannot be read is a warning only.
    """
    found, warnings = configuration_files.find_files(config)
    layers = [_file_layer(file) for file in found]
    layers += [_variables_layer(environ), _flags_layer(options or {})]
    for layer in layers:
        layer.check()
    mistakes = [mistake for layer in layers for mistake in sorted(layer.mistakes)]
    if mistakes:
        raise ConfigurationMistakes(mistakes)
    values = _empty_sections(root().schema)
    for layer in layers:
        values = merge(values, layer.values)
        warnings += [f"{place}: {key.name} has no effect: {key.no_effect}" for place, key in layer.idle]
    settings = ServerSettings(Configuration.model_validate(values), _project_names_sources(layers))
    return LoadedConfiguration(settings, tuple(file.name for file in found), tuple(warnings), tuple(layers))


def defaults() -> ServerSettings:
    """Return what holds where nothing is configured."""
    return ServerSettings(Configuration.model_validate(_empty_sections(root().schema)))


def _file_layer(file: configuration_files.ConfigurationFile) -> Layer:
    layer = Layer(file.author)
    # Only those who configure pay for the YAML parser's import.
    from pro_context.configuration import yaml_lines  # noqa: PLC0415

    try:
        layer.add(yaml_lines.parse(file.content, file.name))
    except yaml_lines.NotYaml as nothing:
        layer.mistakes.append(nothing.mistake)
    return layer


def _variables_layer(environ: Mapping[str, str]) -> Layer:
    layer = Layer(Author(), "variable")
    said, wrong = variables.read_variables(environ)
    layer.mistakes += wrong
    for one in said:
        layer.add(one)
    return layer


def _flags_layer(options: Mapping[str, str]) -> Layer:
    layer = Layer(Author(), "flag")
    for one in flags.read_flags(options):
        layer.add(one)
    return layer


def _empty_sections(schema: Schema) -> dict[str, Any]:
    """Return a configuration that says nothing: every section, no setting."""
    members: Schema = schema["properties"]
    return {name: _empty_sections(member) for name, member in members.items() if "properties" in member}


def _project_names_sources(layers: list[Layer]) -> bool:
    """Tell whether the custom sources are a project's word: the uppermost layer that names any decides."""
    naming = [layer for layer in layers if "custom" in layer.values.get("sources", {})]
    return bool(naming) and naming[-1].author.is_project
