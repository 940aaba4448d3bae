"""Which files of a package are documents."""

from pathlib import PurePosixPath

import pytest

from pro_context_engine.sources.package_index.document_files import is_document


@pytest.mark.parametrize(
    "path",
    ["CHANGELOG.md", "pond/guide.rst", "docs/notes.txt", "HISTORY", "NEWS.txt", "pond/README.md", "doc/a/b.markdown",
     "docs/prompts/guide.md", "prompts/guide.md", "docs/agents.md", "pond/agents.md"],
)  # fmt: skip
def test_a_document_is(path: str) -> None:
    assert is_document(PurePosixPath(path))


@pytest.mark.parametrize(
    "path",
    ["README.md", "readme", "LICENSE.md", "docs/CONTRIBUTING.md", "notes.txt", "docs/picture.png", "tests/guide.md",
     "node_modules/x/guide.md", "pond-1.0.dist-info/licenses/x.md", ".github/guide.md", "static/a.md", "Makefile",
     "docs/requirements-dev.txt", "pond/prompts/fish.md", "pond/a/fish_prompt.md", "pond/instructions/swim.md",
     "pond/AGENTS.md", "docs/CLAUDE.md"],
)  # fmt: skip
def test_no_document_is(path: str) -> None:
    assert not is_document(PurePosixPath(path))
