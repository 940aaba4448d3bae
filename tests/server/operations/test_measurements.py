"""Counting, in the time of a test's own clock."""

from pro_context.operations.measurements import BOUNDS, MINUTES, Durations, Measurements


class Clock:
    def __init__(self) -> None:
        self.now = 6_000.0

    def __call__(self) -> float:
        return self.now


def test_requests_are_remembered_minute_by_minute_for_an_hour() -> None:
    clock = Clock()
    rate = Measurements(clock).rate
    rate.add()
    clock.now += 60
    rate.add()
    rate.add()
    assert rate.minutes() == [0] * (MINUTES - 2) + [1, 2]
    clock.now += 58 * 60
    assert rate.minutes() == [1, 2] + [0] * (MINUTES - 2)
    clock.now += 1e9
    assert rate.minutes() == [0] * MINUTES


def test_a_clock_that_goes_back_changes_nothing() -> None:
    clock = Clock()
    rate = Measurements(clock).rate
    rate.add()
    clock.now -= 3_600
    rate.add()
    assert rate.minutes()[-1] == 2


def test_durations_are_counted_up_to_and_with_their_bound() -> None:
    durations = Durations()
    for seconds in (0.0, BOUNDS[0], BOUNDS[0] + 0.001, BOUNDS[-1] + 1):
        durations.add(seconds)
    assert durations.counts == [2, 1, *[0] * (len(BOUNDS) - 2), 1]
    assert durations.total == sum((0.0, BOUNDS[0], BOUNDS[0] + 0.001, BOUNDS[-1] + 1))


def test_calls_are_counted_by_outcome() -> None:
    clock = Clock()
    measurements = Measurements(clock)
    measurements.count_call("full", "get-docs", "ok", 1.0)
    measurements.count_call("full", "get-docs", "TOPIC_NOT_FOUND", 2.0)
    clock.now += 90.5
    assert measurements.calls == {("full", "get-docs", "ok"): 1, ("full", "get-docs", "TOPIC_NOT_FOUND"): 1}
    assert (measurements.durations["full", "get-docs"].total, measurements.uptime) == (3.0, 90)
