"""The order of findings, the worst first."""

from __future__ import annotations

from pro_context_engine.domain.code_findings import CodeFinding, FindingKind

_ORDER = {kind: number for number, kind in enumerate(FindingKind)}


def by_severity(one: CodeFinding) -> tuple[bool, int, int, int]:
    """Return the sort key of a finding: failures before deprecations, then by place."""
    return one.kind is FindingKind.DEPRECATED, one.line, one.column, _ORDER[one.kind]
