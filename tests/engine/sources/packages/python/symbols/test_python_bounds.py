"""Hostile and malformed distributions: the table stays within its bounds, and nothing is raised."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import install, symbol_in, table_of

from pro_context_engine.sources.packages.package_urls import PackageUrl
from pro_context_engine.sources.packages.python.symbols import public_objects, python_symbols

_HOSTILE = {
    "cyclic bases": "class A(B): ...\nclass B(C): ...\nclass C(A): ...\n",
    "a thousand bases": "".join(f"class B{n}: ...\n" for n in range(1000))
    + f"class C({', '.join(f'B{n}' for n in range(1000))}): ...\n",
    "a long line of bases": "class C0: ...\n" + "".join(f"class C{n}(C{n - 1}): ...\n" for n in range(1, 500)),
    "many decorators": "@d\n" * 5000 + "def f(): ...\n",
    "a deep decorator": "@" + "d(" * 90 + ")" * 90 + "\ndef f(): ...\n",
    "a long name": f"def {'a' * 1_000_000}(): ...\n",
    "a long member": f"class A:\n    def {'a' * 1_000_000}(self): ...\n",
    "a list made at run time": "import os\n__all__ = [n for n in os.environ] + dir()\nx = 1\n",
    "odd exports": "__all__ = ['x', 'x', '', 'a b', '\\ud800']\nx = 1\n",
    "broken source": "def f(:\n",
    "deep parentheses": "x = " + "(" * 500 + ")" * 500 + "\n",
    "a deep expression": "x = " + "-" * 20_000 + "1\n",
    "deep classes": "".join(" " * n + "class A:\n" for n in range(90)) + " " * 90 + "x = 1\n",
    "many parameters": "def f(" + ", ".join(f"a{n}" for n in range(5000)) + "): ...\n",
    "endless lines of parameters": f"def f():\n    ''':param {'x ' * 200_000}\n    {'def ' * 200_000}'''\n",
    "endless imports": "from lake import (\n" * 20_000 + "from lake import " + "x as y, " * 100_000 + "\n",
    "a decorator that is itself": "@f\ndef f(x): ...\n@g\n@h\ndef g(x): ...\n@g\ndef h(x): ...\n",
    "decorators of decorators": "def d0(f): return f\n"
    + "".join(f"@d{n - 1}\ndef d{n}(f): return f\n" for n in range(1, 1000)),
    "re-exports in a circle": "from pond.calm import *\nfrom pond import loop as loop, x\n__all__ = ['loop', 'x']\n",
    "endless directives": f"def f():\n    '''{'.. deprecated:: ' * 20_000}{'use `' * 20_000}'''\n",
}


@pytest.mark.parametrize("kind", _HOSTILE)
def test_names_are_looked_for_in_a_hostile_module(tmp_path: Path, kind: str) -> None:
    documentation = install(tmp_path, {"pond/__init__.py": _HOSTILE[kind], "pond/calm.py": "def rest(deep): ...\n"})
    rest, deep, *_ = documentation.definition_places(["rest", "deep", "loop", "nothing", "pond.f.x", "a" * 100])
    assert rest is not None
    assert deep is not None
    assert deep.url == rest.url


@pytest.mark.parametrize("kind", _HOSTILE)
def test_a_hostile_module_ends(tmp_path: Path, kind: str) -> None:
    table = table_of(tmp_path, {"pond/__init__.py": _HOSTILE[kind], "pond/calm.py": "def rest(): ...\n"})
    assert symbol_in(table, "pond.calm.rest")
    assert all(len(symbol.name) < 500 and len(symbol.decorators) <= 10 for symbol in table.symbols)
    assert all(len(signature.parameters) <= 400 for symbol in table.symbols for signature in symbol.signatures)


def test_cyclic_imports_end(tmp_path: Path) -> None:
    top = "from pond.a import *\nfrom pond.a import x\n"
    below = "from pond import *\nfrom pond import x\ndef jump(): ...\n"
    table = table_of(tmp_path, {"pond/__init__.py": top, "pond/a.py": below})
    assert symbol_in(table, "pond.jump").paths == ("pond.a.jump",)


def test_names_that_packages_hand_on_in_a_circle_end(tmp_path: Path) -> None:
    outside = {"lake": "from pond import x as x\nfrom sea import y as y\n", "sea": "from lake import y as y\n"}
    for name, text in outside.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(text)
    files = {
        "pond/__init__.py": "from lake import x as x, y as y\nfrom pond.a import z as z\ndef rest(): ...\n",
        "pond/a.py": "from pond import z as z\n",
    }
    documentation = install(tmp_path, files)
    assert symbol_in(documentation.symbols(), "pond.rest")
    found = documentation.page(PackageUrl("pond", "2.0", "api", "pond"))
    assert found is not None
    assert "## rest" in found.markdown


def test_a_stub_of_fifty_megabytes_is_not_read(tmp_path: Path) -> None:
    for stub in ("pond/large.pyi", "lake/__init__.pyi"):
        (tmp_path / stub).parent.mkdir(parents=True, exist_ok=True)
        with (tmp_path / stub).open("wb") as file:
            file.truncate(50_000_000)
    files = {"pond/__init__.py": "from lake import x as x\ndef rest(): ...\n", "pond/large.py": "def y(): ...\n"}
    documentation = install(tmp_path, files)
    (tmp_path / "pond-2.0.dist-info/RECORD").write_text("pond/__init__.py,,\npond/large.py,,\npond/large.pyi,,\n")
    table = documentation.symbols()
    assert symbol_in(table, "pond.rest")
    assert symbol_in(table, "pond.x").complete == 0


def test_a_table_beyond_its_bound_is_truncated_and_keeps_the_most_public(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(python_symbols, "MAX_SYMBOLS", 5)
    source = "class Frog:\n    def eat(self): ...\n" + "".join(f"def f{n}(): ...\n" for n in range(10))
    table = table_of(tmp_path, {"pond/__init__.py": "from pond.a import Frog as Frog\n", "pond/a.py": source})
    assert table.truncated
    assert len(table.symbols) == 5
    assert table.find("pond.Frog")


def test_too_many_objects_and_too_much_text_are_truncated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_objects, "MAX_OBJECTS", 3)
    assert table_of(tmp_path, {"pond/__init__.py": "a = b = 1\nc = d = e = 2\n"}).truncated
    monkeypatch.undo()
    monkeypatch.setattr(python_symbols, "MAX_CHARACTERS", 10)
    assert table_of(tmp_path / "b", {"pond/__init__.py": "a = 1\n", "pond/z.py": "b = 123456\n"}).truncated
