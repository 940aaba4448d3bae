"""Probes of llms.txt files: a good one answers with status 200 and is Markdown, not a web page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pro_context_engine.domain.errors import DocsError, FetchFailed, NotDocumentation, PageMissing, UrlRefused
from pro_context_engine.domain.fetching import Fetcher
from pro_context_registry.facts import PROBES, Fact, Facts
from pro_context_registry.inquiries import Inquiry
from pro_context_registry.merging import GOOD

MISSING, WEB_PAGE, NO_MARKDOWN, NO_TEXT, REFUSED = "missing", "web page", "no Markdown", "no text", "refused"
_LOOKED_AT = 20_000
_MARKDOWN = re.compile(r"^#{1,6} \S|^[-*+] \S|\[[^\]\n]{1,300}\]\([^)\s]{1,2000}\)", re.MULTILINE)
_GONE = re.compile(r"status 4(?!08|25|29)[0-9]{2}")


def addresses(facts: Facts) -> list[str]:
    """Return the address of every attested llms.txt and llms-full.txt."""
    fields = ("llmsTxtUrl", "llmsFullTxtUrl")
    return [fact[field] for fact in facts.llms_txt.values() for field in fields if field in fact]


def probe(fetcher: Fetcher, origins: Sequence[str] = ()) -> Inquiry:
    """Return the inquiry that fetches the addresses of llms.txt files and records a verdict on each.

    Args:
        fetcher: the fetcher.
        origins: the `origins` argument of `Fetcher.fetch`.
    """

    async def ask(url: str) -> Fact | None:
        verdict = await _verdict(fetcher, url, origins)
        return {"verdict": verdict} if verdict else None

    return Inquiry(PROBES, "url", ask)


async def _verdict(fetcher: Fetcher, url: str, origins: Sequence[str]) -> str:
    """Return the verdict on an address, "" if none is possible now."""
    try:
        response = await fetcher.fetch(url, origins=origins)
    except PageMissing:
        return MISSING
    except NotDocumentation:
        return NO_TEXT
    except UrlRefused:
        return REFUSED
    except FetchFailed as fact:
        return MISSING if _GONE.search(fact.reason) else ""
    except DocsError:
        return ""
    if response.media_type == "text/html":
        return WEB_PAGE
    return GOOD if _MARKDOWN.search(response.text[:_LOOKED_AT]) else NO_MARKDOWN
