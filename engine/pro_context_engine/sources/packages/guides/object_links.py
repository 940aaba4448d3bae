"""The directives that a site generator fills from the code, replaced by links to the package's own API pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import NamedTuple

from pro_context_engine.documents.pages.fences import Fences
from pro_context_engine.sources.packages.package_urls import PackageUrl

_RST = re.compile(r"(\s*)\.\. (?:[\w+-]{1,10}:)?auto(?!summary)\w+::\s*([\w.]{1,300})")
_MYST = re.compile(r"(\s*)(`{3,}|:{3,})[ \t]*\{auto(?!summary)\w+\}\s*([\w.]{1,300})")
_MKDOCS = re.compile(r"(\s*):::\s+([\w.]{1,300})\s*$")
_MODULE = re.compile(r"\s*(?:\.\. |(?:`{3,}|:{3,})[ \t]*\{)(?:py:)?(?:current|auto)?module(?:::|\})\s*([\w.]{1,300})")
_OPTION = re.compile(r"\s+:[\w-]+:")
_MOST_OPTIONS = 30
_SIGNS = ("auto", ":::", "module::")


class _Generated(NamedTuple):
    """A directive that a site generator fills: the blanks before it, its fence or "", and the name of the object."""

    indent: str
    fence: str
    name: str


def with_object_links(text: str, link: Callable[[str, str], str], *, is_rst: bool) -> str:
    """Return a document in which each such directive is a line that links to the object; its options are left out.

    Args:
        text: the document as it is written.
        link: returns the address of an object's page, "" if there is none (module that the document names last, name).
        is_rst: whether the document is reStructuredText, not Markdown.
    """
    if not any(sign in text for sign in _SIGNS):
        return text
    module = ""
    out: list[str] = []
    lines = text.split("\n")
    fences = Fences()
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        named = _MODULE.match(line[:1_000])
        module = named[1] if named else module
        found = _generated(line[:1_000], is_rst=is_rst)
        # A directive of MyST is written as a fence; any other one within a fence is an example of such a directive.
        if found is None or fences.mark:
            if not is_rst:
                fences.covers(line)
            out.append(line)
            continue
        at = _end(lines, at, len(found.indent), found.fence, is_rst=is_rst)
        out += [f"{found.indent}{_line(found.name, link(module, found.name), is_rst=is_rst)}", ""]
    return "\n".join(out)


def page_of_object(files_url: PackageUrl, modules: Collection[str], module: str, name: str) -> str:
    """Return the address of the API page of an object, "" if no module of the package holds it.

    Args:
        files_url: any address of the package's version.
        modules: the modules with a page.
        module: the module that a relative name belongs to, "" for none.
        name: dotted name, absolute or relative.
    """
    # `Fish.swim` belongs to the module that was named last; `lake.swim` is the name of another module.
    is_relative = bool(module) and ("." not in name or name[:1].isupper())
    for dotted in (name, *([f"{module}.{name}"] if is_relative else [])):
        parts = dotted.split(".")
        for length in range(len(parts), 0, -1):
            candidate = ".".join(parts[:length])
            if candidate in modules:
                return str(PackageUrl(files_url.package, files_url.version, "api", candidate))
    return ""


def _generated(line: str, *, is_rst: bool) -> _Generated | None:
    """Return the directive that a line begins, None if it begins none that is filled from the code."""
    if is_rst:
        found = _RST.match(line)
        return _Generated(found[1], "", found[2]) if found else None
    if found := _MYST.match(line):
        return _Generated(found[1], found[2], found[3])
    found = _MKDOCS.match(line)
    return _Generated(found[1], "", found[2]) if found else None


def _end(lines: list[str], at: int, margin: int, fence: str, *, is_rst: bool) -> int:
    """Return the first line after the options of a directive, or after its fence."""
    if fence:
        below = lines[at : at + _MOST_OPTIONS]
        return next((n for n, line in enumerate(below, at + 1) if line.strip().startswith(fence)), at)
    while at < len(lines) and _is_option(lines[at], margin, is_rst=is_rst):
        at += 1
    return at


def _is_option(line: str, margin: int, *, is_rst: bool) -> bool:
    """Tell whether a line below a directive sets an option; the options of MkDocs are YAML."""
    is_deeper = len(line) - len(line.lstrip()) > margin and bool(line.strip())
    return is_deeper and (not is_rst or _OPTION.match(line) is not None)


def _line(name: str, address: str, *, is_rst: bool) -> str:
    if not address:
        return f"``{name}``" if is_rst else f"`{name}`"
    return f"API reference: `{name} <{address}>`__" if is_rst else f"API reference: [{name}]({address})"
