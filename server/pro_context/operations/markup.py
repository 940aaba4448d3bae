"""The pieces of the status page: HTML elements with escaped texts, and the requests a minute as an SVG image.

Only markup that was made here is not escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from pro_context_engine import clean_text

WIDTH, HEIGHT = 720, 160
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 8, 10, 24
_GAP = 2


class Html(str):
    """Markup, as opposed to text."""

    __slots__ = ()


def text(value: object) -> Html:
    """Return a value as markup; a text is escaped, and its invisible characters are removed."""
    return value if isinstance(value, Html) else Html(escape(clean_text(str(value))))


def tag(name: str, *children: object, **attributes: str) -> Html:
    """Return an element.

    Args:
        name: name of the element.
        children: texts or markup.
        attributes: attributes by name; a name that Python reserves has an underscore at the end.
    """
    written = "".join(f' {key.rstrip("_").replace("_", "-")}="{text(value)}"' for key, value in attributes.items())
    return Html(f"<{name}{written}>{''.join(map(text, children))}</{name}>")


def facts(pairs: Iterable[tuple[str, object]]) -> Html:
    """Return a list of facts, each with its name."""
    return tag("dl", *(tag("div", tag("dt", name), tag("dd", value)) for name, value in pairs), class_="facts")


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> Html:
    """Return a table; numbers are aligned to the right, and the first cell of a row is its heading."""
    lines = list(rows)
    numeric = [
        bool(lines) and all(isinstance(row[column], int | float) for row in lines) for column in range(len(head))
    ]

    def cell(name: str, value: object, column: int, **attributes: str) -> Html:
        return tag(name, value, **attributes, **({"class_": "number"} if numeric[column] else {}))

    top = tag("tr", *(cell("th", name, column, scope="col") for column, name in enumerate(head)))
    body = (
        tag("tr", cell("th", row[0], 0, scope="row"), *(cell("td", row[i], i) for i in range(1, len(head))))
        for row in lines
    )
    whole = tag("table", tag("caption", caption), tag("thead", top), tag("tbody", *body))
    # A scrolling region must be reachable by keyboard.
    return tag("div", whole, class_="wide", tabindex="0", role="region", aria_label=caption)


def rate_plot(per_minute: Sequence[int]) -> Html:
    """Return a bar chart of some minutes with its description as text.

    Args:
        per_minute: number of requests of each minute, the current one last.
    """
    top = _round_up(max(per_minute, default=0))
    return Html(
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="plot-title plot-said">'
        f'<title id="plot-title">Requests a minute, for {len(per_minute)} minutes</title>'
        f'<desc id="plot-said">{in_words(per_minute)}</desc>'
        f"{_scale(top)}{_bars(per_minute, top)}{_times(len(per_minute))}</svg>"
    )


def in_words(per_minute: Sequence[int]) -> str:
    """Return the description of the chart."""
    return (
        f"{sum(per_minute)} requests in {len(per_minute)} minutes, {max(per_minute, default=0)} in the busiest, "
        f"{per_minute[-1] if per_minute else 0} in the current one."
    )


def _round_up(most: int) -> int:
    """Return the next of 4, 10, 20, 40, 100, …, whose halves are whole numbers too."""
    step = 1
    while most > 40 * step:
        step *= 10
    return next(step * one for one in (4, 10, 20, 40) if most <= step * one)


def _scale(top: int) -> str:
    return "".join(
        f'<line x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{_y(value, top)}" y2="{_y(value, top)}"/>'
        f'<text x="{_LEFT - 6}" y="{_y(value, top) + 4}" text-anchor="end">{value}</text>'
        for value in (0, top // 2, top)
    )


def _bars(per_minute: Sequence[int], top: int) -> str:
    width = (WIDTH - _LEFT - _RIGHT) / max(1, len(per_minute))
    return "".join(
        f'<rect x="{_LEFT + position * width:.1f}" y="{_y(count, top)}" width="{width - _GAP:.1f}" '
        f'height="{_y(0, top) - _y(count, top):.1f}"/>'
        for position, count in enumerate(per_minute)
        if count
    )


def _times(minutes: int) -> str:
    y = HEIGHT - 6
    return (
        f'<text x="{_LEFT}" y="{y}">{minutes - 1} min ago</text>'
        f'<text x="{WIDTH - _RIGHT}" y="{y}" text-anchor="end">now</text>'
    )


def _y(value: int, top: int) -> float:
    return round(HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * value / top, 1)
