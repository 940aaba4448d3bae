"""Docstrings as Markdown, in any of the usual styles."""

from __future__ import annotations

from typing import Any

import griffe

from pro_context_engine.sources.packages.python_api.prose import prose

_LISTS = {
    griffe.DocstringSectionKind.parameters: "Parameters",
    griffe.DocstringSectionKind.other_parameters: "Other parameters",
    griffe.DocstringSectionKind.type_parameters: "Type parameters",
    griffe.DocstringSectionKind.attributes: "Attributes",
    griffe.DocstringSectionKind.functions: "Functions",
    griffe.DocstringSectionKind.classes: "Classes",
    griffe.DocstringSectionKind.modules: "Modules",
    griffe.DocstringSectionKind.raises: "Raises",
    griffe.DocstringSectionKind.warns: "Warns",
    griffe.DocstringSectionKind.returns: "Returns",
    griffe.DocstringSectionKind.yields: "Yields",
    griffe.DocstringSectionKind.receives: "Receives",
}
_QUIET: dict[str, Any] = {"warnings": False}
_STYLES: dict[griffe.Parser, dict[str, Any]] = {
    # Without a name in the docstring, `TYPE: text` under Returns is a type and not a variable.
    griffe.Parser.google: {**_QUIET, "returns_named_value": False, "returns_multiple_items": False},
    griffe.Parser.numpy: _QUIET,
    griffe.Parser.sphinx: _QUIET,
}
_MAX_DOCSTRING = 100_000


def docstring_markdown(docstring: griffe.Docstring | None, level: int) -> str:
    """Return a docstring as Markdown, "" for none.

    Args:
        docstring: docstring of any object; Google, NumPy and Sphinx styles are recognised by their sections.
        level: level of the heading above it; headings inside become deeper.
    """
    if docstring is None or not docstring.value.strip():
        return ""
    if len(docstring.value) > _MAX_DOCSTRING:
        return prose(docstring.value[:_MAX_DOCSTRING], level)
    style, _ = griffe.infer_docstring_style(docstring, default=griffe.Parser.google)
    style = style or griffe.Parser.google
    try:
        sections = docstring.parse(style, **_STYLES[style])
    # An unusual docstring may break its parser; its plain text is used then, and the rest of the page remains.
    except Exception:
        return prose(docstring.value, level)
    return "\n\n".join(part for section in sections if (part := _section(section, level)))


def _section(section: griffe.DocstringSection, level: int) -> str:
    kind, value = section.kind, section.value
    if kind is griffe.DocstringSectionKind.text:
        return prose(value, level)
    if kind is griffe.DocstringSectionKind.examples:
        return "**Examples**\n\n" + "\n\n".join(_example(part, text, level) for part, text in value)
    if kind in _LISTS:
        title = section.title or _LISTS[kind]
        return f"**{title}**\n\n" + "\n".join(_item(element, level) for element in value)
    if kind is griffe.DocstringSectionKind.deprecated:
        return f"**Deprecated since {value.version}**\n\n{prose(value.description, level)}"
    return f"**{section.title or str(value.kind).capitalize()}**\n\n{prose(value.contents, level)}"


def _example(part: griffe.DocstringSectionKind, text: str, level: int) -> str:
    return f"```pycon\n{text}\n```" if part is griffe.DocstringSectionKind.examples else prose(text, level)


def _item(element: griffe.DocstringElement, level: int) -> str:
    name = getattr(element, "name", "") or ""
    annotation = "" if name and not _adds_type(element) else str(element.annotation or "")
    types = f"`{annotation}`" if annotation else ""
    label = f"`{name}`" + (f" ({types})" if types else "") if name else types
    first, *rest = prose(element.description or "", level).splitlines() or [""]
    # A fence or a list cannot begin on the item's own line.
    lines = ["", first, *rest] if first.lstrip().startswith(("```", "~~~", "- ", "* ")) else [first, *rest]
    head = f"- {label}: {lines[0]}" if label else f"- {lines[0]}"
    return "\n".join([head.rstrip(" :"), *(f"  {line}" if line else "" for line in lines[1:])]).rstrip()


def _adds_type(element: griffe.DocstringElement) -> bool:
    """Tell whether the docstring has a type of its own, which the signature does not show."""
    return isinstance(element.annotation, str)
