"""What is settled before the first request: whether the configuration may be served, and what the operator is told."""

from __future__ import annotations

from pro_context.access.client_address import ClientAddresses
from pro_context.access.origins import is_loopback_address
from pro_context.configuration.server_settings import ServerSettings


class CannotServe(Exception):
    """The configuration must not be served over HTTP; the text says why and what to do."""


def check(settings: ServerSettings) -> None:
    """Look whether the configuration may be served over HTTP.

    Raises:
        CannotServe: it may not.
    """
    server, security = settings.values.server, settings.values.security
    if not security.require_key and not is_loopback_address(server.host):
        raise CannotServe(
            f"security.requireKey: false on {server.host} would let anybody in; "
            "listen on 127.0.0.1, behind a proxy that knows who asks, or let keys be required"
        )
    try:
        ClientAddresses(server.trusted_proxies)
    except ValueError:
        raise CannotServe("server.trustedProxies must be IP addresses and networks such as 10.1.0.0/16") from None


def notices(settings: ServerSettings, made_key: str, *, tls: bool) -> list[str]:
    """Return what the operator must see when the server starts, one line each, the key made for this start among it.

    Args:
        settings: what is served.
        made_key: as `open_key_ring` returned it.
        tls: whether connections are encrypted here.
    """
    server, lines = settings.values.server, []
    if not settings.values.security.require_key:
        lines.append("requests need no key (security.requireKey: false)")
    if made_key:
        lines.append(f"there is no API key yet; until it stops, this server takes: {made_key}")
        lines.append("`pro-context keys create --name NAME` makes lasting ones")
    if not tls and not server.trusted_proxies and not is_loopback_address(server.host):
        lines.append(
            f"warning: keys and documentation travel unencrypted to {server.host}:{server.port}; use TLS, "
            "or a proxy with TLS named in server.trustedProxies"
        )
    return lines
