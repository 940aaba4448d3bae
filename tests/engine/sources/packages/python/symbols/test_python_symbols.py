"""The symbol table of a Python distribution: paths, members, addresses."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import install, symbol_in, table_of

from pro_context_engine.domain.symbols import SymbolKind
from pro_context_engine.sources.packages.package_urls import parse_package_url


def test_the_shortest_public_path_is_the_name_and_the_others_are_kept(tmp_path: Path) -> None:
    table = table_of(
        tmp_path,
        {
            "pond/__init__.py": "from pond.animals import Frog\nfrom pond._hidden import Newt as Newt, _Secret\n",
            "pond/animals.py": "from pond._hidden import Newt\nclass Frog:\n    pass\n",
            "pond/_hidden.py": "class Newt:\n    pass\nclass _Secret:\n    pass\nclass Kept:\n    pass\n",
        },
    )
    frog = symbol_in(table, "pond.Frog")
    assert (frog.name, frog.paths, frog.module) == ("pond.Frog", ("pond.animals.Frog",), "pond.animals")
    assert table.find("pond.animals.Frog") is frog
    assert symbol_in(table, "pond.Newt").module == "pond._hidden"
    assert table.find("pond.animals.Newt") is None
    assert not [symbol.name for symbol in table.symbols if "Kept" in symbol.name or "_" in symbol.name]


def test_an_instance_that_is_the_api_has_the_members_of_its_class(tmp_path: Path) -> None:
    table = table_of(
        tmp_path,
        {
            "pond/__init__.py": "from pond._log import logger, skip\n__all__ = ['logger', 'skip']\n",
            "pond/_log.py": (
                "class Logger:\n    def info(self, text: str) -> None:\n        '''Log a text.'''\n"
                "class _Skip:\n    def __call__(self, reason='') -> None: ...\n"
                "logger = Logger()\nskip: _Skip = _Skip()\n"
            ),
        },
    )
    logger = symbol_in(table, "pond.logger")
    assert (logger.kind, logger.own) == (SymbolKind.INSTANCE, ("info",))
    assert symbol_in(table, "pond.logger.info").summary == "Log a text."
    (skipped,) = symbol_in(table, "pond.skip").signatures
    assert [(one.name, one.default) for one in skipped.parameters] == [("reason", "''")]


def test_every_address_with_an_anchor_leads_to_a_heading_of_the_page(tmp_path: Path) -> None:
    source = (
        '"""Ponds.\n\nrequest\n=======\n\nText.\n"""\n'
        "class Request:\n    '''A class.\n\n    # get\n    '''\n    def get(self):\n        pass\n"
        "def request():\n    pass\ndef get():\n    pass\nLIMIT = 3\n"
    )
    documentation = install(tmp_path, {"pond/__init__.py": source})
    for symbol in documentation.symbols().symbols:
        address, _, anchor = symbol.url.partition("#")
        parsed = parse_package_url(address)
        assert parsed is not None
        page = documentation.page(parsed)
        assert page is not None
        titles = {heading.anchor: heading.title for heading in page.headings}
        if anchor and anchor != "module-attributes":
            assert titles[anchor] == symbol.name.removeprefix("pond.")


def test_exports_star_imports_and_assigned_names_are_paths(tmp_path: Path) -> None:
    table = table_of(
        tmp_path,
        {
            "pond/__init__.py": "from pond.tools import *\nfrom pond import tools\nleap = tools.jump\n",
            "pond/tools.py": "__all__ = ['jump', 'DEPTH']\nDEPTH = 3\ndef jump(): ...\ndef hidden(): ...\n",
        },
    )
    assert symbol_in(table, "pond.jump").paths == ("pond.leap", "pond.tools.jump")
    assert symbol_in(table, "pond.DEPTH").kind is SymbolKind.CONSTANT
    assert table.find("pond.hidden") is None
    assert table.find("pond.tools.hidden") is None
    assert symbol_in(table, "pond.tools").own == ("jump", "DEPTH")


def test_names_for_type_checkers_and_for_scripts_alone_are_left_out(tmp_path: Path) -> None:
    source = (
        "import typing as t\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    class Checked: ...\n"
        "if t.TYPE_CHECKING:  # for types\n\n    from pond._a import Newt as Newt\n    seen = 1\n"
        "def jump(): ...\nif __name__ == '__main__':\n    frog = '''\nA frog.\n'''\n\n    toad = 2\nafter = 3\n"
    )
    table = table_of(tmp_path, {"pond/__init__.py": source})
    assert {symbol.name for symbol in table.symbols} == {"pond", "pond.jump", "pond.after"}


@pytest.mark.parametrize("statement", ["from pond._a import Newt as Newt", "import pond._a\nNewt = pond._a.Newt"])
def test_imports_behind_the_block_of_a_script_count(tmp_path: Path, statement: str) -> None:
    script = "if __name__ == '__main__':\n    text = '''\nfrom the pond, import nothing\n'''\n    frog = 1\n"
    files = {"pond/__init__.py": f"{script}\n{statement}\n", "pond/_a.py": "class Newt: ..."}
    table = table_of(tmp_path, files)
    assert symbol_in(table, "pond.Newt").kind is SymbolKind.CLASS
    assert table.find("pond.frog") is None


def test_an_object_of_a_missing_dependency_is_named_with_its_home(tmp_path: Path) -> None:
    source = "from desert import Sand as Sand, dig\n__all__ = ['Sand', 'dig']\n"
    table = table_of(tmp_path, {"pond/__init__.py": source})
    sand = symbol_in(table, "pond.Sand")
    assert (sand.kind, sand.module, sand.complete) == (SymbolKind.CLASS, "desert", 0)
    assert symbol_in(table, "pond.dig").kind is SymbolKind.FUNCTION


def test_types_and_made_classes_have_their_kinds(tmp_path: Path) -> None:
    source = (
        "from typing import TypeVar, Union\nfrom collections import namedtuple\nT = TypeVar('T')\n"
        "Path = Union[str, bytes]\nPoint = namedtuple('Point', 'x y')\nspeed: int = 3\n"
    )
    table = table_of(tmp_path, {"pond/__init__.py": source})
    kinds = {symbol.last_name: symbol.kind for symbol in table.symbols}
    assert kinds["T"] is kinds["Path"] is SymbolKind.TYPE
    assert kinds["Point"] is SymbolKind.CLASS
    assert kinds["speed"] is SymbolKind.ATTRIBUTE


def test_a_member_is_found_under_each_path_of_its_owner(tmp_path: Path) -> None:
    source = "class Animal:\n    def eat(self): ...\nclass Frog(Animal): ...\n"
    files = {"pond/__init__.py": "from pond.animals import Animal, Frog\n", "pond/animals.py": source}
    table = table_of(tmp_path, files)
    assert symbol_in(table, "pond.animals.Animal.eat").name == "pond.Animal.eat"
    assert symbol_in(table, "pond.animals.Frog.eat").name == "pond.Animal.eat"
    assert table.find("pond.Frog.fly") is None


def test_an_object_hides_the_module_of_the_same_name(tmp_path: Path) -> None:
    table = table_of(
        tmp_path,
        {
            "pond/__init__.py": "from pond.tools import jump\n",
            "pond/tools/__init__.py": "from pond.tools.jump import jump\n",
            "pond/tools/jump.py": "def jump(): ...\n",
        },
    )
    assert symbol_in(table, "pond.jump").kind is SymbolKind.FUNCTION
    assert symbol_in(table, "pond.tools.jump") is symbol_in(table, "pond.jump")


def test_of_two_import_packages_the_one_with_the_name_of_the_distribution_is_canonical(tmp_path: Path) -> None:
    table = table_of(
        tmp_path,
        {
            "lake/__init__.py": "__all__ = ['jump']\ndef jump(): ...\n",
            "pond/__init__.py": "from lake import jump\n__all__ = ['jump']\n",
        },
    )
    assert symbol_in(table, "lake.jump").name == "pond.jump"
