"""The command line: `pro-context` serves, its subcommands ask the same engine directly.

Arguments are parsed before anything heavy is imported, so that `--help` and `--version` answer at once.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pro_context.settings import Settings

DESCRIPTION = """\
Pro-Context gives AI coding agents the right documentation of the libraries a project uses: in the version that is
installed, the passage that answers, with its source named. Without a subcommand it serves MCP over stdio.
"""

EPILOG = """\
examples:
  pro-context                                        serve MCP over stdio (what an MCP client starts)
  pro-context ask pydantic "validate before assignment"
  pro-context ask httpx "set a timeout" --max-tokens 1500 --json
  pro-context resolve "react query"
  pro-context warm langchain-ai/langchain            fetch and index every page of a library now
  pro-context cache status                           what is stored, where, and how much

a client's configuration:
  {"mcpServers": {"pro-context": {"command": "pro-context"}}}
"""

ASK = """\
Answer a topic from one library's documentation: the passages that fit a budget, each under the page and the version it
comes from. Without --version it is the version installed in the project. Exit status 1 when there is no answer.

  pro-context ask pydantic "validate before assignment"
  pro-context ask sqlalchemy "MissingGreenlet: greenlet_spawn has not been called" --max-tokens 2000
"""

RESOLVE = """\
Find the library for a name: of a package, an import, with a typing error, or described in words. Nothing is fetched.
Exit status 1 when nothing matches.

  pro-context resolve "langchain[openai]>=0.3"
  pro-context resolve cv2 --language python
"""

WARM = """\
Fetch and index every page of some libraries now, so that later answers need no network. Exit status 1 when one failed.

  pro-context warm pydantic langchain-ai/langchain
"""

CACHE_DESCRIPTION = """\
Documentation that was fetched or read is kept in one file, which any number of servers and commands may use at once.
Nothing in it is precious: what is missing is fetched again when it is asked for. The file stays under cache.maxSizeMB;
the documentation that was used longest ago goes first.
"""

CACHE_EPILOG = """\
examples:
  pro-context cache status                     where the file is, how large, and what is in it
  pro-context cache clear langchain pydantic   delete what is stored of two libraries
  pro-context cache clear                      delete everything
  pro-context cache verify                     check the file and every row in it
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0 done, 1 answered with an error, 2 wrong usage, 130 stopped."""
    options = _parser().parse_args(arguments)
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
    # Everything below costs more to import than `--help` should take.
    import asyncio  # noqa: PLC0415

    from pro_context import commands, settings  # noqa: PLC0415
    from pro_context_contract import CONTRACTS, UnknownContract  # noqa: PLC0415

    loaded = settings.load(options.config, os.environ)
    for warning in loaded.warnings:
        print(f"pro-context: {warning}", file=sys.stderr)
    _log_to_stderr(loaded.settings)
    contract = options.contract or loaded.settings.contract
    if contract not in CONTRACTS:
        print(f"pro-context: {UnknownContract(contract)}", file=sys.stderr)
        return 2
    if options.command is None:
        return commands.serve(contract, loaded.settings)
    return asyncio.run(commands.COMMANDS[options.command](contract, loaded.settings, options))


def _log_to_stderr(settings: Settings) -> None:
    from pro_context.logs import JsonLines  # noqa: PLC0415

    handler = logging.StreamHandler(sys.stderr)
    if settings.logging.format == "json":
        handler.setFormatter(JsonLines())
    else:
        handler.setFormatter(logging.Formatter("pro-context: %(levelname)s: %(message)s"))
    logging.basicConfig(level=settings.logging.level.upper().replace("WARN", "WARNING"), handlers=[handler])


def _parser() -> argparse.ArgumentParser:
    output = argparse.ArgumentParser(add_help=False, parents=[_common()])
    output.add_argument("--json", action="store_true", help="print the tool's result as JSON")
    parser = argparse.ArgumentParser(
        prog="pro-context",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common()],
    )
    parser.add_argument("--version", action="version", version=f"pro-context {version('pro-context')}")
    parser.set_defaults(config=None, contract=None)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    def command(name: str, short: str, description: str) -> argparse.ArgumentParser:
        formatter = argparse.RawDescriptionHelpFormatter
        return commands.add_parser(
            name, parents=[output], help=short, description=description, formatter_class=formatter
        )

    _add_ask(command("ask", "answer a topic from a library's documentation", ASK))
    resolve = command("resolve", "find the library for a name or description", RESOLVE)
    resolve.add_argument("query", metavar="QUERY", help="a package, import or library name, or plain words")
    resolve.add_argument("--language", metavar="NAME", help="only libraries listing this language")
    warm = command("warm", "fetch and index libraries completely", WARM)
    warm.add_argument("libraries", metavar="LIBRARY", nargs="+", help="library ID or exact package name")
    _add_cache(commands, output)
    return parser


def _common() -> argparse.ArgumentParser:
    """Return the options that may stand before and after a subcommand.

    Each parser needs its own: the options of `parents` are shared, so that the defaults of the main parser would
    become the subcommands' and undo what stood before them.
    """
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--config", type=Path, metavar="FILE", default=argparse.SUPPRESS, help="YAML configuration")
    common.add_argument(
        "--contract", metavar="NAME", default=argparse.SUPPRESS, help="the contract to serve (default: full)"
    )
    return common


def _add_ask(ask: argparse.ArgumentParser) -> None:
    ask.add_argument("library", metavar="LIBRARY", help="library ID or exact package name")
    ask.add_argument("topic", metavar="TOPIC", help="words, a question or an error message")
    ask.add_argument("--version", dest="library_version", metavar="V", help="library version (default: the installed)")
    ask.add_argument(
        "--max-tokens", type=int, metavar="N", default=None, help="size of the answer, 500 to 10000 (default 5000)"
    )


def _add_cache(commands: argparse._SubParsersAction[argparse.ArgumentParser], output: argparse.ArgumentParser) -> None:
    cache = commands.add_parser(
        "cache",
        help="look at what is stored, delete it, check it",
        description=CACHE_DESCRIPTION,
        epilog=CACHE_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common()],
    )
    actions = cache.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    actions.add_parser("status", parents=[output], help="tell where the file is, how large, and what is in it")
    clear = actions.add_parser("clear", parents=[output], help="delete the documentation of libraries, or everything")
    clear.add_argument(
        "libraries", metavar="LIBRARY", nargs="*", help="library ID or name, as `cache status` lists them"
    )
    actions.add_parser("verify", parents=[output], help="check the file and every row; exit status 1 if not sound")


if __name__ == "__main__":
    sys.exit(main())
