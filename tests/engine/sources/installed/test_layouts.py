"""Packages however they are laid out, installed or broken: nothing outside them is read, nothing is run."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from tests.engine.sources.weather import FILES, LIBRARY, api, titles, write

from pro_context_engine.domain.errors import PageMissing
from pro_context_engine.domain.model import Library
from pro_context_engine.libraries.project.environment import ProjectEnvironment
from pro_context_engine.sources.installed.source import InstalledSource


async def test_of_a_library_of_several_packages_only_the_main_one_is_served(tmp_path: Path, site: Path) -> None:
    metadata = site / "pond_extra-0.3.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Name: pond-extra\nVersion: 0.3\n\n# More frogs\n\nSee above.\n")
    source = InstalledSource(ProjectEnvironment(tmp_path, environ={}))
    library = Library("pond/weather", "weather", "Weather", python_packages=("weather-kit", "pond-extra"))
    toc = await source.toc(library, None)
    assert toc.version == "2.1.0"
    assert {entry.url.split("/")[2] for entry in toc.entries} == {"weather-kit"}
    with pytest.raises(PageMissing):
        await source.page(library, None, "pypi://pond-extra/0.3/readme")
    extra = Library("pypi/pond-extra", "pond-extra", "pond-extra", python_packages=("pond-extra",))
    assert "More frogs" in (await source.page(extra, None, "pypi://pond-extra/0.3/readme")).markdown
    lacking = Library("pond/weather", "weather", "Weather", python_packages=("absent", "weather-kit"))
    assert not source.serves(lacking, None)


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


def huge(site: Path, functions: int, words: int) -> None:
    """Write a module that publishes the functions of two others, each with a paragraph."""
    doc = "word " * words
    texts = [f'def {letter}{number}():\n    """{doc}"""' for letter in "ab" for number in range(functions // 2)]
    published = "from ._a import *\nfrom ._b import *"
    halves = {"_a.py": texts[: functions // 2], "_b.py": texts[functions // 2 :]}
    files = {"__init__.py": published, **{name: "\n".join(half) for name, half in halves.items()}}
    write(site, {f"weather/huge/{name}": text for name, text in files.items()})


async def test_a_huge_module_has_every_name_and_shortens_the_longest(tmp_path: Path, site: Path) -> None:
    huge(site, functions=2_000, words=250)
    page = await api(InstalledSource(ProjectEnvironment(tmp_path, environ={})), "weather.huge")
    assert 1_990_000 < len(page.markdown) < 2_010_000
    assert len(titles(page)) == 2_001
    assert "This page is cut" not in page.markdown


async def test_a_module_of_too_many_names_is_cut_and_says_what_is_left_out(tmp_path: Path, site: Path) -> None:
    huge(site, functions=6_000, words=90)
    page = await api(InstalledSource(ProjectEnvironment(tmp_path, environ={})), "weather.huge")
    assert 1_990_000 < len(page.markdown) < 2_010_000
    assert "This page is cut" in page.markdown
    assert f"and {6_000 - (len(titles(page)) - 1) - 200} more." in page.markdown


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


async def test_a_name_says_from_where_else_it_is_imported(tmp_path: Path, site: Path) -> None:
    files = {
        "__init__.py": "from .sky import cloud, Mist as Fog\n__all__ = ['cloud', 'Fog']",
        "sky.py": "def cloud(): 'White.'\nclass Mist: 'Grey.'\ndef rain(): 'Wet.'",
    }
    write(site, {f"weather/{name}": text for name, text in files.items()})
    source = InstalledSource(ProjectEnvironment(tmp_path, environ={}))
    page = await api(source, "weather.sky")
    assert "## cloud\n\n```python\nfrom weather import cloud\ndef cloud()\n```" in page.markdown
    assert page.markdown.count("import") == 1
    assert "- `cloud`: `weather.sky.cloud` — White." in (await api(source, "weather")).markdown


async def test_what_several_packages_offer_is_documented_in_the_innermost(tmp_path: Path, site: Path) -> None:
    files = {
        "__init__.py": "from .sky import cloud\n__all__ = ['cloud']",
        "sky/__init__.py": "from ._clouds import cloud",
        "sky/_clouds.py": "def cloud(): 'White.'",
        "all.py": "from weather.sky import *\n__all__ = ['cloud']",
    }
    write(site, {f"weather/{name}": text for name, text in files.items()})
    source = InstalledSource(ProjectEnvironment(tmp_path, environ={}))
    assert "from weather import cloud\ndef cloud()" in (await api(source, "weather.sky")).markdown
    for module in ("weather", "weather.all"):
        page = await api(source, module)
        assert "cloud" not in titles(page)
        assert "- `cloud`: `weather.sky.cloud` — White." in page.markdown


async def test_another_name_for_a_definition_is_documented_as_that(tmp_path: Path, site: Path) -> None:
    files = {
        "sky.py": "from weather import _sky\nfrom weather.pond import Frog\nrain = _sky.pour\nToad = Frog\nn = unknown",
        "_sky.py": "def pour(litres): 'Open the sky.'",
        "pond.py": "class Frog: 'Green.'",
    }
    write(site, {f"weather/{name}": text for name, text in files.items()})
    page = await api(InstalledSource(ProjectEnvironment(tmp_path, environ={})), "weather.sky")
    assert "## rain\n\n```python\ndef rain(litres)\n```\n\nOpen the sky." in page.markdown
    assert "- `Toad`: `weather.pond.Frog` — Green." in page.markdown
    assert "n = unknown" in page.markdown


async def test_packages_of_one_distribution_are_documented_apart(tmp_path: Path, site: Path) -> None:
    files = {"weather/__init__.py": "from ._sky import cloud", "weather/_sky.py": "def cloud(): 'White.'"}
    write(site, {**files, "climate/__init__.py": "from weather import cloud\n__all__ = ['cloud']"})
    source = InstalledSource(ProjectEnvironment(tmp_path, environ={}))
    for module in ("weather", "climate"):
        assert "cloud" in titles(await api(source, module))


async def test_a_stub_of_what_is_imported_takes_the_docstrings_from_there(tmp_path: Path, site: Path) -> None:
    files = {
        "__init__.py": "from .sky import cloud, Mist",
        "__init__.pyi": "def cloud(size: int) -> None: ...\nclass Mist:\n    def rise(self, metres: int) -> None: ...",
        "sky.py": "def cloud(size): 'White.'\nclass Mist:\n    'Grey.'\n    def rise(self, metres): 'Go up.'",
    }
    write(site, {f"weather/{name}": text for name, text in files.items()})
    page = await api(InstalledSource(ProjectEnvironment(tmp_path, environ={})), "weather")
    assert "def cloud(size: int) -> None\n```\n\nWhite." in page.markdown
    assert "class Mist\n```\n\nGrey." in page.markdown
    assert "def rise(self, metres: int) -> None\n```\n\nGo up." in page.markdown


async def test_an_all_that_is_computed_hides_nothing(tmp_path: Path, site: Path) -> None:
    computed = 'from weather._clouds import *\n__all__ = [name for name in dir() if not name.startswith("_")]\n'
    files = {
        "weather/sky/__init__.py": computed.replace("weather._clouds", "weather.sky._clouds"),
        "weather/sky/_clouds.py": 'def drift(speed):\n    """Move on."""\n',
        "weather/mute.py": "__all__ = []\ndef silent(): ...\n",
    }
    write(site, files)
    record = site / "weather_kit-2.1.0.dist-info/RECORD"
    record.write_text(record.read_text() + "".join(f"{name},,\n" for name in files))
    source = InstalledSource(ProjectEnvironment(tmp_path, environ={}))
    assert "## drift" in (await api(source, "weather.sky")).markdown
    assert "silent" not in (await api(source, "weather.mute")).markdown


async def test_the_readme_needs_no_parsing_and_comes_first(source: InstalledSource) -> None:
    toc = await source.toc(LIBRARY, None)
    given = [page.url async for page in source.pages(LIBRARY, toc, [entry.url for entry in toc.entries])]
    assert given == ["pypi://weather-kit/2.1.0/readme"]
