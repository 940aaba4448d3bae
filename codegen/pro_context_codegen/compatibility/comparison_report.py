"""The report of a comparison: lines for people, Markdown, and JSON for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pro_context_codegen.compatibility.comparison import Comparison


def lines(comparison: Comparison) -> Iterator[str]:
    """Yield the lines for people: versions, each change with its verdict and reason, the smallest allowed version."""
    about = f"{comparison.contract} {comparison.version}"
    if comparison.released is None:
        yield f"{about}: no release yet, nothing to compare with"
        return
    if comparison.bump is None:
        yield f"{about}: nothing changed since release {comparison.released}"
        return
    yield f"{about}, changes since release {comparison.released}:"
    for change in comparison.changes:
        effect = "breaks clients" if change.breaking else "breaks no client"
        yield f"  {change.where}: {change.what}"
        yield f"      {change.bump.word} ({change.rule}), {effect}: {change.why}"
    yield f"  smallest version allowed: {comparison.smallest} ({comparison.bump.word})"


def markdown(comparison: Comparison) -> Iterator[str]:
    """Yield the lines of a Markdown section: the compared versions, a table of the changes, the problems.

    Args:
        comparison: a contract and its latest release.
    """
    yield f"## {comparison.contract} {comparison.version}"
    yield ""
    if comparison.released is None:
        yield "There is no release yet to compare with."
    elif comparison.bump is None:
        yield f"Nothing changed since release {comparison.released}."
    else:
        yield (
            f"Changes since release {comparison.released}. "
            f"Smallest version allowed: **{comparison.smallest}** ({comparison.bump.word})."
        )
        yield from ("", "| element | change | asks for | breaks clients | why |", "| --- | --- | --- | --- | --- |")
        for change in comparison.changes:
            asked = f"{change.bump.word} ({change.rule})"
            yield _row(f"`{change.where}`", change.what, asked, "**yes**" if change.breaking else "no", change.why)
    for problem in comparison.problems:
        yield from ("", f"**Problem:** {problem}")
    yield ""


def _row(*cells: str) -> str:
    """Return a row of a Markdown table; line breaks and bars in a cell do not end it."""
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"


def document(comparisons: Iterable[Comparison]) -> dict[str, Any]:
    """Return the report for programs: `contracts`, one entry each, and `compatible`, false if any has a problem."""
    contracts = [_entry(comparison) for comparison in comparisons]
    return {"compatible": not any(entry["problems"] for entry in contracts), "contracts": contracts}


def _entry(comparison: Comparison) -> dict[str, Any]:
    return {
        "contract": comparison.contract,
        "version": str(comparison.version),
        "released": str(comparison.released) if comparison.released else None,
        "bump": comparison.bump.word if comparison.bump else None,
        "smallest": str(comparison.smallest),
        "changes": [
            {
                "where": change.where,
                "rule": change.rule,
                "what": change.what,
                "bump": change.bump.word,
                "breaking": change.breaking,
                "why": change.why,
            }
            for change in comparison.changes
        ],
        "problems": [
            {"file": problem.file, "key": problem.key, "reason": problem.reason} for problem in comparison.problems
        ],
    }
