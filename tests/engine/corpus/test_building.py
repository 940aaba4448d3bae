"""What is built, what is built again, and what is refused."""

import json
import os
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.engine.corpus.trees import GUIDE, built, manifest, problems, write

from pro_context_engine.adapters.store.sqlite.corpus_file import CorpusReader
from pro_context_engine.concurrency import progress
from pro_context_engine.corpus.building import build, validate
from pro_context_engine.corpus.corpus import Corpus
from pro_context_engine.corpus.plan import CorpusRefused
from pro_context_engine.domain.errors import CorpusUnusable

FILES = {
    ".docs-mcp.json": manifest(metadata={"scope": "all"}, taxonomy={"scope": {"description": "Whom it is for."}}),
    "a.md": GUIDE,
    "b/c.mdx": GUIDE.replace("wick", "candle"),
    "empty.md": "\n",
    "picture.png": "no page",
    ".hidden/x.md": GUIDE,
    "node_modules/x.md": GUIDE,
}


def test_the_metadata_file_says_what_was_built(tmp_path: Path) -> None:
    moment = datetime(2026, 2, 21, 14, 32, tzinfo=UTC)
    docs = write(tmp_path / "docs", FILES)
    report = build(docs, tmp_path / "index", "Lamp documentation", clock=lambda: moment)
    said = json.loads((tmp_path / "index" / "metadata.json").read_text(encoding="utf-8"))
    assert said["corpus_description"] == "Lamp documentation"
    assert said["taxonomy"] == {"scope": {"description": "Whom it is for.", "values": ["all"]}}
    assert said["stats"] == {
        "total_chunks": 6,
        "total_files": 3,
        "indexed_at": "2026-02-21T14:32:00Z",
        "source_commit": None,
    }
    assert said["embedding"] is None
    assert (report.files, report.chunks, report.indexed) == (3, 6, 3)


def test_the_commit_of_a_repository_is_told(tmp_path: Path) -> None:
    commit = "4d2f9b4d6a42c377815f9f6c7db25a54d2aa9cf9"
    write(tmp_path / "docs", {".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": f"{commit}\n"})
    assert built(tmp_path, FILES).description.source_commit == commit


def test_nothing_is_written_where_nothing_has_changed(tmp_path: Path) -> None:
    docs = write(tmp_path / "docs", FILES)
    build(docs, tmp_path / "index")
    before = {file.name: file.stat().st_mtime_ns for file in (tmp_path / "index").iterdir()}
    report = build(docs, tmp_path / "index")
    assert (report.indexed, report.removed, report.changed) == (0, 0, False)
    assert {file.name: file.stat().st_mtime_ns for file in (tmp_path / "index").iterdir()} == before


def test_what_a_killed_build_left_behind_goes_once_it_is_old(tmp_path: Path) -> None:
    docs, index = write(tmp_path / "docs", FILES), tmp_path / "index"
    write(index, {"corpus-unfinished-a1/corpus-1.sqlite3": "half", "other/notes.md": "Ours.\n"})
    left = {"corpus-unfinished-a1", "other"}

    def folders() -> set[str]:
        return {path.name for path in index.iterdir() if path.is_dir()}

    build(docs, index)  # another may be at work there
    assert folders() == left
    build(docs, index, clock=lambda: datetime.now(UTC) + timedelta(hours=2))
    assert folders() == {"other"}


async def test_only_what_has_changed_is_indexed(tmp_path: Path) -> None:
    docs = write(tmp_path / "docs", FILES)
    build(docs, tmp_path / "index")
    write(docs, {"a.md": GUIDE.replace("oil", "tallow"), "new.md": "# New\n\nA shutter.\n"})
    (docs / "b/c.mdx").unlink()
    report = build(docs, tmp_path / "index")
    assert (report.files, report.indexed, report.removed) == (3, 2, 1)
    corpus = Corpus(tmp_path / "index")
    assert [hit.chunk_id for hit in (await corpus.search("shutter", {}, 5)).hits] == ["new.md#_preamble"]
    assert [hit.chunk_id for hit in (await corpus.search("tallow", {}, 5)).hits] == ["a.md#wicks"]
    assert (await corpus.search("candle", {}, 5)).hits == ()
    assert (await corpus.search("oil", {}, 5)).hits == ()
    assert len(list((tmp_path / "index").glob("*.sqlite3"))) == 1


async def test_a_changed_manifest_changes_the_pages_below_it(tmp_path: Path) -> None:
    docs = write(
        tmp_path / "docs", {"x/.docs-mcp.json": manifest(metadata={"k": "old"}), "x/a.md": GUIDE, "b.md": GUIDE}
    )
    build(docs, tmp_path / "index")
    write(docs, {"x/.docs-mcp.json": manifest(metadata={"k": "new"})})
    assert build(docs, tmp_path / "index").indexed == 1
    corpus = Corpus(tmp_path / "index")
    assert corpus.description.taxonomy["k"].values == ("new",)
    assert [hit.filepath for hit in (await corpus.search("wick", {"k": "new"}, 5)).hits] == ["x/a.md"]


def test_the_same_tree_gives_the_same_ids_however_it_was_built(tmp_path: Path) -> None:
    docs = write(tmp_path / "docs", FILES)
    build(docs, tmp_path / "one")
    write(docs, {"a.md": "# Other\n"})
    build(docs, tmp_path / "two")
    write(docs, {"a.md": GUIDE})
    build(docs, tmp_path / "two")
    assert Corpus(tmp_path / "one").description.index == Corpus(tmp_path / "two").description.index


async def test_who_has_the_index_open_goes_on_with_it(tmp_path: Path) -> None:
    old = built(tmp_path, FILES)
    write(tmp_path / "docs", {"a.md": "# Gone\n"})
    build(tmp_path / "docs", tmp_path / "index")
    assert (await old.search("wick", {}, 5)).hits


def test_a_build_that_fails_leaves_the_last_one(tmp_path: Path) -> None:
    docs = write(tmp_path / "docs", FILES)
    build(docs, tmp_path / "index")
    before = sorted(file.name for file in (tmp_path / "index").iterdir())
    (docs / "bad.md").write_bytes(b"# A\n\n\xff\xfe")
    with pytest.raises(CorpusRefused, match=r"bad\.md:3: is not UTF-8 here"):
        build(docs, tmp_path / "index")
    assert sorted(file.name for file in (tmp_path / "index").iterdir()) == before
    assert Corpus(tmp_path / "index").description.files == 3


def test_a_damaged_index_is_built_anew(tmp_path: Path) -> None:
    docs = write(tmp_path / "docs", FILES)
    build(docs, tmp_path / "index")
    [file] = (tmp_path / "index").glob("*.sqlite3")
    file.write_bytes(b"nonsense" * 1000)
    with pytest.raises(CorpusUnusable):
        Corpus(tmp_path / "index")
    assert build(docs, tmp_path / "index").indexed == 3
    Corpus(tmp_path / "index").close()


def test_an_index_with_a_damaged_page_is_built_anew(tmp_path: Path) -> None:
    docs = write(tmp_path / "docs", {f"{number}.md": GUIDE for number in range(100)})
    build(docs, tmp_path / "index", "Lamp documentation")
    [file] = (tmp_path / "index").glob("*.sqlite3")
    content = file.read_bytes()
    lost = len(content) // 4
    file.write_bytes(content[:-lost] + bytes(lost))
    CorpusReader(file).close()  # its head says nothing of it
    report = build(docs, tmp_path / "index")
    assert (report.indexed, report.chunks) == (100, 300)
    with closing(Corpus(tmp_path / "index")) as corpus:
        assert corpus.description.description == "Lamp documentation"


def test_limits_hold_for_what_was_there_and_what_is_new_together(tmp_path: Path) -> None:
    def pages(first: int, end: int) -> dict[str, str]:
        return {f"{n}.md": f"---\nmetadata: {{k: v{n}}}\n---\n{GUIDE}" for n in range(first, end)}

    docs = write(tmp_path / "docs", pages(0, 300))
    build(docs, tmp_path / "index")
    before = sorted(file.name for file in (tmp_path / "index").iterdir())
    write(docs, pages(300, 600))
    with pytest.raises(CorpusRefused, match=r"^\d+\.md: k has more than 512 values in this corpus"):
        build(docs, tmp_path / "index")
    assert sorted(file.name for file in (tmp_path / "index").iterdir()) == before
    for number in range(300):
        (docs / f"{number}.md").unlink()
    assert build(docs, tmp_path / "index").files == 300


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    out = write(tmp_path / "site", {"metadata.json": '{"name": "my site"}'})
    with pytest.raises(CorpusRefused, match=r"has a metadata\.json that no build wrote; name another folder"):
        build(write(tmp_path / "docs", FILES), out)
    assert [file.name for file in out.iterdir()] == ["metadata.json"]
    assert (out / "metadata.json").read_text() == '{"name": "my site"}'


async def test_a_long_page_is_indexed_to_its_end(tmp_path: Path) -> None:
    text = "".join(f"## Method {number}\n\nIt turns.\n\n" for number in range(6_000))
    corpus = built(tmp_path, {"a.md": f"# Methods\n\n{text}## Last\n\nAn axolotl.\n"})
    assert [hit.chunk_id for hit in (await corpus.search("axolotl", {}, 5)).hits] == ["a.md#last"]


def test_progress_is_reported_page_by_page(tmp_path: Path) -> None:
    heard: list[tuple[int, int, str]] = []
    with progress.listen(lambda *report: heard.append(report)):
        build(write(tmp_path / "docs", FILES), tmp_path / "index")
    assert heard == [(1, 3, "pages"), (2, 3, "pages"), (3, 3, "pages")]


def test_validate_tells_every_problem_and_writes_nothing(tmp_path: Path) -> None:
    docs = write(tmp_path / "docs", {"a/.docs-mcp.json": "{", "b.md": "---\nmetadata: 3\n---\n# B\n", "c.md": GUIDE})
    found, warnings = validate(docs)
    assert [f"{problem.file}:{problem.line}" for problem in found] == ["a/.docs-mcp.json:1", "b.md:2"]
    assert warnings == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CorpusRefused, match="is not a readable folder"):
        validate(tmp_path / "none")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_links_and_pipes_are_not_read(tmp_path: Path) -> None:
    write(tmp_path, {"secret/s.md": "# Secret\n"})
    docs = write(tmp_path / "docs", {"a.md": GUIDE})
    os.mkfifo(docs / "pipe.md")
    (docs / "inside.md").symlink_to(docs / "a.md")
    (docs / "circle").symlink_to(docs)
    assert validate(docs)[0] == []
    (docs / "out.md").symlink_to(tmp_path / "secret/s.md")
    (docs / "folder").symlink_to(tmp_path / "secret")
    (docs / "v1.2").symlink_to(tmp_path / "secret")
    (docs / "LICENSE").symlink_to(tmp_path / "secret/s.md")  # would not be read
    found, _ = validate(docs)
    assert sorted(map(str, found)) == [
        "folder: is a link that leads out of the corpus",
        "out.md: is a link that leads out of the corpus",
        "v1.2: is a link that leads out of the corpus",
    ]


def test_a_manifest_counts_where_its_link_is(tmp_path: Path) -> None:
    docs = write(tmp_path / "docs", {"go/.docs-mcp.json": manifest(metadata={"k": "v"}), "go/a.md": GUIDE})
    write(docs, {"rust/b.md": GUIDE})
    (docs / "rust/.docs-mcp.json").symlink_to(docs / "go/.docs-mcp.json")
    build(docs, tmp_path / "index")
    groups = Corpus(tmp_path / "index")._groups
    assert [dict(group.values) for group in groups] == [{"k": "v"}]


def test_names_of_what_is_not_read_may_be_odd(tmp_path: Path) -> None:
    assert problems(tmp_path, {"a.md": GUIDE, "Icon\r": "", "C#notes": "x", "x" * 200: "y"}) == []


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ({"a.md": "# H\n\nx\n\n" * 100_000}, "a.md: is too many lines for a page"),
        ({"a.md": "x" * 5_000_001}, "a.md: is larger than 5000000 bytes"),
        ({"a.md": "---\n" + "k: v\n" * 60_000 + "---\n# A\n"}, ""),
        ({"a.md": "---\na: " + "[" * 100_000 + "\n---\n# A\n"}, "a.md:2: is nested deeper than 20 levels"),
        (
            {"a.md": "---\n" + "".join(f"{chr(97 + n)}: &{chr(97 + n)} [*x, *x]\n" for n in range(9)) + "---\n"},
            "a.md:2: aliases",
        ),
        ({"a#b.md": GUIDE}, "a#b.md: its path must have"),
        ({"a\nb.md": GUIDE}, "a?b.md: its path must have"),
        (
            {f"{n}.md": f"---\nmetadata: {{k: v{n}}}\n---\n{GUIDE}" for n in range(513)},
            "k has more than 512 values in this corpus",
        ),
    ],
)
def test_a_hostile_corpus_is_refused_or_bounded(files: dict[str, str], problem: str, tmp_path: Path) -> None:
    found = problems(tmp_path, files)
    assert problem in found[0] if problem else found == []
