"""Checks of the network: proxies, certificates, documentation sites, sources, package indexes and registries."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from pro_context.doctor.findings import Finding, Situation, blocking_check, fail, in_thread, ok, warn
from pro_context_engine import (
    IndexAddress,
    count_untrusted,
    index_addresses,
    npm_registries,
    popular_hosts,
    tls_context,
)
from pro_context_engine.domain.errors import FetchFailed, UrlRefused
from pro_context_engine.domain.settings import CustomSource

HOSTS = 3
"""The number of popular documentation sites that are asked; one of them must answer."""

MOST_UPSTREAMS = 5

PROXIES = ("https_proxy", "http_proxy", "all_proxy")
CERTIFICATES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")

TRUST_PROXIES = "set network.trustEnvironmentProxies: true to fetch documentation through it"
_NO_WAY = "check the network of this machine; behind a proxy set HTTPS_PROXY, and network.trustEnvironmentProxies: true"
_ONLY_INDEXES = (
    "nothing, if only package indexes are reachable here: documentation then comes from packages;"
    " behind a proxy set HTTPS_PROXY, and network.trustEnvironmentProxies: true"
)
_FIXES = {
    FetchFailed.UNTRUSTED: "if a proxy signs certificates for other sites here, set network.caFile to its certificate",
    FetchFailed.NO_CONNECTION: _NO_WAY,
    FetchFailed.TOOK_TOO_LONG: _NO_WAY,
    FetchFailed.NO_ADDRESS: _NO_WAY,
    UrlRefused.UNROUTED: (
        "the name servers here return addresses of a proxy or a sink, which only your package indexes may have;"
        " name the proxy in HTTPS_PROXY and set network.trustEnvironmentProxies: true"
    ),
}


def missing_sources(sources: Iterable[CustomSource]) -> list[CustomSource]:
    """Return the sources of type `file` whose file or folder does not exist."""
    return [source for source in sources if source.type == "file" and not Path(source.location).exists()]


async def proxy(situation: Situation) -> Finding:
    """Report the proxies that the environment names, and whether they are used."""
    environ = situation.environ
    named = {name: environ.get(name) or environ.get(name.upper(), "") for name in PROXIES}
    shown = ", ".join(f"{name.upper()}={_without_credentials(address)}" for name, address in named.items() if address)
    if not shown:
        return ok("none is set")
    if not situation.settings.trust_environment_proxies:
        return warn(f"{shown} is not used", TRUST_PROXIES)
    if any(address.lower().startswith("socks") for address in named.values()):
        return fail(f"{shown}: SOCKS is not supported", "name an HTTP proxy, or remove network.trustEnvironmentProxies")
    direct = environ.get("no_proxy") or environ.get("NO_PROXY")
    return ok(shown + (f"; direct: {direct}" if direct else ""))


def _without_credentials(address: str) -> str:
    """Return scheme and host of a proxy's address, without credentials."""
    try:
        parts = urlsplit(address if "://" in address else f"http://{address}")
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    except ValueError:
        return "(no address)"


@blocking_check
def certificates(situation: Situation) -> Finding:
    """Report the trusted certificates, and warn of certificates that only the environment names."""
    ca_file = situation.settings.ca_file
    system = tls_context(None)
    if ca_file is not None:
        try:
            count_untrusted(system, ca_file)
        except OSError:
            return fail(f"{ca_file} has no readable certificates", "set network.caFile to a file in PEM form")
    context = tls_context(ca_file) if ca_file else system
    for name in CERTIFICATES:
        file = situation.environ.get(name)
        if not file or not Path(file).is_file():
            continue
        try:
            unknown = count_untrusted(context, Path(file))
        except OSError:
            continue
        if unknown:
            return warn(
                f"{unknown} certificates of {file} ({name}) are not trusted: the operating system does not have them",
                f"set network.caFile: {file} if they sign the certificates of sites here",
            )
    return ok("the operating system's" + (f", and {ca_file}" if ca_file else ""))


async def network(situation: Situation) -> Finding:
    """Tell whether a popular documentation site answers; name, connection and certificate are checked too."""
    hosts = await in_thread(popular_hosts, HOSTS)
    reasons = await asyncio.gather(*(situation.docs.reach(f"https://{host}/robots.txt") for host in hosts))
    for host, reason in zip(hosts, reasons, strict=True):
        if not reason:
            return ok(f"{host} answers")
    if set(reasons) == {FetchFailed.NO_ADDRESS}:
        told = warn if await _has_an_index(situation) else fail
        return told(f"{', '.join(hosts)}: {FetchFailed.NO_ADDRESS}", _ONLY_INDEXES)
    return fail(f"{hosts[0]}: {reasons[0]}", _fix(reasons[0], f"https://{hosts[0]}/"))


async def sources(situation: Situation) -> Finding:
    """Tell whether the custom sources exist and answer."""
    custom = situation.settings.custom
    if not custom:
        return ok("no custom sources")
    missing = await in_thread(missing_sources, custom)
    if missing:
        return fail(f"{missing[0].name}: its path does not exist", "correct sources.custom, or put the file there")
    web = [] if situation.offline else [one for one in custom if one.type == "url"]
    reasons = await asyncio.gather(
        *(situation.docs.reach(one.location, origins=() if one.public_only else [_origin(one.location)]) for one in web)
    )
    for source, reason in zip(web, reasons, strict=True):
        if reason:
            return fail(f"{source.name}: {reason}", _fix(reason, source.location))
    return ok(", ".join(one.name for one in custom))


async def upstream(situation: Situation) -> Finding:
    """Tell whether the sites with an llms.txt of the project's libraries answer."""
    libraries = await in_thread(situation.docs.project_libraries)
    sites = {library.library_id: library.llms_txt_url for library, _ in libraries if library.llms_txt_url}
    asked = dict(list(sites.items())[:MOST_UPSTREAMS])
    if not asked:
        return ok("no library of this project has an llms.txt")
    reasons = await asyncio.gather(*(situation.docs.reach(url) for url in asked.values()))
    failures = [(name, url, reason) for (name, url), reason in zip(asked.items(), reasons, strict=True) if reason]
    if failures:
        name, url, reason = failures[0]
        return warn(f"{name}: {reason} ({len(failures)} of {len(asked)} sites)", _fix(reason, url))
    return ok(f"{', '.join(asked)}")


async def package_index(situation: Situation) -> Finding:
    """Report the package indexes that pip or uv uses, and whether they answer."""
    folder = situation.settings.project_directory
    indexes = await in_thread(index_addresses, situation.environ, situation.home, folder)
    if indexes.unreadable:
        return warn(f"{indexes.unreadable[0]} cannot be read", "correct the file, or remove it")
    if indexes.none_at_all:
        return ok(f"none, as {indexes.tool} is configured")
    addresses = (*indexes.named, *indexes.links)
    named = ", ".join(f"{address.display_text} ({address.setting})" for address in addresses)
    text = named if indexes.main else "; ".join(filter(None, ("PyPI by default", named)))
    return await _first_silent(situation, addresses, "pip/") or ok(text)


async def _has_an_index(situation: Situation) -> bool:
    """Tell whether an index of packages answers: documentation comes from there without any site."""
    folder = situation.settings.project_directory
    indexes = await in_thread(index_addresses, situation.environ, situation.home, folder)
    for address in (*indexes.named, *indexes.links):
        if not await _trouble(situation, address, "pip/"):
            return True
    return False


async def npm_registry(situation: Situation) -> Finding:
    """Report the registries that npm uses, and whether they answer."""
    folder = situation.settings.project_directory
    registries = await in_thread(npm_registries, situation.environ, situation.home, folder)
    if registries.unreadable:
        return warn(f"{registries.unreadable[0]} cannot be read", "correct the file, or remove it")
    if not registries.named:
        return ok("none: npm is neither configured nor installed, and the default registry is a setting of npm")
    named = ", ".join(f"{address.display_text} ({address.setting})" for address in registries.named)
    return await _first_silent(situation, registries.named, "-/ping") or ok(named)


async def _first_silent(situation: Situation, addresses: Sequence[IndexAddress], page: str) -> Finding | None:
    """Return a finding for the first index that does not answer, None if all answer."""
    for address in addresses:
        reason = await _trouble(situation, address, page)
        if reason:
            return warn(f"{address.display_text} ({address.setting}): {reason}", _fix(reason, address.origin))
    return None


async def _trouble(situation: Situation, address: IndexAddress, page: str) -> str:
    parts = urlsplit(address.without_credentials)
    if parts.scheme == "file":
        exists = await in_thread(Path(parts.path).exists)
        return "" if exists else "this folder does not exist"
    if not parts.netloc:
        return "not an address"
    if situation.offline:
        return ""
    url = f"{address.without_credentials.rstrip('/')}/{page}"
    return await situation.docs.reach(url, origins=address.exempt_origins, proven=address.exempt_origins)


def _fix(reason: str, url: str) -> str:
    return _FIXES.get(reason, f"try again later; `pro-context explain-url {url}` tells which rule applies")


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
