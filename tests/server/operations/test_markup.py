"""The picture of requests a minute."""

from xml.etree import ElementTree

import pytest

from pro_context.operations.markup import HEIGHT, WIDTH, in_words, rate_plot

SVG = "{*}"


def shapes(per_minute: list[int]) -> ElementTree.Element:
    return ElementTree.fromstring(rate_plot(per_minute))


@pytest.mark.parametrize("per_minute", [[], [0] * 60, [1], list(range(60)), [0] * 59 + [10**7], [3] * 60])
def test_every_bar_lies_inside_and_says_its_number(per_minute: list[int]) -> None:
    plot = shapes(per_minute)
    bars = [{name: float(value) for name, value in bar.attrib.items()} for bar in plot.iter("rect")]
    assert len(bars) == sum(count > 0 for count in per_minute)
    for bar in bars:
        assert 0 <= bar["x"] <= bar["x"] + bar["width"] <= WIDTH
        assert 0 <= bar["y"] <= bar["y"] + bar["height"] <= HEIGHT
    tallest = max((bar["height"] for bar in bars), default=0)
    for bar, count in zip(bars, filter(None, per_minute), strict=True):
        assert bar["height"] == pytest.approx(tallest * count / max(per_minute), abs=0.2)


def test_the_scale_ends_above_the_busiest_minute_at_a_round_number() -> None:
    tops = {most: shapes([most]).findall("text")[2].text for most in (0, 3, 5, 11, 41, 180, 401, 4_001)}
    assert list(tops.values()) == ["4", "4", "10", "20", "100", "200", "1000", "10000"]


def test_it_is_said_in_words_too() -> None:
    assert in_words([1, 5, 2]) == "8 requests in 3 minutes, 5 in the busiest, 2 in the current one."
    assert in_words([1, 5, 2]) in rate_plot([1, 5, 2])
