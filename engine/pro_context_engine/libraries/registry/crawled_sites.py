"""The libraries of crawled sites: `site/HOST`, and `site/HOST/FOLDER` on a host with many tenants."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from pro_context_engine.domain.model import Library
from pro_context_engine.libraries import name_keys
from pro_context_engine.libraries.registry.site_owners import AMBIGUOUS, tenant

_PREFIX = "site/"
_PLACE = re.compile(r"(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?(?:/[\w.~-]{1,100}){0,2}")


def crawled_site(library_id: str) -> Library | None:
    """Return the library with this id, whether or not it was ever crawled; None for any other id."""
    place = library_id.removeprefix(_PREFIX)
    if place == library_id or not _PLACE.fullmatch(place) or AMBIGUOUS.search(place):
        return None
    return Library(library_id, name_keys.slug(library_id), place, docs_url=f"https://{place}/")


def site_of(url: str) -> Library | None:
    """Return the library of a page's site, None if the URL cannot be assigned to one publisher.

    Args:
        url: absolute, with its host in lower case.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    bound = tenant(parts.netloc, parts.path)
    return None if bound is None else crawled_site(f"{_PREFIX}{parts.netloc}{bound.rstrip('/')}")
