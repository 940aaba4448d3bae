"""What a check finds, and how checks are run: all at once, each within its time, none able to fail the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal

from pro_context.configuration.loading import defaults
from pro_context.configuration.server_settings import ServerSettings as ProductSettings
from pro_context_engine import DocsEngine
from pro_context_engine.domain.settings import Settings

SECONDS = 5.0
"""What a check may take."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found, in one line, and how to mend it: "" where all is well."""

    state: Literal["ok", "warn", "fail"]
    found: str
    fix: str = ""


def ok(found: str) -> Finding:
    """Return that all is well."""
    return Finding("ok", found)


def warn(found: str, fix: str) -> Finding:
    """Return what works, but not as well as it could."""
    return Finding("warn", found, fix)


def fail(found: str, fix: str) -> Finding:
    """Return what does not work."""
    return Finding("fail", found, fix)


@dataclass(frozen=True, slots=True)
class Situation:
    """What checks look at.

    Attributes:
        settings: the engine's.
        docs: an engine of these settings without the store, which opening would make, and with little patience.
        environ: environment variables.
        home: the user's home, None if it is not known.
        now: UTC time.
        config: what was configured.
        offline: whether nothing may be asked of the network.
        product: all settings, the engine's among them.
    """

    settings: Settings
    docs: DocsEngine
    environ: Mapping[str, str]
    home: Path | None
    now: datetime
    config: ConfigurationReport
    offline: bool
    product: ProductSettings = field(default_factory=defaults)


@dataclass(frozen=True, slots=True)
class ConfigurationReport:
    """Which files say something, what in them has no effect or cannot be read, and what is wrong in them."""

    places: Sequence[str] = ()
    warnings: Sequence[str] = ()
    mistakes: Sequence[str] = ()


Check = Callable[[Situation], Awaitable[Finding]]


async def run_checks(
    checks: Mapping[str, Check], situation: Situation, seconds: float = SECONDS
) -> AsyncIterator[tuple[str, Finding]]:
    """Run checks at the same time and give their names and findings in order, each as soon as it is there.

    Args:
        checks: by name.
        situation: what they look at.
        seconds: what each may take.
    """
    tasks = {name: asyncio.create_task(_run_check(seconds, check, situation)) for name, check in checks.items()}
    try:
        for name, task in tasks.items():
            yield name, await task
    finally:
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)


async def _run_check(seconds: float, check: Check, situation: Situation) -> Finding:
    try:
        async with asyncio.timeout(seconds):
            return await check(situation)
    except TimeoutError:
        return fail(f"no answer within {seconds:g} seconds", "see whether the disk or network it needs hangs")
    except Exception as error:  # the other checks shall still be heard
        return fail(f"could not be checked ({type(error).__name__})", "please report this")
