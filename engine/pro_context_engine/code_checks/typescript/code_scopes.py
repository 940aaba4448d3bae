"""The names of code and their values, by the blocks and functions in which they are known."""

from __future__ import annotations

from dataclasses import dataclass, field

from pro_context_engine.code_checks.typescript.package_types import CodeValue


@dataclass(slots=True)
class _Block:
    """A block or a function: its last token, and the values of its names, None for unknown ones."""

    end: int
    names: dict[str, CodeValue | None] = field(default_factory=dict)


class CodeScopes:
    """The names that are known at the place up to which code was read."""

    def __init__(self, end: int) -> None:
        self._blocks = [_Block(end)]

    def reach(self, place: int) -> None:
        """Leave the blocks that end before a place."""
        while len(self._blocks) > 1 and self._blocks[-1].end < place:
            self._blocks.pop()

    def enter(self, end: int) -> None:
        """Enter a block that ends at a place."""
        self._blocks.append(_Block(end))

    def leave(self) -> None:
        """Leave the innermost block."""
        self._blocks.pop()

    def declare(self, name: str, value: CodeValue | None) -> None:
        """Declare a name in the innermost block."""
        self._blocks[-1].names[name] = value

    def assign(self, name: str, value: CodeValue | None) -> None:
        """Give a declared name a value; one that had another value before is unknown from then on."""
        for block in reversed(self._blocks):
            if name in block.names:
                block.names[name] = value if block.names[name] is None else None
                return

    def find(self, name: str) -> CodeValue | None:
        """Return the value of a name, None for an unknown one."""
        for block in reversed(self._blocks):
            if name in block.names:
                return block.names[name]
        return None

    def find_own(self, name: str) -> CodeValue | None:
        """Return the value of a member of the innermost `this`, None for an unknown one."""
        for block in reversed(self._blocks):
            if "this" in block.names or f"this.{name}" in block.names:
                return block.names.get(f"this.{name}")
        return None

    def assign_own(self, name: str, value: CodeValue | None) -> None:
        """Give a declared member of the innermost `this` a value."""
        block = next((one for one in reversed(self._blocks) if "this" in one.names), None)
        if block and f"this.{name}" in block.names:
            block.names[f"this.{name}"] = value
