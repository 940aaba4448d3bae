"""A declaration in one line, and the names of its members."""

import pytest

from pro_context_engine.search.excerpts.declaration_line import MOST_NAMED, MOST_OUTLINED, in_one_line, members_in


def line_of(code: str) -> str:
    [line] = in_one_line(code.split("\n"))
    return line


LONG = "R" * MOST_OUTLINED
SHIP = f"""\
interface Ship<Crew extends Sailor = Sailor> extends Vessel {{
  // How it is called.
  readonly name: string;
  ropes?: {{
    wet: Rope[];
  }};
  /** moored: before. */
  'dead-weight': number
  moor(rope: {LONG}): void;
  get crew(): Crew;
  _secret: string;
  private keel: Keel;
  constructor(name: string);
  new (name: string): Ship;
  [key: string]: unknown;
}}"""


def test_of_a_long_declaration_with_members_their_names_are_shown() -> None:
    assert line_of(SHIP) == "interface Ship<...> extends Vessel { name; ropes?; 'dead-weight'; moor; crew }"


def test_members_are_named_with_their_lines() -> None:
    assert members_in(SHIP.split("\n")) == {2: "name", 3: "ropes?", 7: "'dead-weight'", 8: "moor", 9: "crew"}
    assert members_in(["function moor(", "  ship: Ship,", "): void"]) == {}


def test_the_names_of_a_return_type_are_shown() -> None:
    code = f"function moor({{ ship, rope }}: Options): {{\n  rope: {LONG};\n  leave: () => void;\n}}"
    assert line_of(code) == "function moor({ ship, rope }: Options): { rope; leave }"


def test_many_names_are_cut_between_two() -> None:
    members = "".join(f"  rope{number}: string;\n" for number in range(100))
    line = line_of(f"interface Ship {{\n{members}}}")
    assert line.startswith("interface Ship { rope0; rope1; ")
    assert line.endswith("; ...")
    assert MOST_NAMED - len("; rope99") < len(line) <= MOST_NAMED


def test_type_parameters_are_left_out_before_anything_else() -> None:
    code = "function moor<\n  Crew extends Sailor<Rope> = Sailor<Rope>,\n  Rope extends Line = (x: Line) => Line,\n"
    assert (
        line_of(f"{code}>(ship: Ship<Crew>, rope: Rope): void")
        == "function moor<...>(ship: Ship<Crew>, rope: Rope): void"
    )


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (f"function moor(ship: Ship, rope: {LONG}): void", "function moor(ship: Ship, rope: ..."),
        (f"function moorTheShipAtTheQuayOfThisOldHarbour(ship: Ship, rope: {LONG}): void",
         "function moorTheShipAtTheQuayOfThisOldHarbour(ship: Ship, ..."),
        (f"type Moor = {LONG}", "type Moor = ..."),
        (LONG + LONG, LONG[: MOST_OUTLINED - 3] + "..."),
    ],
)  # fmt: skip
def test_other_declarations_are_cut_between_parameters_or_words(code: str, line: str) -> None:
    assert line_of(code) == line


def test_alternatives_on_lines_of_their_own_belong_to_the_declaration() -> None:
    assert line_of("rope?:\n  | false // No rope.\n  | 'wet'\nmoor(): void") == "rope?: | false | 'wet'"
    assert line_of("type A = Ship extends B\n  ? 'wet'\n  : 'dry'") == "type A = Ship extends B ? 'wet' : 'dry'"


def test_members_have_semicolons_between_them() -> None:
    assert (
        line_of("interface Ship {\n  name: string\n  rope: 1 |\n  2\n}")
        == "interface Ship { name: string; rope: 1 | 2 }"
    )
    assert line_of("enum Sail { \n  Jib,\n  Main,\n}") == "enum Sail { Jib, Main, }"


def test_comments_are_no_part_of_a_declaration() -> None:
    assert line_of("moor(\n  rope = 'https://a', // where\n  // more\n): void") == "moor(rope = 'https://a'): void"
    assert line_of("def moor(\n    ropes=7 // 2,\n) -> None") == "def moor(ropes=7 // 2) -> None"
    assert list(in_one_line(["// Nothing."])) == []
