"""The addresses of package indexes in a user's configuration, which can be shown without their secrets."""

from __future__ import annotations

from base64 import b64encode
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from typing import Literal
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from pro_context_engine.domain.value_class import value_class

MAX_FILE_BYTES = 1_000_000
"""The bound on a configuration file, so that a device or a wrong file is not read as a whole."""


@value_class
class IndexAddress:
    """The address of one index (PEP 503), and the setting that names it.

    Attributes:
        url: the address as configured, perhaps with a password; never to be shown.
        setting: the variable, or the file and the key in it.
        of_project: whether a file of the project names it. The project's author may be a stranger, so such an address
            is not exempt from the address guard and opens no folder.
    """

    url: str = field(repr=False)
    setting: str
    of_project: bool = False

    @property
    def display_text(self) -> str:
        """Return the address for printing, without user information, query and paths that may be keys."""
        parts = self._parts()
        if parts is None:
            return "an address that cannot be read"
        if parts.scheme == "file":
            return f"file://{parts.path}"
        path = parts.path.rstrip("/")
        return f"{parts.scheme}://{self._host(parts)}{path if path in ('', '/simple') else '/…'}"

    @property
    def without_credentials(self) -> str:
        """Return the address without user information; "" for a malformed one."""
        parts = self._parts()
        return urlunsplit(parts._replace(netloc=self._host(parts))) if parts else ""

    @property
    def origin(self) -> str:
        """Return `scheme://host[:port]`, "" for a malformed address."""
        parts = self._parts()
        return f"{parts.scheme}://{self._host(parts)}" if parts else ""

    @property
    def exempt_origins(self) -> list[str]:
        """Return the origins that the user's setting exempts from the address guard (`origins` of `Fetcher.fetch`)."""
        return [self.origin] if self.origin and not self.of_project else []

    @property
    def folder(self) -> Path | None:
        """Return the folder of this machine that the user names, None for any other address."""
        parts = self._parts()
        if parts is None or parts.scheme != "file" or parts.netloc not in ("", "localhost") or self.of_project:
            return None
        # It brings an HTTP client, which takes milliseconds to import.
        from urllib.request import url2pathname  # noqa: PLC0415

        return Path(url2pathname(parts.path))

    @property
    def authorization(self) -> str:
        """Return the Authorization header for its user information, "" without any; never to be shown."""
        parts = self._parts()
        if parts is None or "@" not in parts.netloc:
            return ""
        words = (unquote(word or "") for word in (parts.username, parts.password))
        return f"Basic {b64encode(':'.join(words).encode()).decode()}"

    def _parts(self) -> SplitResult | None:
        """Return the parts of an address of a known scheme without unprintable characters, None for any other."""
        try:
            parts = urlsplit(self.url)
        except ValueError:
            return None
        readable = self.url.isprintable() and parts.scheme in ("http", "https", "file")
        return parts if readable and (parts.netloc or parts.scheme == "file") else None

    @staticmethod
    def _host(parts: SplitResult) -> str:
        return parts.netloc.rpartition("@")[2]


@value_class
class PackageIndexes:
    """The sources of the user's packages.

    Attributes:
        tool: the tool whose configuration this is.
        main: the index for every package; None for the tool's default.
        extra: further indexes.
        links: further places with files (`find-links`), of which folders are used.
        none_at_all: whether indexes are turned off.
        unreadable: configuration files that exist and cannot be read.
    """

    tool: Literal["uv", "pip"]
    main: IndexAddress | None = None
    extra: tuple[IndexAddress, ...] = ()
    links: tuple[IndexAddress, ...] = ()
    none_at_all: bool = False
    unreadable: tuple[Path, ...] = ()

    @property
    def named(self) -> tuple[IndexAddress, ...]:
        """Return every configured address, the main one first."""
        return (*([self.main] if self.main else []), *self.extra)


def link_address(place: str, setting: str, of_project: bool = False) -> IndexAddress:
    """Return the address of a place with files, which may be a path."""
    if "://" in place:
        return IndexAddress(place, setting, of_project)
    path = Path(place)
    with suppress(RuntimeError):  # the home folder is unknown
        path = path.expanduser()
    return IndexAddress(path.absolute().as_uri(), setting, of_project)


def read_configuration(file: Path) -> str | None:
    """Return the text of a configuration file, None if there is none.

    Raises:
        OSError: the file exists and cannot be read.
    """
    if not file.is_file():
        return None
    with file.open("rb") as opened:
        return opened.read(MAX_FILE_BYTES).decode("utf-8-sig", errors="replace")


def is_true(value: str) -> bool:
    """Tell whether a variable or key is true, by the rules of pip and uv."""
    return value.strip().lower() in ("1", "true", "yes", "on", "y", "t")
