"""What the command line takes, and the help that teaches it."""

from __future__ import annotations

import argparse
from importlib.metadata import version
from pathlib import Path

DESCRIPTION = """\
Pro-Context gives AI coding agents the right documentation of the libraries a project uses: in the version that is
installed, the passage that answers, with its source named. Without a subcommand it serves MCP over stdio.
"""

EPILOG = """\
examples:
  pro-context                                        serve MCP over stdio (what an MCP client starts)
  pro-context --transport http                       serve MCP over HTTP, for a team
  pro-context ask pydantic "validate before assignment"
  pro-context ask httpx "set a timeout" --max-tokens 1500 --json
  pro-context resolve "react query"
  pro-context warm langchain-ai/langchain            fetch and index every page of a library now
  pro-context cache status                           what is stored, where, and how much
  pro-context setup cursor                           write an MCP client's configuration
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

EXPLAIN_URL = """\
Say whether read-page may read addresses, and which rule decides: the very rules it goes by. Nothing is fetched; names
are looked up unless --offline is given. Exit status 1 when one may not be read.

  pro-context explain-url https://docs.pydantic.dev/latest/
  pro-context explain-url --offline https://10.0.0.7/ pypi://pydantic/2.14.3/readme
"""

DOCTOR = """\
Look for what is wrong with this installation, and say how to mend it: configuration, cache, project, network, proxies,
certificates, package indexes, MCP clients. Nothing is changed. Exit status 1 when something does not work.

  pro-context doctor
  pro-context doctor --offline --json
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

CONTRACT_DESCRIPTION = """\
A contract is all that clients see: tools, resources, prompts and error codes, with their schemas. Each version is
published as one JSON document, which says the SHA-256 of itself; clients may pin it and generate code from it.
"""

CONTRACT_EPILOG = """\
examples:
  pro-context contract list                    which contracts there are, in which versions
  pro-context contract show                    the one that is served, as JSON
  pro-context contract show full --version 0.1.0
  pro-context contract schema                  the JSON Schema of these documents
"""

REGISTRY_DESCRIPTION = """\
The registry is the list of libraries that are known without asking anybody: names, packages, where their documentation
is. One ships with each release. A newer one is published as a manifest and a file; it is taken when its checksum and
every entry in it are sound, and is used by what starts next. Whatever goes wrong, the one in use stays.
Exit status 1 when an update is not taken.
"""

REGISTRY_EPILOG = """\
examples:
  pro-context registry status                  which list is used, how old, and when a newer one was looked for
  pro-context registry update                  from registry.url of the configuration
  pro-context registry update --from registry-manifest.json        from a file, without a network
"""

CONFIG_DESCRIPTION = """\
What is configured: by flags, which stand before `config`, by environment variables, by files, or by nobody.
Exit status 1 when it has mistakes.
"""

CONFIG_EPILOG = """\
examples:
  pro-context config check                     whether it can be served, and which files say so
  pro-context config show                      every setting and who said so; secrets are not shown
  pro-context --transport http --port 8080 config show --json
"""

KEYS_DESCRIPTION = """\
The API keys of those who use a server over HTTP. A key is shown once, when it is made; what is kept is a digest, in a
file of its own beside the documentation store. `pro-context-admin` takes the same actions.
"""

KEYS_EPILOG = """\
examples:
  pro-context keys create --name alice               print a new key
  pro-context keys create --name ci --rate-limit 600 --expires 90d
  pro-context keys list                              whose keys there are, and how much they are used
  pro-context keys revoke alice                      by name or prefix; running servers refuse it within a second
"""

SETUP_DESCRIPTION = """\
Write Pro-Context into the configuration of an MCP client, or take it out. Nothing else in the file changes, comments
included, and a copy of what was there is kept beside it. Without CLIENT it lists the clients: which are on this
machine, and which have Pro-Context already. --config and --contract are passed on to the server.
Exit status 1 when the file was left as it was because it has another entry of the name or cannot be edited safely.
"""

SETUP_EPILOG = """\
examples:
  pro-context setup                            which clients there are
  pro-context setup cursor                     for you, in all projects
  pro-context setup vscode --project           for this project, in a file that others share
  pro-context setup zed --dry-run              only show what would change
  pro-context setup codex --command uvx pro-context
  pro-context setup cursor --url https://docs.example.com/mcp --key -
"""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    output = argparse.ArgumentParser(add_help=False, parents=[_common()])
    output.add_argument("--json", action="store_true", help="print the tool's result as JSON")
    main = argparse.ArgumentParser(
        prog="pro-context",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common()],
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

    _add_ask(command("ask", "answer a topic from a library's documentation", ASK))
    resolve = command("resolve", "find the library for a name or description", RESOLVE)
    resolve.add_argument("query", metavar="QUERY", help="a package, import or library name, or plain words")
    resolve.add_argument("--language", metavar="NAME", help="only libraries listing this language")
    warm = command("warm", "fetch and index libraries completely", WARM)
    warm.add_argument("libraries", metavar="LIBRARY", nargs="+", help="library ID or exact package name")
    explain = command("explain-url", "say whether an address may be read, and why", EXPLAIN_URL)
    explain.add_argument("urls", metavar="URL", nargs="+", help="an address as read-page takes it")
    explain.add_argument("--offline", action="store_true", help="look no names up")
    doctor = command("doctor", "look for what is wrong with this installation", DOCTOR)
    doctor.add_argument("--offline", action="store_true", help="ask nothing of the network")
    _add_cache(commands, output)
    _add_config(commands, output)
    _add_contract(commands, output)
    _add_registry(commands, output)
    _add_keys(commands, output)
    _add_setup(commands, output)
    return main


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


def _add_serving(main: argparse.ArgumentParser) -> None:
    """Add the options that stand for keys of the configuration; they are gathered in `flags`, as they were written."""
    main.set_defaults(flags={})
    serving = main.add_argument_group("serving over HTTP")

    def add(option: str, metavar: str, short: str) -> None:
        serving.add_argument(option, metavar=metavar, action=_Flag, default=argparse.SUPPRESS, help=short)

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


def _add_config(commands: argparse._SubParsersAction[argparse.ArgumentParser], output: argparse.ArgumentParser) -> None:
    config = commands.add_parser(
        "config",
        help="check the configuration, or show it",
        description=CONFIG_DESCRIPTION,
        epilog=CONFIG_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common()],
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
        description=CONTRACT_DESCRIPTION,
        epilog=CONTRACT_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common()],
    )
    actions = contract.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    actions.add_parser("list", parents=[output], help="tell which contracts there are, in which versions")
    show = actions.add_parser("show", parents=[_common()], help="print a contract, byte for byte as it was published")
    show.add_argument("name", metavar="NAME", nargs="?", help="a contract (default: the one that is served)")
    show.add_argument("--version", dest="contract_version", metavar="V", help="its version (default: the newest)")
    actions.add_parser("schema", parents=[_common()], help="print the JSON Schema of these documents")


def _add_registry(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], output: argparse.ArgumentParser
) -> None:
    registry = commands.add_parser(
        "registry",
        help="look at the list of known libraries, bring it up to date",
        description=REGISTRY_DESCRIPTION,
        epilog=REGISTRY_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common()],
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
        description=KEYS_DESCRIPTION,
        epilog=KEYS_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common()],
    )
    actions = keys.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    create = actions.add_parser("create", parents=[output], help="make a key and print it, once")
    create.add_argument("--name", required=True, help="whose it is, or what for")
    create.add_argument("--rate-limit", metavar="N", help="requests a minute (default: rateLimit.maxRequestsPerMinute)")
    create.add_argument("--expires", metavar="WHEN", help="a period such as 12h, 30d or 1y, or a date (default: never)")
    create.add_argument("--admin", action="store_true", help="may see what concerns all, such as everybody's usage")
    actions.add_parser("list", parents=[output], help="tell which keys there are, and how much they are used")
    revoke = actions.add_parser("revoke", parents=[output], help="end a key; exit status 1 when there is none such")
    revoke.add_argument("key", metavar="PREFIX|NAME", help="as `keys list` shows it")


def _add_setup(commands: argparse._SubParsersAction[argparse.ArgumentParser], output: argparse.ArgumentParser) -> None:
    setup = commands.add_parser(
        "setup",
        help="write the configuration of an MCP client",
        description=SETUP_DESCRIPTION,
        epilog=SETUP_EPILOG,
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
