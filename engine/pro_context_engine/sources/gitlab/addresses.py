"""The addresses of projects and files on gitlab.com, or on a GitLab of the operator."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote, urlsplit

from pro_context_engine.domain.fetching import ApiSite, LimitHeaders
from pro_context_engine.domain.page_address import origin_of
from pro_context_engine.domain.results import SiteKind
from pro_context_engine.domain.settings import GITLAB
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.registry.site_owners import AMBIGUOUS
from pro_context_engine.sources.repositories.repository import Repository

MOST_GROUPS = 20
"""Groups around a project, one in the other, as GitLab allows them."""

_NAME = re.compile(r"[A-Za-z0-9_][\w.-]{0,254}", re.ASCII)
_FORMS = ("blob", "raw", "tree")


@value_class
class GitLabForge:
    """A GitLab; implements `repository.Forge`.

    Attributes:
        web: its address, `https://gitlab.com`.
    """

    web: str

    def repository(self, url: str) -> Repository | None:
        """Return the project that an address names; see `Forge.repository`.

        `/-/` separates the project, in its groups, from the rest of an address.
        """
        path = url[len(self.web) + 1 :].partition("?")[0].partition("#")[0]
        if not url.startswith(f"{self.web}/") or AMBIGUOUS.search(f"/{path}"):
            return None
        project, _, rest = path.partition("/-/")
        form, _, place = rest.partition("/")
        names = project.strip("/").removesuffix(".git").split("/")
        if not 2 <= len(names) <= MOST_GROUPS + 1 or not all(_NAME.fullmatch(name) for name in names):
            return None
        full_name = "/".join(names)
        url, api = f"{self.web}/{full_name}", f"{self.web}/api/v4/projects/{quote(full_name, safe='')}/repository"
        return Repository(
            url, names[-1], api, f"{url}/-/raw", f"{url}/-/tree", place.strip("/") if form in _FORMS else ""
        )


def forge_at(url: str) -> GitLabForge:
    """Return the GitLab that an address lies on."""
    return GitLabForge(origin_of(url))


def site_of(urls: Iterable[str]) -> ApiSite:
    """Return the hosts of gitlab.com and of some addresses, as their fetches are counted and their limits are told."""
    hosts = (urlsplit(url).hostname for url in (GITLAB, *urls))
    return ApiSite(
        SiteKind.CONFIGURED,
        hosts=frozenset(host for host in hosts if host),
        limit_headers=LimitHeaders("ratelimit-remaining", "ratelimit-reset"),
    )
