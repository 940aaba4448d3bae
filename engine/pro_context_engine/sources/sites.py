"""Which addresses a document may speak for: those of its own site."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

from pro_context_engine.libraries.registry.redirects import same_site
from pro_context_engine.libraries.registry.site_owners import AMBIGUOUS, tenant


def speaks_for(document: str, url: str) -> bool:
    """Tell whether an address lies on the site of a document (docs/decisions/0007-redirects-stay-in-documentation.md).

    Args:
        document: its absolute URL; on hosts where everybody publishes, its folder's tenant is meant.
        url: any text.
    """
    try:
        folder, parts = urlsplit(urljoin(document, ".")), urlsplit(url)
        elsewhere = parts.port != folder.port or "@" in parts.netloc
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or not parts.netloc or elsewhere or AMBIGUOUS.search(parts.path):
        return False
    return same_site(folder.geturl(), url)


def same_publication(start: str, url: str) -> bool:
    """Tell whether a page belongs to what begins at another: the same origin, and on shared hosts the same tenant.

    Args:
        start: its absolute URL.
        url: absolute.
    """
    first, parts = urlsplit(start), urlsplit(url)
    bound = tenant(first.netloc, first.path)
    same = (parts.scheme, parts.netloc) == (first.scheme, first.netloc)
    return same and bound is not None and f"{parts.path.rstrip('/')}/".startswith(bound)


def absolute(address: str, document: str) -> str:
    """Return a named address as an absolute URL without fragment, of the document's own scheme; "" if it is none."""
    try:
        parts = urlsplit(address if address.startswith(("https://", "http://")) else urljoin(document, address))
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https"):
        return ""
    # What was published before its site knew https is behind it now; plain http would be refused.
    scheme = "https" if document.startswith("https:") else parts.scheme
    return parts._replace(scheme=scheme, fragment="").geturl()
