"""The offer of named types and values: classes, interfaces, aliases, enums, constants, namespaces, modules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace

from pro_context_engine.code_checks.typescript.declared_types import (
    DeclaredMember,
    Extent,
    Known,
    Named,
    Type,
    TypeCall,
    View,
    Written,
)
from pro_context_engine.code_checks.typescript.platform_members import platform_members
from pro_context_engine.code_checks.typescript.type_parameters import bound, inferred, result_of, type_parameters
from pro_context_engine.code_checks.typescript.type_syntax import dotted, has_number_keys, outside
from pro_context_engine.sources.packages.npm.declarations.members import (
    TypeMember,
    after_angles,
    enum_members,
    members_of,
    parts,
)
from pro_context_engine.sources.packages.npm.symbols.declaration_scopes import Declared, Scope
from pro_context_engine.sources.packages.npm.symbols.export_resolution import ExportTarget, PackageScopes

MOST_TYPES = 60_000
"""The maximum number of types that are read in one check."""

HEIR = " heir"
"""The key of the type that inherits a base, whose members return `this`."""


class NamedTypes(ABC):
    """The reading of named types; written ones are left to the heir.

    Args:
        scopes: the files of a package.
    """

    def __init__(self, scopes: PackageScopes) -> None:
        self._scopes = scopes
        self._left = MOST_TYPES

    @abstractmethod
    def _add(self, view: View, one: Type | None, depth: int) -> None:
        """Add the offer of a type to a view."""

    @abstractmethod
    def _add_written(self, view: View, one: Written, depth: int) -> None:
        """Add the offer of a written type to a view."""

    def _add_platform(self, view: View, name: str) -> None:
        members = platform_members(name)
        if members is None:
            view.limit(Extent.OPEN)
            return
        view.name = view.name or name.rpartition(".")[2]
        for member, may_be_called in members.items():
            view.members.setdefault(member, [DeclaredMember(simple="" if may_be_called else "number")])

    def _add_instance(self, view: View, one: Named, receiver: Type, depth: int) -> None:
        """Add the members of the instances of a class, or of an interface, a type alias or an enum."""
        target = one.target
        declarations = [each for each in self._scopes.declarations(target) if each.kind not in ("const", "function")]
        view.name = view.name or target.name
        if not declarations:
            view.limit(Extent.OPEN)
        for declared in declarations:
            known = bound(type_parameters(declared.scope.scan, declared.at, declared.last), one.arguments, declared)
            if declared.kind == "type":
                at = after_angles(declared.scope.scan, declared.at, declared.last)
                alias = Written(declared.scope, at + 1, declared.last, {**known, HEIR: receiver})
                self._add_written(view, alias, depth + 1)
            elif declared.kind == "enum":
                view.simple = "number"
            else:
                self._add_body(view, declared, {**known, "this": receiver}, depth, is_value=False)

    def _add_value(self, view: View, target: ExportTarget, depth: int) -> None:
        """Add the offer of a value: a constant, a function, a class itself, an enum, a namespace, a module."""
        if target.scope is None:
            self._add_foreign(view, target.name.replace(" ", "."))
            return
        view.name = view.name or target.name
        declarations = [one for one in self._scopes.declarations(target) if one.kind not in ("interface", "type")]
        spaces = self._scopes.spaces(target) if target.name else [target.scope]
        view.is_space = not declarations
        view.limit(Extent.WHOLE if declarations or spaces else Extent.OPEN)
        for one in declarations:
            tokens = one.scope.scan.tokens
            if one.kind == "function":
                view.calls.append(TypeCall(one.scope, one.at, one.last, {}, one.statement.doc))
            elif one.kind == "class":
                known = inferred(type_parameters(one.scope.scan, one.at, one.last), one.scope)
                self._add_body(view, one, {**known, "this": Named(target)}, depth, is_value=True)
            elif one.kind == "enum":
                self._add_members(view, one, {}, is_value=True)
            elif one.at < one.last and tokens[one.at].text == ":":
                self._add_written(view, Written(one.scope, one.at + 1, one.last, {}), depth + 1)
            else:
                view.limit(Extent.OPEN)
        for space in spaces:
            view.limit(Extent.OPEN if self._hands_on_unknown(space) else Extent.WHOLE)
            for name, reference in self._scopes.exports(space).items():
                found = self._scopes.follow(*reference)
                view.members.setdefault(name, [DeclaredMember(target=found)] if found else [DeclaredMember()])

    def _add_foreign(self, view: View, name: str) -> None:
        """Add a type of a module that is not at hand."""
        self._add_platform(view, name.replace(".default.", ".").replace(".*.", "."))

    def _foreign(self, scope: Scope, name: str) -> str:
        """Return the module and the name there of a name that an import brings in, "" for none."""
        first, _, rest = name.partition(".")
        here: Scope | None = scope
        while here is not None:
            if first in here.imported:
                found = here.imported[first]
                return ".".join(filter(None, (found.specifier, found.name if found.name not in "*=" else "", rest)))
            if first in here.declared or first in here.spaces:
                return ""
            here = here.parent
        return ""

    def _hands_on_unknown(self, scope: Scope) -> bool:
        """Tell whether a module hands on all names of one that is not at hand."""
        waiting, seen = [scope], {id(scope)}
        for one in waiting:
            for specifier in one.stars:
                modules = self._scopes.module(specifier, one.path)
                if not modules:
                    return True
                waiting += [each for each in modules if id(each) not in seen]
                seen.update(map(id, modules))
        return False

    def _add_body(self, view: View, declared: Declared, known: Known, depth: int, *, is_value: bool) -> None:
        """Add the members of a class or interface, then those of its bases."""
        scan = declared.scope.scan
        opening = opening_of(declared)
        if opening is None:
            view.limit(Extent.OPEN)
            return
        before = len(view.members)
        self._add_members(view, declared, known, is_value=is_value)
        is_empty = declared.kind == "interface" and len(view.members) == before
        view.is_open = view.is_open or (is_empty and self._is_global(declared.scope))
        at = after_angles(scan, declared.at, opening)
        while at < opening:
            end = next((one for one in range(at + 1, opening) if scan.tokens[one].text == "implements"), opening)
            if scan.tokens[at].text == "extends":
                for part in parts(scan, at + 1, end, ","):
                    base = Written(declared.scope, part.first, part.last, known)
                    self._add_base(view, base, depth, is_value=is_value)
            at = end
        if is_value and not view.constructs:
            view.constructs.append(TypeCall(declared.scope, opening, opening, known))

    def _add_base(self, view: View, written: Written, depth: int, *, is_value: bool) -> None:
        """Add the offer of a base: that of the own members stands before."""
        base, known = View(), written.known
        if is_value:
            name, _ = dotted(written.scope.scan, written.first, written.last)
            target = self._scopes.local(written.scope, name) if name else None
            self._add(base, Named(target, is_value=True) if target else None, depth + 1)
            heirs = [replace(one, known={**one.known, "this": known["this"]}) for one in base.constructs]
            view.constructs += heirs if not view.constructs else []
        else:
            mixed = self._mixed_in(written, depth)
            for one in mixed or ():
                self._add(base, one, depth + 1)
            if mixed is None:
                self._add_written(base, written.with_known({**known, HEIR: known["this"]}), depth + 1)
            view.calls += base.calls if not view.calls else []
            view.constructs += base.constructs if not view.constructs else []
        for name, members in base.members.items():
            view.members.setdefault(name, members)
        view.limit(base.extent)
        view.is_open = view.is_open or base.is_open
        view.options += base.options
        view.element, view.each = view.element or base.element, view.each or base.each

    def _mixed_in(self, written: Written, depth: int) -> list[Type | None] | None:
        """Return the types that a constant constructs which is the base of a class, None for any other base."""
        name, _ = dotted(written.scope.scan, written.first, written.last)
        target = self._scopes.local(written.scope, name) if name else None
        declared = self._scopes.declarations(target) if target else []
        if target is None or not declared or any(one.kind != "const" for one in declared):
            return None
        made = View()
        self._add(made, Named(target, is_value=True), depth + 1)
        found = [result_of(one) or one.known.get("this") for one in made.constructs]
        return found if made.is_whole() and found else [None]

    def _add_members(self, view: View, declared: Declared, known: Known, *, is_value: bool) -> None:
        scan, opening = declared.scope.scan, opening_of(declared)
        if opening is None:
            return
        last = min(scan.closing(opening), declared.last)
        read = enum_members if declared.kind == "enum" else members_of
        own: dict[str, list[DeclaredMember]] = {}
        for one in read(scan, opening + 1, last):
            if declared.kind == "class" and one.kind != "construct" and one.static is not is_value:
                continue
            self._add_member(view, own, declared.scope, one, known)
        for name, found in own.items():
            view.members.setdefault(name, []).extend(found)

    def _add_member(
        self, view: View, own: dict[str, list[DeclaredMember]], scope: Scope, one: TypeMember, known: Known
    ) -> None:
        known = plain(known)
        call = TypeCall(scope, one.type_at, one.statement.last, known, one.statement.doc)
        if one.kind == "call":
            view.calls.append(call)
        elif one.kind == "construct":
            view.constructs.append(call)
        elif one.kind == "index":
            view.limit(Extent.WHOLE if has_number_keys(scope.scan, one.statement) else Extent.OPEN)
        elif one.name:
            own.setdefault(one.name, []).append(DeclaredMember(scope, one, known))

    def _is_global(self, scope: Scope) -> bool:
        """Tell whether a scope is one of global declarations, or a namespace among these."""
        around = [scope]
        while around[-1].parent is not None:
            around.append(around[-1].parent)
        return not around[-1].is_module or any(one in around[-1].globals for one in around)


def opening_of(declared: Declared) -> int | None:
    """Return the position of the bracket of a body."""
    return next(outside(declared.scope.scan, declared.at, declared.last, "{"), None)


def plain(known: Known) -> Known:
    """Return the types of type parameters without the heir, for types that stand in another one."""
    return {name: one for name, one in known.items() if name != HEIR} if HEIR in known else known
