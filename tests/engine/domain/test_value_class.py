"""A value class is what `dataclass(frozen=True, slots=True)` makes of the same class."""

import copy
import pickle
from collections.abc import Callable, Mapping
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import pytest

import pro_context_engine
from pro_context_engine.domain.value_class import part_class, value_class


def make(decorate: Callable[[type], type]) -> type[Any]:
    class Boat:
        """A boat."""

        name: str
        crew: int = 1
        cargo: Mapping[str, int] = field(default_factory=dict, compare=False)
        owner: str = field(default="", repr=False)
        log: list[str] = field(default_factory=list, init=False, compare=False)

        @property
        def is_manned(self) -> bool:
            return self.crew > 0

    return decorate(Boat)


OURS, THEIRS = make(value_class), make(dataclass(frozen=True, slots=True))


@value_class
class Point:
    """A place, at the top level so that it can be pickled."""

    x: int
    y: int = 0


@value_class
class Height(Point):
    z: int = 0


@value_class
class Nothing:
    """A value without fields."""


@value_class
class Sorted:
    words: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", tuple(sorted(self.words)))


@pytest.mark.parametrize("of", [OURS, THEIRS])
def test_an_object_has_its_fields(of: type[Any]) -> None:
    boat = of("Ann", cargo={"tea": 2})
    assert (boat.name, boat.crew, boat.cargo, boat.owner, boat.log) == ("Ann", 1, {"tea": 2}, "", [])
    assert of("Ann").cargo is not of("Ann").cargo
    assert boat.is_manned
    assert [one.name for one in fields(of)] == ["name", "crew", "cargo", "owner", "log"]
    assert of.__match_args__ == ("name", "crew", "cargo", "owner")
    assert repr(boat).endswith("Boat(name='Ann', crew=1, cargo={'tea': 2}, log=[])")
    assert not hasattr(boat, "__dict__")
    assert of.__doc__ == "A boat."


@pytest.mark.parametrize("of", [OURS, THEIRS])
def test_equal_fields_make_equal_objects(of: type[Any]) -> None:
    assert of("Ann") == of("Ann", 1, {"tea": 2})
    assert hash(of("Ann")) == hash(of("Ann", 1, {"tea": 2}))
    assert of("Ann") != of("Ann", 2)
    assert of("Ann") != ("Ann", 1, "")
    assert replace(of("Ann"), crew=3) == of("Ann", 3)


@pytest.mark.parametrize("of", [OURS, THEIRS])
def test_an_object_does_not_change(of: type[Any]) -> None:
    boat = of("Ann")
    with pytest.raises(FrozenInstanceError):
        boat.crew = 2
    with pytest.raises(FrozenInstanceError):
        del boat.crew


@pytest.mark.parametrize("of", [OURS, THEIRS])
@pytest.mark.parametrize("arguments", [(), ("Ann", 1, {}, "", []), ("Ann", 1, {}, "", [], 5)])
def test_wrong_arguments_are_refused(of: type[Any], arguments: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError, match=r"Boat\.__init__\(\)"):
        of(*arguments)


def test_objects_are_copied_and_pickled() -> None:
    for one in (Point(1, 2), Height(1, 2, 3), Nothing()):
        assert pickle.loads(pickle.dumps(one)) == copy.copy(one) == copy.deepcopy(one) == one


def test_a_class_has_the_fields_of_its_base() -> None:
    assert Height(1, z=2) == Height(1, 0, 2)
    assert Height(1) != Point(1)
    assert len({Height(1), Height(1, 0, 0), Point(1)}) == 2


def test_what_follows_the_constructor_is_called() -> None:
    assert Sorted(("b", "a")).words == ("a", "b")
    assert Nothing() == Nothing()
    assert repr(Nothing()) == "Nothing()"


def test_the_engine_has_no_other_plain_frozen_class() -> None:
    folder = Path(pro_context_engine.__file__).parent
    files = [file for file in folder.rglob("*.py") if "@dataclass(frozen=True, slots=True)\n" in file.read_text()]
    assert files == []


@part_class
class Rudder:
    """A part that remembers how often it was turned."""

    boat: str
    _turns: list[int] = field(init=False, default_factory=list)

    def turn(self) -> int:
        self._turns.append(1)
        return len(self._turns)


def test_a_part_is_equal_to_itself_alone() -> None:
    rudder = Rudder("Ann")
    assert (rudder.boat, rudder.turn(), rudder.turn(), Rudder(boat="Ann").turn()) == ("Ann", 1, 2, 1)
    assert rudder == rudder
    assert rudder != Rudder("Ann")
    assert len({rudder, Rudder("Ann")}) == 2
    with pytest.raises(FrozenInstanceError):
        rudder.boat = "Bea"  # type: ignore[misc]
