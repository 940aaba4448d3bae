"""The documents in a distribution."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from pro_context_engine.sources.packages.files.bundled_documents import documents_of, readme_markdown
from pro_context_engine.sources.packages.files.distribution_files import DistributionFile


def test_translations_of_documents_are_left_out() -> None:
    own = ["CHANGES.rst", "otter/docs/guide.md", "otter/docs/src/topics/fr.md", "es/README.md", "otter/docs/HISTORY"]
    others = ["README.zh-CN.md", "otter/README_ja.rst", "otter/docs/fr/guide.md", "otter/docs/source/ko/guide.md"]
    files = [DistributionFile(PurePosixPath(path), Path(path)) for path in [*own, *others]]
    assert [file.relative.as_posix() for file in documents_of(files)] == own


def test_html_in_readmes_is_markdown() -> None:
    text = "A pond.\n\n<details>\n<summary>Of fish</summary>\n\nThey swim.\n\n</details>"
    shown = readme_markdown(f"Name: pond\nDescription-Content-Type: text/markdown\n\n{text}\n")
    assert "**Of fish**\n\n\nThey swim." in shown
    assert "<" not in shown
