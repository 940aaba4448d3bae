"""What the command line takes."""

from __future__ import annotations

import argparse
from importlib.metadata import version
from pathlib import Path

from pro_context.cli import help_texts


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    output = _output_options()
    main = argparse.ArgumentParser(
        prog="pro-context",
        description=help_texts.DESCRIPTION,
        epilog=help_texts.EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common_options()],
    )
    main.add_argument("--version", action="version", version=f"pro-context {version('pro-context')}")
    main.set_defaults(config=None, contract=None)
    _add_serving(main)
    commands = main.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    def command(name: str, short: str, description: str) -> argparse.ArgumentParser:
        formatter = argparse.RawDescriptionHelpFormatter
        return commands.add_parser(
            name, parents=[output], help=short, description=description, formatter_class=formatter
        )

    _add_ask(command("ask", "answer a topic from a library's documentation", help_texts.ASK))
    resolve = command("resolve", "find the library for a name or description", help_texts.RESOLVE)
    resolve.add_argument("query", metavar="QUERY", help="a package, import or library name, or plain words")
    resolve.add_argument("--language", metavar="NAME", help="only libraries listing this language")
    warm = command("warm", "fetch and index libraries completely", help_texts.WARM)
    warm.add_argument("libraries", metavar="LIBRARY", nargs="+", help="library ID or exact package name")
    explain = command("explain-url", "say whether an address may be read, and why", help_texts.EXPLAIN_URL)
    explain.add_argument("urls", metavar="URL", nargs="+", help="an address as read-page takes it")
    explain.add_argument("--offline", action="store_true", help="look no names up")
    doctor = command("doctor", "look for what is wrong with this installation", help_texts.DOCTOR)
    doctor.add_argument("--offline", action="store_true", help="ask nothing of the network")
    _add_cache(commands, output)
    _add_config(commands, output)
    _add_contract(commands, output)
    _add_corpus(commands, output)
    _add_registry(commands, output)
    _add_keys(commands, output)
    _add_setup(commands, output)
    return main


def admin_parser() -> argparse.ArgumentParser:
    """Return the parser of `pro-context-admin`, which takes what `pro-context keys` takes."""
    admin = argparse.ArgumentParser(
        prog="pro-context-admin",
        description=help_texts.KEYS_DESCRIPTION,
        epilog=help_texts.KEYS_EPILOG.format(keys="pro-context-admin"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common_options()],
    )
    admin.set_defaults(command="keys", config=None, contract=None, flags={})
    _add_key_actions(admin, _output_options())
    return admin


def _output_options() -> argparse.ArgumentParser:
    """Return the options of whatever prints a result."""
    output = argparse.ArgumentParser(add_help=False, parents=[_common_options()])
    output.add_argument("--json", action="store_true", help="print the tool's result as JSON")
    return output


def _common_options() -> argparse.ArgumentParser:
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


def _add_serving(main: argparse.ArgumentParser) -> None:
    """Add the options that stand for keys of the configuration; they are gathered in `flags`, as they were written."""
    main.set_defaults(flags={})
    serving = main.add_argument_group("serving over HTTP")

    def add(option: str, metavar: str, short: str) -> None:
        serving.add_argument(option, metavar=metavar, action=_Flag, default=argparse.SUPPRESS, help=short)

    main.add_argument(
        "--corpus", metavar="INDEX", action=_Flag, default=argparse.SUPPRESS, help="the built corpus that is served"
    )
    add("--contracts", "NAME,…", "several contracts, each at /NAME/mcp; --contract, else the first, at /mcp too")
    add("--transport", "stdio|http", "how messages arrive (default: stdio)")
    add("--host", "ADDRESS", "where to listen (default: 127.0.0.1)")
    add("--port", "N", "on which port (default: 3100)")
    add("--tls-certificate", "FILE", "certificate and its chain in PEM form, to serve https")
    add("--tls-key", "FILE", "its private key, where it is not in the same file")


class _Flag(argparse.Action):
    """Keeps an option's value by its long name."""

    def __call__(self, parser: object, namespace: argparse.Namespace, values: object, option: object = None) -> None:
        """Keep the value of one option."""
        namespace.flags = {**namespace.flags, self.option_strings[0]: str(values)}


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
        description=help_texts.CACHE_DESCRIPTION,
        epilog=help_texts.CACHE_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common_options()],
    )
    actions = cache.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    actions.add_parser("status", parents=[output], help="tell where the file is, how large, and what is in it")
    clear = actions.add_parser("clear", parents=[output], help="delete the documentation of libraries, or everything")
    clear.add_argument(
        "libraries", metavar="LIBRARY", nargs="*", help="library ID or name, as `cache status` lists them"
    )
    actions.add_parser("verify", parents=[output], help="check the file and every row; exit status 1 if not sound")


def _add_config(commands: argparse._SubParsersAction[argparse.ArgumentParser], output: argparse.ArgumentParser) -> None:
    config = commands.add_parser(
        "config",
        help="check the configuration, or show it",
        description=help_texts.CONFIG_DESCRIPTION,
        epilog=help_texts.CONFIG_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common_options()],
    )
    actions = config.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    actions.add_parser("check", parents=[output], help="tell every mistake, with file and line")
    actions.add_parser("show", parents=[output], help="tell every setting, and who said so")


def _add_contract(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], output: argparse.ArgumentParser
) -> None:
    contract = commands.add_parser(
        "contract",
        help="print what clients can rely on, as JSON",
        description=help_texts.CONTRACT_DESCRIPTION,
        epilog=help_texts.CONTRACT_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common_options()],
    )
    actions = contract.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    actions.add_parser("list", parents=[output], help="tell which contracts there are, in which versions")
    show = actions.add_parser(
        "show", parents=[_common_options()], help="print a contract, byte for byte as it was published"
    )
    show.add_argument("name", metavar="NAME", nargs="?", help="a contract (default: the one that is served)")
    show.add_argument("--version", dest="contract_version", metavar="V", help="its version (default: the newest)")
    actions.add_parser("schema", parents=[_common_options()], help="print the JSON Schema of these documents")


def _add_corpus(commands: argparse._SubParsersAction[argparse.ArgumentParser], output: argparse.ArgumentParser) -> None:
    corpus = commands.add_parser(
        "corpus",
        help="build a corpus from a Markdown tree, or check the tree",
        description=help_texts.CORPUS_DESCRIPTION,
        epilog=help_texts.CORPUS_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common_options()],
    )
    actions = corpus.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    build = actions.add_parser("build", parents=[output], help="index what has changed since the last build")
    build.add_argument("folder", metavar="DIR", help="the Markdown tree")
    build.add_argument("--out", metavar="INDEX", required=True, help="folder of the index, made if missing")
    build.add_argument("--description", metavar="TEXT", default="", help="what it documents, for agents: Acme's SDKs")
    validate = actions.add_parser("validate", parents=[output], help="tell what is wrong, with file and line")
    validate.add_argument("folder", metavar="DIR", help="the Markdown tree")


def _add_registry(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], output: argparse.ArgumentParser
) -> None:
    registry = commands.add_parser(
        "registry",
        help="look at the list of known libraries, bring it up to date",
        description=help_texts.REGISTRY_DESCRIPTION,
        epilog=help_texts.REGISTRY_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common_options()],
    )
    actions = registry.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    actions.add_parser("status", parents=[output], help="tell which list is used, how old it is, and where it is")
    update = actions.add_parser("update", parents=[output], help="take the published list if it is newer")
    update.add_argument(
        "--from", dest="location", metavar="FILE|URL", help="manifest of the list (default: registry.url)"
    )
    update.add_argument("--sha256", metavar="DIGEST", help="take it only if it has this checksum")
    update.add_argument("--force", action="store_true", help="take an older one too, and keep it until the next update")


def _add_keys(commands: argparse._SubParsersAction[argparse.ArgumentParser], output: argparse.ArgumentParser) -> None:
    keys = commands.add_parser(
        "keys",
        help="make, list and revoke the API keys of a server",
        description=help_texts.KEYS_DESCRIPTION,
        epilog=help_texts.KEYS_EPILOG.format(keys="pro-context keys"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common_options()],
    )
    _add_key_actions(keys, output)


def _add_key_actions(keys: argparse.ArgumentParser, output: argparse.ArgumentParser) -> None:
    actions = keys.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    create = actions.add_parser("create", parents=[output], help="make a key and print it, once")
    create.add_argument("--name", required=True, help="whose it is, or what for")
    create.add_argument("--rate-limit", metavar="N", help="requests a minute (default: rateLimit.maxRequestsPerMinute)")
    create.add_argument("--expires", metavar="WHEN", help="a period such as 12h, 30d or 1y, or a date (default: never)")
    create.add_argument("--admin", action="store_true", help="may see what concerns all, such as everybody's usage")
    actions.add_parser("list", parents=[output], help="tell which keys there are, and how much they are used")
    revoke = actions.add_parser("revoke", parents=[output], help="end a key; exit status 1 when there is none such")
    revoke.add_argument("key", metavar="PREFIX|NAME", help="as `list` shows it")


def _add_setup(commands: argparse._SubParsersAction[argparse.ArgumentParser], output: argparse.ArgumentParser) -> None:
    setup = commands.add_parser(
        "setup",
        help="write the configuration of an MCP client",
        description=help_texts.SETUP_DESCRIPTION,
        epilog=help_texts.SETUP_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[output],
    )
    setup.add_argument("client", metavar="CLIENT", nargs="?", help="as the list names it")
    setup.add_argument("--project", action="store_true", help="the file of this project, not your own")
    setup.add_argument("--name", default="pro-context", help="the server's name there (default: pro-context)")
    action = setup.add_mutually_exclusive_group()
    action.add_argument("--print", action="store_true", help="print the text to add, and touch nothing")
    action.add_argument("--remove", action="store_true", help="take the server out")
    setup.add_argument("--dry-run", action="store_true", help="show what would change, and write nothing")
    setup.add_argument("--force", action="store_true", help="replace another entry of the same name")
    setup.add_argument("--url", help="use your team's server at this address, instead of starting one")
    setup.add_argument("--key", help="its API key; - reads it from the terminal or stdin; without, $PRO_CONTEXT_KEY")
    setup.add_argument(
        "--command",
        dest="launch",
        metavar="WORD",
        nargs=argparse.REMAINDER,
        help="what the client shall start: program and arguments; the last option",
    )
