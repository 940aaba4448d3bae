"""A folder of documents on disk; no address leads out of it."""

from __future__ import annotations

import os
import stat
from io import FileIO
from pathlib import Path
from urllib.parse import urlsplit

from pro_context_engine.domain.errors import NotDocumentation, PageMissing, UrlRefused

_MEDIA_TYPES = {
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".mdx": "text/markdown",
    ".txt": "text/plain",
    ".rst": "text/x-rst",
    ".ipynb": "application/json",
    ".html": "text/html",
    ".htm": "text/html",
}
_MAX_BYTES = 5_000_000
_MAX_DOCUMENTS = 2_000
# A FIFO without a writer must not block, and a link that replaces a checked file must not be followed.
_READ_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


class Folder:
    """Documents below one folder, known by their `file://` addresses.

    A document has one of the usual endings, and neither its name nor a folder on the way to it begins with a dot.

    Args:
        path: the folder; no symbolic link below it leads out.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()

    def url(self, path: Path) -> str:
        """Return the address of a file, symbolic links resolved."""
        return path.resolve().as_uri()

    def holds(self, url: str) -> bool:
        """Tell whether an address is that of a document in the folder, whether it exists or not."""
        try:
            self._document_path(url)
        except UrlRefused:
            return False
        return True

    def documents(self) -> list[str]:
        """Return the addresses of the documents, sorted; at most 2,000."""
        found: list[str] = []
        for parent, folders, files in os.walk(self._path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            urls = (self.url(Path(parent, name)) for name in sorted(files) if Path(name).suffix.lower() in _MEDIA_TYPES)
            found.extend(url for url in urls if self.holds(url))
            if len(found) >= _MAX_DOCUMENTS:
                break
        return found[:_MAX_DOCUMENTS]

    def read(self, url: str) -> tuple[str, str]:
        """Read a document.

        Args:
            url: its `file://` address.

        Returns:
            (text, media type); bytes that are no UTF-8 are replaced.

        Raises:
            UrlRefused: the address is not that of a document in the folder.
            PageMissing: there is no such file, or it cannot be read.
            NotDocumentation: the file is not a regular one, or is larger than 5 MB.
        """
        path = self._document_path(url)
        try:
            with FileIO(path, opener=lambda name, _: os.open(name, _READ_FLAGS)) as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise NotDocumentation(url, "not a regular file")
                content = file.read(_MAX_BYTES + 1)
        except OSError:
            raise PageMissing(url) from None
        if len(content) > _MAX_BYTES:
            raise NotDocumentation(url, "larger than the limit")
        return content.decode("utf-8-sig", errors="replace"), _MEDIA_TYPES[path.suffix.lower()]

    def _document_path(self, url: str) -> Path:
        """Return the real path of the document at an address."""
        from urllib.request import url2pathname  # noqa: PLC0415 - brings an HTTP client: 30 ms at start-up

        parts = urlsplit(url)
        if parts.scheme != "file" or parts.netloc or parts.query:
            raise UrlRefused(url, "not the address of a file")
        try:
            path = Path(url2pathname(parts.path)).resolve()
            below = path.relative_to(self._path)
            # Of a loop of links, newer versions of Python leave the links in the path instead of raising an error.
            is_real = not any((self._path / part).is_symlink() for part in (below, *below.parents))
        except (ValueError, OSError, RuntimeError):  # a NUL, a loop of links, a place outside
            is_real = False
        if not is_real:
            raise UrlRefused(url, "outside the source's folder")
        if any(name.startswith(".") for name in below.parts) or path.suffix.lower() not in _MEDIA_TYPES:
            raise UrlRefused(url, "not a document")
        return path
