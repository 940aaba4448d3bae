"""A team's server in a client's configuration: its address, and its key, which is never shown."""

from __future__ import annotations

import getpass
import re
import sys
from urllib.parse import urlsplit

VARIABLE = "PRO_CONTEXT_KEY"
"""The variable with the key, for clients whose file does not contain it (spec/distribution.yaml)."""

ENDPOINT = "/mcp"
_SECRET = re.compile(r"(Bearer )[!-~]+?(?=[\"'\s]|$)|\b(pc_[A-Za-z0-9_-]{5})[A-Za-z0-9_-]{35}")
_REFERENCE = re.compile(r"Bearer \$\{")


def endpoint(url: str, contract: str | None = None) -> str:
    """Return the address of a server's MCP endpoint.

    Args:
        url: address of the server, or of the endpoint itself if it has a path.
        contract: name of the contract, None for the server's default.

    Raises:
        ValueError: the address is not valid.
    """
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        valid = False
    if not valid or not re.fullmatch(r"[!-~]+", url) or any(char in url for char in "\"'<>\\{}"):
        raise ValueError("--url takes an http or https address such as https://docs.example.com/mcp")
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError("--url takes an address without user, query and fragment; --key takes the key")
    if not parts.path.strip("/"):
        return url.rstrip("/") + (f"/{contract}{ENDPOINT}" if contract else ENDPOINT)
    if contract:
        raise ValueError(f"--url has a path already: leave out {parts.path} or --contract")
    return url


def key(option: str | None) -> str:
    """Return the key that an option gives, "" without one; `-` reads it from the terminal or from stdin.

    Raises:
        ValueError: the key is not valid.
    """
    text = option or ""
    if option == "-":
        text = getpass.getpass("API key: ") if sys.stdin.isatty() else sys.stdin.readline()
    text = text.strip()
    if option is not None and not re.fullmatch(r"[!#-&(-\[\]-~]{1,500}", text):
        raise ValueError("--key takes a key without spaces and quotes")
    return text


def mask_keys(text: str) -> str:
    """Return a text with its keys hidden; of our own keys the first characters stay, which are no secret."""
    return _SECRET.sub(lambda found: found[0] if _REFERENCE.match(found[0]) else f"{found[1] or found[2]}…", text)
