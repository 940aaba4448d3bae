"""Installed packages are documentation: README, bundled documents and an API reference made from syntax alone."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import dedent
from urllib.parse import urlsplit

import pytest

from pro_context_engine.errors import PageMissing, TocMissing
from pro_context_engine.model import Library, Page, SourceName
from pro_context_engine.project.environment import ProjectEnvironment
from pro_context_engine.sources.installed import InstalledSource

METADATA = """\
Metadata-Version: 2.4
Name: Weather-Kit
Version: 2.1.0
Summary: Forecasts from a barrel of frogs.
Description-Content-Type: text/x-rst

Weather Kit
===========

Install::

    pip install weather-kit

See :class:`weather.Station` and the `guide <https://weather.example/guide>`_.
"""

FILES = {
    "weather/__init__.py": '''
        """Forecasts for every pond. More text."""

        from weather._station import Station, Reading as Reading
        from weather._wildcard import *
        from .units import Celsius

        __all__ = ["Station", "Reading", "Celsius", "from_wildcard", "forecast", "version"]
        version = "2.1.0"

        async def forecast(pond: str, *, days: int = 3, **options: object) -> list[str]:
            """Tell the weather.

            Args:
                pond: where the frogs sit.
                days: how far to look.

            Returns:
                One line a day.

            Raises:
                KeyError: there is no such pond.
            """
    ''',
    "weather/_station.py": '''
        from __future__ import annotations

        import dataclasses
        from typing import overload

        from ._base import Instrument

        @dataclasses.dataclass(frozen=True)
        class Reading:
            """What a frog says."""

            degrees: float
            """How warm the water is."""
            noise: int = 0

        class Station(Instrument):
            """A place with frogs.

            # Care

            Feed them:

                >>> Station("north").feed()
                True
            """

            limit: int = 9
            """How many frogs fit."""
            _secret = 1

            def __init__(self, name: str) -> None:
                """Open the station.

                Args:
                    name: what to call it.
                """
                self.name = name

            @property
            def frogs(self) -> int:
                """How many are in."""
                return 1

            @classmethod
            def nearest(cls, place: str) -> Station:
                """Find the next one."""

            @overload
            def read(self, raw: bool) -> bytes: ...
            @overload
            def read(self, raw: None = None) -> Reading: ...
            def read(self, raw=None):
                """Ask the frogs."""

            def __call__(self) -> None: ...
            def __len__(self) -> int: ...
            def _hidden(self) -> None:
                """Nobody sees this."""
    ''',
    "weather/_base.py": '''
        class Instrument:
            def calibrate(self, *, gently: bool = True) -> None:
                """Tap the glass."""
    ''',
    "weather/_wildcard.py": '''
        __all__ = ["from_wildcard"]

        def from_wildcard() -> None:
            """Arrive by star."""
    ''',
    "weather/units.py": '''
        """Units of measure."""

        class Celsius(float):
            """Degrees of the usual kind."""

        FREEZING = Celsius(0)
        BOILING: Celsius = Celsius(100)
        """Where frogs object."""
    ''',
    "weather/broken.py": "def oops(:\n",
    "weather/latin.py": "# -*- coding: latin-1 -*-\n",
    "weather/typed.py": "def area(width, height):\n    'Multiply.'\n    return width * height\n",
    "weather/typed.pyi": "def area(width: float, height: float) -> float: ...\n",
    "weather/native.cpython-312-x86_64-linux-gnu.so": "binary",
    "weather/stubbed.abi3.so": "binary",
    "weather/stubbed.pyi": """
        from typing import overload
        @overload
        def fast(x: int) -> int: ...
        @overload
        def fast(x: str) -> str: ...
    """,
    "weather/empty/__init__.py": "",
    "weather/tests/test_weather.py": "def test_it(): ...",
    "weather/__main__.py": "raise SystemExit",
    "weather/explosive.py": 'raise RuntimeError("imported")\n',
    "weather/docs/ponds & lakes.md": "# Ponds\n\nKeep them wet.\n",
    "weather/CHANGELOG.rst": "Changes\n-------\n\n2.1.0\n~~~~~\n\nFewer frogs.\n",
    "weather_kit-2.1.0.dist-info/licenses/LICENSE.md": "All frogs reserved.",
}

LIBRARY = Library("pond/weather", "weather", "Weather", python_packages=("weather-kit",))


def write(site: Path, files: dict[str, str], dist_info: str = "weather_kit-2.1.0.dist-info") -> None:
    """Write files and the RECORD that lists them."""
    for name, text in files.items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), "utf-8")
    (site / dist_info).mkdir(exist_ok=True)
    (site / dist_info / "METADATA").write_text(METADATA, "utf-8")
    lines = [f'"{name}",,' for name in files]
    (site / dist_info / "RECORD").write_text("\n".join(lines), "utf-8")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """An environment with the weather package."""
    directory = tmp_path / ".venv/lib/python3.12/site-packages"
    directory.mkdir(parents=True)
    write(directory, FILES)
    (directory / "weather/latin.py").write_bytes(
        b'# -*- coding: latin-1 -*-\n"""Caf\xe9 weather."""\n\ndef open_caf() -> None:\n    """Drink caf\xe9."""\n'
    )
    return directory


@pytest.fixture
def source(tmp_path: Path, site: Path) -> InstalledSource:
    return InstalledSource(ProjectEnvironment(tmp_path, environ={}))


async def api(source: InstalledSource, module: str, library: Library = LIBRARY) -> Page:
    return await source.page(library, None, f"pypi://weather-kit/2.1.0/api/{module}")


def section(page: Page, title: str) -> str:
    """Return the text from a heading to the next one."""
    lines = page.markdown.split("\n")
    starts = [heading.line - 1 for heading in page.headings] + [len(lines)]
    index = [heading.title for heading in page.headings].index(title)
    return "\n".join(lines[starts[index] : starts[index + 1]])


def titles(page: Page) -> list[str]:
    return [heading.title for heading in page.headings]


async def test_toc_lists_readme_documents_and_public_modules(source: InstalledSource, site: Path) -> None:
    toc = await source.toc(LIBRARY, None)
    assert (toc.source, toc.version, toc.origin) == (SourceName.INSTALLED, "2.1.0", str(site))
    assert [(entry.section, entry.title) for entry in toc.entries] == [
        ("Overview", "weather-kit README"),
        ("Documentation", "weather/CHANGELOG.rst"),
        ("Documentation", "weather/docs/ponds & lakes.md"),
        *(
            ("API reference", f"weather{name}")
            for name in ("", ".broken", ".explosive", ".latin", ".native", ".stubbed", ".typed", ".units")
        ),
    ]
    described = {entry.title: entry.description for entry in toc.entries}
    assert described["weather"] == "Forecasts for every pond."
    assert described["weather.latin"] == "Café weather."
    assert described["weather-kit README"] == "Forecasts from a barrel of frogs."


async def test_every_url_is_a_uri_that_leads_to_its_page(source: InstalledSource) -> None:
    toc = await source.toc(LIBRARY, "2.1.0")
    for entry in toc.entries:
        assert urlsplit(entry.url).scheme == "pypi"
        assert not set(entry.url) & set(' <>"{}|\\^`')
        assert source.owner(entry.url) == ("pypi/weather-kit", "2.1.0")
        page = await source.page(LIBRARY, "2.1.0", f"{entry.url}#anywhere")
        assert (page.url, page.section) == (entry.url, entry.section)
        assert page.headings
        assert not page.markdown.count("```") % 2


async def test_readme_is_markdown_whatever_it_was_written_in(source: InstalledSource) -> None:
    page = await source.page(LIBRARY, None, "pypi://weather-kit/2.1.0/readme")
    assert page.title == "Weather Kit"
    assert "```\npip install weather-kit\n```" in page.markdown
    assert "See `weather.Station` and the [guide](https://weather.example/guide)." in page.markdown


async def test_names_from_private_modules_are_documented_where_they_are_published(source: InstalledSource) -> None:
    page = await api(source, "weather")
    assert {"Station", "Reading", "from_wildcard", "forecast"} <= set(titles(page))
    assert "Arrive by star." in section(page, "from_wildcard")
    assert "How warm the water is." in section(page, "Reading.degrees")


async def test_names_from_public_modules_are_referred_to(source: InstalledSource) -> None:
    page = await api(source, "weather")
    assert "Celsius" not in titles(page)
    assert "`weather.units.Celsius` — Degrees of the usual kind." in page.markdown


async def test_functions_show_signature_and_parsed_docstring(source: InstalledSource) -> None:
    text = section(await api(source, "weather"), "forecast")
    assert "async def forecast(pond: str, *, days: int = 3, **options: object) -> list[str]" in text
    assert "- `days`: how far to look." in text
    assert "- `list[str]`: One line a day." in text
    assert "- `KeyError`: there is no such pond." in text


async def test_classes_show_bases_fields_constructor_and_members(source: InstalledSource) -> None:
    page = await api(source, "weather")
    text = section(page, "Station")
    assert "class Station(Instrument):\n    limit: int = 9\n\n    def __init__(self, name: str) -> None" in text
    assert "- `name`: what to call it." in section(page, "Care")
    assert "How many frogs fit." in section(page, "Station.limit")
    assert "@property\ndef frogs(self) -> int" in section(page, "Station.frogs")
    assert "@classmethod\ndef nearest(cls, place: str) -> Station" in section(page, "Station.nearest")
    assert "Station.__call__" in titles(page)
    assert not {"Station._hidden", "Station._secret", "Station.__len__"} & set(titles(page))
    assert (
        "@dataclasses.dataclass(frozen=True)\nclass Reading:\n    degrees: float\n    noise: int = 0" in page.markdown
    )


async def test_overloads_stand_for_their_implementation(source: InstalledSource) -> None:
    text = section(await api(source, "weather"), "Station.read")
    assert "def read(self, raw: bool) -> bytes" in text
    assert "def read(self, raw: None = None) -> Reading" in text
    assert "def read(self, raw=None)" not in text
    assert "Ask the frogs." in text


async def test_members_of_an_undocumented_base_are_shown_with_the_class(source: InstalledSource) -> None:
    text = section(await api(source, "weather"), "Station.calibrate")
    assert "Tap the glass." in text


async def test_docstring_headings_and_doctests_keep_the_page_in_order(source: InstalledSource) -> None:
    page = await api(source, "weather")
    care = next(heading for heading in page.headings if heading.title == "Care")
    assert care.level == 3
    assert "```pycon" in section(page, "Care")


async def test_constants_are_listed_and_documented_ones_have_a_heading(source: InstalledSource) -> None:
    page = await api(source, "weather.units")
    assert "FREEZING = Celsius(0)" in section(page, "Module attributes")
    assert "Where frogs object." in section(page, "BOILING")


async def test_stubs_are_merged_or_stand_in_for_extensions(source: InstalledSource) -> None:
    merged = section(await api(source, "weather.typed"), "area")
    assert "def area(width: float, height: float) -> float" in merged
    assert "Multiply." in merged
    assert "def fast(x: str) -> str" in section(await api(source, "weather.stubbed"), "fast")


@pytest.mark.parametrize(("module", "reason"), [("broken", "not valid Python"), ("native", "compiled extension")])
async def test_unreadable_modules_get_a_page_that_says_so(source: InstalledSource, module: str, reason: str) -> None:
    page = await api(source, f"weather.{module}")
    assert titles(page) == [f"weather.{module}"]
    assert reason in page.markdown


async def test_declared_encodings_are_honoured(source: InstalledSource) -> None:
    assert "Drink café." in (await api(source, "weather.latin")).markdown


async def test_nothing_is_imported(source: InstalledSource) -> None:
    await api(source, "weather.explosive")
    await api(source, "weather")
    assert not [name for name in sys.modules if name.split(".")[0] == "weather"]


@pytest.mark.parametrize(
    "url",
    [
        "pypi://weather-kit/2.1.0/api/weather._station",
        "pypi://weather-kit/2.1.0/api/weather.nowhere",
        "pypi://weather-kit/2.1.0/docs/weather/../../../secret.md",
        "pypi://weather-kit/2.1.0/docs/weather/units.py",
        "pypi://weather-kit/1.0/readme",
        "pypi://other/2.1.0/readme",
        "https://weather.example/readme",
    ],
)
async def test_pages_that_are_not_there_are_missing(source: InstalledSource, url: str) -> None:
    with pytest.raises(PageMissing):
        await source.page(LIBRARY, None, url)


@pytest.mark.parametrize(
    ("version", "served"), [(None, True), ("2.1.0", True), ("2.1", True), ("2.0.9", False), ("latest!", False)]
)
async def test_only_the_installed_version_is_served(source: InstalledSource, version: str | None, served: bool) -> None:
    assert source.serves(LIBRARY, version) is served
    if not served:
        with pytest.raises(TocMissing):
            await source.toc(LIBRARY, version)


def test_libraries_are_known_by_package_name_too(source: InstalledSource) -> None:
    assert source.version(Library("pypi/Weather.Kit", "", "")) == "2.1.0"
    assert source.version(Library("pypi/absent", "", "")) is None
    assert source.version(Library("npm/weather-kit", "", "")) is None


@pytest.mark.parametrize("url", ["pypi:", "pypi://weather-kit", "pypi://weather-kit/1/readme/x", "http://[", "a b", ""])
def test_urls_of_another_form_have_no_owner_here(source: InstalledSource, url: str) -> None:
    assert source.owner(url) is None


async def test_a_library_of_several_packages_serves_all_of_them(tmp_path: Path, site: Path) -> None:
    metadata = site / "pond_extra-0.3.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Name: pond-extra\nVersion: 0.3\n\n# More frogs\n\nSee above.\n")
    library = Library("pond/weather", "weather", "Weather", python_packages=("absent", "weather-kit", "pond-extra"))
    source = InstalledSource(ProjectEnvironment(tmp_path, environ={}))
    toc = await source.toc(library, None)
    assert toc.version == "2.1.0"
    assert toc.entries[-1].url == "pypi://pond-extra/0.3/readme"
    assert "More frogs" in (await source.page(library, None, toc.entries[-1].url)).markdown


async def test_links_out_of_the_environment_are_not_followed(tmp_path: Path, site: Path) -> None:
    (tmp_path / "secret.py").write_text('"""The secret."""\n')
    (site / "weather/linked.py").symlink_to(tmp_path / "secret.py")
    (site / "weather/notes.md").symlink_to(tmp_path / "secret.py")
    write(site, {"weather/up.py": ""})
    record = site / "weather_kit-2.1.0.dist-info/RECORD"
    record.write_text("weather/linked.py,,\nweather/notes.md,,\n../../../../secret.py,,\n")
    source = InstalledSource(ProjectEnvironment(tmp_path, environ={}))
    toc = await source.toc(LIBRARY, None)
    assert "secret" not in str(toc).lower()
    assert "link out of the environment" in (await api(source, "weather.linked")).markdown
    with pytest.raises(PageMissing):
        await source.page(LIBRARY, None, "pypi://weather-kit/2.1.0/docs/weather/notes.md")


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 50_000 + ")" * 50_000,
        "x = " + "-" * 100_000 + "1",
        "x = " + "1 + " * 100_000 + "1",
        "from weather.hostile import *\n__all__ = hostile.__all__\nfrom weather.hostile import a as b, b as a\n",
        "class A(A): pass\nclass B(C): pass\nclass C(B): pass\n",
        '"""' + "a" * 3_000_000 + '"""',
        'def f(): "' + "`" * 50_000 + '"',
        'def f(): """' + "[" * 50_000 + '"""',
        'def f(): """' + ".. note::\n" + "".join(" " * depth + ".. note::\n" for depth in range(400)) + '"""',
        'def f(): """' + "  !!! note\n" * 5_000 + '"""',
        'def f(): """x' + " " * 100_000 + '<x"""',
        'def f(): """x' + "\n" * 100_000 + 'x"""',
        'def f(): """x ' + "`_ :a:`" * 10_000 + '"""',
        "\x00\x01\x02",
    ],
    ids=[
        "nested",
        "unary",
        "sum",
        "circle",
        "bases",
        "large",
        "ticks",
        "brackets",
        "directives",
        "notes",
        "spaces",
        "lines",
        "roles",
        "bytes",
    ],
)
async def test_hostile_sources_cost_one_page_at_most(tmp_path: Path, site: Path, text: str) -> None:
    write(site, {"weather/hostile.py": "", "weather/units.py": FILES["weather/units.py"]})
    (site / "weather/hostile.py").write_text(text)
    source = InstalledSource(ProjectEnvironment(tmp_path, environ={}))
    await source.toc(LIBRARY, None)
    hostile = await api(source, "weather.hostile")
    assert titles(hostile)[0] == "weather.hostile"
    assert "Where frogs object." in (await api(source, "weather.units")).markdown


async def test_a_huge_module_is_cut_and_says_what_is_left_out(tmp_path: Path, site: Path) -> None:
    functions = "\n".join(f'def f{number}():\n    """{"word " * 100}"""' for number in range(1_500))
    write(site, {"weather/huge.py": functions})
    page = await api(InstalledSource(ProjectEnvironment(tmp_path, environ={})), "weather.huge")
    assert len(page.markdown) < 410_000
    assert "This page is cut" in page.markdown
    shown = sum(title.startswith("f") for title in titles(page))
    assert f"and {1_500 - shown - 200} more." in page.markdown


async def test_an_editable_install_is_read_from_its_source(tmp_path: Path) -> None:
    site = tmp_path / ".venv/lib/python3.12/site-packages"
    project = tmp_path / "work"
    write(site, {"_weather.pth": f"{project / 'src'}\n"})
    (site / "weather_kit-2.1.0.dist-info/direct_url.json").write_text(
        f'{{"url": "{project.as_uri()}", "dir_info": {{"editable": true}}}}'
    )
    for name in ("weather/__init__.py", "weather/_station.py", "weather/_base.py", "weather/_wildcard.py"):
        path = project / "src" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(FILES[name]))
    (project / "pyproject.toml").write_text("[project]\n")
    (project / "README.md").write_text("# Again\n")
    (project / "docs").mkdir()
    (project / "docs/guide.md").write_text("# Guide\n\nBring boots.\n")
    source = InstalledSource(ProjectEnvironment(tmp_path, environ={}))
    toc = await source.toc(LIBRARY, None)
    assert [entry.title for entry in toc.entries] == ["weather-kit README", "docs/guide.md", "weather"]
    assert "A place with frogs." in (await api(source, "weather")).markdown
    guide = await source.page(LIBRARY, None, "pypi://weather-kit/2.1.0/docs/docs/guide.md")
    assert "Bring boots." in guide.markdown


async def test_control_characters_do_not_reach_a_page(tmp_path: Path, site: Path) -> None:
    write(site, {"weather/colour.py": ""})
    (site / "weather/colour.py").write_text('"""Red \x1b[31malert\u202e\U000e0041."""\n')
    source = InstalledSource(ProjectEnvironment(tmp_path, environ={}))
    assert "Red alert." in (await api(source, "weather.colour")).markdown
    toc = await source.toc(LIBRARY, None)
    assert [entry.description for entry in toc.entries if entry.title == "weather.colour"] == ["Red alert."]


async def test_a_packaged_pth_file_opens_no_folder(tmp_path: Path, site: Path) -> None:
    secret = tmp_path / "elsewhere/secrets"
    secret.mkdir(parents=True)
    (secret / "__init__.py").write_text('"""The secret."""\n')
    write(site, {"weather/units.py": FILES["weather/units.py"], "weather.pth": f"{tmp_path / 'elsewhere'}\n"})
    source = InstalledSource(ProjectEnvironment(tmp_path, environ={}))
    assert "secret" not in str((await source.toc(LIBRARY, None)).entries)


async def test_a_broken_record_leaves_the_package_readable(tmp_path: Path, site: Path) -> None:
    (site / "weather_kit-2.1.0.dist-info/RECORD").write_text('"' + "x" * 200_000)
    (site / "weather_kit-2.1.0.dist-info/top_level.txt").write_text("weather\n")
    source = InstalledSource(ProjectEnvironment(tmp_path, environ={}))
    assert "Where frogs object." in (await api(source, "weather.units")).markdown


async def test_the_table_of_a_setuptools_finder_is_read_and_its_code_is_not_run(tmp_path: Path) -> None:
    site = tmp_path / ".venv/lib/python3.12/site-packages"
    project = tmp_path / "work"
    (project / "weather").mkdir(parents=True)
    (project / "weather/__init__.py").write_text('"""From the finder."""\n')
    (project / "setup.py").touch()
    mapping = f"MAPPING: dict[str, str] = {{'weather': {str(project / 'weather')!r}}}"
    write(site, {"__editable___weather_kit_2_1_0_finder.py": f"raise SystemExit\n{mapping}\n"})
    (site / "weather_kit-2.1.0.dist-info/direct_url.json").write_text(
        f'{{"url": "{project.as_uri()}", "dir_info": {{"editable": true}}}}'
    )
    source = InstalledSource(ProjectEnvironment(tmp_path, environ={}))
    assert "From the finder." in (await api(source, "weather")).markdown
