"""The garbage collector of a process that serves."""

import gc
from collections.abc import Iterator

import pytest

from pro_context.transports.garbage_collection import THRESHOLDS, collect_seldom

DEFAULT = (700, 10, 10)
"""The thresholds of Python 3.11; a test run has others of its own."""


@pytest.fixture
def paused() -> Iterator[None]:
    """Pause the collector, as a start does; leave it as it was."""
    before = gc.get_threshold()
    gc.disable()
    yield
    gc.set_threshold(*before)
    gc.enable()


@pytest.mark.usefixtures("paused")
def test_garbage_is_collected_seldom_and_all_of_it_as_often_as_before() -> None:
    collect_seldom()
    assert gc.isenabled()
    assert gc.get_threshold() == THRESHOLDS
    assert gc.get_threshold()[0] > DEFAULT[0]

    def objects(few: int, young: int, old: int) -> int:
        # A generation is collected once its count is above its threshold.
        return (few + 1) * (young + 1) * (old + 1)

    assert objects(*THRESHOLDS) < 2 * objects(*DEFAULT)


@pytest.mark.usefixtures("paused")
def test_what_a_start_made_is_not_looked_through() -> None:
    kept = [[] for _ in range(100)]  # type: ignore[var-annotated]
    frozen = gc.get_freeze_count()
    collect_seldom()
    assert gc.get_freeze_count() >= frozen + len(kept)
