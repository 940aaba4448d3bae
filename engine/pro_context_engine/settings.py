"""What the engine can be told, as plain values; reading files and variables is the server's work."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Literal

MAX_CACHE_BYTES = 500_000_000
"""Bound on the store where none is configured: some hundred libraries."""


@dataclass(frozen=True, slots=True)
class CustomSource:
    """Documentation the operator names (seed 003 section 8.4).

    Attributes:
        name: shown in errors and health.
        type: "url" (an llms.txt or a page, fetched) or "file" (an llms.txt or Markdown file on disk).
        location: the URL or the absolute path.
        library_id: the library it documents; one that the registry lacks is added.
    """

    name: str
    type: Literal["url", "file"]
    location: str
    library_id: str


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """Bounds of one fetch: seconds and bytes."""

    total_seconds: float = 30.0
    connect_seconds: float = 5.0
    first_byte_seconds: float = 10.0
    max_bytes: int = 5_000_000
    max_decoded_bytes: int = 20_000_000
    max_redirects: int = 5
    per_host: int = 8


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the engine can be told.

    Attributes:
        cache_directory: folder of the store; None keeps everything in memory.
        project_directory: folder whose `.venv` is looked for.
        environment: the project environment: "auto", "none", or the path of an environment.
        llms_txt: whether the registry's llms.txt addresses are used.
        custom: sources the operator names.
        fresh_for: age up to which a snapshot is fresh.
        kept_for: age after which a snapshot is expired.
        fetch: bounds of one fetch.
        trust_environment_proxies: whether HTTP(S)_PROXY and the like are honoured.
        max_cache_bytes: bound on the store; the documentation that was used longest ago is deleted to keep it.
    """

    cache_directory: Path | None = None
    project_directory: Path = field(default_factory=Path.cwd)
    environment: str = "auto"
    llms_txt: bool = True
    custom: tuple[CustomSource, ...] = ()
    fresh_for: timedelta = timedelta(hours=24)
    kept_for: timedelta = timedelta(days=7)
    fetch: FetchLimits = field(default_factory=FetchLimits)
    trust_environment_proxies: bool = False
    max_cache_bytes: int = MAX_CACHE_BYTES
