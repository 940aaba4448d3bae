"""The uses of npm packages in TypeScript and JavaScript code that do not fit their declarations.

Chains of members and calls that begin with an imported name, or with a name that is bound to such a chain, are followed
through the declared types. A type that is not declared in full proves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pro_context_engine.code_checks import similar_names
from pro_context_engine.code_checks.typescript.declared_types import Declarations, returns, unwrapped
from pro_context_engine.code_checks.typescript.script_tokens import ScriptToken, closing, tokens_of
from pro_context_engine.domain.code_findings import ClosestName, CodeFinding, FindingKind, UseCounts
from pro_context_engine.domain.symbols import PackageSymbol, SymbolKind

_FROM = re.compile(r"""(?:\bfrom\s*|\brequire\s*\(\s*|\bimport\s*\(\s*|^\s*import\s+)['"]([^'"\n]{1,200})['"]""", re.M)
_NAME = re.compile(r"(?:@[a-z0-9~][\w.~-]*/)?[a-z0-9~][\w.~-]*")
_IMPORT = re.compile(
    r"""\bimport\s+(?:type\s+)?(?P<what>[^'";]{1,4000}?)\s*\bfrom\s*['"](?P<module>[^'"\n]+)['"]"""
    r"""|\b(?:const|let|var)\s+(?P<name>[\w$]+|\{[^}]*\})\s*=\s*require\s*\(\s*['"](?P<required>[^'"\n]+)['"]""",
)
_ANY_OBJECT = frozenset(dir(object)) | frozenset(
    [
        "toString",
        "valueOf",
        "hasOwnProperty",
        "constructor",
        "call",
        "apply",
        "bind",
        "then",
        "catch",
        "finally",
        "length",
        "name",
        "prototype",
    ]
)
_MOST_LINKS = 60


@dataclass(slots=True)
class ScriptFindings:
    """The findings, of which `module` is the package, and the uses of each package."""

    findings: list[CodeFinding] = field(default_factory=list)
    uses: dict[str, UseCounts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Bound:
    """The value of a name: a module as a whole, or a symbol and whether an instance of it is meant."""

    package: str
    module: str = ""
    symbol: PackageSymbol | None = None
    is_instance: bool = False


def imported_packages(text: str) -> list[str]:
    """Return the npm packages that code imports, each once."""
    found: dict[str, None] = {}
    for module in _FROM.findall(text):
        name = package_of(module)
        if name:
            found[name] = None
    return list(found)[:100]


def package_of(module: str) -> str:
    """Return the package of an imported module, "" for a file and for a module of Node."""
    match = _NAME.match(module)
    if (
        match is None
        or module.startswith((".", "/", "node:"))
        or (module[match.end() :] and module[match.end()] != "/")
    ):
        return ""
    return match[0]


def check_typescript(text: str, declarations: Mapping[str, Declarations]) -> ScriptFindings:
    """Return the findings in TypeScript or JavaScript code; the call blocks.

    Args:
        text: the code.
        declarations: those of the packages by name.
    """
    walk = _ScriptWalk(text, declarations)
    walk.imports(text)
    walk.follow()
    return walk.result


class _ScriptWalk:
    def __init__(self, text: str, declarations: Mapping[str, Declarations]) -> None:
        self._declarations = declarations
        self._tokens = tokens_of(text)
        self._names: dict[str, _Bound] = {}
        self._seen: set[tuple[int, int]] = set()
        self.result = ScriptFindings()

    # -- imports -----------------------------------------------------------------------------------------------------

    def imports(self, text: str) -> None:
        """Bind the imported names, and note those that a module does not export."""
        for match in _IMPORT.finditer(text):
            module = match["module"] or match["required"]
            package = package_of(module)
            declared = self._declarations.get(package)
            if declared is None:
                continue
            what = match["what"] if match["module"] else match["name"]
            start = match.start("what" if match["module"] else "name")
            braces = re.search(r"\{([^}]*)\}", what)
            if braces:
                self._named_imports(text, start + braces.start(1), braces[1], declared, module, bool(match["module"]))
            rest = re.sub(r"\{[^}]*\}", "", what)
            for part in rest.split(","):
                name = part.strip()
                if name.startswith("*"):
                    self._names[name.rpartition(" ")[2]] = _Bound(package, module)
                elif re.fullmatch(r"[\w$]+", name):
                    symbol = declared.default(module)
                    self._names[name] = _Bound(package, module, symbol)
                    if match["module"] and self._lacks_default(declared, module, name):
                        line, column = _line_and_column(text, start + what.index(name))
                        self._add(line, column, name, module, FindingKind.MISSING_NAME, [], declared)

    def _named_imports(
        self, text: str, start: int, listed: str, declared: Declarations, module: str, is_import: bool
    ) -> None:
        separator = r"\s+as\s+" if is_import else r"\s*:\s*"
        for part in re.finditer(r"[^,]+", listed):
            plain = re.sub(r"^\s*type\s+(?!as\b)", "", part[0]).strip()
            name, *others = re.split(separator, plain)
            if not re.fullmatch(r"[\w$]+", name):
                continue
            counts = self.result.uses.setdefault(declared.package, UseCounts())
            counts.looked_at += 1
            symbol = declared.default(module) if name == "default" else declared.exported(module, name)
            self._names[others[0] if others else name] = _Bound(declared.package, module, symbol)
            if symbol is not None:
                place = start + part.start() + part[0].index(name)
                self._note_deprecation(symbol, name, *_line_and_column(text, place), declared)
                continue
            known = [one for one in declared.names if one != name]
            if not self._has_module(declared, module) or not declared.is_whole or name == "default":
                counts.unresolved += 1
                continue
            place = start + part.start() + part[0].index(name)
            exported = self._exports(declared, module) or known
            line, column = _line_and_column(text, place)
            self._add(line, column, name, module, FindingKind.MISSING_NAME, exported, declared)

    def _lacks_default(self, declared: Declarations, module: str, name: str) -> bool:
        """Tell whether a part of a package exports a name, and nothing by default."""
        if module == declared.package or not self._has_module(declared, module) or not declared.is_whole:
            return False
        return declared.exported(module, name) is not None and declared.exported(module, "default") is None

    def _has_module(self, declared: Declarations, module: str) -> bool:
        if not any(table.symbols for table in declared.tables) or any(table.truncated for table in declared.tables):
            return False
        return module == declared.package or declared.exported(declared.package, module) is not None

    def _exports(self, declared: Declarations, module: str) -> list[str]:
        prefix = "" if module == declared.package else f"{module}."
        paths = (path for table in declared.tables for one in table.symbols for path in (one.name, *one.paths))
        return [path[len(prefix) :] for path in paths if path.startswith(prefix) and "." not in path[len(prefix) :]]

    # -- chains ------------------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Follow every chain in the order of the code."""
        tokens = self._tokens
        for place, token in enumerate(tokens):
            if token.kind != "name" or (place and tokens[place - 1].text in (".", "?.")):
                continue
            if place and tokens[place - 1].text in ("import", "from", "{", ",") and self._in_import(place):
                continue
            if token.text in self._names and not self._is_key(place):
                value, end = self._chain(place)
                self._bind(place, value, end)

    def _in_import(self, place: int) -> bool:
        for number in range(place, max(-1, place - 200), -1):
            if self._tokens[number].text in (";", "=", "(", "=>"):
                return False
            if self._tokens[number].text == "import":
                return True
        return False

    def _is_key(self, place: int) -> bool:
        following = self._tokens[place + 1].text if place + 1 < len(self._tokens) else ""
        before = self._tokens[place - 1].text if place else ""
        return following == ":" and before in ("{", ",")

    def _bind(self, place: int, value: _Bound | None, end: int) -> None:
        """Bind the name that a chain is assigned to."""
        tokens = self._tokens
        start = place - 1
        while start >= 0 and tokens[start].text in ("await", "new"):
            start -= 1
        after = tokens[end].text if end < len(tokens) else ";"
        if (
            start < 2
            or tokens[start].text != "="
            or after in ("+", "-", "*", "/", "?", "&&", "||", "??", "<", ">", "=")
        ):
            return
        name = tokens[start - 1]
        if tokens[start - 2].text in ("const", "let", "var") and name.kind == "name":
            if value is None:
                self._names.pop(name.text, None)
            elif name.text not in self._names or self._names[name.text].is_instance:
                self._names[name.text] = value

    def _chain(self, place: int) -> tuple[_Bound | None, int]:
        """Return the value of a chain of members and calls, and the place after it."""
        tokens = self._tokens
        value: _Bound | None = self._names[tokens[place].text]
        made = place > 0 and tokens[place - 1].text == "new"
        waits = place > 0 and tokens[place - 1].text == "await"
        number = place + 1
        for _ in range(_MOST_LINKS):
            if number >= len(tokens):
                break
            text = tokens[number].text
            if text in (".", "?.") and number + 1 < len(tokens) and tokens[number + 1].kind == "name":
                called = number + 2 < len(tokens) and tokens[number + 2].text == "("
                value = self._link(value, tokens[number + 1], called=called)
                number += 2
            elif text == "!" and number + 1 < len(tokens) and tokens[number + 1].text == ".":
                number += 1
            elif text == "(":
                end = closing(tokens, number)
                value = self._call(value, number, made=made)
                made = False
                number = end + 1
            elif text == "<" and (after := self._type_arguments(number)):
                number = after
            elif text == "[":
                value, number = None, closing(tokens, number) + 1
            else:
                break
        if waits and value is not None and value.symbol is None:
            value = None
        return value, number

    def _type_arguments(self, place: int) -> int:
        """Return the place after type arguments that stand before a call, 0 for none."""
        depth = 0
        for number in range(place, min(place + 80, len(self._tokens) - 1)):
            text = self._tokens[number].text
            depth += (text == "<") - (text == ">")
            if text in (";", "=>") or (text == "(" and depth == 0):
                return 0
            if depth == 0:
                return number + 1 if self._tokens[number + 1].text == "(" else 0
        return 0

    def _link(self, value: _Bound | None, token: ScriptToken, *, called: bool) -> _Bound | None:
        """Return a member of a value, and note it where it is missing or deprecated."""
        if value is None or token.text in _ANY_OBJECT:
            return None
        declared = self._declarations[value.package]
        counts = self.result.uses.setdefault(declared.package, UseCounts())
        counts.looked_at += 1
        if value.symbol is None:
            symbol = declared.exported(value.module, token.text)
            sure = self._has_module(declared, value.module) and declared.is_whole and value.module != ""
            known = self._exports(declared, value.module)
        elif value.symbol.kind is SymbolKind.MODULE:
            symbol = declared.exported(declared.package, f"{value.symbol.name}.{token.text}")
            known, sure = list(value.symbol.own), value.symbol.complete >= 1 and declared.is_whole
        else:
            members, sure = declared.members(value.symbol)
            symbol, known = members.get(token.text), list(members)
            if token.text in members and symbol is None:
                return None
            if not known or (value.symbol.kind is SymbolKind.CLASS and not value.is_instance):
                sure = False
            if value.symbol.kind in (SymbolKind.FUNCTION, SymbolKind.METHOD) and not value.is_instance:
                sure = sure and bool(value.symbol.own or value.symbol.inherited)
        if symbol is not None:
            self._note_deprecation(symbol, token.text, token.line, token.column, declared)
            return _Bound(declared.package, value.module, symbol)
        nowhere = value.symbol is not None and bool(known) and self._is_nowhere(token.text, value.symbol, declared)
        if sure or (nowhere and called):
            kind = FindingKind.MISSING_ATTRIBUTE if value.symbol is not None else FindingKind.MISSING_NAME
            owner = value.symbol.name if value.symbol is not None else value.module
            self._add(token.line, token.column, token.text, owner, kind, known, declared)
        else:
            counts.unresolved += 1
        return None

    def _is_nowhere(self, name: str, symbol: PackageSymbol, declared: Declarations) -> bool:
        """Tell whether no declaration has a name, and every base of a type is among the declarations."""
        return declared.is_whole and name not in declared.names and declared.is_closed(symbol)

    def _call(self, value: _Bound | None, place: int, *, made: bool) -> _Bound | None:
        """Return the value of a call, and note the keys of its options that do not exist."""
        if value is None or value.symbol is None:
            return None
        declared = self._declarations[value.package]
        self._options(value.symbol, place, declared)
        if made or value.symbol.kind is SymbolKind.CLASS:
            return _Bound(value.package, value.module, value.symbol, is_instance=True) if made else None
        found = declared.named(unwrapped(returns(value.symbol)))
        return _Bound(value.package, value.module, found, is_instance=True) if found is not None else None

    def _options(self, function: PackageSymbol, place: int, declared: Declarations) -> None:
        tokens = self._tokens
        end = closing(tokens, place)
        number, argument = place + 1, 0
        while number < end:
            if tokens[number].text == "{" and tokens[number - 1].text in ("(", ","):
                self._keys(function, argument, number, declared)
            if tokens[number].text in ("(", "[", "{"):
                number = closing(tokens, number)
            elif tokens[number].text == ",":
                argument += 1
            number += 1

    def _keys(self, function: PackageSymbol, argument: int, place: int, declared: Declarations) -> None:
        """Note the keys of an object literal that the type of a parameter does not have."""
        known: dict[str, None] = {}
        types: list[PackageSymbol] = []
        sure = bool(function.signatures)
        for signature in function.signatures:
            if argument >= len(signature.parameters):
                continue
            options = declared.named(signature.parameters[argument].annotation or "")
            members, whole = declared.members(options) if options is not None else ({}, False)
            types += [options] if options is not None else []
            sure = sure and whole and bool(members)
            known.update(dict.fromkeys(members))
        for key in _keys_of(self._tokens, place):
            counts = self.result.uses.setdefault(declared.package, UseCounts())
            counts.looked_at += 1
            nowhere = all(self._is_nowhere(key.text, one, declared) for one in types)
            if known and key.text not in known and (sure or nowhere):
                self._add(key.line, key.column, key.text, function.name, FindingKind.UNKNOWN_ARGUMENT, known, declared)
            elif key.text not in known:
                counts.unresolved += 1

    # -- findings ----------------------------------------------------------------------------------------------------

    def _note_deprecation(
        self, symbol: PackageSymbol, name: str, line: int, column: int, declared: Declarations
    ) -> None:
        if symbol.deprecation is not None:
            stated = symbol.deprecation
            words = f"use {stated.replacement}" if stated.replacement else stated.reason
            known = list(declared.names)
            self._add(line, column, name, symbol.name, FindingKind.DEPRECATED, known, declared, words, stated.since)

    def _add(
        self,
        line: int,
        column: int,
        name: str,
        owner: str,
        kind: FindingKind,
        known: object,
        declared: Declarations,
        words: str = "",
        since: str = "",
    ) -> None:
        if (line, column) in self._seen:
            return
        self._seen.add((line, column))
        names = [str(one) for one in known] if isinstance(known, (list, dict)) else []
        found = similar_names.closest(name, names, similar_names.stated(words, name) if words else ())
        closest = tuple(ClosestName(one, self._signature(owner, one, declared)) for one in found)
        symbol = owner if kind in (FindingKind.UNKNOWN_ARGUMENT, FindingKind.DEPRECATED) else f"{owner}.{name}"
        finding = CodeFinding(line, column, name, symbol, kind, declared.package, owner, words, since, closest)
        self.result.findings.append(finding)

    def _signature(self, owner: str, name: str, declared: Declarations) -> str:
        symbol = declared.named(f"{owner}.{name}") or declared.named(name)
        if symbol is None or not symbol.signatures:
            return ""
        text = ", ".join(one.name + ("?" if one.default else "") for one in symbol.signatures[0].parameters)
        return f"({text})" if len(text) < 90 else ""


def _keys_of(tokens: list[ScriptToken], place: int) -> list[ScriptToken]:
    """Return the keys of the object literal at a place; [] for one with a spread, which may bring any key."""
    end = closing(tokens, place)
    found: list[ScriptToken] = []
    number = place + 1
    while number < end:
        if tokens[number].text == "...":
            return []
        before = tokens[number - 1].text
        if tokens[number].kind == "name" and before in ("{", ",") and tokens[number + 1].text in (":", ",", "}", "("):
            found.append(tokens[number])
        if tokens[number].text in ("(", "[", "{"):
            number = closing(tokens, number)
        number += 1
    return found


def _line_and_column(text: str, place: int) -> tuple[int, int]:
    line = text.count("\n", 0, place) + 1
    return line, place - (text.rfind("\n", 0, place) + 1) + 1
