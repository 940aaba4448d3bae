"""Names that a module assigns together."""

from __future__ import annotations

from pathlib import Path

from tests.engine.sources.packages.symbols.distributions import install, symbol_in

POND = """
def _feed(frogs):
    'Feed the frogs.'

def _count(frogs):
    'Count the frogs.'

def _choose():
    return _feed, _count

feed, count = _feed, _count
[drain, fill], depth = _choose(), 3
hop, *others = _choose()
swim, dive = _choose()  #: Two ways to move.
count = 1
__all__ = ["feed", "count", "depth", "swim", "dive", "hop"]
"""


def test_each_name_is_assigned_its_part(tmp_path: Path) -> None:
    table = install(tmp_path, {"pond/__init__.py": POND}).symbols()
    assert symbol_in(table, "pond.feed").summary == "Feed the frogs."
    assert symbol_in(table, "pond.feed").kind.value == "function"
    assert {symbol.name for symbol in table.symbols} == {
        "pond",
        "pond.feed",
        "pond.count",
        "pond.depth",
        "pond.swim",
        "pond.dive",
    }


def test_the_page_shows_the_part_of_the_value(tmp_path: Path) -> None:
    from pro_context_engine.sources.packages.package_urls import PackageUrl

    page = install(tmp_path, {"pond/__init__.py": POND}).page(PackageUrl("pond", "2.0", "api", "pond"))
    assert page is not None
    assert "_choose()[1]" in page.markdown
