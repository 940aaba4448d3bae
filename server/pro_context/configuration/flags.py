"""Options of the command line that stand for keys of the configuration."""

from __future__ import annotations

from collections.abc import Mapping

from pro_context.configuration.configuration_keys import path
from pro_context.configuration.mistakes import Place
from pro_context.configuration.written import Written, nested, of_text

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


def written(flags: Mapping[str, str]) -> list[Written]:
    """Return what the options say, each as a configuration of one key.

    Args:
        flags: options of `KEYS` with their values.
    """
    said = []
    for flag, text in flags.items():
        steps = path(KEYS[flag])
        value = of_text(text, steps[-1].schema, Place(flag))
        said.append(nested([key.step for key in steps], value))
    return said
