"""How the time that something takes grows with its size, told alike by fast machines and by slow or busy ones."""

import gc
import time
from collections.abc import Callable

PARTS = 8
"""The whole is compared with a part of it. What is linear takes so many times as long, what is quadratic 64 times."""

MOST = 4 * PARTS
ROUNDS = 5


def grows_linearly(work: Callable[[int], object], size: int) -> bool:
    """Tell whether work of this size takes no longer than its size explains.

    CPU time of this thread counts. Each of several rounds is judged by its own times, so that a clock that stood still
    once, as in a virtual machine that was paused, spoils one round only. What takes no longer than counting a little,
    wherever this runs, counts as that.

    Args:
        work: takes a size; it is never given the same one twice, of which it may have kept the result.
        size: of the whole.
    """
    work(size // PARTS**2)  # what is done once, like importing
    step = max(size // 1_000, 1)
    for less in range(0, 2 * ROUNDS * step, 2 * step):
        parts = [_seconds(work, size // PARTS - less), _seconds(work, size // PARTS - less - step)]
        part = max(_seconds(_count, 300_000), min(parts))
        whole = _seconds(work, size - less)
        if whole <= MOST * part:
            return True
    return False


def _count(times: int) -> None:
    for _ in range(times):
        pass


def _seconds(work: Callable[[int], object], size: int) -> float:
    gc.disable()  # as timeit does: a collection looks at everything there is
    try:
        begun = time.thread_time()
        work(size)
        return time.thread_time() - begun
    finally:
        gc.enable()
