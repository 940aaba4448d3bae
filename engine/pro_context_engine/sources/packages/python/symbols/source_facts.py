"""The facts in the text of a Python module besides its definitions: examples, idle lines, computed attributes."""

from __future__ import annotations

import re

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.symbols.publicness import used_names

# The blocks that do not run on import. Text in quotes may stand at the left margin, so a script ends at a statement.
_SCRIPT = re.compile(r"^if __name__ == ['\"]__main__['\"]:", re.MULTILINE)
_STATEMENT = re.compile(
    r"^(?:def |class |async def |@|if |try:|[A-Za-z_]\w* *(?::[^\n=]*)?= "
    r"|from [\w.]+ import |import [\w.]+(?: as |,|$))",
    re.MULTILINE,
)
_CHECKING = re.compile(r"^if (?:\w+\.)?TYPE_CHECKING:[^\n]*(?:\n(?:[ \t][^\n]*|(?=\n)))*", re.MULTILINE)
_PROMPT = re.compile(r"^[ \t]*>>> (.*)$", re.MULTILINE)
# A module has one or two such blocks.
_MAX_BLOCKS = 20
_SET_ON = re.compile(r"\bsetattr\(\s*(\w+)")


@value_class
class SourceFacts:
    """The facts of one module.

    Attributes:
        idle: the lines that do not run on import: under `if TYPE_CHECKING`, and under `if __name__ == "__main__"`.
        examples: the names that examples in its docstrings use.
        set_on: the names of objects on which it sets attributes by computed names.
    """

    idle: tuple[range, ...] = ()
    examples: frozenset[str] = frozenset()
    set_on: frozenset[str] = frozenset()


def source_facts(text: str) -> SourceFacts:
    """Return the facts of a module's text, in time linear to its length."""
    examples = "\n".join(_PROMPT.findall(text)) if ">>> " in text else ""
    set_on = frozenset(_SET_ON.findall(text)) if "setattr(" in text else frozenset()
    return SourceFacts(_idle(text), frozenset(used_names(examples)), set_on)


def _idle(text: str) -> tuple[range, ...]:
    spans = [found.span() for found in _CHECKING.finditer(text)] if "TYPE_CHECKING:" in text else []
    script = _SCRIPT.search(text)
    if script is not None:
        after = _STATEMENT.search(text, script.end())
        spans.append((script.start(), after.start() - 1 if after else len(text)))
    lines = ((text.count("\n", 0, start) + 1, text.count("\n", start, end)) for start, end in spans[:_MAX_BLOCKS])
    return tuple(range(first, first + more + 1) for first, more in lines)
