"""The publication of a registry: its file, a checksum for `sha256sum --check`, and the manifest that servers read."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from pro_context_engine.libraries.registry import known_libraries
from pro_context_engine.libraries.registry.manifest import MOST_BYTES, SCHEMA_VERSION
from pro_context_engine.libraries.registry.refusal import RegistryRefused

MANIFEST = "registry-manifest.json"


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
