"""All access checks around an HTTP application: hosts and origins first, then keys and limits."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from pro_context.access.client_address import ClientAddresses
from pro_context.access.denials import Denials, DenialWording
from pro_context.access.host_and_origin import HostAndOriginCheck
from pro_context.access.key_guard import KeyGuard
from pro_context.access.open_requests import OpenRequests
from pro_context.access.origins import Origins, own_hosts
from pro_context.access.rate_limit import Limit, Limits
from pro_context.access.shared_buckets import SharedBuckets

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from pro_context.access.key_ring import KeyRing
    from pro_context.configuration.server_settings import ServerSettings
    from pro_context_engine import SharedTokens


def guard(
    app: ASGIApp,
    settings: ServerSettings,
    keys: KeyRing,
    wordings: Mapping[str, DenialWording] | None = None,
    tokens: SharedTokens | None = None,
) -> ASGIApp:
    """Return an application that serves only permitted requests.

    It adds the values that `asgi_scope` names to the scope of a permitted request. Of the requests beyond the limit it
    lets a `tools/call` alone pass, with a number of seconds in the `retry_after` of its verdict: the endpoint answers
    that with RATE_LIMITED as a tool result. The others get status 429.

    It must be the outermost application, with ASGI's lifespan: keys are reread during the lifespan, and the requests
    and streams of a revoked key are ended. The server must not change the address in the scope (uvicorn's
    `proxy_headers=False`).

    Args:
        app: an ASGI application.
        settings: settings with the limits, hosts, origins and proxies.
        keys: a loaded key ring.
        wordings: the wording of the contracts' refusals, by path.
        tokens: the token buckets of several servers, None for one server.

    Raises:
        ValueError: `server.trustedProxies` has an invalid entry (`start_checks.check` reports it before).
    """
    values = settings.values
    limit = Limit(values.rate_limit.burst_size, values.rate_limit.max_requests_per_minute)
    limits = Limits(limit, None if tokens is None else partial(SharedBuckets, tokens))
    hosts = own_hosts(values.server.host, values.security.hosts)
    denials = Denials(wordings or {})
    key_guard = KeyGuard(
        OpenRequests(app, keys, denials),
        keys,
        limits,
        denials,
        requires_key=values.security.require_key,
        anonymous_initialize=values.security.anonymous_initialize,
    )
    addresses = ClientAddresses(values.server.trusted_proxies)
    return HostAndOriginCheck(key_guard, hosts, Origins(values.security.cors.origins, hosts), addresses, limits)
