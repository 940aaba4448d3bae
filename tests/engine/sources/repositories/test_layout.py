"""Which files are documentation, and what they are called."""

import pytest

from pro_context_engine.sources.repositories.layout import (
    documents,
    folder_of,
    news_of,
    readme_of,
    section_of,
    title_of,
)

PATHS = [
    "README.md",
    "README.zh-CN.md",
    "CHANGELOG.md",
    "docs/10-last.md",
    "docs/2-next.mdx",
    "docs/index.md",
    "docs/guide/index.rst",
    "docs/guide/notebook.ipynb",
    "docs/guide/topics/i18n/ca.md",
    "docs/zh/index.md",
    "docs/pt-br/index.md",
    "docs/guide_ja.md",
    "docs/README.it.md",
    "docs/i18n/de/index.md",
    "docs/tests/page.md",
    "docs/_build/page.md",
    "docs/.vitepress/page.md",
    "docs/_partial.mdx",
    "docs/requirements.txt",
    "docs/picture.png",
    "docs/LICENSE.md",
    "src/main.py",
]


def test_pages_come_in_the_order_readers_expect() -> None:
    assert documents(PATHS, "docs") == [
        "docs/index.md",
        "docs/2-next.mdx",
        "docs/10-last.md",
        "docs/guide/index.rst",
        "docs/guide/notebook.ipynb",
        "docs/guide/topics/i18n/ca.md",
    ]


def test_pages_are_bounded() -> None:
    assert len(documents([f"docs/{number}.md" for number in range(5_000)], "docs")) == 3_000


@pytest.mark.parametrize(
    ("paths", "preferred", "folder"),
    [
        (PATHS, [], "docs"),
        (PATHS, ["docs/guide"], "docs/guide"),
        (PATHS, ["manual"], "docs"),
        (["docs/one.md", "website/docs/a.md", "website/docs/b.md"], [], "website/docs"),
        (["docs/picture.png", "README.md"], [], ""),
        (["docs/en/docs/a.md", "docs/de/docs/a.md"], ["docs/en/docs"], "docs/en/docs"),
    ],
)
def test_the_folder_with_the_documentation_is_found(paths: list[str], preferred: list[str], folder: str) -> None:
    assert folder_of(paths, preferred) == folder


@pytest.mark.parametrize(
    ("path", "title", "section"),
    [
        ("docs/getting-started.md", "Getting started", ""),
        ("docs/01-setup/02_first_steps.mdx", "First steps", "Setup"),
        ("docs/guide/index.md", "Guide", "Guide"),
        ("docs/guide/topics/API.rst", "API", "Guide / Topics"),
        ("docs/2024.md", "2024", ""),
    ],
)
def test_names_become_readable(path: str, title: str, section: str) -> None:
    assert (title_of(path), section_of(path, "docs")) == (title, section)


def test_readme_and_changelog_are_those_at_the_top() -> None:
    assert readme_of([*PATHS, "docs/README.md"]) == "README.md"
    assert readme_of(["README", "README.rst"]) == "README.rst"
    assert readme_of(["docs/README.md"]) == ""
    assert news_of([*PATHS, "docs/changes.md", "HISTORY.rst"]) == ["CHANGELOG.md", "HISTORY.rst"]
