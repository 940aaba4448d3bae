"""Packages however they are laid out, installed or broken: nothing outside them is read, nothing is run."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from tests.engine.sources.weather import FILES, LIBRARY, api, titles, write

from pro_context_engine.errors import PageMissing
from pro_context_engine.model import Library
from pro_context_engine.project.environment import ProjectEnvironment
from pro_context_engine.sources.installed import InstalledSource


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
