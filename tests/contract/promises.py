"""What the contracts promise, read from spec/: examples, behaviours, codes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pro_context_codegen.contract_folders import read_contracts
from pro_context_codegen.spec import ContractSpec, Prompt, Resource, Tool

ROOT = Path(__file__).parents[2]


@cache
def contracts() -> tuple[ContractSpec, ...]:
    """Return every contract of the product."""
    return tuple(read_contracts(ROOT / "spec"))


@dataclass(frozen=True, slots=True)
class Example:
    """One example of one element; its `spec` says world, arguments and what must come of it."""

    contract: ContractSpec
    element: Tool | Resource | Prompt
    spec: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.contract.name}/{self.element.name}/{self.spec['name']}"

    @property
    def worlds(self) -> tuple[str, ...]:
        """Return the name of its world, () for none."""
        return (self.spec["world"],) if "world" in self.spec else ()

    @property
    def warm(self) -> bool:
        """Tell whether its world is indexed before the call."""
        return bool(self.spec.get("warm"))


def examples() -> Iterator[Example]:
    """Yield every example of every contract."""
    for contract in contracts():
        for element in contract.elements:
            for spec in element.examples:
                yield Example(contract, element, spec)


def examples_by_process() -> dict[str, list[Example]]:
    """Return the examples that may share a server: those without a world, else those of one tool in one world.

    None of the latter may find what another tool has fetched before.
    """
    groups: dict[str, list[Example]] = defaultdict(list)
    for example in examples():
        where = f"{example.element.name}, {example.worlds[0]}" if example.worlds else "no world"
        groups[f"{example.contract.name}: {where}{', warm' if example.warm else ''}"].append(example)
    return groups


def behaviors() -> Iterator[str]:
    """Yield `CONTRACT/ELEMENT/BEHAVIOR` for every behaviour, `CONTRACT/errors/CODE` for every code."""
    for contract in contracts():
        for element in contract.elements:
            for behavior in element.behavior:
                yield f"{contract.name}/{element.name}/{behavior}"
        for error in contract.errors:
            yield f"{contract.name}/errors/{error.code}"
