"""Members of values in code, and those that do not exist."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pro_context_engine.code_checks.similar_names import closest, is_misspelling
from pro_context_engine.code_checks.typescript.declared_types import DeclaredMember, Either, Named, Seen, View, choices
from pro_context_engine.code_checks.typescript.given_names import GivenNames
from pro_context_engine.code_checks.typescript.missing_members import MissingMembers
from pro_context_engine.code_checks.typescript.package_types import CodeValue, stated_deprecation
from pro_context_engine.code_checks.typescript.platform_members import platform_members
from pro_context_engine.code_checks.typescript.script import Script
from pro_context_engine.code_checks.typescript.script_findings import ScriptFindings, SearchedType
from pro_context_engine.code_checks.typescript.script_tokens import ScriptToken
from pro_context_engine.domain.code_findings import FindingKind

NO_METHOD = "a property"
"""The hint of a finding about a property that is called."""

NO_AWAIT = "a promise"
"""The hint of a finding about a member of the result of a promise that is not awaited."""

_ANY_OBJECT = frozenset(
    {"toString", "valueOf", "hasOwnProperty", "constructor", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString"}
)
_ANY_FUNCTION = frozenset({"call", "apply", "bind", "length", "name", "prototype"})


class CodeMembers:
    """The members of values in one text.

    Args:
        script: the code.
        given: the names that may be added to objects.
        findings: takes the findings.
        missing: judges the names that types lack.
        is_typed: whether the members of heirs of a declared type are missing, as the compiler of TypeScript says.
    """

    def __init__(
        self,
        script: Script,
        given: GivenNames,
        findings: ScriptFindings,
        missing: MissingMembers,
        *,
        is_typed: bool,
    ) -> None:
        self._is_typed = is_typed
        self._script = script
        self._given = given
        self._missing = missing
        self._findings = findings

    def link(
        self, value: CodeValue | None, token: ScriptToken, after: int, *, is_key: bool = False
    ) -> CodeValue | None:
        """Return a member of a value, and note it where it is missing or deprecated."""
        if value is None:
            return None
        types, name = value.types, token.text
        view = types.view(value.type)
        if view.is_promise and name not in view.members:
            return self._of_result(value, view, token, after, is_key=is_key)
        found = view.find(name)
        called = self._script.text(after) == "(" and not is_key
        if not found and (name in _ANY_OBJECT or (name in _ANY_FUNCTION and (view.all_calls() or view.constructs))):
            return None
        if not found and name == "default":
            # What a module exports as a whole is its default too, where it is imported in the other way.
            return value
        self._findings.look(types)
        if not found:
            if is_key or self._script.text(after) != "=":
                is_missing = self._miss(value, view, token)
                return self._meant(value, view, name) if is_missing and called else None
            self._findings.leave(types)
            return None
        return self._member(value, view, found, token, called=called)

    def _of_result(
        self, value: CodeValue, view: View, token: ScriptToken, after: int, *, is_key: bool
    ) -> CodeValue | None:
        """Return a member of the result of a promise, and note that `await` is missing.

        Documentation leaves it out before a pattern (`const { data } = get(url)`), so it is not demanded there.
        """
        result = settled(value)
        if not is_key and result is not None and view.is_whole() and result.types.view(result.type).find(token.text):
            searched = SearchedType(value.types, "Promise", (), view)
            self._findings.add(token, FindingKind.MISSING_ATTRIBUTE, searched, NO_AWAIT)
        return self.link(result, token, after, is_key=is_key)

    def _member(
        self, value: CodeValue, view: View, found: Sequence[DeclaredMember], token: ScriptToken, *, called: bool
    ) -> CodeValue | None:
        types = value.types
        target = found[0].target
        stated = types.deprecation(target) if target else stated_deprecation(one.doc for one in found)
        if stated is not None:
            self._findings.deprecate(token, types, f"{view.name}.{token.text}".strip("."), stated)
        if target is not None and (view.is_space or types.view(Named(target, is_value=True)).constructs):
            return CodeValue(types, Named(target, is_value=True))
        kind = types.type_of(found, value.type, view)
        if called and stated is None and len(found) == 1 and kind.is_simple() and kind.is_whole():
            known = [name for name in view.names() if name != token.text]
            searched = SearchedType(types, view.name, known, view)
            self._findings.add(token, FindingKind.MISSING_ATTRIBUTE, searched, NO_METHOD)
        return CodeValue(types, Seen(kind)) if kind.is_whole() or kind.calls or kind.options or kind.members else None

    def _meant(self, value: CodeValue, view: View, name: str) -> CodeValue | None:
        """Return the method that is meant by a missing one, so that the chain can be followed; None for none."""
        for one in closest(name, view.names()):
            kind = value.types.type_of(view.find(one), value.type, view)
            if kind.all_calls():
                return CodeValue(value.types, Seen(kind))
        return None

    def _miss(self, value: CodeValue, view: View, token: ScriptToken) -> bool:
        """Note a name that a value does not have, where that is sure; return whether it is."""
        names = view.names()
        of_simple = {name: None for one in choices([view]) for name in platform_members(one.simple.capitalize()) or ()}
        if token.text in of_simple:
            return False
        if of_simple and not names:
            return self._miss_of_simple(value, view, token, of_simple)
        has_any = bool(names or view.all_calls() or view.is_space)
        sure = has_any and self._missing.is_missing(token.text, [view], value.types)
        has_elsewhere = self._given.is_given(token.text) or value.types.code_has(value.type, token.text)
        if not sure or has_elsewhere or (not self._is_typed and value.types.heirs.have(view, token.text)):
            self._findings.leave(value.types)
            return False
        kind = FindingKind.MISSING_NAME if view.is_space else FindingKind.MISSING_ATTRIBUTE
        owner = view.name or value.types.package
        self._findings.add(token, kind, SearchedType(value.types, owner, names, view))
        return True

    def _miss_of_simple(self, value: CodeValue, view: View, token: ScriptToken, known: Iterable[str]) -> bool:
        """Note a name that strings or numbers do not have; programs may add others, so it must be a misspelling."""
        kinds = list(choices([view]))
        sure = self._is_typed and view.is_whole() and all(one.simple for one in kinds)
        if not sure or not any(is_misspelling(token.text, one) for one in known) or self._given.is_given(token.text):
            return False
        searched = SearchedType(value.types, kinds[0].simple, known)
        self._findings.add(token, FindingKind.MISSING_ATTRIBUTE, searched)
        return True


def settled(value: CodeValue | None) -> CodeValue | None:
    """Return the result of a promise, the value itself for any other value."""
    if value is None:
        return None
    view = value.types.view(value.type)
    if view.is_promise:
        return CodeValue(value.types, view.promised) if view.promised is not None else None
    if not view.find("then"):
        return value
    # One of several types, some of which are promises.
    every = [settled(CodeValue(value.types, Seen(option))) for option in view.options]
    if view.members or None in every:
        return None
    return CodeValue(value.types, Either(tuple(one.type for one in every if one is not None)))
