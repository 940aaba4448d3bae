"""The names in the texts of a package: they show that it lacks a name without a table of its symbols."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from time import thread_time

from pro_context_engine.domain.symbols import NamesInTexts
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.files.distribution_files import FileRefused

MAX_BYTES = 60_000_000
MAX_SECONDS = 2.0
"""The bounds of one scan, of CPU time; a name that is not found within them may be in a text that was not read."""


@value_class
class PackageText:
    """A text of a package, as bytes."""

    content: bytes

    def has(self, name: str, word: re.Pattern[bytes]) -> bool:
        """Tell whether the text has a name.

        Args:
            name: an identifier.
            word: finds it as a whole word.
        """
        return name.encode() in self.content and word.search(self.content) is not None


def names_in_texts(names: Collection[str], texts: Iterable[PackageText]) -> NamesInTexts:
    """Return those names that some text has, and those that none has; of the latter nothing where a bound is met first.

    Args:
        names: identifiers.
        texts: the texts; FileRefused is raised for one that may not be read.
    """
    left, end = MAX_BYTES, thread_time() + MAX_SECONDS
    words = {name: re.compile(rb"(?<![\w$])%s(?![\w$])" % re.escape(name.encode())) for name in names}
    try:
        for text in texts:
            left -= len(text.content)
            if not words or left < 0 or thread_time() > end:
                return NamesInTexts(frozenset(names) - words.keys())
            words = {name: word for name, word in words.items() if not text.has(name, word)}
    except FileRefused:
        return NamesInTexts(frozenset(names) - words.keys())
    return NamesInTexts(frozenset(names) - words.keys(), frozenset(words))
