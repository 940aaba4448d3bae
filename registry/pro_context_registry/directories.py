"""Directories of llms.txt files: the addresses in a text, and the libraries that they belong to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pro_context_engine.libraries.registry import known_libraries
from pro_context_engine.libraries.registry.site_owners import Addresses
from pro_context_registry.facts import Fact, Facts

_INDEX = re.compile(r"https://[^\s\"'<>()\[\]`|\\]{1,500}?/llms\.txt(?![\w./-])")


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
    urls = sorted(set(_INDEX.findall(text)))
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


def merge(facts: Facts, changed: list[Fact]) -> Iterator[Fact]:
    """Yield every fact of llms-txt.jsonl, changed ones included, sorted by library id."""
    by_id = {**facts.llms_txt, **{fact["libraryId"]: fact for fact in changed}}
    yield from (by_id[library_id] for library_id in sorted(by_id, key=str.lower))
