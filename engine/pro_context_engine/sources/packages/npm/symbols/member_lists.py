"""The members of public names, own and inherited, with the canonical name of each."""

from __future__ import annotations

from pro_context_engine.domain.symbols import Signature
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.npm.declarations.members import TypeMember, signature_of
from pro_context_engine.sources.packages.npm.symbols.declaration_scopes import Declared, Scope
from pro_context_engine.sources.packages.npm.symbols.export_resolution import ExportTarget, PackageScopes
from pro_context_engine.sources.packages.npm.symbols.object_shapes import Base, Shape, Shapes

MOST_INHERITED = 500_000
"""The maximum number of inherited members of all names together."""

_DEEPEST = 40
_UNRESOLVED = 0.5


@value_class
class MemberList:
    """The members of a name: for each its name and the declarations that it comes from, nearest first."""

    owners: dict[str, ExportTarget]
    complete: float


class MemberLists:
    """The members of the declarations of a package."""

    def __init__(self, scopes: PackageScopes) -> None:
        self.truncated = False
        self._scopes = scopes
        self._shapes = Shapes(scopes)
        self._shape_of: dict[ExportTarget, Shape] = {}
        self._lists: dict[ExportTarget, MemberList] = {}
        self._signatures: dict[tuple[ExportTarget, bool], list[Signature]] = {}
        self._left = MOST_INHERITED

    def declarations(self, target: ExportTarget) -> list[Declared]:
        """Return the declarations of a target."""
        return self._scopes.declarations(target)

    def shape(self, target: ExportTarget) -> Shape:
        """Return the shape of a target."""
        if target not in self._shape_of:
            self._shape_of[target] = self._shapes.of(self._scopes.declarations(target))
            self.truncated = self.truncated or self._shape_of[target].truncated
        return self._shape_of[target]

    def of(self, target: ExportTarget, depth: int = 0) -> MemberList:
        """Return the members of a target."""
        if target in self._lists:
            return self._lists[target]
        self._lists[target] = MemberList({}, _UNRESOLVED)  # of a name that inherits from itself
        shape = self.shape(target)
        owners, complete = dict.fromkeys(shape.members, target), shape.complete
        for base in shape.bases:
            if base.target is None or base.member or base.target.scope is None or depth > _DEEPEST or self._left <= 0:
                self.truncated = self.truncated or self._left <= 0
                complete = min(complete, _UNRESOLVED)
                continue
            inherited = self.of(base.target, depth + 1)
            complete = min(complete, inherited.complete)
            self._left -= len(inherited.owners)
            for name, owner in inherited.owners.items():
                if name not in owners and self._is_taken(base, name, owner, target):
                    owners[name] = owner
        self._lists[target] = MemberList(owners, complete)
        return self._lists[target]

    def signatures(self, target: ExportTarget, *, constructs: bool, depth: int = 0) -> list[Signature]:
        """Return the call or construct signatures of a target, own or else inherited."""
        key = target, constructs
        if key not in self._signatures:
            self._signatures[key] = []  # of a name that inherits from itself
            shape = self.shape(target)
            own = shape.constructs if constructs else shape.calls
            self._signatures[key] = own or self.inherited_signatures(shape, constructs=constructs, depth=depth)
        return self._signatures[key]

    def _called(self, scope: Scope, member: TypeMember) -> list[Signature]:
        """Return the ways to call the value of a property."""
        shape = self._shapes.of_member(scope, member)
        return shape.calls or self.inherited_signatures(shape, constructs=False)

    def spaces(self, target: ExportTarget) -> list[Scope]:
        """Return the namespaces with the name of a target."""
        return self._scopes.spaces(target)

    def inherited_signatures(self, shape: Shape, *, constructs: bool, depth: int = 0) -> list[Signature]:
        """Return the call or construct signatures of the first base that has some."""
        if depth > _DEEPEST // 4:
            return []
        for base in (*shape.value_bases, *shape.bases)[:50]:
            if base.target is None or base.target.scope is None:
                continue
            if base.member:
                found = [] if constructs else self.of_member(base.target, base.member)
            else:
                is_value = base.static and self._is_class(base.target)
                found = self.signatures(base.target, constructs=constructs, depth=depth + 1)
                found = [] if is_value and not constructs else found
            if found:
                return found
        return []

    def of_member(self, target: ExportTarget, name: str) -> list[Signature]:
        """Return the signatures of a member."""
        owner = self.of(target).owners.get(name)
        found = self.shape(owner).members[name] if owner else []
        signatures: list[Signature] = []
        for scope, member in found:
            if member.kind == "method":
                signatures.append(signature_of(scope.scan, member.type_at, member.statement.last))
            elif member.kind == "property" and len(found) == 1:
                signatures += self._called(scope, member)
        return signatures

    def _is_taken(self, base: Base, name: str, owner: ExportTarget, heir: ExportTarget) -> bool:
        """Tell whether a subtype inherits a member of a base: a class has static members too, a value has no others."""
        if name in base.without or (base.only is not None and name not in base.only):
            return False
        if not self._is_class(owner):
            return True
        static = all(member.static for _, member in self.shape(owner).members[name])
        return static if base.static else not static or self._is_class(heir)

    def _is_class(self, target: ExportTarget) -> bool:
        return any(one.kind == "class" for one in self._scopes.declarations(target))
