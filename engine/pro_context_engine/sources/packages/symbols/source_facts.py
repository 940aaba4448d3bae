"""What the text of a Python module tells besides its definitions: explicit re-exports, examples, warnings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pro_context_engine.sources.packages.symbols.publicness import used_names
from pro_context_engine.sources.packages.symbols.python_deprecations import warnings_given

_RENAMED = re.compile(r" as ([A-Za-z_]\w*)")
_SCRIPT = re.compile(r"^if __name__ == ['\"]__main__['\"]:[^\n]*(?:\n(?:[ \t][^\n]*|(?=\n)))*", re.MULTILINE)
_PROMPT = re.compile(r"^[ \t]*>>> (.*)$", re.MULTILINE)
_SET_ON = re.compile(r"\bsetattr\(\s*(\w+)")


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """The facts of one module.

    Attributes:
        reexported: the names that it imports as themselves (`import x as x`), which publishes them (PEP 484).
        script: the lines under `if __name__ == "__main__"`, the first and one past the last.
        examples: the names that examples in its docstrings use.
        warned: the deprecation warnings that its functions and classes give, by line.
        set_on: the names of objects on which it sets attributes by computed names.
    """

    reexported: frozenset[str] = frozenset()
    script: tuple[int, int] = (0, 0)
    examples: frozenset[str] = frozenset()
    warned: Mapping[int, str] = field(default_factory=dict)
    set_on: frozenset[str] = frozenset()


def source_facts(text: str) -> SourceFacts:
    """Return the facts of a module's text, in time linear to its length."""
    reexported = frozenset(_reexported(text))
    examples = "\n".join(_PROMPT.findall(text)) if ">>> " in text else ""
    set_on = frozenset(_SET_ON.findall(text)) if "setattr(" in text else frozenset()
    return SourceFacts(reexported, _script(text), frozenset(used_names(examples)), warnings_given(text), set_on)


def _script(text: str) -> tuple[int, int]:
    found = _SCRIPT.search(text)
    if found is None:
        return 0, 0
    first = text.count("\n", 0, found.start()) + 1
    return first, first + found[0].count("\n") + 1


def _reexported(text: str) -> Iterator[str]:
    for found in _RENAMED.finditer(text):
        name, end = found[1], found.start()
        before = text[max(end - len(name) - 1, 0) : end]
        if before.endswith(name) and not before[: -len(name)].isidentifier():
            yield name
