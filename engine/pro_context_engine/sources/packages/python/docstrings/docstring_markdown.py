"""Docstrings as Markdown, in any of the usual styles."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from inspect import cleandoc
from typing import Any

import griffe

from pro_context_engine.sources.packages.python.docstrings.field_lists import (
    DocumentedItem,
    FieldSection,
    parts_of,
    plain_type,
)
from pro_context_engine.sources.packages.python.docstrings.google_titles import with_regular_titles
from pro_context_engine.sources.packages.python.docstrings.parameter_lines import parameter_fields
from pro_context_engine.sources.packages.python.docstrings.prose import prose
from pro_context_engine.sources.packages.python.docstrings.returned_values import returned_values
from pro_context_engine.sources.packages.python.docstrings.underlined_sections import (
    UnderlinedSection,
    has_underlined_sections,
    underlined_sections,
)

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
_VALUES = frozenset(
    {
        griffe.DocstringSectionKind.returns,
        griffe.DocstringSectionKind.yields,
        griffe.DocstringSectionKind.receives,
    }
)
# Without a name in the docstring, `TYPE: text` under Returns is a type and not a variable.
_GOOGLE: dict[str, Any] = {"warnings": False, "returns_named_value": False, "returns_multiple_items": False}
_GOOGLE_SECTION = re.compile(r"^[ \t]*[A-Z][A-Za-z ]{1,30}:(?:[ \t]+[^\n]{1,100})?[ \t]*\n[ \t]+\S", re.MULTILINE)
# `hop(height, /)` at the head of a docstring, as compiled functions have it; their signature ends with `--`.
_SIGNATURE = re.compile(r"\w+\((?:[^()]|\([^()]{0,300}\)){0,2000}\)[^\n]{0,200}\n(?:(--[ \t]*\n)|[ \t]*\n)")
# What only tells a documentation tool whether to show the definition.
_META = re.compile(r"^[ \t]*:meta [\w-]{1,40}:[^\n]*\n*", re.MULTILINE)
# `@param height: how high`, the fields of Epydoc and of other languages.
_EPYDOC = re.compile(
    r"^([ \t]*)@((?:param|type|keyword|return|returns|rtype|raise|raises|ivar|cvar)\b[^\n:]{0,200}):(?=\s)",
    re.MULTILINE,
)
_LIST_MARKS = ("- ", "* ")
# The parameters of a constructor that tell nothing.
_ANYTHING = frozenset({"self", "args", "kwargs"})
_MAX_DOCSTRING = 100_000


def docstring_markdown(docstring: griffe.Docstring | None, level: int) -> str:
    """Return a docstring as Markdown, "" for none.

    Args:
        docstring: docstring of any object; Google, NumPy and Sphinx styles are recognised by their sections.
        level: level of the heading above it; headings inside become deeper.
    """
    text = _without_signature(docstring) if docstring is not None else ""
    if docstring is None or not text.strip():
        return ""
    if len(text) > _MAX_DOCSTRING:
        return prose(text[:_MAX_DOCSTRING], level)
    text = _META.sub("", text) if ":meta " in text else text
    text = _EPYDOC.sub(r"\1:\2:", text) if "@" in text else text
    if has_underlined_sections(text):
        return "\n\n".join(_underlined(section, level) for section in underlined_sections(text))
    text = parameter_fields(with_regular_titles(text), _parameter_names(docstring))
    if not _GOOGLE_SECTION.search(text):
        return _text(text, level)
    try:
        # The text is dedented already; the blank line keeps the body of a section in the first line where it is.
        sections = griffe.Docstring(f"\n{text}", parent=docstring.parent).parse(griffe.Parser.google, **_GOOGLE)
    # An unusual docstring may break its parser; its plain text is used then, and the rest of the page remains.
    except Exception:
        return prose(text, level)
    return "\n\n".join(part for section in sections if (part := _section(section, level)))


def _without_signature(docstring: griffe.Docstring) -> str:
    """Return the text of a docstring; a name or a signature at its head is left out if the page shows the object's own.

    The signature of a class whose constructor is not shown, or takes anything, follows the first paragraph.
    """
    text = docstring.value
    if text.startswith('"') and text.count('"') == 1:  # four quotes before the docstring, three behind
        text = text[1:]
    described = docstring.parent
    if not isinstance(described, griffe.Function | griffe.Class):
        return text
    name, _, described_by = text.partition("\n\n")
    # Generators write the name at the head, in each variant of a function that of the function.
    if described_by.strip() and (described.name == name or described.name.startswith(f"{name}_")):
        return described_by
    if not text.startswith(described.name):
        return text
    found = _SIGNATURE.match(text)
    if found is None:
        return text
    rest = text[found.end() :]
    names, is_function = _parameter_names(docstring), isinstance(described, griffe.Function)
    if found[1] or (names if is_function else not _ANYTHING.issuperset(names)):
        return rest
    if is_function or not rest.strip():
        return text
    summary, gap, more = rest.partition("\n\n")
    return f"{summary}\n\n```python\n{found[0].strip()}\n```{gap}{more}"


def _parameter_names(docstring: griffe.Docstring) -> Collection[str]:
    """Return the names of the parameters of the function that a docstring describes, of a class those of its making."""
    described = docstring.parent
    function = described.members.get("__init__") if isinstance(described, griffe.Class) else described
    return [one.name for one in function.parameters] if isinstance(function, griffe.Function) else ()


def _underlined(section: UnderlinedSection, level: int) -> str:
    """Return a section of numpydoc as Markdown: consecutive items are one list."""
    parts = [f"**{section.title}**"] if section.title else []
    before: str | DocumentedItem = ""
    for part in section.parts:
        if isinstance(part, str):
            parts.append(_text(part, level))
        elif isinstance(before, DocumentedItem):
            parts[-1] += "\n" + _item(part, level)
        else:
            parts.append(_item(part, level))
        before = part
    return "\n\n".join(parts)


def _section(section: griffe.DocstringSection, level: int) -> str:
    kind, value = section.kind, section.value
    if kind is griffe.DocstringSectionKind.text:
        return _text(value, level)
    if kind is griffe.DocstringSectionKind.examples:
        return "**Examples**\n\n" + "\n\n".join(_example(part, text, level) for part, text in value)
    if kind in _LISTS:
        title = section.title or _LISTS[kind]
        items = (item for element in value for item in _documented(element, kind))
        return f"**{title}**\n\n" + "\n".join(_item(item, level) for item in items)
    if kind is griffe.DocstringSectionKind.deprecated:
        return f"**Deprecated since {value.version}**\n\n{prose(value.description, level)}"
    return f"**{section.title or str(value.kind).capitalize()}**\n\n{prose(value.contents, level)}"


def _text(text: str, level: int) -> str:
    """Return text between sections as Markdown; the fields in it become lists."""
    shown: list[str] = []
    for part in parts_of(text):
        shown += [prose(part, level)] if isinstance(part, str) else [_field_section(one, level) for one in part]
    return "\n\n".join(filter(None, shown))


def _field_section(section: FieldSection, level: int) -> str:
    """Return a section as Markdown, "" for one that only names the parameters of the signature."""
    items = [_item(item, level) for item in section.items if item.type or item.text or section.title == "Raises"]
    return f"**{section.title}**\n\n" + "\n".join(items) if items else ""


def parameter_list(texts: Mapping[str, str], level: int) -> str:
    """Return the section that describes parameters, "" for none.

    Args:
        texts: the description of each parameter by its name.
        level: see `docstring_markdown`.
    """
    items = [DocumentedItem(name, "", text) for name, text in texts.items()]
    return _field_section(FieldSection("Parameters", items), level) if items else ""


def _example(part: griffe.DocstringSectionKind, text: str, level: int) -> str:
    return f"```pycon\n{text}\n```" if part is griffe.DocstringSectionKind.examples else prose(text, level)


def _documented(element: griffe.DocstringElement, kind: griffe.DocstringSectionKind) -> Iterable[DocumentedItem]:
    name = getattr(element, "name", "") or ""
    annotation = "" if name and not _adds_type(element) else str(element.annotation or "")
    text = cleandoc(element.description or "")
    if kind in _VALUES and not name:
        return returned_values(annotation, text)
    return [DocumentedItem(name, plain_type(annotation), text)]


def _item(item: DocumentedItem, level: int) -> str:
    types = f"`{item.type}`" if item.type else ""
    label = f"`{item.name}`" + (f" ({types})" if types else "") if item.name else types
    text = prose(item.text, level)
    if not label and text.startswith(_LIST_MARKS):
        return text
    first, *rest = text.splitlines() or [""]
    # A fence or a list cannot begin on the item's own line.
    lines = ["", first, *rest] if first.lstrip().startswith(("```", "~~~", *_LIST_MARKS)) else [first, *rest]
    head = f"- {label}: {lines[0]}" if label else f"- {lines[0]}"
    return "\n".join([head.rstrip(" :"), *(f"  {line}" if line else "" for line in lines[1:])]).rstrip()


def _adds_type(element: griffe.DocstringElement) -> bool:
    """Tell whether the docstring has a type of its own, which the signature does not show."""
    return isinstance(element.annotation, str)
