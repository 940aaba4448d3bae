"""The report of a build's changes, for the maintainer who reviews them before publication."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pro_context_engine.domain.model import Library
from pro_context_engine.libraries.registry import differences, known_libraries
from pro_context_registry.facts import Facts
from pro_context_registry.merging import GOOD

_ADDRESSES = {
    "docsUrl": "docs_url",
    "repoUrl": "repo_url",
    "llmsTxtUrl": "llms_txt_url",
    "llmsFullTxtUrl": "llms_full_txt_url",
    "docsPath": "docs_path",
}


def describe_changes(before: bytes, after: bytes, facts: Facts) -> list[str]:
    """Return the changes from one registry file to the next and the failed llms.txt probes, a line each."""
    old, new = known_libraries.parse(before), known_libraries.parse(after)
    changes = differences.compare(old.libraries, new.libraries)
    was, now = ({one.library_id: one for one in known.libraries} for known in (old, new))
    lines = [f"{new.version}: {len(new.libraries)} libraries"]
    lines += [f"added: {one}" for one in changes.added]
    lines += [f"removed: {one}" for one in changes.removed]
    lines += [line for one in changes.moved for line in _moves(was[one], now[one])]
    lines += [f"changed: {one}" for one in changes.changed]
    return lines + failed_probes(facts)


def failed_probes(facts: Facts) -> list[str]:
    """Return the addresses that did not answer with an llms.txt, a line each."""
    return [f"no llms.txt: {url} ({fact['verdict']})" for url, fact in facts.probes.items() if fact["verdict"] != GOOD]


def repositories_elsewhere(facts: Facts) -> list[str]:
    """Return the packages for which the index names another repository than the library's id, a line each."""
    found = []
    for library_id, fact in facts.libraries.items():
        packages: Sequence[str] = fact.get("packages", {}).get("python", [])
        said = facts.metadata.get(packages[0], {}).get("repoUrl") if packages else None
        if said and said.lower() != f"https://github.com/{library_id}".lower() and "." not in library_id.split("/")[0]:
            found.append(f"repository elsewhere: {library_id} ({packages[0]} says {said})")
    return found


def _moves(old: Library, new: Library) -> Iterator[str]:
    for field, attribute in _ADDRESSES.items():
        before, after = getattr(old, attribute), getattr(new, attribute)
        if before != after:
            yield f"{field} of {old.library_id}: {before or '-'} → {after or '-'}"
