"""Facts put together: one entry a library, in the form that spec/registry/libraries.yaml publishes.

What is written by hand goes before what the package index says, and that before what was collected. The index only
fills in and renews addresses that it gave before: others were chosen among better ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pro_context_registry.facts import Fact, Facts

FIELDS = (
    "libraryId",
    "slug",
    "name",
    "description",
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
ECOSYSTEMS = {"pypiDownloads": "python", "npmDependents": "npm", "npmDownloads": "npm"}
"""Whose packages a list of ranks is about, by its name."""


def entries(facts: Facts) -> list[Fact]:
    """Return an entry for each library, in no particular order."""
    ids = dict.fromkeys([*facts.libraries, *facts.curated])
    return [_entry(facts, library_id) for library_id in ids]


def _entry(facts: Facts, library_id: str) -> Fact:
    collected = facts.libraries.get(library_id, {})
    curated = facts.curated.get(library_id, {})
    merged = {**collected, **_renewed(facts, collected, curated), **curated}
    attested = facts.llms_txt.get(library_id, {"llmsTxtStatus": "unknown"})
    merged |= {**_llms_txt(facts, attested), "popularity": _ranks(facts, merged.get("packages", {}))}
    merged["sources"] = [source for part in (collected, attested, curated) for source in part.get("sources", [])]
    return {field: merged[field] for field in FIELDS if merged.get(field) not in (None, "", [], {})}


def _renewed(facts: Facts, collected: Mapping[str, Any], curated: Mapping[str, Any]) -> Fact:
    """Return the addresses that the package index says, of a library's main Python package."""
    packages = (curated.get("packages") or collected.get("packages") or {}).get("python", [])
    said = facts.metadata.get(packages[0], {}) if packages else {}
    own = FROM_INDEX in collected.get("sources", [])
    return {field: said[field] for field in _ADDRESSES if field in said and (own or field not in collected)}


def _llms_txt(facts: Facts, attested: Mapping[str, Any]) -> Fact:
    """Return the addresses of a library's llms.txt that have not answered with something else, and their status."""
    index, full = (facts.probes.get(attested.get(field, "")) for field in ("llmsTxtUrl", "llmsFullTxtUrl"))
    if index and index["verdict"] != GOOD:
        return {"llmsTxtStatus": "absent"}
    said = {field: attested[field] for field in ("llmsTxtUrl", "llmsFullTxtUrl", "llmsTxtStatus") if field in attested}
    if full and full["verdict"] != GOOD:
        del said["llmsFullTxtUrl"]
    return said | ({"llmsTxtStatus": "checked"} if index else {})


def _ranks(facts: Facts, packages: Mapping[str, list[str]]) -> dict[str, int]:
    """Return the best rank of a library's packages in each list that has one."""
    lists = {name: facts.ranks.get(name, {}) for name in ECOSYSTEMS}
    found = {
        name: [ranks[package] for package in packages.get(ECOSYSTEMS[name], []) if package in ranks]
        for name, ranks in lists.items()
    }
    return {name: min(ranks) for name, ranks in found.items() if ranks}
