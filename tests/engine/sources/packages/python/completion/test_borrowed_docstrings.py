"""Docstrings that code sets elsewhere: decorators, assignments to `__doc__`, calls that document compiled objects."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import install, symbol_in, table_of

from pro_context_engine.sources.packages.package_urls import PackageUrl
from pro_context_engine.sources.packages.python.completion import borrowed_docstrings

_WRITERS = (
    "class Fill:\n    def __init__(self, **words): self.words = words\n"
    "    def __call__(self, f):\n        f.__doc__ = f.__doc__ % self.words\n        return f\n"
    "class Append:\n    def __init__(self, text): self.text = text\n"
    "    def __call__(self, f):\n        f.__doc__ = (f.__doc__ or '') + self.text\n        return f\n"
    "def doc(*parts, **words):\n    def decorate(f):\n        f.__doc__ = ''.join(parts).format(**words)\n"
    "        return f\n    return decorate\n"
    "class Keeper:\n    def __call__(self, f):\n        f.__doc__ = f.__doc__ % self.words\n        return f\n"
    "    def keep(self, **words): self.words = words\n"
    "def noted(note):\n    return lambda f: f\n"
)


def _page(site: Path, files: dict[str, str]) -> str:
    page = install(site, files).page(PackageUrl("pond", "2.0", "api", "pond"))
    assert page is not None
    return page.markdown


def _summary(site: Path, source: str, name: str, **others: str) -> str:
    files = {"pond/__init__.py": source, "pond/_docs.py": _WRITERS}
    files.update((f"pond/{module}.py", text) for module, text in others.items())
    return symbol_in(table_of(site, files), f"pond.{name}").summary


@pytest.mark.parametrize(
    ("source", "summary"),
    [
        (
            "_jump = '''\nLeap over %(what)s.\n'''\n@Fill(what='a log')\n@Append(_jump)\ndef jump(): ...\n",
            "Leap over a log.",
        ),
        ("@doc('Leap over {what}.', what='a log')\ndef jump(): ...\n", "Leap over a log."),
        (
            "_words = dict(what='a log')\n_all = {'over': 'over', **_words}\n"
            "@doc('Leap {over} {what}.', **_all)\ndef jump(): ...\n",
            "Leap over a log.",
        ),
        (
            "_texts = {}\n_texts['jump'] = 'Leap ' + 'over a log.'\n@doc(_texts['jump'])\ndef jump(): ...\n",
            "Leap over a log.",
        ),
        (
            "_keeper = Keeper()\n_keeper.keep(what='a log')\n@_keeper\ndef jump():\n    '''Leap over %(what)s.'''\n",
            "Leap over a log.",
        ),
        ("def leap():\n    '''Leap over {what}.'''\n@doc(leap, what='a log')\ndef jump(): ...\n", "Leap over a log."),
        (
            "import functools\ndef leap():\n    '''Leap over a log.'''\n@functools.wraps(leap)\ndef jump(): ...\n",
            "Leap over a log.",
        ),
        (
            "class _Frog:\n    def jump(self):\n        '''Leap over a log.'''\nclass Toad(_Frog): ...\n"
            "@noted(Toad.jump)\ndef jump(): ...\n",
            "Leap over a log.",
        ),
        ("def jump(): ...\njump.__doc__ = f'Leap {1}over {\"a log\"}.'.replace('1', '')\n", "Leap over a log."),
        ("def leap():\n    '''Leap over a log.'''\ndef jump(): ...\njump.__doc__ = leap.__doc__\n", "Leap over a log."),
        ("def jump():\n    '''Leap %s a log.'''\njump.__doc__ %= ('over',)\n", "Leap over a log."),
        ("def jump():\n    '''Leap over a log.'''\njump.__doc__ += '\\n\\nTwice.'\n", "Leap over a log."),
        (
            "@noted('Leap over a long text about other things than the function, which nobody should take.')\n"
            "def jump(): ...\n",
            "",
        ),
        ("@doc(jump)\ndef jump(): ...\n", ""),
    ],
)
def test_a_docstring_is_made_from_texts_and_other_objects(tmp_path: Path, source: str, summary: str) -> None:
    head = "from pond._docs import Append, Fill, Keeper, doc, noted\n__all__ = ['jump']\n"
    assert _summary(tmp_path, head + source, "jump") == summary


def test_members_and_properties_take_docstrings_too(tmp_path: Path) -> None:
    source = (
        "from pond._docs import doc\nclass Frog:\n    @property\n    @doc('Its {what}.', what='colour')\n"
        "    def colour(self): ...\n    def leap(self):\n        '''Leap away.'''\n    def jump(self): ...\n"
        "    jump.__doc__ = leap.__doc__\n    size = property(leap, doc='Its size.')\n"
    )
    table = table_of(tmp_path, {"pond/__init__.py": source, "pond/_docs.py": _WRITERS})
    names = ("Frog.colour", "Frog.jump", "Frog.size")
    assert [symbol_in(table, f"pond.{name}").summary for name in names] == ["Its colour.", "Leap away.", "Its size."]


def test_a_property_takes_the_docstring_of_its_setter(tmp_path: Path) -> None:
    source = (
        "class Frog:\n    @property\n    def age(self): ...\n"
        "    @age.setter\n    def age(self, years):\n        'From 0 to 9.'\n"
        "    @property\n    def name(self):\n        'Its name.'\n"
        "    @name.setter\n    def name(self, name):\n        'Set it.'\n"
    )
    table = table_of(tmp_path, {"pond/__init__.py": source})
    assert [symbol_in(table, f"pond.Frog.{name}").summary for name in ("age", "name")] == ["From 0 to 9.", "Its name."]


def test_calls_document_compiled_objects(tmp_path: Path) -> None:
    files = {
        "pond/__init__.py": "from pond._core import Frog, jump\n",
        "pond/_core.pyi": (
            "from typing import overload\n@overload\ndef jump(far: int) -> int: ...\n@overload\n"
            "def jump(far: str) -> str: ...\n"
            "class Frog:\n    def croak(self) -> None: ...\n    def hide(self) -> None: ...\n"
        ),
        "pond/_core.so": "",
        "pond/_add_docs.py": (
            "from pond.tools import add_doc\n"
            "add_doc('pond._core', 'jump', '''\n    jump(far)\n\n    Leap over a log.\n    ''')\n"
            "add_doc('pond._core', 'Frog', ('croak', 'croak($self)\\n--\\n\\nMake a noise.'))\n"
            "add_doc('pond._core', 'Frog', [('hide', 'Go under water.')])\n"
        ),
    }
    table = table_of(tmp_path, files)
    names = ("jump", "Frog.croak", "Frog.hide")
    found = [symbol_in(table, f"pond.{name}").summary for name in names]
    assert found == ["Leap over a log.", "Make a noise.", "Go under water."]
    assert "Leap over a log." in _page(tmp_path / "again", files)


def test_a_stub_adds_the_functions_that_its_source_takes_from_compiled_code(tmp_path: Path) -> None:
    stub = (
        "from typing import overload\n@overload\ndef jump(far: int) -> int: ...\n"
        "@overload\ndef jump(far: str) -> str: ...\n"
    )
    files = {
        "pond/__init__.py": "from pond._core import jump\n",
        "pond/_core.py": "from pond._c import *\n",
        "pond/_core.pyi": stub,
    }
    assert len(symbol_in(table_of(tmp_path, files), "pond.jump").signatures) == 2


_HOSTILE = {
    "doubled again and again": "a0 = 'x' * 9\n" + "".join(f"a{n} = a{n - 1} + a{n - 1}\n" for n in range(1, 60)),
    "its own text": "a = a\nb = b + b\nc = {**c}\n@doc(a, b, **c)\ndef g(): ...\n",
    "a wide format": "def g(): ...\ng.__doc__ = "
    "'{:>999999999}{x:>999999999}%(x)999999999s'.format('a', x='b') % {'x': 'c'}\n",
    "docstrings in a circle": "def g(): ...\ndef h(): ...\ng.__doc__ = h.__doc__ + 'x'\nh.__doc__ = g.__doc__ + 'y'\n",
    "a replacement of nothing": "def g(): ...\ng.__doc__ = "
    "('a' * 9 + 'aaaa').replace('a', 'a' * 99999).replace('', 'b' * 9999)\n",
    "many decorators": "@doc('{x}{x}', x='y')\n" * 3000 + "def g(): ...\n",
    "a long line of copies": "def f0():\n    '''Text.'''\n"
    + "".join(f"@doc(f{n - 1})\ndef f{n}(): ...\n" for n in range(1, 400)),
}


@pytest.mark.parametrize("kind", _HOSTILE)
def test_hostile_texts_end(tmp_path: Path, kind: str) -> None:
    source = f"from pond._docs import doc\n{_HOSTILE[kind]}\n@doc(a59)\ndef jump(): ...\n"
    table = table_of(tmp_path, {"pond/__init__.py": source, "pond/_docs.py": _WRITERS})
    assert symbol_in(table, "pond.jump")


def test_all_borrowed_texts_together_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(borrowed_docstrings, "MAX_CHARACTERS", 1_000)
    source = "_text = '''" + "Long. " * 100 + "'''\nfrom pond._docs import doc\n"
    source += "".join(f"@doc(_text)\ndef f{n}(): ...\n" for n in range(100))
    page = _page(tmp_path, {"pond/__init__.py": source, "pond/_docs.py": _WRITERS})
    assert page.count("Long. Long.") < 500
