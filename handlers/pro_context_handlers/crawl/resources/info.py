"""info: a description of the server."""

from __future__ import annotations

from pro_context_contract import load_contract
from pro_context_engine import DocsEngine

_ABOUT = """# {name} v{version}

{description}.

The tool `crawl` reads the pages of a public https site, or of one that the operator's configuration names: along their
links, nearest first, one after the other, as its robots.txt allows. What was read can be searched as a library.
"""


async def handle(docs: DocsEngine) -> str:
    """Return the name, the version and a description of the server."""
    server = load_contract("crawl").initialize["serverInfo"]
    return _ABOUT.format(name=server["name"], version=server["version"], description=server["description"])
