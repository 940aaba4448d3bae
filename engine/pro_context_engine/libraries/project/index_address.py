"""The package indexes that a user's configuration names, with their secrets kept out of sight."""

from __future__ import annotations

from base64 import b64encode
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit
from urllib.request import url2pathname

MAX_FILE_BYTES = 1_000_000
"""More than any configuration; a device or a wrong file is not read whole."""


@dataclass(frozen=True, slots=True)
class IndexAddress:
    """The address of one index (PEP 503), and which setting names it.

    Attributes:
        url: as it is written there, perhaps with a password; never to be shown.
        setting: the variable, or the file and the key in it.
        of_project: whether a file of the project names it: that is the word of whoever wrote the project, and exempts
            no address of the user's network from the address guard, and opens no folder.
    """

    url: str = field(repr=False)
    setting: str
    of_project: bool = False

    @property
    def shown(self) -> str:
        """Return the address as it may be printed: user information and query left out, and paths that may be keys."""
        parts = self._parts()
        if parts is None:
            return "an address that cannot be read"
        if parts.scheme == "file":
            return f"file://{parts.path}"
        path = parts.path.rstrip("/")
        return f"{parts.scheme}://{self._host(parts)}{path if path in ('', '/simple') else '/…'}"

    @property
    def without_credentials(self) -> str:
        """Return the address without user information; "" for one that cannot be read."""
        parts = self._parts()
        return urlunsplit(parts._replace(netloc=self._host(parts))) if parts else ""

    @property
    def origin(self) -> str:
        """Return `scheme://host[:port]`, "" for an address that cannot be read."""
        parts = self._parts()
        return f"{parts.scheme}://{self._host(parts)}" if parts else ""

    @property
    def exempt(self) -> list[str]:
        """Return what the user's word exempts from the address guard (`origins` and `proven` of `Fetcher.fetch`)."""
        return [self.origin] if self.origin and not self.of_project else []

    @property
    def folder(self) -> Path | None:
        """Return the folder of this machine that the user names, None for anything else."""
        parts = self._parts()
        if parts is None or parts.scheme != "file" or parts.netloc not in ("", "localhost") or self.of_project:
            return None
        return Path(url2pathname(parts.path))

    @property
    def authorization(self) -> str:
        """Return the Authorization header that its user information stands for, "" without any; never to be shown."""
        parts = self._parts()
        if parts is None or "@" not in parts.netloc:
            return ""
        words = (unquote(word or "") for word in (parts.username, parts.password))
        return f"Basic {b64encode(':'.join(words).encode()).decode()}"

    def _parts(self) -> SplitResult | None:
        """Return the parts of an address of the kinds that the tools know, in characters that can be shown."""
        try:
            parts = urlsplit(self.url)
        except ValueError:
            return None
        readable = self.url.isprintable() and parts.scheme in ("http", "https", "file")
        return parts if readable and (parts.netloc or parts.scheme == "file") else None

    @staticmethod
    def _host(parts: SplitResult) -> str:
        return parts.netloc.rpartition("@")[2]


@dataclass(frozen=True, slots=True)
class PackageIndexes:
    """Where the user's packages come from.

    Attributes:
        tool: whose configuration this is.
        main: asked for every package; None for the tool's own default.
        extra: asked besides.
        links: where files lie besides (`find-links`): folders count.
        none_at_all: whether indexes are turned off.
        unreadable: configuration files that are there and cannot be read.
    """

    tool: Literal["uv", "pip"]
    main: IndexAddress | None = None
    extra: tuple[IndexAddress, ...] = ()
    links: tuple[IndexAddress, ...] = ()
    none_at_all: bool = False
    unreadable: tuple[Path, ...] = ()

    @property
    def named(self) -> tuple[IndexAddress, ...]:
        """Return every address that is named, the main one first."""
        return (*([self.main] if self.main else []), *self.extra)


def link_address(place: str, setting: str, of_project: bool = False) -> IndexAddress:
    """Return the address of a place with files, which may be written as a path."""
    if "://" in place:
        return IndexAddress(place, setting, of_project)
    path = Path(place)
    with suppress(RuntimeError):  # nobody knows whose home it is
        path = path.expanduser()
    return IndexAddress(path.absolute().as_uri(), setting, of_project)


def read_configuration(file: Path) -> str | None:
    """Return the text of a configuration file, None if there is none.

    Raises:
        OSError: it is there and cannot be read.
    """
    if not file.is_file():
        return None
    with file.open("rb") as opened:
        return opened.read(MAX_FILE_BYTES).decode("utf-8-sig", errors="replace")


def switched_on(value: str) -> bool:
    """Tell whether a variable or key says yes, as pip and uv read it."""
    return value.strip().lower() in ("1", "true", "yes", "on", "y", "t")
