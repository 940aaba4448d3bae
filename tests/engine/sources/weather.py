"""A small installed package of our own, weather-kit 2.1.0, and how its pages are asked for."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from pro_context_engine.domain.model import Library, Page
from pro_context_engine.sources.installed.source import InstalledSource

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
