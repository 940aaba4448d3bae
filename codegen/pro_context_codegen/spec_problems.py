"""Problems of a spec, in words that a spec author can act on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class SpecProblem:
    """One mistake to correct.

    Attributes:
        file: the path of the file, as the author opens it.
        key: the dotted path of the key inside the file, "" for the whole file.
        reason: the mistake, in plain words.
        warning: whether the spec may be used despite the problem.
    """

    file: str
    key: str
    reason: str
    warning: bool = False

    def __str__(self) -> str:
        where = f"{self.file}: {self.key}" if self.key else self.file
        return f"{where}: {'warning: ' if self.warning else ''}{self.reason}"


class SpecError(Exception):
    """The spec cannot be used; `problems` holds every reason, in file order."""

    def __init__(self, problems: Sequence[SpecProblem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


def dotted(*path: str | int) -> str:
    """Return a key path in its written form: `examples[0].arguments.topic`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")
