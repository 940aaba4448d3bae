"""The addresses of a package's own pages: `pypi://NAME/VERSION/readme`, `…/docs/PATH`, `…/api/MODULE`, and `npm://…`.

`…/source/PATH` is a file of the package as it is. Python packages also have `…/reference/command-line`,
`…/reference/environment`, `…/reference/fixtures` and `…/reference/services/SERVICE/OPERATION`.
"""

from __future__ import annotations

from urllib.parse import quote, unquote, urlsplit

from pro_context_engine.domain.value_class import value_class

_KINDS = {"pypi": ("readme", "docs", "api", "reference", "source"), "npm": ("readme", "docs", "api", "source")}


@value_class
class PackageUrl:
    """The parts of a page's address.

    Attributes:
        package: name as its ecosystem normalises it; of npm perhaps with a scope (`@types/node`).
        version: exact version.
        kind: "readme", "docs", "api", "reference" or "source".
        path: relative path of a bundled document or a file, dotted name of a module (of npm the path of a
            declaration file), name of a reference page, "" for the README.
        scheme: the ecosystem of the package, as in ids.
    """

    package: str
    version: str
    kind: str
    path: str = ""
    scheme: str = "pypi"

    def __str__(self) -> str:
        parts = [quote(self.version, safe="!+"), self.kind, quote(self.path, safe="/@")]
        return f"{self.scheme}://{self.package}/{'/'.join(part for part in parts if part)}"


def parse_package_url(url: str, scheme: str = "pypi") -> PackageUrl | None:
    """Return the parts of a package page's address, None when the URL is of another form.

    Args:
        url: any text; a query or fragment is ignored.
        scheme: the ecosystem of the packages.
    """
    try:
        split = urlsplit(url)
    except ValueError:
        return None
    name, rest = unquote(split.netloc), split.path.removeprefix("/")
    if name.startswith("@"):
        own, _, rest = rest.partition("/")
        name = f"{name}/{unquote(own)}"
    version, _, rest = rest.partition("/")
    kind, _, path = rest.partition("/")
    if split.scheme != scheme or not name or not version or kind not in _KINDS.get(scheme, ()):
        return None
    if bool(path) == (kind == "readme"):
        return None
    return PackageUrl(name.lower() if scheme == "pypi" else name, unquote(version), kind, unquote(path), scheme)
