"""The metadata file of a built corpus: what a server must know of it before anybody searches."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pro_context_engine.corpus.values import (
    CorpusDescription,
    CorpusPrompt,
    Embedding,
    Facet,
    PromptArgument,
    PromptMessage,
)
from pro_context_engine.domain.errors import CorpusUnusable

NAME = "metadata.json"

VERSION = "1.1.0"
"""Of the file's shape; a server reads those of its major version."""

_MOST_BYTES = 20_000_000


def write(folder: Path, description: CorpusDescription) -> None:
    """Write the file in place of the one that is there, which readers see whole until then."""
    content = {
        "metadata_version": VERSION,
        "corpus_description": description.description,
        "taxonomy": {key: _facet(facet) for key, facet in sorted(description.taxonomy.items())},
        "stats": {
            "total_chunks": description.chunks,
            "total_files": description.files,
            "indexed_at": description.indexed_at,
            "source_commit": description.source_commit or None,
        },
        "embedding": asdict(description.embedding) if description.embedding else None,
        "instructions": description.instructions,
        "prompts": [asdict(prompt) for prompt in description.prompts],
        "index": description.index,
    }
    beside = folder / f"{NAME}.{os.getpid()}.tmp"
    beside.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    beside.replace(folder / NAME)


def read(folder: Path) -> CorpusDescription:
    """Return what the file in a folder says.

    Args:
        folder: of a built corpus.

    Raises:
        CorpusUnusable: there is none, or none that this version of the program understands.
    """
    try:
        with (folder / NAME).open("rb") as file:
            content = json.loads(file.read(_MOST_BYTES))
        if content["metadata_version"].partition(".")[0] != VERSION.partition(".")[0]:
            raise CorpusUnusable("its metadata is of another version of Pro-Context; build it anew")
        return _description(content)
    except FileNotFoundError:
        raise CorpusUnusable("there is no built corpus; `pro-context corpus build` makes one") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise CorpusUnusable("its metadata cannot be read; build it anew") from None


def _facet(facet: Facet) -> dict[str, Any]:
    values = {"values": list(facet.values)}
    return {"description": facet.description, **values} if facet.description else values


def _description(content: Mapping[str, Any]) -> CorpusDescription:
    stats, embedding = content["stats"], content["embedding"]
    index = str(content["index"])
    if "/" in index or "\\" in index:
        raise ValueError(index)
    return CorpusDescription(
        description=str(content["corpus_description"]),
        taxonomy={
            key: Facet(facet.get("description", ""), tuple(map(str, facet["values"])))
            for key, facet in content["taxonomy"].items()
        },
        chunks=int(stats["total_chunks"]),
        files=int(stats["total_files"]),
        indexed_at=str(stats["indexed_at"]),
        source_commit=stats.get("source_commit") or "",
        embedding=Embedding(**embedding) if embedding else None,
        prompts=tuple(map(_prompt, content["prompts"])),
        instructions=str(content["instructions"]),
        index=index,
    )


def _prompt(said: Mapping[str, Any]) -> CorpusPrompt:
    return CorpusPrompt(
        said["name"],
        said["title"],
        said["description"],
        tuple(PromptArgument(**argument) for argument in said["arguments"]),
        tuple(PromptMessage(**message) for message in said["messages"]),
    )
