"""The values that functions and methods of the language hand on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pro_context_engine.code_checks.python.values.call_arguments import CallArguments
from pro_context_engine.code_checks.python.values.known_values import (
    NONE,
    UNKNOWN,
    ForeignClass,
    Instance,
    KnownValue,
    Partial,
    union,
)
from pro_context_engine.code_checks.python.values.lookups import NOT_KNOWN, Lookup, State
from pro_context_engine.domain.value_class import value_class

MAPPINGS = frozenset(["dict", "mapping", "mutablemapping", "defaultdict", "ordereddict"])
"""The classes of the language, and their twins in `typing`, that have a value for each key."""

_SEQUENCES = frozenset(["list", "set", "deque", "mutablesequence", "mutableset", "frozenset"])
_OF_MAPPINGS = frozenset(["copy", "get", "items", "keys", "pop", "popitem", "setdefault", "values"])
_OF_SEQUENCES = frozenset(["copy", "pop", "popleft"])

FUNCTIONS = frozenset(["iter", "max", "min", "next", "sorted"])
"""The functions without a module, and without a class, whose results are known."""


@value_class
class Steps:
    """The values that come of another when it is iterated, awaited or called."""

    iterated: Callable[[KnownValue], KnownValue]
    awaited: Callable[[KnownValue], KnownValue]
    returned: Callable[[KnownValue, KnownValue], KnownValue]


def method_of(value: Instance, name: str) -> Lookup:
    """Return a method of a collection of the language, bound to it; nothing is known of any other member."""
    kind = value.of.kind if isinstance(value.of, ForeignClass) else ""
    for kinds, methods, owner in ((MAPPINGS, _OF_MAPPINGS, "dict"), (_SEQUENCES, _OF_SEQUENCES, "list")):
        if kind in kinds and name in methods and value.of.arguments:
            return Lookup(State.UNRESOLVED, Partial(ForeignClass(f"builtins.{owner}.{name}"), (value,)))
    return NOT_KNOWN


def result_of(name: str, given: CallArguments, steps: Steps) -> KnownValue:
    """Return the value that a function or class of the language gives.

    Args:
        name: its dotted name; a method of a collection is one of `builtins.dict` or `builtins.list`, and gets the
            collection as its first argument.
        given: the arguments.
        steps: tells what the arguments give.

    Returns:
        UNKNOWN for any other function, and where the arguments are not known.
    """
    rule = _RULES.get(name)
    if rule is None or not given.positional:
        return UNKNOWN
    return rule(list(given.positional), given, steps)


_Rule = Callable[[Sequence[KnownValue], CallArguments, Steps], KnownValue]


def _collection(kind: str, *arguments: KnownValue) -> KnownValue:
    """Return a collection of the language; UNKNOWN where nothing is known of its elements."""
    return Instance(ForeignClass(kind, arguments)) if any(one is not UNKNOWN for one in arguments) else UNKNOWN


def _pair(*parts: KnownValue) -> KnownValue:
    return _collection("builtins.tuple", *parts)


def _elements_in(kind: str, place: int = 0) -> _Rule:
    """Return the rule of a function that gives a collection of the elements of one argument."""

    def rule(positional: Sequence[KnownValue], _given: CallArguments, steps: Steps) -> KnownValue:
        return _collection(kind, steps.iterated(positional[place])) if place < len(positional) else UNKNOWN

    return rule


def _element(positional: Sequence[KnownValue], given: CallArguments, steps: Steps) -> KnownValue:
    """Return an element of the first argument, or the value that is given for none: `next(found, None)`."""
    return union([steps.iterated(positional[0]), *positional[1:], *_defaults(given)])


def _greatest(positional: Sequence[KnownValue], given: CallArguments, steps: Steps) -> KnownValue:
    several = len(positional) > 1
    return union([*(positional if several else [steps.iterated(positional[0])]), *_defaults(given)])


def _defaults(given: CallArguments) -> list[KnownValue]:
    return [given.named["default"]] if "default" in given.named else []


def _numbered(positional: Sequence[KnownValue], _given: CallArguments, steps: Steps) -> KnownValue:
    number = Instance(ForeignClass("builtins.int"))
    element = steps.iterated(positional[0])
    return _collection("typing.Iterator", _pair(number, element)) if element is not UNKNOWN else UNKNOWN


def _together(positional: Sequence[KnownValue], _given: CallArguments, steps: Steps) -> KnownValue:
    return _collection("typing.Iterator", _pair(*map(steps.iterated, positional)))


def _chained(positional: Sequence[KnownValue], _given: CallArguments, steps: Steps) -> KnownValue:
    return _collection("typing.Iterator", union(map(steps.iterated, positional)))


def _mapped(positional: Sequence[KnownValue], _given: CallArguments, steps: Steps) -> KnownValue:
    if len(positional) != 2:
        return UNKNOWN
    return _collection("typing.Iterator", steps.returned(positional[0], steps.iterated(positional[1])))


def _first(positional: Sequence[KnownValue], _given: CallArguments, _steps: Steps) -> KnownValue:
    return positional[0]


def _entered(positional: Sequence[KnownValue], _given: CallArguments, _steps: Steps) -> KnownValue:
    return _collection("contextlib.AbstractContextManager", positional[0])


def _awaited(positional: Sequence[KnownValue], _given: CallArguments, steps: Steps) -> KnownValue:
    return steps.awaited(positional[0])


def _awaitable(positional: Sequence[KnownValue], _given: CallArguments, steps: Steps) -> KnownValue:
    return _collection("typing.Awaitable", steps.awaited(positional[0]))


def _gathered(positional: Sequence[KnownValue], _given: CallArguments, steps: Steps) -> KnownValue:
    return _collection("typing.Awaitable", _pair(*map(steps.awaited, positional)))


def _item(positional: Sequence[KnownValue], given: CallArguments, _steps: Steps) -> KnownValue:
    """Return a value of a mapping, or the one that is given for a missing key: `rooms.get(name, hall)`."""
    return union([_part(positional[0], 1), *positional[2:], *_defaults(given)])


def _items(positional: Sequence[KnownValue], _given: CallArguments, _steps: Steps) -> KnownValue:
    return _collection("typing.Iterable", _pair(_part(positional[0], 0), _part(positional[0], 1)))


def _any_item(positional: Sequence[KnownValue], _given: CallArguments, _steps: Steps) -> KnownValue:
    return _pair(_part(positional[0], 0), _part(positional[0], 1))


def _keys(positional: Sequence[KnownValue], _given: CallArguments, _steps: Steps) -> KnownValue:
    return _collection("typing.Iterable", _part(positional[0], 0))


def _values(positional: Sequence[KnownValue], _given: CallArguments, _steps: Steps) -> KnownValue:
    return _collection("typing.Iterable", _part(positional[0], 1))


def _part(value: KnownValue, place: int) -> KnownValue:
    """Return the key (0) or the value (1) of a mapping; UNKNOWN where it is not told, or no value was added yet."""
    arguments = value.of.arguments if isinstance(value, Instance) else ()
    found = arguments[place] if len(arguments) == 2 else UNKNOWN
    return UNKNOWN if found is NONE else found


_RULES: dict[str, _Rule] = {
    "asyncio.create_task": _awaitable,
    "asyncio.ensure_future": _awaitable,
    "asyncio.gather": _gathered,
    "asyncio.run": _awaited,
    "asyncio.shield": _awaitable,
    "asyncio.wait_for": _awaitable,
    "builtins.dict.copy": _first,
    "builtins.dict.get": _item,
    "builtins.dict.items": _items,
    "builtins.dict.keys": _keys,
    "builtins.dict.pop": _item,
    "builtins.dict.popitem": _any_item,
    "builtins.dict.setdefault": _item,
    "builtins.dict.values": _values,
    "builtins.enumerate": _numbered,
    "builtins.filter": _elements_in("typing.Iterator", 1),
    "builtins.frozenset": _elements_in("builtins.frozenset"),
    "builtins.iter": _elements_in("typing.Iterator"),
    "builtins.list": _elements_in("builtins.list"),
    "builtins.list.copy": _first,
    "builtins.list.pop": lambda positional, _given, steps: steps.iterated(positional[0]),
    "builtins.list.popleft": lambda positional, _given, steps: steps.iterated(positional[0]),
    "builtins.map": _mapped,
    "builtins.max": _greatest,
    "builtins.min": _greatest,
    "builtins.next": _element,
    "builtins.reversed": _elements_in("typing.Iterator"),
    "builtins.set": _elements_in("builtins.set"),
    "builtins.sorted": _elements_in("builtins.list"),
    "builtins.tuple": _elements_in("typing.Sequence"),
    "builtins.zip": _together,
    "contextlib.aclosing": _entered,
    "contextlib.closing": _entered,
    "contextlib.nullcontext": _entered,
    "copy.copy": _first,
    "copy.deepcopy": _first,
    "itertools.chain": _chained,
    "itertools.islice": _elements_in("typing.Iterator"),
    "random.choice": lambda positional, _given, steps: steps.iterated(positional[0]),
    "random.sample": _elements_in("builtins.list"),
}
