"""How long the code of a module may be."""

from __future__ import annotations

from pathlib import Path

from tests.engine.sources.packages.symbols.distributions import install, symbol_in

from pro_context_engine.sources.packages.package_urls import PackageUrl
from pro_context_engine.sources.packages.python.parsing.code_size import MOST_TOKENS, may_be_parsed


def test_names_and_signs_count_and_texts_count_once() -> None:
    assert may_be_parsed("a\n" * (MOST_TOKENS // 2))
    assert not may_be_parsed("a\n" * (MOST_TOKENS // 2 + 1))
    assert may_be_parsed('"""' + "a b " * MOST_TOKENS + '"""\n' + "# a b\n" * 10)
    assert may_be_parsed("x = '" + r"\' " * MOST_TOKENS + "'\n")


def test_a_text_that_does_not_end_counts_once() -> None:
    assert may_be_parsed('"""' + "'\n" * MOST_TOKENS)
    assert not may_be_parsed("'\n" * MOST_TOKENS)


def test_a_module_with_long_texts_is_documented(tmp_path: Path) -> None:
    methods = "".join(f"    def m{n}(self):\n        '''Jump.\n\n        {'Text. ' * 900}'''\n" for n in range(1_000))
    documentation = install(tmp_path, {"pond/__init__.py": f"class Frog:\n{methods}"})
    page = documentation.page(PackageUrl("pond", "2.0", "api", "pond"))
    assert page is not None
    assert "### Frog.m999\n\n```python\ndef m999(self)\n```\n\nJump." in page.markdown
    assert symbol_in(documentation.symbols(), "pond.Frog.m999").url.endswith("#frogm999")


def test_a_module_with_too_much_code_is_left_out_and_the_others_are_read(tmp_path: Path) -> None:
    files = {"pond/__init__.py": "def rest(): ...\n", "pond/large.py": "a=b\n" * (MOST_TOKENS // 3)}
    documentation = install(tmp_path, files)
    page = documentation.page(PackageUrl("pond", "2.0", "api", "pond.large"))
    assert page is not None
    assert "its code is too long" in page.markdown
    assert symbol_in(documentation.symbols(), "pond.rest")
