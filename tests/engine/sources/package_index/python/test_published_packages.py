"""Packages: the right file, whole, checked, in its place once; and nothing left of what failed."""

import asyncio
import errno
import logging
import tempfile
from pathlib import Path
from typing import Any

import pytest
from tests.engine.sources.package_index.conftest import Setup
from tests.worlds.distributions import Distribution, metadata, sdist, wheel
from tests.worlds.package_index import PackageIndex

from pro_context_engine.concurrency.progress import listen
from pro_context_engine.domain.errors import FetchFailed, NotDocumentation, PackageIndexUnreachable, PageMissing
from pro_context_engine.domain.model import InstalledPackage, KeptPackage
from pro_context_engine.libraries.project.index_address import IndexAddress, PackageIndexes

FILES = {"pond/__init__.py": '"""Ponds."""\n', "pond/fish.py": "def swim() -> None: ...\n"}
PURE = wheel("pond-kit", "1.0", FILES, readme="# Pond", summary="All about ponds.")
PURE_NAME = "pond_kit-1.0-py3-none-any.whl"


async def bring(setup: Setup, version: str = "1.0") -> InstalledPackage:
    return await setup.packages.package("pond-kit", version)


def there(package: InstalledPackage) -> bool:
    return Path(package.location).exists()


def unfinished(setup: Setup) -> list[Path]:
    return list((setup.cache / "packages").glob(".unfinished*")) if setup.cache else []


def leftovers(setup: Setup) -> list[str]:
    return [path for path in setup.files() if not path.endswith("/versions.json")]


@pytest.mark.parametrize("html", [False, True])
async def test_a_package_is_as_if_installed(html: bool, setup: Setup, index: PackageIndex) -> None:
    index.html = html
    index.add("pond-kit", PURE)
    package = await bring(setup)
    assert (package.name, package.version, package.summary) == ("pond-kit", "1.0", "All about ponds.")
    assert (Path(package.location) / "pond/fish.py").read_text() == FILES["pond/fish.py"]
    assert "# Pond" in (Path(package.metadata_directory) / "METADATA").read_text()
    assert package.location.endswith("packages/pond-kit/1.0")


async def test_it_is_downloaded_once(setup: Setup, index: PackageIndex) -> None:
    index.add("pond-kit", PURE)
    first, second = await asyncio.gather(bring(setup), bring(setup))
    assert first == second == await bring(setup)
    setup.restart()
    assert await bring(setup) == first
    assert index.downloads() == [PURE_NAME]


async def test_two_processes_may_bring_it_at_the_same_time(setup: Setup, index: PackageIndex) -> None:
    index.add("pond-kit", PURE)
    other = Setup(setup.cache, setup.clock, setup.fetcher, setup.indexes)
    first, second = await asyncio.gather(bring(setup), bring(other))
    assert first == second
    assert len(index.downloads()) == 2
    assert not [path for path in setup.files() if "unfinished" in path]


@pytest.mark.parametrize(
    ("files", "best"),
    [
        ([sdist("pond-kit", "1.0", FILES), PURE], PURE_NAME),
        (
            [
                wheel("pond-kit", "1.0", {**FILES, "x.py": "#" * 900}, tags="cp312-cp312-win_amd64"),
                wheel("pond-kit", "1.0", FILES, tags="cp312-cp312-macosx_11_0_arm64"),
                sdist("pond-kit", "1.0", {}),
            ],
            "pond_kit-1.0-cp312-cp312-macosx_11_0_arm64.whl",
        ),
        ([wheel("pond-kit", "1.0", FILES, tags="py2-none-any"), PURE], PURE_NAME),
        ([sdist("pond-kit", "1.0", FILES)], "pond_kit-1.0.tar.gz"),
    ],
)
async def test_the_best_file_is_taken(files: list[Distribution], best: str, setup: Setup, index: PackageIndex) -> None:
    index.add("pond-kit", wheel("pond-kit", "1.1", {}), *files)
    await bring(setup)
    assert index.downloads() == [best]


async def test_a_file_that_is_not_the_one_described_is_refused(setup: Setup, index: PackageIndex) -> None:
    index.add("pond-kit", PURE)
    index.sha256[PURE_NAME] = "0" * 64
    with pytest.raises(NotDocumentation, match="not the file that the index describes"):
        await bring(setup)
    assert leftovers(setup) == []


async def test_a_file_without_sha256_is_not_even_downloaded(setup: Setup, index: PackageIndex) -> None:
    index.add("pond-kit", PURE)
    index.sha256[PURE_NAME] = ""
    with pytest.raises(NotDocumentation, match="sha256"):
        await bring(setup)
    assert index.downloads() == []


@pytest.mark.parametrize("sizes", [True, False])
async def test_a_file_over_the_bound_is_refused(sizes: bool, setup: Setup, index: PackageIndex) -> None:
    index.add("pond-kit", PURE)
    index.sizes = sizes
    setup.max_bytes = 300
    setup.restart()
    with pytest.raises(NotDocumentation, match="larger than the limit"):
        await bring(setup)
    assert leftovers(setup) == []


async def test_of_a_file_over_the_bound_the_metadata_is_read(setup: Setup, index: PackageIndex) -> None:
    index.add("pond-kit", PURE)
    index.metadata[PURE_NAME] = metadata("pond-kit", "1.0", readme="# Pond", summary="Short.").encode()
    setup.max_bytes = 300
    setup.restart()
    package = await bring(setup)
    assert package.summary == "Short."
    # A part of the wheel is asked for first, which this index does not give.
    assert index.downloads() == [PURE_NAME, f"{PURE_NAME}.metadata"]


async def test_a_bomb_is_refused_and_gone(setup: Setup, index: PackageIndex) -> None:
    index.add("pond-kit", wheel("pond-kit", "1.0", {f"pond/m{n}.py": bytes(4_000_000) for n in range(30)}))
    with pytest.raises(NotDocumentation, match=r"unpacked|reason") as fact:
        await bring(setup)
    assert fact.value.url == "pypi://pond-kit/1.0"
    assert leftovers(setup) == []


async def test_a_version_that_is_not_there_is_missing(setup: Setup, index: PackageIndex) -> None:
    index.add("pond-kit", PURE)
    with pytest.raises(PageMissing):
        await bring(setup, "1.1")


async def test_a_file_that_is_gone_is_the_indexs_trouble(setup: Setup, index: PackageIndex) -> None:
    index.add("pond-kit", PURE)
    index.links = f"{index.origin}/nowhere/"
    with pytest.raises(PackageIndexUnreachable):
        await bring(setup)
    assert leftovers(setup) == []


async def test_a_file_on_a_private_network_is_refused(setup: Setup, index: PackageIndex) -> None:
    index.add("pond-kit", PURE)
    index.links = "http://127.0.0.2:1/files/"
    with pytest.raises(PackageIndexUnreachable) as fact:
        await bring(setup)
    assert "plain http" in repr(fact.value.__cause__)


async def test_who_is_cancelled_leaves_nothing(
    setup: Setup, index: PackageIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.add("pond-kit", PURE)
    begun = asyncio.Event()

    async def endless(url: str, into: object, **options: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(setup.fetcher, "download", endless)
    task = asyncio.create_task(bring(setup))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with asyncio.timeout(60):
        while unfinished(setup):  # noqa: ASYNC110 - the flight ends just after its last passenger, and tells nobody
            await asyncio.sleep(0.001)
    assert leftovers(setup) == []


async def test_a_disk_that_cannot_be_written_is_a_fact(
    setup: Setup, index: PackageIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.add("pond-kit", PURE)

    def full(*_place: object, **_options: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "mkdtemp", full)
    with pytest.raises(FetchFailed, match="cannot be written"):
        await bring(setup)


async def test_where_the_disk_of_the_cache_is_full_it_is_kept_until_the_end(
    setup: Setup, index: PackageIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.add("pond-kit", PURE)
    download, asked = setup.fetcher.download, []

    async def once_full(*arguments: Any, **options: Any) -> Any:
        asked.append(arguments)
        if len(asked) == 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        return await download(*arguments, **options)

    monkeypatch.setattr(setup.fetcher, "download", once_full)
    package = await bring(setup)
    assert not Path(package.location).is_relative_to(setup.cache or "")
    assert leftovers(setup) == []
    setup.folder.close()


async def test_in_a_cache_directory_that_cannot_be_used_it_is_kept_until_the_end(
    setup: Setup, index: PackageIndex
) -> None:
    index.add("pond-kit", PURE)
    assert setup.cache
    setup.cache.mkdir()
    (setup.cache / "packages").write_text("a file in the way")
    package = await bring(setup)
    assert not Path(package.location).is_relative_to(setup.cache)
    assert (Path(package.location) / "pond" / "__init__.py").is_file()
    setup.folder.close()
    assert not there(package)


async def test_progress_is_told(setup: Setup, index: PackageIndex) -> None:
    index.add("pond-kit", wheel("pond-kit", "1.0", {"pond/__init__.py": "", "pond/large.py": "#" * 2_000_000}))
    told: list[tuple[int, int, str]] = []
    with listen(lambda *report: told.append(report)):
        await bring(setup)
    assert told[-1][2].startswith("downloading pond-kit 1.0: 0.")
    assert all(0 <= done <= total for done, total, _ in told)


async def test_without_a_cache_directory_it_is_kept_until_the_end(setup: Setup, index: PackageIndex) -> None:
    index.add("pond-kit", PURE)
    setup.cache = None
    setup.restart()
    package = await bring(setup)
    assert await bring(setup) == package
    assert index.downloads() == [PURE_NAME]
    setup.folder.close()
    assert not there(package)


async def test_what_was_used_longest_ago_goes_first(setup: Setup, index: PackageIndex) -> None:
    large = {"pond/__init__.py": "#" * 40_000}
    index.add("pond-kit", *(wheel("pond-kit", version, large) for version in ("1.0", "1.1", "1.2")))
    setup.max_kept = 100_000
    setup.restart()
    await bring(setup, "1.0")
    await bring(setup, "1.1")
    await bring(setup, "1.0")
    await bring(setup, "1.2")
    assert [package.version for package in setup.folder.kept()] == ["1.0", "1.2"]


async def test_of_other_indexes_nothing_is_taken(setup: Setup, index: PackageIndex) -> None:
    index.add("pond-kit", PURE)
    await bring(setup)
    setup.origin = "another index"
    setup.restart()
    index.files["pond-kit"] = [wheel("pond-kit", "1.0", {"pond/__init__.py": "OTHER = 1\n"})]
    package = await bring(setup)
    assert (Path(package.location) / "pond/__init__.py").read_text() == "OTHER = 1\n"


async def test_what_is_kept_can_be_told_and_cleared(setup: Setup, index: PackageIndex) -> None:
    index.add("pond-kit", PURE, wheel("pond-kit", "1.1", FILES))
    index.add("lake", wheel("lake", "3.0", FILES))
    for name, version in (("pond-kit", "1.1"), ("pond-kit", "1.0"), ("lake", "3.0")):
        await setup.packages.package(name, version)
    kept = setup.folder.kept()
    assert [(package.name, package.version) for package in kept] == [
        ("lake", "3.0"),
        ("pond-kit", "1.0"),
        ("pond-kit", "1.1"),
    ]
    assert all(package.size > 0 for package in kept)
    assert setup.folder.clear({"pond-kit", "unheard-of"}) == [kept[1], kept[2]]
    assert setup.folder.kept() == [kept[0]]
    assert setup.folder.clear(None) == [KeptPackage("lake", "3.0", kept[0].size)]
    assert setup.files() == []


async def test_secrets_stay_out_of_the_cache_and_the_log(
    setup: Setup, index: PackageIndex, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    index.add("pond-kit", PURE)
    index.password = "Basic bWU6aHVzaA=="  # me:hush
    setup.indexes = PackageIndexes("pip", IndexAddress(index.url.replace("://", "://me:hush@"), "a test"))
    await bring(setup)
    assert set(index.authorizations) == {index.password}
    assert setup.cache
    written = [file.read_bytes() for file in setup.cache.rglob("*") if file.is_file()]
    assert not any(b"hush" in content or b"bWU6" in content for content in written)
    assert "hush" not in caplog.text
    assert "bWU6" not in caplog.text
