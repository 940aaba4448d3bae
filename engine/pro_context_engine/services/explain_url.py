"""Why a URL may be read or not: the rules that reading and fetching go by, asked without fetching anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from pro_context_engine.domain.errors import FetchFailed, NotDocumentation, PageMissing, UrlRefused
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.model import SourceName
from pro_context_engine.domain.results import JudgedAddress, Route, UrlRule, UrlVerdict
from pro_context_engine.domain.settings import CustomSource
from pro_context_engine.libraries.ownership import NOBODYS, Claim, ClaimedBy, Ownership

_WEB = ("http", "https")


@dataclass(frozen=True, slots=True)
class UrlService:
    """Say which rule decides whether a URL may be read.

    Attributes:
        ownership: says whose documentation a URL is.
        fetcher: says where a fetch of it would go.
        custom: the operator's own sources, for their names.
    """

    ownership: Ownership
    fetcher: Fetcher
    custom: Sequence[CustomSource]

    async def verdict(self, url: str, *, look_up: bool = True) -> UrlVerdict:
        """Return whether read-page would read a URL, and why.

        Args:
            url: any text.
            look_up: whether the name may be looked up; without it, addresses do not count.
        """
        try:
            address = await self.ownership.address(url)
        except UrlRefused:
            return await self._unclaimed(url, NOBODYS)
        try:
            claim = await self.ownership.claim(address)
        except UrlRefused as fact:
            return await self._unclaimed(url, fact.reason)
        verdict = self._claimed(url, claim)
        if urlsplit(address).scheme.lower() not in _WEB:
            return verdict
        origins = claim.source.named_origins(address)
        try:
            route = await self.fetcher.route(address, origins=origins, look_up=look_up)
        except UrlRefused as fact:
            return replace(verdict, allowed=False, rule=UrlRule.URL_FORM, reason=fact.reason)
        except FetchFailed as fact:
            return replace(verdict, allowed=False, rule=UrlRule.NAME, reason=fact.reason)
        return _routed(verdict, route, exempt=bool(origins))

    async def reach(self, url: str, origins: Sequence[str], proven: Sequence[str]) -> str:
        """Return why a site cannot be reached, "" if it answers; see `DocsEngine.reach`."""
        try:
            await self.fetcher.fetch(url, origins=origins, proven=proven)
        except FetchFailed as fact:
            return "" if fact.answered else fact.reason
        except UrlRefused as fact:
            return fact.reason
        except (PageMissing, NotDocumentation):
            return ""
        return ""

    async def _unclaimed(self, url: str, reason: str) -> UrlVerdict:
        """Return the nearest rule that refuses a URL which is nobody's: its form and its own address say more."""
        if reason != NOBODYS:
            return UrlVerdict(url, False, UrlRule.NO_LIBRARY, reason)
        try:
            route = await self.fetcher.route(url, look_up=False)
        except UrlRefused as fact:
            return UrlVerdict(url, False, UrlRule.URL_FORM, fact.reason)
        return _routed(UrlVerdict(url, False, UrlRule.NO_LIBRARY, reason), route, exempt=False)

    def _claimed(self, url: str, claim: Claim) -> UrlVerdict:
        rule, reason = _said_by(claim)
        library_id = claim.library.library_id
        source = str(claim.source.name)
        if claim.source.name is SourceName.CUSTOM:
            source = ", ".join(custom.name for custom in self.custom if custom.library_id == library_id)
        return UrlVerdict(url, True, rule, reason, library_id, source)


def _said_by(claim: Claim) -> tuple[UrlRule, str]:
    """Return the rule by which an address is somebody's, and the rule in words."""
    library_id = claim.library.library_id
    if claim.by is ClaimedBy.STORED_TOC:
        return UrlRule.STORED_TOC, f"the stored table of contents of {library_id} names it"
    if claim.by is ClaimedBy.SITE:
        return UrlRule.DOCUMENTATION_SITE, f"it lies on {library_id}'s documentation site"
    if claim.by is ClaimedBy.ALLOWLIST:
        return UrlRule.ALLOWLIST, "security.urlAllowlist names its host"
    if claim.source.name is SourceName.GITHUB:
        return UrlRule.REPOSITORY, f"it lies in the repository of {library_id}"
    if claim.source.name is not SourceName.INSTALLED:
        return UrlRule.CUSTOM_SOURCE, f"it belongs to a custom source of {library_id}"
    installed = claim.source.serves(claim.library, claim.version)
    of = "of an installed package" if installed else "of a package, but of no version that is installed"
    return UrlRule.INSTALLED_PACKAGE, f"it is a page {of}"


def _routed(verdict: UrlVerdict, route: Route, *, exempt: bool) -> UrlVerdict:
    verdict = replace(verdict, addresses=route.addresses, by_proxy=route.by_proxy)
    refused = next((address for address in route.addresses if not address.allowed), None)
    if refused is not None:
        reason = f"{_resolved(route, refused)} is not public: {refused.purpose} ({refused.range})"
        return replace(verdict, allowed=False, rule=UrlRule.ADDRESS, reason=reason)
    if exempt and verdict.allowed:
        return replace(verdict, reason=f"{verdict.reason}, whose origin may be plain http or on a private network")
    return verdict


def _resolved(route: Route, address: JudgedAddress) -> str:
    return address.text if route.host == address.text else f"{route.host} resolves to {address.text}, which"
