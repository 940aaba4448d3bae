"""Installed packages are documentation: README, bundled documents and an API reference made from syntax alone."""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.engine.sources.weather import LIBRARY, api, section, titles

from pro_context_engine.domain.errors import PageMissing, TocMissing
from pro_context_engine.domain.model import Library, SourceName
from pro_context_engine.sources.installed.source import InstalledSource


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


async def test_a_package_with_unreadable_modules_is_warned_of_once(
    source: InstalledSource, site: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (site / "weather/explosive.py").write_text("def (:", "utf-8")
    for module in ("broken", "explosive", "broken"):
        assert "not valid Python" in (await api(source, f"weather.{module}")).markdown
    (line,) = caplog.messages
    assert line.startswith("weather/broken.py is not valid Python 3.")


async def test_a_page_says_which_modules_it_lacks(source: InstalledSource, site: Path) -> None:
    (site / "weather/_wildcard.py").write_text("from_wildcard = [", "utf-8")
    (site / "weather/units.py").write_text("class Celsius(:\n    ...\n", "utf-8")
    page = await api(source, "weather")
    assert "takes from `weather._wildcard`, `weather.units` is not documented" in section(page, "weather")
    assert {"Station", "forecast"} <= set(titles(page))
    (site / "weather/_wildcard.py").write_text("")
    assert "takes from" not in (await api(source, "weather.typed")).markdown


async def test_what_a_module_only_uses_is_not_lacking(source: InstalledSource, site: Path) -> None:
    (site / "weather/broken.py").write_text("def (:", "utf-8")
    (site / "weather/units.py").write_text("from .broken import scale\n\ndef melt() -> int: ...\n", "utf-8")
    page = await api(source, "weather.units")
    assert "melt" in titles(page)
    assert "broken" not in page.markdown


async def test_a_stub_stands_in_for_a_source_that_cannot_be_parsed(source: InstalledSource, site: Path) -> None:
    (site / "weather/typed.py").write_text("def area(:", "utf-8")
    assert "def area(width: float, height: float) -> float" in section(await api(source, "weather.typed"), "area")


async def test_a_stub_that_cannot_be_parsed_is_told(source: InstalledSource, site: Path) -> None:
    (site / "weather/typed.pyi").write_text("def area(:", "utf-8")
    page = await api(source, "weather.typed")
    assert "def area(width, height)" in section(page, "area")
    assert "Types that stubs declare for `weather.typed` are left out" in section(page, "weather.typed")


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
