"""Circuit breakers: an origin that keeps failing is paused, and the retries of each origin have a budget."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pro_context_engine.domain.results import SiteTrouble

FAILURES_BEFORE_REST = 8
FAILURES_WITHIN = 30.0
REST = 20.0
"""Seconds until a single exchange tests whether the origin works again."""

_RETRIES_AT_FIRST = 5.0
_RETRIES_AT_MOST = 10.0
_RETRIES_EARNED = 0.08
"""Retries per first try; with the initial ones, under 10 % more load after 300 tries."""
_MAX_ORIGINS = 1024


@dataclass(slots=True)
class _Origin:
    failures: int = 0
    failing_since: float = 0.0
    rests_until: float = 0.0
    probing: bool = False
    retries: float = _RETRIES_AT_FIRST


@dataclass(slots=True)
class Trial:
    """One exchange in progress, and its outcome: None while it is open."""

    succeeded: bool | None = None


class CircuitOpen(Exception):
    """The origin failed repeatedly and is paused."""


class CircuitBreakers:
    """The circuit breaker of each origin; that of an origin without failures is closed.

    An origin that fails eight times in a row within 30 seconds is paused for 20 seconds. Then one exchange is allowed:
    if it succeeds the origin is normal again, else the pause begins again.

    Args:
        timer: returns monotonic seconds.
    """

    def __init__(self, timer: Callable[[], float]) -> None:
        self._timer = timer
        self._origins: OrderedDict[str, _Origin] = OrderedDict()

    def is_resting(self, name: str) -> bool:
        """Tell whether exchanges with the origin are refused now."""
        origin = self._origins.get(name, _Origin())
        if origin.failures < FAILURES_BEFORE_REST:
            return False
        return origin.probing or self._timer() < origin.rests_until

    def troubled(self) -> list[SiteTrouble]:
        """Return the origins whose last exchanges failed, the one with most failures first."""
        failing = [
            SiteTrouble(name, origin.failures, self.is_resting(name))
            for name, origin in self._origins.items()
            if origin.failures
        ]
        return sorted(failing, key=lambda trouble: (-trouble.failures, trouble.origin))

    @contextmanager
    def trial(self, name: str) -> Iterator[Trial]:
        """Record one exchange. An exception is a failure unless the trial says otherwise; a cancellation is neither.

        Args:
            name: the origin.

        Yields:
            The trial, with an open outcome.

        Raises:
            CircuitOpen: the origin is paused.
        """
        if self.is_resting(name):
            raise CircuitOpen
        origin = self._origin(name)
        probe = origin.failures >= FAILURES_BEFORE_REST
        origin.probing = origin.probing or probe
        trial = Trial()
        try:
            yield trial
        except Exception:
            trial.succeeded = trial.succeeded or False
            raise
        finally:
            if probe:
                origin.probing = False
            if trial.succeeded:
                origin.failures = 0
            elif trial.succeeded is False:
                self._record_failure(origin)

    def may_retry(self, name: str) -> bool:
        """Take one retry from the origin's budget; return False if the budget is used up, or the origin is paused."""
        origin = self._origin(name)
        if self.is_resting(name) or origin.retries < 1.0:
            return False
        origin.retries -= 1.0
        return True

    def earn_retry(self, name: str) -> None:
        """Add the share of one first try to the origin's budget of retries."""
        origin = self._origin(name)
        origin.retries = min(origin.retries + _RETRIES_EARNED, _RETRIES_AT_MOST)

    def _record_failure(self, origin: _Origin) -> None:
        now = self._timer()
        if origin.failures < FAILURES_BEFORE_REST and now - origin.failing_since > FAILURES_WITHIN:
            origin.failures = 0
        if not origin.failures:
            origin.failing_since = now
        origin.failures += 1
        if origin.failures >= FAILURES_BEFORE_REST:
            origin.rests_until = now + REST

    def _origin(self, name: str) -> _Origin:
        origin = self._origins.setdefault(name, _Origin())
        self._origins.move_to_end(name)
        if len(self._origins) > _MAX_ORIGINS:
            self._origins.popitem(last=False)
        return origin
