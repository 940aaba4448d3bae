"""The reading of declared types: their members, the ways to call them, and whether these are all.

Types are read as far as they are written in the declarations of one package and of the packages that it hands on.
A type that is computed in a way that is not followed is not whole, and proves nothing. The module is over 300 lines
because each form of a written type is one case of the same reading.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pro_context_engine.code_checks.typescript.built_in_types import built_in_type, has_pairs, is_iterated
from pro_context_engine.code_checks.typescript.declared_types import (
    DeclaredMember,
    Either,
    Extent,
    Known,
    Named,
    Platform,
    Seen,
    TupleElement,
    Type,
    TypeCall,
    View,
    Written,
)
from pro_context_engine.code_checks.typescript.named_types import HEIR, NamedTypes, plain
from pro_context_engine.code_checks.typescript.type_keys import TypeKeys
from pro_context_engine.code_checks.typescript.type_parameters import result_of
from pro_context_engine.code_checks.typescript.type_syntax import (
    conditional_branches,
    dotted,
    function_at,
    inferred_names,
    is_anything,
    is_predicate,
    mapped_keys,
    text_of,
)
from pro_context_engine.sources.packages.npm.declarations.members import (
    TypeMember,
    after_angles,
    members_of,
    parts,
    trimmed,
)
from pro_context_engine.sources.packages.npm.declarations.scanning import Scan
from pro_context_engine.sources.packages.npm.symbols.declaration_scopes import Scope
from pro_context_engine.sources.packages.npm.symbols.export_resolution import ExportTarget, PackageScopes

_DEEPEST = 24
_SAME = frozenset({"Partial", "Required", "Readonly", "NonNullable", "NoInfer"})
_ARRAYS = frozenset({"Array", "ReadonlyArray"})
_PROMISES = frozenset({"Promise", "PromiseLike"})
_SIMPLE = frozenset({"string", "number", "boolean", "bigint", "symbol", "void", "null", "undefined", "never", "object"})
_NOTHING = frozenset({"null", "undefined", "void", "never"})


class TypeViews(NamedTypes):
    """Give the views of types; for one check, in one thread.

    Args:
        scopes: the files of a package.
    """

    def __init__(self, scopes: PackageScopes) -> None:
        super().__init__(scopes)
        self._views: dict[tuple[ExportTarget, bool], View] = {}
        self._keys = TypeKeys(scopes, self)

    def view(self, one: Type | None, depth: int = 0) -> View:
        """Return the view of a type; that of an unknown type is not whole."""
        if isinstance(one, Seen):
            return one.view
        if isinstance(one, Named) and not one.arguments:
            key = one.target, one.is_value
            if key not in self._views:
                self._views[key] = view = View()
                self._add(view, one, depth)
            return self._views[key]
        view = View()
        self._add(view, one, depth)
        return view

    def built_in(self, name: str, arguments: Sequence[Type]) -> View:
        """Return the view of a type of the language with type arguments."""
        view = View()
        self._add_built_in(view, name, arguments, 0)
        return view

    def member(self, found: Sequence[DeclaredMember], receiver: Type | None) -> View:
        """Return the view of a member, given its declarations and the type that it is a member of."""
        view = View()
        for one in found:
            if one.target is not None:
                self._add(view, Named(one.target, is_value=True), 0)
                # A function of a module that a type takes its methods from.
                view.calls = [replace(call, known={**call.known, "this": receiver}) for call in view.calls]
            elif one.scope is None or one.member is None:
                view.simple = one.simple
                view.limit(Extent.WHOLE if one.simple else Extent.OPEN)
            elif one.member.kind == "method":
                known = {**one.known, "this": receiver}
                view.calls.append(TypeCall(one.scope, one.member.type_at, one.member.statement.last, known, one.doc))
            else:
                self._add(view, self._property(one.scope, one.member, {**one.known, "this": receiver}), 0)
                break
        return view

    def types_of(self, found: Sequence[DeclaredMember]) -> Iterator[Written]:
        """Yield the written types of the declarations of a member, of a method with its brackets."""
        for one in found:
            if one.scope is None or one.member is None:
                continue
            if one.member.kind == "method":
                yield Written(one.scope, one.member.type_at, one.member.statement.last, one.known)
            elif isinstance(written := self._property(one.scope, one.member, one.known), Written):
                yield written

    def _property(self, scope: Scope, member: TypeMember, known: Known) -> Type | None:
        """Return the type of a property, or of the value that its getter returns."""
        at, last = member.type_at, member.statement.last
        if member.kind != "property":
            return None
        is_getter = scope.scan.tokens[at].text == "(" and scope.scan.tokens[at - 1].text not in (":", "?")
        if is_getter:
            at = scope.scan.closing(at) + 2
        return Written(scope, at, last, known) if at < last else None

    # -- names -------------------------------------------------------------------------------------------------------

    def _add(self, view: View, one: Type | None, depth: int) -> None:
        """Add the offer of a type to a view."""
        self._left -= 1
        if one is None or depth > _DEEPEST or self._left < 0:
            view.limit(Extent.CALLERS if one is None else Extent.COMPUTED)
        elif isinstance(one, Either):
            view.options += [self.view(each, depth + 1) for each in one.types]
        elif isinstance(one, Seen):
            view.take(one.view)
        elif isinstance(one, Platform):
            self._add_platform(view, one.name)
        elif isinstance(one, Written):
            view.limit(Extent.CALLERS if one.at_least else Extent.WHOLE)
            self._add_written(view, one, depth)
        elif one.is_value:
            self._add_value(view, one.target, depth)
        else:
            self._add_instance(view, one, one, depth)

    # -- written types -----------------------------------------------------------------------------------------------

    def _add_written(self, view: View, one: Written, depth: int) -> None:
        scan = one.scope.scan
        first, last = trimmed(scan, one.first, one.last)
        self._left -= 1
        if first >= last or depth > _DEEPEST or self._left < 0:
            view.limit(Extent.COMPUTED)
            return
        if (at := function_at(scan, first, last)) is not None:
            call = TypeCall(one.scope, at, last, plain(one.known))
            (view.constructs if scan.tokens[first].text in ("new", "abstract") else view.calls).append(call)
            return
        branches = conditional_branches(scan, first, last)
        if branches:
            names = dict.fromkeys(inferred_names(scan, first, branches[0][0]))
            whole = one.with_known({**one.known, **names}) if names else one
            view.options += [self.view(whole.part(*branch), depth + 1) for branch in branches]
            return
        if is_predicate(scan, first, last):
            view.simple = "boolean"
            return
        union = [one.part(each.first, each.last) for each in parts(scan, first, last, "|")]
        if len(union) > 1:
            kept = [each for each in union if text_of(scan, each.first, each.last) not in _NOTHING]
            if len(kept) == 1:
                self._add_written(view, kept[0], depth + 1)
            else:
                view.options += [self.view(each, depth + 1) for each in kept]
            return
        both = list(parts(scan, first, last, "&"))
        if len(both) > 1:
            for each in both:
                if not is_anything(scan, each.first, each.last):
                    self._add_written(view, one.part(each.first, each.last), depth + 1)
            if view.is_exact and view.extent is Extent.CALLERS:
                view.extent = Extent.WHOLE
            return
        self._add_single(view, one.part(first, last), depth)

    def _add_single(self, view: View, one: Written, depth: int) -> None:
        """Add a type that is no union, no intersection and no function."""
        scan, first, last = one.scope.scan, one.first, one.last
        token, closing = scan.tokens[first], scan.closing(first) if scan.tokens[first].kind == "open" else -1
        if token.text == "(" and closing == last - 1:
            self._add_written(view, one.part(first + 1, closing), depth + 1)
        elif token.text == "{" and closing >= last - 1:
            self._add_object(view, one.part(first, min(closing, last)), depth)
        elif scan.tokens[last - 1].text == "]" and last - first > 1:
            self._add_indexed(view, one, depth)
        elif token.text == "keyof":
            view.simple = "string"
        elif token.kind == "string" or token.text[:1].isdigit() or token.text == "-":
            view.simple = "number" if token.kind != "string" else "string"
            view.literal = token.text if token.kind == "string" else ""
        elif token.text in ("true", "false"):
            view.simple, view.boolean = "boolean", token.text
        elif token.text in _SIMPLE and last == first + 1:
            view.simple = token.text
        else:
            self._add_reference(view, one, depth)

    def _add_object(self, view: View, one: Written, depth: int) -> None:
        """Add an object type or a mapped type; the last token is its closing bracket."""
        scan, opening, closing = one.scope.scan, one.first, one.last
        keys = mapped_keys(scan, opening, closing)
        if keys is None:
            own: dict[str, list[DeclaredMember]] = {}
            for member in members_of(scan, opening + 1, closing):
                self._add_member(view, own, one.scope, member, one.known)
            for name, found in own.items():
                view.members.setdefault(name, []).extend(found)
            is_known = own or view.members or view.calls or view.constructs
            view.limit(Extent.WHOLE if is_known else Extent.COMPUTED)
            return
        if text_of(scan, scan.closing(opening + 1) + 1, closing).strip(":?;") == "never":
            # The compiler refuses the other keys of the type that a caller brings in.
            view.is_exact = True
            return
        first, last = keys
        if scan.tokens[first].text == "keyof":
            mapped = self.view(one.part(first + 1, last), depth + 1)
            names = mapped.names()
            view.limit(mapped.reach() if names else Extent.COMPUTED)
            view.is_open = view.is_open or mapped.can_grow()
        else:
            keys_there = self._keys.of(one.part(first, last), depth + 1)
            names = dict.fromkeys(keys_there or ())
            # Keys that a type parameter brings in are names that the caller chooses.
            view.is_open = view.is_open or keys_there is None
            if keys_there is None and not any(token.text in one.known for token in scan.tokens[first:last]):
                view.simple = "object"
        for name in names:
            view.members.setdefault(name, [DeclaredMember()])

    def _add_indexed(self, view: View, one: Written, depth: int) -> None:
        """Add an array, a tuple, or the type of a member (`X["name"]`)."""
        one = one.with_known(plain(one.known))
        scan, first, last = one.scope.scan, one.first, one.last
        opening = first
        while opening < last and scan.closing(opening) != last - 1:
            opening += 1
        if opening == first:
            elements = parts(scan, first + 1, last - 1, ",")
            view.tuple = tuple(_element_of(one.part(each.first, each.last)) for each in elements)
            types = () if any(each.rest for each in view.tuple) else tuple(each.type for each in view.tuple)
            self._add_followed(view, "Array", [types[0] if len(types) == 1 else Either(types)] if types else ())
        elif opening >= last:
            view.limit(Extent.COMPUTED)
        elif opening == last - 2:
            view.element = one.part(first, opening)
            self._add_followed(view, "Array", [view.element])
        elif opening == last - 3 and scan.tokens[opening + 1].kind == "string":
            owner = one.part(first, opening)
            found = self.view(owner, depth + 1).find(scan.tokens[opening + 1].text.strip("'\""))
            inner = self.member(found, owner)
            view.take(inner if found else View(extent=Extent.OPEN))
        elif scan.tokens[opening + 1].text == "keyof" and _same(scan, (first, opening), (opening + 2, last - 1)):
            # `Kinds[keyof Kinds]` is any of the members.
            owner = one.part(first, opening)
            members = self.view(owner, depth + 1)
            view.options += [self.member(found, owner) for found in members.members.values()]
            view.limit(members.extent if view.options else Extent.COMPUTED)
        else:
            view.limit(Extent.COMPUTED)

    def _add_reference(self, view: View, one: Written, depth: int) -> None:
        """Add a named type, perhaps with type arguments, or the type of a value."""
        scope, scan, first, last, known = one.scope, one.scope.scan, one.first, one.last, one.known
        is_value = scan.tokens[first].text == "typeof"
        at = first + is_value
        module = None
        if at + 3 < last and scan.tokens[at].text == "import":
            module = scan.tokens[at + 2].text.strip("'\"")
            at = scan.closing(at + 1) + 1
            at += at < last and scan.tokens[at].text == "."
        name, end = dotted(scan, at, last)
        if (not name and module is None) or after_angles(scan, end, last) < last:
            view.limit(Extent.COMPUTED)
            return
        inner = parts(scan, end + 1, after_angles(scan, end, last) - 1, ",")
        # The members that these hand on are those of the heir; other types in brackets are types of their own.
        whole = one if name in _SAME or name in ("Omit", "Pick") else one.with_known(plain(known))
        arguments = tuple(whole.part(each.first, each.last) for each in inner)
        if name in known and module is None and not is_value:
            self._add(view, known[name], depth + 1)
            return
        target = self._from_module(scope, module, name) if module is not None else self._scopes.local(scope, name)
        if target is not None and target.scope is not None:
            named = Named(target, is_value, tuple(each.with_known(plain(known)) for each in arguments))
            if is_value:
                self._add(view, named, depth + 1)
            else:
                self._add_instance(view, named, known.get(HEIR) or named, depth + 1)
        elif is_value:
            self._add_member_of_value(view, scope, name, depth)
        elif target is None and module is None:
            foreign = self._foreign(scope, name)
            self._add_foreign(view, foreign) if foreign else self._add_built_in(view, name, arguments, depth)
        else:
            self._add_foreign(view, target.name.replace(" ", ".") if target else f"{module}.{name}")

    def _add_member_of_value(self, view: View, scope: Scope, name: str, depth: int) -> None:
        """Add the type of a member of a value (`typeof X.create`)."""
        owner, _, member = name.rpartition(".")
        target = self._scopes.local(scope, owner) if owner else None
        if target is None:
            view.limit(Extent.COMPUTED)
            return
        value = Named(target, is_value=True)
        found = self.view(value, depth + 1).find(member)
        view.take(self.member(found, value) if found else View(extent=Extent.OPEN))

    def _add_built_in(self, view: View, name: str, arguments: Sequence[Type], depth: int) -> None:
        """Add a type of the language."""
        if name in _SAME and len(arguments) == 1:
            self._add(view, arguments[0], depth + 1)
        elif name == "Awaited" and len(arguments) == 1:
            inner = self.view(arguments[0], depth + 1)
            self._add(view, inner.promised if inner.is_promise else arguments[0], depth + 1)
        elif name == "Object":
            view.simple = "object"
        elif name in _PROMISES:
            view.promised, view.is_promise = next(iter(arguments), None), True
            self._add_followed(view, name, arguments)
        elif name in _ARRAYS:
            view.element = next(iter(arguments), None)
            self._add_followed(view, name, arguments)
        elif name in ("InstanceType", "ReturnType") and len(arguments) == 1:
            self._add_result(view, arguments[0], depth, is_new=name == "InstanceType")
        elif name in ("Omit", "Pick") and len(arguments) == 2:
            self._add_chosen(view, arguments, depth, is_pick=name == "Pick")
        elif name == "Record" and len(arguments) == 2:
            keys = self._keys.of(arguments[0], depth + 1)
            view.members.update({key: [DeclaredMember()] for key in keys or ()})
            view.limit(Extent.WHOLE if keys else Extent.OPEN)
        else:
            self._add_followed(view, name, arguments)

    def _add_followed(self, view: View, name: str, arguments: Sequence[Type | None]) -> None:
        """Add a type of the platform, with the types of its members as far as they are followed."""
        self._add_platform(view, name)
        if has_pairs(name) and len(arguments) == 2:
            pair = (TupleElement(one, optional=False, rest=False) for one in arguments)
            view.each = Seen(View(tuple=tuple(pair)))
        elif is_iterated(name) and arguments:
            view.each = arguments[0]
        built_in = built_in_type(name)
        if built_in is None or len(arguments) != len(built_in.parameters):
            return
        known = dict(zip(built_in.parameters, arguments, strict=True))
        for member, found in built_in.members.items():
            view.members[member] = [DeclaredMember(built_in.scope, one, known) for one in found]

    def _add_result(self, view: View, one: Type, depth: int, *, is_new: bool) -> None:
        """Add the type that a class or a function makes, of the last of several ways to call it."""
        inner = self.view(one, depth + 1)
        ways = inner.constructs if is_new else inner.calls
        result = result_of(ways[-1]) or (ways[-1].known.get("this") if is_new else None) if ways else None
        view.limit(inner.extent)
        self._add(view, result, depth + 1)

    def _add_chosen(self, view: View, arguments: Sequence[Type], depth: int, *, is_pick: bool) -> None:
        """Add the members that `Pick` and `Omit` leave."""
        inner, keys = self.view(arguments[0], depth + 1), self._keys.of(arguments[1], depth + 1)
        view.take(inner.chosen(keys, is_pick=is_pick))

    def _from_module(self, scope: Scope, specifier: str, name: str) -> ExportTarget | None:
        for module in self._scopes.module(specifier, scope.path):
            target: ExportTarget | None = ExportTarget(module, "")
            for one in filter(None, name.split(".")):
                target = self._scopes.within(target, one) if target else None
            return target
        return None


def _same(scan: Scan, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tell whether two ranges have the same text."""
    return text_of(scan, *one) == text_of(scan, *other)


def _element_of(one: Written) -> TupleElement:
    """Return an element of a tuple, without its name (`[name?: T]`), or all further ones (`...T[]`)."""
    tokens, first, last = one.scope.scan.tokens, one.first, one.last
    rest = tokens[first].text == "..."
    at = first + rest
    if at + 1 < last and tokens[at].kind == "word":
        named = at + 1 + (tokens[at + 1].text == "?")
        at = named + 1 if named < last and tokens[named].text == ":" else at
    optional = tokens[last - 1].text == "?" or (at > first + 1 and tokens[at - 2].text == "?")
    end = last - (tokens[last - 1].text == "?")
    return TupleElement(one.part(at, end), optional, rest)
