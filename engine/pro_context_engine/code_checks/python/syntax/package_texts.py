"""The texts of an import package, searched for words.

A check asks for many names whether some module has them. A plain search for a text is some twenty times as fast as a
regular expression, so that the modules without the text are left out first.
"""

from __future__ import annotations

import os
import re
from functools import cached_property, lru_cache
from pathlib import Path

from pro_context_engine.code_checks.python.syntax.module_syntax import ImportPackage
from pro_context_engine.code_checks.python.syntax.text_searches import is_at_line_start, matches, words_at
from pro_context_engine.sources.packages.files.distribution_files import MOST_FILE_BYTES, FileRefused, bytes_within

_MOST_FILES = 4_000
_MOST_SEARCHED = 25_000_000
_MOST_KEPT = 400
"""The texts for which it is kept which files have them."""

_CLASS = re.compile(r"class (\w+)")

TextFile = tuple[Path, str]


class PackageTexts:
    """The files of an import package with their texts.

    Args:
        files: all of them; [] where they exceed the bounds.
    """

    def __init__(self, files: list[TextFile]) -> None:
        self.files = files
        self._having: dict[str, list[TextFile]] = {}

    def having(self, text: str) -> list[TextFile]:
        """Return the files that contain a text, each file searched once for it."""
        found = self._having.get(text)
        if found is None:
            found = [one for one in self.files if text in one[1]]
            if len(self._having) >= _MOST_KEPT:
                self._having.clear()
            self._having[text] = found
        return found

    @cached_property
    def class_names(self) -> frozenset[str]:
        """Return the names of all classes."""
        return frozenset(head[1] for _, text in self.files for head in matches(_CLASS, text, is_at_line_start))

    def has_word(self, word: str) -> bool:
        """Tell whether a word stands in the code."""
        return any(True for _, text in self.having(word) for _ in words_at(text, word))


@lru_cache(maxsize=4)
def texts_of(package: ImportPackage) -> PackageTexts:
    """Return the texts of an import package, none where they exceed the bounds."""
    root, top = package
    place = root / top
    names = _files_below(place) if place.is_dir() else [root / f"{top}.py", root / f"{top}.pyi"]
    if len(names) > _MOST_FILES:
        return PackageTexts([])
    found: list[TextFile] = []
    left, roots = _MOST_SEARCHED, [root.resolve()]
    for path in names:
        if path.suffix in (".py", ".pyi"):
            try:
                text = bytes_within(path, roots, MOST_FILE_BYTES).decode("utf-8", "replace")
            except FileRefused:
                continue
            left -= len(text)
            if left < 0:
                return PackageTexts([])
            found.append((path, text))
    return PackageTexts(found)


def _files_below(place: Path) -> list[Path]:
    """Return the files of Python below a folder, compiled ones included, in the order of their paths."""
    found = (Path(folder, file) for folder, _, files in os.walk(place) for file in files if ".py" in file)
    return sorted(found, key=lambda one: one.parts)
