"""Which redirects stay within documentation: those within one site, and those to a site the registry names."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from pro_context_engine.domain.interfaces import Registry
from pro_context_engine.libraries.registry.current import Derived
from pro_context_engine.libraries.registry.site_owners import AMBIGUOUS, SHARED_DOMAINS, Addresses, tenant

# Below these each name is somebody else's, like below a country's `co.uk`; a list of the usual hosts of documentation.
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
# A country's parents, and the end of an IPv4 address.
_NOBODYS = re.compile(r"[a-z]{2,3}\.[a-z]{2}|[0-9.]+")


class Redirects:
    """Says which redirects are followed; call it with two URLs.

    Documentation moves within its site (`docs.example.org` to `example.org/docs`), and to sites of its own that the
    registry knows too. A redirect anywhere else would let one site speak in the name of another.

    Args:
        registry: names the known sites; read when the first redirect leaves its site.
    """

    def __init__(self, registry: Registry) -> None:
        self._addresses = Derived(registry, Addresses)

    def __call__(self, url: str, target: str) -> bool:
        """Tell whether a redirect from one URL to another is followed."""
        return same_site(url, target) or self._addresses().owner(target) is not None


def same_site(url: str, target: str) -> bool:
    """Tell whether two URLs lie on one publisher's site.

    That is the same host, on a shared one the same tenant; or hosts with a common parent domain that is not one below
    which anybody can have a name.
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
    """Return the labels that two names have in common at their ends, "" for none."""
    common = []
    for label, counterpart in zip(reversed(host.split(".")), reversed(other.split(".")), strict=False):
        if label != counterpart:
            break
        common.append(label)
    return ".".join(reversed(common))
