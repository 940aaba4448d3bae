"""The attributes that a package gives to objects from outside of their class, so that the class itself lacks them."""

from __future__ import annotations

import re

from pro_context_engine.code_checks.python.known_values import ClassValue
from pro_context_engine.code_checks.python.package_modules import PackageModules

_COMPUTED = re.compile(r"\bsetattr\(")
_FUNCTION = re.compile(r"^[ \t]*(?:async )?def ", re.M)
_CAMEL = re.compile(r"(?:^|_)([a-z0-9])")


def may_be_set(modules: PackageModules, of: ClassValue, name: str) -> bool:
    """Tell whether the package of a class sets an attribute of its instances from outside of the class.

    Args:
        modules: the modules of the package.
        of: the class.
        name: of the attribute. An assignment counts unless its object is shown to be of another class.
    """
    if of.module.folder is None:
        return False
    assigned = re.compile(
        rf"(?<![\w.])(?!self\b|cls\b)(?P<object>[A-Za-z_][\w.]*)\.{re.escape(name)}\s*(?::[^=\n]+)?=(?!=)"
    )
    quoted = re.compile(rf"(?P<quote>[\"']){re.escape(name)}(?P=quote)")
    for _, text in modules.texts(of.module.folder, of.module.name.partition(".")[0]):
        if name not in text:
            continue
        if _COMPUTED.search(text) and any(not _is_told(text, one.start()) for one in quoted.finditer(text)):
            return True
        places = (one for one in assigned.finditer(text) if not _is_told(text, one.start()))
        if any(not _is_of_another(modules, of, text, one) for one in places):
            return True
    return False


def _is_of_another(modules: PackageModules, of: ClassValue, text: str, place: re.Match[str]) -> bool:
    """Tell whether the object of an assignment is of another class, by how it was made or by its name.

    `page = Sheet()` before `page.edge = 1` in the same function, or `sheet.edge = 1`, is of `Sheet`.
    """
    variable = place["object"].rpartition(".")[2]
    starts = [one.end() for one in _FUNCTION.finditer(text, 0, place.start())]
    before = text[starts[-1] if starts else 0 : place.start()]
    made = re.findall(rf"^[ \t]*{re.escape(place['object'])}[ \t]*=[ \t]*([\w.]+)\(", before, re.M)
    named = _CAMEL.sub(lambda letter: letter[1].upper(), variable)
    classes = [one for one in (*(one.rpartition(".")[2] for one in made[-1:]), named) if _is_class(modules, of, one)]
    return bool(classes) and classes[0] != of.node.name and not _is_heir(modules, of, classes[0])


def _is_class(modules: PackageModules, of: ClassValue, name: str) -> bool:
    head = re.compile(rf"^[ \t]*class {re.escape(name)}\b", re.M)
    assert of.module.folder is not None
    return any(head.search(text) for _, text in modules.texts(of.module.folder, of.module.name.partition(".")[0]))


def _is_heir(modules: PackageModules, of: ClassValue, name: str) -> bool:
    """Tell whether a class inherits from another one, or that one from it."""
    assert of.module.folder is not None
    top = of.module.name.partition(".")[0]
    return name in modules.heirs(of.module.folder, top, of.node.name) or of.node.name in modules.heirs(
        of.module.folder, top, name
    )


def _is_told(text: str, at: int) -> bool:
    """Tell whether a place stands in a comment, or in a sentence with code in backquotes."""
    before = text[text.rfind("\n", 0, at) + 1 : at]
    return "#" in before or "`" in before
