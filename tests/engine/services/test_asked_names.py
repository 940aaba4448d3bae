"""A name gives that thing: its section comes first.

The module is over 300 lines because each form of a name is one case of the same world of packages.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.fakes import engine_on, finder_of, parts_of
from tests.engine.services.conftest import Ask
from tests.worlds.dock import FILES, Index, NoIndex, Published, docks

from pro_context_engine.domain.model import Chunk, Heading, Hit, Library
from pro_context_engine.libraries.project.environment import ProjectEnvironment
from pro_context_engine.libraries.registry.catalogue import Catalogue
from pro_context_engine.search.asked_symbols import AskedSymbol
from pro_context_engine.services.described_names import asked_option, described_url
from pro_context_engine.sources.published.source import PublishedSource


@pytest.mark.parametrize(
    ("topic", "heading"),
    [
        ("moor", "dock › moor"),
        ("dock moor", "dock › moor"),
        ("dock.moor", "dock › moor"),
        ("moor()", "dock › moor"),
        ("Crane.moor", "dock.cranes › Crane › Crane.moor"),
        ("Ship", "dock › Ship"),
        ("ship", "dock › Ship"),
        ("Ship.sink", "dock › Ship › Ship.sink"),
        ("dk.moor", "dock › moor"),
        ("sh.sink", "dock › Ship › Ship.sink"),
        ("REACH", "dock.cranes › Module attributes › REACH"),
    ],
)
async def test_a_name_alone_gives_its_own_section_first(dock: Ask, topic: str, heading: str) -> None:
    answer = await dock(topic)
    assert answer.passages[0].title == heading
    assert answer.confidence > 0.9


async def test_a_function_comes_before_the_module_of_its_name(tmp_path: Path) -> None:
    files = {
        "dock/__init__.py": '"""Docks."""\nfrom dock.dock import dock\nfrom dock.quay import quay\n',
        "dock/dock.py": 'def dock() -> None:\n    """Come to the quay."""\n',
        "dock/quay.py": '"""The quay, and all that is on the quay."""\ndef quay() -> None:\n    """Build one."""\n',
    }
    async with docks(tmp_path, files) as engine:
        await engine.symbols("harbour/dock")
        for topic in ("dock", "quay"):
            answer = await engine.passages([("harbour/dock", None)], topic, 2_000)
            assert answer.passages[0].title == f"dock.{topic} › {topic}"


async def test_the_case_of_a_name_tells_a_class_from_its_module(tmp_path: Path) -> None:
    files = {
        "dock/__init__.py": '"""Docks."""\nfrom dock.winch import Winch, turn\n',
        "dock/winch.py": '''
            class Winch:
                """A winch."""

                def turn(self) -> None:
                    """Turn it once."""

            def turn(count: int) -> None:
                """Turn the winch that is nearest, so many times."""
        ''',
    }
    async with docks(tmp_path, files) as engine:
        await engine.symbols("harbour/dock")
        for topic, name in (("Winch.turn", "Winch › Winch.turn"), ("dock.winch.turn", "turn"), ("winch.turn", "turn")):
            answer = await engine.passages([("harbour/dock", None)], topic, 2_000)
            assert answer.passages[0].title == f"dock.winch › {name}", topic


HEIRS = FILES | {
    "dock/__init__.py": FILES["dock/__init__.py"]
    .replace("from dock.cranes", "from dock.tugs import Tug\n        from dock.cranes")
    .replace('"moor"]', '"moor", "Tug"]'),
    "dock/hulls.py": '''
        class Hull:
            """What floats."""

            def paint(self, colour: str) -> None:
                """Paint the hull in a colour."""

            def scrape(self) -> None:
                """Scrape the hull."""
    ''',
    "dock/tugs.py": '''
        from dock.hulls import Hull

        class Tug(Hull):
            """A small ship that pulls. It can pull, paint and scrape, and it can paint."""

            def pull(self, wooden_rope: str = "") -> None:
                """Pull a ship.

                :param wooden_rope: the rope.
                """
    ''',
}


@pytest.mark.parametrize("topic", ["Tug.paint", "dock.Tug.paint", "dock.tugs.Tug.paint()", "Hull.paint"])
async def test_an_inherited_member_is_found_under_its_heirs(tmp_path: Path, topic: str) -> None:
    async with docks(tmp_path, HEIRS) as engine:
        table = await engine.symbols("harbour/dock")
        answer = await engine.passages([("harbour/dock", None)], topic, 2_000)
        assert answer.passages[0].title == "dock.hulls › Hull › Hull.paint"
        assert answer.confidence > 0.9
        assert "is not in" in (await engine.passages([("harbour/dock", None)], "Tug.sail_away paint", 2_000)).content
        assert [one.name for one in table.named("Tug.paint")] == ["dock.hulls.Hull.paint"]
        assert table.named("Tug.sail") == table.named("paints") == []


async def test_a_member_that_another_package_defines_is_named_with_it(tmp_path: Path) -> None:
    files = FILES | {"dock/tugs.py": "from sea import Boat\nclass Tug(Boat):\n    def pull(self): ...\n"}
    async with docks(tmp_path, files) as engine:
        boat = tmp_path / "project/.venv/lib/python3.12/site-packages/sea.py"
        boat.write_text('class Boat:\n    def row(self):\n        """Row."""\n')
        await engine.symbols("harbour/dock")
        answer = await engine.passages([("harbour/dock", None)], "Tug.row", 2_000)
        first = answer.content.splitlines()[0]
        assert first.startswith("> Warning: `Tug.row` is inherited from `sea.Boat`, whose own package documents it.")
        assert answer.passages[0].title.startswith("dock.tugs › Tug")
        assert answer.confidence <= 0.5
        assert await engine.complete("symbol", "Tug.", {"libraryId": "harbour/dock"}) == ["Tug.pull", "Tug.row"]
        assert "inherited" not in (await engine.passages([("harbour/dock", None)], "Tug.pull", 2_000)).content


async def test_inherited_members_are_listed_and_completed(tmp_path: Path) -> None:
    async with docks(tmp_path, HEIRS) as engine:
        entries = await engine.members("dock", None, ["Tug"])
        assert [entry.title for entry in entries] == ["dock.Tug.pull", "dock.Tug.paint", "dock.Tug.scrape"]
        assert await engine.complete("symbol", "Tug.p", {"libraryId": "harbour/dock"}) == ["Tug.pull", "Tug.paint"]
        # Without a library each stored table would have to be read.
        assert await engine.complete("symbol", "Tug.p", {}) == ["Tug.pull"]


async def test_a_name_that_only_a_parameter_has_leads_to_its_function_with_a_table_too(tmp_path: Path) -> None:
    async with docks(tmp_path, HEIRS) as engine:
        await engine.symbols("harbour/dock")
        answer = await engine.passages([("harbour/dock", None)], "wooden_rope", 2_000)
        assert answer.passages[0].title == "dock.tugs › Tug › Tug.pull › wooden_rope"
        assert answer.confidence > 0.9


async def test_the_members_of_a_class_are_not_those_of_the_module_of_its_name(tmp_path: Path) -> None:
    files = {"dock/__init__.py": "class Dock:\n    def open(self): ...\ndef moor(): ...\n"}
    async with docks(tmp_path, files) as engine:
        for owner, names in (("Dock", ["dock.Dock.open"]), ("dock", ["dock.Dock", "dock.moor"])):
            assert {entry.title for entry in await engine.members("dock", None, [owner])} == set(names)


async def test_a_search_for_a_name_has_its_page_first(tmp_path: Path) -> None:
    async with docks(tmp_path) as engine:
        for query, url in (("moor", "dock#moor"), ("Crane.moor", "dock.cranes#cranemoor"), ("Ship", "dock#ship")):
            found = await engine.search(query, ["harbour/dock"], None, 5)
            assert found.results[0].url == f"pypi://dock/1.0.0/api/{url}"


@pytest.mark.parametrize(
    ("name", "text", "anchor"),
    [
        ("skip_empty", "- `skip_empty`: Whether empty ones stay.", "unload"),
        (
            "skip_empty",
            "#### stow\n\n```python\ndef stow()\n```\n\n##### Note\n\n- `skip_empty`: Whether empty ones stay.",
            "stow",
        ),
        ("--skip", "- `-s`, `--skip`: Leave out.", "unload"),
        ("--skip", "- `--skip/--no-skip`: Leave out.", "unload"),
        ("--no-skip", "- `--skip/--no-skip`: Leave out.", "unload"),
        ("--skip", "- `--skipper`: The one who steers.", None),
        ("skip_empty", "Use `skip_empty` here.", None),
    ],
)
def test_the_section_that_describes_a_name_is_found(name: str, text: str, anchor: str | None) -> None:
    url = "pypi://dock/1.0.0/api/dock"
    headings = (Heading("stow", 4, "stow", 1), Heading("Note", 5, "note", 7)) if "stow" in text else ()
    chunk = Chunk("1", url, "dock", "", "", ("dock", "unload"), "unload", text, 10, 1, 0, headings)
    found = described_url(AskedSymbol(name, alone=True, is_code=True), [Hit(chunk, 1.0, "harbour/dock", "1.0.0")])
    assert found == (f"{url}#{anchor}" if anchor else "")


def test_a_list_of_a_site_or_guide_describes_no_name() -> None:
    text = "- `skip_empty`: Whether empty ones stay."
    chunk = Chunk("1", "https://docs.example/guide", "dock", "", "", ("dock", "unload"), "unload", text, 10, 1, 0)
    asked = AskedSymbol("skip_empty", alone=True, is_code=True)
    assert described_url(asked, [Hit(chunk, 1.0, "harbour/dock", "1.0.0")]) == ""


@pytest.mark.parametrize(
    ("text", "option", "alone"),
    [
        ("--skip", "--skip", True),
        ("dock --skip", "--skip", True),
        ("what does -s do", "-s", True),
        ("dock unload --skip=all", "--skip", False),
        ("--skip and --stow", None, False),
        ("a well-known ship - and its crew", None, False),
    ],
)
def test_an_option_of_a_command_is_a_name(text: str, option: str | None, alone: bool) -> None:
    asked = asked_option(text, {"dock"})
    assert (asked and (asked.name, asked.alone)) == (option and (option, alone))


COMMANDS = FILES | {
    "dock/cli.py": '''
        import argparse
        import os

        LEVEL = os.environ.get("DOCK_LEVEL")

        def main():
            parser = argparse.ArgumentParser(prog="dock")
            inner = parser.add_subparsers()
            moor = inner.add_parser("moor", help="Moor a ship.")
            moor.add_argument("-f", "--fast", help="in a hurry")
            unload = inner.add_parser("unload", help="Unload a ship, fast or not, as fast as the crane can be fast.")
            unload.add_argument("-f", "--fast", help="in a hurry")
            unload.add_argument("--gently", help="with care")

        def lift(ballast):
            """Lift.

            :param ballast: what the ship has in it.
            """
    ''',
    "dock/_plugin.py": '''
        from pytest import fixture

        @fixture
        def full_dock():
            """A dock without room."""

        @fixture
        def quay(full_dock):
            """The quay of a full dock."""
    ''',
    "dock/yard.py": '''
        class Yard:
            """A yard beside the quay, with a quay of its own."""

            @property
            def quay(self):
                """The quay of the yard."""
    ''',
    "dock/legacy.py": '''
        def lower(ballast):
            """Lower the ballast: ballast, ballast.

            :param ballast: the ballast of the ballast.
            """
    ''',
}


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("--gently", "dock command line › dock unload › --gently"),
        ("dock moor --fast", "dock command line › dock moor"),
        ("dock unload --fast", "dock command line › dock unload"),
        ("DOCK_LEVEL", "dock environment variables › Other environment variables › DOCK_LEVEL"),
        ("ballast", "dock.cli › lift › ballast"),
        ("full_dock", "dock fixtures › full_dock"),
        ("quay", "dock fixtures › quay"),
    ],
)
async def test_an_option_a_variable_and_a_parameter_lead_with_their_section(
    tmp_path: Path, topic: str, title: str
) -> None:
    async with docks(tmp_path, COMMANDS) as engine:
        metadata = tmp_path / "project/.venv/lib/python3.12/site-packages/dock-1.0.0.dist-info"
        (metadata / "entry_points.txt").write_text("[console_scripts]\ndock = dock.cli:main\n")
        await engine.symbols("harbour/dock")
        answer = await engine.passages([("harbour/dock", None)], topic, 2_000)
        assert answer.passages[0].title == title
        assert "is not in" not in answer.content


async def test_two_names_of_a_question_are_both_shown(dock: Ask) -> None:
    answer = await dock("difference between `moor` and Crane.moor_all")
    titles = {passage.title for passage in answer.passages}
    assert {"dock › moor", "dock.cranes › Crane › Crane.moor_all"} <= titles


async def test_the_table_itself_can_be_asked_for(tmp_path: Path) -> None:
    async with docks(tmp_path) as engine:
        table = await engine.symbols("harbour/dock")
        assert (table.package, table.version) == ("dock", "1.0.0")
        moor = table.find("dock.moor")
        assert moor is not None
        assert [parameter.name for parameter in moor.signatures[0].parameters] == ["ship", "lines"]
        assert await engine.symbols("dock") == table
        assert (await engine.symbols("dock", "2.0.0")).named("unmoor_all")


async def test_a_page_opens_at_a_symbol_by_any_of_its_paths(tmp_path: Path) -> None:
    async with docks(tmp_path) as engine:
        await engine.symbols("harbour/dock")
        for page, anchor, heading in (
            ("dock", "dock.Ship", "### Ship"),
            ("dock", "Ship.sink", "#### Ship.sink"),
            ("dock", "SHIP", "### Ship"),
            ("dock.cranes", "dock.cranes.Crane.moor_all", "Crane.moor_all"),
        ):
            reading = await engine.page(f"pypi://dock/1.0.0/api/{page}#{anchor}")
            line = reading.page.markdown.splitlines()[reading.opens_at]
            assert line.startswith("#")
            assert line.replace("`", "").endswith(heading.lstrip("# "))
        assert (await engine.page("pypi://dock/1.0.0/api/dock#Whale")).opens_at == 0


async def test_a_page_opens_at_an_inherited_member_or_at_its_class(tmp_path: Path) -> None:
    files = {
        "dock/__init__.py": '''
            from dock.hulls import Hull

            class Barge(Hull):
                """A flat ship.

                - `scrape` is seldom needed.
                """

                length: int = 20
                width: int = 5

                def load(self) -> None:
                    """Load it."""

            class River(Barge):
                """A barge for rivers."""
        ''',
        "dock/hulls.py": HEIRS["dock/hulls.py"],
    }
    async with docks(tmp_path, files) as engine:
        await engine.symbols("harbour/dock")
        for page, anchor, line in (
            ("dock", "River.load", "### Barge.load"),
            ("dock", "dock.River.load", "### Barge.load"),
            ("dock", "River.paint", "## River"),
            ("dock", "dock.Barge.scrape", "- `scrape` is seldom needed."),
            ("dock", "Barge.width", "    width: int = 5"),
            ("dock", "River.sail", "## River"),
            ("dock.hulls", "Hull.paint", "### Hull.paint"),
            ("dock.hulls", "River.paint", "### Hull.paint"),
        ):
            reading = await engine.page(f"pypi://dock/1.0.0/api/{page}#{anchor}")
            assert reading.page.markdown.split("\n")[reading.opens_at] == line, anchor
        assert (await engine.page("pypi://dock/1.0.0/api/dock#Whale.sail")).opens_at == 0


async def test_the_name_of_an_api_gives_its_library_with_a_reason(tmp_path: Path) -> None:
    async with docks(tmp_path) as engine:
        assert [match.reason for match in await engine.suggest("Crane.moor_all")] == []
        await engine.symbols("harbour/dock")
        for name, kind in (("Crane.moor_all", "method"), ("moor_all()", "method"), ("Ship", "class")):
            [match] = await engine.suggest(name)
            assert (match.library.library_id, match.relevance) == ("harbour/dock", 0.9)
            plain = name.removesuffix("()")
            assert match.reason.startswith(f"`{plain}` is the name of a public {kind} of harbour/dock 1.0.0")
        assert not await engine.suggest("Crane.moor_all", "javascript")
        for name in ("moor", "ship", "unmoor_all", "crane.moor_ALL", "moor a ship"):
            assert not [match for match in await engine.suggest(name) if match.reason]
        # The name of the library is not taken for that of its module.
        assert [match.reason for match in await engine.suggest("Dock")] == [""]


async def test_members_are_entries_of_a_table_of_contents(tmp_path: Path) -> None:
    async with docks(tmp_path) as engine:
        entries = await engine.members("dock", None, ["dock.Crane", "dock.Whale", "", "a b", "dock"])
        api = "pypi://dock/1.0.0/api"
        assert [entry[:4] for entry in entries if entry.section == "dock.Crane"] == [
            ("dock.Crane.moor", f"{api}/dock.cranes#cranemoor", "method", "dock.Crane"),
            ("dock.Crane.moor_all", f"{api}/dock.cranes#cranemoor_all", "method", "dock.Crane"),
        ]
        top = {entry.title: entry.description for entry in entries if entry.section == "dock"}
        assert top == {"dock.moor": "function", "dock.Ship": "class", "dock.Crane": "class", "dock.cranes": "module"}
        assert {entry.section for entry in entries} == {"dock.Crane", "dock"}
        assert (await engine.page(entries[0].url)).page.title == "dock.cranes"


async def test_names_of_an_api_are_completed(tmp_path: Path) -> None:
    async with docks(tmp_path) as engine:
        await engine.symbols("harbour/dock")
        of_dock = {"libraryId": "harbour/dock"}
        assert (await engine.complete("symbol", "mo", of_dock))[:2] == ["moor", "moor_all"]
        assert await engine.complete("symbol", "crane.MOOR", {}) == ["crane.moor", "crane.moor_all"]
        assert await engine.complete("symbol", "dock.sh", of_dock | {"version": "1.0.0"}) == ["dock.Ship"]
        assert {"Crane", "Ship", "moor"} <= set(await engine.complete("symbol", "", of_dock))
        for beginning, context in (
            ("whale", of_dock),
            ("", {}),
            ("mo", {"libraryId": "no/such"}),
            ("a b", of_dock),
            ("%", of_dock),
            ("m" * 300, of_dock),
        ):
            assert await engine.complete("symbol", beginning, context) == []
        # Of a version without a table the names of another one are given.
        assert await engine.complete("symbol", "moor_a", of_dock | {"version": "9.9"}) == ["moor_all"]


MODEL = (
    '{"metadata": {"serviceId": "Tide"}, "operations": {"PutBoat": {"name": "PutBoat", "documentation": "Tie it."}}}'
)


async def test_an_operation_of_a_service_model_leads_with_and_without_the_table(tmp_path: Path) -> None:
    files = FILES | {
        "dock/session.py": "def client(name):\n    pass\n",
        "dock/data/tide/2020-01-01/service-2.json": MODEL,
    }
    async with docks(tmp_path, files) as engine:
        for topic in ("put_boat", "tide put_boat"):
            answer = await engine.passages([("harbour/dock", None)], topic, 2_000)
            assert answer.passages[0].url == "pypi://dock/1.0.0/reference/services/tide/put_boat#tideclientput_boat"
            await engine.symbols("harbour/dock")
    async with docks(tmp_path / "search", files) as engine:
        await engine.symbols("harbour/dock")
        found = await engine.search("put_boat", ["harbour/dock"], None, 5)
        assert found.results[0].url == "pypi://dock/1.0.0/reference/services/tide/put_boat#tideclientput_boat"


async def test_a_described_parameter_comes_before_the_property_of_some_class(tmp_path: Path) -> None:
    made = '''
        def make_ship(length):
            """Make a ship.

            :param length: from bow to stern.
            """

        class Oar:
            @property
            def length(self):
                """How long the oar is: its length, length."""
    '''
    async with docks(tmp_path, FILES | {"dock/make.py": made}) as engine:
        await engine.symbols("harbour/dock")
        answer = await engine.passages([("harbour/dock", None)], "length", 2_000)
        assert answer.passages[0].title == "dock.make › make_ship › length"


async def test_a_package_of_exactly_the_asked_name_comes_before_a_library_that_is_only_called_like_it(
    tmp_path: Path,
) -> None:
    environment = ProjectEnvironment(tmp_path / "project", environ={})
    library = Library("sea/dock", "dock", "Dock", languages=("python",), python_packages=("dock",))
    for index, ids in ((Index(), ["pypi/pydock", "sea/dock"]), (NoIndex(), ["sea/dock"])):
        finder = finder_of(Catalogue([library]), environment, published=True)
        source = PublishedSource(index, Published(tmp_path / "published"), lambda: "index")
        engine = engine_on(parts_of([source], finder=finder))
        assert [match.library.library_id for match in await engine.suggest("pydock")] == ids
        assert (await engine.suggest("pydock"))[0].relevance == (1.0 if len(ids) > 1 else 0.9)
        assert [match.library.library_id for match in await engine.suggest("dock")] == ["sea/dock"]
        unknown = [match.library.library_id for match in await engine.suggest("abalone")]
        assert unknown == (["pypi/abalone"] if len(ids) > 1 else [])
        await engine.close()
