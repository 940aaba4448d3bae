"""The page of one module: its docstring, then everything that it exports under a heading of its own.

The module is over 300 lines because headings and texts follow the same rules, which stand together here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import griffe

from pro_context_engine.domain.page_labels import ERROR_MESSAGES
from pro_context_engine.sources.packages.python.api.class_bases import bases_of
from pro_context_engine.sources.packages.python.api.documenting_modules import documenting_module, other_packages
from pro_context_engine.sources.packages.python.api.exports import Elsewhere, module_interface
from pro_context_engine.sources.packages.python.api.module_values import (
    call_of,
    declared_class,
    instance_class,
    is_bound,
)
from pro_context_engine.sources.packages.python.api.syntax import PackageSyntax
from pro_context_engine.sources.packages.python.docstrings.docstring_markdown import (
    docstring_markdown,
    parameter_list,
)
from pro_context_engine.sources.packages.python.pages.completion_note import completion_note
from pro_context_engine.sources.packages.python.pages.page_notes import cut_note, elsewhere_list, incomplete_note
from pro_context_engine.sources.packages.python.pages.page_room import fitted
from pro_context_engine.sources.packages.python.pages.signatures import (
    alias_lines,
    attribute_lines,
    class_lines,
    documented_fields,
    documented_parameters,
    function_lines,
)
from pro_context_engine.sources.packages.python.pages.text_fields import text_fields
from pro_context_engine.sources.packages.python.parsing.definition import Definition
from pro_context_engine.sources.packages.python.parsing.parsed_modules import NotAnalysable
from pro_context_engine.sources.packages.python.parsing.public_modules import first_sentence
from pro_context_engine.sources.packages.python.parsing.raised_messages import raised_messages

MAX_CHARACTERS = 2_000_000
CONSTANTS = "Module attributes"
"""The heading above a module's constants."""

_MODULE_LEVEL = 2
"""The level of the headings of a module's names."""

_MAX_NESTING = 3
_MAX_COMPILED = 500
# Internal values of a module, which its users do not need.
_INTERNAL_VALUE = re.compile(r"(?:\w+\.)?(?:TypeVar|TypeVarTuple|ParamSpec|getLogger)\(")
_MAX_BASES = 30
_CONSTRUCTORS = ("__new__", "__init__", "__post_init__")


def class_members(syntax: PackageSyntax, cls: griffe.Class) -> dict[str, griffe.Object]:
    """Return the members of a class and of its undocumented bases in the distribution, the nearest definition each."""
    found: dict[str, griffe.Object] = {}
    for owner in [cls, *_undocumented_bases(syntax, cls)]:
        for name, member in owner.members.items():
            if isinstance(member, griffe.Object):
                found.setdefault(name, member)
    return found


def _undocumented_bases(syntax: PackageSyntax, cls: griffe.Class) -> Iterator[griffe.Class]:
    seen = {cls.path}
    waiting = [cls]
    while waiting and len(seen) < _MAX_BASES:
        for base in bases_of(syntax, waiting.pop(0)):
            if base.path not in seen and documenting_module(syntax, base) is None:
                seen.add(base.path)
                waiting.append(base)
                yield base


class PageHeading(NamedTuple):
    """A heading of a module's page: the name that it is for, "" for none, its line, and the definition under it."""

    name: str
    line: str
    definition: Definition


def page_headings(syntax: PackageSyntax, name: str) -> Iterator[PageHeading]:
    """Yield the headings of a module's page, in order, without rendering the page.

    The headings inside of docstrings are left out, and so is the bound on the page's length.

    Raises:
        NotAnalysable: there is no such module, or its source cannot be parsed.
    """
    module = syntax.module(name)
    yield PageHeading("", f"# {name}", module)
    found = module_interface(syntax, name)
    listed = (_is_constant(syntax, definition) and _is_listed(definition) for _, definition in found.documented)
    if found.compiled or any(listed):
        yield PageHeading(CONSTANTS, _heading(CONSTANTS, 2), module)
    others = found.other_names
    for public, definition in found.documented:
        if public in others:
            yield PageHeading(public, _heading(public, _MODULE_LEVEL), definition)
        elif not _is_constant(syntax, definition):
            yield from _definition_headings(syntax, definition, public, _MODULE_LEVEL)


def _definition_headings(syntax: PackageSyntax, definition: Definition, name: str, level: int) -> Iterator[PageHeading]:
    yield PageHeading(name, _heading(name, level), definition)
    cls = definition if isinstance(definition, griffe.Class) else instance_class(syntax, definition)
    if cls is not None and level <= _MAX_NESTING:
        for member_name, member in class_members(syntax, cls).items():
            if isinstance(member, Definition) and _is_shown(member):
                yield from _definition_headings(syntax, member, f"{name}.{member_name}", level + 1)


def module_markdown(syntax: PackageSyntax, name: str) -> str:
    """Return the page of a module as Markdown, at most about 2,000,000 characters.

    Args:
        syntax: the distribution's modules.
        name: dotted name of one of them; the page of a module that cannot be parsed says so.
    """
    try:
        return _reference(syntax, name)
    except NotAnalysable as reason:
        return f"# {name}\n\nNo reference could be made for this module: {reason}.\n"
    except RecursionError:
        return f"# {name}\n\nNo reference could be made for this module: its parts are nested too deeply.\n"


def _reference(syntax: PackageSyntax, name: str) -> str:
    module = syntax.module(name)
    found = module_interface(syntax, name)
    constants = [(public, item) for public, item in found.documented if _is_constant(syntax, item)]
    untyped = sorted({name, *(definition.module.path for _, definition in found.documented)} & syntax.untyped)
    incomplete = incomplete_note(found.lacking, untyped)
    parts = [f"# {name}", docstring_markdown(module.docstring, 1), incomplete, _constants(constants, found.compiled)]
    others = found.other_names
    sections = (
        section
        for public, item in found.documented
        if not _is_constant(syntax, item)
        for section in (
            [(public, _other_name(item, public))]
            if public in others
            else _sections(syntax, item, public, _MODULE_LEVEL, _imports(syntax, item, public, name))
        )
    )
    texts, left_out = fitted(sections, MAX_CHARACTERS - sum(map(len, parts)))
    parts += texts
    parts += [elsewhere_list(found.elsewhere), cut_note(left_out, MAX_CHARACTERS)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _imports(syntax: PackageSyntax, definition: Definition, public: str, module: str) -> list[str]:
    """Return the shortest import statement for a documented name from another package around the module, if any."""
    packages = other_packages(syntax, definition, module) if public == definition.name else []
    return [f"from {package} import {public}" for package in packages[:1]]


def _sections(
    syntax: PackageSyntax, definition: Definition, name: str, level: int, imports: Sequence[str] = ()
) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield the name and the blocks of a definition, then those of its members, unless they are nested too deeply."""
    yield name, _blocks(syntax, definition, name, level, imports)
    cls = definition if isinstance(definition, griffe.Class) else instance_class(syntax, definition)
    if cls is not None and level <= _MAX_NESTING:
        for member_name, member in class_members(syntax, cls).items():
            if isinstance(member, Definition) and _is_shown(member):
                yield from _sections(syntax, member, f"{name}.{member_name}", level + 1)


def _blocks(
    syntax: PackageSyntax, definition: Definition, name: str, level: int, imports: Sequence[str]
) -> Iterator[str]:
    """Yield the heading, declaration and text of a definition."""
    yield _heading(name, level)
    if isinstance(definition, griffe.Class):
        yield from _class_blocks(syntax, definition, name, level, imports)
        return
    # A function that a module offers is no method of the module.
    bound = level == _MODULE_LEVEL and is_bound(definition)
    declared = declared_class(syntax, definition)
    call = call_of(declared) if declared else None
    shown = _declaration(definition, name.rpartition(".")[2], bound=bound)
    yield _fence([*imports, *shown, *(function_lines(call, name.rpartition(".")[2], bound=True) if call else ())])
    made = instance_class(syntax, definition)
    text = docstring_markdown(definition.docstring or (made.docstring if made else None), level)
    text = text or (_declared_text(declared, call, level) if declared else "")
    if text:
        yield text
    if isinstance(definition, griffe.Function):
        yield from _annotated(documented_parameters(definition), text, level)
    yield from _error_messages(definition)


def _other_name(definition: Definition, name: str) -> Iterator[str]:
    """Yield the heading of a further name of a class, and where the class is documented."""
    yield _heading(name, _MODULE_LEVEL)
    yield _fence([f"{name} = {definition.name}"])
    yield f"Another name of `{definition.name}`."


def _declared_text(declared: griffe.Class, call: griffe.Function | None, level: int) -> str:
    """Return a line about the class that a value is declared to be an instance of, and the text of its calls."""
    summary = first_sentence(declared.docstring.value) if declared.docstring else ""
    overloads = call.overloads or [] if call else []
    docstrings = (one.docstring for one in (call, *overloads) if one is not None and one.docstring)
    called = docstring_markdown(next(docstrings, None), level)
    return "\n\n".join(filter(None, [f"An instance of `{declared.name}`. {summary}".strip(), called]))


def _annotated(described: Mapping[str, str], written: str, level: int) -> Iterator[str]:
    """Yield the list of the parameters that only their annotations describe, none if the text has them all."""
    missing = {name: text for name, text in described.items() if f"- `{name}`" not in written}
    if missing:
        yield parameter_list(missing, level)


def _error_messages(*functions: griffe.Object) -> Iterator[str]:
    """Yield the list of the messages that functions raise, none if there are no such messages."""
    found = dict.fromkeys(message for function in functions for message in raised_messages(function))
    if found:
        yield "\n".join([f"{ERROR_MESSAGES}\n", *(f"- `{one.error}`: {one.text}" for one in found)])


def _declaration(definition: Definition, name: str, *, bound: bool) -> list[str]:
    if isinstance(definition, griffe.Function):
        return function_lines(definition, name, bound=bound)
    if isinstance(definition, griffe.TypeAlias):
        return alias_lines(definition, name)
    return attribute_lines(definition, name) if isinstance(definition, griffe.Attribute) else [name]


def _class_blocks(
    syntax: PackageSyntax, cls: griffe.Class, name: str, level: int, imports: Sequence[str]
) -> Iterator[str]:
    members = class_members(syntax, cls)
    fields = [member for member in members.values() if isinstance(member, griffe.Attribute) and _is_field(member)]
    constructor = members.get("__init__")
    init = constructor if isinstance(constructor, griffe.Function) else None
    told = text_fields(fields)
    shown = [field for field in fields if field.name not in told]
    yield _fence([*imports, *class_lines(cls, name.rpartition(".")[2], shown, init)])
    texts = [docstring_markdown(docstring, level) for docstring in (cls.docstring, init.docstring if init else None)]
    texts += [docstring_markdown(griffe.Docstring(text, parent=cls), level) for text in told.values()]
    yield from filter(None, texts)
    described = {**documented_fields(fields), **(documented_parameters(init) if init else {})}
    yield from _annotated(described, "\n".join(texts), level)
    yield from filter(None, [completion_note(syntax, cls, members, _is_shown)])
    yield from _error_messages(*(members[name] for name in _CONSTRUCTORS if name in members))


def _is_shown(member: Definition) -> bool:
    """Tell whether a member has a heading: public and more than a plain field, or a documented special method."""
    if member.name.startswith("__") and member.name.endswith("__"):
        documented = isinstance(member, griffe.Function) and member.has_docstring and member.name != "__init__"
        return documented or member.name == "__call__"
    if member.name.startswith("_"):
        return False
    return not isinstance(member, griffe.Attribute) or member.has_docstring or "property" in member.labels


def _is_field(attribute: griffe.Attribute) -> bool:
    """Tell whether an attribute is declared in the class body, and not only assigned by the constructor."""
    if attribute.name.startswith("_") or "property" in attribute.labels:
        return False
    return "class-attribute" in attribute.labels or attribute.value is None


def _is_constant(syntax: PackageSyntax, definition: Definition) -> bool:
    """Tell whether a value is only listed: it has no text, and no class gives it members."""
    bare = isinstance(definition, griffe.Attribute) and not definition.has_docstring
    return bare and instance_class(syntax, definition) is None and declared_class(syntax, definition) is None


def _is_listed(definition: Definition) -> bool:
    """Tell whether the list of a module's constants has this one."""
    return isinstance(definition, griffe.Attribute) and not _INTERNAL_VALUE.match(str(definition.value))


def _constants(constants: Sequence[tuple[str, Definition]], compiled: Sequence[Elsewhere]) -> str:
    lines = [
        line
        for name, item in constants
        if isinstance(item, griffe.Attribute) and _is_listed(item)
        for line in attribute_lines(item, name)
    ]
    lines += [f"{one.name}  # of the compiled module {one.path.rpartition('.')[0]}" for one in compiled[:_MAX_COMPILED]]
    return f"{_heading(CONSTANTS, 2)}\n\n{_fence(lines)}" if lines else ""


def _heading(name: str, level: int) -> str:
    # Markdown reads `__` at the edge of a word as emphasis.
    title = f"`{name}`" if "__" in name else name
    return f"{'#' * min(level, 6)} {title}"


def _fence(lines: Sequence[str]) -> str:
    text = "\n".join(lines)
    ticks = "```"
    while ticks in text:
        ticks += "`"
    return f"{ticks}python\n{text}\n{ticks}"
