"""A section that is unlikely to be meant, in a line each of declaration and summary."""

import pytest

from pro_context_engine.search.excerpts.display_parts import is_heading_alone
from pro_context_engine.search.excerpts.section_outline import (
    MOST_OUTLINED,
    MOST_ROWS,
    declared_name,
    prose_listed,
    prose_outline,
)
from pro_context_engine.search.excerpts.section_outline import listed as listed_section
from pro_context_engine.search.excerpts.section_outline import outline as outlined
from pro_context_engine.search.index.analysis import query_terms
from pro_context_engine.search.index.term_finder import TermFinder

LONG_SUMMARY = "Moor a ship." + " It stays where it is, whatever the wind and the tide do." * 6


def outline(text: str, question: str = "moor") -> str:
    return outlined(text, TermFinder(query_terms(question)))


def listed(text: str, question: str = "moor") -> str:
    return listed_section(text, TermFinder(query_terms(question)))


def declared(code: str) -> list[str]:
    """Return the lines of the declaration in the outline of a section."""
    found = outline(f"# moor\n\n```python\n{code}\n```\n\nMoor a ship.\n\nMore.\n").split("\n")
    assert found[:3] == ["# moor", "", "```python"]
    assert found[-3:] == ["```", "", "Moor a ship."]
    return found[3:-3]


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("def moor(\n    ship: Ship,\n    rope: str,\n) -> None", ["def moor(ship: Ship, rope: str) -> None"]),
        ("from dock import moor\ndef moor() -> None", ["from dock import moor", "def moor() -> None"]),
        ("@overload\ndef moor(a: Ship) -> None\n@overload\ndef moor(a: str) -> Ship", ["def moor(a: Ship) -> None"]),
        ("function moor<T>(\n  ship: T,\n): (x: T) => void", ["function moor<T>(ship: T): (x: T) => void"]),
        ("class Ship:\n    def __init__(\n        self,\n    ) -> None", ["class Ship: def __init__(self) -> None"]),
        ("class Ship:\n    @overload\n    def __init__(self)", ["class Ship: def __init__(self)"]),
        (
            "class Ship(Vessel):\n    anchor = drop\n    rope: str\n\n    def __init__(self, rope)",
            ["class Ship(Vessel): def __init__(self, rope)"],
        ),
        (
            "from dock import Ship\nclass Ship(Vessel):\n    anchor = (\n",
            ["from dock import Ship", "class Ship(Vessel)"],
        ),
        ("type Moor =\n  /**\n  A ship.\n  */\n  | Ship", ["type Moor = | Ship"]),
        ("interface Moor {\n  /** A ship. */\n  ship: Ship\n  /* a rope */\n}", ["interface Moor { ship: Ship }"]),
    ],
)
def test_the_first_form_of_a_declaration_is_one_line(code: str, shown: list[str]) -> None:
    assert declared(code) == shown


def test_a_long_declaration_is_cut() -> None:
    [line] = declared(f"def moor({', '.join(f'rope_{number}: str' for number in range(20))}) -> None")
    assert line == f"def moor({', '.join(f'rope_{number}: str' for number in range(7))}, ..."
    assert len(line) <= MOST_OUTLINED < len(line) + len("rope_7: str, ")


FIELDS = [f"  rope{number}: string;" for number in range(20)]


def test_a_long_declaration_shows_its_members_that_were_asked_about() -> None:
    fields = [*FIELDS, "  anchorChain?: string;", "  anchor?: string;", *FIELDS, "  /**", "   * How deep it is."]
    code = "\n".join(["interface Moor {", *fields, "   */", "  fathoms: number;", "}"])
    text = f"# Moor\n\n```ts\n{code}\n```\n\nMoor a ship.\n"
    assert outline(text, "how deep is the chain of the anchor").split("\n")[3:-3] == [
        "interface Moor {",
        "    ...",
        "  anchorChain?: string;",
        "    ...",
        "  /**",
        "   * How deep it is.",
        "   */",
        "  fathoms: number;",
        "}",
    ]
    assert "    ..." not in outline(text, "sails")


def test_the_gaps_of_a_declaration_with_few_members_name_the_others() -> None:
    fields = ["  /** How many. */", *FIELDS[:5], "  anchor?: string;", "  sail: {", "    jib: string;", "  };"]
    code = "\n".join(["interface Moor {", *fields, "}"])
    assert outline(f"# Moor\n\n```ts\n{code}\n```\n", "anchor").split("\n")[3:-1] == [
        "interface Moor {",
        "    ... rope0, rope1, rope2, rope3, rope4",
        "  anchor?: string;",
        "    ... sail",
        "}",
    ]


def test_of_members_that_say_the_same_one_is_shown() -> None:
    lines = ["def moor(", *(f"    anchor_{number}: str," for number in range(20)), ") -> None"]
    text = "# moor\n\n```python\n{}\n```\n\nMoor a ship.\n".format("\n".join(lines))
    assert outline(text, "which anchor").count("anchor_") == 1


@pytest.mark.parametrize("first", ["interface Moor", f"interface Moor<{'T' * MOST_OUTLINED}> {{"])
def test_other_long_declarations_are_one_line(first: str) -> None:
    code = "\n".join([first, *FIELDS, "}"])
    shown = outline(f"# Moor\n\n```ts\n{code}\n```\n\nMoor a ship.\n", "rope3")
    assert len(shown.split("\n")[3:-3]) == 1


TABLE = "| a | b |\n| --- | --- |\n| 1 | 2 |"


@pytest.mark.parametrize("rest", ["```python", "```python\ndef moor(", TABLE])
def test_a_table_and_a_fence_that_was_cut_leave_the_heading(rest: str) -> None:
    assert outline(f"# moor\n\n{rest}\n") == "# moor"


def test_a_long_summary_is_its_first_sentence() -> None:
    assert outline(f"# moor\n\n{LONG_SUMMARY}\n") == "# moor\n\nMoor a ship."
    assert outline("# moor\n\nMoor a ship. It\nstays.\n\nMore.") == "# moor\n\nMoor a ship. It stays."


def test_the_item_that_has_what_is_asked_and_not_said_is_shown() -> None:
    text = "# moor\n\nMoor a ship.\n\n**Parameters**\n\n- `ship`: to moor.\n- `rope`: how long\n  the rope is.\n"
    assert outline(text, "length of the rope to moor") == "# moor\n\nMoor a ship.\n\n- `rope`: how long the rope is."
    assert outline(text, "moor a ship") == "# moor\n\nMoor a ship."


CODE = "```python\nfrom dock import moor\n@final\ndef moor(\n    ship: Ship,\n) -> None\n```"


def test_a_listed_section_is_its_heading_and_the_first_sentence_of_its_summary() -> None:
    text = f"## Dock\n\n### moor\n\n{CODE}\n\nMoor a ship, whatever\nits size. It stays.\n\n- `ship`: to moor.\n"
    assert listed(text) == "## Dock\n\n### moor\n\nMoor a ship, whatever its size."


@pytest.mark.parametrize("rest", ["", "**Parameters**\n\n- `ship`: to moor.\n", "- `ship`: to moor.\n", TABLE])
def test_a_listed_section_without_a_summary_has_its_declaration(rest: str) -> None:
    declaration = "```python\nfrom dock import moor\ndef moor(ship: Ship) -> None\n```"
    assert listed(f"### moor\n\n{CODE}\n\n{rest}") == f"### moor\n\n{declaration}"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("# Ship\n\n## moor\n\n```ts\nmoor(\n  rope: Rope,\n): void\n```\n\nMoor it.\n",
         "# Ship\n\n## moor\n\n```ts\nmoor(rope: Rope): void\n```"),
        ("## moor\n\nMoor it.\n", ""),
        ("## moor\n", ""),
        ("Moor it.\n", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_the_name_of_a_section_is_its_headings_and_its_declaration(text: str, name: str) -> None:
    assert declared_name(text) == name


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Moor it, e.g. With a rope. More.", "Moor it, e.g. With a rope."),
        ("1. Moor it. More.", "1. Moor it."),
        ("See rope.wet of v1. 2 of them (more. or less.) `moor` it.", "See rope.wet of v1."),
        ("Is it wet? Moor it.", "Is it wet?"),
        (f"- `rope`: to {'moor ' * 99}", f"- `rope`: to {'moor ' * 57}…"),
    ],
)
def test_a_sentence_ends_where_another_one_begins(text: str, sentence: str) -> None:
    assert listed_section(f"# moor\n\n{text}\n", TermFinder(["rope"])) == f"# moor\n\n{sentence}"


def test_the_marks_of_a_quotation_are_one() -> None:
    text = "> [!WARNING]\n>\n> Moor it\n> well.\n"
    assert outline(f"# moor\n\n{text}") == "# moor\n\n> Moor it well."


def prose(text: str, question: str = "moor in a storm") -> str:
    return prose_outline(f"## Ships\n\n{text}\n", TermFinder(query_terms(question)))


EXAMPLE = "```js\nimport { dock } from 'harbour'\ndock.open()\n\nconst ship = dock.enter('tern')\nship.wash()\n"
EXAMPLE += "// Ropes for a storm.\nship.moor({ ropes: 9 })\nship.leave()\n```"


def test_an_example_in_prose_is_shown_by_its_asked_lines() -> None:
    shown = "```js\n    ...\n// Ropes for a storm.\nship.moor({ ropes: 9 })\nship.leave()\n```"
    assert prose(EXAMPLE) == f"## Ships\n\n{shown}"
    assert prose(f"Ships come and go.\n\n{EXAMPLE}") == f"## Ships\n\nShips come and go.\n\n{shown}"


def test_an_example_that_says_nothing_new_is_left_out_behind_a_paragraph() -> None:
    assert prose(f"Moor a ship in a storm.\n\n{EXAMPLE}") == "## Ships\n\nMoor a ship in a storm."
    assert prose(EXAMPLE, "anchor").startswith("## Ships\n\n```js\nimport { dock } from 'harbour'\n")


def test_an_example_that_a_sentence_introduces_stands_below_it() -> None:
    asked = "```js\n    ...\n// Ropes for a storm.\nship.moor({ ropes: 9 })\nship.leave()\n```"
    for words in ("To moor in a storm:", "To moor in a storm is as simple as"):
        assert prose(f"{words}\n\n{EXAMPLE}") == f"## Ships\n\n{words}\n\n{asked}"
        assert listed_prose(f"{words}\n\n{EXAMPLE}") == f"## Ships\n\n{words}\n\n{asked}"
    assert listed_prose(f"Ships (*all*.)\n\n{EXAMPLE}") == "## Ships\n\nShips (*all*.)"


def test_the_part_of_prose_with_most_new_words_is_shown() -> None:
    text = f"Ships come.\n\nA storm comes.\n\n{LONG_SUMMARY} Storm.\n\n- `rope`: strong"
    assert prose(text) == "## Ships\n\nShips come.\n\nMoor a ship."


@pytest.mark.parametrize("fence", ["```js", "```js\nship.moor()"])
def test_an_example_without_an_end_is_left_out(fence: str) -> None:
    assert prose(fence) == "## Ships"


def test_the_lines_of_an_example_are_bounded() -> None:
    assert len(prose(f"```js\n{'x' * 9_000} moor\n```")) < 400


OPTION = "Type:\n\n```ts\ntype rope = string\n```\n\nDefault: `'wet'`\n\nWhich rope it has.\n\n**dock.js**\n"


def test_the_text_behind_the_type_and_the_default_of_an_option_is_its_summary() -> None:
    assert prose(OPTION, "anchor") == "## Ships\n\nDefault: `'wet'`\n\nWhich rope it has."
    assert prose("Type: `boolean`\\\nDefault: `true`\n\nKeeps it wet.", "anchor") == (
        "## Ships\n\nType: `boolean` Default: `true`\n\nKeeps it wet."
    )


def test_an_option_is_listed_with_its_text() -> None:
    assert listed_prose(OPTION) == "## Ships\n\nWhich rope it has."
    assert listed_prose("Type: `boolean`\n") == "## Ships\n\nType: `boolean`"


@pytest.mark.parametrize("rest", ["Type:", "**dock.js**", "Type:\n\n**dock.js**"])
def test_an_announcement_alone_says_nothing(rest: str) -> None:
    assert prose(rest, "anchor") == "## Ships"


def listed_prose(text: str, question: str = "moor in a storm") -> str:
    return prose_listed(f"## Ships\n\n{text}\n", TermFinder(query_terms(question)))


def test_listed_prose_is_its_first_sentence_or_its_first_example() -> None:
    output = "```text\nmoored in a storm\n```"
    assert listed_prose(f"Ships come. They go.\n\n{EXAMPLE}") == "## Ships\n\nShips come."
    assert listed_prose(f"{EXAMPLE}\n\n{output}") == (
        "## Ships\n\n```js\n    ...\n// Ropes for a storm.\nship.moor({ ropes: 9 })\nship.leave()\n```"
    )


def test_a_listed_section_of_items_has_the_one_that_was_asked_about() -> None:
    items = "**Options**\n\n- `--rope`: how strong.\n- `--storm`: to moor.\n- `--sail`: which.\n"
    assert listed(f"# moor\n\n{items}", "storm") == "# moor\n\n- `--storm`: to moor."
    assert listed(f"# moor\n\n{items}", "anchor") == "# moor"
    assert listed_prose(items.replace("**Options**\n\n", "")) == "## Ships\n\n- `--storm`: to moor."


def test_of_a_large_item_in_prose_the_item_in_it_that_was_asked_about_is_shown() -> None:
    options = "\n\n".join(f"  - `rope{number}` - Rope number {number}." for number in range(9))
    text = f"## Options\n\nMoor a ship.\n\n- All options:\n\n{options}\n\n  - `wet` - Keeps it wet.\n"
    found = prose_outline(text, TermFinder(query_terms("which option keeps it wet")))
    assert found == "## Options\n\nMoor a ship.\n\n- `wet` - Keeps it wet."


def test_of_a_table_in_prose_the_rows_that_were_asked_about_are_shown() -> None:
    rows = "\n".join(f"| `rope{number}` | Rope number {number}. |" for number in range(9))
    text = f"## Options\n\n| Option | Meaning |\n| --- | --- |\n{rows}\n| `wet` | Keeps it wet. |\n"
    found = prose_outline(text, TermFinder(query_terms("what keeps it wet"))).split("\n")
    assert found[:4] == ["## Options", "", "| Option | Meaning |", "| --- | --- |"]
    assert found[-1] == "| `wet` | Keeps it wet. |"
    assert len(found) == 4 + MOST_ROWS


@pytest.mark.parametrize(
    ("text", "alone"),
    [("# Dock\n\n## moor\n", True), ("\n", True), ("", True), ("# Dock\n\nMoor.\n", False), ("```\nmoor\n```", False)],
)
def test_a_heading_alone_says_nothing(text: str, alone: bool) -> None:
    assert is_heading_alone(text) is alone
