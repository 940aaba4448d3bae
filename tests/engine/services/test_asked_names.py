"""A name gives that thing: its section comes first, and a name that the version lacks is said to be missing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from tests.engine.fakes import PATIENT, engine_on, surroundings

from pro_context_engine.domain.errors import LibraryUnknown, TopicUnmatched
from pro_context_engine.domain.model import Chunk, Heading, Hit, InstalledPackage, Library, Page, Toc
from pro_context_engine.domain.results import Answer
from pro_context_engine.domain.settings import Patience, Settings
from pro_context_engine.domain.symbols import SymbolPlace, SymbolTable
from pro_context_engine.engine import DocsEngine
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.libraries.project.environment import ProjectEnvironment
from pro_context_engine.libraries.registry.catalogue import Catalogue
from pro_context_engine.search.asked_symbols import AskedSymbol
from pro_context_engine.services.described_names import asked_option, described_url
from pro_context_engine.sources.installed.source import InstalledSource
from pro_context_engine.sources.packages.source import PublishedSource

Ask = Callable[[str], Awaitable[Answer]]

FILES = {
    "dock/__init__.py": '''
        """Docks for ships."""

        from dock._ships import Ship, moor
        from dock.cranes import Crane

        __all__ = ["Crane", "Ship", "moor"]
    ''',
    "dock/_ships.py": '''
        def moor(ship: str, *, lines: int = 2) -> None:
            """Fasten a ship to the quay."""


        class Ship:
            """A thing that floats."""

            def sink(self) -> None:
                """Go down."""
    ''',
    "dock/cranes.py": '''
        """Cranes moor nothing, but every crane may moor a moor to a moor: moor, moor, moor."""

        REACH = 12

        class Crane:
            """A crane that can moor, moor and moor."""

            def moor(self) -> None:
                """Moor the crane: moor, moor, moor."""

            def moor_all(self) -> None:
                """Moor all that moors: moor, moor, moor."""
    ''',
}

NEWER = FILES | {
    "dock/cranes.py": FILES["dock/cranes.py"].replace("REACH = 12", "REACH = settings.moor_twice"),
    "dock/_ships.py": FILES["dock/_ships.py"]
    + '''

        def unmoor_all(ships: list[str]) -> None:
            """Set all ships free."""
    ''',
    "dock/__init__.py": FILES["dock/__init__.py"]
    .replace("Ship, moor", "Ship, moor, unmoor_all")
    .replace('"moor"]', '"moor", "unmoor_all"]'),
}


def install(site: Path, version: str, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(dedent(text).lstrip())
    metadata = site / f"dock-{version}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Name: dock\nVersion: {version}\n\n# Dock\n\nMoor a ship with it.\n")
    (metadata / "RECORD").write_text("".join(f"{name},,\n" for name in files))
    return metadata


class Index:
    """An index with one newer version of the package."""

    def known(self, library: Library) -> list[str]:
        return ["2.0.0"]

    async def resolve(self, library: Library, wanted: str | None) -> str:
        return "2.0.0"


class NoIndex(Index):
    """An index that has no package."""

    async def resolve(self, library: Library, wanted: str | None) -> str:
        raise LibraryUnknown(library.library_id)


class Published:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def package(self, name: str, version: str) -> InstalledPackage:
        site = self._folder / version
        metadata = site / f"dock-{version}.dist-info"
        if not metadata.exists():
            install(site, version, NEWER)
        return InstalledPackage(name, version, "", str(site), str(metadata))


@asynccontextmanager
async def docks(tmp_path: Path, files: dict[str, str] = FILES) -> AsyncIterator[DocsEngine]:
    site = tmp_path / "project/.venv/lib/python3.12/site-packages"
    install(site, "1.0.0", files)
    environment = ProjectEnvironment(tmp_path / "project", environ={})
    library = Library("harbour/dock", "dock", "Dock", languages=("python",), python_packages=("dock",))
    other = Library("sea/othership", "othership", "Othership", languages=("python",), python_packages=("othership",))
    engine = engine_on(
        surroundings(
            [
                InstalledSource(environment),
                PublishedSource(Index(), Published(tmp_path / "published"), lambda: "index"),
            ],
            finder=LibraryFinder(Catalogue([library, other]), environment),
        )
    )
    try:
        yield engine
    finally:
        await engine.close()


@pytest.fixture
async def dock(tmp_path: Path) -> AsyncIterator[Ask]:
    async with docks(tmp_path) as engine:

        async def ask(topic: str) -> Answer:
            return await engine.passages([("harbour/dock", None)], topic, 2_000)

        yield ask


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


async def test_a_name_that_only_a_newer_version_has_is_said_to_be_missing(dock: Ask) -> None:
    answer = await dock("unmoor_all ship")
    first = answer.content.splitlines()[0]
    assert "`unmoor_all` is not in harbour/dock 1.0.0" in first
    assert "2.0.0 has it: pypi://dock/2.0.0/api/dock#unmoor_all" in first
    assert "`dock.Crane.moor_all`" in first


async def test_an_answer_about_a_missing_name_alone_is_short_and_says_that_it_is_unsure(
    dock: Ask,
) -> None:
    answer = await dock("unmoor_ship")
    assert "`unmoor_ship` is not in harbour/dock 1.0.0" in answer.content.splitlines()[0]
    assert answer.confidence <= 0.1
    assert answer.tokens <= 1_000


async def test_a_name_that_only_the_source_has_is_not_said_to_be_missing(tmp_path: Path) -> None:
    private = 'def read(settings):\n    return settings["moor_slowly"], """moor"""\n'
    async with docks(tmp_path, FILES | {"dock/_settings.py": private}) as engine:
        await engine.symbols("harbour/dock")
        for name, missing in (("moor_slowly", False), ("moor_quickly", True)):
            answer = await engine.passages([("harbour/dock", None)], f"moor a ship with {name}", 2_000)
            assert (f"`{name}` is not in" in answer.content) == missing


async def test_where_nothing_matches_the_error_says_what_is_missing(dock: Ask) -> None:
    with pytest.raises(TopicUnmatched) as raised:
        await dock("unmoor_all")
    [sentence] = raised.value.missing
    assert "2.0.0 has it" in sentence


async def test_a_name_that_the_text_has_is_not_said_to_be_missing(dock: Ask) -> None:
    for topic in ("moor a ship with two lines", "how can Crane.moor fail", "moor"):
        answer = await dock(topic)
        assert "is not in" not in answer.content


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


async def test_the_table_is_made_behind_an_answer_about_no_name(tmp_path: Path) -> None:
    async with docks(tmp_path) as engine:
        await engine.passages([("harbour/dock", None)], "moor a ship with two lines", 2_000)
        await asyncio.gather(*engine._parts.symbols._tasks.values())
        store: Any = engine._parts.store
        assert await store.has_symbols("harbour/dock", "1.0.0")


async def test_a_store_that_was_cleared_says_nothing_of_missing_names(tmp_path: Path) -> None:
    async with docks(tmp_path) as engine:
        await engine.symbols("harbour/dock")
        store: Any = engine._parts.store
        await store.put_symbol_table("harbour/dock", "1.0.0", b"{}", [])
        assert "is not in" in (await engine.passages([("harbour/dock", None)], "unmoor_ship", 2_000)).content
        await store.clear(None)
        answer = await engine.passages([("harbour/dock", None)], "Crane.moor", 2_000)
        assert "is not in" not in answer.content


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


class Slow(InstalledSource):
    """A source whose symbol table is never ready, and that may not find definitions."""

    finds = True
    asked_for_the_table = False

    async def symbol_table(self, library: Library, version: str) -> SymbolTable:
        self.asked_for_the_table = True
        await asyncio.Event().wait()
        raise AssertionError

    async def definition_places(
        self, library: Library, version: str, names: Sequence[str]
    ) -> Sequence[SymbolPlace | None]:
        if not self.finds:
            return [None] * len(names)
        assert not self.asked_for_the_table
        return await super().definition_places(library, version, names)


@asynccontextmanager
async def slow_docks(tmp_path: Path, *, finds: bool) -> AsyncIterator[DocsEngine]:
    install(tmp_path / "project/.venv/lib/python3.12/site-packages", "1.0.0", FILES)
    environment = ProjectEnvironment(tmp_path / "project", environ={})
    library = Library("harbour/dock", "dock", "Dock", languages=("python",), python_packages=("dock",))
    source = Slow(environment)
    source.finds = finds
    finder = LibraryFinder(Catalogue([library]), environment)
    # Without definitions the answer waits for the table, in vain.
    patience = PATIENT if finds else Patience(answers=0.5)
    published = PublishedSource(Index(), Published(tmp_path / "published"), lambda: "index")
    engine = engine_on(surroundings([source, published], finder=finder, settings=Settings(patience=patience)))
    try:
        yield engine
    finally:
        await engine.close()


@pytest.mark.parametrize(
    ("topic", "heading"),
    [("moor", "dock › moor"), ("dock.moor", "dock › moor"), ("d.Ship.sink", "dock › Ship › Ship.sink")],
)
async def test_a_name_leads_before_the_table_is_begun(tmp_path: Path, topic: str, heading: str) -> None:
    async with slow_docks(tmp_path, finds=True) as engine:
        answer = await engine.passages([("harbour/dock", None)], topic, 2_000)
        assert answer.passages[0].title == heading
        assert answer.confidence > 0.9


class OnePage(InstalledSource):
    """A source that reads one page at a time, and never finishes any but that of the top module."""

    def __init__(self, environment: ProjectEnvironment) -> None:
        super().__init__(environment)
        self._reading = asyncio.Lock()

    async def page(self, library: Library, version: str | None, url: str, known: Page | None = None) -> Page:
        async with self._reading:
            if not url.endswith("/api/dock"):
                await asyncio.Event().wait()
            return await super().page(library, version, url, known)

    async def pages(self, library: Library, toc: Toc, wanted: Collection[str]) -> AsyncGenerator[Page, None]:
        for _ in ():
            yield


async def test_an_answer_waits_for_the_page_of_a_name_alone_where_only_the_table_is_stored(tmp_path: Path) -> None:
    install(tmp_path / "project/.venv/lib/python3.12/site-packages", "1.0.0", FILES)
    environment = ProjectEnvironment(tmp_path / "project", environ={})
    library = Library("harbour/dock", "dock", "Dock", languages=("python",), python_packages=("dock",))
    finder = LibraryFinder(Catalogue([library]), environment)
    patience = Settings(patience=Patience(answers=0.5))
    engine = engine_on(surroundings([OnePage(environment)], finder=finder, settings=patience))
    try:
        await engine.symbols("harbour/dock")
        answer = await engine.passages([("harbour/dock", None)], "moor", 2_000)
        assert answer.passages[0].title == "dock › moor"
        assert answer.confidence > 0.9
    finally:
        await engine.close()


async def test_a_missing_name_is_said_to_be_missing_before_the_table_is_made(tmp_path: Path) -> None:
    async with slow_docks(tmp_path, finds=False) as engine:
        for topic in ("moor_twice ship", "moor_twice"):
            answer = await engine.passages([("harbour/dock", None)], topic, 2_000)
            first = answer.content.splitlines()[0]
            assert "`moor_twice` is not in harbour/dock 1.0.0: neither a public name nor the text has it." in first
            assert "2.0.0 has it: pypi://dock/2.0.0/source/dock/cranes.py." in first
        answer = await engine.passages([("harbour/dock", None)], "moor_all ship", 2_000)
        assert "is not in" not in answer.content


async def test_words_alone_are_no_certain_answer_to_a_name(tmp_path: Path) -> None:
    async with slow_docks(tmp_path, finds=False) as engine:
        answer = await engine.passages([("harbour/dock", None)], "moor", 2_000)
        assert answer.confidence <= 0.5
        assert answer.indexing


TERMS = FILES | {
    "dock/style.py": '''
        def rename(style: str) -> None:
            """Rename fields."""

        class ShipResponse:
            """The answer of a ship."""
    '''
}


@pytest.mark.parametrize(
    ("topic", "missing"),
    [
        ("rename the fields of a ship to camelCase", ""),
        ("rename the fields of a ship to `snake_case`", ""),
        ("moor a ship from JavaScript", ""),
        # A library that is known.
        ("moor a ship with OtherShip", ""),
        # It has a word of the names of the package, is like one of them, or is marked as code.
        ("moor a ship with JsonResponse", "JsonResponse"),
        ("rename fields with shipRespons", "shipRespons"),
        ("moor a ship with `JavaScript`", "JavaScript"),
        ("moor a ship with goodKnot()", "goodKnot"),
        ("moor a ship by moor_twice", "moor_twice"),
        ("camelCase", "camelCase"),
    ],
)
async def test_a_term_of_a_question_is_no_missing_name(tmp_path: Path, topic: str, missing: str) -> None:
    async with docks(tmp_path, TERMS) as engine:
        await engine.symbols("harbour/dock")
        try:
            content = (await engine.passages([("harbour/dock", None)], topic, 2_000)).content
        except TopicUnmatched as fact:
            content = " ".join(fact.missing)
        assert (f"`{missing}` is not in" in content) if missing else ("is not in" not in content)


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
        finder = LibraryFinder(Catalogue([library]), environment, published=True)
        source = PublishedSource(index, Published(tmp_path / "published"), lambda: "index")
        engine = engine_on(surroundings([source], finder=finder))
        assert [match.library.library_id for match in await engine.suggest("pydock")] == ids
        assert (await engine.suggest("pydock"))[0].relevance == (1.0 if len(ids) > 1 else 0.9)
        assert [match.library.library_id for match in await engine.suggest("dock")] == ["sea/dock"]
        await engine.close()
