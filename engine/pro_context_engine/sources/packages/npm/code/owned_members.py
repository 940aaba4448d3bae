"""The members of the objects, and of the instances that functions make, of a JavaScript module."""

from __future__ import annotations

from pro_context_engine.sources.packages.npm.code.call_shapes import (
    call_shape,
    is_callable,
    is_function,
    listed_parameters,
)
from pro_context_engine.sources.packages.npm.code.doc_tags import parameters
from pro_context_engine.sources.packages.npm.code.source_module import SourceModule

_PROTOTYPE = ".prototype"
_NO_OWNERS = frozenset({"this", "window", "self", "global", "globalThis", "root", "module", "exports"})


class OwnedMembers:
    """Writes members as declarations that add them to their owners.

    Args:
        module: the module that is read.
    """

    def __init__(self, module: SourceModule) -> None:
        self._module = module

    def add(self, owner: str, name: str, at: int, indent: int, line: int, *, on_instances: bool) -> None:
        """Write a member of an object, or of the instances that a function makes.

        Args:
            owner: the name of the object or function, perhaps with the objects that it is in.
            name: the member's name.
            at: position of its value.
            indent: how deep its line is indented.
            line: number of its line.
            on_instances: whether instances have it.
        """
        owner = owner.rpartition(".")[2]
        if owner in _NO_OWNERS or name.startswith("_"):
            return
        text, source = self._module.text, self._module.source
        if on_instances:
            modifier = text.modifier_of_members(owner)
            text.add(line, f"{modifier}interface {owner} {{", f"{name}{self._shape(name, at)}; }}")
        else:
            kind = "function" if self._is_function(at) else "const"
            text.add(line, f"export namespace {owner} {{", f"{kind} {name}{self._shape(name, at, '')}; }}")
        if is_callable(source, at):
            self._module.bodies.enter("function", name, indent)

    def add_assigned(self, owner: str, name: str, at: int, indent: int, line: int) -> None:
        """Write a member that an assignment gives to a name or to its prototype."""
        on_instances = owner.endswith(_PROTOTYPE)
        self.add(owner.removesuffix(_PROTOTYPE), name, at, indent, line, on_instances=on_instances)

    def add_of_this(self, name: str, at: int, indent: int, line: int) -> None:
        """Write a member that a function or a constructor sets on `this`."""
        owner = self._module.bodies.owner_of_this()
        if self._module.bodies.are_in_class() and not name.startswith("_"):
            self._module.text.add(line, f"{name}{self._shape(name, at)};")
        elif owner:
            self.add(owner, name, at, indent, line, on_instances=True)

    def is_known(self, owner: str, name: str, at: int) -> bool:
        """Tell whether a member without a comment belongs to an exported name: a function, or one of another module.

        Values of other modules that an exported name itself gets are exports of the module.
        """
        if not self._module.exports.is_owner(owner.removesuffix(_PROTOTYPE)):
            return False
        is_elsewhere = owner.endswith(_PROTOTYPE) and self._module.exports.origin(at, name) is not None
        return is_elsewhere or is_function(self._module.source, at)

    def _shape(self, name: str, at: int, unknown: str = ": any") -> str:
        """Return the parameters of a function, or the type of another value, at a position."""
        doc = self._module.comments.doc
        if self._is_function(at):
            return call_shape(doc, listed_parameters(self._module.source, at))
        if unknown and not doc and (other := self._module.exports.origin(at, name)):
            return f": typeof import('{other.path}').{other.name or 'default'}"
        return self._module.text.value_type(unknown)

    def _is_function(self, at: int) -> bool:
        return is_callable(self._module.source, at) or bool(parameters(self._module.comments.doc))
