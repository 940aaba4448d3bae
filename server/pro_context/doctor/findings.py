"""The findings of checks. All checks run at the same time, each with a time limit, and none can make another fail."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial, wraps
from pathlib import Path
from typing import Literal, ParamSpec, TypeVar

from pro_context.configuration.loading import defaults
from pro_context.configuration.server_settings import ServerSettings
from pro_context_engine import BlockingCalls, DocsEngine
from pro_context_engine.domain.settings import Settings


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check on one line, and the correction that it suggests, "" if nothing is wrong."""

    state: Literal["ok", "warn", "fail"]
    found: str
    fix: str = ""


def ok(found: str) -> Finding:
    """Return a finding that nothing is wrong."""
    return Finding("ok", found)


def warn(found: str, fix: str) -> Finding:
    """Return a finding of something that works, but has a fault."""
    return Finding("warn", found, fix)


def fail(found: str, fix: str) -> Finding:
    """Return a finding of something that does not work."""
    return Finding("fail", found, fix)


@dataclass(frozen=True, slots=True)
class Situation:
    """The installation that checks examine.

    Attributes:
        settings: settings of the engine.
        docs: an engine with these settings, but with its store in memory and with short time limits.
        environ: environment variables.
        home: the user's home directory, None if it is not known.
        now: UTC time.
        config: the files of the configuration and their mistakes.
        offline: whether checks may not use the network.
        server: settings of the server.
    """

    settings: Settings
    docs: DocsEngine
    environ: Mapping[str, str]
    home: Path | None
    now: datetime
    config: ConfigurationReport
    offline: bool
    server: ServerSettings = field(default_factory=defaults)


@dataclass(frozen=True, slots=True)
class ConfigurationReport:
    """The files and variables of the configuration, their warnings, and their mistakes."""

    places: Sequence[str] = ()
    warnings: Sequence[str] = ()
    mistakes: Sequence[str] = ()


Check = Callable[[Situation], Awaitable[Finding]]

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


async def in_thread(
    function: Callable[_Arguments, _Result], *arguments: _Arguments.args, **options: _Arguments.kwargs
) -> _Result:
    """Return the result of a function that waits for a disk or a network; one that never returns delays no exit."""
    return await BlockingCalls("doctor").call(partial(function, *arguments, **options))


def blocking_check(check: Callable[[Situation], Finding]) -> Check:
    """Make a check of a function that waits for a disk or a network."""

    @wraps(check)
    async def checked(situation: Situation) -> Finding:
        return await in_thread(check, situation)

    return checked


async def run_checks(
    checks: Mapping[str, Check], situation: Situation, seconds: float
) -> AsyncIterator[tuple[str, Finding]]:
    """Run checks at the same time, and yield their names and findings in order, each as soon as it is known."""
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
        return fail(f"no answer within {seconds:g} seconds", "check whether its disk or its network hangs")
    except Exception as error:  # the other checks must still be reported
        return fail(f"the check failed ({type(error).__name__})", "please report this")
