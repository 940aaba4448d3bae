"""Extension modules without stubs are documented by the Cython source that their distribution ships."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.worlds.dock import FILES, docks, install

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.sources.packages.python.python_documentation import PythonDocumentation

HULLS = FILES | {
    "dock/__init__.py": '''
        """Docks for ships."""

        from dock.hulls import Hull
        from dock._ships import Ship, moor
    ''',
    "dock/hulls.cpython-311-x86_64-linux-gnu.so": "",
    "dock/hulls.pyx": '''
        # cython: language_level=3
        """Hulls of ships."""
        from libc.stdlib cimport malloc

        include "caulking.pxi"
        include "../outside.pxi"

        cdef class Hull:
            """What keeps the water out."""

            cdef double* planks

            def careen(self, bint scrape=True):
                """Lay the hull on its side, to free it from barnacles."""
                return self.planks[0]
    ''',
    "dock/caulking.pxi": '''
        cpdef int caulk(Hull hull not None, str oakum="tarred") except -1:
            """Fill the seams between the planks with oakum."""
            return 0
    ''',
    "outside.pxi": '''
        def smuggle():
            """Carry contraband."""
    ''',
}


@pytest.mark.parametrize(
    ("question", "heading", "declaration"),
    [
        ("free it from barnacles", "dock.hulls › Hull › Hull.careen", "def careen(self, scrape: bool = True)"),
        ("fill the seams between planks", "dock.hulls › caulk", "def caulk(hull: Hull, oakum: str = 'tarred')"),
        ("dock.hulls.caulk", "dock.hulls › caulk", "def caulk(hull: Hull, oakum: str = 'tarred')"),
        ("Hull.careen", "dock.hulls › Hull › Hull.careen", "def careen(self, scrape: bool = True)"),
    ],
)
async def test_the_docstrings_of_an_extension_module_answer(
    tmp_path: Path, question: str, heading: str, declaration: str
) -> None:
    async with docks(tmp_path, HULLS) as engine:
        answer = await engine.passages([("harbour/dock", None)], question, 4_000)
    assert answer.passages[0].title == heading
    assert declaration in answer.passages[0].text


async def test_the_table_has_the_symbols_of_an_extension_module_without_lines(tmp_path: Path) -> None:
    async with docks(tmp_path, HULLS) as engine:
        table = await engine.symbols("harbour/dock")
    found = {symbol.name: symbol for symbol in table.symbols}
    assert {"dock.Hull", "dock.Hull.careen", "dock.hulls.caulk"} <= found.keys()
    assert found["dock.hulls.caulk"].line == 0
    assert not any("smuggle" in name for name in found)


def test_a_name_in_an_included_file_is_not_missing(tmp_path: Path) -> None:
    files = HULLS | {"dock/caulking.pxi": "globals()['late_caulk'] = 1\n"}
    metadata = install(tmp_path, "1.0.0", files)
    package = InstalledPackage("dock", "1.0.0", "", str(tmp_path), str(metadata))
    found = PythonDocumentation(package).names_in_texts(["late_caulk", "planks", "smuggle"])
    assert found.present == {"late_caulk", "planks"}
