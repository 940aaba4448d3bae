"""The rules for contract.yaml, errors.yaml and types.yaml: nothing unused, true capabilities, versions, budgets."""

from __future__ import annotations

from collections.abc import Iterator

from packaging.version import Version

from pro_context_codegen import contract_schemas, listing_size
from pro_context_codegen.spec import ContractSpec
from pro_context_codegen.spec_problems import SpecProblem

_SHOWN = 3


def problems(contract: ContractSpec) -> Iterator[SpecProblem]:
    """Yield the problems of contract.yaml, errors.yaml and types.yaml."""
    yield from _budgets(contract)
    yield from _unused_codes(contract)
    yield from _unused_types(contract)
    yield from _capabilities(contract)
    yield from _versions(contract)


def _budgets(contract: ContractSpec) -> Iterator[SpecProblem]:
    """Yield the budgets that tools/list exceeds, with the most expensive tools."""
    for key, limit in contract.budget.items():
        costs = listing_size.costs(contract, with_output=key == "toolsWithOutput")
        cost = sum(costs.values())
        if cost > limit:
            largest = sorted(costs, key=costs.__getitem__, reverse=True)[:_SHOWN]
            named = ", ".join(f"{name} {costs[name]}" for name in largest)
            reason = f"tools/list costs about {cost} tokens, more than {limit}; the most: {named}"
            yield SpecProblem(f"{contract.folder}/contract.yaml", f"budget.{key}", reason)


def _unused_codes(contract: ContractSpec) -> Iterator[SpecProblem]:
    listed = {code for element in contract.answering for code in element.errors}
    for error in contract.errors:
        if error.code not in listed and not error.raised_by:
            reason = "no tool and no resource lists it"
            yield SpecProblem(f"{contract.folder}/errors.yaml", f"errors.{error.code}", reason)


def _unused_types(contract: ContractSpec) -> Iterator[SpecProblem]:
    roots = [schema for tool in contract.tools for schema in (tool.input, tool.output or {})]
    roots += [resource.output for resource in contract.resources if resource.output]
    roots += contract.types.values()
    used = {name for schema in roots for _, name in contract_schemas.references(schema)}
    for name in contract.types:
        if name not in used:
            yield SpecProblem(f"{contract.folder}/types.yaml", f"types.{name}", "is not used")


def _capabilities(contract: ContractSpec) -> Iterator[SpecProblem]:
    arguments = [argument.complete for prompt in contract.prompts for argument in prompt.arguments]
    parameters = [parameter.get("complete") for item in contract.resources for parameter in item.parameters.values()]
    there = {
        "tools": contract.tools,
        "resources": contract.resources,
        # A corpus may bring prompts of its own.
        "prompts": contract.prompts or contract.corpus_filters,
        "completions": any(arguments) or any(parameters),
    }
    for capability, elements in there.items():
        if bool(elements) != (capability in contract.capabilities):
            reason = "is missing" if elements else "is declared, but there is nothing of the kind"
            yield SpecProblem(f"{contract.folder}/contract.yaml", f"capabilities.{capability}", reason)


def _versions(contract: ContractSpec) -> Iterator[SpecProblem]:
    current = Version(contract.version)
    file = f"{contract.folder}/contract.yaml"
    for element in contract.elements:
        if Version(element.since) > current:
            yield SpecProblem(element.file, "since", f"is later than the contract's version {contract.version}")
    for error in contract.errors:
        if Version(error.since) > current:
            reason = f"is later than the contract's version {contract.version}"
            yield SpecProblem(f"{contract.folder}/errors.yaml", f"errors.{error.code}.since", reason)
    for index, entry in enumerate(contract.deprecations):
        since, remove_in = Version(entry.since), Version(entry.remove_in)
        if since > current:
            yield SpecProblem(file, f"deprecations[{index}].since", "is later than the contract's version")
        if remove_in.major <= since.major:
            yield SpecProblem(file, f"deprecations[{index}].remove_in", "must be a later major version than since")
        if remove_in <= current:
            yield SpecProblem(file, f"deprecations[{index}].remove_in", f"{entry.element} should be gone by now")
