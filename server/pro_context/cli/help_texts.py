"""The texts that `--help` shows above and below the options of each command."""

DESCRIPTION = """\
Pro-Context gives AI coding agents the right documentation of the libraries a project uses: the passages that answer a
question, in the installed version, with their source. Without a subcommand it serves MCP over stdio.
"""

EPILOG = """\
examples:
  pro-context                                        serve MCP over stdio (MCP clients start this command)
  pro-context --transport http                       serve MCP over HTTP, for a team
  pro-context ask pydantic "validate before assignment"
  pro-context ask httpx "set a timeout" --max-tokens 1500 --json
  pro-context resolve "react query"
  pro-context warm langchain-ai/langchain            fetch and index every page of a library now
  pro-context cache status                           show the stored documentation and its size
  pro-context setup cursor                           write the configuration of an MCP client
"""

ASK = """\
Answer a question from the documentation of one library: print the passages that fit into a budget of tokens, each with
its page and version. The default version is the one that the project has installed. Exit status 1 without an answer.

  pro-context ask pydantic "validate before assignment"
  pro-context ask sqlalchemy "MissingGreenlet: greenlet_spawn has not been called" --max-tokens 2000
"""

SEARCH = """\
Find the pages whose words match a query, or with --match text or pattern the exact lines of pages, and with --in source
those of the files of a package, as grep does. Case counts if QUERY has a capital letter. Patterns need the extra
`patterns` (pip install 'pro-context[patterns]'). Exit status 1 when nothing matches.

  pro-context search "retry policy" httpx
  pro-context search "def iter_lines" httpx --in source
  pro-context search "class \\w+Timeout" httpx --in source --match pattern
"""

RESOLVE = """\
Find the library for the name of a package or an import, for a misspelt name, or for a description in words. Nothing is
fetched. Exit status 1 when no library matches.

  pro-context resolve "langchain[openai]>=0.3"
  pro-context resolve cv2 --language python
"""

WARM = """\
Fetch and index every page of some libraries now, so that later answers need no network. With --project these are all
libraries of the project, in the versions that it locks, requires or has installed. Exit status 1 when a library fails.

  pro-context warm pydantic langchain-ai/langchain
  pro-context warm --project
"""

EXPLAIN_URL = """\
Tell whether read-page may read an address, and which rule decides; read-page applies the same rules. Nothing is
fetched; host names are looked up unless --offline is given. Exit status 1 when an address may not be read.

  pro-context explain-url https://docs.pydantic.dev/latest/
  pro-context explain-url --offline https://10.0.0.7/ pypi://pydantic/2.14.3/readme
"""

SYMBOLS = """\
Print the public names of a package: what each is, where it is imported from, how it is called, where it is documented.
They are read from the package's files; nothing of it is run. Exit status 1 when no name matches.

  pro-context symbols httpx
  pro-context symbols sqlalchemy Session.execute
  pro-context symbols npm/zod ZodString --json
"""

CHECK = """\
Check code against the packages that it imports, in the versions that the project has: names, attributes and arguments
that do not exist, and what is deprecated. Nothing is executed, neither the code nor a package. A unified diff is
checked in its new lines. Exit status 1 when there are findings, 2 when a file cannot be checked.

  pro-context check src/app.py
  pro-context check 'src/**/*.py' --format github
  git diff | pro-context check - --json
"""

CHANGES = """\
Tell what changed in the API of a library between two versions: what is gone, renamed, moved or deprecated, which
signatures and defaults are others, what takes the place of it, and what the changelog says. What breaks code comes
first, public names before private ones. With --code only what affects that file. Nothing is executed.

  pro-context changes pandas 1.5.3 2.2.3
  pro-context changes pandas 1.5.3 --name DataFrame.append --name read_csv
  pro-context changes flask 2.1.3 3.1.0 --code src/app.py
  pro-context changes httpx                               from the project's version to the newest
"""

DOCTOR = """\
Look for faults in this installation, and tell how to correct them: configuration, cache, project, network, proxies,
certificates, package indexes, MCP clients. Nothing is changed. Exit status 1 when a check fails.

  pro-context doctor
  pro-context doctor --offline --json
"""

CACHE = """\
Fetched documentation is stored in one file, which any number of servers and commands may use at the same time. The file
may be deleted: missing documentation is fetched again when it is requested. Its size stays below cache.maxSizeMB; the
documentation that was used longest ago is deleted first.
"""

STORE = """\
Several servers share one PostgreSQL database, which store.url names. A server whose role may do so brings the tables up
to date when it starts; `migrate` does it for a role of its own. `copy` goes on where an interrupted copy ended.
"""

WORKER = """\
Fetch and index what no request waits for: the other pages of libraries, refreshes, and the work of servers that ended.
The servers of the database leave it to workers with store.leaveToWorkers; without that setting they work too. Several
workers may run. The first SIGTERM ends one in order, and another one goes on within 20 seconds.

  pro-context worker
"""

CONTRACT = """\
A contract is everything that clients see: tools, resources, prompts and error codes, with their schemas. Each version
is published as one JSON document that contains its own SHA-256 checksum; clients may pin it and generate code from it.
"""

CORPUS = """\
A corpus is a Markdown tree of your own, served by --contract corpus. The nearest .docs-mcp.json above a page defines
how the page is cut into chunks and which filters it has; the front matter of the page takes precedence. *.template.md
and *.template.yaml are prompts. Unchanged pages are not indexed again. Exit status 1 when the tree has mistakes.
"""

REGISTRY = """\
The registry is the list of known libraries: their names, their packages, and the addresses of their documentation. Each
release ships with a list. A newer list is published as a manifest and a file; it is installed when its checksum and all
of its entries are valid. Processes that start afterwards use it, as do all servers of one database. After any failure
the list in use stays.
Exit status 1 when an update is refused.
"""

CONFIG = """\
The configuration comes from options, which stand before `config`, from environment variables, from files, and from
defaults. Exit status 1 when it has mistakes.
"""

KEYS = """\
The API keys of the clients of a server over HTTP. A key is shown once, when it is made; only a digest of it is stored,
in a file of its own beside the documentation store. `pro-context-admin` has the same actions.
"""

SETUP = """\
Write Pro-Context into the configuration of an MCP client, or remove it. Nothing else in the file changes, comments
included, and a copy of the previous file is kept beside it. Without CLIENT, list the clients: whether each is on this
machine, and whether it has Pro-Context already. --config and --contract are passed on to the server; together with
--url, --contract names a contract of that server.
Exit status 1 when the file is left unchanged because it has a different entry of that name or cannot be edited safely.
"""

EPILOGS = {
    "cache": """\
examples:
  pro-context cache status                     show the path, the size and the contents of the file
  pro-context cache clear langchain pydantic   delete the documentation of two libraries
  pro-context cache clear                      delete everything
  pro-context cache verify                     check the file and every row in it
""",
    "store": """\
examples:
  pro-context store status                             show the migrations, rights and speed of the database
  pro-context store migrate                            bring the tables up to date, as their owner
  pro-context store copy --from ~/.pro-context/cache   copy documentation and API keys of one server
""",
    "contract": """\
examples:
  pro-context contract list                    list the contracts and their versions
  pro-context contract show                    print the served contract as JSON
  pro-context contract show full --version 0.1.0
  pro-context contract schema                  print the JSON Schema of published contracts
""",
    "corpus": """\
examples:
  pro-context corpus validate docs             list the mistakes of the tree with file and line
  pro-context corpus build docs --out index --description "Acme SDK documentation"
  pro-context --contract corpus --corpus index
""",
    "registry": """\
examples:
  pro-context registry status                  show the list in use, its age and the last check for a newer one
  pro-context registry update                  update from the registry.url of the configuration
  pro-context registry update --from registry-manifest.json        update from a file, without a network
""",
    "config": """\
examples:
  pro-context config check                     check that a server can start with it
  pro-context config show                      list every setting with its value and its origin; secrets are hidden
  pro-context --transport http --port 8080 config show --json
""",
    "keys": """\
examples:
  {keys} create --name alice               print a new key
  {keys} create --name ci --rate-limit 600 --expires 90d
  {keys} list                              list the keys and their use
  {keys} revoke alice                      by name or prefix; running servers refuse the key within a second
""",
    "setup": """\
examples:
  pro-context setup                            list the clients
  pro-context setup cursor                     for you, in all projects
  pro-context setup vscode --project           for this project, in a file that others share
  pro-context setup zed --dry-run              only show the change
  pro-context setup codex --command uvx pro-context
  pro-context setup cursor --url https://docs.example.com/mcp --key -
  pro-context setup cursor --url https://docs.example.com --contract lean
""",
}
"""The texts below the options of the commands that have several actions or many options."""
