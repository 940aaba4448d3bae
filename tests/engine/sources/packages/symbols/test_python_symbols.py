"""The symbol table of a Python distribution: paths, members, addresses."""

from __future__ import annotations

from pathlib import Path

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
