"""The addresses of repositories and files on GitHub itself, or on an Enterprise Server."""

from __future__ import annotations

import re

from pro_context_engine.domain.fetching import ApiSite
from pro_context_engine.domain.page_address import origin_of
from pro_context_engine.domain.results import SiteKind
from pro_context_engine.domain.settings import GITHUB
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.registry.site_owners import AMBIGUOUS
from pro_context_engine.sources.repositories.repository import Repository

SITE = ApiSite(
    SiteKind.GITHUB,
    hosts=frozenset({"github.com", "api.github.com", "raw.githubusercontent.com", "codeload.github.com"}),
    api_hosts=frozenset({"api.github.com"}),
)
"""GitHub itself, as its fetches are counted; an Enterprise Server counts as a site of the operator."""

_NAME = re.compile(r"[A-Za-z0-9_][\w.-]{0,99}", re.ASCII)
# The part of an address between the repository and the place, for people and for programs.
_FORMS = ("blob", "raw", "tree")


@value_class
class GitHubForge:
    """GitHub, or an Enterprise Server; implements `repository.Forge`.

    Attributes:
        web: `https://github.com`, the address for people.
        api: `https://api.github.com`.
        raw: the address below which raw files are.
    """

    web: str
    api: str
    raw: str

    def repository(self, url: str) -> Repository | None:
        """Return the repository that an address names; see `Forge.repository`."""
        for base, forms in ((self.raw, ()), (self.web, _FORMS)):
            if url.startswith(f"{base}/"):
                return self._repository(url[len(base) + 1 :].partition("?")[0].partition("#")[0], forms)
        return None

    def _repository(self, path: str, forms: tuple[str, ...]) -> Repository | None:
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
        url = f"{self.web}/{owner}/{name}"
        api, raw = f"{self.api}/repos/{owner}/{name}", f"{self.raw}/{owner}/{name}"
        return Repository(url, name, api, raw, f"{url}/tree", place)


def forge_at(web: str) -> GitHubForge:
    """Return the forge at an address; one that is not GitHub itself is an Enterprise Server."""
    origin = origin_of(web)
    if origin == GITHUB:
        return GitHubForge(GITHUB, "https://api.github.com", "https://raw.githubusercontent.com")
    return GitHubForge(origin, f"{origin}/api/v3", f"{origin}/raw")
