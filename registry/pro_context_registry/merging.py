"""The entries of the registry, merged from facts: one for each library, as spec/registry/libraries.yaml describes it.

Facts written by hand override those of the package index, which override collected ones. The package index only fills
empty addresses and renews addresses that it gave before; the other collected addresses are better than its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pro_context_registry.facts import Fact, Facts

FIELDS = (
    "libraryId",
    "slug",
    "name",
    "description",
    "purposes",
    "languages",
    "categories",
    "packages",
    "aliases",
    "docsUrl",
    "repoUrl",
    "llmsTxtUrl",
    "llmsFullTxtUrl",
    "llmsTxtStatus",
    "docsPath",
    "versionPattern",
    "popularity",
    "sources",
)
GOOD = "ok"
FROM_INDEX = "PyPI project metadata"
_ADDRESSES = ("docsUrl", "repoUrl")
_WORD = re.compile(r"\w+")
ECOSYSTEMS = {"pypiDownloads": "python", "npmDependents": "npm", "npmDownloads": "npm"}
"""The ecosystem of the packages in a list of ranks, by the name of the list."""


def entries(facts: Facts) -> list[Fact]:
    """Return an entry for each library, in no particular order."""
    ids = dict.fromkeys([*facts.libraries, *facts.curated])
    return [_entry(facts, library_id) for library_id in ids]


def _entry(facts: Facts, library_id: str) -> Fact:
    collected = facts.libraries.get(library_id, {})
    curated = facts.curated.get(library_id, {})
    merged = {**collected, **_indexed_addresses(facts, collected, curated), **curated}
    attested = facts.llms_txt.get(library_id, {"llmsTxtStatus": "unknown"})
    merged |= {**_llms_txt(facts, attested), "popularity": _ranks(facts, merged.get("packages", {}))}
    merged["aliases"] = [alias for alias in merged.get("aliases", []) if not _is_fragment(alias, merged)]
    merged["sources"] = [source for part in (collected, attested, curated) for source in part.get("sources", [])]
    return {field: merged[field] for field in FIELDS if merged.get(field) not in (None, "", [], {})}


def _is_fragment(alias: str, entry: Mapping[str, Any]) -> bool:
    """Tell whether an alias is only one word of a site's name, such as `exchange` of `Coin Exchange`.

    Such a word means many other things. It is a name if the site has it as its domain (`argil` of `docs.argil.ai`), and
    the short name of a library with packages is in use.
    """
    name = _WORD.findall(entry["name"].lower())
    domain = entry["libraryId"].partition("/")[0].lower().split(".")[-2:-1]
    part = alias.lower()
    return not entry.get("packages") and part in name and len(name) > 1 and part not in domain


def _indexed_addresses(facts: Facts, collected: Mapping[str, Any], curated: Mapping[str, Any]) -> Fact:
    """Return the addresses that the package index gives for a library's main Python package."""
    packages = (curated.get("packages") or collected.get("packages") or {}).get("python", [])
    said = facts.metadata.get(packages[0], {}) if packages else {}
    own = FROM_INDEX in collected.get("sources", [])
    return {field: said[field] for field in _ADDRESSES if field in said and (own or field not in collected)}


def _llms_txt(facts: Facts, attested: Mapping[str, Any]) -> Fact:
    """Return the addresses of a library's llms.txt files that failed no probe, and their status."""
    index, full = (facts.probes.get(attested.get(field, "")) for field in ("llmsTxtUrl", "llmsFullTxtUrl"))
    if index and index["verdict"] != GOOD:
        return {"llmsTxtStatus": "absent"}
    said = {field: attested[field] for field in ("llmsTxtUrl", "llmsFullTxtUrl", "llmsTxtStatus") if field in attested}
    if full and full["verdict"] != GOOD:
        del said["llmsFullTxtUrl"]
    return said | ({"llmsTxtStatus": "checked"} if index else {})


def _ranks(facts: Facts, packages: Mapping[str, list[str]]) -> dict[str, int]:
    """Return the best rank of a library's packages in each list that names one of them."""
    lists = {name: facts.ranks.get(name, {}) for name in ECOSYSTEMS}
    found = {
        name: [ranks[package] for package in packages.get(ECOSYSTEMS[name], []) if package in ranks]
        for name, ranks in lists.items()
    }
    return {name: min(ranks) for name, ranks in found.items() if ranks}
