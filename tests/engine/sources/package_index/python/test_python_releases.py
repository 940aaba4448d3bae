"""Which versions there are: asked for once an hour, kept for the next process, from the right index."""

import pytest
from tests.engine.sources.package_index.conftest import Setup, pond
from tests.worlds.distributions import wheel
from tests.worlds.package_index import PackageIndex, serve_index

from pro_context_engine.domain.errors import LibraryUnknown, PackageIndexUnreachable, VersionUnknown
from pro_context_engine.domain.model import Library
from pro_context_engine.libraries.project.index_address import IndexAddress, PackageIndexes
from pro_context_engine.sources.package_index.python.project_pages import describe
from pro_context_engine.sources.package_index.python.python_releases import package_of

PAGE = "/simple/pond-kit/"


def publish(index: PackageIndex, *versions: str, yanked: bool = False) -> None:
    index.add("pond-kit", *(wheel("pond-kit", version, {}, yanked=yanked) for version in versions))


@pytest.mark.parametrize("html", [False, True])
async def test_versions_come_from_either_form_of_page(html: bool, setup: Setup, index: PackageIndex) -> None:
    index.html = html
    publish(index, "1.0", "1.1", "2.0rc1")
    publish(index, "1.2", yanked=True)
    assert await setup.releases.resolve(pond(), None) == "1.1"
    assert await setup.releases.resolve(pond(), "1.2") == "1.2"
    assert list(setup.releases.known(pond())) == ["1.1", "1.0", "2.0rc1"]
    assert index.asked == [PAGE]


@pytest.mark.parametrize("html", [False, True])
async def test_the_version_that_is_meant_runs_on_the_projects_python(
    html: bool, setup: Setup, index: PackageIndex
) -> None:
    index.html = html
    index.add("pond-kit", *(wheel("pond-kit", "1.0", {}, requires_python=asked) for asked in (">=3.8", ">=3.9,<4")))
    index.add("pond-kit", wheel("pond-kit", "2.0", {}, requires_python=">=3.13"))
    assert await setup.releases.resolve(pond(), None) == "1.0"
    assert await setup.releases.resolve(pond(), "2.0") == "2.0"
    assert await setup.releases.resolve(pond(), ">=2") == "2.0"
    setup.restart()  # what the next process knows is on disk
    assert await setup.releases.resolve(pond(), None) == "1.0"
    setup.python = "3.14.0"  # of another environment that the project has by now
    assert await setup.releases.resolve(pond(), None) == "2.0"
    assert list(setup.releases.known(pond())) == ["2.0", "1.0"]
    assert index.asked == [PAGE]


async def test_a_list_that_says_nothing_of_python_still_serves(setup: Setup, index: PackageIndex) -> None:
    publish(index, "1.0")
    await setup.releases.resolve(pond(), None)
    record = setup.folder.read_versions("pond-kit")
    setup.folder.write_versions("pond-kit", {**record, "versions": [["1.0", False], ["1.1", False]]})
    setup.restart()
    assert await setup.releases.resolve(pond(), None) == "1.1"


async def test_an_unknown_version_names_the_newest_ones(setup: Setup, index: PackageIndex) -> None:
    publish(index, *(f"1.{n}" for n in range(30)))
    with pytest.raises(VersionUnknown) as fact:
        await setup.releases.resolve(pond(), "3.x")
    assert fact.value.available == [f"1.{n}" for n in range(29, 9, -1)]
    assert (fact.value.library_id, fact.value.version) == ("pypi/pond-kit", "3.x")


async def test_what_no_index_has_is_unknown(setup: Setup, index: PackageIndex) -> None:
    with pytest.raises(LibraryUnknown):
        await setup.releases.resolve(pond(), "1.0")
    index.files["pond-kit"] = []
    with pytest.raises(LibraryUnknown):
        await setup.releases.resolve(pond(), "1.0")


async def test_the_index_is_asked_again_after_an_hour(setup: Setup, index: PackageIndex) -> None:
    publish(index, "1.0")
    await setup.releases.resolve(pond(), None)
    publish(index, "1.1")
    setup.clock.advance(minutes=59)
    assert await setup.releases.resolve(pond(), None) == "1.0"
    setup.clock.advance(minutes=2)
    assert await setup.releases.resolve(pond(), None) == "1.1"
    assert index.asked == [PAGE, PAGE]


async def test_the_next_process_need_not_ask(setup: Setup, index: PackageIndex) -> None:
    publish(index, "1.0")
    await setup.releases.resolve(pond(), None)
    setup.restart()
    assert await setup.releases.resolve(pond(), None) == "1.0"
    assert index.asked == [PAGE]


async def test_an_exact_version_that_was_there_once_is_not_asked_for_again(setup: Setup, index: PackageIndex) -> None:
    publish(index, "1.0")
    await setup.releases.resolve(pond(), None)
    setup.clock.advance(days=3)
    assert await setup.releases.resolve(pond(), "1.0.0") == "1.0"
    assert index.asked == [PAGE]


async def test_a_version_that_came_out_since_is_asked_for(setup: Setup, index: PackageIndex) -> None:
    publish(index, "1.0")
    await setup.releases.resolve(pond(), None)
    publish(index, "1.1")
    setup.clock.advance(hours=2)
    assert await setup.releases.resolve(pond(), "1.1") == "1.1"


async def test_while_the_index_is_down_an_older_list_serves(setup: Setup, index: PackageIndex) -> None:
    publish(index, "1.0")
    await setup.releases.resolve(pond(), None)
    index.down = True
    setup.restart()
    setup.clock.advance(days=6)
    assert await setup.releases.resolve(pond(), None) == "1.0"
    setup.clock.advance(days=2)
    with pytest.raises(PackageIndexUnreachable) as fact:
        await setup.releases.resolve(pond(), None)
    assert fact.value.library_id == "pypi/pond-kit"


@pytest.mark.parametrize("record", ["", "{", "[]", '{"origin": "the index"}', '{"origin": "the index", "readAt": 1}'])
async def test_a_damaged_list_is_asked_for_anew(record: str, setup: Setup, index: PackageIndex) -> None:
    publish(index, "1.0")
    await setup.releases.resolve(pond(), None)
    assert setup.cache
    (setup.cache / "packages/pond-kit/versions.json").write_text(record)
    setup.restart()
    assert await setup.releases.resolve(pond(), None) == "1.0"
    assert index.asked == [PAGE, PAGE]


async def test_a_list_of_other_indexes_does_not_count(setup: Setup, index: PackageIndex) -> None:
    publish(index, "1.0")
    await setup.releases.resolve(pond(), None)
    setup.origin = "another index"
    setup.restart()
    await setup.releases.resolve(pond(), None)
    assert index.asked == [PAGE, PAGE]


async def test_a_page_that_is_none_is_no_answer(setup: Setup, index: PackageIndex) -> None:
    setup.indexes = PackageIndexes("pip", IndexAddress(f"{index.origin}/files", "a test"))
    publish(index, "1.0")
    index.files["other"] = index.files.pop("pond-kit")
    with pytest.raises(LibraryUnknown):
        await setup.releases.resolve(pond(), None)


async def test_extra_indexes_go_first_and_the_first_that_has_it_counts(setup: Setup, index: PackageIndex) -> None:
    with serve_index() as private:
        setup.use(private, index)
        publish(index, "9.0")
        publish(private, "1.0")
        assert await setup.releases.resolve(pond(), None) == "1.0"
        assert index.asked == []
        publish_other = wheel("lake", "3.0", {})
        index.add("lake", publish_other)
        assert await setup.releases.resolve(pond("lake"), None) == "3.0"


async def test_an_extra_index_that_is_down_ends_the_search(setup: Setup, index: PackageIndex) -> None:
    with serve_index() as private:
        setup.use(private, index)
        publish(index, "9.0")
        private.down = True
        with pytest.raises(PackageIndexUnreachable):
            await setup.releases.resolve(pond(), None)
        assert index.asked == []


async def test_where_indexes_are_turned_off_nothing_is_asked(setup: Setup, index: PackageIndex) -> None:
    publish(index, "1.0")
    setup.indexes = PackageIndexes("pip", IndexAddress(index.url, "a test"), none_at_all=True)
    with pytest.raises(LibraryUnknown):
        await setup.releases.resolve(pond(), None)
    assert index.asked == []
    assert describe(setup.indexes) == "none"


async def test_credentials_are_sent_and_not_shown(setup: Setup, index: PackageIndex) -> None:
    publish(index, "1.0")
    index.password = "Basic bWU6cEBzcw=="  # me:p@ss
    address = IndexAddress(index.url.replace("://", "://me:p%40ss@"), "a test")
    setup.indexes = PackageIndexes("pip", address)
    assert await setup.releases.resolve(pond(), None) == "1.0"
    assert "p@ss" not in describe(setup.indexes) + repr(setup.pages) + repr(await setup.releases.page("pond-kit"))
    assert all("me:" not in path for path in index.asked)
    index.password = "Basic other"
    setup.clock.advance(days=30)
    with pytest.raises(PackageIndexUnreachable):
        await setup.releases.resolve(pond(), None)


async def test_a_projects_own_index_gets_no_exemption(setup: Setup, index: PackageIndex) -> None:
    publish(index, "1.0")
    setup.use(index, of_project=True)
    with pytest.raises(PackageIndexUnreachable):
        await setup.releases.resolve(pond(), None)
    assert index.asked == []


async def test_a_folder_that_is_not_there_is_none(setup: Setup, index: PackageIndex) -> None:
    publish(index, "1.0")
    setup.indexes = PackageIndexes(
        "pip", IndexAddress(index.url, "a test"), (IndexAddress("file:///srv/simple", "a test"),)
    )
    assert await setup.releases.resolve(pond(), None) == "1.0"


async def test_without_a_cache_directory_the_list_is_kept_in_memory(setup: Setup, index: PackageIndex) -> None:
    publish(index, "1.0")
    setup.cache = None
    setup.restart()
    await setup.releases.resolve(pond(), None)
    assert await setup.releases.resolve(pond(), None) == "1.0"
    assert index.asked == [PAGE]


@pytest.mark.parametrize(
    ("library", "package"),
    [
        (Library("pypi/Pond.Kit", "", ""), "pond-kit"),
        (Library("acme/pond", "", "", python_packages=("Pond_Kit", "other")), "pond-kit"),
        (Library("npm/pond", "", "", npm_packages=("pond",)), None),
        (Library("pypi/../etc", "", ""), None),
        (Library("pypi/", "", ""), None),
    ],
)
def test_the_package_of_a_library(library: Library, package: str | None) -> None:
    assert package_of(library) == package
