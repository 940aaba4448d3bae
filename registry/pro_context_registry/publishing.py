"""The publication of a registry: its file, a checksum for `sha256sum --check`, and the manifest that servers read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from pro_context_engine.libraries.registry import known_libraries, popularity
from pro_context_engine.libraries.registry.manifest import MOST_BYTES, SCHEMA_VERSION
from pro_context_engine.libraries.registry.refusal import RegistryRefused
from pro_context_registry.facts import Fact

MANIFEST = "registry-manifest.json"


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
