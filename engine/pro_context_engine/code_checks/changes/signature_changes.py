"""The differences between the signatures of one symbol in two versions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pro_context_engine.code_checks.similar_names import likeness
from pro_context_engine.domain.symbols import PackageSymbol, Parameter, ParameterKind, Signature

MOST_TEXT = 200
"""Characters of a signature that is shown."""

MOST_NAMED = 6
"""Parameters that a sentence names."""

_VARIADIC = (ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD)
# A default that stands for "not given", or that a stub or declaration does not tell.
_NOT_GIVEN = re.compile(r"(?i)\.\.\.|.*(?:unset|undefined|default|missing|sentinel|not_?given|omit)|_\w+")
_LEAST_ALIKE, _LEAST_SPELT = 0.6, 0.5


@dataclass(slots=True)
class SignatureChange:
    """The differences of signatures.

    Attributes:
        breaking: those that may break a call, in words of ours, each with the parameters that it is about.
        compatible: those that break no call.
        defaults: the changed defaults.
        renamed: the later names of renamed parameters, by their earlier names.
        parameters: the earlier names of all parameters concerned.
        needed: those that a call must give now.
    """

    breaking: dict[str, list[str]] = field(default_factory=dict)
    compatible: dict[str, list[str]] = field(default_factory=dict)
    defaults: dict[str, list[str]] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    parameters: list[str] = field(default_factory=list)
    needed: list[str] = field(default_factory=list)

    def note(self, where: dict[str, list[str]], words: str, *parameters: str) -> None:
        """Note a difference in one of the lists, with the parameters that it is about."""
        where.setdefault(words, []).extend(parameters)
        self.parameters += [one for one in parameters if one not in self.parameters]


def in_words(differences: Mapping[str, Sequence[str]]) -> str:
    """Return differences as one sentence: "`a`, `b` were removed; `c` is required"."""
    return "; ".join(_sentence(words, names) for words, names in differences.items())


def _sentence(words: str, names: Sequence[str]) -> str:
    if not names:
        return words
    shown_names = ", ".join(f"`{name}`" for name in names[:MOST_NAMED])
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    verb, _, rest = words.partition(" ")
    if len(names) > 1:
        verb = {"is": "are", "was": "were"}.get(verb, verb)
    return f"{shown_names}{more} {verb} {rest}"


def signature_change(old: PackageSymbol, new: PackageSymbol) -> SignatureChange | None:
    """Return the differences between the signatures of a symbol, None where there are none or they are not known."""
    if not old.signatures or not new.signatures or old.signatures == new.signatures:
        return None
    change = SignatureChange()
    if old.signatures[0].parameters and _is_positional(old) and _is_positional(new):
        _compare_positions(old.signatures, new.signatures, change)
    else:
        _compare_names(old, new, change)
    return change if change.breaking or change.compatible or change.defaults else None


def shown(symbol: PackageSymbol, name: str = "") -> str:
    """Return a symbol as it is called, by its last name or another one, in at most 200 characters."""
    name = name or symbol.last_name
    if not symbol.signatures:
        return name
    parts: list[str] = []
    marked = False
    for one in symbol.signatures[0].parameters:
        if one.kind is ParameterKind.KEYWORD_ONLY and not marked:
            parts.append("*")
        marked = marked or one.kind in (ParameterKind.KEYWORD_ONLY, ParameterKind.VAR_POSITIONAL)
        parts.append(_parameter(one, symbol))
    text = f"{name}({', '.join(parts)})"
    return text if len(text) <= MOST_TEXT else f"{text[: MOST_TEXT - 2].rpartition(',')[0]}, …)"


def _parameter(one: Parameter, symbol: PackageSymbol) -> str:
    stars = {ParameterKind.VAR_POSITIONAL: "*", ParameterKind.VAR_KEYWORD: "**"}.get(one.kind, "")
    if one.default == "undefined" and _is_positional(symbol):
        return f"{one.name}?"
    return f"{stars}{one.name}" + (f"={one.default}" if one.default is not None else "")


def _is_positional(symbol: PackageSymbol) -> bool:
    """Tell whether no parameter can be given by its name, as in TypeScript."""
    allowed = (ParameterKind.POSITIONAL_ONLY, ParameterKind.VAR_POSITIONAL)
    return all(one.kind in allowed for signature in symbol.signatures for one in signature.parameters)


def _compare_positions(old: Sequence[Signature], new: Sequence[Signature], change: SignatureChange) -> None:
    """Compare signatures whose arguments are given by position: how many they take, and of which types."""
    least, most = _span(old)
    new_least, new_most = _span(new)
    if new_least > least:
        change.note(change.breaking, f"it needs {_arguments(new_least)} instead of {least}")
    if new_most is not None and (most is None or new_most < most):
        change.note(change.breaking, f"it takes {_arguments(new_most)} at most")
    if change.breaking or len(old) != 1 or len(new) != 1:
        return
    if most is not None and (new_most is None or new_most > most):
        change.note(change.compatible, "it takes further arguments")
    for one, other in zip(old[0].parameters, new[0].parameters, strict=False):
        if one.annotation != other.annotation and one.annotation and other.annotation:
            change.note(change.compatible, "is of another type", one.name)
    if old[0].returns != new[0].returns and old[0].returns and new[0].returns:
        change.note(change.compatible, "the result is of another type")


def _arguments(count: int) -> str:
    return f"{count} argument{'' if count == 1 else 's'}"


def _span(signatures: Sequence[Signature]) -> tuple[int, int | None]:
    """Return the least and the largest number of arguments of the ways to call a symbol, None for any number."""
    least = min(sum(one.default is None and one.kind not in _VARIADIC for one in s.parameters) for s in signatures)
    if any(one.kind in _VARIADIC for s in signatures for one in s.parameters):
        return least, None
    return least, max(len(s.parameters) for s in signatures)


def _compare_names(old: PackageSymbol, new: PackageSymbol, change: SignatureChange) -> None:
    """Compare signatures whose arguments may be given by name."""
    before, after = _by_name(old.signatures), _by_name(new.signatures)
    takes_any = any(one.kind is ParameterKind.VAR_KEYWORD for one in _all(new.signatures))
    gone = [name for name, one in before.items() if name not in after and _is_public(one)]
    come = [name for name, one in after.items() if name not in before and _is_public(one)]
    change.renamed = _renamed(gone, come, before, after)
    _note_gone(gone, before, change, takes_any=takes_any)
    required = _required(new.signatures)
    for name in come:
        if name in change.renamed.values():
            continue
        if name in required and not _takes_any_positional(old):
            change.note(change.breaking, "is required", name)
            change.needed.append(name)
        else:
            change.note(change.compatible, "is new", name)
    needed = _required(old.signatures)
    for name, one in before.items():
        if other := after.get(name):
            _note_common(one, other, change, became_required=name in required and name not in needed)
    if not change.breaking:
        _note_order(old, new, change)


def _note_gone(
    gone: Sequence[str], before: Mapping[str, Parameter], change: SignatureChange, *, takes_any: bool
) -> None:
    """Note the parameters that the later version does not have by this name."""
    for name in gone:
        if name in change.renamed:
            change.note(change.breaking, f"is `{change.renamed[name]}` now", name)
        elif takes_any:
            change.note(change.compatible, "is taken by the further keyword arguments, if at all", name)
        elif before[name].kind is not ParameterKind.POSITIONAL_ONLY:
            change.note(change.breaking, "was removed", name)


def _note_common(one: Parameter, other: Parameter, change: SignatureChange, *, became_required: bool) -> None:
    """Note the changes of a parameter that both versions have."""
    by_position = (ParameterKind.ANY, ParameterKind.POSITIONAL_ONLY)
    by_name = (ParameterKind.ANY, ParameterKind.KEYWORD_ONLY)
    if one.kind in by_position and other.kind is ParameterKind.KEYWORD_ONLY:
        change.note(change.breaking, "is keyword-only", one.name)
    elif one.kind in by_name and other.kind is ParameterKind.POSITIONAL_ONLY:
        change.note(change.breaking, "is positional-only", one.name)
    if became_required:
        change.note(change.breaking, "is required", one.name)
        change.needed.append(one.name)
    elif one.default is not None and other.default is not None and _differ(one.default, other.default):
        change.note(change.defaults, f"is {other.default} by default instead of {one.default}", one.name)


def _note_order(old: PackageSymbol, new: PackageSymbol, change: SignatureChange) -> None:
    """Note the first parameter at whose position another one stands now."""
    if len(old.signatures) != 1 or len(new.signatures) != 1:
        return
    kinds = (ParameterKind.ANY, ParameterKind.POSITIONAL_ONLY)
    before = [one.name for one in old.signatures[0].parameters if one.kind in kinds]
    after = [one.name for one in new.signatures[0].parameters if one.kind in kinds]
    for one, other in zip(before, after, strict=False):
        if one != other and change.renamed.get(one) != other:
            if one in after and not one.startswith("_"):
                change.note(change.breaking, f"is not at its position, where `{other}` is now", one)
            return


def _renamed(
    gone: Sequence[str], come: Sequence[str], before: Mapping[str, Parameter], after: Mapping[str, Parameter]
) -> dict[str, str]:
    """Return the later names of parameters that are named otherwise: the same place or default, and a similar name."""
    places, new_places = list(before), list(after)
    found: dict[str, str] = {}
    for name in gone:
        one = before[name]
        scores: dict[str, float] = {}
        for other in come:
            if other in found.values() or after[other].kind in _VARIADIC:
                continue
            score = likeness(name, other)
            same_place = places.index(name) == new_places.index(other)
            same_type = bool(one.annotation) and one.annotation == after[other].annotation
            score += 0.15 * same_place + 0.15 * same_type + 0.05 * (one.default == after[other].default)
            if likeness(name, other) >= _LEAST_SPELT:
                scores[other] = score
        best = max(scores, key=lambda key: scores[key], default=None)
        if best is not None and scores[best] >= _LEAST_ALIKE:
            found[name] = best
    return found


def _is_public(one: Parameter) -> bool:
    return one.kind not in _VARIADIC and not (one.name.startswith("_") and one.default is not None)


def _all(signatures: Iterable[Signature]) -> Iterator[Parameter]:
    for signature in signatures:
        yield from signature.parameters


def _by_name(signatures: Iterable[Signature]) -> dict[str, Parameter]:
    """Return the parameters of all ways to call a symbol, one of each name, that with a known default first."""
    found: dict[str, Parameter] = {}
    for one in _all(signatures):
        known = found.get(one.name)
        if known is None or (known.default == "..." and one.default is not None):
            found[one.name] = one
    return found


def _required(signatures: Sequence[Signature]) -> set[str]:
    """Return the parameters that every way to call a symbol needs."""
    needed = [
        {one.name for one in signature.parameters if one.default is None and one.kind not in _VARIADIC}
        for signature in signatures
    ]
    return set.intersection(*needed) if needed else set()


def _takes_any_positional(symbol: PackageSymbol) -> bool:
    return any(one.kind is ParameterKind.VAR_POSITIONAL for one in _all(symbol.signatures))


def _differ(one: str, other: str) -> bool:
    """Tell whether two defaults differ in more than their quotes."""
    if _NOT_GIVEN.match(one) or _NOT_GIVEN.match(other):
        return False
    return one.replace('"', "'").replace(" ", "") != other.replace('"', "'").replace(" ", "")
