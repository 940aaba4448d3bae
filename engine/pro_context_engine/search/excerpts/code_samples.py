"""Examples of code in prose: the sentence that introduces one, and the lines of one that are shown."""

from __future__ import annotations

from collections.abc import Collection

from pro_context_engine.search.excerpts.display_parts import FENCE, is_label, with_gaps
from pro_context_engine.search.index.term_finder import TermFinder

MOST_SAMPLED = 4
"""The lines of an example that is shown in short; of a longer one those with most asked words are shown."""

LONGEST_LINE = 300
"""The characters of a line that is shown whole."""

_REST = "..."
_SENTENCE_ENDS = (".", "!", "?", "|")
_MARKUP = ("#", FENCE, "|")


def introduces(part: str, following: str) -> bool:
    """Tell whether a part says nothing without the code that follows it, since its last sentence is open: `So:`.

    Args:
        part: an output of `display_parts.parts_of`.
        following: the part behind it.
    """
    words = part.rstrip().rstrip("*_)\"'")
    is_open = bool(words) and not words.endswith(_SENTENCE_ENDS)
    return is_open and following.startswith(FENCE) and not part.startswith(_MARKUP) and not is_label(part)


def sampled(fence: str, finder: TermFinder, said: Collection[str]) -> str:
    """Return an example, of a longer one the lines with most of the asked terms; "" for one without an end.

    Args:
        fence: a part that is code.
        finder: finds the asked terms; it has looked at the text.
        said: the terms that do not count, since they are shown already.
    """
    lines = fence.strip("\n").split("\n")
    body = [line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + _REST for line in lines[1:-1]]
    if len(lines) == 1 or not lines[-1].startswith(FENCE):
        return ""
    if len(body) > MOST_SAMPLED:
        new = [len(set(finder.find_known(line)).difference(said)) for line in body]
        telling = sorted(filter(new.__getitem__, range(len(body))), key=lambda number: -new[number])
        body = with_gaps(body, telling[:MOST_SAMPLED] or range(MOST_SAMPLED))
    return "\n".join([lines[0], *body, lines[-1]])
