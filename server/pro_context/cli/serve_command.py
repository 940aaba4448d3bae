"""`pro-context` without a subcommand: serve over the transport that the configuration names."""

from __future__ import annotations

import gc
import sys

from pro_context.configuration.server_settings import ServerSettings
from pro_context.operations import telemetry
from pro_context_engine.domain.errors import CorpusUnusable

_WAITING = """\
pro-context is an MCP server and waits for a client on standard input. Ctrl-C stops it.
A client starts it by itself: `pro-context setup` writes its entry.
To ask a question here: pro-context ask LIBRARY "QUESTION\""""
"""What a person reads who starts the server on a terminal."""


def serve(contract: str, settings: ServerSettings) -> int:
    """Serve a contract until stdin ends, or over HTTP until a signal arrives; return the exit status.

    Args:
        contract: one of `pro_context_contract.CONTRACTS`.
        settings: settings of the server.
    """
    # All objects of the start-up live until the end; the transports enable garbage collection when they serve.
    gc.disable()
    try:
        with telemetry.export_spans(settings):
            return _serve(contract, settings)
    except telemetry.CannotExport as reason:
        print(f"pro-context: {reason}", file=sys.stderr)
        return 1
    except CorpusUnusable as fact:
        print(f"pro-context: the corpus cannot be served: {fact.reason}", file=sys.stderr)
        return 1
    finally:
        gc.enable()


def _serve(contract: str, settings: ServerSettings) -> int:
    # The transports are the largest imports, and each process needs one of them.
    if settings.values.server.transport.value == "http":
        from pro_context.transports import streamable_http  # noqa: PLC0415

        return streamable_http.run(settings)
    from pro_context.transports import stdio  # noqa: PLC0415

    if sys.stdin.isatty():
        print(_WAITING, file=sys.stderr)
    return stdio.run(contract, settings)
