"""The documentation comments of implementations.

Of a function with overloads, authors document the implementation, and the compiler leaves that comment out of the
declarations: these have none. The source that a declaration map names, or the compiled module beside it, has it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from posixpath import dirname, join, normpath

from pro_context_engine.sources.packages.npm.declarations.declaration_files import parts_of
from pro_context_engine.sources.packages.npm.declarations.doc_comments import comment_text

MOST_CHARACTERS = 1_000_000
"""The longest source that is read."""

_MOST_SOURCES = 4
_ENDINGS = {".d.ts": (".js", ".mjs", ".cjs"), ".d.mts": (".mjs",), ".d.cts": (".cjs",)}
# An unclosed comment extends to the end of the text, so that nothing is matched twice.
_COMMENT = re.compile(r"/\*\*(?!/)(?:[^*]|\*(?!/))*(?:\*/)?")
_FUNCTION = re.compile(r"\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*(?:\*\s*)?([\w$]+)")


def implementation_comments(path: str, text_of: Callable[[str], str]) -> Mapping[str, str]:
    """Return the documentation comments of functions in the sources of a declaration file, by name.

    Args:
        path: path of the declaration file.
        text_of: returns the text of a file of the package, "" if there is none.
    """
    found: dict[str, str] = {}
    for source in _sources(path, text_of):
        text = text_of(source)
        if "/**" not in text or len(text) > MOST_CHARACTERS:
            continue
        for comment in _COMMENT.finditer(text):
            function = _FUNCTION.match(text, comment.end())
            if function and comment_text(comment[0]):
                # The implementation stands behind its overloads.
                found[function[1]] = comment[0]
        if found:
            break
    return found


def _sources(path: str, text_of: Callable[[str], str]) -> Iterator[str]:
    """Yield the paths of the sources that may belong to a declaration file, the likeliest first."""
    folder = dirname(path)
    try:
        declared = json.loads(text_of(f"{path}.map") or "{}")
    except (ValueError, RecursionError):
        declared = {}
    listed = declared.get("sources") if isinstance(declared, dict) else None
    root = declared.get("sourceRoot") if isinstance(declared, dict) else None
    for source in listed[:_MOST_SOURCES] if isinstance(listed, list) else ():
        if isinstance(source, str):
            inside = normpath(join(folder, root if isinstance(root, str) else "", source))
            if not inside.startswith(("/", "..")) and parts_of(inside)[0] == parts_of(path)[0]:
                yield inside
    for ending, others in _ENDINGS.items():
        if path.endswith(ending):
            yield from (path.removesuffix(ending) + other for other in others)
