"""The ranks of a distribution's symbols, see docs/symbols.md."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import griffe

from pro_context_engine.domain.symbols import PackageSymbol
from pro_context_engine.sources.packages.python.symbols.class_ancestry import Ancestors
from pro_context_engine.sources.packages.python.symbols.class_names import ClassNames
from pro_context_engine.sources.packages.python.symbols.public_objects import PublicObject
from pro_context_engine.sources.packages.symbols import publicness


class SymbolRanks:
    """The ranks of a distribution's symbols."""

    def __init__(
        self,
        objects: Mapping[str, PublicObject],
        ancestors: Ancestors,
        names: ClassNames,
        mentioned: Collection[str],
    ) -> None:
        """Find the generated families among the objects.

        Args:
            objects: the public objects by the path of their definition.
            ancestors: of the classes.
            names: of the classes.
            mentioned: the names that README, documents and examples use.
        """
        self._mentioned = mentioned
        self._generated = publicness.generated_families(_shapes(objects, ancestors, names))

    def of_module(self, name: str) -> int:
        """Return the rank of a module itself: behind the other names of the package that holds it."""
        if "." not in name:
            return 0
        return max(publicness.module_rank(name) - publicness.LEVEL + publicness.MEMBER, 0)

    def of(self, found: PublicObject, *, deprecated: bool) -> int:
        """Return the rank of an object that a module exports."""
        module, _, last = found.canonical.rpartition(".")
        rank = publicness.module_rank(module)
        rank += publicness.UNMENTIONED * (last not in self._mentioned)
        rank += publicness.UNLISTED * (not found.paths[found.canonical])
        rank += publicness.UNDERSCORED * last.startswith("_")
        rank += publicness.DEPRECATED * deprecated
        return rank + publicness.GENERATED * (found.target in self._generated)

    def of_member(self, owner: PackageSymbol, name: str, *, deprecated: bool) -> int:
        """Return the rank of a member of a class or instance."""
        unmentioned = publicness.UNMENTIONED * (name not in self._mentioned)
        return owner.rank + publicness.MEMBER + unmentioned + publicness.DEPRECATED * deprecated


def _shapes(
    objects: Mapping[str, PublicObject], ancestors: Ancestors, names: ClassNames
) -> Iterator[tuple[str, publicness.FamilyShape]]:
    for key, found in objects.items():
        definition = found.definition
        if definition is None or isinstance(definition, griffe.Module):
            continue
        module, _, name = found.canonical.rpartition(".")
        if isinstance(definition, griffe.Class):
            bases = tuple(names.of(base) for base in ancestors.bases(definition))
            fields_only = not any(isinstance(member, griffe.Function) for member in definition.members.values())
            yield key, publicness.FamilyShape(name, module, bases, fields_only)
        else:
            yield key, publicness.FamilyShape(name, module)
