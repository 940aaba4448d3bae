"""The changes of a package that concern code: those of names that it uses, and those that a check of it finds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pro_context_engine.code_checks.changes.signature_changes import shown
from pro_context_engine.code_checks.changes.table_changes import order
from pro_context_engine.code_checks.similar_names import likeness
from pro_context_engine.domain.api_changes import ApiChange, ChangeKind, StatedChange
from pro_context_engine.domain.code_findings import CodeCheck, CodeUse, FindingKind, PackageFinding
from pro_context_engine.domain.symbols import PackageSymbol, ParameterKind, SymbolTable

_LOSSES = frozenset({ChangeKind.REMOVED, ChangeKind.RENAMED, ChangeKind.MOVED})
_OF_CALLS = frozenset({ChangeKind.SIGNATURE, ChangeKind.DEFAULT})
_ARGUMENTS = frozenset({FindingKind.UNKNOWN_ARGUMENT, FindingKind.MISSING_ARGUMENT})
_ALIKE = 0.6
_CONSTRUCTORS = (".__init__", ".__new__")


def used_changes(
    changes: Sequence[ApiChange],
    tables: tuple[SymbolTable | None, SymbolTable | None],
    before: CodeCheck,
    after: CodeCheck,
) -> list[ApiChange]:
    """Return the changes that affect code, each with its lines; breaking ones first, then in the order of the code.

    Args:
        changes: those between the two versions, () where they are not known.
        tables: the symbols of the earlier and of the later version, None where they are not known.
        before: the check of the code with the earlier version.
        after: the check of the code with the later version.
    """
    old, new = tables
    found = _of_uses(changes, old, before.used, after)
    known = {(one.line, one.name, one.kind) for one in (finding.place for finding in before.findings)}
    for finding in after.findings:
        place = finding.place
        if (place.line, place.name, place.kind) in known:
            continue
        told = [one for one in found if place.line in found[one] and _is_about(one, finding)]
        if told:
            lines = found.pop(told[0])
            found[_completed(told[0], finding, new)] = lines
        else:
            change = _of_finding(finding, old, new)
            same = next((one for one in found if (one.kind, one.symbol) == (change.kind, change.symbol)), None)
            found.setdefault(same or change, set()).add(place.line)
    made = [replace(one, lines=tuple(sorted(lines))) for one, lines in found.items()]
    return sorted(made, key=lambda one: (order(one)[0], one.lines, order(one)))


def _of_uses(
    changes: Sequence[ApiChange], old: SymbolTable | None, used: Iterable[CodeUse], after: CodeCheck
) -> dict[ApiChange, set[int]]:
    """Return the changes of the names that code uses, with the lines of the uses."""
    by_symbol: dict[str, list[ApiChange]] = defaultdict(list)
    for change in changes:
        if change.kind is not ChangeKind.ADDED:
            by_symbol[change.symbol].append(change)
    found: dict[ApiChange, set[int]] = {}
    if old is None or not by_symbol:
        return found
    names = _Definitions(old)
    exist = {(one.line, one.name) for one in after.used if one.arguments is None}
    for use in used:
        for name in names.of(use.symbol):
            for change in by_symbol.get(name, ()):
                if _concerns(change, use, old.find(name)) and not (
                    change.kind in _LOSSES and (use.line, use.name) in exist
                ):
                    found.setdefault(change, set()).add(use.line)
    return found


class _Definitions:
    """The public symbols of a table by the places of their definitions."""

    def __init__(self, table: SymbolTable) -> None:
        self._table = table
        self._places: dict[str, PackageSymbol] = {}
        for one in table.symbols:
            self._places.setdefault(f"{one.module}.{one.last_name}", one)

    def of(self, place: str) -> list[str]:
        """Return the public names that a definition may have, by its dotted place."""
        for constructor in _CONSTRUCTORS:
            place = place.removesuffix(constructor)
        owner, _, last = place.rpartition(".")
        found = self._table.find(place)
        holder = self._table.find(owner) or self._places.get(owner)
        if found is None and holder is not None:
            found = self._table.find(f"{holder.name}.{last}")
        if found is None and holder is None:
            found = self._places.get(place)
        names = [found.name] if found is not None else []
        if holder is not None:
            names.append(f"{holder.name}.{last}")
        return list(dict.fromkeys(names))


def _concerns(change: ApiChange, use: CodeUse, symbol: PackageSymbol | None) -> bool:
    """Tell whether a change of a name concerns this use of it."""
    if change.kind not in _OF_CALLS:
        return use.arguments is None
    if use.arguments is None:
        return False
    given = {*use.arguments, *_positional(symbol, use.positions)}
    if change.kind is ChangeKind.DEFAULT:
        return any(name not in given for name in change.parameters)
    if not change.breaking:
        return False
    lacking = any(name not in given for name in change.needed)
    return lacking or any(name in given for name in change.parameters if name not in change.needed)


def _positional(symbol: PackageSymbol | None, count: int) -> list[str]:
    """Return the parameters that the first arguments of a call go to."""
    if symbol is None or not symbol.signatures:
        return []
    kinds = (ParameterKind.ANY, ParameterKind.POSITIONAL_ONLY)
    return [one.name for one in symbol.signatures[0].parameters if one.kind in kinds][:count]


def _is_about(change: ApiChange, finding: PackageFinding) -> bool:
    """Tell whether a change says why something is found in code."""
    place = finding.place
    if place.kind in _ARGUMENTS:
        return change.kind is ChangeKind.SIGNATURE and (place.name in change.parameters or place.name in change.needed)
    if place.kind is FindingKind.DEPRECATED:
        return change.kind is ChangeKind.DEPRECATED and change.symbol.rpartition(".")[2] == place.name
    return change.kind in _LOSSES and change.symbol.rpartition(".")[2] == place.name


def _completed(change: ApiChange, finding: PackageFinding, new: SymbolTable | None) -> ApiChange:
    """Return a change with the facts that a finding adds: the replacement, and the words of the package."""
    return replace(
        change,
        replacement=change.replacement or _replacement(finding, new),
        stated=change.stated or _stated(finding),
        since=change.since or finding.place.since,
    )


def _of_finding(finding: PackageFinding, old: SymbolTable | None, new: SymbolTable | None) -> ApiChange:
    """Return the change that makes code fail, as far as the finding alone tells it."""
    place = finding.place
    symbol = old.find(place.symbol) if old is not None else None
    if place.kind in _ARGUMENTS:
        kind = ChangeKind.SIGNATURE
        lost = place.kind is FindingKind.UNKNOWN_ARGUMENT
        detail = f"`{place.name}` was removed" if lost else f"`{place.name}` is required"
    else:
        kind = ChangeKind.DEPRECATED if place.kind is FindingKind.DEPRECATED else ChangeKind.REMOVED
        detail = ""
    if symbol is not None and place.kind not in _ARGUMENTS and symbol.last_name != place.name:
        # Another name of something that the later version still has.
        symbol = None
    name = symbol.name if symbol is not None else place.symbol
    is_argument_of = kind is ChangeKind.DEPRECATED and name.rpartition(".")[2] != place.name
    return ApiChange(
        kind,
        name,
        before=shown(symbol) if symbol is not None else place.name,
        breaking=kind is not ChangeKind.DEPRECATED,
        rank=symbol.rank if symbol is not None else 0,
        detail=f"`{place.name}` is deprecated" if is_argument_of else detail,
        parameters=(place.name,) if place.kind in _ARGUMENTS or is_argument_of else (),
        replacement=_replacement(finding, new),
        since=place.since,
        url=finding.url or (symbol.url if symbol is not None else ""),
        stated=_stated(finding),
    )


def _replacement(finding: PackageFinding, new: SymbolTable | None) -> str:
    """Return the closest name if the package states one, or if it is much alike and public, else ""."""
    place = finding.place
    best = next(iter(place.closest), None)
    if best is None or not (place.hint or likeness(place.name, best.name.rpartition(".")[2]) >= _ALIKE):
        return ""
    is_private = "." in best.name and new is not None and new.find(best.name) is None
    return "" if is_private and best.name.rpartition(".")[2] == place.name else best.name


def _stated(finding: PackageFinding) -> StatedChange | None:
    place = finding.place
    if place.kind is not FindingKind.DEPRECATED or not place.hint:
        return None
    return StatedChange(place.hint, finding.url, place.since)


def with_names(changes: Iterable[ApiChange], names: Sequence[str]) -> Iterator[ApiChange]:
    """Yield the changes of named things: of a class or module also those of its members, and of parameters.

    Args:
        changes: the changes.
        names: names of one or more parts (`append`, `DataFrame.append`), in any spelling of case.
    """
    wanted = [name.lower().strip("().").split(".") for name in names]
    for change in changes:
        places = [change.symbol.lower().split(".")]
        if change.kind in (ChangeKind.RENAMED, ChangeKind.MOVED):
            places.append(change.replacement.lower().split("."))
        parameters = {one.lower() for one in change.parameters}
        if any(_contains(place, parts) or parts[-1] in parameters for parts in wanted for place in places):
            yield change


def _contains(place: Sequence[str], parts: Sequence[str]) -> bool:
    """Tell whether a dotted name has these parts one after another."""
    width = len(parts)
    return any(list(place[start : start + width]) == list(parts) for start in range(len(place) - width + 1))
