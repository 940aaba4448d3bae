"""The plots of requests and of durations by minute."""

from xml.etree import ElementTree

import pytest

from pro_context.operations.plots import HEIGHT, duration, latency_plot, request_plot


def shapes(markup: str) -> tuple[list[dict[str, float]], list[str]]:
    """Return the bars of a plot, and the labels of its scale."""
    plot = ElementTree.fromstring(markup)
    names = ("x", "y", "width", "height")
    bars = [{name: float(bar.attrib[name]) for name in names} for bar in plot.iter("rect")]
    return bars, [label.text or "" for label in plot[0]]


@pytest.mark.parametrize("per_minute", [[], [0] * 60, [1], list(range(60)), [0] * 59 + [10**7], [3] * 60])
def test_every_bar_lies_inside_and_says_its_number(per_minute: list[int]) -> None:
    bars, _ = shapes(request_plot(per_minute))
    assert len(bars) == sum(count > 0 for count in per_minute)
    for bar in bars:
        assert 0 <= bar["x"] <= bar["x"] + bar["width"] <= len(per_minute)
        assert 0 <= bar["y"] <= bar["y"] + bar["height"] <= HEIGHT + 0.1
    tallest = max((bar["height"] for bar in bars), default=0)
    for bar, count in zip(bars, filter(None, per_minute), strict=True):
        assert bar["height"] == pytest.approx(tallest * count / max(per_minute), abs=0.2)
        assert f": {count}</title>" in request_plot(per_minute)


def test_the_scale_ends_above_the_busiest_minute_at_a_round_number() -> None:
    tops = {most: shapes(request_plot([most]))[1][0] for most in (0, 3, 5, 11, 41, 180, 401, 4_001)}
    assert list(tops.values()) == ["4", "4", "10", "20", "100", "200", "1000", "10000"]


@pytest.mark.parametrize("bands", [[None], [(0.1, 0.2)], [(5.0, 5.0), None, (80.0, 4_000.0)], [(9e5, 9e5)]])
def test_durations_lie_inside_and_minutes_without_calls_stay_empty(bands: list[tuple[float, float] | None]) -> None:
    bars, labels = shapes(latency_plot(bands))
    assert len(bars) == 2 * sum(band is not None for band in bands)
    for bar in bars:
        assert 0 <= bar["x"] <= bar["x"] + bar["width"] <= len(bands)
        assert -0.1 <= bar["y"] <= bar["y"] + bar["height"] <= HEIGHT + 0.1
    assert labels[-1] == "1 ms"


def test_the_scale_of_durations_is_logarithmic() -> None:
    bars, labels = shapes(latency_plot([(10.0, 100.0), (1_000.0, 10_000.0)]))
    assert labels == ["10 s", "1 s", "100 ms", "10 ms", "1 ms"]
    ranges = [(HEIGHT - bar["y"] - bar["height"], HEIGHT - bar["y"]) for bar in bars[::2]]
    assert ranges == [pytest.approx((25, 50)), pytest.approx((75, 100))]


def test_a_duration_has_two_digits_that_count() -> None:
    assert [duration(one) for one in (0.42, 1.0, 9.53, 41.2, 340.0, 1_000.0, 1_640.0, 12_345.0)] == [
        "0.4 ms", "1 ms", "9.5 ms", "41 ms", "340 ms", "1 s", "1.6 s", "12 s"
    ]  # fmt: skip
