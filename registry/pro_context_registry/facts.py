"""What is known of libraries, by where it is known from: one file each, one JSON object a line.

`libraries.jsonl` was collected from public metadata and lists, `curated.jsonl` is written by hand and goes before
everything else, `llms-txt.jsonl` says who attests which llms.txt; `ranks.json` holds download lists. `probes.jsonl` and
`metadata.jsonl` are what this program was answered, and `candidates.jsonl` what it found and cannot place by itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Fact = dict[str, Any]

LIBRARIES, CURATED, LLMS_TXT = "libraries.jsonl", "curated.jsonl", "llms-txt.jsonl"
PROBES, METADATA, RANKS, CANDIDATES = "probes.jsonl", "metadata.jsonl", "ranks.json", "candidates.jsonl"


@dataclass(frozen=True, slots=True)
class Facts:
    """Every fact there is.

    Attributes:
        libraries: collected, by library id.
        curated: written by hand, by library id.
        llms_txt: who attests which llms.txt, by library id.
        probes: what an address answered, by URL.
        metadata: what the package index says, by Python package.
        ranks: rank by package, by list.
    """

    libraries: Mapping[str, Fact]
    curated: Mapping[str, Fact] = field(default_factory=dict)
    llms_txt: Mapping[str, Fact] = field(default_factory=dict)
    probes: Mapping[str, Fact] = field(default_factory=dict)
    metadata: Mapping[str, Fact] = field(default_factory=dict)
    ranks: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


class FactFiles:
    """The files of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self) -> Facts:
        """Return every fact there is."""
        return Facts(
            self.table(LIBRARIES, "libraryId"),
            self.table(CURATED, "libraryId"),
            self.table(LLMS_TXT, "libraryId"),
            self.table(PROBES, "url"),
            self.table(METADATA, "package"),
            self.ranks(),
        )

    def table(self, name: str, key: str) -> dict[str, Fact]:
        """Return the facts of a file by one of their fields; of several the last, {} for a missing file.

        A last line that somebody was killed in is left out.
        """
        file = self._folder / name
        lines = file.read_text("utf-8").split("\n") if file.is_file() else []
        whole = lines[:-1]
        return {fact[key]: fact for fact in map(json.loads, filter(None, whole))}

    def write(self, name: str, facts: Iterable[Fact]) -> None:
        """Replace a file, one fact a line in the order given."""
        self._replace(name, "".join(f"{_line(fact)}\n" for fact in facts))

    def append(self, name: str, fact: Fact) -> None:
        """Add a fact to a file at once, so that whoever goes on later need not ask again."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / name).open("a", encoding="utf-8") as file:
            file.write(f"{_line(fact)}\n")

    def tidy(self, name: str, key: str) -> None:
        """Leave the last fact of each key, sorted by it; what is half a line goes."""
        facts = self.table(name, key)
        if (self._folder / name).exists():
            self.write(name, (facts[one] for one in sorted(facts)))

    def ranks(self) -> dict[str, dict[str, int]]:
        """Return rank by package, by list."""
        file = self._folder / RANKS
        return dict(json.loads(file.read_text("utf-8"))) if file.is_file() else {}

    def write_ranks(self, ranks: Mapping[str, Mapping[str, int]]) -> None:
        """Replace the ranks: lists by name, packages by rank."""
        ordered = {
            name: dict(sorted(packages.items(), key=lambda item: (item[1], item[0])))
            for name, packages in sorted(ranks.items())
        }
        self._replace(RANKS, json.dumps(ordered, indent=0) + "\n")

    def _replace(self, name: str, text: str) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        unfinished = self._folder / f".{name}"
        unfinished.write_text(text, "utf-8")
        unfinished.replace(self._folder / name)


def _line(fact: Fact) -> str:
    return json.dumps(fact, ensure_ascii=False, separators=(",", ":"))
