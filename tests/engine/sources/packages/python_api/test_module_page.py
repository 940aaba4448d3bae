"""The page of a module as its readers see it."""

from __future__ import annotations

from pathlib import Path

from tests.engine.sources.packages.symbols.distributions import install, symbol_in

from pro_context_engine.sources.packages.package_urls import PackageUrl

ANNOTATED = '''
class Pond:
    """A pond.

    Args:
        name: how it is called.
    """

    def __init__(self, name: Annotated[str, Doc("Its name.")], depth: Annotated[int, Doc("How deep.")] = 1): ...

    def fill(self, litres: Annotated[int, Doc("Of water.")]) -> None:
        """Fill it."""
'''


def page(site: Path, files: dict[str, str], module: str) -> str:
    found = install(site, files).page(PackageUrl("pond", "2.0", "api", module))
    assert found is not None
    return found.markdown


def test_parameters_that_only_annotations_describe_are_listed_once(tmp_path: Path) -> None:
    text = page(tmp_path, {"pond/__init__.py": ANNOTATED}, "pond")
    assert "Annotated" not in text
    assert "Doc(" not in text
    assert text.count("`name`") == 1
    assert "**Parameters**\n\n- `depth`: How deep.\n\n### Pond.fill" in text
    assert text.endswith("Fill it.\n\n**Parameters**\n\n- `litres`: Of water.\n")


def test_a_function_is_described_by_its_first_overload_that_has_a_text(tmp_path: Path) -> None:
    overloads = "".join(
        f"    @overload\n    def fill(self, water: {kind}) -> {kind}:{text}\n"
        for kind, text in (("int", " ..."), ("str", " 'Fill the pond.'"), ("None", " 'Empty it.'"))
    )
    source = f"from typing import overload\nclass Pond:\n{overloads}    def fill(self, water): ...\n"
    text = page(tmp_path, {"pond/__init__.py": source}, "pond")
    assert "def fill(self, water: None) -> None\n```\n\nFill the pond.\n" in text


def test_many_names_of_other_pages_are_listed_by_module(tmp_path: Path) -> None:
    names = [f"hop{number}" for number in range(15)]
    files = {
        "pond/__init__.py": (
            f"from .frogs import {', '.join(names)}\nfrom .water import Water as Wet\n__all__ = {[*names, 'Wet']}\n"
        ),
        "pond/frogs.py": "\n".join(f"def {name}(): 'Hop.'" for name in names),
        "pond/water.py": "class Water: 'Wet.'\n",
    }
    text = page(tmp_path, files, "pond")
    shown = ", ".join(f"`hop{number}`" for number in range(8))
    assert (
        f"## Also importable from here\n\n- `pond.frogs`: {shown} and 7 more\n- `pond.water`: `Wet` (`Water`)\n" in text
    )


def test_a_definition_has_one_import_statement(tmp_path: Path) -> None:
    files = {
        "pond/__init__.py": "from .wet import Frog\n__all__ = ['Frog']",
        "pond/wet/__init__.py": "from .frogs import Frog\n__all__ = ['Frog']",
        "pond/wet/frogs.py": "class Frog: 'Green.'",
    }
    text = page(tmp_path, files, "pond.wet.frogs")
    assert "```python\nfrom pond import Frog\nclass Frog\n```" in text
    table = install(tmp_path / "again", files).symbols()
    assert symbol_in(table, "pond.Frog").url == "pypi://pond/2.0/api/pond.wet.frogs#frog"


def test_the_declaration_of_a_class_has_short_values_and_none_of_its_constructor(tmp_path: Path) -> None:
    source = (
        f"class Pond:\n    kinds = {{{', '.join(f'{n}: int' for n in range(40))}}}\n    level = None\n"
        "    def __init__(self):\n        self.level = self.level or 3\n"
    )
    text = page(tmp_path, {"pond/__init__.py": source}, "pond")
    assert "    kinds = {...}\n    level\n" in text


def test_a_reference_with_a_title_shows_the_title(tmp_path: Path) -> None:
    source = (
        '"""Fill a `Pond <pond.water.Pond>` to :attr:`.Pond.level\\\\_`,\n'
        'by `pip install <pond>`, as the `way to fill <pond.fill>` says."""\n'
    )
    text = page(tmp_path, {"pond/__init__.py": source}, "pond")
    assert "Fill a `Pond` to `Pond.level_`,\nby `pip install <pond>`, as the way to fill says." in text
