"""No regular expression of ours takes exponential time: shown on its syntax, not by a stopwatch (bench/hostile.py)."""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
from collections.abc import Iterable, Iterator
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

import pro_context
import pro_context_engine
from pro_context_contract import CONTRACTS, load_contract

ALPHABET = [chr(code) for code in (*range(128), 0xE9, 0x4E2D, 0x200B, 0x202E)]


def compiled() -> Iterator[tuple[str, re.Pattern[Any]]]:
    """Give every pattern that a module of ours holds."""
    for package in (pro_context, pro_context_engine):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if found.name.endswith("__main__"):
                continue
            for name, value in vars(importlib.import_module(found.name)).items():
                for pattern in patterns_in(value):
                    yield f"{found.name}.{name}: {pattern.pattern[:40]!r}", pattern


def patterns_in(value: object) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, tuple | list | frozenset):
        for inner in value:
            yield from patterns_in(inner)
    elif isinstance(value, dict):
        yield from patterns_in(tuple(value.values()))


def published() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Give every pattern of a schema; they hold for what strangers send."""
    for contract in CONTRACTS:
        for tool in load_contract(contract).tools:
            for written in re.findall(r'"pattern": ("(?:[^"\\]|\\.)*+")', json.dumps(tool)):
                yield f"{contract}/{tool['name']}: {written}", re.compile(json.loads(written))


def ambiguous(items: Iterable[Any], flags: int) -> bool:
    """Tell whether a loop has in it another loop that can take over the characters that part its rounds."""
    for operation, argument in items:
        if operation in (codes.MAX_REPEAT, codes.MIN_REPEAT) and argument[1] is codes.MAXREPEAT:
            body = list(flat(argument[2]))
            for number, (inner, inside) in enumerate(body):
                if inner in (codes.MAX_REPEAT, codes.MIN_REPEAT) and inside[1] is codes.MAXREPEAT:
                    taken = characters(inside[2], flags)
                    others = [item for other, item in enumerate(body) if other != number]
                    if not any(not nullable([item]) and not characters([item], flags) & taken for item in others):
                        return True
            if any(nullable(way) for way in ways(body)) and unbounded(body):
                return True
        if ambiguous([item for part in parts(operation, argument) for item in part], flags):
            return True
    return False


def flat(items: Iterable[Any]) -> Iterator[Any]:
    """Give the items with those of groups in place of the groups."""
    for operation, argument in items:
        if operation is codes.SUBPATTERN:
            yield from flat(argument[3])
        else:
            yield operation, argument


def parts(operation: Any, argument: Any) -> list[Any]:
    """Return the patterns inside an operation; what is in an atomic one is looked at alone."""
    if operation in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
        return [list(argument[2])]
    if operation is codes.SUBPATTERN:
        return [list(argument[3])]
    if operation is codes.BRANCH:
        return [list(way) for way in argument[1]]
    if operation in (codes.ASSERT, codes.ASSERT_NOT):
        return [list(argument[1])]
    return [list(argument)] if operation is codes.ATOMIC_GROUP else []


def ways(items: list[Any]) -> list[list[Any]]:
    return [list(way) for way in items[0][1][1]] if len(items) == 1 and items[0][0] is codes.BRANCH else [items]


def unbounded(items: Iterable[Any]) -> bool:
    return any(
        (operation in (codes.MAX_REPEAT, codes.MIN_REPEAT) and argument[1] is codes.MAXREPEAT)
        or any(unbounded(part) for part in parts(operation, argument) if operation is not codes.POSSESSIVE_REPEAT)
        for operation, argument in items
    )


def nullable(items: Iterable[Any]) -> bool:
    for operation, argument in items:
        if operation in (codes.AT, codes.ASSERT, codes.ASSERT_NOT):
            continue
        if operation in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            if argument[0] and not nullable(argument[2]):
                return False
        elif operation in (codes.SUBPATTERN, codes.BRANCH, codes.ATOMIC_GROUP):
            if not any(nullable(part) for part in parts(operation, argument)):
                return False
        else:
            return False
    return True


def characters(items: Iterable[Any], flags: int) -> set[str]:
    """Return which characters of a sample the items may take anywhere."""
    found: set[str] = set()
    for operation, argument in items:
        inner = parts(operation, argument)
        if operation in (codes.LITERAL, codes.NOT_LITERAL, codes.ANY, codes.IN):
            found |= {character for character in ALPHABET if takes(operation, argument, character, flags)}
        elif operation is codes.GROUPREF:
            found |= set(ALPHABET)
        elif operation not in (codes.ASSERT, codes.ASSERT_NOT):
            for part in inner:
                found |= characters(part, flags)
    return found


def takes(operation: Any, argument: Any, character: str, flags: int) -> bool:
    cases = {character, character.lower(), character.upper()} if flags & re.IGNORECASE else {character}
    if operation is codes.ANY:
        return True
    if operation is codes.LITERAL:
        return chr(argument) in cases
    if operation is codes.NOT_LITERAL:
        return chr(argument) not in cases
    negated = argument[0][0] is codes.NEGATE
    return any(_in_class(item, case) for item in argument for case in cases) is not negated


def _in_class(item: Any, character: str) -> bool:
    kind, value = item
    if kind is codes.LITERAL:
        return chr(value) == character
    if kind is codes.RANGE:
        return value[0] <= ord(character) <= value[1]
    if kind is codes.CATEGORY:
        name = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}[str(value).rpartition("_")[2]]
        return bool(re.match(name, character)) is ("NOT" not in str(value))
    return False


PATTERNS = [*compiled(), *published()]


@pytest.mark.parametrize("pattern", [pattern for _, pattern in PATTERNS], ids=[name for name, _ in PATTERNS])
def test_no_loop_can_do_the_work_of_the_loop_around_it(pattern: re.Pattern[Any]) -> None:
    assert not ambiguous(parser.parse(pattern.pattern, pattern.flags), pattern.flags)


@pytest.mark.parametrize(
    ("pattern", "bad"),
    [
        (r"(a+)+$", True),
        (r"(?:[a-z]*)*$", True),
        (r"(?:\s*\w+)*$", True),
        (r"(?:x|(?:b+b)+)$", True),
        (r"(?:-[a-z]+)*$", False),
        (r"(?:[a-z]++)*$", False),
        (r"(?:\|[ \t]*-+)*$", False),
        (r"[a-z]+\s*$", False),
    ],
)
def test_the_check_tells_good_from_bad(pattern: str, bad: bool) -> None:
    assert ambiguous(parser.parse(pattern), 0) is bad
