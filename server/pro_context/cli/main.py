"""The entry points of the command line: `pro-context` starts a server, its subcommands use the engine directly.

The arguments are parsed before any large import, so that `--help` and `--version` answer at once.
"""

from __future__ import annotations

import argparse
import gc
import logging
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pro_context.cli.arguments import admin_parser, parser

if TYPE_CHECKING:
    from pro_context.configuration.server_settings import ServerSettings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit status: 0 done, 1 error, 2 wrong usage, 130 interrupted."""
    return _exit_status(parser().parse_args(arguments))


def admin() -> int:
    """Run `pro-context-admin`, which has the actions of `pro-context keys`; return its exit status."""
    return _exit_status(admin_parser().parse_args())


def _exit_status(options: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    try:
        status = _run(options)
        # An error of the last write must occur here, where it is handled, and not at the exit of the interpreter.
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output is gone; without this, closing stdout would raise the same error again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1
    return status


def _run(options: argparse.Namespace) -> int:
    # The imported modules live until the end; garbage collection would take a tenth of the start-up time.
    gc.disable()
    work = _prepare(options)
    gc.freeze()
    gc.enable()
    return work()


def _prepare(options: argparse.Namespace) -> Callable[[], int]:
    """Import the command and read the configuration; return a function that runs the command and gives the status."""
    # Each import below takes longer than `--help` should.
    import asyncio  # noqa: PLC0415

    if options.command == "corpus":
        # It needs no configuration: reading one takes longer than finding that a corpus is unchanged.
        from pro_context.cli import corpus_command  # noqa: PLC0415

        return lambda: corpus_command.run(options)
    if options.command == "doctor":
        # It reports the mistakes of the configuration itself, and continues.
        from pro_context.cli import doctor_command  # noqa: PLC0415

        return lambda: asyncio.run(doctor_command.run(options, os.environ))
    if options.command == "config":
        # It reports the mistakes of the configuration itself.
        from pro_context.cli import config_command  # noqa: PLC0415

        return lambda: config_command.run(options, os.environ)
    settings = _read_settings(options)
    if settings is None:
        return lambda: 2
    contract = settings.values.contract
    if options.command is None:
        from pro_context.cli import serve_command  # noqa: PLC0415

        return lambda: serve_command.serve(contract, settings)
    from pro_context.cli import question_commands  # noqa: PLC0415

    return lambda: asyncio.run(question_commands.COMMANDS[options.command](contract, settings, options))


def _read_settings(options: argparse.Namespace) -> ServerSettings | None:
    """Return the settings; print the mistakes of the configuration and return None if it has any."""
    from pro_context.configuration.loading import load  # noqa: PLC0415
    from pro_context.configuration.mistakes import ConfigurationMistakes  # noqa: PLC0415
    from pro_context_contract import CONTRACTS, UnknownContract  # noqa: PLC0415

    try:
        named = {"--contract": options.contract} if options.contract else {}
        loaded = load(options.config, os.environ, {**named, **options.flags})
    except ConfigurationMistakes as wrong:
        print(wrong, file=sys.stderr)
        return None
    for warning in loaded.warnings:
        print(f"pro-context: {warning}", file=sys.stderr)
    _log_to_stderr(loaded.settings)
    contract = loaded.settings.values.contract
    if contract not in CONTRACTS:
        print(f"pro-context: {UnknownContract(contract)}", file=sys.stderr)
        return None
    return loaded.settings


def _log_to_stderr(settings: ServerSettings) -> None:
    from pro_context.operations.logs import JsonLines, PlainLines, set_level  # noqa: PLC0415

    handler = logging.StreamHandler(sys.stderr)
    if settings.values.logging.format == "json":
        handler.setFormatter(JsonLines())
    else:
        handler.setFormatter(PlainLines())
    logging.basicConfig(handlers=[handler])
    set_level(settings.values.logging.level)
