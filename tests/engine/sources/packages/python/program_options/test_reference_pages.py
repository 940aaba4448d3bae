"""The pages of a package's command line and of the environment variables that it reads."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import install

from pro_context_engine.sources.packages.package_urls import PackageUrl, parse_package_url
from pro_context_engine.sources.packages.python.python_documentation import PythonDocumentation

ARGPARSE = """
import argparse
import os

ANIMALS = "all animals"


def main():
    parser = argparse.ArgumentParser(prog="pond", description="Look after a pond.")
    parser.add_argument("-v", "--verbose", action="store_true", help="tell more")
    parser.add_argument("--depth", type=int, default=3, help="depth in metres (default: %(default)s)")
    parser.add_argument("--secret", help=argparse.SUPPRESS)
    inner = parser.add_subparsers()
    feed = inner.add_parser("feed", help="Feed " + ANIMALS)
    feed.add_argument("food", help="a " "sort of food", choices=["flies", "worms"])
    weather = parser.add_argument_group("Weather")
    weather.add_argument("--rain", help=f"litres of {ANIMALS} rain, at most 100%%")
"""
CLICK = '''
import click

shared = click.option("--season", help="The season.")


@click.group()
@click.option("--config", envvar="POND_CONFIG", help="The configuration file.")
def cli(config):
    """Look after ponds."""


@cli.command("dig", short_help="Dig.")
@click.argument("place")
@click.option("--by-hand/--by-machine", default=True, help="How to dig.")
def dig_command(place, by_hand):
    """Dig a new pond.

    \\b
    Needs a spade.

    Examples
    --------
    pond dig garden
    \\f
    Internal note.
    """


@app.command()
def drain(
    slowly: bool = typer.Option(False, help="Save the frogs."),
    to: Annotated[str, typer.Argument(help="Place.")] = "river",
):
    """Drain a pond."""
'''
VARIABLES = '''
import os

LEVEL_VARIABLE = "POND_LEVEL"
# How loud the frogs may be, in decibels.
VOLUME = int(os.environ.get("POND_VOLUME", "40"))


def warm():
    """Warm the water if `POND_HEATING` is set. Else do nothing."""
    return os.environ["POND_HEATING"], os.getenv(LEVEL_VARIABLE), os.environ.get("HOME")


def cool():
    os.environ["POND_COOLING"] = "1"
    return read_env_flag("POND_ICE", default=True)
'''


def opened(site: Path, files: dict[str, str], entry_points: str = "") -> PythonDocumentation:
    found = install(site, files)
    if entry_points:
        (site / "pond-2.0.dist-info" / "entry_points.txt").write_text(entry_points, encoding="utf-8")
    return found


def markdown(documentation: PythonDocumentation, path: str) -> str:
    page = documentation.page(PackageUrl("pond", "2.0", "reference", path))
    assert page is not None
    return page.markdown


def section(text: str, heading: str) -> str:
    return text.partition(f"## {heading}\n")[2].partition("\n## ")[0]


SCRIPT = "[console_scripts]\npond = pond._cli:main\n"


@pytest.fixture
def argparse_page(tmp_path: Path) -> str:
    return markdown(opened(tmp_path, {"pond/_cli.py": ARGPARSE}, SCRIPT), "command-line")


def test_options_of_argparse_are_listed_under_their_command(argparse_page: str) -> None:
    main = section(argparse_page, "pond")
    assert main.startswith("\nLook after a pond.\n\n**Options**\n")
    assert "- `-v`, `--verbose`: tell more.\n" in main
    assert "- `--depth`: depth in metres (default: 3).\n" in main
    assert "- `food`: a sort of food. One of `flies`, `worms`." in section(argparse_page, "pond feed")
    assert "Feed all animals" in section(argparse_page, "pond feed")


def test_groups_of_options_have_sections_and_suppressed_options_are_left_out(argparse_page: str) -> None:
    assert "- `--rain`: litres of all animals rain, at most 100%." in section(argparse_page, "pond: Weather")
    assert "--secret" not in argparse_page
    assert "- The command `pond` runs `pond._cli:main`." in argparse_page


def test_options_of_click_and_typer_have_their_commands(tmp_path: Path) -> None:
    text = markdown(
        opened(tmp_path, {"pond/_cli.py": CLICK}, "[console_scripts]\npond = pond._cli:cli\n"), "command-line"
    )
    assert "- `--config`: The configuration file. Environment variable: `POND_CONFIG`." in section(text, "pond")
    dig = section(text, "pond dig")
    assert "Dig a new pond." in dig
    assert "Needs a spade." in dig
    assert "Internal note" not in text
    assert "**Examples**" in dig
    assert "- `--by-hand/--by-machine`: How to dig. Default: `True`." in dig
    drain = section(text, "pond drain")
    assert "- `--slowly`: Save the frogs." in drain
    assert "- `TO`: Place. Default: `'river'`." in drain
    assert "`--season`: The season." in text


def test_a_name_that_is_bound_again_stands_for_another_group(tmp_path: Path) -> None:
    source = (
        "def pond_options(parser):\n"
        "    group = parser.getgroup('water')\n    group.addoption('--depth', help='How deep.')\n"
        "    group = parser.getgroup('animals')\n    group.addoption('--frogs', help='How many.')\n"
    )
    text = markdown(opened(tmp_path, {"pond/options.py": source}, SCRIPT), "command-line")
    assert "--depth" in section(text, "pond: water")
    assert "--frogs" in section(text, "pond: animals")
    assert "--frogs" not in section(text, "pond: water")


def test_commands_of_a_framework_are_named_by_their_modules(tmp_path: Path) -> None:
    source = (
        "class Command(Base):\n    help = 'Count frogs.'\n    def add_arguments(self, parser):\n"
        "        parser.add_argument('--all', help='Toads too.')\n"
    )
    files = {"pond/management/commands/count.py": source}
    text = markdown(opened(tmp_path, files, SCRIPT), "command-line")
    assert section(text, "pond count").startswith("\nCount frogs.\n\n**Options**\n\n- `--all`: Toads too.")


def test_a_package_without_commands_and_variables_has_no_such_page(tmp_path: Path) -> None:
    served = "def serve(environ):\n    return environ.get('HTTP_HOST')\n"
    files = {"pond/__init__.py": ARGPARSE, "pond/tests/test_a.py": VARIABLES, "pond/serve.py": served}
    documentation = opened(tmp_path, files)
    assert not [entry for entry in documentation.entries() if "/reference/" in entry.url]
    assert documentation.page(PackageUrl("pond", "2.0", "reference", "command-line")) is None
    assert documentation.page(PackageUrl("pond", "2.0", "reference", "other")) is None


def test_the_pages_are_in_the_table_of_contents_before_the_modules(tmp_path: Path) -> None:
    documentation = opened(tmp_path, {"pond/__init__.py": VARIABLES}, SCRIPT)
    assert [entry.title for entry in documentation.entries()] == [
        "pond command line",
        "pond environment variables",
        "pond",
    ]
    assert parse_package_url("pypi://pond/2.0/reference/environment") is not None
    assert parse_package_url("npm://pond/2.0.0/reference/environment", "npm") is None


def test_variables_have_sections_with_the_texts_that_document_them(tmp_path: Path) -> None:
    text = markdown(opened(tmp_path, {"pond/__init__.py": VARIABLES}), "environment")
    volume = section(text, "POND_VOLUME")
    assert volume == "\nHow loud the frogs may be, in decibels.\n\nRead in `pond`, by default `'40'`.\n"
    assert "Warm the water if `POND_HEATING` is set." in section(text, "POND_HEATING")
    rest = section(text, "Other environment variables")
    assert "- `POND_LEVEL`\n" in rest
    assert "- `POND_ICE`, by default `True`\n" in rest
    assert "HOME" not in text
    assert "POND_COOLING" not in text


SERVING = """
import os

WORKER = "POND_WORKER"


def serve(environ):
    # Only in the parent.
    if os.environ.get(WORKER) != "1":
        os.environ[WORKER] = "1"
    os.environ["POND_CHILD"] = "1"
    # POND_COLOUR sets the colour of the water.
    colour = os.environ.get("POND_COLOUR")
    os.environ["POND_COLOUR"] = colour or "green"
    return environ["POND_OF_A_REQUEST"], environ_property("HTTP_FROG"), environ.get("POND_GUEST")
"""


def test_variables_that_a_package_sets_itself_are_no_settings(tmp_path: Path) -> None:
    text = markdown(opened(tmp_path, {"pond/__init__.py": VARIABLES, "pond/serving.py": SERVING}), "environment")
    assert section(text, "Variables that pond sets itself") == "\n- `POND_WORKER`\n"
    assert "POND_COLOUR sets the colour" in section(text, "POND_COLOUR")
    # One is never read here, the others are those of a request.
    for name in ("POND_CHILD", "POND_OF_A_REQUEST", "HTTP_FROG", "POND_GUEST"):
        assert name not in text


FIXTURES = '''
import pytest
from pytest import fixture


@fixture
def full_pond(request, frogs) -> "Pond":
    """A pond with frogs.

    :param request: the request.
    """


class Plugin:
    @pytest.fixture(name="frogs", scope="session")
    async def _frogs(self):
        @fixture
        def hidden(): ...


@fixture()
def _own(): ...


def fixture_like(): ...
'''


def test_fixtures_have_sections_with_their_docstrings(tmp_path: Path) -> None:
    documentation = opened(tmp_path, {"pond/plugin.py": FIXTURES, "pond/tests/conftest.py": FIXTURES})
    inner = opened(tmp_path / "inner", {"pond/testing/plugin.py": FIXTURES})
    assert "pond fixtures" not in [entry.title for entry in inner.entries()]
    assert "pond fixtures" in [entry.title for entry in documentation.entries()]
    text = markdown(documentation, "fixtures")
    assert section(text, "full_pond").startswith("\nA pond with frogs.\n")
    assert section(text, "full_pond").endswith("A fixture of `pond.plugin`, of the type `'Pond'`.\n")
    assert section(text, "frogs") == "\nA fixture of `pond.plugin`, made once for each session.\n"
    assert text.count("\n## ") == 2


@pytest.mark.parametrize(
    "source",
    [
        "@fixture\ndef " + "a" * 1_000_000 + "(): ...",
        "".join(f"@fixture\ndef f{number}():\n    '''{'x ' * 1_000}'''\n" for number in range(600)),
        "@fixture(name=" + "f(" * 90 + "'x'" + ")" * 90 + ")\ndef f(): ...",
        "@fixture\n" * 10_000 + "def f() -> " + "-" * 5_000 + "1: ...",
        "def broken(:\n    parser.add_argument('--a', help='A.')",
        "parser.add_argument('--a', help=" + "'a' + " * 20_000 + "'b')",
        "parser." + "add(1)." * 5_000 + "add_argument('--a', help='A.')",
        "x = os.environ['A" + "A" * 1_000_000 + "']",
        "parser.add_argument('--a', help=" + "f(" * 90 + "'x'" + ")" * 90 + ")",
        "\n".join(f"parser.add_argument('--a{number}', help='A.' * 9)" for number in range(20_000)),
        "# " + "x" * 1_000_000 + "\nX = os.environ['POND_X']",
    ],
)
def test_hostile_sources_stay_within_their_bounds(tmp_path: Path, source: str) -> None:
    documentation = opened(tmp_path, {"pond/_cli.py": source, "pond/__init__.py": VARIABLES}, SCRIPT)
    started = time.process_time()
    for path in ("command-line", "environment", *(["fixtures"] if "@fixture" in source else [])):
        text = markdown(documentation, path)
        assert text.startswith("# pond ")
        assert len(text) < 1_100_000
    assert time.process_time() - started < 15
