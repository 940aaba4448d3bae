"""The documents in an npm package, against folders of our own."""

from pathlib import Path, PurePosixPath

import pytest

from pro_context_engine.documents.pages.headings import outline
from pro_context_engine.sources.packages.files.distribution_files import DistributionFile
from pro_context_engine.sources.packages.npm.npm_documents import npm_document_markdown, npm_documents


def test_only_the_packages_own_documents_are_read() -> None:
    own = ["CHANGELOG.md", "MIGRATING.md", "docs/guide.md", "docs/api/fur.md", "documentation/river.md"]
    others = [
        "README.md",
        "dist/compiled/seal/README.md",
        "docs/node_modules/seal/README.md",
        "dist/docs/built.md",
        "packages/seal/README.md",
        "examples/dive/README.md",
    ]
    files = [DistributionFile(PurePosixPath(path), Path(path)) for path in [*own, *others]]
    assert list(npm_documents(files)) == own


def test_translations_are_left_out() -> None:
    own = ["CHANGELOG.md", "docs/guide.md", "docs/topics/de/guide.md", "docs/i18n.md"]
    others = ["README_zh.md", "README.tr.md", "README-pt_BR.md", "docs/guide.ja.md", "docs/zh-CN/guide.md"]
    files = [DistributionFile(PurePosixPath(path), Path(path)) for path in [*own, *others]]
    assert list(npm_documents(files)) == own


@pytest.mark.parametrize(
    ("name", "text", "titles"),
    [
        ("History.md", "2.0.0\n=====\n\n * dive\n\n1.0.0\n=====\n", ["Changelog", "2.0.0", "1.0.0"]),
        ("CHANGELOG.md", "# 2.0.0\n\n## Fixed\n\n# 1.0.0\n", ["Changelog", "2.0.0", "Fixed", "1.0.0"]),
        ("changelog.md", "## 2.0.0\n\ntext", ["Changelog", "2.0.0"]),
        ("CHANGELOG.md", "# Change Log\n\n## 2.0.0\n", ["Change Log", "2.0.0"]),
        ("guide.md", "# 2.0.0\n\n# Dive\n", ["2.0.0", "Dive"]),
    ],
)
def test_a_change_log_says_that_it_is_one(name: str, text: str, titles: list[str]) -> None:
    headings = outline(npm_document_markdown(PurePosixPath(name), text))
    assert [one.title for one in headings] == titles
    assert headings[0].level == 1
    if name != "guide.md":
        assert all(one.level > 1 for one in headings[1:])


def test_folded_details_and_tables_of_html_are_markdown() -> None:
    text = "# Otter\n\n<details>\n  <summary>Deep</summary>\n\nDive.\n\n</details>\n\n"
    text += "<table>\n<tr><th>Depth</th></tr>\n<tr><td>3</td></tr>\n</table>\n"
    for name in ("README.md", "docs/guide.md"):
        markdown = npm_document_markdown(PurePosixPath(name), text)
        assert "**Deep**" in markdown
        assert "| Depth |\n| --- |\n| 3 |" in markdown
        assert "<" not in markdown
