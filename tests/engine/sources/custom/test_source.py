import os
from pathlib import Path

import pytest
from tests.worlds import serve

from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.domain.errors import NotDocumentation, PageMissing, TocMissing, UrlRefused
from pro_context_engine.domain.model import Library, SourceName
from pro_context_engine.domain.settings import CustomSource
from pro_context_engine.sources.custom.source import CustomFileSource, CustomUrlSource

LIBRARY = Library("own/docs", "docs", "Docs")


async def test_a_site_on_loopback_can_be_read() -> None:
    fetcher = HttpFetcher()
    with serve("tideway") as world:
        source = CustomUrlSource(world.custom[0], fetcher)
        library = Library(world.library_id, "tideway", "Tideway")
        toc = await source.toc(library, None)
        assert toc.source is SourceName.CUSTOM
        workers = next(entry for entry in toc.entries if entry.title == "Workers")
        page = await source.page(library, None, workers.url)
        await fetcher.close()
    assert (page.title, page.url) == ("Workers", f"{world.origin}/docs/workers.html")
    assert "Concurrency" in [heading.title for heading in page.headings]
    assert "Search the docs" not in page.markdown


async def test_a_link_to_another_private_origin_is_refused() -> None:
    fetcher = HttpFetcher()
    with serve("tideway") as world, serve("langchain") as other:
        source = CustomUrlSource(world.custom[0], fetcher)
        with pytest.raises(UrlRefused):
            await source.page(LIBRARY, None, f"{other.origin}/docs/introduction")
        await fetcher.close()
    assert other.asked == []


async def test_a_missing_index_is_reported_as_such() -> None:
    fetcher = HttpFetcher()
    with serve("tideway") as world:
        source = CustomUrlSource(CustomSource("x", "url", f"{world.origin}/no/llms.txt", "own/docs"), fetcher)
        with pytest.raises(TocMissing):
            await source.toc(LIBRARY, None)
        await fetcher.close()


async def test_a_single_page_is_a_toc_of_one() -> None:
    fetcher = HttpFetcher()
    with serve("langchain") as world:
        location = f"{world.origin}/docs/concepts/retries"
        source = CustomUrlSource(CustomSource("x", "url", location, "own/docs"), fetcher)
        toc = await source.toc(LIBRARY, None)
        await fetcher.close()
    assert [(entry.title, entry.url) for entry in toc.entries] == [("Retry Strategies", location)]


@pytest.mark.parametrize(
    ("url", "owned"),
    [
        ("http://wiki.internal:8080/sdk/llms.txt", True),
        ("http://wiki.internal:8080/sdk/a/b.md", True),
        ("http://wiki.internal:8080/sdk/a.b..c", True),
        ("http://wiki.internal:8080/admin", False),
        ("http://wiki.internal:8080/sdkx/a", False),
        ("http://wiki.internal:8080/sdk/../admin", False),
        ("http://wiki.internal:8080/sdk/%2e%2E/admin", False),
        ("http://wiki.internal:8080/sdk/..%2fadmin", False),
        ("http://wiki.internal:8080/sdk/..\\admin", False),
        ("http://wiki.internal:80801/sdk/a", False),
        ("https://wiki.internal:8080/sdk/a", False),
        ("http://other.internal:8080/sdk/a", False),
    ],
)
def test_the_folder_of_the_index_belongs_to_the_source(url: str, owned: bool) -> None:
    custom = CustomSource("sdk", "url", "http://wiki.internal:8080/sdk/llms.txt", "own/docs")
    assert CustomUrlSource(custom, HttpFetcher()).owner(url) == (("own/docs", "") if owned else None)


@pytest.mark.parametrize(
    "location", ["https://wiki.example", "https://wiki.example:443/", "HTTPS://Wiki.Example/llms.txt"]
)
def test_a_site_of_its_own_belongs_to_the_source_and_no_other_does(location: str) -> None:
    own = CustomUrlSource(CustomSource("sdk", "url", location, "own/docs"), HttpFetcher())
    assert own.owner("https://wiki.example/a/b.md") == ("own/docs", "")
    assert own.owner("https://other.example/a/b.md") is None
    assert own.named_origins("https://WIKI.example:443/a") == own.named_origins("https://wiki.example/a") != []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A documentation folder, with a secret beside it."""
    docs = tmp_path / "docs"
    (docs / "guide").mkdir(parents=True)
    (docs / ".hidden").mkdir()
    (docs / "guide" / "start.md").write_text("# Start\n\nHow to start.\n")
    (docs / "guide" / "näxt step.md").write_text("# Next\n\nAnd on.\n")
    (docs / ".hidden" / "key.md").write_text("secret")
    (docs / "settings.ini").write_text("password = secret")
    (tmp_path / "secret.md").write_text("# Secret")
    return docs


def source(location: Path) -> CustomFileSource:
    return CustomFileSource(CustomSource("own", "file", str(location), "own/docs"), HttpFetcher())


async def test_an_index_on_disk_names_its_files(folder: Path) -> None:
    index = folder / "llms.txt"
    index.write_text(
        "# Own\n## Guide\n- [Start](guide/start.md): First\n- [Next](guide/n%C3%A4xt%20step.md)\n"
        "- [Web](https://docs.example/a)\n- [Out](../secret.md)\n- [Ini](settings.ini)\n- [Abs](/etc/passwd)\n"
    )
    own = source(index)
    toc = await own.toc(LIBRARY, None)
    assert [(entry.title, entry.description, entry.section) for entry in toc.entries] == [
        ("Start", "First", "Guide"),
        ("Next", "", "Guide"),
        ("Web", "", "Guide"),
    ]
    assert (await own.page(LIBRARY, None, toc.entries[0].url)).title == "Start"
    assert (await own.page(LIBRARY, None, toc.entries[1].url)).title == "Next"


async def test_a_folder_without_index_lists_its_documents(folder: Path) -> None:
    toc = await source(folder).toc(LIBRARY, None)
    assert [entry.title for entry in toc.entries] == ["Next", "Start"]
    assert toc.origin == str(folder)


async def test_a_file_that_holds_no_page_does_not_spoil_the_others(folder: Path) -> None:
    (folder / "empty.md").write_text("")
    (folder / "picture.md").write_bytes(bytes(range(256)) * 100)
    os.mkfifo(folder / "pipe.md")
    titles = [entry.title for entry in (await source(folder).toc(LIBRARY, None)).entries]
    assert {"Next", "Start"} <= set(titles)
    assert "Pipe" not in titles


async def test_a_single_file_is_a_toc_of_one(folder: Path) -> None:
    own = source(folder / "guide" / "start.md")
    toc = await own.toc(LIBRARY, None)
    assert [entry.title for entry in toc.entries] == ["Start"]
    assert own.owner(toc.entries[0].url) == ("own/docs", "")
    assert own.owner((folder / "guide" / "näxt step.md").as_uri()) is None


@pytest.mark.parametrize("name", ["nowhere", "nowhere.md", "nowhere.txt"])
async def test_a_place_that_is_not_there_has_no_toc(folder: Path, name: str) -> None:
    with pytest.raises(TocMissing):
        await source(folder / name).toc(LIBRARY, None)


@pytest.mark.parametrize(
    "path",
    [
        "../secret.md",
        "guide/../../secret.md",
        "%2e%2e/secret.md",
        "..%2fsecret.md",
        "guide/../../docs/../secret.md",
        "link.md",
        "way-out/secret.md",
        "settings.ini",
        ".hidden/key.md",
        "a%00.md",
        "loop/x.md",
        "guide",
    ],
)
async def test_nothing_outside_the_folder_is_read(folder: Path, path: str) -> None:
    (folder / "link.md").symlink_to(folder.parent / "secret.md")
    (folder / "way-out").symlink_to(folder.parent)
    (folder / "loop").symlink_to(folder / "loop")
    own = source(folder)
    url = f"{folder.as_uri()}/{path}"
    assert own.owner(url) is None
    with pytest.raises(UrlRefused):
        await own.page(LIBRARY, None, url)


@pytest.mark.parametrize(
    "url", ["file://host/etc/a.md", "file:relative.md", "file:///etc/passwd", "file:///proc/self/a.md"]
)
async def test_other_file_addresses_are_refused(folder: Path, url: str) -> None:
    assert source(folder).owner(url) is None
    with pytest.raises(UrlRefused):
        await source(folder).page(LIBRARY, None, url)


async def test_a_link_within_the_folder_is_followed(folder: Path) -> None:
    (folder / "begin.md").symlink_to(folder / "guide" / "start.md")
    assert (await source(folder).page(LIBRARY, None, f"{folder.as_uri()}/begin.md")).title == "Start"


async def test_only_regular_files_of_a_sane_size_are_read(folder: Path) -> None:
    os.mkfifo(folder / "pipe.md")
    (folder / "folder.md").mkdir()
    (folder / "big.md").write_text("x" * 5_000_001)
    own = source(folder)
    for name in ("pipe.md", "big.md"):
        with pytest.raises(NotDocumentation):
            await own.page(LIBRARY, None, f"{folder.as_uri()}/{name}")
    for name in ("folder.md", "gone.md"):
        with pytest.raises((NotDocumentation, PageMissing)):
            await own.page(LIBRARY, None, f"{folder.as_uri()}/{name}")


def test_it_serves_its_own_library_in_no_version(folder: Path) -> None:
    for own in (
        source(folder),
        CustomUrlSource(CustomSource("x", "url", "https://d.example/x", "own/docs"), HttpFetcher()),
    ):
        assert own.serves(LIBRARY, None)
        assert not own.serves(LIBRARY, "1.0")
        assert not own.serves(Library("other/docs", "o", "O"), None)
        assert own.version(LIBRARY) is None
