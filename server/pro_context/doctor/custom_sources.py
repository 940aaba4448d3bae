"""The custom sources that are on this machine, and whether they exist."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pro_context_engine.domain.settings import CustomSource


def missing_sources(sources: Iterable[CustomSource]) -> list[CustomSource]:
    """Return the sources of type `file` whose file or folder does not exist."""
    return [source for source in sources if source.type == "file" and not Path(source.location).exists()]
