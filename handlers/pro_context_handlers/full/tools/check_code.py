"""check-code: the uses in code that do not fit the libraries."""

from __future__ import annotations

from pro_context_contract.contract import Session
from pro_context_contract.full.errors import InvalidInput
from pro_context_contract.full.models import (
    CheckCodeInput,
    CheckCodeOutput,
    CheckCodeOutputCheckedItem,
    CheckCodeOutputFinding,
    CheckCodeOutputFindingClosestItem,
    CheckCodeOutputFindingDocumentation,
    CheckCodeOutputFindingKind,
    CheckCodeOutputNotCheckedItem,
    VersionMatch,
)
from pro_context_contract.model import MISSING
from pro_context_engine import CodeUnreadable, DocsEngine, PackageFinding
from pro_context_handlers.optional_fields import value_or


async def handle(request: CheckCodeInput, docs: DocsEngine, session: Session) -> CheckCodeOutput:
    """Return the findings, the worst first, and the packages that were checked; note the named libraries."""
    libraries = value_or(request.libraries, [])
    wanted = [(one.library_id, value_or(one.version, None)) for one in libraries]
    language = None if request.language is MISSING else str(request.language)
    try:
        found = await docs.check_code(
            request.code, language, wanted, int(request.max_findings), deprecated=request.include_deprecated
        )
    except CodeUnreadable as fact:
        raise InvalidInput(problems=f"code: {fact.reason}") from None
    session.note_use(one.library_id for one in found.checked)
    return CheckCodeOutput(
        findings=[_finding(one) for one in found.findings],
        total_findings=found.total,
        checked=[
            CheckCodeOutputCheckedItem(
                library_id=one.library_id,
                package=one.package,
                version=one.version,
                version_match=VersionMatch(one.version_match) if one.version_match else MISSING,
                uses=one.uses,
                unresolved=one.unresolved,
            )
            for one in found.checked
        ],
        not_checked=[CheckCodeOutputNotCheckedItem(name=name, reason=reason) for name, reason in found.not_checked]
        or MISSING,
        language=found.language,
        type_checker=found.type_checker or MISSING,
    )


def _finding(one: PackageFinding) -> CheckCodeOutputFinding:
    place = one.place
    return CheckCodeOutputFinding(
        line=place.line,
        column=place.column,
        name=place.name,
        symbol=place.symbol,
        kind=CheckCodeOutputFindingKind(place.kind.value),
        message=one.message,
        library_id=one.library_id,
        package=one.package,
        version=one.version,
        since=place.since or MISSING,
        until=place.until or MISSING,
        closest=[
            CheckCodeOutputFindingClosestItem(
                name=other.name, signature=other.signature or MISSING, url=other.url or MISSING
            )
            for other in place.closest
        ]
        or MISSING,
        documentation=CheckCodeOutputFindingDocumentation(url=one.url, heading=one.heading or MISSING)
        if one.url
        else MISSING,
    )
