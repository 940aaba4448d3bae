"""The attributes that a package gives to objects from outside of their class, so that the class itself lacks them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from pro_context_engine.code_checks.python.syntax.module_syntax import ImportPackage, ModuleSyntax
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules
from pro_context_engine.code_checks.python.syntax.text_searches import (
    is_apart,
    is_at_line_start,
    is_part,
    matches,
    places_of,
)
from pro_context_engine.code_checks.python.values.known_values import ClassValue

_MADE_CLASS = re.compile(
    r"type\(\s*(?![\"'])[\w.()\[\]]+\s*,\s*(?:tuple\()?(?P<bases>\w+|[\[(][^\])]*[\])])\)?\s*,\s*(?P<names>\w+)"
)
"""A class that `type` makes, under a computed name, with attributes that a variable has."""
_COMPUTED = re.compile(r"\bsetattr\(")
_OBJECT = re.compile(r"(?!self\b|cls\b)[A-Za-z_][\w.]*")
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
    for _, text in modules.texts(package, name):
        is_computed = "setattr(" in text and _COMPUTED.search(text) is not None
        quoted = (place for quote in "\"'" for place in places_of(text, f"{quote}{name}{quote}"))
        if is_computed and any(not _is_told(text, place) for place in quoted):
            return True
        places = (one for one in assigned_objects(text, name) if not _is_told(text, one[0]))
        if any(not _is_of_another(modules, package, of, text, *one) for one in places):
            return True
    return False


def assigned_objects(text: str, name: str) -> Iterator[tuple[int, str]]:
    """Yield the objects, other than `self` and `cls`, of which a text assigns an attribute, each with its place."""
    assigned = re.compile(rf"\.{re.escape(name)}\s*(?::[^=\n]+)?=(?!=)")
    starts: dict[int, int] = {}

    def has_object(text: str, at: int) -> bool:
        start = at
        while start and (is_part(text, start - 1) or text[start - 1] == "."):
            start -= 1
        starts[at] = start
        return _OBJECT.fullmatch(text, start, at) is not None

    for one in matches(assigned, text, has_object):
        start = starts[one.start()]
        yield start, text[start : one.start()]


def is_assigned_to(modules: PackageModules, package: ImportPackage, of: str, name: str) -> bool:
    """Tell whether a package assigns a member to a class, by its name: `Chest.lock = lock`."""
    assigned = re.compile(rf"^[ \t]*{re.escape(of)}\.{re.escape(name)}\s*=(?!=)", re.M)
    return any(assigned.search(text) for _, text in modules.texts(package, f"{of}.{name}"))


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
        texts = (text for texts in classes(package, of).values() for text in texts)
        if any(name in text and defined.search(text) for text in texts):
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
    texts = (text for _, text in modules.texts(package, "type(") if of in text)
    made = ((text, one) for text in texts for one in matches(_MADE_CLASS, text, is_apart))
    return any(_listed_base(listed, text, one) for text, one in made)


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
    texts = (text for _, text in modules.texts(of.module.package, name))
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


def _is_of_another(
    modules: PackageModules, package: ImportPackage, own: str, text: str, start: int, assigned: str
) -> bool:
    """Tell whether the object of an assignment is of another class, by how it was made or by its name.

    `page = Sheet()` before `page.edge = 1` in the same function, or `sheet.edge = 1`, is of `Sheet`.

    Args:
        modules: the modules of all packages.
        package: the import package of the class.
        own: the name of the class.
        text: the module with the assignment.
        start: of the assignment.
        assigned: its object.
    """
    variable = assigned.rpartition(".")[2]
    before = text[_start_of_function(text, start) : start]
    made = re.findall(rf"^[ \t]*{re.escape(assigned)}[ \t]*=[ \t]*([\w.]+)\(", before, re.M)
    named = _CAMEL.sub(lambda letter: letter[1].upper(), variable)
    possible = [*(one.rpartition(".")[2] for one in made[-1:]), named]
    other = next((one for one in possible if modules.has_class(package, one)), own)
    return other != own and other not in modules.heirs(package, own) and own not in modules.heirs(package, other)


def _start_of_function(text: str, until: int) -> int:
    """Return the place behind the last head of a function before a place, 0 for none."""
    at = text.rfind("def ", 0, until)
    while at >= 0:
        if is_at_line_start(text, at - len("async ") if text.endswith("async ", 0, at) else at):
            return at + len("def ")
        at = text.rfind("def ", 0, at)
    return 0


def _is_told(text: str, at: int) -> bool:
    """Tell whether a place stands in a comment, or in a sentence with code in backquotes."""
    before = text[text.rfind("\n", 0, at) + 1 : at]
    return "#" in before or "`" in before
