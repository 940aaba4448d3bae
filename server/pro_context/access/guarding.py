"""Everything that stands before an HTTP application: names and pages first, then keys and limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pro_context.access.client_address import ClientAddresses
from pro_context.access.denials import Refusals, Words
from pro_context.access.host_and_origin import Doors
from pro_context.access.key_guard import KeyGuard
from pro_context.access.open_requests import OpenRequests
from pro_context.access.origins import Origins, own_hosts
from pro_context.access.rate_limit import Limit, Limits

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from pro_context.access.key_ring import KeyRing
    from pro_context.configuration.server_settings import ServerSettings


def guarded(app: ASGIApp, settings: ServerSettings, keys: KeyRing, words: Mapping[str, Words] | None = None) -> ASGIApp:
    """Return an application that serves only who may ask.

    What it puts into the scope of a request that is served:

    - `scope["pro_context.key"]`: the `Caller`, with `key_id` and `is_admin`; None where no key is required, on paths
      that need none, and for `initialize` without a key where that is configured.
    - `scope["pro_context.rate"]`: the `Verdict`. Its `retry_after` is a number for a `tools/call` beyond the limit
      only, to be answered with RATE_LIMITED as a tool result; everything else beyond it was answered with 429.
    - `scope["user"]`: the SDK's AuthenticatedUser, to which it binds sessions; absent where no key is required.

    It must be outermost, with ASGI's lifespan on: keys are followed while that lasts, and requests of a key that is
    revoked meanwhile, streams too, are ended. The server must not put forwarded addresses into the scope by itself
    (uvicorn's `proxy_headers=False`).

    Args:
        app: any ASGI application.
        settings: which limits, hosts, origins and proxies.
        keys: loaded.
        words: how the contracts refuse, by path.

    Raises:
        ValueError: `server.trustedProxies` names what is no address (`opening.check` says so before).
    """
    values = settings.values
    limits = Limits(Limit(values.rate_limit.burst_size, values.rate_limit.max_requests_per_minute))
    hosts = own_hosts(values.server.host, values.security.hosts)
    refusals = Refusals(words or {})
    keyed = KeyGuard(
        OpenRequests(app, keys, refusals),
        keys,
        limits,
        refusals,
        requires_key=values.security.require_key,
        anonymous_initialize=values.security.anonymous_initialize,
    )
    addresses = ClientAddresses(values.server.trusted_proxies)
    return Doors(keyed, hosts, Origins(values.security.cors.origins, hosts), addresses, limits)
