"""The publication of a registry, and the report of its changes for the maintainer who reviews them before.

A publication is the registry file, a checksum for `sha256sum --check`, and the manifest that servers read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pro_context_engine.domain.model import Library
from pro_context_engine.libraries.registry import differences, known_libraries, popularity
from pro_context_engine.libraries.registry.manifest import MOST_BYTES, SCHEMA_VERSION
from pro_context_engine.libraries.registry.refusal import RegistryRefused
from pro_context_registry.facts import Fact, Facts
from pro_context_registry.merging import GOOD

MANIFEST = "registry-manifest.json"
_ADDRESSES = {
    "docsUrl": "docs_url",
    "repoUrl": "repo_url",
    "llmsTxtUrl": "llms_txt_url",
    "llmsFullTxtUrl": "llms_full_txt_url",
    "docsPath": "docs_path",
}


def listing(entries: Iterable[Fact], version: str) -> bytes:
    """Return the content of the file.

    Args:
        entries: the libraries, in any order.
        version: the version, as in `registry-v2026-11-21`.

    Raises:
        RegistryRefused: an entry is invalid.
    """
    data = _file(entries, version)
    # A publisher follows the same rules as a reader.
    order = {library.library_id: popularity.order(library) for library in known_libraries.parse_checked(data).libraries}
    return _file(sorted(entries, key=lambda entry: order[entry["libraryId"]]), version)


def _file(entries: Iterable[Fact], version: str) -> bytes:
    lines = [json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries]
    return ('{"version":"' + version + '","libraries":[\n' + ",\n".join(lines) + "\n]}\n").encode()


def current(entries: Iterable[Fact], committed: bytes, today: str) -> bytes:
    """Return the content of the file with the committed version while no entry differs, else with the version of today.

    Args:
        entries: the libraries, in any order.
        committed: the present file.
        today: the date, as in `2026-11-21`.

    Raises:
        RegistryRefused: an entry is invalid.
    """
    unchanged = listing(entries, known_libraries.parse(committed).version)
    return unchanged if unchanged == committed else listing(entries, f"registry-v{today}")


def publish(data: bytes, folder: Path) -> list[Path]:
    """Write the files of a publication into a folder that a web server can serve.

    The manifest is written last, so that it never names a missing file.

    Args:
        data: the registry file.
        folder: the folder, created if missing; files of other versions in it stay.

    Raises:
        RegistryRefused: the registry is larger than servers accept.
    """
    if len(data) > MOST_BYTES:
        raise RegistryRefused(f"the registry is larger than {MOST_BYTES} bytes")
    known = known_libraries.parse_checked(data)
    name, digest = f"{known.version}.json", hashlib.sha256(data).hexdigest()
    manifest = {
        "schemaVersion": SCHEMA_VERSION,
        "version": known.version,
        "url": name,
        "size": len(data),
        "sha256": digest,
        "libraries": len(known.libraries),
    }
    contents = {
        name: data,
        f"{name}.sha256": f"{digest}  {name}\n".encode(),
        MANIFEST: (json.dumps(manifest, indent=2) + "\n").encode(),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for file, content in contents.items():
        unfinished = folder / f".{file}"
        unfinished.write_bytes(content)
        unfinished.replace(folder / file)
    return [folder / file for file in contents]


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
