"""The file of a registry: one library a line, most used first, with the same bytes for the same facts."""

from __future__ import annotations

import json
from collections.abc import Iterable

from pro_context_engine.libraries.registry import known_libraries, popularity
from pro_context_registry.facts import Fact


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
