"""The material of the site, read from the spec folder."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pro_context_codegen import payloads
from pro_context_codegen.compatibility.frozen_bundles import FrozenBundle, read_frozen_bundles
from pro_context_codegen.distribution import read_distribution
from pro_context_codegen.naming import stem
from pro_context_codegen.spec import ContractSpec, Prompt, Resource, Schema, Tool
from pro_context_codegen.spec_problems import SpecError, SpecProblem

_RECORDED = "recorded"

Recordings = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""`CONTRACT/ELEMENT` → name of the example → `request` and `response` as on the wire."""


@dataclass(frozen=True, slots=True)
class Material:
    """The material of the whole site.

    Attributes:
        contracts: the contracts of the spec, the default one first.
        settings: the schema of the configuration, None where the spec has none.
        recordings: the requests and responses of the examples when they were executed.
        released: the bundle of every released version, oldest version first.
    """

    contracts: Sequence[ContractSpec]
    settings: Schema | None
    recordings: Recordings
    released: Sequence[FrozenBundle]

    @classmethod
    def read(cls, spec: Path, contracts: Sequence[ContractSpec], settings: Schema | None) -> Material:
        """Return the material of a spec folder, whose contracts and settings the caller has read.

        Raises:
            SpecError: a recording belongs to no example, or a released bundle is missing or was changed.
        """
        distribution = read_distribution(spec, contracts)
        default = distribution.server.contract if distribution else ""
        # The default contract comes first, as most readers look for it.
        contracts = sorted(contracts, key=lambda contract: (contract.name != default, contract.name))
        return cls(contracts, settings, _recordings(spec, contracts), read_frozen_bundles(spec))


def _recordings(spec: Path, contracts: Sequence[ContractSpec]) -> Recordings:
    examples = {
        f"{contract.name}/{stem(element.name)}": {example["name"] for example in element.examples}
        for contract in contracts
        for element in contract.elements
    }
    found: dict[str, dict[str, Any]] = {}
    problems = []
    for file in sorted((spec / _RECORDED).glob("*/*.json")):
        name = f"{file.parent.name}/{file.stem}"
        found[name] = json.loads(file.read_text(encoding="utf-8"))
        for orphan in sorted(found[name].keys() - examples.get(name, set())):
            problems.append(SpecProblem(file.as_posix(), orphan, "is no example any more; run record-examples"))
    if problems:
        raise SpecError(problems)
    return found


def published_schemas(contract: ContractSpec, element: Tool | Resource | Prompt) -> dict[str, Schema]:
    """Return the published schemas of an element, by `input` and `output`."""
    parts = {"input": element.input} if isinstance(element, Tool) else {}
    if not isinstance(element, Prompt) and element.output:
        parts["output"] = element.output
    kind = type(element).__name__.lower()
    return {
        part: payloads.published_schema(contract, f"{kind}:{element.name}.{part}", schema)
        for part, schema in parts.items()
    }
