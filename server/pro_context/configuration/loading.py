"""The whole configuration; its layers, weakest first: defaults, user's file, project's file, variables, flags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pro_context.configuration import configuration_files, variables
from pro_context.configuration.configuration_keys import Schema, path, root
from pro_context.configuration.layers import Layer, merge
from pro_context.configuration.mistakes import ConfigurationMistakes, ConfigurationPlace
from pro_context.configuration.trust import Author
from pro_context.configuration.written_value import WrittenValue, from_text, nest

if TYPE_CHECKING:
    from pro_context.configuration.server_settings import ServerSettings

NO_DRIVER = "store.url needs `pro-context[postgres]` to be installed"

FLAG_KEYS: Mapping[str, str] = {
    "--contract": "contract",
    "--contracts": "contracts",
    "--corpus": "corpus.index",
    "--transport": "server.transport",
    "--host": "server.host",
    "--port": "server.port",
    "--tls-certificate": "server.tls.certificateFile",
    "--tls-key": "server.tls.keyFile",
}


def _read_flags(flags: Mapping[str, str]) -> Iterator[WrittenValue]:
    """Yield one configuration of a single key for each option."""
    for flag, text in flags.items():
        steps = path(FLAG_KEYS[flag])
        yield nest([key.step for key in steps], from_text(text, steps[-1].schema, ConfigurationPlace(flag)))


@dataclass(frozen=True, slots=True)
class LoadedConfiguration:
    """The checked values, the files they come from (weakest first), warnings for the operator, and the layers."""

    values: Mapping[str, Any]
    files: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    layers: tuple[Layer, ...] = ()

    @property
    def settings(self) -> ServerSettings:
        """Return the settings, as the models of the configuration."""
        return _settings(self.values, custom_of_project=_project_names_sources(self.layers))

    def setting(self, name: str) -> Any:
        """Return the value of one setting, without the models: they take longer to import than a client waits.

        Args:
            name: the dotted name of a setting outside of lists and maps.
        """
        value: Any = self.values
        *_, key = steps = path(name)
        for step in steps:
            value = value.get(step.step, {}) if step is not key else value.get(step.step, key.schema.get("default"))
        return value


def load(
    config: Path | None, environ: Mapping[str, str], options: Mapping[str, str] | None = None
) -> LoadedConfiguration:
    """Return the configuration of this process.

    Args:
        config: the only file to read, None for the files at the default paths.
        environ: the process environment.
        options: options of the command line, by the names in `FLAG_KEYS`.

    Raises:
        ConfigurationMistakes: a key is unknown or its value invalid; a file that cannot be read is only a warning.
    """
    found, warnings = configuration_files.find_files(config)
    layers = [_file_layer(file) for file in found]
    of_variables, wrong = variables.read_variables(environ)
    layers += [_layer("variable", of_variables), _layer("flag", _read_flags(options or {}))]
    layers[-2].mistakes += wrong
    for layer in layers:
        layer.check()
    mistakes = [mistake for layer in layers for mistake in sorted(layer.mistakes)]
    if mistakes:
        raise ConfigurationMistakes(mistakes)
    values = _empty_sections(root().schema)
    for layer in layers:
        values = merge(values, layer.values)
        warnings += [f"{place}: {key.name} has no effect: {key.no_effect}" for place, key in layer.idle]
    return LoadedConfiguration(values, tuple(file.name for file in found), tuple(warnings), tuple(layers))


def defaults() -> ServerSettings:
    """Return the settings without any configuration."""
    return _settings(_empty_sections(root().schema))


def _settings(values: Mapping[str, Any], *, custom_of_project: bool = False) -> ServerSettings:
    # A server over stdio answers its first requests without them.
    from pro_context.configuration.server_settings import ServerSettings  # noqa: PLC0415
    from pro_context_contract.configuration.models import Configuration  # noqa: PLC0415

    return ServerSettings(Configuration.from_json(values), custom_of_project)


def _file_layer(file: configuration_files.ConfigurationFile) -> Layer:
    layer = Layer(file.author)
    # Only a process that has a configuration file pays for the import of the YAML parser.
    from pro_context.configuration import yaml_lines  # noqa: PLC0415

    try:
        layer.add(yaml_lines.parse(file.content, file.name))
    except yaml_lines.NotYaml as error:
        layer.mistakes.append(error.mistake)
    return layer


def _layer(kind: Literal["variable", "flag"], values: Iterable[WrittenValue]) -> Layer:
    layer = Layer(Author(), kind)
    for value in values:
        layer.add(value)
    return layer


def _empty_sections(schema: Schema) -> dict[str, Any]:
    """Return a configuration with every section and no setting."""
    members: Schema = schema["properties"]
    return {name: _empty_sections(member) for name, member in members.items() if "properties" in member}


def _project_names_sources(layers: Sequence[Layer]) -> bool:
    """Tell whether a project's file names the custom sources; the uppermost layer that names any decides."""
    naming = [layer for layer in layers if "custom" in layer.values.get("sources", {})]
    return bool(naming) and naming[-1].author.is_project


def has_driver() -> bool:
    """Tell whether the driver of a database is installed, without importing it."""
    # A start without a database does not need it.
    from importlib.util import find_spec  # noqa: PLC0415

    return find_spec("psycopg") is not None
