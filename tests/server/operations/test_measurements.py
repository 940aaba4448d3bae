"""Counting, in the time of a test's own clock."""

import pytest
from tests.server.manual_clock import ManualClock

from pro_context.operations.latencies import MINUTES, Latencies
from pro_context.operations.measurements import BOUNDS, Durations, Measurements

ANY_SHORT, ANY_LONG = pytest.approx(1e-4, rel=0.1), pytest.approx(160, rel=0.1)


def test_requests_are_remembered_minute_by_minute_for_an_hour() -> None:
    clock = ManualClock()
    rate = Measurements(clock).rate
    rate.add(0.01)
    clock.now += 60
    rate.add(0.01)
    rate.add(0.01)
    assert [one.calls for one in rate.minutes()] == [0] * (MINUTES - 2) + [1, 2]
    clock.now += 58 * 60
    assert [one.calls for one in rate.minutes()] == [1, 2] + [0] * (MINUTES - 2)
    clock.now += 1e9
    assert [one.calls for one in rate.minutes()] == [0] * MINUTES


def test_a_clock_that_goes_back_changes_nothing() -> None:
    clock = ManualClock()
    rate = Measurements(clock).rate
    rate.add(0.01)
    clock.now -= 3_600
    rate.add(0.01)
    assert rate.minutes()[-1].calls == rate.total == 2


def test_durations_are_counted_up_to_and_with_their_bound() -> None:
    durations = Durations()
    for seconds in (0.0, BOUNDS[0], BOUNDS[0] + 0.001, BOUNDS[-1] + 1):
        durations.add(seconds)
    assert durations.counts == [2, 1, *[0] * (len(BOUNDS) - 2), 1]
    assert durations.total == sum((0.0, BOUNDS[0], BOUNDS[0] + 0.001, BOUNDS[-1] + 1))


def test_calls_are_counted_by_outcome() -> None:
    clock = ManualClock()
    measurements = Measurements(clock)
    measurements.count_call("full", "get-docs", "ok", 1.0)
    measurements.count_call("full", "get-docs", "TOPIC_NOT_FOUND", 2.0)
    clock.now += 90.5
    assert measurements.calls == {("full", "get-docs", "ok"): 1, ("full", "get-docs", "TOPIC_NOT_FOUND"): 1}
    assert (measurements.durations["full", "get-docs"].total, measurements.uptime) == (3.0, 90)


def test_percentiles_are_exact_to_a_twentieth() -> None:
    latencies = Latencies()
    assert latencies.percentile(0.5) is None
    for milliseconds in range(1, 1_001):
        latencies.add(milliseconds / 1_000)
    for share in (0.5, 0.95, 0.99):
        assert latencies.percentile(share) == pytest.approx(share, rel=0.05)
    latencies.add(0.0)
    latencies.add(1e9)
    assert (latencies.calls, latencies.percentile(0.0), latencies.percentile(1.0)) == (1_002, ANY_SHORT, ANY_LONG)


def test_durations_are_remembered_minute_by_minute() -> None:
    clock = ManualClock()
    measurements = Measurements(clock)
    measurements.count_call("full", "get-docs", "ok", 0.01)
    clock.now += 60
    measurements.count_call("full", "get-docs", "ok", 1.0)
    *_, before, now = measurements.latency.minutes()
    assert (before.percentile(0.5), now.percentile(0.5)) == (pytest.approx(0.01, rel=0.05), pytest.approx(1, rel=0.05))
    assert Latencies.sum_of(measurements.latency.minutes()).calls == 2
