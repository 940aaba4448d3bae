"""The module whose page documents an object: its own if that is public, else a package around it that exports it."""

from __future__ import annotations

import griffe

from pro_context_engine.sources.packages.python.api.syntax import PackageSyntax
from pro_context_engine.sources.packages.python.parsing.definition import Definition
from pro_context_engine.sources.packages.python.parsing.public_modules import is_public, is_public_name


def documenting_module(syntax: PackageSyntax, definition: Definition) -> str | None:
    """Return the module whose page documents an object, None for none.

    It is the object's own module if that is public, else the innermost public package around it that exports it.
    """
    if _is_at_home(syntax, definition):
        return definition.module.path
    around = reversed(_packages_around(definition.module.path))
    return next((package for package in around if _offers(syntax, package, definition)), None)


def other_packages(syntax: PackageSyntax, definition: Definition, module: str) -> list[str]:
    """Return the public packages around an object that export it too, except the module that documents it."""
    around = _packages_around(definition.module.path if same_package(definition.module.path, module) else module)
    return [package for package in around if package != module and _offers(syntax, package, definition)]


def same_package(module: str, other: str) -> bool:
    """Tell whether two dotted names are of one top-level package."""
    return module.partition(".")[0] == other.partition(".")[0]


def is_re_exported(syntax: PackageSyntax, module: str, alias: griffe.Alias) -> bool:
    """Tell whether a module without `__all__` exports a name that it imports; see `exports.exported_names`."""
    inside = same_package(alias.target_path, module) and syntax.modules[module].is_package
    exists = alias.runtime or syntax.is_filled_when_loaded(module)
    return exists and (inside or syntax.publishes(module, alias.name))


def is_object(definition: Definition | None) -> bool:
    """Tell whether a definition is that of a function or a class, and no value or module."""
    return isinstance(definition, griffe.Function | griffe.Class)


def _packages_around(module: str) -> list[str]:
    parts = module.split(".")
    packages = [".".join(parts[:cut]) for cut in range(1, len(parts))]
    return [package for package in packages if is_public(package)]


def _is_at_home(syntax: PackageSyntax, definition: Definition) -> bool:
    """Tell whether the module that defines an object is public and exports it under its own name."""
    home = definition.module.path
    if definition.parent is not definition.module or not is_public(home):
        return False
    if not (is_public_name if is_object(definition) else is_public)(definition.name):
        return False
    exported = syntax.exports(home)
    return exported is None or definition.name in exported


def _offers(syntax: PackageSyntax, package: str, definition: Definition) -> bool:
    """Tell whether a package exports this object under its own name."""
    exported, member = syntax.exports(package), syntax.members(package).get(definition.name)
    if exported is not None:
        listed = definition.name in exported
    else:
        imported = isinstance(member, griffe.Alias) and is_re_exported(syntax, package, member)
        listed = imported and is_public_name(definition.name)
    return listed and syntax.resolve(f"{package}.{definition.name}") is definition
