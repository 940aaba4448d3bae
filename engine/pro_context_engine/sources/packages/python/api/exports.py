"""The public interface of a module: its own definitions, those re-exported from private modules, and other names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import griffe

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.python.api.documenting_modules import (
    documenting_module,
    is_object,
    is_re_exported,
    same_package,
)
from pro_context_engine.sources.packages.python.api.module_values import assigned_object, is_bound, value_behind
from pro_context_engine.sources.packages.python.api.syntax import PackageSyntax
from pro_context_engine.sources.packages.python.parsing.definition import Definition
from pro_context_engine.sources.packages.python.parsing.public_modules import first_sentence, is_public, is_public_name

_MAX_HOPS = 20


@value_class
class Elsewhere:
    """A name that another page documents: the dotted path of its definition, and its first sentence if known."""

    name: str
    path: str
    summary: str = ""


@dataclass(slots=True)
class ModuleInterface:
    """A module's interface, in the order of its source.

    Attributes:
        documented: public name and definition of everything that this module's page documents.
        elsewhere: exported names that are documented on another page or by another distribution.
        compiled: exported names of compiled modules that have no stub: no file has a text or a signature for them.
        lacking: the modules that it imports names from and that cannot be parsed.
    """

    documented: list[tuple[str, Definition]] = field(default_factory=list)
    elsewhere: list[Elsewhere] = field(default_factory=list)
    compiled: list[Elsewhere] = field(default_factory=list)
    lacking: list[str] = field(default_factory=list)

    @property
    def other_names(self) -> frozenset[str]:
        """Return the further names of classes that are documented here under their own name (`Open = EasyPond`)."""
        own = {item.path for name, item in self.documented if isinstance(item, griffe.Class) and name == item.name}
        return frozenset(name for name, item in self.documented if item.path in own and name != item.name)

    def add(self, name: str, definition: Definition | None, path_elsewhere: str) -> None:
        """Add a name that the module imports; its definition is None outside of the distribution."""
        if definition and not path_elsewhere:
            self.documented.append((name, definition))
            return
        summary = first_sentence(definition.docstring.value) if definition and definition.docstring else ""
        self.elsewhere.append(Elsewhere(name, path_elsewhere, summary))


@value_class
class ExportedName:
    """A name that a module exports.

    Attributes:
        name: the name in this module.
        definition: its definition, None outside of the distribution.
        target: the dotted path that the module imports or assigns, "" for a definition of its own.
    """

    name: str
    definition: Definition | None
    target: str = ""


def exported_names(syntax: PackageSyntax, module: str) -> Iterator[ExportedName]:
    """Yield the names that a module exports: `__all__` if it has one, else its public names.

    Without `__all__` an imported name counts if it is imported as itself (`import x as x`), and in a package's
    `__init__` if it is another module's of the same package; elsewhere it is internal.
    """
    members, exported = syntax.members(module), syntax.exports(module)
    for name in members if exported is None else exported:
        found = exported_name(syntax, module, name)
        if found is not None:
            yield found


def exported_name(syntax: PackageSyntax, module: str, name: str) -> ExportedName | None:
    """Return one of `exported_names`, None if the module does not export this name; the other names are not followed.

    Args:
        syntax: the distribution's modules.
        module: dotted name of one of them.
        name: the name in the module.
    """
    exported = syntax.exports(module)
    if not (is_public_name(name) if exported is None else name in exported):
        return None
    found = _exported_name(syntax, module, name)
    is_shown = exported is not None or is_public(name) or (found and is_object(found.definition))
    return found if is_shown else None


def _exported_name(syntax: PackageSyntax, module: str, name: str) -> ExportedName | None:
    member = syntax.members(module).get(name)
    if isinstance(member, griffe.Alias):
        if syntax.exports(module) is None and not is_re_exported(syntax, module, member):
            return None
        definition = syntax.resolve(member.target_path)
        if isinstance(definition, griffe.Attribute):
            definition = assigned_object(syntax, definition.module.path, definition) or definition
        return ExportedName(name, definition, member.target_path)
    if isinstance(member, griffe.Attribute):
        definition = assigned_object(syntax, module, member)
        if definition:
            return ExportedName(name, definition, definition.path)
        for path in syntax.imported_in_branches(module, name):
            # `from ._fast import find` or else `find = None`.
            if is_object(definition := syntax.resolve(path)):
                return ExportedName(name, definition, path)
        if behind := value_behind(syntax, module, member):
            return ExportedName(name, behind, behind.path)
    return ExportedName(name, syntax.with_source_docstrings(member)) if isinstance(member, Definition) else None


def module_interface(syntax: PackageSyntax, module: str) -> ModuleInterface:
    """Return the interface of a module, see `exported_names`.

    An object that several packages export is documented once, see `documenting_module`.
    """
    found = ModuleInterface()
    for one in exported_names(syntax, module):
        if one.definition and not one.target:
            found.documented.append((one.name, one.definition))
        else:
            path = _path_elsewhere(syntax, module, one.name, one.definition) if one.definition else one.target
            found.add(one.name, one.definition, path)
    found.compiled = [one for one in found.elsewhere if _is_compiled(syntax, one.path)]
    found.elsewhere = [one for one in found.elsewhere if one not in found.compiled]
    found.lacking += _unparsed_modules(syntax, module, [one.path for one in found.elsewhere])
    return found


def documenting_place(syntax: PackageSyntax, module: str, name: str, definition: Definition) -> tuple[str, str]:
    """Return the module whose page documents an object that a module exports, and the object's name there.

    An object of another distribution is documented once: by the innermost public module that hands it on. So is a
    method that a module takes from a value.
    """
    home = documenting_module(syntax, definition)
    if home is not None and same_package(home, module):
        return home, definition.name
    # `attr` and `attrs` in one distribution are both documented in full.
    is_own = syntax.is_own(definition.module.path) and not is_bound(definition)
    return (module, name) if is_own else _handed_on_by(syntax, module, name)


def _handed_on_by(syntax: PackageSyntax, module: str, name: str) -> tuple[str, str]:
    """Return the innermost public module that hands on an object of another distribution, and the name there."""
    found = home, key = module, name
    for _ in range(_MAX_HOPS):
        member = syntax.members(home).get(key)
        target = member.target_path if isinstance(member, griffe.Alias) else ""
        home, _, key = target.rpartition(".")
        if not home or not same_package(home, module) or home not in syntax.modules:
            break
        if is_public(home) and exported_name(syntax, home, key) is not None:
            found = home, key
    return found


def _path_elsewhere(syntax: PackageSyntax, module: str, name: str, definition: Definition) -> str:
    """Return the path under which another page documents an object, "" if the module's own page does."""
    if isinstance(definition, griffe.Module):
        return definition.path
    home, key = documenting_place(syntax, module, name, definition)
    return "" if home == module else f"{home}.{key}"


def _is_compiled(syntax: PackageSyntax, path: str) -> bool:
    """Tell whether a dotted path names an object of a compiled module without a stub."""
    home = syntax.modules.get(path.rpartition(".")[0])
    return home is not None and home.readable is None and path not in syntax.modules


def _unparsed_modules(syntax: PackageSyntax, module: str, paths: Sequence[str]) -> list[str]:
    """Return the modules that cannot be parsed, among those behind a module's `import *` and behind paths."""
    publishes_stars = syntax.modules[module].is_package or syntax.exports(module) is not None
    taken = [f"{star}.*" for star in syntax.stars(module)] if publishes_stars else []
    return sorted({name for path in (*taken, *paths) if (name := syntax.unparsed_module(path))} - {module})
