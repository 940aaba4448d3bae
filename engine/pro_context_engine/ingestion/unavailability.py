"""The explanation why no source has documentation: the cause, its figures, and the outcome of each source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pro_context_engine.domain.causes import Cause, megabytes
from pro_context_engine.domain.errors import (
    DocsError,
    FetchFailed,
    LibraryUnknown,
    NotDocumentation,
    PackageIndexUnreachable,
    PageMissing,
    SnapshotExpired,
    SourceUnavailable,
    TocMissing,
    UrlRefused,
    VersionUnknown,
)
from pro_context_engine.domain.interfaces import Source
from pro_context_engine.domain.model import Library
from pro_context_engine.domain.settings import Settings
from pro_context_engine.domain.value_class import value_class

MAX_FILE_SETTING = "sources.package.maxDownloadMB"
"""The setting that bounds the file of a package."""


@value_class
class Failure:
    """The failure of one source, without the exception, which would keep the objects of its frames alive.

    Attributes:
        reason: a short phrase of our own.
        cause: the cause of the failure.
        size: bytes of a file that is larger than the limit, 0 for unknown.
        limit: bytes that are allowed, 0 for none.
        retry_after: seconds after which the source accepts requests again, None if unknown.
    """

    reason: str
    cause: Cause = Cause.UNKNOWN
    size: int = 0
    limit: int = 0
    retry_after: int | None = None


def failure_of(fact: DocsError) -> Failure:
    """Return the failure of a source that a fact reports."""
    match fact:
        case FetchFailed():
            return Failure(_with_pause(fact.reason, fact.retry_after), fact.cause, retry_after=fact.retry_after)
        case PackageIndexUnreachable():
            does = "refuses the request" if fact.cause == Cause.CREDENTIALS else "does not answer"
            reason = f"the package index {does}" + (f": {fact.reason}" if fact.reason else "")
            cause = Cause(fact.cause) if fact.cause else Cause.BUSY
            return Failure(_with_pause(reason, fact.retry_after), cause, retry_after=fact.retry_after)
        case NotDocumentation():
            reason = f"no file of the package can be read: {fact.reason}" if fact.cause else fact.reason
            if fact.cause == Cause.TOO_LARGE:
                reason = f"the package's file is {fact.reason}"
            return Failure(reason, Cause(fact.cause), fact.size, fact.limit)
        case TocMissing():
            return Failure(fact.reason or "no table of contents", Cause(fact.cause))
        case SourceUnavailable():
            return Failure(fact.reason or "no documentation", Cause(fact.cause), retry_after=fact.retry_after)
        case LibraryUnknown():
            return Failure("the package index does not have it", Cause.NOT_PUBLISHED)
        case UrlRefused():
            return Failure(fact.reason)
        case PageMissing():
            return Failure("status 404")
        case _:
            return Failure("no documentation")


def explain(library: Library, asked: Sequence[Source], facts: Sequence[DocsError], settings: Settings) -> DocsError:
    """Return the fact that explains best why no source gave a table of contents.

    Args:
        library: the library.
        asked: the sources, in the order in which they were asked.
        facts: the fact of each.
        settings: they tell which sources are switched off.
    """
    expired = next((fact for fact in facts if isinstance(fact, SnapshotExpired)), None)
    if expired:
        return expired
    if len(facts) == 1 and not _needs_explanation(facts[0]):
        return facts[0]
    unknown = next((fact for fact in reversed(facts) if isinstance(fact, VersionUnknown)), None)
    if unknown:
        return unknown
    if not asked and (settings_off := switched_off(library, settings)):
        reason = f"every source that could have it is switched off ({', '.join(settings_off)})"
        return SourceUnavailable(
            library.library_id, cause=Cause.SWITCHED_OFF.value, reason=reason, setting=", ".join(settings_off)
        )
    failed = [(source, failure_of(fact)) for source, fact in zip(asked, facts, strict=True)]
    return unavailable(library.library_id, failed)


def unavailable(library_id: str, failed: Sequence[tuple[Source, Failure]]) -> SourceUnavailable:
    """Return the fact that no source has documentation.

    Args:
        library_id: the library.
        failed: each source with its failure; a source may have several.
    """
    tried = list(dict.fromkeys(source.name.value for source, _ in failed))
    if not failed:
        return SourceUnavailable(library_id)
    failures = [_without_credentials(source, failure) for source, failure in failed]
    # A disk that cannot be written is nearer than anything that a site may have.
    main = min(failures, key=lambda failure: (failure.reason != FetchFailed.NOT_WRITABLE, failure.cause.rank))
    too_large = main.cause is Cause.TOO_LARGE
    return SourceUnavailable(
        library_id,
        tried,
        transient=main.cause.passing or any(failure.cause is Cause.BUSY for failure in failures),
        cause=main.cause.value,
        reason=main.reason,
        attempts=[f"{source.name.value}: {failure.reason}" for source, failure in failed],
        size_mb=megabytes(main.size) if too_large and main.size > main.limit else None,
        limit_mb=megabytes(main.limit) if too_large else None,
        setting=MAX_FILE_SETTING if too_large else "",
        retry_after=max((failure.retry_after for failure in failures if failure.retry_after), default=None),
    )


def switched_off(library: Library, settings: Settings) -> list[str]:
    """Return the settings that keep a library's sources from being used."""
    ecosystem = library.library_id.partition("/")[0]
    packaged = bool(library.python_packages or library.npm_packages) or ecosystem in ("pypi", "npm")
    off = {
        "sources.llmsTxt.enabled": bool(library.llms_txt_url) and not settings.llms_txt,
        "sources.github.enabled": bool(library.repo_url) and not settings.github.enabled,
        "sources.docsSites.enabled": bool(library.docs_url) and not settings.docs_sites,
        "sources.package.enabled": packaged and not settings.packages,
        "project.libraryOverrides": any(one.library == library.library_id and one.source for one in settings.overrides),
    }
    return [setting for setting, is_off in off.items() if is_off]


def _needs_explanation(fact: DocsError) -> bool:
    """Tell whether the fact of the only source is told as a reason why no source has documentation."""
    match fact:
        case NotDocumentation():
            return bool(fact.cause)
        case PackageIndexUnreachable():
            return bool(fact.cause) and not Cause(fact.cause).passing
        case TocMissing():
            return bool(fact.reason)
        case _:
            return False


def _without_credentials(source: Source, failure: Failure) -> Failure:
    """Return the failure; that of a source of pages without the cause of credentials: no setting has any for pages."""
    refused = failure.cause is Cause.CREDENTIALS and source.traits.reads_web
    return replace(failure, cause=Cause.UNKNOWN) if refused else failure


def _with_pause(reason: str, retry_after: int | None) -> str:
    if retry_after is None or reason.startswith(FetchFailed.LIMIT_REACHED):
        return reason
    return f"{reason}; it accepts requests again in {retry_after} seconds"
