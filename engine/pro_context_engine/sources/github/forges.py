"""Where repositories are: GitHub itself or an Enterprise Server, and the addresses of what is in them.

A page is known by the address of its raw file; the address of the same file for people is taken for it too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from pro_context_engine.domain.fetching import ApiSite
from pro_context_engine.domain.results import SiteKind
from pro_context_engine.domain.settings import GITHUB
from pro_context_engine.libraries.registry.site_owners import AMBIGUOUS

GITHUB_SITE = ApiSite(
    SiteKind.GITHUB,
    hosts=frozenset({"github.com", "api.github.com", "raw.githubusercontent.com", "codeload.github.com"}),
    api_hosts=frozenset({"api.github.com"}),
)
"""GitHub itself, as fetches are counted; Enterprise Servers count as the operator's own sites."""

_NAME = re.compile(r"[A-Za-z0-9_][\w.-]{0,99}", re.ASCII)
# What follows the repository in the address of a file or folder, for people and for programs.
_FORMS = ("blob", "raw", "tree")


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository, and perhaps one state and one folder of it.

    Attributes:
        forge: where it is.
        owner: the account's name.
        name: the repository's name.
        place: what its address says besides: state and path (`v1.2/docs`), "" for nothing.
    """

    forge: Forge
    owner: str
    name: str
    place: str = ""

    @property
    def url(self) -> str:
        """Return its address for people, without the place."""
        return f"{self.forge.web}/{self.owner}/{self.name}"

    @property
    def key(self) -> str:
        """Return what tells repositories apart: GitHub does not regard the case of names."""
        return self.url.lower()

    def api(self, path: str) -> str:
        """Return the address of something the API tells about it."""
        return f"{self.forge.api}/repos/{self.owner}/{self.name}/{path}"

    def raw(self, ref: str, path: str) -> str:
        """Return the address of a raw file at a tag, branch or commit."""
        return f"{self.forge.raw}/{self.owner}/{self.name}/{quote(f'{ref}/{path}', safe='/@+')}"

    @property
    def raw_url(self) -> str:
        """Return the address of the raw file that its place is."""
        return f"{self.forge.raw}/{self.owner}/{self.name}/{self.place}"


@dataclass(frozen=True, slots=True)
class Forge:
    """GitHub, or something like it.

    Attributes:
        web: `https://github.com`, the address for people.
        api: `https://api.github.com`.
        raw: where raw files are.
    """

    web: str
    api: str
    raw: str

    def repository(self, url: str) -> Repository | None:
        """Return what an address of this forge means, None if it is another's or means no repository.

        Args:
            url: any text; of a raw file, or for people.
        """
        for base, forms in ((self.raw, ()), (self.web, _FORMS)):
            if url.startswith(f"{base}/"):
                return self._named(url[len(base) + 1 :].partition("?")[0].partition("#")[0], forms)
        return None

    def _named(self, path: str, forms: tuple[str, ...]) -> Repository | None:
        if AMBIGUOUS.search(f"/{path}"):
            return None
        owner, name, *rest = [*path.split("/", 2), "", ""][:3]
        name = name.removesuffix(".git")
        place = rest[0].strip("/")
        if forms and place:
            form, _, place = place.partition("/")
            place = place if form in forms else ""
        if not (_NAME.fullmatch(owner) and _NAME.fullmatch(name)):
            return None
        return Repository(self, owner, name, place)


def forge_at(web: str) -> Forge:
    """Return the forge with this address; one that is not GitHub itself is an Enterprise Server."""
    parts = urlsplit(web)
    origin = f"{parts.scheme}://{parts.netloc}"
    if origin == GITHUB:
        return Forge(GITHUB, "https://api.github.com", "https://raw.githubusercontent.com")
    return Forge(origin, f"{origin}/api/v3", f"{origin}/raw")
