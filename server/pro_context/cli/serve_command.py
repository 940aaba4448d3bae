"""`pro-context` without a subcommand: serve over the transport that the configuration names."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from pro_context.cli.output import tell
from pro_context_engine.domain.errors import CorpusUnusable

if TYPE_CHECKING:
    from pro_context.configuration.loading import LoadedConfiguration

_WAITING = """\
pro-context is an MCP server and waits for a client on standard input. Ctrl-C stops it.
A client starts it by itself: `pro-context setup` writes its entry.
To ask a question here: pro-context ask LIBRARY "QUESTION\""""
"""The message to a person who starts the server on a terminal."""


_OF_HTTP = ("--contracts", "--host", "--port", "--tls-certificate", "--tls-key")


def serve(loaded: LoadedConfiguration, flags: Mapping[str, str] = MappingProxyType({})) -> int:
    """Serve a contract until stdin ends, or over HTTP until a signal arrives; return the exit status.

    Args:
        loaded: the configuration.
        flags: the options of the command line that set keys of it.
    """
    for line in _without_effect(loaded, flags):
        tell(line)
    try:
        if loaded.setting("server.transport") == "stdio" and not loaded.setting("telemetry.endpoint"):
            return _serve_pipes(loaded)
        return _serve_with_spans(loaded)
    except CorpusUnusable as fact:
        tell(f"the corpus cannot be served: {fact.reason}")
        return 1


def _without_effect(loaded: LoadedConfiguration, flags: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each option that the others make useless."""
    if loaded.setting("server.transport") == "stdio":
        yield from (f"{flag} has no effect without --transport http" for flag in _OF_HTTP if flag in flags)
    if "--corpus" in flags and "corpus" not in (loaded.setting("contract"), *loaded.setting("contracts")):
        yield "--corpus has no effect without --contract corpus"


def _serve_pipes(loaded: LoadedConfiguration) -> int:
    # The transports are the largest imports, and each process needs one of them.
    from pro_context.transports import stdio  # noqa: PLC0415

    if sys.stdin.isatty():
        print(_WAITING, file=sys.stderr)
    return stdio.run(loaded)


def _serve_with_spans(loaded: LoadedConfiguration) -> int:
    # Most servers need neither.
    from pro_context.configuration.server_settings import CannotStart  # noqa: PLC0415
    from pro_context.operations import telemetry  # noqa: PLC0415
    from pro_context.transports import streamable_http  # noqa: PLC0415

    settings = loaded.settings
    try:
        with telemetry.export_spans(settings):
            if settings.values.server.transport.value == "http":
                return streamable_http.run(settings)
            return _serve_pipes(loaded)
    except CannotStart as reason:
        tell(reason)
        return 1
