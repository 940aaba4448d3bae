"""The address of a page, equal for all spellings of its URL, the addresses of places in it, and its origin."""

from __future__ import annotations

import re
from urllib.parse import quote, urldefrag, urlsplit

from pro_context_engine.domain.errors import UrlRefused

# Any URL without an ordinary host, such as one with user information, stays unchanged.
_WEB = re.compile(
    r"(https?)://([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::([0-9]*))?((?:[/?][^#]*)?)(?:#.*)?",
    re.ASCII | re.IGNORECASE | re.DOTALL,
)
_IN_FRAGMENT = "!$&'()*+,;=:@/?-._~"
_FRAGMENT = re.compile(rf"(?:[\w{re.escape(_IN_FRAGMENT)}]|%[0-9A-Fa-f]{{2}})*", re.ASCII)
_OWN_PORT = {"http": "80", "https": "443"}


def address_of(url: str) -> str:
    """Return the address of a page: its URL without the fragment, in a normal form.

    Scheme and host of a web page are in lower case, the scheme's default port is left out, a blank is `%20`. Nothing
    else is changed, and whether the address may be read is not decided here.

    Raises:
        UrlRefused: it is not a URL.
    """
    web = _WEB.fullmatch(url)
    try:
        if web is None:
            urlsplit(url)  # urldefrag only parses a URL with a fragment
            return urldefrag(url).url
    except ValueError as error:
        raise UrlRefused(url, "not a URL") from error
    scheme, host, port, rest = web[1].lower(), web[2].lower(), web[3], web[4]
    port_part = f":{port}" if port and port != _OWN_PORT[scheme] else ""
    return f"{scheme}://{host}{port_part}{rest.replace(' ', '%20')}"


def at_anchor(url: str, anchor: str) -> str:
    """Return the URL of an anchor in a page as a valid URI (RFC 3986), the page's own URL for "".

    Args:
        url: URL of the page, without a fragment.
        anchor: in any script; characters that a fragment cannot have are percent-encoded as UTF-8.
    """
    if not anchor:
        return url
    return f"{url}#{anchor if _FRAGMENT.fullmatch(anchor) else quote(anchor, safe=_IN_FRAGMENT)}"


def origin_of(url: str) -> str:
    """Return the origin of an absolute URL, as it is spelt there."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
