"""What is wrong with a spec, in words a spec author can act on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class SpecProblem:
    """One thing to correct.

    Attributes:
        file: the YAML file, as the author would open it.
        key: dotted path of the key inside it, "" for the whole file.
        reason: what is wrong, in plain words.
        warning: whether the spec may be used all the same.
    """

    file: str
    key: str
    reason: str
    warning: bool = False

    def __str__(self) -> str:
        where = f"{self.file}: {self.key}" if self.key else self.file
        return f"{where}: {'warning: ' if self.warning else ''}{self.reason}"


class SpecError(Exception):
    """The spec cannot be used; `problems` holds every reason found, in file order."""

    def __init__(self, problems: Sequence[SpecProblem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


def dotted(*path: str | int) -> str:
    """Return a key path as authors read it: `examples[0].arguments.topic`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")
