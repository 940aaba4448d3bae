"""The changelog entry of a released contract, written from its changes and their verdicts."""

from __future__ import annotations

from collections.abc import Iterator

from pro_context_codegen.compatibility.changes import Change
from pro_context_codegen.compatibility.comparison import Comparison
from pro_context_codegen.compatibility.verdicts import Bump
from pro_context_codegen.spec import ContractSpec
from pro_context_codegen.spec_problems import SpecError, SpecProblem

_SECTION = "## "
_KINDS = {Bump.MAJOR: "Breaking", Bump.MINOR: "Added"}
_NOTICES = {
    "deprecation-announced": "Deprecated",
    "deprecation-changed": "Deprecated otherwise",
    "deprecation-withdrawn": "No longer deprecated",
}


def with_entry(file: str, text: str, contract: ContractSpec, comparison: Comparison) -> str:
    """Return the changelog with an entry for the release at the end of its newest section.

    Args:
        file: the name of the changelog in problems.
        text: the present changelog, newest section first.
        contract: the contract that is released.
        comparison: its differences from the previous release.

    Raises:
        SpecError: the changelog has no section, or an entry for this release already.
    """
    title = f"### Contract `{contract.name}` {contract.version}"
    rows = text.splitlines()
    sections = [index for index, row in enumerate(rows) if row.startswith(_SECTION)]
    if not sections:
        raise SpecError([SpecProblem(file, "", f"has no section `{_SECTION}VERSION` to write the release into")])
    if title in rows:
        raise SpecError([SpecProblem(file, "", f"already has the entry `{title}`")])
    end = sections[1] if len(sections) > 1 else len(rows)
    newest = "\n".join(rows[:end]).rstrip("\n")
    older = "\n".join(["", *rows[end:], ""]) if rows[end:] else ""
    bullets = "\n".join(f"- {bullet}" for bullet in _bullets(contract, comparison))
    return f"{newest}\n\n{title}\n\n{bullets}\n{older}"


def _bullets(contract: ContractSpec, comparison: Comparison) -> Iterator[str]:
    if comparison.released is None:
        yield f"First release: {_contents(contract)}."
        return
    for change in comparison.changes:
        if change.rule in _NOTICES:
            yield f"{_NOTICES[change.rule]}: `{change.where}`{_ending(change)}"
        elif change.bump in _KINDS:
            yield f"{_KINDS[change.bump]}: `{change.where}` {change.what} ({change.rule})."
    editorial = [change for change in comparison.changes if change.bump is Bump.PATCH and change.rule not in _NOTICES]
    if editorial:
        yield f"Worded differently: {', '.join(dict.fromkeys(f'`{change.where}`' for change in editorial))}."
    if not comparison.changes:
        yield f"The same as {comparison.released}."


def _ending(change: Change) -> str:
    return "." if change.bump is Bump.PATCH else f", {change.what}"


def _contents(contract: ContractSpec) -> str:
    counts = {
        "tool": len(contract.tools),
        "resource": len(contract.resources),
        "prompt": len(contract.prompts),
        "error code": len(contract.errors),
    }
    return ", ".join(f"{count} {kind}{'' if count == 1 else 's'}" for kind, count in counts.items())
