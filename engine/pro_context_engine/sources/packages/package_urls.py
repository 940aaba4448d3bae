"""The addresses of a package's own pages: `pypi://NAME/VERSION/readme`, `…/docs/PATH`, `…/api/MODULE`."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, unquote, urlsplit

_SCHEME = "pypi"
_KINDS = ("readme", "docs", "api")


@dataclass(frozen=True, slots=True)
class PackageUrl:
    """The parts of a page's address.

    Attributes:
        package: PEP 503 normalised name.
        version: exact version.
        kind: "readme", "docs" or "api".
        path: relative path of a bundled document or dotted name of a module, "" for the README.
    """

    package: str
    version: str
    kind: str
    path: str = ""

    def __str__(self) -> str:
        parts = [quote(self.version, safe="!+"), self.kind, quote(self.path, safe="/")]
        return f"{_SCHEME}://{self.package}/{'/'.join(part for part in parts if part)}"


def parse_package_url(url: str) -> PackageUrl | None:
    """Return the parts of a package page's address, None when the URL is of another form.

    Args:
        url: any text; a query or fragment is ignored.
    """
    try:
        split = urlsplit(url)
    except ValueError:
        return None
    version, _, rest = split.path.removeprefix("/").partition("/")
    kind, _, path = rest.partition("/")
    if split.scheme != _SCHEME or not split.netloc or not version or kind not in _KINDS:
        return None
    if bool(path) == (kind == "readme"):
        return None
    return PackageUrl(split.netloc.lower(), unquote(version), kind, unquote(path))
