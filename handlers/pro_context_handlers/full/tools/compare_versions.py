"""compare-versions: the changes of a library's API between two versions."""

from __future__ import annotations

from pro_context_contract.contract import Session
from pro_context_contract.full.errors import InvalidInput
from pro_context_contract.full.models import (
    CompareVersionsInput,
    CompareVersionsOutput,
    CompareVersionsOutputChange,
    CompareVersionsOutputChangeKind,
    CompareVersionsOutputChangeSays,
    CompareVersionsOutputNotComparedItem,
)
from pro_context_contract.model import MISSING
from pro_context_engine import ApiChange, CodeUnreadable, DocsEngine, Focus, most_tokens_of_json
from pro_context_handlers.optional_fields import value_or


async def handle(request: CompareVersionsInput, docs: DocsEngine, session: Session) -> CompareVersionsOutput:
    """Return the changes, breaking ones first, and how many are left out; note the library."""
    old = value_or(request.from_, None)
    new = value_or(request.to, None)
    focus = Focus(
        names=value_or(request.names, ()),
        code=value_or(request.code, ""),
        topic=value_or(request.topic, ""),
    )
    try:
        found = await docs.compare_versions(request.library_id, old, new, focus, int(request.max_tokens))
    except CodeUnreadable as fact:
        raise InvalidInput(problems=f"code: {fact.reason}") from None
    session.note_use([found.library_id])
    answer = CompareVersionsOutput(
        library_id=found.library_id,
        package=found.package,
        from_=found.old.version,
        to=found.new.version,
        version_reason=f"From {found.old.version}: {found.old.reason}; to {found.new.version}: {found.new.reason}.",
        changes=[_change(one) for one in found.changes],
        total_changes=found.total,
        omitted=found.total - len(found.changes),
        counts={kind.value: number for kind, number in found.counts.items()} or MISSING,
        guides=[url for _, url in found.documents] or MISSING,
        not_compared=[
            CompareVersionsOutputNotComparedItem(name=name, reason=reason) for name, reason in found.not_compared
        ]
        or MISSING,
    )
    _shorten(answer, int(request.max_tokens))
    return answer


def _shorten(answer: CompareVersionsOutput, max_tokens: int) -> None:
    """Leave out the last changes that do not fit, with all other fields; one change stays."""
    changes = list(answer.changes)
    excess = most_tokens_of_json(answer.to_json()) - max_tokens
    while excess > 0 and len(changes) > 1:
        excess -= most_tokens_of_json(changes.pop().to_json())
    answer.omitted += len(answer.changes) - len(changes)
    answer.changes = changes


def _change(one: ApiChange) -> CompareVersionsOutputChange:
    stated = one.stated
    return CompareVersionsOutputChange(
        kind=CompareVersionsOutputChangeKind(one.kind.value),
        symbol=one.symbol,
        breaking=one.breaking,
        before=one.before or MISSING,
        after=one.after or MISSING,
        detail=one.detail or MISSING,
        replacement=one.replacement or MISSING,
        since=one.since or MISSING,
        lines=list(one.lines) or MISSING,
        url=one.url or MISSING,
        says=CompareVersionsOutputChangeSays(text=stated.text, url=stated.url or MISSING) if stated else MISSING,
    )
