"""What a module publishes: its own definitions, those it brings out of private modules, and names from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field

import griffe

from pro_context_engine.sources.packages.python_api.modules import first_sentence, is_public
from pro_context_engine.sources.packages.python_api.syntax import Definition, PackageSyntax


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A name that another page documents: the dotted path of its definition, and its first sentence if known."""

    name: str
    path: str
    summary: str = ""


@dataclass(slots=True)
class Published:
    """A module's interface, in the order of its source.

    Attributes:
        documented: public name and definition of everything this module's page documents.
        elsewhere: names it offers that are documented on another page or by another distribution.
    """

    documented: list[tuple[str, Definition]] = field(default_factory=list)
    elsewhere: list[Elsewhere] = field(default_factory=list)


def published(syntax: PackageSyntax, module: str) -> Published:
    """Return what a module publishes: `__all__` where it has one, else its public names.

    Without `__all__` an import counts in a package's `__init__` only; elsewhere it is the module's own business.
    """
    members, exported = syntax.members(module), syntax.exports(module)
    names = [name for name in members if is_public(name)] if exported is None else exported
    found = Published()
    for name in names:
        member = members.get(name)
        if isinstance(member, griffe.Alias):
            if exported is not None or _re_exported(syntax, module, member):
                _sort_in(found, name, syntax.resolve(member.target_path), member.target_path, syntax)
        elif isinstance(member, Definition):
            found.documented.append((name, member))
    return found


def is_documented(syntax: PackageSyntax, definition: Definition) -> bool:
    """Tell whether some page documents an object: that of its own module, or of a public package around it."""
    if _at_home(syntax, definition):
        return True
    parts = definition.module.path.split(".")
    packages = [".".join(parts[:cut]) for cut in range(1, len(parts))]
    return any(_offers(syntax, package, definition) for package in packages if is_public(package))


def _at_home(syntax: PackageSyntax, definition: Definition) -> bool:
    """Tell whether the module that defines an object is public and publishes it under its own name."""
    home = definition.module.path
    if definition.parent is not definition.module or not is_public(home) or not is_public(definition.name):
        return False
    exported = syntax.exports(home)
    return exported is None or definition.name in exported


def _offers(syntax: PackageSyntax, package: str, definition: Definition) -> bool:
    exported = syntax.exports(package)
    if exported is not None:
        return definition.name in exported
    return is_public(definition.name) and definition.name in syntax.members(package)


def _sort_in(found: Published, name: str, definition: Definition | None, path: str, syntax: PackageSyntax) -> None:
    if definition is None:
        found.elsewhere.append(Elsewhere(name, path))
    elif isinstance(definition, griffe.Module) or _at_home(syntax, definition):
        summary = first_sentence(definition.docstring.value) if definition.docstring else ""
        found.elsewhere.append(Elsewhere(name, definition.path, summary))
    else:
        found.documented.append((name, definition))


def _re_exported(syntax: PackageSyntax, module: str, alias: griffe.Alias) -> bool:
    inside = alias.target_path.split(".")[0] == module.split(".")[0]
    return inside and alias.runtime and syntax.modules[module].is_package
