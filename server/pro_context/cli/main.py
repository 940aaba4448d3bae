"""The entry points of the command line: `pro-context` starts a server, its subcommands use the engine directly.

The arguments are parsed before any large import, so that `--help` and `--version` answer at once; without arguments,
as most clients start the server, no parser is made.
"""

from __future__ import annotations

import gc
import io
import logging
import os
import sys
from collections.abc import Callable, Coroutine, Sequence
from importlib import import_module
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import argparse

    from pro_context.configuration.loading import LoadedConfiguration


_QUESTIONS = ("ask", "changes", "resolve", "search", "symbols")
"""The commands in `question_commands`; any other one is the function `run` of its own module."""

_UNCONFIGURED = ("config", "corpus", "doctor")
"""The commands that report the mistakes of the configuration themselves, or need none."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit status: 0 done, 1 error, 2 wrong usage, 130 interrupted."""
    _print_any_character()
    given = sys.argv[1:] if arguments is None else arguments
    if not given:
        return _exit_status(cast("argparse.Namespace", SimpleNamespace(command=None, config=None, flags={})))
    from pro_context.cli.arguments import parser  # noqa: PLC0415

    return _exit_status(parser().parse_args(given))


def admin() -> int:
    """Run `pro-context-admin`, which has the actions of `pro-context keys`; return its exit status."""
    from pro_context.cli.arguments import admin_parser  # noqa: PLC0415

    _print_any_character()
    return _exit_status(admin_parser().parse_args())


def _print_any_character() -> None:
    """Let stdout and stderr show a `?` for a character that their encoding lacks, instead of an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.encoding.lower() not in ("utf-8", "utf8"):
            stream.reconfigure(errors="replace")


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
    try:
        work = _prepare(options)
        gc.freeze()
        if options.command is not None:
            gc.enable()  # for a server, whose start goes on, its transport does so
        return work()
    finally:
        # The interpreter would look through all objects at its end, which takes longer than all else there.
        gc.freeze()
        gc.enable()


def _prepare(options: argparse.Namespace) -> Callable[[], int]:
    """Import the command and read the configuration; return a function that runs the command and gives the status."""
    # Each import takes longer than `--help` should.
    name = options.command
    own = f"{(name or 'serve').replace('-', '_')}_command"
    module = f"pro_context.cli.{'question_commands' if name in _QUESTIONS else own}"
    if name in _UNCONFIGURED:
        run = import_module(module).run
        return lambda: _status(run(options, os.environ))
    loaded = _read_configuration(options)
    if loaded is None:
        return lambda: 2
    command = import_module(module)
    if name is None:
        return lambda: _status(command.serve(loaded, options.flags))
    run, settings = getattr(command, name if name in _QUESTIONS else "run"), loaded.settings
    return lambda: _status(run(settings, options))


def _status(result: int | Coroutine[Any, Any, int]) -> int:
    """Return the status of a command; one that waits for something is a coroutine."""
    if isinstance(result, int):
        return result
    # Only some commands wait for this import.
    import asyncio  # noqa: PLC0415

    # Hardly any garbage is made before an answer; by default, looking for it takes a twentieth of a question's time.
    gc.set_threshold(100_000)
    return asyncio.run(result)


def _read_configuration(options: argparse.Namespace) -> LoadedConfiguration | None:
    """Return the configuration; print its mistakes and return None if it has any."""
    from pro_context.cli.output import tell  # noqa: PLC0415
    from pro_context.configuration.loading import NO_DRIVER, has_driver, load  # noqa: PLC0415
    from pro_context.configuration.mistakes import ConfigurationMistakes  # noqa: PLC0415
    from pro_context_contract import CONTRACTS, UnknownContract  # noqa: PLC0415

    try:
        loaded = load(options.config, os.environ, options.flags)
    except ConfigurationMistakes as wrong:
        print(wrong, file=sys.stderr)
        return None
    for warning in loaded.warnings:
        tell(warning)
    _log_to_stderr(loaded)
    if loaded.setting("store.url") and not has_driver():
        tell(NO_DRIVER)
        return None
    contract = loaded.setting("contract")
    if contract not in CONTRACTS:
        tell(UnknownContract(contract))
        return None
    return loaded


def _log_to_stderr(loaded: LoadedConfiguration) -> None:
    from pro_context.operations.logs import JsonLines, PlainLines, set_level  # noqa: PLC0415

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if loaded.setting("logging.format") == "json" else PlainLines())
    logging.basicConfig(handlers=[handler])
    set_level(loaded.setting("logging.level"))
