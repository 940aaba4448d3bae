"""The texts of a distribution's modules as Python; a Cython source is converted, with the files that it includes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import PurePosixPath

from pro_context_engine.sources.packages.files.distribution_files import (
    DistributionFile,
    DistributionFiles,
    FileRefused,
)
from pro_context_engine.sources.packages.python.parsing.cython_sources import included_files, python_source
from pro_context_engine.sources.packages.python.parsing.public_modules import CYTHON

_INCLUDED = ".pxi"
_MOST_INCLUDED = 100
_MOST_CHARACTERS = 8_000_000


class ModuleTexts:
    """Read the files of modules.

    Args:
        files: the files of the distribution.
    """

    def __init__(self, files: DistributionFiles) -> None:
        self._files = files
        self._converted: dict[PurePosixPath, str] = {}

    def text(self, file: DistributionFile, head: int | None = None) -> str:
        """Return a file's text as Python; see `DistributionFiles.text` for arguments and errors."""
        if file.relative.suffix != CYTHON:
            return self._files.text(file, head)
        if file.relative not in self._converted:
            self._converted[file.relative] = python_source("\n".join(self._with_included(file)))
        return self._converted[file.relative][:head]

    def content(self, file: DistributionFile) -> bytes:
        """Return a file's bytes, those of Python for a Cython source; see `text`."""
        return self.text(file).encode() if file.relative.suffix == CYTHON else self._files.content(file)

    def written(self, file: DistributionFile) -> Iterator[bytes]:
        """Yield a file's bytes as they are written, and those of the files that it includes; see `text`."""
        if file.relative.suffix == CYTHON:
            yield from (text.encode() for text in self._with_included(file))
        else:
            yield self._files.content(file)

    def _with_included(self, file: DistributionFile) -> list[str]:
        """Return the text of a Cython source, and those of the files that it includes, each once and within bounds."""
        texts = [self._files.text(file)]
        left = _MOST_CHARACTERS - len(texts[0])
        for name in dict.fromkeys(included_files(texts[0])[:_MOST_INCLUDED]):
            path = PurePosixPath(name)
            if path.suffix == _INCLUDED and ".." not in path.parts and not path.is_absolute():
                included = DistributionFile(file.relative.parent / path, file.path.parent / path)
                with suppress(FileRefused):
                    text = self._files.text(included)
                    left -= len(text)
                    if left < 0:
                        break
                    texts.append(text)
        return texts
