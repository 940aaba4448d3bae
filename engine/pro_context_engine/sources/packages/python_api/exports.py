"""What a module publishes: its own definitions, those it brings out of private modules, and names from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import griffe

from pro_context_engine.sources.packages.python_api.public_modules import first_sentence, is_public
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
        lacking: the modules that it takes names from and that cannot be parsed.
    """

    documented: list[tuple[str, Definition]] = field(default_factory=list)
    elsewhere: list[Elsewhere] = field(default_factory=list)
    lacking: list[str] = field(default_factory=list)

    def take(self, name: str, definition: Definition | None, path_elsewhere: str) -> None:
        """Note what the module takes from others, None for what lies outside the distribution."""
        if definition and not path_elsewhere:
            self.documented.append((name, definition))
            return
        summary = first_sentence(definition.docstring.value) if definition and definition.docstring else ""
        self.elsewhere.append(Elsewhere(name, path_elsewhere, summary))


def published(syntax: PackageSyntax, module: str) -> Published:
    """Return what a module publishes: `__all__` where it has one, else its public names.

    Without `__all__` an import counts in a package's `__init__` only; elsewhere it is the module's own business.
    What several packages publish is documented once, see `documenting_module`.
    """
    members, exported = syntax.members(module), syntax.exports(module)
    names = [name for name in members if is_public(name)] if exported is None else exported
    found = Published()
    for name in names:
        member = members.get(name)
        if isinstance(member, griffe.Alias):
            if exported is not None or _re_exported(syntax, module, member):
                definition = syntax.resolve(member.target_path)
                path = _path_elsewhere(syntax, module, definition) if definition else member.target_path
                found.take(name, definition, path)
        elif isinstance(member, griffe.Attribute) and (definition := _assigned(syntax, module, member)):
            found.take(name, definition, _path_elsewhere(syntax, module, definition))
        elif isinstance(member, Definition):
            found.documented.append((name, syntax.explained(member)))
    found.lacking += _lacking(syntax, module, [one.path for one in found.elsewhere])
    return found


def documenting_module(syntax: PackageSyntax, definition: Definition) -> str | None:
    """Return the module whose page documents an object, None for none.

    That of its own module where it is public, else of the innermost public package around it that offers it.
    """
    if _at_home(syntax, definition):
        return definition.module.path
    return next(
        (package for package in reversed(_packages_around(definition)) if _offers(syntax, package, definition)), None
    )


def other_packages(syntax: PackageSyntax, definition: Definition, module: str) -> list[str]:
    """Return the public packages around an object that offer it too, besides the module that documents it."""
    around = _packages_around(definition)
    return [package for package in around if package != module and _offers(syntax, package, definition)]


def _packages_around(definition: Definition) -> list[str]:
    parts = definition.module.path.split(".")
    packages = [".".join(parts[:cut]) for cut in range(1, len(parts))]
    return [package for package in packages if is_public(package)]


def _at_home(syntax: PackageSyntax, definition: Definition) -> bool:
    """Tell whether the module that defines an object is public and publishes it under its own name."""
    home = definition.module.path
    if definition.parent is not definition.module or not is_public(home) or not is_public(definition.name):
        return False
    exported = syntax.exports(home)
    return exported is None or definition.name in exported


def _offers(syntax: PackageSyntax, package: str, definition: Definition) -> bool:
    """Tell whether a package publishes this very object under its own name."""
    exported, member = syntax.exports(package), syntax.members(package).get(definition.name)
    if exported is not None:
        listed = definition.name in exported
    else:
        imported = isinstance(member, griffe.Alias) and _re_exported(syntax, package, member)
        listed = imported and is_public(definition.name)
    return listed and syntax.resolve(f"{package}.{definition.name}") is definition


def _assigned(syntax: PackageSyntax, module: str, attribute: griffe.Attribute) -> Definition | None:
    """Return the function or class that a module only gives another name (`load = _parser.load`)."""
    if attribute.has_docstring or not isinstance(attribute.value, griffe.ExprName | griffe.ExprAttribute):
        return None
    definition = syntax.named(module, attribute.value)
    return definition if isinstance(definition, griffe.Function | griffe.Class) else None


def _path_elsewhere(syntax: PackageSyntax, module: str, definition: Definition) -> str:
    """Return the path by which another page documents an object, "" where the module itself does."""
    if isinstance(definition, griffe.Module):
        return definition.path
    home = documenting_module(syntax, definition)
    # Of `attr` and `attrs` in one distribution, each is documented in full.
    if home is None or home == module or home.partition(".")[0] != module.partition(".")[0]:
        return ""
    return f"{home}.{definition.name}"


def _lacking(syntax: PackageSyntax, module: str, paths: Sequence[str]) -> list[str]:
    """Return the modules that cannot be parsed, of those that lie behind a module's `import *` and behind paths."""
    publishes_stars = syntax.modules[module].is_package or syntax.exports(module) is not None
    taken = [f"{star}.*" for star in syntax.stars(module)] if publishes_stars else []
    return sorted({name for path in (*taken, *paths) if (name := syntax.not_parsed(path))} - {module})


def _re_exported(syntax: PackageSyntax, module: str, alias: griffe.Alias) -> bool:
    inside = alias.target_path.split(".")[0] == module.split(".")[0]
    return inside and alias.runtime and syntax.modules[module].is_package
