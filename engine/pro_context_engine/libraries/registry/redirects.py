"""The redirects that stay within documentation: within one site, or to a site that the registry names."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from pro_context_engine.domain.interfaces import Registry
from pro_context_engine.libraries.registry.current_registry import Derived
from pro_context_engine.libraries.registry.site_owners import AMBIGUOUS, SHARED_DOMAINS, Addresses, tenant

# Below these domains each name has another owner, as below a country's `co.uk`; the usual hosts of documentation.
_SHARED_PARENTS = frozenset(
    {
        *(domain.removeprefix(".") for domain in SHARED_DOMAINS),
        "readthedocs.io",
        "readthedocs.org",
        "readthedocs-hosted.com",
        "gitbook.io",
        "mintlify.app",
        "pages.dev",
        "workers.dev",
        "netlify.app",
        "vercel.app",
        "web.app",
        "firebaseapp.com",
        "herokuapp.com",
        "onrender.com",
        "fly.dev",
        "surge.sh",
        "cloudfront.net",
        "amazonaws.com",
        "azurewebsites.net",
        "azurestaticapps.net",
    }
)
_SAME_TENANTS = {"raw.githubusercontent.com": "github.com"}
# A country's second-level domains, and the end of an IPv4 address.
_NOBODYS = re.compile(r"[a-z]{2,3}\.[a-z]{2}|[0-9.]+")


class Redirects:
    """The rule for redirects; call it with two URLs.

    Documentation moves within its site (`docs.example.org` to `example.org/docs`), or to a site that the registry knows
    too. A redirect to any other site would let one site speak for another.

    Args:
        registry: names the known sites; read when the first redirect leaves its site.
    """

    def __init__(self, registry: Registry) -> None:
        self._addresses = Derived(registry, Addresses)

    def __call__(self, url: str, target: str) -> bool:
        """Tell whether a redirect from one URL to another is followed."""
        return same_site(url, target) or self._addresses().owner(target) is not None


def same_site(url: str, target: str) -> bool:
    """Tell whether two URLs belong to one publisher's site.

    They do if they have the same host, and on a shared host the same tenant; or if their hosts have a common parent
    domain below which names are not open to the public.
    """
    ours, theirs = urlsplit(url), urlsplit(target)
    host, other = ours.hostname or "", theirs.hostname or ""
    if _SAME_TENANTS.get(host, host) == _SAME_TENANTS.get(other, other):
        bound = tenant(host, ours.path)
        return bound is not None and _below(theirs.path, bound)
    parent = _common_parent(host, other)
    if "." not in parent or parent in _SHARED_PARENTS:
        return False
    return parent in (host, other) or not _NOBODYS.fullmatch(parent)


def _below(path: str, bound: str) -> bool:
    return bound == "/" or (not AMBIGUOUS.search(path) and f"{path.rstrip('/')}/".startswith(bound))


def _common_parent(host: str, other: str) -> str:
    """Return the common last labels of two names, "" for none."""
    common = []
    for label, counterpart in zip(reversed(host.split(".")), reversed(other.split(".")), strict=False):
        if label != counterpart:
            break
        common.append(label)
    return ".".join(reversed(common))
