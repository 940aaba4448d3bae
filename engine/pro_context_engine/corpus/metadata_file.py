"""The metadata file of a built corpus: its description, which a server needs before the first search."""

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
"""The version of the file's shape; a server reads files of the same major version."""

_MOST_BYTES = 20_000_000


def write(folder: Path, description: CorpusDescription) -> None:
    """Replace the file atomically: a reader sees the old file or the new one, each complete."""
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
    """Return the content of the metadata file in a folder.

    Args:
        folder: the folder of a built corpus.

    Raises:
        CorpusUnusable: there is no file, or this version of the program cannot read it.
    """
    try:
        with (folder / NAME).open("rb") as file:
            content = json.loads(file.read(_MOST_BYTES))
        if content["metadata_version"].partition(".")[0] != VERSION.partition(".")[0]:
            raise CorpusUnusable("its metadata is of another version of Pro-Context; build it anew")
        return _description(content)
    except FileNotFoundError:
        raise CorpusUnusable(f"{folder} has no built corpus; `pro-context corpus build` makes one") from None
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


def _prompt(fields: Mapping[str, Any]) -> CorpusPrompt:
    return CorpusPrompt(
        fields["name"],
        fields["title"],
        fields["description"],
        tuple(PromptArgument(**argument) for argument in fields["arguments"]),
        tuple(PromptMessage(**message) for message in fields["messages"]),
    )
