"""Checks before a server over HTTP starts, and its notices to the operator."""

from __future__ import annotations

from pro_context.access.client_address import ClientAddresses
from pro_context.access.origins import is_loopback
from pro_context.configuration.server_settings import CannotStart, ServerSettings


def check(settings: ServerSettings) -> None:
    """Check that a server over HTTP may start with the configuration.

    Raises:
        CannotStart: it may not start.
    """
    server, security = settings.values.server, settings.values.security
    if not security.require_key and not is_loopback(server.host):
        raise CannotStart(
            f"security.requireKey: false on {server.host} would let everyone use the server; "
            "listen on 127.0.0.1 behind a proxy that authenticates clients, or require keys"
        )
    try:
        ClientAddresses(server.trusted_proxies)
    except ValueError:
        raise CannotStart("server.trustedProxies must be IP addresses and networks such as 10.1.0.0/16") from None


def notices(settings: ServerSettings, made_key: str, *, tls: bool) -> list[str]:
    """Return the notices to the operator at the start, one line each, with the key made for it ("" for none)."""
    server, lines = settings.values.server, []
    if not settings.values.security.require_key:
        lines.append("requests need no key (security.requireKey: false)")
    if made_key:
        lines.append(f"there is no API key yet; until it stops, this server accepts: {made_key}")
        lines.append("`pro-context keys create --name NAME` makes a permanent key")
    if not tls and not server.trusted_proxies and not is_loopback(server.host):
        lines.append(
            f"warning: keys and documentation travel unencrypted to {server.host}:{server.port}; use TLS, "
            "or a proxy with TLS named in server.trustedProxies"
        )
    return lines
