"""SIGINT and SIGTERM: the first signal stops the server in order, the second ends the process at once."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

INTERRUPTED = 130
"""Exit status after SIGINT, by the convention of shells."""


class ReceivedSignals(list[signal.Signals]):
    """The signals received so far."""

    @property
    def status(self) -> int:
        """Return the exit status: 0, or 130 after SIGINT."""
        return INTERRUPTED if signal.SIGINT in self else 0


@contextmanager
def stop_on_signals(stop: Callable[[], None]) -> Iterator[ReceivedSignals]:
    """Call `stop` at the first signal, and end the process at the second."""
    loop = asyncio.get_running_loop()
    signals = ReceivedSignals()

    def on_signal(number: signal.Signals) -> None:
        if signals:
            # All acknowledged writes are on disk.
            os._exit(128 + number)
        signals.append(number)
        stop()

    numbers = (signal.SIGINT, signal.SIGTERM)
    # Windows interrupts the event loop itself; outside the main thread no signal arrives.
    with suppress(NotImplementedError, ValueError, RuntimeError):
        for number in numbers:
            loop.add_signal_handler(number, on_signal, number)
    try:
        yield signals
    finally:
        with suppress(NotImplementedError, ValueError, RuntimeError):
            for number in numbers:
                loop.remove_signal_handler(number)
