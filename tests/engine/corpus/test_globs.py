import time

import pytest

from pro_context_engine.corpus.globs import matches


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("*.md", "a.md", True),
        ("*.md", "guides/a.md", False),
        ("**/*.md", "a.md", True),
        ("**/*.md", "guides/deep/a.md", True),
        ("guides/**", "guides/deep/a.md", True),
        ("guides/**", "sdks/a.md", False),
        ("guides/**/end/*.md", "guides/end/a.md", True),
        ("guides/**/end/*.md", "guides/x/y/end/a.md", True),
        ("guides/**/end/*.md", "guides/x/y/a.md", False),
        ("./guides/?.md", "guides/a.md", True),
        ("guides/{a,b}.md", "guides/b.md", True),
        ("guides/{a,b}.md", "guides/c.md", False),
        ("{guides,sdks}/{a,b}.md", "sdks/a.md", True),
        ("guides/[ab].md", "guides/a.md", True),
        ("**", "anything/at/all.md", True),
        ("guides", "guides/a.md", False),
        ("A.md", "a.md", False),
    ],
)
def test_what_a_pattern_means(pattern: str, path: str, fits: bool) -> None:
    assert matches(path, pattern) is fits


@pytest.mark.parametrize("pattern", ["**/" * 80 + "z", "*a" * 120, "{a,b}" * 50, "{" * 200, "[" * 200])
def test_no_pattern_takes_long(pattern: str) -> None:
    begun = time.process_time()
    matches("a/" * 200 + "a" * 100, pattern)
    assert time.process_time() - begun < 1
