"""The attributes that a package gives to objects from outside of their class, so that the class itself lacks them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from pro_context_engine.code_checks.python.known_values import ClassValue
from pro_context_engine.code_checks.python.module_syntax import ImportPackage, ModuleSyntax
from pro_context_engine.code_checks.python.package_modules import PackageModules

_MADE_CLASS = re.compile(
    r"(?<![\w.])type\(\s*(?![\"'])[\w.()\[\]]+\s*,\s*(?:tuple\()?(?P<bases>\w+|[\[(][^\])]*[\])])\)?\s*,\s*(?P<names>\w+)"
)
"""A class that `type` makes, under a computed name, with attributes that a variable has."""
_COMPUTED = re.compile(r"\bsetattr\(")
_FUNCTION = re.compile(r"^[ \t]*(?:async )?def ", re.M)
_MOST_CALL = 2_000
"""The characters behind the head of a call in which its arguments are looked for."""
_CAMEL = re.compile(r"(?:^|_)([a-z0-9])")


def may_be_set(modules: PackageModules, package: ImportPackage, of: str, name: str) -> bool:
    """Tell whether the package of a class sets an attribute of its instances from outside of the class.

    Args:
        modules: the modules of the package.
        package: the import package of the class.
        of: the name of the class.
        name: of the attribute. An assignment counts unless its object is shown to be of another class.
    """
    assigned = re.compile(
        rf"(?<![\w.])(?!self\b|cls\b)(?P<object>[A-Za-z_][\w.]*)\.{re.escape(name)}\s*(?::[^=\n]+)?=(?!=)"
    )
    quoted = re.compile(rf"(?P<quote>[\"']){re.escape(name)}(?P=quote)")
    for _, text in modules.texts(package):
        if name not in text:
            continue
        if _COMPUTED.search(text) and any(not _is_told(text, one.start()) for one in quoted.finditer(text)):
            return True
        places = (one for one in assigned.finditer(text) if not _is_told(text, one.start()))
        if any(not _is_of_another(modules, package, of, text, one) for one in places):
            return True
    return False


def is_assigned_to(modules: PackageModules, package: ImportPackage, of: str, name: str) -> bool:
    """Tell whether a package assigns a member to a class, by its name: `Chest.lock = lock`."""
    assigned = re.compile(rf"^[ \t]*{re.escape(of)}\.{re.escape(name)}\s*=(?!=)", re.M)
    return any(name in text and assigned.search(text) for _, text in modules.texts(package))


def heir_has(modules: PackageModules, package: ImportPackage | None, of: str, name: str) -> bool:
    """Tell whether a class of a package inherits from a class and has a member, of its own or of a further base.

    Args:
        modules: the modules of the package.
        package: the import package of the class, None for code that is no file.
        of: the name of the class.
        name: of the member.
    """
    word = re.escape(name)
    defined = re.compile(rf"^\s+(?:async )?def {word}\b|^\s+self\.{word}\s*[:=]|^(?: {{4}}|\t){word}\s*[:=]", re.M)
    for classes in (modules.heirs, modules.other_bases):
        if any(defined.search(text) for texts in classes(package, of).values() for text in texts):
            return True
    return False


def has_made_heirs(modules: PackageModules, package: ImportPackage, of: str) -> bool:
    """Tell whether a package makes heirs of a class at run time, with names of data: `type(title, bases, names)`.

    Args:
        modules: the modules of the package.
        package: the import package of the class.
        of: the name of the class.
    """
    listed = re.compile(rf"[\[(]\s*(?:\w+\.)*{re.escape(of)}\s*[,\])]")
    texts = (text for _, text in modules.texts(package) if of in text)
    return any(any(_listed_base(listed, text, one) for one in _MADE_CLASS.finditer(text)) for text in texts)


def _listed_base(listed: re.Pattern[str], text: str, made: re.Match[str]) -> bool:
    """Tell whether the bases of a class that `type` makes are a list with a class, given or named."""
    bases = made["bases"]
    if listed.search(bases):
        return True
    assigned = rf"^[ \t]*{re.escape(bases.strip())}\s*=\s*(?P<value>[\[(][^\])]*[\])])"
    return any(listed.search(one["value"]) for one in re.finditer(assigned, text, re.M))


def may_be_handed_over(modules: PackageModules, of: ClassValue, name: str) -> bool:
    """Tell whether its package hands a name to a method of a class that sets attributes: `mast.extend(lamp=lit)`.

    Args:
        modules: the modules of the package.
        of: the class, whose method has `setattr(self, name, value)` for its further keyword arguments.
        name: of the attribute.
    """
    methods = [one for one in of.node.body if isinstance(one, ast.FunctionDef) and one.args.kwarg is not None]
    setting = [re.escape(one.name) for one in methods if any(_sets(inner) for inner in ast.walk(one))]
    if not setting:
        return False
    calls = re.compile(rf"\.(?:{'|'.join(setting)})\(")
    given = re.compile(rf"[(,]\s*{re.escape(name)}\s*=(?!=)")
    texts = (text for _, text in modules.texts(of.module.package) if name in text)
    places = ((text, one.end()) for text in texts for one in calls.finditer(text))
    return any(given.search(text, start - 1, start + _MOST_CALL) for text, start in places)


def _sets(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "setattr"


def is_given_by(modules: PackageModules, others: Iterable[ModuleSyntax], of: ClassValue, name: str) -> bool:
    """Tell whether another package gives an attribute to a class (`Stone.edge = …`), or registers it for classes.

    Args:
        modules: the modules of all packages.
        others: the other packages that the code imports.
        of: the class.
        name: of the attribute.
    """
    packages = (one.package for one in others if one.package is not None)
    return any(not modules.given(one).isdisjoint({(of.node.name, name), ("", name)}) for one in packages)


def _is_of_another(modules: PackageModules, package: ImportPackage, own: str, text: str, place: re.Match[str]) -> bool:
    """Tell whether the object of an assignment is of another class, by how it was made or by its name.

    `page = Sheet()` before `page.edge = 1` in the same function, or `sheet.edge = 1`, is of `Sheet`.

    Args:
        modules: the modules of all packages.
        package: the import package of the class.
        own: the name of the class.
        text: the module with the assignment.
        place: of the assignment.
    """
    variable = place["object"].rpartition(".")[2]
    starts = [one.end() for one in _FUNCTION.finditer(text, 0, place.start())]
    before = text[starts[-1] if starts else 0 : place.start()]
    made = re.findall(rf"^[ \t]*{re.escape(place['object'])}[ \t]*=[ \t]*([\w.]+)\(", before, re.M)
    named = _CAMEL.sub(lambda letter: letter[1].upper(), variable)
    possible = [*(one.rpartition(".")[2] for one in made[-1:]), named]
    other = next((one for one in possible if _is_class(modules, package, one)), own)
    return other != own and other not in modules.heirs(package, own) and own not in modules.heirs(package, other)


def _is_class(modules: PackageModules, package: ImportPackage, name: str) -> bool:
    head = re.compile(rf"^[ \t]*class {re.escape(name)}\b", re.M)
    return any(head.search(text) for _, text in modules.texts(package))


def _is_told(text: str, at: int) -> bool:
    """Tell whether a place stands in a comment, or in a sentence with code in backquotes."""
    before = text[text.rfind("\n", 0, at) + 1 : at]
    return "#" in before or "`" in before
