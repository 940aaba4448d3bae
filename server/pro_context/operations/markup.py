"""HTML that cannot be broken out of: text is escaped, and only what was made here is not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from pro_context_engine import clean_text


class Html(str):
    """Markup, as opposed to text."""

    __slots__ = ()


def text(value: object) -> Html:
    """Return a value as markup: text, whoever's it is, escaped and without what nobody sees."""
    return value if isinstance(value, Html) else Html(escape(clean_text(str(value))))


def tag(name: str, *children: object, **attributes: str) -> Html:
    """Return an element.

    Args:
        name: of the element.
        children: text or markup.
        attributes: by name, with an underscore at the end where Python has the word.
    """
    said = "".join(f' {key.rstrip("_").replace("_", "-")}="{text(value)}"' for key, value in attributes.items())
    return Html(f"<{name}{said}>{''.join(map(text, children))}</{name}>")


def facts(pairs: Iterable[tuple[str, object]]) -> Html:
    """Return a few numbers, each under its name."""
    return tag("dl", *(tag("div", tag("dt", name), tag("dd", value)) for name, value in pairs), class_="facts")


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> Html:
    """Return a table; numbers stand at the right, and the first cell of a row names it."""
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
    # A region that scrolls must be reachable by keyboard.
    return tag("div", whole, class_="wide", tabindex="0", role="region", aria_label=caption)
