"""The command line: `pro-context` serves, its subcommands ask the same engine directly.

Arguments are parsed before anything heavy is imported, so that `--help` and `--version` answer at once.
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
    """Run the command line and return its exit status: 0 done, 1 answered with an error, 2 wrong usage, 130 stopped."""
    return _exit_status(parser().parse_args(arguments))


def admin() -> int:
    """Run `pro-context-admin`: `pro-context keys` under a name of its own (seed 003, US-8)."""
    return _exit_status(admin_parser().parse_args())


def _exit_status(options: argparse.Namespace) -> int:
    """Do what the options say and return the exit status."""
    try:
        status = _run(options)
        # What is still buffered would fail after the last chance to say nothing about it.
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; without this, closing stdout would complain once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1
    return status


def _run(options: argparse.Namespace) -> int:
    # What is imported here lives until the end; looking for garbage in it takes a tenth of the time.
    gc.disable()
    work = _prepare(options)
    gc.freeze()
    gc.enable()
    return work()


def _prepare(options: argparse.Namespace) -> Callable[[], int]:
    """Import what the options ask for, and read the configuration; return what does the rest and gives the status."""
    # Everything below costs more to import than `--help` should take.
    import asyncio  # noqa: PLC0415

    if options.command == "corpus":
        # It needs no configuration, and an unchanged corpus is found so in less time than that takes.
        from pro_context.cli import corpus_command  # noqa: PLC0415

        return lambda: corpus_command.run(options)
    if options.command == "doctor":
        # It finds the mistakes of the configuration itself, and goes on.
        from pro_context.cli import doctor_command  # noqa: PLC0415

        return lambda: asyncio.run(doctor_command.run(options, os.environ))
    if options.command == "config":
        # Telling mistakes is what it is for.
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
    """Return the settings, None if they have mistakes, which are told then."""
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
    from pro_context.operations.logs import JsonLines, PlainLines, ours_from  # noqa: PLC0415

    handler = logging.StreamHandler(sys.stderr)
    if settings.values.logging.format == "json":
        handler.setFormatter(JsonLines())
    else:
        handler.setFormatter(PlainLines())
    logging.basicConfig(handlers=[handler])
    ours_from(settings.values.logging.level)
