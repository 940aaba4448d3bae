"""The pieces of the status page: HTML elements with escaped texts. Only markup that was made here is not escaped."""

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
    """Return a table; numbers are aligned to the right, and the first cell of a row is its heading.

    On a narrow screen the style shows a row as a block, in which each cell names its column. The roles are written out
    because some browsers forget them then.
    """
    lines = list(rows)
    numeric = [
        bool(lines) and all(isinstance(row[column], int | float) for row in lines) for column in range(len(head))
    ]

    def cell(name: str, role: str, value: object, column: int, **attributes: str) -> Html:
        return tag(name, value, role=role, **attributes, **({"class_": "number"} if numeric[column] else {}))

    def line(row: Sequence[object]) -> Html:
        cells = (cell("td", "cell", row[i], i, data_column=head[i]) for i in range(1, len(head)))
        return tag("tr", cell("th", "rowheader", row[0], 0, scope="row"), *cells, role="row")

    names = (cell("th", "columnheader", name, column, scope="col") for column, name in enumerate(head))
    top = tag("thead", tag("tr", *names, role="row"), role="rowgroup")
    body = tag("tbody", *map(line, lines), role="rowgroup")
    return tag("table", tag("caption", caption), top, body, role="table")
