"""The conversion of the directives of reStructuredText and Sphinx to Markdown, kind by kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from pro_context_engine.documents.pages.rst_tables import RstTable, csv_table, list_table

_CODE = {
    **dict.fromkeys(("code", "code-block", "sourcecode", "prompt", "ipython", "highlight-block"), ""),
    **dict.fromkeys(("parsed-literal", "testoutput", "productionlist", "graphviz", "mermaid", "uml"), ""),
    **dict.fromkeys(("testcode", "plot", "jupyter-execute", "code-cell"), "python"),
    "doctest": "pycon",
    "math": "math",
}
_LEFT_OUT = frozenset(
    {
        *("bibliography", "footbibliography", "tableofcontents", "thebe-button"),
        *("contents", "currentmodule", "default-domain", "default-role", "highlight", "index", "meta"),
        *(
            "raw",
            "role",
            "sectnum",
            "section-numbering",
            "tabularcolumns",
            "testsetup",
            "testcleanup",
            "todo",
            "todolist",
        ),
        *("rst-class", "class-html", "ifconfig", "sectionauthor", "codeauthor", "todolist", "footer", "header"),
    }
)
_TRANSPARENT = frozenset(
    {
        *("only", "container", "compound", "highlights", "epigraph", "pull-quote", "hlist", "grid", "tab-set", "tabs"),
        *("toggle", "card-carousel", "div", "grid-item", "glossary", "table", "centered", "group-tab-set"),
    }
)
_TITLED = frozenset(
    {
        *("rubric", "topic", "admonition", "sidebar", "tab-item", "tab", "group-tab", "code-tab", "dropdown", "card"),
        *("grid-item-card", "collapse", "details"),
    }
)
# Their text begins right behind the mark; what an unknown directive has there may be a signature.
_ADMONITIONS = frozenset(
    {"attention", "caution", "danger", "error", "hint", "important", "note", "remark", "tip", "warning"}
)
_CHANGES = {
    "versionadded": "Added in",
    "versionchanged": "Changed in",
    "versionremoved": "Removed in",
    "deprecated": "Deprecated since",
}
# The directives that describe an object, each with the words for its kind before the name.
_OBJECTS = {
    **dict.fromkeys(("function", "method", "data", "attribute", "object", "describe", "macro", "var", "member"), ""),
    **dict.fromkeys(("option", "cmdoption", "envvar", "confval", "setting", "directive", "type", "enumerator"), ""),
    **{
        kind: f"{kind} " for kind in ("class", "exception", "property", "enum", "classmethod", "staticmethod", "struct")
    },
    **dict.fromkeys(("decorator", "decoratormethod"), "@"),
    **dict.fromkeys(("coroutinefunction", "coroutinemethod"), "async "),
    "abstractmethod": "abstract ",
}
# The argument of these is a formula, a group of tests or a file.
_NO_LANGUAGE = frozenset({"math", "doctest", "testcode", "testoutput", "plot"})
_LANGUAGES = {"c": "c", "cpp": "cpp", "js": "js", "ts": "ts", "rst": "rst", "std": "text"}
_LABEL_ALONE = re.compile(r"\s*(?:[-*] )?:(?:num)?ref:`[^`<>]*`\.?\s*$")
_TREE_ENTRY = re.compile(r"(.{1,300}?)\s*<([^<>]{1,500})>$")


class Directive(NamedTuple):
    """A directive as it was written.

    Attributes:
        name: its name in lower case, with its domain (`py:function`).
        argument: the rest of its first line.
        options: its options by name.
        body: the indented lines below its options, dedented.
        continued: whether the body begins with further lines of the argument.
    """

    name: str
    argument: str
    options: Mapping[str, str]
    body: Sequence[str]
    continued: bool = False


class Markup(Protocol):
    """A converter of the text within a directive."""

    def inline(self, text: str) -> str:
        """Return text of one line as Markdown."""
        ...

    def nested(self, lines: Sequence[str], level: int | None = None) -> list[str]:
        """Return a body as Markdown lines; under a heading of this level if one is given."""
        ...

    @property
    def level(self) -> int:
        """Return the level of the heading above the directive, 0 for none."""
        ...


def markdown_of(directive: Directive, markup: Markup, *, may_head: bool) -> list[str]:
    """Return the Markdown lines of a directive, [] if it has no text for readers.

    Args:
        directive: the directive as it was written.
        markup: converts the text within it.
        may_head: whether a heading is possible at this place.
    """
    name = directive.name.rpartition(":")[2]
    if name in _LEFT_OUT:
        return []
    if name in _CODE:
        is_language = directive.argument.strip() and name not in _NO_LANGUAGE
        named = directive.argument.split()[0] if is_language else _CODE[name]
        # The kernels of notebooks run Python under names of their own.
        language = "python" if name == "code-cell" and named.startswith("ipython") else named
        body = [*([directive.argument] if name == "math" and directive.argument else []), *directive.body]
        return fence(body, language)
    if name in _OBJECTS:
        return _object(directive, _OBJECTS[name], markup, may_head)
    if name in _TRANSPARENT:
        return _transparent(directive, name, markup)
    special = _SPECIAL.get(name)
    if special:
        return special(directive, markup)
    if name in _CHANGES:
        version, _, rest = directive.argument.partition(" ")
        return with_label(f"*{_CHANGES[name]} version {version}*", [rest, *directive.body], markup)
    if name.startswith("auto") or name == "module":
        return _documented_elsewhere(directive, name, markup)
    argument = directive.argument
    if name in _TITLED or (name not in _ADMONITIONS and ("::" in argument or "(" in argument)):
        return with_label(f"**{markup.inline(argument)}**" if argument else "", directive.body, markup)
    return with_label(f"**{name.replace('-', ' ').capitalize()}**", [argument, *directive.body], markup)


def fence(lines: Sequence[str], language: str) -> list[str]:
    """Return lines of code in a fence that is longer than any inside it, [] for none."""
    if not any(line.strip() for line in lines):
        return []
    ticks = "`" * max([3, *(len(run) + 1 for line in lines for run in re.findall("`{3,}", line))])
    return [f"{ticks}{language}", *lines, ticks]


def with_label(label: str, body: Sequence[str], markup: Markup) -> list[str]:
    """Return a body after a label, on the same line if the body begins with text."""
    lines = markup.nested(body)
    while lines and not lines[0].strip():
        lines.pop(0)
    if not lines or not label:
        return [label, *lines] if label else lines
    if re.match(r"(?:`{3,}|~{3,}|\||#{1,6} |[-*+] |\d+\. |!\[)", lines[0]):
        return [f"{label}:", "", *lines]
    return [f"{label}: {lines[0]}", *lines[1:]]


def table_lines(table: RstTable | None, markup: Markup) -> list[str] | None:
    """Return the Markdown lines of a table, None if there is no table or Markdown cannot hold it."""
    return table.markdown(lambda cell: "\n".join(markup.nested(cell))) if table else None


def _object(directive: Directive, kind: str, markup: Markup, may_head: bool) -> list[str]:
    """Return the section of an object: its name as the heading, its signatures as code, its description."""
    signatures, body = _signatures(directive)
    name = _name(signatures[0]) if signatures else ""
    level = min(6, markup.level + 1) if may_head else None
    title = f"`{name}`"
    head = [f"{'#' * level} {title}" if level else f"**{title}**", ""] if name else []
    written = [f"{kind}{signature}" for signature in signatures]
    code = fence(written, _LANGUAGES.get(directive.name.rpartition(":")[0], "python")) if written != [name] else []
    facts = [
        line
        for option, label in (("type", "Type"), ("value", "Value"))
        if directive.options.get(option)
        for line in (f"*{label}*: `{_code(directive.options[option])}`", "")
    ]
    return [*head, *code, "", *facts, *markup.nested(body, level)]


def _name(signature: str) -> str:
    """Return the name in a signature: the words before its brackets, or the last of these words."""
    before = re.split(r"[(\[=]|: | -> ", signature, maxsplit=1)[0].strip() or signature
    words = before.split()
    return _code(before if len(words) < 2 or before.startswith("-") else words[-1])


def _signatures(directive: Directive) -> tuple[list[str], Sequence[str]]:
    """Return the signatures, one or more lines long each, and the body below them."""
    lines = [directive.argument]
    body = list(directive.body)
    while directive.continued and body and body[0].strip():
        lines.append(body.pop(0))
    signatures: list[str] = []
    for line in filter(None, map(str.strip, lines)):
        last = signatures[-1] if signatures else ""
        if last.endswith("\\") or last.count("(") > last.count(")") or last.count("[") > last.count("]"):
            signatures[-1] = f"{last.removesuffix(chr(92)).rstrip()} {line}"
        else:
            signatures.append(line)
    return signatures, body


def _code(signature: str) -> str:
    """Return a signature as it can stand between single backticks."""
    return signature.replace("`", "'")


def _transparent(directive: Directive, name: str, markup: Markup) -> list[str]:
    shown = name in ("table", "centered") and directive.argument
    label = [f"**{markup.inline(directive.argument)}**", ""] if shown else []
    return [*label, *markup.nested(directive.body)]


def _documented_elsewhere(directive: Directive, name: str, markup: Markup) -> list[str]:
    """Return the name of an object that Sphinx would document from its code."""
    kind = "module" if name in ("automodule", "module") else name.removeprefix("auto")
    target = directive.argument.split("(")[0].strip()
    if not target:
        return markup.nested(directive.body)
    return with_label(f"**{kind} `{_code(target)}`**".replace("** ", "**", 1), directive.body, markup)


def _autosummary(directive: Directive, markup: Markup) -> list[str]:
    lines = (line.strip().lstrip("~").partition(" - ") for line in directive.body if line.strip())
    return [
        f"- `{_code(name.strip())}`" + (f": {markup.inline(text.strip())}" if text else "") for name, _, text in lines
    ]


def _see_also(directive: Directive, markup: Markup) -> list[str]:
    """Return the references without those to a label alone, whose page and title are unknown."""
    lines = [line for line in (directive.argument, *directive.body) if not _LABEL_ALONE.match(line)]
    return with_label("**See also**", lines, markup) if any(map(str.strip, lines)) else []


def _toctree(directive: Directive, markup: Markup) -> list[str]:
    entries = []
    for line in filter(None, map(str.strip, directive.body)):
        titled = _TREE_ENTRY.match(line)
        title, target = (titled[1], titled[2]) if titled else (line.strip("/"), line)
        if target != "self" and "*" not in target:
            entries.append(f"- [{title}](<{target}>)" if " " in target else f"- [{title}]({target})")
    caption = directive.options.get("caption", "")
    return [*([f"**{markup.inline(caption)}**", ""] if caption and entries else []), *entries]


def _picture(directive: Directive, markup: Markup) -> list[str]:
    """Return the words and the caption of a picture; a linked picture is a badge or a button."""
    alt = "" if "target" in directive.options else directive.options.get("alt", "")
    lines = [f"![{alt}]({directive.argument})"] if alt else []
    caption = markup.nested(directive.body)
    return [*lines, *([""] if lines and caption else []), *caption]


def _button(directive: Directive, markup: Markup) -> list[str]:
    """Return a button as a link, or as its words where it leads to a page whose address is unknown."""
    words = " ".join(markup.nested(directive.body)) or directive.argument
    is_link = directive.name.endswith("button-link") and words != directive.argument
    return [f"[{words}]({directive.argument})" if is_link else words]


def _included(directive: Directive, markup: Markup) -> list[str]:
    caption = directive.options.get("caption") or directive.argument
    kind = "code" if directive.name == "literalinclude" else "text"
    return [f"*The {kind} in `{_code(caption)}`*"] if caption and not caption.startswith("<") else []


def _list_table(directive: Directive, markup: Markup) -> list[str]:
    table = list_table(directive.body, _count(directive.options.get("header-rows", "0")))
    return _titled_table(directive, table_lines(table, markup) or markup.nested(directive.body), markup)


def _csv_table(directive: Directive, markup: Markup) -> list[str]:
    if directive.options.get("file"):
        return _titled_table(directive, [f"*The table in `{_code(directive.options['file'])}`*"], markup)
    rows = _count(directive.options.get("header-rows", "0"))
    table = csv_table(directive.body, directive.options.get("header", ""), directive.options.get("delim", ""), rows)
    return _titled_table(directive, table_lines(table, markup) or fence(directive.body, "text"), markup)


def _titled_table(directive: Directive, lines: Sequence[str], markup: Markup) -> list[str]:
    title = directive.argument
    return [*([f"**{markup.inline(title)}**", ""] if title else []), *lines]


def _count(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


_SPECIAL: Mapping[str, Callable[[Directive, Markup], list[str]]] = {
    "autosummary": _autosummary,
    "seealso": _see_also,
    "toctree": _toctree,
    **dict.fromkeys(("button-link", "button-ref"), _button),
    "image": _picture,
    "figure": _picture,
    "literalinclude": _included,
    "include": _included,
    "list-table": _list_table,
    "flat-table": _list_table,
    "csv-table": _csv_table,
}
