"""The plots of the status page: bars by minute as SVG images, which take the width of their column.

The image is stretched, so its scale and its times stand beside it as text.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from pro_context.operations.markup import Html, tag

HEIGHT = 100.0
"""The height of an image in its own units; a minute is one unit wide."""

_SHORTEST_MS = 1.0
_MEDIAN_HEIGHT = 3.0
_GAP = 0.2

Band = tuple[float, float]
"""The median and the 95th percentile of a minute, in ms."""


def request_plot(per_minute: Sequence[int]) -> Html:
    """Return a bar chart of the requests of some minutes.

    Args:
        per_minute: number of requests of each minute, the current one last.
    """
    top = round_up(max(per_minute, default=0))
    bars = (
        _bar(place, 0, HEIGHT * count / top, "bar", f"{_ago(len(per_minute) - place)}: {count}")
        for place, count in enumerate(per_minute)
        if count
    )
    title = f"Requests a minute, for {len(per_minute)} minutes"
    lines = [(HEIGHT * value / top, str(value)) for value in (0, top // 2, top)]
    return _chart(title, lines, "".join(bars), len(per_minute))


def latency_plot(per_minute: Sequence[Band | None]) -> Html:
    """Return a chart of how long calls took in some minutes, on a logarithmic scale.

    Args:
        per_minute: median and 95th percentile of each minute, None for a minute without calls, the current one last.
    """
    longest = max((band[1] for band in per_minute if band), default=0.0)
    powers = max(1, math.ceil(math.log10(max(longest, _SHORTEST_MS)) - 1e-9))

    def height(milliseconds: float) -> float:
        return HEIGHT * math.log10(max(milliseconds, _SHORTEST_MS)) / powers

    bars = ""
    for place, band in enumerate(per_minute):
        if band is None:
            continue
        said = f"{_ago(len(per_minute) - place)}: median {duration(band[0])}, 95 % within {duration(band[1])}"
        low, high = min(height(band[0]), HEIGHT - _MEDIAN_HEIGHT), height(band[1])
        bars += _bar(place, low, max(high, low + _MEDIAN_HEIGHT), "range", said)
        bars += _bar(place, low, low + _MEDIAN_HEIGHT, "bar", said)
    title = f"Duration of calls, for {len(per_minute)} minutes"
    lines = [(HEIGHT * power / powers, duration(10.0**power)) for power in range(powers + 1)]
    return _chart(title, lines, bars, len(per_minute))


def duration(milliseconds: float) -> str:
    """Return a duration in its usual unit, with two digits that count."""
    if milliseconds >= 1_000:
        return f"{milliseconds / 1_000:.{1 if milliseconds < 10_000 and milliseconds % 1_000 else 0}f} s"
    return f"{milliseconds:.{1 if milliseconds < 10 and milliseconds != int(milliseconds) else 0}f} ms"


def round_up(most: int) -> int:
    """Return the next of 4, 10, 20, 40, 100, …, whose halves are whole numbers too."""
    step = 1
    while most > 40 * step:
        step *= 10
    return next(step * one for one in (4, 10, 20, 40) if most <= step * one)


def _chart(title: str, lines: Sequence[tuple[float, str]], bars: str, minutes: int) -> Html:
    """Return an image with its scale and its times.

    Args:
        title: the subject of the image.
        lines: height and label of each line of the scale, the lowest first, at equal distances.
        bars: the markup of the bars.
        minutes: number of minutes.
    """
    grid = "".join(f'<line x1="0" x2="{minutes}" y1="{_y(height)}" y2="{_y(height)}"/>' for height, _ in lines)
    image = Html(
        f'<svg viewBox="0 0 {max(1, minutes)} {HEIGHT:g}" preserveAspectRatio="none" role="img" aria-label="{title}">'
        f"{grid}{bars}</svg>"
    )
    scale = tag("div", *(tag("span", label) for _, label in reversed(lines)), class_="scale", aria_hidden="true")
    times = tag("div", tag("span", _ago(minutes)), tag("span", "now"), class_="times", aria_hidden="true")
    return tag("div", scale, image, times, class_="plot")


def _bar(place: int, low: float, high: float, kind: str, said: str) -> str:
    return (
        f'<rect class="{kind}" x="{place + _GAP / 2:.1f}" y="{_y(high)}" width="{1 - _GAP:.1f}" '
        f'height="{round(high - low, 1)}"><title>{said}</title></rect>'
    )


def _ago(minutes: int) -> str:
    return "now" if minutes <= 1 else f"{minutes - 1} min ago"


def _y(height: float) -> float:
    return round(HEIGHT - height, 1)
