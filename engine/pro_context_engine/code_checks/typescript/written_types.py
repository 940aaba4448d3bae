"""The types that code writes with names of packages: `Pool | null`, `Map<string, Client>`, its own interfaces.

They are read as declarations of one package, among which the code's own types and its imports stand. Objects that the
code itself describes may have more members than it says: mistakes in their use are no business of the package.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pro_context_engine.code_checks.typescript.declared_types import Written
from pro_context_engine.code_checks.typescript.package_types import CodeValue, PackageTypes
from pro_context_engine.code_checks.typescript.script import Script
from pro_context_engine.code_checks.typescript.script_imports import ImportedName, package_of
from pro_context_engine.sources.packages.npm.declarations.scanning import Scan
from pro_context_engine.sources.packages.npm.symbols.declaration_scopes import Scope, file_scope

_MOST_TOKENS = 2_000
_MOST_OWN = 300
_ANY_MEMBER = "{ [key: string]: any;"
_UNKNOWN = "declare class {0} extends UnknownTypeOfTheCode {{}}\n"
_TYPES = frozenset({"interface", "type"})
_AFTER_NAME = frozenset({"=", "{", "<", "extends"})
_Range = tuple[int, int]


class WrittenTypes:
    """Give the values that have the types which one text writes.

    Args:
        script: the code.
        imports: the names that it imports.
        packages: the packages by name.
    """

    def __init__(self, script: Script, imports: Sequence[ImportedName], packages: Mapping[str, PackageTypes]) -> None:
        self._script = script
        self._packages = packages
        self._imports = {one.local: one for one in imports}
        self._own: dict[str, list[_Range]] = {}
        for name, declared in _declared(script):
            self._own.setdefault(name, []).append(declared)
        self._scopes: dict[str, Scope] = {}

    def value(self, first: int, last: int) -> CodeValue | None:
        """Return the value that has the type which a range of the code writes, None for a type of no package."""
        if last - first > _MOST_TOKENS:
            return None
        types = self._package_in(first, last)
        if types is None:
            return None
        if types.package not in self._scopes:
            self._scopes[types.package] = file_scope("", "".join(self._declarations(types.package)))
        scope = Scope("", Scan(self._text(first, last)), parent=self._scopes[types.package])
        return CodeValue(types, Written(scope, 0, len(scope.scan.tokens), {}))

    def _package_in(self, first: int, last: int) -> PackageTypes | None:
        """Return the package of the first imported name in a type, or in the types of the code that it names."""
        waiting, seen = [(first, last)], set[str]()
        for begin, end in waiting:
            for place in range(begin, end):
                name = self._script.text(place)
                if name in seen or self._script.kind(place) != "name" or self._script.text(place - 1) == ".":
                    continue
                seen.add(name)
                if name in self._own:
                    waiting += self._own[name]
                elif name in self._imports and package_of(self._imports[name].module) in self._packages:
                    return self._packages[package_of(self._imports[name].module)]
        return None

    def _declarations(self, package: str) -> Iterator[str]:
        """Yield the imports of a package, the code's own types, and classes in the place of all other names."""
        for local, one in self._imports.items():
            if local in self._own:
                continue
            if package_of(one.module) != package:
                yield _UNKNOWN.format(local)
            elif one.name == "*":
                yield f'import * as {local} from "{one.module}";\n'
            else:
                yield f'import {{ {one.name} as {local} }} from "{one.module}";\n'
        for name, ranges in self._own.items():
            is_type = len(ranges) == 1 and self._script.text(ranges[0][0]) in _TYPES
            yield f"{self._text(*ranges[0])};\n" if is_type else _UNKNOWN.format(name)

    def _text(self, first: int, last: int) -> str:
        """Return a range of the code in which every object may have further members."""
        script = self._script
        texts: list[str] = []
        for place in range(first, last):
            is_object = script.text(place) == "{" and script.text(place + 1) not in ("[", "readonly", "-", "+")
            texts.append(_ANY_MEMBER if is_object else script.text(place))
        return " ".join(texts)


def _declared(script: Script) -> Iterator[tuple[str, _Range]]:
    """Yield the types that code declares, each with its range; of a class or an enum only its head."""
    left = _MOST_OWN
    for place, token in enumerate(script.tokens):
        name = script.text(place + 1)
        if not left or token.kind != "name" or script.kind(place + 1) != "name" or script.text(place - 1) == ".":
            continue
        if token.text in ("class", "enum"):
            yield name, (place, place + 2)
        elif token.text in _TYPES and script.text(place + 2) in _AFTER_NAME:
            left -= 1
            yield name, (place, _end_of_type(script, place))


def _end_of_type(script: Script, place: int) -> int:
    """Return the place after the declaration of an interface or of a type."""
    at = place + 2
    if script.text(place) == "interface":
        while at < len(script.tokens) and script.text(at) != "{":
            at += 1
        return script.closing(at) + 1
    while at < len(script.tokens) and script.text(at) != ";":
        here, before = script.tokens[at], script.tokens[at - 1]
        ends_line = before.kind != "mark" or before.text in (")", "]", "}", ">")
        if here.line > before.line and here.kind == "name" and ends_line:
            break
        at = script.closing(at) + 1 if script.text(at) in ("(", "[", "{") else at + 1
    return at
