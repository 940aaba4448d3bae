"""The facts about libraries, in one file for each origin, with one JSON object a line.

`libraries.jsonl` was collected from public metadata and lists. `curated.jsonl` is written by hand and overrides all
others. `llms-txt.jsonl` holds the sources that attest each llms.txt, `ranks.json` the download lists. `probes.jsonl`
and `metadata.jsonl` hold the answers that this program received, and `candidates.jsonl` the addresses that it could not
assign to a library.
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
    """All facts.

    Attributes:
        libraries: collected facts, by library id.
        curated: facts written by hand, by library id.
        llms_txt: addresses of llms.txt files and their sources, by library id.
        probes: verdicts on addresses, by URL.
        metadata: answers of the package index, by Python package.
        ranks: ranks by package, by the name of the list.
    """

    libraries: Mapping[str, Fact]
    curated: Mapping[str, Fact] = field(default_factory=dict)
    llms_txt: Mapping[str, Fact] = field(default_factory=dict)
    probes: Mapping[str, Fact] = field(default_factory=dict)
    metadata: Mapping[str, Fact] = field(default_factory=dict)
    ranks: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


class FactFiles:
    """The files of facts in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self) -> Facts:
        """Return all facts."""
        return Facts(
            self.table(LIBRARIES, "libraryId"),
            self.table(CURATED, "libraryId"),
            self.table(LLMS_TXT, "libraryId"),
            self.table(PROBES, "url"),
            self.table(METADATA, "package"),
            self.ranks(),
        )

    def table(self, name: str, key: str) -> dict[str, Fact]:
        """Return the facts of a file by one of their fields, {} for a missing file.

        Of several facts with the same key, the last one counts. A last line without its end, which a killed process
        left, does not count.
        """
        file = self._folder / name
        lines = file.read_text("utf-8").split("\n") if file.is_file() else []
        whole = lines[:-1]
        return {fact[key]: fact for fact in map(json.loads, filter(None, whole))}

    def write(self, name: str, facts: Iterable[Fact]) -> None:
        """Replace a file by these facts, one a line, in the given order."""
        self._replace(name, "".join(f"{_line(fact)}\n" for fact in facts))

    def append(self, name: str, fact: Fact) -> None:
        """Append a fact to a file immediately, so that a later run need not ask again."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / name).open("a", encoding="utf-8") as file:
            file.write(f"{_line(fact)}\n")

    def tidy(self, name: str, key: str) -> None:
        """Rewrite a file with the last fact of each key, sorted by key and without an incomplete line."""
        facts = self.table(name, key)
        if (self._folder / name).exists():
            self.write(name, (facts[one] for one in sorted(facts)))

    def ranks(self) -> dict[str, dict[str, int]]:
        """Return the ranks by package, by the name of the list."""
        file = self._folder / RANKS
        return dict(json.loads(file.read_text("utf-8"))) if file.is_file() else {}

    def write_ranks(self, ranks: Mapping[str, Mapping[str, int]]) -> None:
        """Replace the file of ranks; lists are sorted by name, packages by rank."""
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
