"""The findings of a check of code, and the counts of the uses that were looked at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pro_context_engine.code_checks import similar_names
from pro_context_engine.code_checks.typescript.declared_types import Named, View
from pro_context_engine.code_checks.typescript.package_types import PackageTypes, signature_text
from pro_context_engine.code_checks.typescript.script_tokens import ScriptToken
from pro_context_engine.domain.code_findings import ClosestName, CodeFinding, FindingKind, UseCounts
from pro_context_engine.domain.symbols import SymbolDeprecation
from pro_context_engine.domain.value_class import value_class

_MOST_FINDINGS = 500


@value_class
class SearchedType:
    """A type, module or function that was searched for a name.

    Attributes:
        types: its package.
        owner: its name.
        known: the names that it has.
        view: the type that has them, for their signatures.
    """

    types: PackageTypes
    owner: str
    known: Iterable[str] = ()
    view: View | None = None


@dataclass(slots=True)
class ScriptFindings:
    """The findings, of which `module` is the package, and the uses of each package."""

    findings: list[CodeFinding] = field(default_factory=list)
    uses: dict[str, UseCounts] = field(default_factory=dict)
    _seen: set[tuple[int, int]] = field(default_factory=set)
    _closest: dict[tuple[str, str, str], list[str]] = field(default_factory=dict)

    def look(self, types: PackageTypes) -> None:
        """Count a use."""
        self.uses.setdefault(types.package, UseCounts()).looked_at += 1

    def leave(self, types: PackageTypes) -> None:
        """Count a use that could not be resolved."""
        self.uses.setdefault(types.package, UseCounts()).unresolved += 1

    def add(self, token: ScriptToken, kind: FindingKind, searched: SearchedType, hint: str = "") -> None:
        """Add a finding about a name, once for each place; the hint has words about it."""
        # The same mistake is often made in many lines.
        same = (searched.types.package, searched.owner, token.text)
        if same not in self._closest:
            names = tuple(searched.known)
            self._closest[same] = similar_names.filled(similar_names.closest(token.text, names), token.text, names)
        self._add(token, kind, searched, self._closest[same], SymbolDeprecation(reason=hint))

    def deprecate(self, token: ScriptToken, types: PackageTypes, symbol: str, stated: SymbolDeprecation) -> None:
        """Add the finding of a deprecated name."""
        words = f"use {stated.replacement}" if stated.replacement else stated.reason
        named = similar_names.stated(words, token.text) if words else ()
        closest = similar_names.closest(token.text, [one.rpartition(".")[2] for one in named], named)
        told = SymbolDeprecation(stated.since, words)
        self._add(token, FindingKind.DEPRECATED, SearchedType(types, symbol), closest, told)

    def _add(
        self,
        token: ScriptToken,
        kind: FindingKind,
        searched: SearchedType,
        closest: Iterable[str],
        told: SymbolDeprecation,
    ) -> None:
        place = (token.line, token.column)
        if place in self._seen or len(self._seen) >= _MOST_FINDINGS:
            return
        self._seen.add(place)
        types, owner = searched.types, searched.owner
        names = tuple(ClosestName(one, _signature(one, types, searched.view)) for one in closest)
        is_own = kind in (FindingKind.UNKNOWN_ARGUMENT, FindingKind.MISSING_ARGUMENT, FindingKind.DEPRECATED)
        symbol = owner if is_own else f"{owner}.{token.text}"
        self.findings.append(
            CodeFinding(*place, token.text, symbol, kind, types.package, owner, told.reason, told.since, names)
        )


def _signature(name: str, types: PackageTypes, view: View | None) -> str:
    found = view.find(name) if view else []
    if not found:
        return ""
    target = found[0].target
    member = types.view(Named(target, is_value=True)) if target else types.views.member(found[:1], None)
    return signature_text(member.calls)
