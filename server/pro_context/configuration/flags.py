"""Options of the command line that set keys of the configuration."""

from __future__ import annotations

from collections.abc import Mapping

from pro_context.configuration.configuration_keys import path
from pro_context.configuration.mistakes import ConfigurationPlace
from pro_context.configuration.written_value import WrittenValue, from_text, nest

KEYS: Mapping[str, str] = {
    "--contract": "contract",
    "--contracts": "contracts",
    "--corpus": "corpus.index",
    "--transport": "server.transport",
    "--host": "server.host",
    "--port": "server.port",
    "--tls-certificate": "server.tls.certificateFile",
    "--tls-key": "server.tls.keyFile",
}


def read_flags(flags: Mapping[str, str]) -> list[WrittenValue]:
    """Return one configuration of a single key for each option.

    Args:
        flags: options of `KEYS` with their values.
    """
    values = []
    for flag, text in flags.items():
        steps = path(KEYS[flag])
        value = from_text(text, steps[-1].schema, ConfigurationPlace(flag))
        values.append(nest([key.step for key in steps], value))
    return values
