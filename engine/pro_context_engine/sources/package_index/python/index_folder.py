"""Package indexes in folders of this machine, and plain folders of files: no file outside of them is read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from urllib.parse import urlsplit

from pro_context_engine.libraries.project.index_address import IndexAddress
from pro_context_engine.sources.package_index.python.project_page import (
    PageUnreadable,
    ReleaseFile,
    files_of,
    usable_files,
)

_MOST_PAGE_BYTES = 5_000_000
_MOST_LINKED = 20_000


def indexed_files(index: IndexAddress, package: str) -> list[ReleaseFile]:
    """Return the files of a project in a folder with a page for each project (PEP 503); [] if it has none.

    Mirrors keep their files next to the pages (`simple/` and `files/`), so the parent of a folder called `simple`
    counts.

    Args:
        index: an index whose address is a folder.
        package: PEP 503 normalised name.
    """
    folder = index.folder
    if folder is None:
        return []
    page = folder / package / "index.html"
    try:
        with page.open("rb") as opened:
            text = opened.read(_MOST_PAGE_BYTES).decode("utf-8", "replace")
        files = files_of(text, "text/html", page.absolute().as_uri(), package)
        return list(_within(folder.parent if folder.name == "simple" else folder, files))
    except (OSError, PageUnreadable):
        return []


def linked_files(links: IndexAddress, package: str) -> list[ReleaseFile]:
    """Return the files of a project in a plain folder of files (`find-links`); [] if there are none.

    Args:
        links: an address that is a folder.
        package: PEP 503 normalised name.
    """
    folder = links.folder
    if folder is None:
        return []
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in islice(entries, _MOST_LINKED)]
        described = ({"filename": name, "url": (folder.absolute() / name).as_uri()} for name in sorted(names))
        return list(_within(folder, usable_files(described, folder.absolute().as_uri(), package)))
    except OSError:
        return []


def _within(root: Path, files: Iterable[ReleaseFile]) -> Iterator[ReleaseFile]:
    """Yield the files that exist inside the folder, after following links."""
    # It brings an HTTP client, which takes milliseconds to import.
    from urllib.request import url2pathname  # noqa: PLC0415

    real_root = root.resolve()
    for file in files:
        path = Path(url2pathname(urlsplit(file.url).path)).resolve()
        if path.is_relative_to(real_root) and path.is_file():
            yield replace(file, path=path, size=path.stat().st_size)
