"""The answers of packages are made of sections: what a question is about first, with the head of its owner."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urldefrag

import pytest
from tests.engine.services.test_asked_names import FILES, docks

OPTIONS = "\n".join(f"            option{number}: Colour of part {number} of the crane." for number in range(120))

PORT = FILES | {
    "dock/port.py": f'''
        """Ports."""


        class Port:
            """A place for ships.

            Args:
{OPTIONS}
                patience: Seconds until the pilot leaves.
            """

            def __init__(self, **options: object) -> None: ...

        def close() -> None:
            """Let no ship enter."""
    ''',
}


@pytest.mark.parametrize(
    ("question", "heading"),
    [("when does the pilot leave", "## Port"), ("let no ship enter any more", "## close")],
)
async def test_an_option_comes_with_the_head_of_its_owner(tmp_path: Path, question: str, heading: str) -> None:
    async with docks(tmp_path, PORT) as engine:
        answer = await engine.passages([("harbour/dock", None)], question, 4_000)
    first = answer.passages[0]
    assert first.text.startswith(f"{heading}\n\n```python\n")
    assert first.tokens < 900
    if heading == "## Port":
        assert "Seconds until the pilot leaves." in first.text
        assert "option90" not in first.text


NET = FILES | {
    "dock/net.py": '''
        """Nets."""


        class Net:
            """Catch fish in the harbour basin."""

            def mend(self, hole: int) -> None:
                """Mend a hole of the net, so that it can catch fish again."""

            def paint(self) -> None:
                """Paint the floats."""
    ''',
}


async def test_a_class_and_the_method_it_leads_to_are_one_passage(tmp_path: Path) -> None:
    async with docks(tmp_path, NET) as engine:
        answer = await engine.passages([("harbour/dock", None)], "catch fish", 4_000)
    first = answer.passages[0]
    assert "Net.mend" in first.text
    assert "class Net" in first.text
    assert "Paint the floats" not in first.text
    assert sum("Net.mend" in passage.text for passage in answer.passages) == 1


FLEET = FILES | {
    "dock/fleet.py": '''
        """Fleets."""


        class Fleet:
            """All ships of an owner."""

            def count(self) -> int:
                """Count the barges of the owner."""


        def barges() -> list:
            """Count the barges of a harbour."""
    ''',
    "dock/yard.py": '''
        """Yards."""


        def repair() -> None:
            """Count the barges in repair."""
    ''',
}


async def test_the_sections_of_a_page_are_one_passage(tmp_path: Path) -> None:
    async with docks(tmp_path, FLEET) as engine:
        answer = await engine.passages([("harbour/dock", None)], "count the barges", 4_000)
    pages = [urldefrag(passage.url).url for passage in answer.passages]
    assert len(pages) == len(set(pages)) > 1
    fleet = next(passage.text for passage in answer.passages if "Fleet.count" in passage.text)
    assert "barges of a harbour" in fleet
    assert "## Fleet\n\n### Fleet.count\n" in fleet


PIERS = FILES | {
    f"dock/pier{number}.py": f'''
        """Piers."""


        def pier{number}(length: int, width: int = {number}) -> None:
            """Build pier {number}. {"Tie the barges up with a rope. " * (number == 0)}It takes a winter.

            Args:
                length: of the barges that the pier is for.
                width: of the pier.
            """
    '''
    for number in range(12)
}


async def test_sections_on_unlikely_pages_are_listed(tmp_path: Path) -> None:
    async with docks(tmp_path, PIERS) as engine:
        answer = await engine.passages(
            [("harbour/dock", None)], "build a pier and tie the barges up with a rope", 4_000
        )
    first, *others = [passage for passage in answer.passages if "dock.pier" in passage.title]
    assert "def pier0(" in first.text
    assert "of the barges that the pier is for" in first.text
    assert others
    for passage in others:
        number = passage.url.rpartition("pier")[2]
        assert passage.text == f"## pier{number}\n\nBuild pier {number}."


TWICE = FILES | {
    f"dock/{name}.py": f'''
        """{name} of the harbour."""


        class {name.title()}:
            """One of the {name}."""

            def berth(self, {parameters}) -> None:
                """Give a ship its place at the quay."""
    '''
    for name, parameters in (
        ("pilots", "ship: str"),
        ("masters", "vessel: int, rope: float = 2.5, *, fenders=(), tide=0"),
    )
}


async def test_of_two_sections_with_one_name_and_text_the_better_one_is_shown(tmp_path: Path) -> None:
    async with docks(tmp_path, TWICE) as engine:
        answer = await engine.passages([("harbour/dock", None)], "give a ship a place at the quay", 4_000)
    assert sum("Give a ship its place at the quay." in passage.text for passage in answer.passages) == 1


FILLER = "The harbour master keeps a list of it, and looks at it each evening. " * 40

GUIDE = FILES | {
    "dock/docs/fog.md": "# Fog\n\n"
    f"## Before the fog\n\n{FILLER}\n\n"
    f"## Sounding the foghorn\n\nSound the foghorn twice.\n\n{FILLER}\n\n"
    f"## After the fog\n\n{FILLER}\n",
    "dock/port.py": '''
        """Ports."""


        def sound(times: int) -> None:
            """Sound the foghorn."""
    ''',
}


async def test_a_guide_is_shown_by_its_section_in_short_and_the_headings_near_it(tmp_path: Path) -> None:
    async with docks(tmp_path, GUIDE) as engine:
        answer = await engine.passages([("harbour/dock", None)], "sound the foghorn", 4_000)
    [guide] = [one.text for one in answer.passages if "fog.md" in one.url]
    assert "## Sounding the foghorn\n\nSound the foghorn twice." in guide
    assert "## Before the fog" in guide
    assert "## After the fog" in guide
    assert len(guide) < len(FILLER)


async def test_a_guide_that_comes_first_has_room_for_more(tmp_path: Path) -> None:
    steps = "\n\n".join(f"Step {number} is to look for ship {number}." for number in range(40))
    guide = f"# Fog\n\n## Sounding the foghorn at night\n\nSound it.\n\n{steps}\n\nThen ring the bell.\n"
    async with docks(tmp_path, FILES | {"dock/docs/fog.md": guide}) as engine:
        first = (await engine.passages([("harbour/dock", None)], "sounding the foghorn at night", 4_000)).passages[0]
    assert "fog.md" in first.url
    assert "Then ring the bell." in first.text


HISTORY = FILES | {
    "dock/docs/changelog.md": "# Changelog\n\n## 1.0\n\n- Let close let no ship enter.\n- The foghorn is louder.\n",
    "dock/port.py": '''
        """Ports."""


        def close() -> None:
            """Let no ship enter."""
    ''',
}


@pytest.mark.parametrize(
    ("question", "shown"),
    [("let no ship enter", False), ("since when does close let no ship enter", True), ("a louder foghorn", True)],
)
async def test_a_change_log_answers_where_it_is_asked_about_or_nothing_else_is_found(
    tmp_path: Path, question: str, shown: bool
) -> None:
    async with docks(tmp_path, HISTORY) as engine:
        answer = await engine.passages([("harbour/dock", None)], question, 4_000)
    assert any(passage.url.partition("#")[0].endswith("/changelog.md") for passage in answer.passages) is shown
