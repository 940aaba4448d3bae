"""Indexes and heaps of files on this machine: their files count, and nothing outside their folder is read."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from tests.engine.sources.package_index.conftest import Setup, pond
from tests.worlds.distributions import Distribution, sdist, wheel
from tests.worlds.package_index import PackageIndex

from pro_context_engine.domain.errors import LibraryUnknown, PackageIndexUnreachable, VersionUnknown
from pro_context_engine.libraries.project.index_address import IndexAddress, PackageIndexes, link_address
from pro_context_engine.sources.package_index.python.project_pages import describe
from pro_context_engine.sources.packages.python.python_documentation import PythonDocumentation

MODULE = {"pond_kit/__init__.py": '"""Frogs."""\n'}


def built(version: str) -> Distribution:
    return wheel("pond-kit", version, MODULE, readme=f"# Pond {version}\n")


def mirror(folder: Path, files: Iterable[Distribution], digest: bool = True, name: str = "pond-kit") -> IndexAddress:
    """Lay an index out as mirrors do: pages in `simple`, files beside it."""
    page = folder / "simple" / name / "index.html"
    page.parent.mkdir(parents=True)
    (folder / "files").mkdir()
    links = []
    for file in files:
        (folder / "files" / file.filename).write_bytes(file.content)
        fragment = f"#sha256={file.sha256}" if digest else ""
        links.append(f'<a href="../../files/{file.filename}{fragment}">{file.filename}</a>')
    page.write_text(f"<html><body>{''.join(links)}</body></html>")
    return IndexAddress((folder / "simple").as_uri(), "a test")


def heap(folder: Path, *files: Distribution) -> IndexAddress:
    folder.mkdir()
    for file in files:
        (folder / file.filename).write_bytes(file.content)
    return link_address(str(folder), "a test")


async def titles(setup: Setup, version: str) -> list[str]:
    package = await setup.packages.package("pond-kit", version)
    return [entry.title for entry in PythonDocumentation(package).entries()]


@pytest.mark.parametrize("digest", [True, False])
async def test_an_index_may_be_a_folder(digest: bool, setup: Setup, tmp_path: Path) -> None:
    setup.indexes = PackageIndexes("pip", mirror(tmp_path / "mirror", [built("1.0"), built("1.1")], digest))
    assert await setup.releases.resolve(pond(), None) == "1.1"
    assert await titles(setup, "1.0") == ["pond-kit README", "pond_kit"]


async def test_files_may_lie_in_a_heap(setup: Setup, tmp_path: Path) -> None:
    links = heap(
        tmp_path / "heap", built("1.0"), sdist("pond-kit", "1.2", MODULE, readme="# Pond\n"), wheel("l", "9", {})
    )
    setup.indexes = PackageIndexes("pip", links=(links,), none_at_all=True)
    assert await setup.releases.resolve(pond(), None) == "1.2"
    assert await titles(setup, "1.2") == ["pond-kit README", "pond_kit"]
    assert describe(setup.indexes) == links.display_text


async def test_a_folder_adds_to_what_the_index_has(setup: Setup, index: PackageIndex, tmp_path: Path) -> None:
    folder = mirror(tmp_path / "mirror", [built("1.0")])
    setup.indexes = PackageIndexes("pip", IndexAddress(index.url, "a test"), (folder,))
    index.add("pond-kit", built("1.0"), built("2.0"))
    assert await setup.releases.resolve(pond(), None) == "2.0"
    assert await setup.releases.resolve(pond(), "<2") == "1.0"
    await titles(setup, "1.0")
    assert index.downloads() == []
    await titles(setup, "2.0")
    assert index.downloads() == ["pond_kit-2.0-py3-none-any.whl"]


@pytest.mark.parametrize(
    ("own", "digest", "joins"),
    [(built("1.0"), True, True), (wheel("pond-kit", "1.0", {}), True, False), (built("1.0"), False, False)],
    ids=["the same wheel", "another project's wheel", "no digest"],
)
async def test_a_source_distribution_of_the_index_joins_the_wheel_of_a_folder(
    own: Distribution, digest: bool, joins: bool, setup: Setup, index: PackageIndex, tmp_path: Path
) -> None:
    folder = mirror(tmp_path / "mirror", [own], digest)
    setup.indexes = PackageIndexes("pip", IndexAddress(index.url, "a test"), (folder,))
    published = sdist("pond-kit", "1.0", MODULE, readme="# Pond\n")
    index.add("pond-kit", built("1.0"), wheel("pond-kit", "1.0", MODULE, tags="cp312-cp312-any"), published)
    page = await setup.releases.page("pond-kit")
    assert page is not None
    assert [file.filename for file in page.files] == [own.filename, *([published.filename] if joins else [])]


async def test_the_versions_in_a_folder_are_not_all_versions(setup: Setup, index: PackageIndex, tmp_path: Path) -> None:
    folder = mirror(tmp_path / "mirror", [built("1.0")])
    setup.indexes = PackageIndexes("pip", IndexAddress(index.url, "a test"), (folder,))
    index.add("pond-kit", built("0.9"))
    index.down = True
    assert await setup.releases.resolve(pond(), None) == "1.0"
    with pytest.raises(PackageIndexUnreachable):  # not: version 0.9 is unknown
        await setup.releases.resolve(pond(), "0.9")
    index.down = False
    assert await setup.releases.resolve(pond(), "0.9") == "0.9"
    with pytest.raises(VersionUnknown):
        await setup.releases.resolve(pond(), "0.8")


async def test_a_folder_serves_while_the_index_is_down(setup: Setup, index: PackageIndex, tmp_path: Path) -> None:
    folder = mirror(tmp_path / "mirror", [built("1.0")])
    setup.indexes = PackageIndexes("pip", IndexAddress(index.url, "a test"), (folder,))
    index.down = True
    assert await setup.releases.resolve(pond(), None) == "1.0"
    with pytest.raises(PackageIndexUnreachable):
        await setup.releases.resolve(pond("lake"), None)


async def test_a_damaged_file_is_not_the_one_that_is_described(setup: Setup, tmp_path: Path) -> None:
    setup.indexes = PackageIndexes("pip", mirror(tmp_path / "mirror", [built("1.0")]))
    file = next((tmp_path / "mirror/files").iterdir())
    file.write_bytes(file.read_bytes() + b" ")
    with pytest.raises(Exception, match="not the file that the index describes"):
        await setup.packages.package("pond-kit", "1.0")


@pytest.mark.parametrize(
    "href",
    [
        "../../../outside/pond_kit-1.0-py3-none-any.whl",
        "file:///{outside}/pond_kit-1.0-py3-none-any.whl",
        "file://server/share/pond_kit-1.0-py3-none-any.whl",
        "../../files/link/pond_kit-1.0-py3-none-any.whl",
        "../../files/pond_kit-1.0-py3-none-any.whl",
        "https://files.example/pond_kit-1.0-py3-none-any.whl",
    ],
)
async def test_nothing_outside_the_folder_is_read(href: str, setup: Setup, tmp_path: Path) -> None:
    setup.indexes = PackageIndexes("pip", mirror(tmp_path / "mirror", []))
    heap(tmp_path / "outside", built("1.0"))
    (tmp_path / "mirror/files/link").symlink_to(tmp_path / "outside")
    (tmp_path / "mirror/files/pond_kit-1.0-py3-none-any.whl").symlink_to(
        tmp_path / "outside/pond_kit-1.0-py3-none-any.whl"
    )
    link = href.format(outside=str(tmp_path / "outside").lstrip("/"))
    (tmp_path / "mirror/simple/pond-kit/index.html").write_text(f'<a href="{link}">pond</a>')
    with pytest.raises(LibraryUnknown):
        await setup.releases.resolve(pond(), None)


async def test_a_page_of_the_network_names_no_file_of_this_machine(
    setup: Setup, index: PackageIndex, tmp_path: Path
) -> None:
    heap(tmp_path / "outside", built("1.0"))
    index.add("pond-kit", built("1.0"))
    index.links = f"{(tmp_path / 'outside').as_uri()}/"
    with pytest.raises(LibraryUnknown):
        await setup.releases.resolve(pond(), None)


async def test_a_projects_file_opens_no_folder(setup: Setup, tmp_path: Path) -> None:
    folder = mirror(tmp_path / "mirror", [built("1.0")])
    links = heap(tmp_path / "heap", built("1.0"))
    setup.indexes = PackageIndexes(
        "uv", IndexAddress(folder.url, "uv.toml", True), (), (IndexAddress(links.url, "uv.toml", True),)
    )
    with pytest.raises(LibraryUnknown):
        await setup.releases.resolve(pond(), None)


async def test_a_file_over_the_bound_is_not_read(setup: Setup, tmp_path: Path) -> None:
    setup.indexes = PackageIndexes("pip", mirror(tmp_path / "mirror", [built("1.0")]))
    setup.max_bytes = 100
    setup.restart()
    with pytest.raises(Exception, match="larger than the limit"):
        await setup.packages.package("pond-kit", "1.0")
