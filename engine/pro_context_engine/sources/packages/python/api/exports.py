"""The public interface of a module: its own definitions, those re-exported from private modules, and other names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import griffe

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.python.api.class_bases import with_bases
from pro_context_engine.sources.packages.python.api.definition import Definition
from pro_context_engine.sources.packages.python.api.public_modules import first_sentence, is_public, is_public_name
from pro_context_engine.sources.packages.python.api.syntax import PackageSyntax

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
    is_shown = exported is not None or is_public(name) or (found and _is_object(found.definition))
    return found if is_shown else None


def _is_object(definition: Definition | None) -> bool:
    return isinstance(definition, griffe.Function | griffe.Class)


def _exported_name(syntax: PackageSyntax, module: str, name: str) -> ExportedName | None:
    member = syntax.members(module).get(name)
    if isinstance(member, griffe.Alias):
        if syntax.exports(module) is None and not _is_re_exported(syntax, module, member):
            return None
        definition = syntax.resolve(member.target_path)
        if isinstance(definition, griffe.Attribute):
            definition = _assigned_object(syntax, definition.module.path, definition) or definition
        return ExportedName(name, definition, member.target_path)
    if isinstance(member, griffe.Attribute):
        definition = _assigned_object(syntax, module, member)
        if definition:
            return ExportedName(name, definition, definition.path)
        for path in syntax.imported_in_branches(module, name):
            # `from ._fast import find` or else `find = None`.
            if _is_object(definition := syntax.resolve(path)):
                return ExportedName(name, definition, path)
        if behind := _value_behind(syntax, module, member):
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


def documenting_module(syntax: PackageSyntax, definition: Definition) -> str | None:
    """Return the module whose page documents an object, None for none.

    It is the object's own module if that is public, else the innermost public package around it that exports it.
    """
    if _is_at_home(syntax, definition):
        return definition.module.path
    around = reversed(_packages_around(definition.module.path))
    return next((package for package in around if _offers(syntax, package, definition)), None)


def documenting_place(syntax: PackageSyntax, module: str, name: str, definition: Definition) -> tuple[str, str]:
    """Return the module whose page documents an object that a module exports, and the object's name there.

    An object of another distribution is documented once: by the innermost public module that hands it on. So is a
    method that a module takes from a value.
    """
    home = documenting_module(syntax, definition)
    if home is not None and _same_package(home, module):
        return home, definition.name
    # `attr` and `attrs` in one distribution are both documented in full.
    is_own = syntax.is_own(definition.module.path) and not is_bound(definition)
    return (module, name) if is_own else _handed_on_by(syntax, module, name)


def other_packages(syntax: PackageSyntax, definition: Definition, module: str) -> list[str]:
    """Return the public packages around an object that export it too, except the module that documents it."""
    around = _packages_around(definition.module.path if _same_package(definition.module.path, module) else module)
    return [package for package in around if package != module and _offers(syntax, package, definition)]


def _same_package(module: str, other: str) -> bool:
    return module.partition(".")[0] == other.partition(".")[0]


def _handed_on_by(syntax: PackageSyntax, module: str, name: str) -> tuple[str, str]:
    """Return the innermost public module that hands on an object of another distribution, and the name there."""
    found = home, key = module, name
    for _ in range(_MAX_HOPS):
        member = syntax.members(home).get(key)
        target = member.target_path if isinstance(member, griffe.Alias) else ""
        home, _, key = target.rpartition(".")
        if not home or not _same_package(home, module) or home not in syntax.modules:
            break
        if is_public(home) and exported_name(syntax, home, key) is not None:
            found = home, key
    return found


def _packages_around(module: str) -> list[str]:
    parts = module.split(".")
    packages = [".".join(parts[:cut]) for cut in range(1, len(parts))]
    return [package for package in packages if is_public(package)]


def _is_at_home(syntax: PackageSyntax, definition: Definition) -> bool:
    """Tell whether the module that defines an object is public and exports it under its own name."""
    home = definition.module.path
    if definition.parent is not definition.module or not is_public(home):
        return False
    if not (is_public_name if _is_object(definition) else is_public)(definition.name):
        return False
    exported = syntax.exports(home)
    return exported is None or definition.name in exported


def _offers(syntax: PackageSyntax, package: str, definition: Definition) -> bool:
    """Tell whether a package exports this object under its own name."""
    exported, member = syntax.exports(package), syntax.members(package).get(definition.name)
    if exported is not None:
        listed = definition.name in exported
    else:
        imported = isinstance(member, griffe.Alias) and _is_re_exported(syntax, package, member)
        listed = imported and is_public_name(definition.name)
    return listed and syntax.resolve(f"{package}.{definition.name}") is definition


def _assigned_object(
    syntax: PackageSyntax, module: str, attribute: griffe.Attribute, hops: int = 0
) -> Definition | None:
    """Return the function or class to which a module only assigns another name (`load = _parser.load`).

    It may have several such names, and it may be a method of a value that the module makes (`_default = Parser()`).
    """
    if attribute.has_docstring or not isinstance(attribute.value, griffe.ExprName | griffe.ExprAttribute):
        return None
    if {"(", "["} & set(str(attribute.value)):
        return None
    definition = syntax.resolve_expression(module, attribute.value)
    if _is_object(definition):
        return definition
    if isinstance(definition, griffe.Attribute) and hops < _MAX_HOPS and definition is not attribute:
        return _assigned_object(syntax, definition.module.path, definition, hops + 1)
    return _bound_method(syntax, module, str(attribute.value)) if definition is None else None


def _value_behind(syntax: PackageSyntax, module: str, attribute: griffe.Attribute) -> griffe.Attribute | None:
    """Return the described value to which a module only assigns another name (`cache = _cache`), None for none."""
    if attribute.has_docstring or not isinstance(attribute.value, griffe.ExprName | griffe.ExprAttribute):
        return None
    found = syntax.resolve_expression(module, attribute.value)
    if not isinstance(found, griffe.Attribute) or found is attribute or isinstance(found.parent, griffe.Class):
        return None
    described = found.has_docstring or instance_class(syntax, found) or declared_class(syntax, found)
    return found if described else None


def _bound_method(syntax: PackageSyntax, module: str, expression: str) -> griffe.Function | None:
    """Return the public method that an expression takes from a value, of the value's class or a base of it."""
    owner, _, name = expression.rpartition(".")
    held = syntax.resolve_expression(module, owner) if owner and is_public_name(name) else None
    cls = _class_of_value(syntax, held) if isinstance(held, griffe.Attribute) else None
    members = (one.members.get(name) for one in with_bases(syntax, cls)) if cls else ()
    found = next((one for one in members if one is not None), None)
    return found if isinstance(found, griffe.Function) else None


def _class_of_value(syntax: PackageSyntax, attribute: griffe.Attribute) -> griffe.Class | None:
    """Return the class that a value is declared to have, or that is called to make it."""
    made = attribute.value.function if isinstance(attribute.value, griffe.ExprCall) else None
    stated = _stated_type(attribute) or made
    found = syntax.resolve_near(attribute.module.path, stated) if stated is not None else None
    return found if isinstance(found, griffe.Class) else None


def _stated_type(attribute: griffe.Attribute) -> str | griffe.Expr | None:
    """Return the type that a value is declared to have, None for none (`Final` alone declares none)."""
    stated = attribute.annotation
    whole, inner = (stated.left, stated.slice) if isinstance(stated, griffe.ExprSubscript) else (stated, None)
    return inner if str(whole).rpartition(".")[2] == "Final" else stated


def is_bound(definition: Definition) -> bool:
    """Tell whether a name of a module is a method that is bound to a value; see `exported_names`."""
    return isinstance(definition, griffe.Function) and isinstance(definition.parent, griffe.Class)


def instance_class(syntax: PackageSyntax, definition: Definition) -> griffe.Class | None:
    """Return the class of a value that a module makes by calling a class (`logger = _Logger()`), if no page has it."""
    value = definition.value if isinstance(definition, griffe.Attribute) else None
    if not isinstance(value, griffe.ExprCall) or isinstance(definition.parent, griffe.Class):
        return None
    made = syntax.resolve_near(definition.module.path, value.function)
    return made if isinstance(made, griffe.Class) and documenting_module(syntax, made) is None else None


def declared_class(syntax: PackageSyntax, definition: Definition) -> griffe.Class | None:
    """Return the class of the distribution that a module declares for a value that it makes (`request: Request = …`).

    Where it declares none, the class that it calls, if its values are called in turn (`cache = Cache()`, `@cache`). A
    value in capitals is a constant, of which a module may have hundreds.
    """
    if not isinstance(definition, griffe.Attribute) or isinstance(definition.parent, griffe.Class):
        return None
    if definition.name.isupper() or not isinstance(definition.value, griffe.ExprCall):
        return None
    declared = _class_of_value(syntax, definition)
    is_stated = _stated_type(definition) is not None
    return declared if declared and (is_stated or "__call__" in declared.members) else None


def call_of(cls: griffe.Class) -> griffe.Function | None:
    """Return the `__call__` of a class, None for a class whose values cannot be called."""
    found = cls.members.get("__call__")
    return found if isinstance(found, griffe.Function) else None


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


def _is_re_exported(syntax: PackageSyntax, module: str, alias: griffe.Alias) -> bool:
    inside = _same_package(alias.target_path, module) and syntax.modules[module].is_package
    exists = alias.runtime or syntax.is_filled_when_loaded(module)
    return exists and (inside or syntax.publishes(module, alias.name))
