"""The reasons why a URL may be read or not: the rules of reading and fetching, without a fetch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from pro_context_engine.domain.errors import FetchFailed, NotDocumentation, PageMissing, UrlRefused
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.results import JudgedAddress, Route, UrlRule, UrlVerdict
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.ownership import NOBODYS, Claim, ClaimedBy, Ownership

_WEB = ("http", "https")
_PACKAGES = ("pypi", "npm")


@value_class
class UrlService:
    """Say which rule decides whether a URL may be read.

    Attributes:
        ownership: finds the owner of a URL.
        fetcher: tells where a fetch would go.
    """

    ownership: Ownership
    fetcher: Fetcher

    async def verdict(self, url: str, *, look_up: bool = True) -> UrlVerdict:
        """Return whether read-page would read a URL, and why.

        Args:
            url: any text.
            look_up: whether the name of the host may be looked up; without it, its addresses do not count.
        """
        try:
            address = await self.ownership.address(url)
        except UrlRefused:
            return await self._refusal(url, NOBODYS)
        try:
            claim = await self.ownership.claim(address)
        except UrlRefused as fact:
            return await self._refusal(url, fact.reason)
        verdict = _permission(url, claim)
        if urlsplit(address).scheme.lower() not in _WEB:
            return verdict
        origins = claim.source.named_origins(address)
        try:
            route = await self.fetcher.route(address, origins=origins, look_up=look_up)
        except UrlRefused as fact:
            return replace(verdict, allowed=False, rule=UrlRule.URL_FORM, reason=fact.reason)
        except FetchFailed as fact:
            return replace(verdict, allowed=False, rule=UrlRule.NAME, reason=fact.reason)
        return _add_route(verdict, route, exempt=bool(origins))

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

    async def _refusal(self, url: str, reason: str) -> UrlVerdict:
        """Return the rule that refuses a URL without an owner; its form and its address are the more exact reasons."""
        if reason != NOBODYS:
            return UrlVerdict(url, False, UrlRule.NO_LIBRARY, reason)
        scheme = url.partition(":")[0].lower()
        if scheme in _PACKAGES:
            reason = f"no package has this page; an address of a package is {scheme}://NAME/VERSION/readme"
            return UrlVerdict(url, False, UrlRule.URL_FORM, reason)
        try:
            route = await self.fetcher.route(url, look_up=False)
        except UrlRefused as fact:
            return UrlVerdict(url, False, UrlRule.URL_FORM, fact.reason)
        return _add_route(UrlVerdict(url, False, UrlRule.NO_LIBRARY, reason), route, exempt=False)


def _permission(url: str, claim: Claim) -> UrlVerdict:
    """Return the verdict on a URL that may be read."""
    rule, reason = _rule(claim)
    return UrlVerdict(url, True, rule, reason, claim.library.library_id, claim.source.traits.label)


def _rule(claim: Claim) -> tuple[UrlRule, str]:
    """Return the rule by which an address may be read, and the rule in words."""
    library_id = claim.library.library_id
    if claim.by is ClaimedBy.STORED_TOC:
        return UrlRule.STORED_TOC, f"the stored table of contents of {library_id} names it"
    if claim.by is ClaimedBy.SITE:
        return UrlRule.DOCUMENTATION_SITE, f"it lies on {library_id}'s documentation site"
    own = claim.source.traits.address_rule
    if own is None:
        raise AssertionError("a source that claims addresses has a rule for them")
    is_unserved = own.unserved and not claim.source.serves(claim.library, claim.version)
    return own.rule, own.unserved if is_unserved else own.reason.format(library=library_id)


def _add_route(verdict: UrlVerdict, route: Route, *, exempt: bool) -> UrlVerdict:
    verdict = replace(verdict, addresses=route.addresses, by_proxy=route.by_proxy)
    refused = next((address for address in route.addresses if not address.allowed), None)
    if refused is not None:
        reason = f"{_address_in_words(route, refused)} is not public: {refused.purpose} ({refused.range})"
        return replace(verdict, allowed=False, rule=UrlRule.ADDRESS, reason=reason)
    if exempt and verdict.allowed:
        return replace(verdict, reason=f"{verdict.reason}, whose origin may be plain http or on a private network")
    return verdict


def _address_in_words(route: Route, address: JudgedAddress) -> str:
    return address.text if route.host == address.text else f"{route.host} resolves to {address.text}, which"
