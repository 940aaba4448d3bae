"""The address by which a page is known, however its URL is spelt."""

from __future__ import annotations

import re
from urllib.parse import urldefrag, urlsplit

from pro_context_engine.domain.errors import UrlRefused

# Of anything else than an ordinary host, such as one with user information, nothing is taken to mean the same.
_WEB = re.compile(
    r"(https?)://([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::([0-9]*))?((?:[/?][^#]*)?)(?:#.*)?",
    re.ASCII | re.IGNORECASE | re.DOTALL,
)
_OWN_PORT = {"http": "80", "https": "443"}


def address_of(url: str) -> str:
    """Return the address of a page: its URL without the fragment, and of several spellings always the same.

    Scheme and host of a web page are in lower case, the scheme's own port is left out, a blank is `%20`. Nothing else
    is changed: whether the address may be read is not decided here.

    Raises:
        UrlRefused: it is no URL.
    """
    web = _WEB.fullmatch(url)
    try:
        if web is None:
            urlsplit(url)  # urldefrag looks only at a URL with a fragment
            return urldefrag(url).url
    except ValueError as error:
        raise UrlRefused(url, "not a URL") from error
    scheme, host, port, rest = web[1].lower(), web[2].lower(), web[3], web[4]
    shown = f":{port}" if port and port != _OWN_PORT[scheme] else ""
    return f"{scheme}://{host}{shown}{rest.replace(' ', '%20')}"
