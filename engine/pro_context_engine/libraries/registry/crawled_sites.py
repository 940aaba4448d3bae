"""What a crawled site is called as a library: `site/HOST`, and `site/HOST/FOLDER` where a host has many tenants."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from pro_context_engine.domain.model import Library
from pro_context_engine.libraries.registry import name_keys
from pro_context_engine.libraries.registry.site_owners import AMBIGUOUS, tenant

_PREFIX = "site/"
_PLACE = re.compile(r"(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?(?:/[\w.~-]{1,100}){0,2}")


def crawled_site(library_id: str) -> Library | None:
    """Return the library of this id, whether or not anything of it was ever crawled; None for any other id."""
    place = library_id.removeprefix(_PREFIX)
    if place == library_id or not _PLACE.fullmatch(place) or AMBIGUOUS.search(place):
        return None
    return Library(library_id, name_keys.slug(library_id), place, docs_url=f"https://{place}/")


def site_of(url: str) -> Library | None:
    """Return the library that the site of a page makes, None where the address is no page of any one publisher.

    Args:
        url: absolute, with its host in lower case.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    bound = tenant(parts.netloc, parts.path)
    return None if bound is None else crawled_site(f"{_PREFIX}{parts.netloc}{bound.rstrip('/')}")
