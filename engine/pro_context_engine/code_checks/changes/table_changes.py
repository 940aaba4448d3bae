"""The changes from one symbol table to another."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator

from pro_context_engine.code_checks.changes import renames
from pro_context_engine.code_checks.changes.signature_changes import SignatureChange, in_words, shown, signature_change
from pro_context_engine.domain.api_changes import ApiChange, ChangeKind, StatedChange
from pro_context_engine.domain.symbols import PackageSymbol, SymbolKind, SymbolTable

MOST_CHANGES = 20_000
"""Changes that are kept of two versions; the least public ones beyond are left out."""

_OWNERS = frozenset({SymbolKind.CLASS, SymbolKind.INTERFACE, SymbolKind.ENUM, SymbolKind.TYPE, SymbolKind.INSTANCE})
_ORDER = {kind: number for number, kind in enumerate(ChangeKind)}
_VALUES = frozenset({SymbolKind.CONSTANT, SymbolKind.ATTRIBUTE, SymbolKind.TYPE})
_TELLING = 4
_LONGEST_REASON = 400


def table_changes(old: SymbolTable, new: SymbolTable) -> tuple[ApiChange, ...]:
    """Return the changes of the public API, breaking ones first, then by publicness.

    Args:
        old: the symbols of the earlier version.
        new: the symbols of the later version.
    """
    found = sorted(_Comparison(old, new).changes(), key=order)
    return tuple(found[:MOST_CHANGES])


def order(change: ApiChange) -> tuple[int, int, int, int, str]:
    """Return the place of a change among others: breaking ones first, additions last, public names before private.

    Of breaking changes those come first that the package announced, then those of documented names.
    """
    if change.breaking:
        group = 0
    elif change.kind in (ChangeKind.DEPRECATED, ChangeKind.DEFAULT):
        group = 1
    else:
        group = 3 if change.kind is ChangeKind.ADDED else 2
    # What only the list of a module's attributes has is not documented.
    is_listed = not change.url or change.url.endswith("#module-attributes")
    known = 2 if change.kind is ChangeKind.REMOVED and is_listed else 1
    return group, 0 if change.stated is not None else known, change.rank, _ORDER[change.kind], change.symbol


class _Comparison:
    """The comparison of two tables."""

    def __init__(self, old: SymbolTable, new: SymbolTable) -> None:
        self._old = old
        self._new = new
        self._owners = {one.name for one in old.symbols if one.kind in _OWNERS}
        self._new_owners = {one.name for one in new.symbols if one.kind in _OWNERS}
        self._pairs: dict[str, PackageSymbol] = {}
        self._gone: list[PackageSymbol] = []
        self._taken: set[str] = set()

    def changes(self) -> Iterator[ApiChange]:
        self._pair()
        come = [one for one in self._new.symbols if self._is_new(one)]
        by_place: dict[str, list[PackageSymbol]] = defaultdict(list)
        by_name: dict[str, list[PackageSymbol]] = defaultdict(list)
        for one in come:
            by_place[one.name.rpartition(".")[0]].append(one)
            by_name[one.last_name].append(one)
        for old in self._gone:
            if not _is_only_imported(old):
                yield self._loss(old, by_place, by_name)
        for old in self._old.symbols:
            new = self._pairs.get(old.name)
            if new is not None:
                yield from _kept(old, new)
                yield from self._lost_members(old, new)
        for new in come:
            if new.name not in self._taken:
                yield ApiChange(
                    ChangeKind.ADDED, new.name, after=shown(new), rank=new.rank, since=new.since, url=new.url
                )

    # -- symbols of both versions ------------------------------------------------------------------------------------

    def _pair(self) -> None:
        """Find each symbol of the earlier version in the later one; owners first, since they tell where members are."""
        for old in sorted(self._old.symbols, key=lambda one: one.name.count(".")):
            place = old.name.rpartition(".")[0]
            if place in self._owners:
                owner = self._pairs.get(place)
                new = self._new.find(f"{owner.name}.{old.last_name}") if owner is not None else None
                if owner is not None and new is None and not _may_have(self._old.find(place), owner):
                    self._gone.append(old)
            else:
                paths = (self._new.find(path) for path in (old.name, *old.paths))
                new = next((one for one in paths if one is not None), None)
                if new is None and not self._is_inside_gone(old):
                    self._gone.append(old)
            if new is not None:
                self._pairs[old.name] = new

    def _is_inside_gone(self, old: PackageSymbol) -> bool:
        """Tell whether a module around a symbol is gone as a whole, which is one change; modules come before names."""
        place = old.name.rpartition(".")[0]
        while place:
            module = self._old.find(place)
            if module is not None and module.kind is SymbolKind.MODULE and any(one is module for one in self._gone):
                return True
            place = place.rpartition(".")[0]
        return False

    def _is_new(self, new: PackageSymbol) -> bool:
        place = new.name.rpartition(".")[0]
        if place in self._new_owners:
            owner = self._old.find(place)
            return owner is not None and self._old.find(f"{owner.name}.{new.last_name}") is None
        return not any(self._old.find(path) for path in (new.name, *new.paths))

    # -- what is gone ------------------------------------------------------------------------------------------------

    def _loss(
        self, old: PackageSymbol, by_place: dict[str, list[PackageSymbol]], by_name: dict[str, list[PackageSymbol]]
    ) -> ApiChange:
        """Return the change for a symbol that is gone: moved, renamed, or removed."""
        place = old.name.rpartition(".")[0]
        is_member = place in self._owners
        if not is_member and (moved := _moved(old, by_name[old.last_name])) is not None:
            self._taken.add(moved.name)
            return _change(ChangeKind.MOVED, old, moved)
        owner = self._pairs.get(place)
        later = renames.later_name(old, by_place[owner.name if owner is not None else place])
        if later is not None and later.name not in self._taken:
            self._taken.add(later.name)
            return _change(ChangeKind.RENAMED, old, later)
        return self._removal(old)

    def _removal(self, old: PackageSymbol) -> ApiChange:
        replacement = renames.stated_replacement(old, self._new)
        found = self._new.find(replacement) if replacement else None
        return ApiChange(
            ChangeKind.REMOVED,
            old.name,
            before=shown(old),
            breaking=True,
            rank=old.rank,
            replacement=replacement,
            url=found.url if found is not None else old.url,
            stated=_stated(old),
        )

    def _lost_members(self, old: PackageSymbol, new: PackageSymbol) -> Iterator[ApiChange]:
        """Yield the members that a class inherited and does not have any more, though its base still has them."""
        if not old.inherited or _may_have(old, new):
            return
        names = {*new.own, *(one.rpartition(".")[2] for one in new.inherited)}
        for path in old.inherited:
            last = path.rpartition(".")[2]
            base = self._old.find(path)
            if last not in names and base is not None and base.name in self._pairs:
                yield ApiChange(
                    ChangeKind.REMOVED,
                    f"{old.name}.{last}",
                    before=shown(base),
                    breaking=True,
                    rank=base.rank,
                    url=new.url,
                )


def _is_only_imported(one: PackageSymbol) -> bool:
    """Tell whether a name without documentation is one of the standard library, which a module imports for itself."""
    module = one.module.partition(".")[0]
    return not one.url and (one.last_name in sys.stdlib_module_names or module in sys.stdlib_module_names)


def _kept(old: PackageSymbol, new: PackageSymbol) -> Iterator[ApiChange]:
    """Yield the changes of a symbol that both versions have."""
    if (change := signature_change(old, new)) is not None:
        yield from _signature_changes(old, new, change)
    if new.deprecation is not None and old.deprecation is None:
        yield ApiChange(
            ChangeKind.DEPRECATED,
            old.name,
            before=shown(old),
            after=shown(new),
            rank=new.rank if new.rank < old.rank else old.rank,
            replacement=new.deprecation.replacement,
            since=new.deprecation.since,
            url=new.url,
            stated=_stated(new),
        )


def _signature_changes(old: PackageSymbol, new: PackageSymbol, change: SignatureChange) -> Iterator[ApiChange]:
    common = {"before": shown(old), "after": shown(new), "rank": old.rank, "url": new.url}
    words = change.breaking or change.compatible
    if words:
        yield ApiChange(
            ChangeKind.SIGNATURE,
            old.name,
            breaking=bool(change.breaking),
            detail=in_words(words),
            parameters=tuple(dict.fromkeys(name for names in words.values() for name in names)),
            needed=tuple(change.needed),
            replacement=next(iter(change.renamed.values()), ""),
            **common,  # type: ignore[arg-type]
        )
    if change.defaults:
        yield ApiChange(
            ChangeKind.DEFAULT,
            old.name,
            detail=in_words(change.defaults),
            parameters=tuple(dict.fromkeys(name for names in change.defaults.values() for name in names)),
            **common,  # type: ignore[arg-type]
        )


def _change(kind: ChangeKind, old: PackageSymbol, new: PackageSymbol) -> ApiChange:
    return ApiChange(
        kind,
        old.name,
        before=shown(old),
        after=shown(new, new.name if kind is ChangeKind.MOVED else ""),
        breaking=True,
        rank=old.rank,
        replacement=new.name,
        url=new.url,
        stated=_stated(old),
    )


def _moved(old: PackageSymbol, candidates: Iterable[PackageSymbol]) -> PackageSymbol | None:
    """Return the symbol that a removed one is under another path: the same name, kind and parameters.

    A value without a signature is known again only if nothing else has its name, and the name tells something.
    """
    alike = [one for one in candidates if one.kind is old.kind and _same_parameters(old, one)]
    if not old.signatures and old.kind in _VALUES and (len(alike) > 1 or len(old.last_name) < _TELLING):
        return None
    return next(iter(alike), None)


def _same_parameters(one: PackageSymbol, other: PackageSymbol) -> bool:
    names, others = (
        {parameter.name for signature in symbol.signatures for parameter in signature.parameters}
        for symbol in (one, other)
    )
    return not names or len(names & others) * 2 >= len(names)


def _may_have(old: PackageSymbol | None, new: PackageSymbol) -> bool:
    """Tell whether a class may have a member that its table lacks: its bases are others now, and not all are known."""
    return old is not None and new.complete < 1 and (new.complete < old.complete or new.bases != old.bases)


def _stated(symbol: PackageSymbol) -> StatedChange | None:
    reason = symbol.deprecation.reason if symbol.deprecation is not None else ""
    if not reason or symbol.deprecation is None:
        return None
    return StatedChange(reason[:_LONGEST_REASON], symbol.url, symbol.deprecation.since)
