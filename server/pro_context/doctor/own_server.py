"""Checks of this machine as a server for a team: its configuration, its port, its keys."""

from __future__ import annotations

import asyncio
import ssl
import stat
from contextlib import suppress
from pathlib import Path

from pro_context.access import start_checks
from pro_context.access.keys import key_store
from pro_context.configuration.server_settings import CannotStart, ServerSettings
from pro_context.doctor.findings import Finding, Situation, fail, in_thread, ok, warn
from pro_context_engine import KeysUnavailable, keys_file

SHORT_KEY = 16
"""A key with fewer characters could be guessed."""

ANSWER_SECONDS = 2.0
HEAD_BYTES = 8_192
_OURS = b"x-pro-context-version"
_STDIO = "served over stdio, to one client"
_MAKE_ONE = "`pro-context keys create --name NAME`"


async def port(situation: Situation) -> Finding:
    """Tell whether the server's port is free, or used by Pro-Context or another program."""
    if not _over_http(situation.server):
        return ok(_STDIO)
    server = situation.server.values.server
    place = f"{server.host}:{server.port}"
    trouble = await in_thread(_trouble, server.host, server.port)
    if not trouble:
        return ok(f"{place} is free")
    if await _is_ours(situation.server):
        return ok(f"{place} is served by Pro-Context")
    return fail(trouble, "stop the other program, or change server.host and server.port")


async def keys(situation: Situation) -> Finding:
    """Tell whether a server can start, how many keys are valid, and whether other users can read the file of keys."""
    settings = situation.server
    if not _over_http(settings):
        return ok(_STDIO)
    store = key_store(settings)
    try:
        start_checks.check(settings)
        kept = await store.keys() if store else []
    except CannotStart as reason:
        return fail(str(reason), "correct the configuration; the server does not start with it")
    except KeysUnavailable as reason:
        return fail(str(reason), "correct it; the server does not start without its keys")
    own, file = settings.values.server.auth_key, _file(settings)
    if not settings.values.security.require_key:
        return warn("requests need no key", "remove security.requireKey, unless a proxy authenticates the clients")
    if 0 < len(own) < SHORT_KEY:
        return warn(f"server.authKey has only {len(own)} characters", f"make it longer, or use {_MAKE_ONE}")
    if file is not None and await in_thread(_is_open, file):
        return warn(f"other users can read {file}", f"`chmod 600 {file}`")
    valid = sum(key.valid_at(situation.now) for key in kept)
    if not valid and not own:
        return warn("there are no keys, so each start makes a new one", _MAKE_ONE)
    return ok(f"{valid} valid, {len(kept) - valid} revoked or expired" + (", and server.authKey" if own else ""))


def _over_http(settings: ServerSettings) -> bool:
    return settings.values.server.transport.value == "http"


def _trouble(host: str, port: int) -> str:
    """Return the reason why the server cannot listen at an address, "" if it can."""
    # A server over stdio does not import uvicorn.
    from pro_context.transports.http import listener  # noqa: PLC0415

    try:
        listener.bind_socket(host, port).close()
    except CannotStart as reason:
        return str(reason)
    return ""


async def _is_ours(settings: ServerSettings) -> bool:
    """Tell whether Pro-Context answers at its address: each of its responses has a header with its version."""
    server = settings.values.server
    # No secret is sent, so the server need not prove its identity.
    context = ssl._create_unverified_context() if server.tls.certificate_file else None  # noqa: S323
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(ANSWER_SECONDS):
            # A server that listens at all addresses can be reached at that of the loopback interface.
            host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(server.host, server.host)  # noqa: S104 - as configured
            reader, writer = await asyncio.open_connection(host, server.port, ssl=context)
            try:
                writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                return _OURS in (await reader.read(HEAD_BYTES)).lower()
            finally:
                writer.close()
    return False


def _file(settings: ServerSettings) -> Path | None:
    directory = settings.engine().cache_directory
    return None if directory is None or settings.values.store.url else keys_file(directory)


def _is_open(file: Path) -> bool:
    try:
        return bool(file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))
    except OSError:
        return False
