"""What `--help` says above and below the options of each command."""

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

CORPUS_DESCRIPTION = """\
A corpus is a Markdown tree of your own, served by --contract corpus. The nearest .docs-mcp.json above a page says how
it is cut and what it can be filtered by; the page's front matter goes before it. *.template.md and *.template.yaml are
prompts. Pages that have not changed are not indexed again. Exit status 1 when something is wrong with the tree.
"""

CORPUS_EPILOG = """\
examples:
  pro-context corpus validate docs             what is wrong, with file and line
  pro-context corpus build docs --out index --description "Acme SDK documentation"
  pro-context --contract corpus --corpus index
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
  {keys} create --name alice               print a new key
  {keys} create --name ci --rate-limit 600 --expires 90d
  {keys} list                              whose keys there are, and how much they are used
  {keys} revoke alice                      by name or prefix; running servers refuse it within a second
"""

SETUP_DESCRIPTION = """\
Write Pro-Context into the configuration of an MCP client, or take it out. Nothing else in the file changes, comments
included, and a copy of what was there is kept beside it. Without CLIENT it lists the clients: which are on this
machine, and which have Pro-Context already. --config and --contract are passed on to the server; with --url of a
server, --contract says which of its contracts is meant.
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
  pro-context setup cursor --url https://docs.example.com --contract lean
"""
