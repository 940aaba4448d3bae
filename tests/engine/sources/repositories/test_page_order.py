"""The order in which sites show their pages."""

from textwrap import dedent

import pytest

from pro_context_engine.sources.repositories.page_order import NavigationEntry, navigation_file, read_navigation

PATHS = ["docs/index.md", "docs/use/saws.md", "docs/use/drills.md", "docs/api.md"]


def found(file: str, text: str, paths: list[str] | None = None) -> list[NavigationEntry]:
    return read_navigation(file, dedent(text), paths or PATHS, "docs")


def test_mkdocs() -> None:
    text = """
        site_name: Quarry
        nav:
          - Home: index.md
          # tools
          - "Tools":
            - use/drills.md
            - 'Sawing: how': 'use/saws.md'
            - Deep:
                - API: api.md
          - Elsewhere: https://example.org/
          - Gone: gone.md
        plugins:
          - search: no.md
        """
    assert found("mkdocs.yml", text) == [
        NavigationEntry("docs/index.md", "Home"),
        NavigationEntry("docs/use/drills.md", "", "Tools"),
        NavigationEntry("docs/use/saws.md", "Sawing: how", "Tools"),
        NavigationEntry("docs/api.md", "API", "Tools / Deep"),
    ]


def test_sphinx() -> None:
    text = """
        Quarry
        ======

        .. toctree::
           :maxdepth: 2
           :caption: Using it

           use/saws
           Drilling <use/drills>
           https://example.org/

        Text.

        .. toctree::

           /api
           gone
        """
    paths = ["docs/use/saws.rst", "docs/use/drills.md", "docs/api.rst"]
    assert found("docs/index.rst", text, paths) == [
        NavigationEntry("docs/use/saws.rst", "", "Using it"),
        NavigationEntry("docs/use/drills.md", "Drilling", "Using it"),
        NavigationEntry("docs/api.rst"),
    ]


@pytest.mark.parametrize("file", ["docs/SUMMARY.md", "docs/_sidebar.md"])
def test_lists_of_links(file: str) -> None:
    text = """
        # Summary
        - [Home](index.md)

        ## Tools
        * [Saws](./use/saws.md#teeth)
          - [Drills](/use/drills.md "drills")
        - [Elsewhere](https://example.org/x.md)
        - [Out](../../secret.md)
        """
    assert found(file, text) == [
        NavigationEntry("docs/index.md", "Home"),
        NavigationEntry("docs/use/saws.md", "Saws", "Tools"),
        NavigationEntry("docs/use/drills.md", "Drills", "Tools"),
    ]


@pytest.mark.parametrize(
    ("paths", "folder", "file"),
    [
        (["mkdocs.yml", "docs/index.rst"], "docs", "mkdocs.yml"),
        (["docs/en/mkdocs.yml"], "docs/en/docs", "docs/en/mkdocs.yml"),
        (["docs/index.rst"], "docs", "docs/index.rst"),
        (["docs/index.md"], "docs", ""),
    ],
)
def test_the_file_that_tells_the_order_is_found(paths: list[str], folder: str, file: str) -> None:
    assert navigation_file(paths, folder) == file


@pytest.mark.parametrize("file", ["mkdocs.yml", "docs/index.rst", "docs/SUMMARY.md"])
def test_nonsense_is_no_order(file: str) -> None:
    assert found(file, "nav:\n" + "- [" * 10_000 + "\n.. toctree::\n\n" + "   <<>>\n" * 1_000) == []
