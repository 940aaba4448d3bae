"""Comments for tools in docstrings of generated clients."""

from __future__ import annotations

from pathlib import Path

import griffe
import pytest
from tests.engine.sources.packages.symbols.distributions import install, symbol_in
from tests.growth import grows_linearly

from pro_context_engine.sources.packages.package_urls import PackageUrl
from pro_context_engine.sources.packages.python.parsing.docstring_comments import DocstringCommentReader

CLIENT = '''class FrogsApi:
    """FrogsApi"""

    def list_frogs(self, pond, **kwargs):  # noqa: E501
        """list_frogs  # noqa: E501

        List the frogs of a pond  # noqa: E501,W291
        Those that sleep are left out.  # noqa

        :param str pond: its name  # noqa: E501
        """

    def feed(self):
        """feed

        """
'''


def test_comments_and_the_name_alone_are_no_text(tmp_path: Path) -> None:
    pond = install(tmp_path, {"pond/__init__.py": CLIENT})
    table = pond.symbols()
    assert (
        symbol_in(table, "pond.FrogsApi.list_frogs").summary
        == "List the frogs of a pond Those that sleep are left out."
    )
    assert symbol_in(table, "pond.FrogsApi").summary == "FrogsApi"
    assert symbol_in(table, "pond.FrogsApi.feed").summary == "feed"
    page = pond.page(PackageUrl("pond", "2.0", "api", "pond"))
    assert page is not None
    assert "noqa" not in page.markdown
    assert "- `pond` (`str`): its name\n" in page.markdown


@pytest.mark.parametrize("part", [" ", "# noqa", "# noqa: E1,", "\t# noqa: ", "# noqa: E501\n", "# noqa: a1 a1 b "])
def test_any_docstring_is_read_in_linear_time(part: str) -> None:
    def read(size: int) -> None:
        module = griffe.Module("pond")
        docstring = griffe.Docstring("Feed.# noqa" + part * (size // len(part)) + "!")
        module.set_member("feed", griffe.Function("feed", docstring=docstring))
        DocstringCommentReader().on_module_members(mod=module)

    assert grows_linearly(read, 200_000)
