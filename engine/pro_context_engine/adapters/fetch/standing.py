"""How origins have behaved lately: one that keeps failing is given a rest, and retries stay within a budget."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pro_context_engine.domain.results import SiteTrouble

FAILURES_BEFORE_REST = 8
FAILURES_WITHIN = 30.0
REST = 20.0
"""Seconds until a single exchange may show that the origin is back."""

_RETRIES_AT_FIRST = 5.0
_RETRIES_AT_MOST = 10.0
_RETRIES_EARNED = 0.08
"""Retries per first try; with those at first, under 10 % more load from 300 tries on."""
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
    """One exchange under way, and how it went: None while that is open."""

    succeeded: bool | None = None


class Resting(Exception):
    """The origin failed repeatedly and is given a rest."""


class Standings:
    """Keeps what is known of each origin; a stranger is in good standing.

    An origin that fails eight times in a row within 30 seconds rests for 20 seconds. Then one exchange is let through:
    if it succeeds everything is as before, else the rest begins anew.

    Args:
        timer: gives monotonic seconds.
    """

    def __init__(self, timer: Callable[[], float] = time.monotonic) -> None:
        self._timer = timer
        self._origins: OrderedDict[str, _Origin] = OrderedDict()

    def resting(self, name: str) -> bool:
        """Tell whether the origin would refuse an exchange now."""
        origin = self._origins.get(name, _Origin())
        if origin.failures < FAILURES_BEFORE_REST:
            return False
        return origin.probing or self._timer() < origin.rests_until

    def troubled(self) -> list[SiteTrouble]:
        """Return the origins whose last exchanges failed, the worst first."""
        failing = [
            SiteTrouble(name, origin.failures, self.resting(name))
            for name, origin in self._origins.items()
            if origin.failures
        ]
        return sorted(failing, key=lambda trouble: (-trouble.failures, trouble.origin))

    @contextmanager
    def trial(self, name: str) -> Iterator[Trial]:
        """Bracket one exchange. An exception is a failure unless the trial is told better; a cancellation is neither.

        Args:
            name: the origin.

        Yields:
            The trial, its outcome still open.

        Raises:
            Resting: the exchange is not to be made.
        """
        if self.resting(name):
            raise Resting
        origin = self._known(name)
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
                self._failed(origin)

    def may_retry(self, name: str) -> bool:
        """Take one retry out of the origin's budget; return False when there is none, or it rests."""
        origin = self._known(name)
        if self.resting(name) or origin.retries < 1.0:
            return False
        origin.retries -= 1.0
        return True

    def earn(self, name: str) -> None:
        """Add what a first try earns to the origin's budget of retries."""
        origin = self._known(name)
        origin.retries = min(origin.retries + _RETRIES_EARNED, _RETRIES_AT_MOST)

    def _failed(self, origin: _Origin) -> None:
        now = self._timer()
        if origin.failures < FAILURES_BEFORE_REST and now - origin.failing_since > FAILURES_WITHIN:
            origin.failures = 0
        if not origin.failures:
            origin.failing_since = now
        origin.failures += 1
        if origin.failures >= FAILURES_BEFORE_REST:
            origin.rests_until = now + REST

    def _known(self, name: str) -> _Origin:
        origin = self._origins.setdefault(name, _Origin())
        self._origins.move_to_end(name)
        if len(self._origins) > _MAX_ORIGINS:
            self._origins.popitem(last=False)
        return origin
