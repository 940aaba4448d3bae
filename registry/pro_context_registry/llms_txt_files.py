"""llms.txt files: the addresses that directories attest, and probes of them.

A good file answers with status 200 and is Markdown, not a web page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pro_context_engine.domain.errors import DocsError, FetchFailed, NotDocumentation, PageMissing, UrlRefused
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.libraries.registry import known_libraries
from pro_context_engine.libraries.registry.site_owners import Addresses
from pro_context_registry.facts import PROBES, Fact, Facts
from pro_context_registry.inquiries import Inquiry
from pro_context_registry.merging import GOOD

MISSING, WEB_PAGE, NO_MARKDOWN, NO_TEXT, REFUSED = "missing", "web page", "no Markdown", "no text", "refused"
_LOOKED_AT = 20_000
_IN_DIRECTORY = re.compile(r"https://[^\s\"'<>()\[\]`|\\]{1,500}?/llms\.txt(?![\w./-])")
_MARKDOWN = re.compile(r"^#{1,6} \S|^[-*+] \S|\[[^\]\n]{1,300}\]\([^)\s]{1,2000}\)", re.MULTILINE)
_GONE = re.compile(r"status 4(?!08|25|29)[0-9]{2}")


def attest(text: str, name: str, facts: Facts, listing: bytes) -> tuple[list[Fact], list[str]]:
    """Return the facts that a directory attests, and the addresses that belong to no library.

    Args:
        text: the directory, in JSON, Markdown or any other text.
        name: the directory's name, for the provenance.
        facts: the present facts.
        listing: the present registry file.

    Returns:
        The new and changed facts for llms-txt.jsonl, and the sorted addresses that belong to no library.
    """
    owner = Addresses(known_libraries.parse(listing).libraries).owner
    urls = sorted(set(_IN_DIRECTORY.findall(text)))
    known = {fact["llmsTxtUrl"]: library_id for library_id, fact in facts.llms_txt.items() if "llmsTxtUrl" in fact}
    found: dict[str, Fact] = {}
    strange = []
    for url in urls:
        library_id = known.get(url) or owner(url)
        if library_id is None:
            strange.append(url)
        else:
            fact = found.get(library_id) or facts.llms_txt.get(library_id, {"libraryId": library_id})
            found[library_id] = _with_source(fact, url, f"llms:{name}")
    changed = [fact for library_id, fact in found.items() if fact != facts.llms_txt.get(library_id)]
    return changed, strange


def _with_source(fact: Fact, url: str, source: str) -> Fact:
    """Return a fact with this directory as a further source; the first address of a library stays."""
    own = dict(fact)
    if own.setdefault("llmsTxtUrl", url) != url:
        return own
    if own.get("llmsTxtStatus", "unknown") in ("unknown", "absent", "inferred"):
        own["llmsTxtStatus"] = "listed"
    own["sources"] = list(dict.fromkeys([*own.get("sources", []), source]))
    return own


def merge_attested(facts: Facts, changed: list[Fact]) -> Iterator[Fact]:
    """Yield every fact of llms-txt.jsonl, changed ones included, sorted by library id."""
    by_id = {**facts.llms_txt, **{fact["libraryId"]: fact for fact in changed}}
    yield from (by_id[library_id] for library_id in sorted(by_id, key=str.lower))


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
