"""Small Markdown trees, written as tests need them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pro_context_engine.corpus.building import build
from pro_context_engine.corpus.corpus import Corpus
from pro_context_engine.corpus.plan import CorpusRefused

GUIDE = "# Lamps\n\nLamps shine.\n\n## Wicks\n\nA wick carries oil.\n\n## Lenses\n\nA lens bends light.\n"


def write(root: Path, files: Mapping[str, str | dict[str, Any]]) -> Path:
    """Write files below a folder, objects as JSON, and return the folder."""
    for name, content in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return root


def manifest(**said: Any) -> dict[str, Any]:
    """Return a manifest that says this."""
    return {"version": "1", **said}


def built(tmp_path: Path, files: Mapping[str, str | dict[str, Any]]) -> Corpus:
    """Return a corpus of these files, open."""
    build(write(tmp_path / "docs", files), tmp_path / "index")
    return Corpus(tmp_path / "index")


def problems(tmp_path: Path, files: Mapping[str, str | dict[str, Any]]) -> list[str]:
    """Return why a corpus of these files is refused, [] if it is not."""
    try:
        build(write(tmp_path / "docs", files), tmp_path / "index")
    except CorpusRefused as refused:
        assert not (tmp_path / "index" / "metadata.json").exists()
        return list(map(str, refused.problems))
    return []
