"""The bounds of a site: the addresses that belong to the same site as a document."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

from pro_context_engine.libraries.registry.redirects import same_site
from pro_context_engine.libraries.registry.site_owners import AMBIGUOUS, tenant


def speaks_for(document: str, url: str) -> bool:
    """Tell whether an address lies on the site of a document (docs/decisions/0007-redirects-stay-in-documentation.md).

    Args:
        document: its absolute URL; on a host of many publishers, the site is that of the publisher.
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


def is_same_publication(start: str, url: str) -> bool:
    """Tell whether a page belongs to the site of a start page: the same origin, on shared hosts the same tenant.

    Args:
        start: the absolute URL of the start page.
        url: the absolute URL of the page.
    """
    first, parts = urlsplit(start), urlsplit(url)
    bound = tenant(first.netloc, first.path)
    same = (parts.scheme, parts.netloc) == (first.scheme, first.netloc)
    return same and bound is not None and f"{parts.path.rstrip('/')}/".startswith(bound)


def absolute_url(address: str, document: str) -> str:
    """Return an address in a document as an absolute URL without fragment; "" for other schemes than http and https."""
    try:
        parts = urlsplit(address if address.startswith(("https://", "http://")) else urljoin(document, address))
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https"):
        return ""
    # An old link may say http although its site has moved to https; plain http would be refused.
    scheme = "https" if document.startswith("https:") else parts.scheme
    return parts._replace(scheme=scheme, fragment="").geturl()
