"""The arguments of the command line.

The module is over 300 lines because the arguments of all subcommands stand together, as `--help` shows them.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pro_context.cli import help_texts
from pro_context.cli.usage_errors import AdvisingParser

Fill = Callable[[argparse.ArgumentParser], None]
"""Adds the arguments of a command to its parser."""


_LIBRARY = "library ID or exact package name"


class WrongUsage(Exception):
    """An argument has no possible meaning, or contradicts another one; the text says why."""


class _MainParser(AdvisingParser):
    """Refuses unknown arguments with the usage of the command that got them, and puts `--contract` beside the flags.

    Attributes:
        commands: the parser of each command.
    """

    commands: Mapping[str, argparse.ArgumentParser] = MappingProxyType({})

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the options; see `argparse.ArgumentParser`."""
        options, unknown = self.parse_known_args(args, namespace)
        if unknown:
            self.commands.get(options.command, self).error(f"unrecognized arguments: {' '.join(unknown)}")
        if options.contract:
            options.flags = {"--contract": options.contract, **options.flags}
        return options


class _Command(AdvisingParser):
    """The parser of a command, which is made when something of it is asked for: a process uses one of twenty."""

    def __init__(self, *, fill: Fill, **settings: Any) -> None:
        self._later: tuple[Fill, dict[str, Any]] | None = (fill, settings)

    def __getattr__(self, name: str) -> Any:
        if self._later is None:
            raise AttributeError(name)
        (fill, settings), self._later = self._later, None
        parents = [_common_options() if fill in _WITHOUT_OUTPUT else _output_options()]
        super().__init__(parents=parents, formatter_class=argparse.RawDescriptionHelpFormatter, **settings)
        fill(self)
        return getattr(self, name)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    main = _MainParser(
        prog="pro-context",
        description=help_texts.DESCRIPTION,
        epilog=help_texts.EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common_options()],
    )
    main.add_argument("--version", action=_Version, nargs=0, help="show program's version number and exit")
    main.set_defaults(config=None, contract=None)
    _add_serving(main)
    _add_commands(main)
    return main


def admin_parser() -> argparse.ArgumentParser:
    """Return the parser of `pro-context-admin`, which has the actions of `pro-context keys`."""
    admin = _MainParser(
        prog="pro-context-admin",
        description=help_texts.KEYS,
        epilog=help_texts.EPILOGS["keys"].format(keys="pro-context-admin"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common_options()],
    )
    admin.set_defaults(command="keys", config=None, contract=None, flags={})
    _fill_keys(admin)
    return admin


def _add_commands(main: _MainParser) -> None:
    """Add the commands in the order in which `--help` lists them."""
    commands = main.add_subparsers(dest="command", metavar="COMMAND", title="commands", parser_class=_Command)
    main.commands = commands.choices
    for name, short, description, fill in _COMMANDS:
        epilog = help_texts.EPILOGS.get(name, "").format(keys="pro-context keys")
        commands.add_parser(name, help=short, description=description, fill=fill, epilog=epilog)


def _add_serving(main: argparse.ArgumentParser) -> None:
    """Add the options that set keys of the configuration; `flags` collects their values as text."""
    main.set_defaults(flags={})
    serving = main.add_argument_group("serving over HTTP")

    def add(option: str, metavar: str, short: str, group: argparse._ActionsContainer = serving) -> None:
        group.add_argument(option, metavar=metavar, action=_Flag, default=argparse.SUPPRESS, help=short)

    add("--corpus", "INDEX", "the index of a built corpus to serve", main)
    several = "serve several contracts at /NAME/mcp; that of --contract, else the first, also at /mcp"
    add("--contracts", "NAME,…", several)
    add("--transport", "stdio|http", "transport of the messages (default: stdio)")
    add("--host", "ADDRESS", "address to listen at (default: 127.0.0.1)")
    add("--port", "N", "port to listen on (default: 3100)")
    add("--tls-certificate", "FILE", "certificate with its chain in PEM form; the server then speaks https")
    add("--tls-key", "FILE", "private key of the certificate, unless it is in the same file")


def _common_options() -> AdvisingParser:
    """Return the options that may stand before and after a subcommand.

    Each parser needs its own copy. argparse shares the options of `parents`: the defaults of the main parser would
    become those of the subcommands, and would overwrite the options that precede a subcommand.
    """
    common = AdvisingParser(add_help=False)
    common.add_argument("--config", type=Path, metavar="FILE", default=argparse.SUPPRESS, help="YAML configuration")
    common.add_argument(
        "--contract", metavar="NAME", default=argparse.SUPPRESS, help="the contract to serve (default: full)"
    )
    common.add_argument("--no-color", action=_NoColor, nargs=0, default=argparse.SUPPRESS, help="print without colours")
    return common


def _output_options() -> AdvisingParser:
    """Return the options of the commands that print a result."""
    output = AdvisingParser(add_help=False, parents=[_common_options()])
    output.add_argument("--json", action="store_true", help="print the result as JSON")
    return output


class _Version(argparse.Action):
    """Print the version, and exit."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        """Print the version, and exit."""
        # Every command would wait for this import.
        from importlib.metadata import version  # noqa: PLC0415

        print(f"pro-context {version('pro-context')}")
        parser.exit()


class _NoColor(argparse.Action):
    """Switch colours off, as the variable NO_COLOR does."""

    def __call__(self, *_: object, **__: object) -> None:
        """Set the variable for this process."""
        os.environ["NO_COLOR"] = "1"


class _Flag(argparse.Action):
    """Store the value of an option in `flags`, by the option's long name."""

    def __call__(self, parser: object, namespace: argparse.Namespace, values: object, option: object = None) -> None:
        """Store the value of one option."""
        namespace.flags = {**namespace.flags, self.option_strings[0]: str(values)}


def _words(text: str) -> str:
    """Return the text of an argument that must not be empty."""
    if not text.strip():
        raise argparse.ArgumentTypeError("must not be empty")
    return text


def _actions(command: argparse.ArgumentParser) -> Callable[..., argparse.ArgumentParser]:
    """Return a function that adds an action to a command with several, and returns its parser."""
    actions = command.add_subparsers(
        dest="action", metavar="ACTION", title="actions", required=True, parser_class=AdvisingParser
    )
    output, common = _output_options(), _common_options()

    def add(name: str, short: str, *, has_json: bool = True) -> argparse.ArgumentParser:
        return actions.add_parser(name, parents=[output if has_json else common], help=short)

    return add


def _add_libraries(command: argparse.ArgumentParser, help: str) -> None:
    command.add_argument("libraries", metavar="LIBRARY", nargs="*", default=[], help=help)


def _add_version(command: argparse.ArgumentParser, help: str = "version (default: the project's)") -> None:
    command.add_argument("--version", dest="library_version", metavar="V", help=help)


def _fill_ask(ask: argparse.ArgumentParser) -> None:
    ask.add_argument("library", metavar="LIBRARY", type=_words, help=_LIBRARY)
    ask.add_argument("topic", metavar="TOPIC", type=_words, help="words, a question or an error message")
    _add_version(ask, "library version (default: the installed one)")
    ask.add_argument(
        "--max-tokens", type=int, metavar="N", help="size of the answer, 500 to 10000 (default 1500, with --json 5000)"
    )


def _fill_search(search: argparse.ArgumentParser) -> None:
    search.add_argument("query", metavar="QUERY", help="words, exact text, or a pattern of RE2")
    _add_libraries(search, f"{_LIBRARY} (default: all indexed)")
    search.add_argument(
        "--match", choices=["words", "text", "pattern"], help="what QUERY is (default: words; in source text)"
    )
    search.add_argument(
        "--in", dest="part", choices=["docs", "api", "source"], help="only this part (default: docs and api)"
    )
    _add_version(search)
    search.add_argument("--max-results", type=int, metavar="N", help="1 to 20 (default 5)")
    search.add_argument("--cursor", metavar="CURSOR", help="continue after earlier results")


def _fill_resolve(resolve: argparse.ArgumentParser) -> None:
    resolve.add_argument(
        "query", metavar="QUERY", type=_words, help="a package, import or library name, or plain words"
    )
    resolve.add_argument("--language", metavar="NAME", help="only libraries listing this language")


def _fill_warm(warm: argparse.ArgumentParser) -> None:
    _add_libraries(warm, _LIBRARY)
    warm.add_argument("--project", action="store_true", help="every library of the project, in its versions")
    _add_version(warm)
    warm.add_argument(
        "--behind", action="store_true", help="at low priority, unless another such process has begun, as `ask` does"
    )


def _fill_explain(explain: argparse.ArgumentParser) -> None:
    explain.add_argument("urls", metavar="URL", nargs="+", help="an address as read-page takes it")
    explain.add_argument("--offline", action="store_true", help="do not look up host names")


def _fill_symbols(symbols: argparse.ArgumentParser) -> None:
    symbols.add_argument("package", metavar="PACKAGE", type=_words, help=_LIBRARY)
    symbols.add_argument("name", metavar="NAME", nargs="?", help="a name, or the end of a path (Session.execute)")
    _add_version(symbols)


def _fill_check(check: argparse.ArgumentParser) -> None:
    check.add_argument("files", metavar="FILE", nargs="+", help="a file, a pattern, a folder, or - for standard input")
    check.add_argument(
        "--language", choices=["python", "typescript", "javascript"], help="instead of the file's ending"
    )
    check.add_argument("--format", choices=["text", "github", "sarif"], default="text", help="default: text")
    check.add_argument("--no-deprecated", action="store_true", help="leave out what is only deprecated")


def _fill_changes(changes: argparse.ArgumentParser) -> None:
    changes.add_argument("library", metavar="LIBRARY", type=_words, help=_LIBRARY)
    changes.add_argument("old", metavar="FROM", nargs="?", help="version (default: the project's)")
    changes.add_argument("new", metavar="TO", nargs="?", help="version (default: the newest stable one)")
    changes.add_argument(
        "--name", dest="names", metavar="NAME", action="append", help="only this name and its members; may be repeated"
    )
    changes.add_argument("--code", metavar="FILE", help="only what affects this file; - for standard input")
    changes.add_argument("--topic", metavar="WORDS", help="only changes about this")
    changes.add_argument("--max-tokens", metavar="N", type=int, help="size of the answer, 500 to 10000 (default 3000)")


def _fill_doctor(doctor: argparse.ArgumentParser) -> None:
    doctor.add_argument("--offline", action="store_true", help="skip the checks that use the network")


def _fill_cache(cache: argparse.ArgumentParser) -> None:
    add = _actions(cache)
    add("status", "show the path, the size and the contents of the store")
    clear = add("clear", "delete the documentation of libraries, or everything")
    _add_libraries(clear, "library ID or name, as `cache status` lists them")
    add("verify", "check the file and every row; exit status 1 if not sound")


def _fill_store(store: argparse.ArgumentParser) -> None:
    add = _actions(store)
    add("status", "show the migrations, rights and speed of the database")
    add("migrate", "bring the tables of the database up to date")
    copy = add("copy", "copy documentation and API keys of one server")
    copy.add_argument(
        "--from", dest="folder", metavar="FOLDER", required=True, help="the cache.directory of the server, or its file"
    )


def _fill_nothing(_: argparse.ArgumentParser) -> None:
    """Add no arguments: the command takes the common options alone."""


def _fill_config(config: argparse.ArgumentParser) -> None:
    add = _actions(config)
    add("check", "list every mistake with its file and line")
    add("show", "list every setting with its value and its origin")


def _fill_contract(contract: argparse.ArgumentParser) -> None:
    add = _actions(contract)
    add("list", "list the contracts and their versions")
    show = add("show", "print a contract, byte for byte as it was published", has_json=False)
    show.add_argument("name", metavar="NAME", nargs="?", help="name of a contract (default: the served one)")
    show.add_argument(
        "--version", dest="contract_version", metavar="V", help="version of the contract (default: the newest)"
    )
    add("schema", "print the JSON Schema of published contracts", has_json=False)


def _fill_corpus(corpus: argparse.ArgumentParser) -> None:
    add = _actions(corpus)
    build = add("build", "index the pages that changed since the last build")
    build.add_argument("folder", metavar="DIR", help="the Markdown tree")
    build.add_argument("--out", metavar="INDEX", required=True, help="folder of the index; it is made if it is missing")
    build.add_argument(
        "--description", metavar="TEXT", default="", help="subject of the corpus, for agents: Acme's SDKs"
    )
    validate = add("validate", "list the mistakes of the tree with file and line")
    validate.add_argument("folder", metavar="DIR", help="the Markdown tree")


def _fill_registry(registry: argparse.ArgumentParser) -> None:
    add = _actions(registry)
    add("status", "show the version, the age and the path of the list in use")
    update = add("update", "install the published list if it is newer")
    update.add_argument(
        "--from", dest="location", metavar="FILE|URL", help="manifest of the list (default: registry.url)"
    )
    update.add_argument("--sha256", metavar="DIGEST", help="SHA-256 checksum that the list must have")
    update.add_argument(
        "--force", action="store_true", help="install an older list too, and keep it until the next update"
    )


def _fill_keys(keys: argparse.ArgumentParser) -> None:
    add = _actions(keys)
    create = add("create", "make a key and print it; it is never shown again")
    create.add_argument("--name", required=True, help="owner or purpose of the key")
    create.add_argument("--rate-limit", metavar="N", help="requests a minute (default: rateLimit.maxRequestsPerMinute)")
    create.add_argument("--expires", metavar="WHEN", help="a period such as 12h, 30d or 1y, or a date (default: never)")
    create.add_argument(
        "--admin", action="store_true", help="allow the key to see data about all clients, such as their usage"
    )
    add("list", "list the keys and their use")
    revoke = add("revoke", "revoke a key; exit status 1 when no key matches")
    revoke.add_argument("key", metavar="PREFIX|NAME", help="as `list` shows it")


def _fill_setup(setup: argparse.ArgumentParser) -> None:
    setup.add_argument("client", metavar="CLIENT", nargs="?", help="id of the client, as the list shows it")
    setup.add_argument("--project", action="store_true", help="write the file of this project instead of your own")
    setup.add_argument("--name", default="pro-context", help="name of the entry (default: pro-context)")
    action = setup.add_mutually_exclusive_group()
    action.add_argument("--print", action="store_true", help="print the entry and write nothing")
    action.add_argument("--remove", action="store_true", help="remove the entry")
    setup.add_argument("--dry-run", action="store_true", help="show the change and write nothing")
    setup.add_argument("--force", action="store_true", help="replace a different entry of the same name")
    setup.add_argument(
        "--skill", action="store_true", help="write (or --remove) the file that says when to call the server"
    )
    setup.add_argument("--url", help="use the server of your team at this address instead of starting one")
    setup.add_argument(
        "--key",
        help="API key of that server; - reads it from the terminal or stdin; without it, clients read $PRO_CONTEXT_KEY",
    )
    setup.add_argument(
        "--command",
        dest="launch",
        metavar="WORD",
        nargs=argparse.REMAINDER,
        help="program and arguments that the client starts; must be the last option",
    )


_COMMANDS: tuple[tuple[str, str, str, Fill], ...] = (
    ("ask", "answer a question from a library's documentation", help_texts.ASK, _fill_ask),
    ("search", "find pages, or exact lines of documentation and source", help_texts.SEARCH, _fill_search),
    ("resolve", "find the library for a name or description", help_texts.RESOLVE, _fill_resolve),
    ("warm", "fetch and index libraries completely", help_texts.WARM, _fill_warm),
    ("explain-url", "tell whether an address may be read, and why", help_texts.EXPLAIN_URL, _fill_explain),
    ("symbols", "print the public names of a package", help_texts.SYMBOLS, _fill_symbols),
    ("check", "check code against the packages it uses", help_texts.CHECK, _fill_check),
    ("changes", "tell what changed between two versions", help_texts.CHANGES, _fill_changes),
    ("doctor", "look for faults in this installation", help_texts.DOCTOR, _fill_doctor),
    ("cache", "show, delete or check the stored documentation", help_texts.CACHE, _fill_cache),
    ("store", "prepare the database of several servers, or fill it", help_texts.STORE, _fill_store),
    ("worker", "do the work that no request waits for, for servers of one database", help_texts.WORKER, _fill_nothing),
    ("config", "check or show the configuration", help_texts.CONFIG, _fill_config),
    ("contract", "print the published contracts as JSON", help_texts.CONTRACT, _fill_contract),
    ("corpus", "build a corpus from a Markdown tree, or check the tree", help_texts.CORPUS, _fill_corpus),
    ("registry", "show or update the list of known libraries", help_texts.REGISTRY, _fill_registry),
    ("keys", "make, list and revoke the API keys of a server", help_texts.KEYS, _fill_keys),
    ("setup", "write the configuration of an MCP client", help_texts.SETUP, _fill_setup),
)
"""The name, the line in the list, the description and the arguments of each command."""

_WITHOUT_OUTPUT = frozenset(
    (_fill_cache, _fill_store, _fill_nothing, _fill_config, _fill_contract, _fill_corpus, _fill_registry, _fill_keys)
)
"""The commands that print no result themselves: most have actions that do."""
