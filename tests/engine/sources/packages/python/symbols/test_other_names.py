"""Values that are the API, and objects with several names: each name leads to the text that explains it."""

from __future__ import annotations

from pathlib import Path

from tests.engine.sources.packages.symbols.distributions import install, symbol_in

from pro_context_engine.domain.symbols import SymbolKind
from pro_context_engine.sources.packages.package_urls import parse_package_url
from pro_context_engine.sources.packages.python.python_documentation import PythonDocumentation


def page_text(documentation: PythonDocumentation, url: str) -> str:
    parsed = parse_package_url(url.partition("#")[0])
    assert parsed is not None
    page = documentation.page(parsed)
    assert page is not None
    assert url.partition("#")[2] in {heading.anchor for heading in page.headings}
    return page.markdown


def test_the_members_of_an_instance_have_headings_under_its_name(tmp_path: Path) -> None:
    documentation = install(
        tmp_path,
        {
            "pond/__init__.py": "from pond._log import logger\n__all__ = ['logger']\n",
            "pond/_log.py": (
                "class _Logger:\n    '''Writes what frogs say.'''\n"
                "    def info(self, text: str) -> None:\n        '''Log a text.'''\n"
                "logger = _Logger()\n"
            ),
        },
    )
    info = symbol_in(documentation.symbols(), "pond.logger.info")
    text = page_text(documentation, info.url)
    assert "## logger\n" in text
    assert "Writes what frogs say." in text
    assert "### logger.info\n" in text
    assert "Log a text." in text


def test_an_instance_of_a_documented_class_is_only_listed(tmp_path: Path) -> None:
    source = "class Pond:\n    '''A pond.'''\n    def fill(self) -> None:\n        '''Fill it.'''\nHOME = Pond()\n"
    documentation = install(tmp_path, {"pond/__init__.py": source})
    text = page_text(documentation, symbol_in(documentation.symbols(), "pond.Pond.fill").url)
    assert text.count("Fill it.") == 1
    assert "## HOME" not in text


def test_another_name_of_a_function_is_a_path_of_that_function(tmp_path: Path) -> None:
    documentation = install(
        tmp_path,
        {
            "pond/__init__.py": "from pond.checks import is_dry, is_empty\n",
            "pond/checks.py": "def is_dry() -> bool:\n    '''Tell whether the pond is dry.'''\nis_empty = is_dry\n",
        },
    )
    table = documentation.symbols()
    dry = symbol_in(table, "pond.is_dry")
    assert table.find("pond.is_empty") is dry
    urls = dict(dry.path_urls)
    assert "Tell whether the pond is dry." in page_text(documentation, urls["pond.checks.is_empty"])


def test_a_stub_that_renames_a_function_leaves_its_text(tmp_path: Path) -> None:
    documentation = install(
        tmp_path,
        {
            "pond/__init__.py": "def depth() -> float:\n    '''Return the depth.'''\ndef mean_depth() -> float:\n"
            "    '''Return the mean depth.'''\n",
            "pond/__init__.pyi": "def depth() -> float: ...\nmean_depth = depth\n",
        },
    )
    mean = symbol_in(documentation.symbols(), "pond.mean_depth")
    assert mean.summary == "Return the mean depth."
    assert "Return the mean depth." in page_text(documentation, mean.url)


def test_methods_of_a_final_value_are_functions_of_the_module(tmp_path: Path) -> None:
    source = (
        "from typing import Final\nimport typing as t\n"
        "class Pond:\n    def fill(self, depth: int) -> None:\n        '''Fill it.'''\n"
        "    def drain(self) -> None:\n        '''Drain it.'''\n"
        "HOME: Final = Pond()\nAWAY: t.Final[Pond] = Pond()\n"
        "fill = HOME.fill\ndrain: Final = AWAY.drain\n"
    )
    table = install(tmp_path, {"pond/__init__.py": source}).symbols()
    fill = symbol_in(table, "pond.fill")
    assert (fill.kind, fill.summary) == (SymbolKind.FUNCTION, "Fill it.")
    assert [one.name for one in fill.signatures[0].parameters] == ["depth"]
    assert symbol_in(table, "pond.drain").summary == "Drain it."
