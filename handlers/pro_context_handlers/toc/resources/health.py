"""health: the state of the server."""

from __future__ import annotations

from pro_context_contract import load_contract
from pro_context_contract.model import MISSING
from pro_context_contract.toc.models import (
    HealthContent,
    HealthContentAdapters,
    HealthContentAdaptersGithub,
    HealthContentAdaptersGithubStatus,
    HealthContentAdaptersLlmsTxt,
    HealthContentAdaptersLlmsTxtStatus,
    HealthContentCache,
    HealthContentStatus,
)
from pro_context_engine import DocsEngine, SiteKind, availability_of, entries_by_place, hit_rate, last_fetch_of, overall

SITES = (SiteKind.DOCUMENTATION, SiteKind.CONFIGURED)
"""The kinds of sites that llms.txt files are fetched from."""


async def handle(docs: DocsEngine) -> HealthContent:
    """Return the state of the cache and the adapters."""
    status = await docs.status()
    in_memory, stored = entries_by_place(status)
    last, left = last_fetch_of(status, *SITES), status.requests_left.get(SiteKind.GITHUB)
    return HealthContent(
        status=HealthContentStatus(overall(status)),
        uptime=status.uptime,
        cache=HealthContentCache(memory_entries=in_memory, sqlite_entries=stored, hit_rate=hit_rate(status)),
        adapters=HealthContentAdapters(
            llms_txt=HealthContentAdaptersLlmsTxt(
                status=HealthContentAdaptersLlmsTxtStatus(availability_of(status, *SITES)),
                last_success=last.isoformat() if last else MISSING,
            ),
            github=HealthContentAdaptersGithub(
                status=HealthContentAdaptersGithubStatus(availability_of(status, SiteKind.GITHUB)),
                rate_limit_remaining=MISSING if left is None else left,
            ),
        ),
        project_libraries=list(status.project_libraries),
        version=load_contract("toc").version,
    )
