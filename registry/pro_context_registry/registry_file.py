"""The file of a registry: most used first, one library a line, the same bytes for the same facts."""

from __future__ import annotations

import json
from collections.abc import Iterable

from pro_context_engine.registry import known_libraries, popularity
from pro_context_registry.facts import Fact


def listing(entries: Iterable[Fact], version: str) -> bytes:
    """Return the file.

    Args:
        entries: in whatever order.
        version: `registry-v2026-11-21`.

    Raises:
        RegistryRefused: an entry is not as one must be.
    """
    data = _file(entries, version)
    # Who publishes goes by the same rules as who reads.
    order = {library.library_id: popularity.order(library) for library in known_libraries.checked(data).libraries}
    return _file(sorted(entries, key=lambda entry: order[entry["libraryId"]]), version)


def _file(entries: Iterable[Fact], version: str) -> bytes:
    lines = [json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries]
    return ('{"version":"' + version + '","libraries":[\n' + ",\n".join(lines) + "\n]}\n").encode()


def current(entries: Iterable[Fact], committed: bytes, today: str) -> bytes:
    """Return the file under the version it should have: the committed one while nothing differs, else today's.

    Args:
        entries: see `listing`.
        committed: the file there is.
        today: `2026-11-21`.

    Raises:
        RegistryRefused: an entry is not as one must be.
    """
    unchanged = listing(entries, known_libraries.parsed(committed).version)
    return unchanged if unchanged == committed else listing(entries, f"registry-v{today}")
