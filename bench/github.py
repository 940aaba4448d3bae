"""What reading repositories costs: requests, seconds and pages, on the documentation of real packages.

    python bench/github.py [PACKAGE==VERSION…]

The source distributions are fetched by pip while this runs, and served on loopback by a server shaped like GitHub, each
at the tag of its version. Fails if a library takes more than two requests of the API, or a listed page cannot be read.
"""

from __future__ import annotations

import asyncio
import sys
import tarfile
import tempfile
import time
from pathlib import Path

from documents import PACKAGES, fetched

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.worlds.forge import Forge, serve_forge

from pro_context_engine import open_engine
from pro_context_engine.domain.settings import CustomSource, GitHub, Settings

TOPIC = "how do I configure it"


def files_of(archive: Path) -> dict[str, str]:
    """Return the text files of a source distribution by their path in it."""
    with tarfile.open(archive) as tar:
        found = {}
        for member in tar.getmembers():
            file = tar.extractfile(member) if member.isfile() else None
            if file:
                found[member.name.partition("/")[2]] = file.read().decode("utf-8", errors="replace")
        return found


async def measure(forge: Forge, package: str, version: str) -> bool:
    """Read a library at its version, print what that took, and return whether all went well."""
    library_id = f"bench/{package}"
    source = CustomSource(package, "github", f"{forge.origin}/{library_id}", library_id)
    docs = open_engine(
        Settings(environment="none", llms_txt=False, packages=False, custom=(source,), github=GitHub(enabled=False))
    )
    try:
        start = time.perf_counter()
        toc = (await docs.library(library_id, version)).toc
        listed = time.perf_counter() - start
        requests = forge.counted
        stored = await docs.warm(library_id, version)
        indexed = time.perf_counter() - start
        answer = await docs.passages([(library_id, version)], TOPIC, 1000)
    finally:
        await docs.close()
    print(
        f"{package} {toc.version}: {len(toc.entries)} entries in {listed:.2f} s by {requests} requests of the API; "
        f"{stored.pages} of {stored.total_pages} pages indexed in {indexed:.2f} s; the answer has {len(answer.content)}"
    )
    return requests <= 2 and stored.pages == stored.total_pages and forge.counted == requests


def main() -> int:
    """Measure each package; return 1 if one of them cost too much or lost a page."""
    failed = 0
    for named in sys.argv[1:] or PACKAGES:
        package, _, version = named.partition("==")
        with tempfile.TemporaryDirectory() as folder:
            archive = fetched(named, folder)
            if archive is None:
                print(f"skipped {named}: pip could not fetch it")
                continue
            with serve_forge({f"bench/{package}": {"HEAD": {}, f"v{version}": files_of(archive)}}) as forge:
                failed += not asyncio.run(measure(forge, package, version))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
