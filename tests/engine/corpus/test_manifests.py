"""What a manifest says, and the line of what it says wrongly."""

from pathlib import Path
from typing import Any

import pytest
from tests.engine.corpus.trees import GUIDE, built, manifest, problems
from tests.growth import grows_linearly

from pro_context_engine.corpus import manifests
from pro_context_engine.corpus.parsed_files import Unreadable
from pro_context_engine.corpus.values import Strategy


def test_overrides_are_tried_in_order_and_the_last_match_wins() -> None:
    text = """{
      "version": "1",
      "metadata": {"language": "go", "scope": "sdk-specific"},
      "strategy": {"chunk_by": "h2", "max_chunk_size": 500},
      "overrides": [
        {"pattern": "**/*.md", "metadata": {"scope": "all"}, "strategy": {"chunk_by": "h3"}},
        {"pattern": "models/*.md", "strategy": {"chunk_by": "file"}},
        {"pattern": "guides/*.md", "metadata": {"scope": "global-guide"}}
      ]
    }"""
    found = manifests.read("sdks/go/.docs-mcp.json", text)
    assert found.of("sdks/go/models/a.md") == (Strategy("file"), {"language": "go", "scope": "all"})
    assert found.of("sdks/go/guides/a.md") == (Strategy("h3"), {"language": "go", "scope": "global-guide"})
    assert found.of("sdks/go/a.mdx") == (Strategy("h2", 500), {"language": "go", "scope": "sdk-specific"})


async def test_the_nearest_manifest_counts_alone(tmp_path: Path) -> None:
    corpus = built(
        tmp_path,
        {
            ".docs-mcp.json": manifest(metadata={"scope": "global-guide", "product": "lamp"}),
            "sdks/.docs-mcp.json": manifest(metadata={"language": "go"}),
            "a.md": GUIDE,
            "sdks/deep/b.md": GUIDE,
        },
    )
    found = await corpus.search("wick", {}, 10)
    assert {hit.filepath: dict(hit.metadata) for hit in found.hits} == {
        "a.md": {"scope": "global-guide", "product": "lamp"},
        "sdks/deep/b.md": {"language": "go"},
    }


async def test_front_matter_goes_first(tmp_path: Path) -> None:
    front = "---\ntitle: Beams\nlanguage: rust\nmetadata:\n  level: basic\nmcp_strategy:\n  chunk_by: file\n---\n"
    files = {".docs-mcp.json": manifest(metadata={"language": "go", "scope": "x"}), "a.md": front + GUIDE}
    [hit] = (await built(tmp_path, files).search("wick", {}, 10)).hits
    assert (hit.chunk_id, hit.metadata) == ("a.md", {"language": "rust", "scope": "x", "level": "basic"})


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('{\n"version": "2"}', 'x/.docs-mcp.json:2: version: must be "1"'),
        ("{", "x/.docs-mcp.json:1: is not valid JSON here"),
        ('{"version": "1",\n\n "metadat": {}}', "x/.docs-mcp.json:3: metadat: there is no such key"),
        ("[]", "x/.docs-mcp.json:1: must be an object"),
        (
            '{"version": "1",\n\t"strategy": {"chunk_by": "h7"}}',
            "x/.docs-mcp.json:2: strategy.chunk_by: must be one of",
        ),
        (
            '{"version": "1",\n"strategy": {"chunk_by": "h1", "max_chunk_size": 0}}',
            ":2: strategy.max_chunk_size: must be",
        ),
        ('{"version": "1",\n"metadata": {"limit": "x"}}', ":2: metadata.limit: is the name of an argument"),
        ('{"version": "1",\n"metadata": {"a b": "x"}}', ":2: metadata.a b: a key must be a name"),
        ('{"version": "1",\n"metadata": {"a": ""}}', ":2: metadata.a: must be a text of 1 to 128"),
        ('{"version": "1",\n"metadata": {"a": 1}}', ":2: metadata.a: must be a text"),
        ('{"version": "1",\n"overrides": [{}]}', ":2: overrides[0].pattern: must be a text"),
        ('{"version": "1",\n"overrides": [\n{"pattern": "a", "x": 1}]}', ":3: overrides[0].x: there is no such key"),
        ('{"version": "1",\n"taxonomy": {"a": "b"}}', ":2: taxonomy.a: must be an object"),
        ("[" * 100_000, "x/.docs-mcp.json: is not valid JSON"),
        ("[" * 300_000, "is longer than 256000 characters"),
    ],
)
def test_each_mistake_has_file_and_line(content: str, problem: str, tmp_path: Path) -> None:
    [found] = problems(tmp_path, {"x/.docs-mcp.json": content, "x/a.md": GUIDE})
    assert problem in found


@pytest.mark.parametrize(
    ("front", "problem"),
    [
        ("metadata:\n  a: [1]", "a.md:3: metadata.a: must be a text"),
        ("title: x\nmetadata: &a\n  b: *a", "a.md:4: aliases are not supported"),
        ("mcp_strategy: h2", "a.md:2: mcp_strategy: must be an object"),
        ("x: !!python/object:os.system {}", "a.md:2: tags are not supported"),
        ("a: b: c", "a.md:2: is not valid YAML here"),
        ("a: " + "[" * 50 + "]" * 50, "is nested deeper than 20 levels"),
    ],
)
def test_mistakes_of_front_matter_have_file_and_line(front: str, problem: str, tmp_path: Path) -> None:
    [found] = problems(tmp_path, {"a.md": f"---\n{front}\n---\n{GUIDE}"})
    assert problem in found


@pytest.mark.parametrize(
    "text",
    [
        "---\n\nA rule, and no front matter.\n",
        "---\ntitle: never closed\n\n# A\n",
        "---\n\nSee https://example.com for the rule.\n\n---\n\n## B\n\nb\n",
        "---\n\nThis rule is old: read the new one.\n\n---\n\n## B\n\nb\n",
        "---\n\n**Note**: this is a rule.\n\n---\n\n## B\n\nb\n",
        "---\n- a rule: of a list\n---\n\n## B\n\nb\n",
        "---\ntitle: B\n---\n---\n\nNot a rule: text.\n\n---\n\n## B\n\nb\n",
    ],
)
async def test_a_rule_opens_no_front_matter(text: str, tmp_path: Path) -> None:
    word = "never" if "never" in text else "rule"
    assert (await built(tmp_path, {"a.md": text}).search(word, {}, 5)).hits


async def test_front_matter_may_begin_with_a_blank_line(tmp_path: Path) -> None:
    corpus = built(tmp_path, {"a.md": f"---\n\nmetadata: {{k: v}}\n---\n{GUIDE}"})
    assert corpus.description.taxonomy["k"].values == ("v",)


@pytest.mark.parametrize("value", [None, 3, [], "x"])
def test_metadata_is_an_object(value: Any) -> None:
    with pytest.raises(Unreadable):
        manifests.read(".docs-mcp.json", f'{{"version": "1", "metadata": {value!r}}}'.replace("'", '"'))


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
    assert manifests.matches_pattern(path, pattern) is fits


@pytest.mark.parametrize("pattern", ["**/" * 80 + "z", "*a" * 120, "{a,b}" * 50, "{" * 200, "[" * 200])
def test_a_hostile_pattern_takes_linear_time(pattern: str) -> None:
    assert grows_linearly(lambda times: manifests.matches_pattern("a/" * times + "a" * times, pattern), 1_000)
