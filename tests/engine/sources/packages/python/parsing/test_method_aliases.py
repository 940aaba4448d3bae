"""Methods that a class gives a second name."""

from __future__ import annotations

from pathlib import Path

from tests.engine.sources.packages.symbols.distributions import install, symbol_in

from pro_context_engine.domain.symbols import SymbolKind
from pro_context_engine.sources.packages.package_urls import PackageUrl

SOURCE = '''
class Otter:
    def eat(self, food: str) -> int:
        """Eat some food."""

    @property
    def weight(self) -> int:
        """The weight, in kilograms."""

    feed = eat
    dine = feed
    mass = weight
    #: Eat at night.
    dream = eat
    size = 3
    length = size
    sleep = missing

    class Cub:
        def play(self):
            """Play with others."""

        romp = play
'''


def test_another_name_of_a_method_is_a_method(tmp_path: Path) -> None:
    package = install(tmp_path, {"pond/__init__.py": SOURCE})
    table = package.symbols()
    for name, summary in {"feed": "Eat some food.", "dine": "Eat some food.", "dream": "Eat at night."}.items():
        found = symbol_in(table, f"pond.Otter.{name}")
        assert (found.kind, found.summary) == (SymbolKind.METHOD, summary)
        assert [one.name for one in found.signatures[0].parameters] == ["food"]
    assert symbol_in(table, "pond.Otter.mass").kind is SymbolKind.PROPERTY
    assert symbol_in(table, "pond.Otter.Cub.romp").summary == "Play with others."
    for name in ("length", "sleep", "size"):
        assert symbol_in(table, f"pond.Otter.{name}").kind is SymbolKind.ATTRIBUTE
    page = package.page(PackageUrl("pond", "2.0", "api", "pond"))
    assert page is not None
    assert "def dine(self, food: str) -> int" in page.markdown
    assert "feed = eat" not in page.markdown
