"""HTML elements with escaped texts: only markup that was made here is not escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from pro_context_engine import clean_text


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
