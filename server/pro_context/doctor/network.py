"""Checks of the way out: proxies, certificates, documentation sites, sources, package indexes and registries."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from pro_context.doctor.findings import Finding, Situation, fail, ok, warn
from pro_context_engine import (
    BlockingCalls,
    IndexAddress,
    index_addresses,
    missing_certificates,
    npm_registries,
    popular_hosts,
    tls_context,
)
from pro_context_engine.domain.errors import FetchFailed, UrlRefused
from pro_context_engine.domain.settings import CustomSource

HOSTS = 3
"""Popular documentation sites of which one must answer: any of them may be down."""

MOST_UPSTREAMS = 5

PROXIES = ("https_proxy", "http_proxy", "all_proxy")
CERTIFICATES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")

TRUST_PROXIES = "set network.trustEnvironmentProxies: true if documentation shall be fetched through it"
_NO_WAY = (
    "see whether this machine has a network; behind a proxy set HTTPS_PROXY, and network.trustEnvironmentProxies: true"
)
_ONLY_INDEXES = (
    "nothing, if only package indexes can be reached from here: documentation then comes from packages;"
    " behind a proxy set HTTPS_PROXY, and network.trustEnvironmentProxies: true"
)
_FIXES = {
    FetchFailed.UNTRUSTED: "if a proxy signs for other sites here, set network.caFile to its certificate",
    FetchFailed.NO_CONNECTION: _NO_WAY,
    FetchFailed.TOOK_TOO_LONG: _NO_WAY,
    FetchFailed.NO_ADDRESS: _NO_WAY,
    UrlRefused.UNROUTED: (
        "name servers here answer with addresses of a proxy or a sink, which only your package indexes may have;"
        " name the proxy in HTTPS_PROXY and set network.trustEnvironmentProxies: true"
    ),
}


async def proxy(situation: Situation) -> Finding:
    """Tell which proxies the environment names, and whether they are used."""
    environ = situation.environ
    named = {name: environ.get(name) or environ.get(name.upper(), "") for name in PROXIES}
    shown = ", ".join(f"{name.upper()}={_without_credentials(address)}" for name, address in named.items() if address)
    if not shown:
        return ok("none is set")
    if not situation.settings.trust_environment_proxies:
        return warn(f"{shown} is not used", TRUST_PROXIES)
    if any(address.lower().startswith("socks") for address in named.values()):
        return fail(
            f"{shown}: SOCKS is not supported", "name an HTTP proxy, or leave out network.trustEnvironmentProxies"
        )
    direct = environ.get("no_proxy") or environ.get("NO_PROXY")
    return ok(shown + (f"; direct: {direct}" if direct else ""))


def _without_credentials(address: str) -> str:
    """Return a proxy's address without credentials, as short as it can be said."""
    try:
        parts = urlsplit(address if "://" in address else f"http://{address}")
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    except ValueError:
        return "(no address)"


async def certificates(situation: Situation) -> Finding:
    """Tell whose certificates are trusted, and which the environment names that are not."""
    return await BlockingCalls("doctor").call(lambda: _certificates(situation))


def _certificates(situation: Situation) -> Finding:
    ca_file = situation.settings.ca_file
    system = tls_context(None)
    if ca_file is not None:
        try:
            missing_certificates(system, ca_file)
        except OSError:
            return fail(f"{ca_file} has no certificates that can be read", "set network.caFile to a file in PEM form")
    context = tls_context(ca_file) if ca_file else system
    for name in CERTIFICATES:
        file = situation.environ.get(name)
        if not file or not Path(file).is_file():
            continue
        try:
            unknown = missing_certificates(context, Path(file))
        except OSError:
            continue
        if unknown:
            return warn(
                f"{unknown} certificates of {file} ({name}) are not trusted: the operating system does not have them",
                f"set network.caFile: {file} if sites are signed with them here",
            )
    return ok("the operating system's" + (f", and {ca_file}" if ca_file else ""))


async def network(situation: Situation) -> Finding:
    """Ask popular documentation sites: name, connection, certificate and answer all count."""
    hosts = await BlockingCalls("doctor").call(lambda: popular_hosts(HOSTS))
    reasons = await asyncio.gather(*(situation.docs.reach(f"https://{host}/robots.txt") for host in hosts))
    for host, reason in zip(hosts, reasons, strict=True):
        if not reason:
            return ok(f"{host} answers")
    if set(reasons) == {FetchFailed.NO_ADDRESS}:
        return fail(f"{', '.join(hosts)}: {FetchFailed.NO_ADDRESS}", _ONLY_INDEXES)
    return fail(f"{hosts[0]}: {reasons[0]}", _fix(reasons[0], f"https://{hosts[0]}/"))


async def sources(situation: Situation) -> Finding:
    """Look whether the custom sources are there."""
    custom = situation.settings.custom
    if not custom:
        return ok("no custom ones")
    missing = await BlockingCalls("doctor").call(lambda: _missing_names(custom))
    if missing:
        return fail(f"{missing[0]}: there is nothing at its path", "correct sources.custom, or put the file there")
    web = [] if situation.offline else [one for one in custom if one.type == "url"]
    reasons = await asyncio.gather(
        *(situation.docs.reach(one.location, origins=() if one.public_only else [_origin(one.location)]) for one in web)
    )
    for source, reason in zip(web, reasons, strict=True):
        if reason:
            return fail(f"{source.name}: {reason}", _fix(reason, source.location))
    return ok(", ".join(one.name for one in custom))


def _missing_names(custom: Sequence[CustomSource]) -> list[str]:
    return [source.name for source in custom if source.type == "file" and not Path(source.location).exists()]


async def upstream(situation: Situation) -> Finding:
    """Ask the sites where the project's libraries publish an llms.txt."""
    libraries = await BlockingCalls("doctor").call(situation.docs.project_libraries)
    sites = {library.library_id: library.llms_txt_url for library, _ in libraries if library.llms_txt_url}
    asked = dict(list(sites.items())[:MOST_UPSTREAMS])
    if not asked:
        return ok("nothing of this project's is fetched")
    reasons = await asyncio.gather(*(situation.docs.reach(url) for url in asked.values()))
    silent = [(name, url, reason) for (name, url), reason in zip(asked.items(), reasons, strict=True) if reason]
    if silent:
        name, url, reason = silent[0]
        return warn(f"{name}: {reason} ({len(silent)} of {len(asked)} sites)", _fix(reason, url))
    return ok(f"{', '.join(asked)}")


async def package_index(situation: Situation) -> Finding:
    """Tell which package indexes pip or uv would use, and whether they answer."""
    indexes = await BlockingCalls("doctor").call(
        lambda: index_addresses(situation.environ, situation.home, situation.settings.project_directory)
    )
    if indexes.unreadable:
        return warn(f"{indexes.unreadable[0]} cannot be read", "correct the file, or take it away")
    if indexes.none_at_all:
        return ok(f"none, as {indexes.tool} is told")
    addresses = (*indexes.named, *indexes.links)
    named = ", ".join(f"{address.shown} ({address.setting})" for address in addresses)
    said = named if indexes.main else "; ".join(filter(None, ("PyPI by default", named)))
    return await _first_silent(situation, addresses, "pip/") or ok(said)


async def npm_registry(situation: Situation) -> Finding:
    """Tell which registries npm would use, and whether they answer."""
    registries = await BlockingCalls("doctor").call(
        lambda: npm_registries(situation.environ, situation.home, situation.settings.project_directory)
    )
    if registries.unreadable:
        return warn(f"{registries.unreadable[0]} cannot be read", "correct the file, or take it away")
    if not registries.named:
        return ok("none: npm is neither configured nor installed, and only it knows its own default")
    named = ", ".join(f"{address.shown} ({address.setting})" for address in registries.named)
    return await _first_silent(situation, registries.named, "-/ping") or ok(named)


async def _first_silent(situation: Situation, addresses: Sequence[IndexAddress], page: str) -> Finding | None:
    """Return what is to be said of the first index that does not answer, None if all do."""
    for address in addresses:
        reason = await _trouble(situation, address, page)
        if reason:
            return warn(f"{address.shown} ({address.setting}): {reason}", _fix(reason, address.origin))
    return None


async def _trouble(situation: Situation, address: IndexAddress, page: str) -> str:
    parts = urlsplit(address.without_credentials)
    if parts.scheme == "file":
        there = await BlockingCalls("doctor").call(Path(parts.path).exists)
        return "" if there else "there is no such folder"
    if not parts.netloc:
        return "not an address"
    if situation.offline:
        return ""
    url = f"{address.without_credentials.rstrip('/')}/{page}"
    return await situation.docs.reach(url, origins=address.exempt, proven=address.exempt)


def _fix(reason: str, url: str) -> str:
    return _FIXES.get(reason, f"try again later; `pro-context explain-url {url}` tells which rule decides")


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
