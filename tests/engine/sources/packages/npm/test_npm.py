"""npm packages as a source: any version, README and declarations, from the registry or `node_modules`, nothing run.

One world of packages serves all of it, which is why it stays together.
"""

import io
import json
import tarfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.patience import PATIENT
from tests.worlds.distributions import tar_of
from tests.worlds.npm_registry import NpmWorld, serve_npm

from pro_context_engine.domain.errors import (
    LibraryUnknown,
    PackageIndexUnreachable,
    PageMissing,
    SourceUnavailable,
    UrlRefused,
    VersionUnknown,
)
from pro_context_engine.domain.exact_query import ExactQuery, SearchPart
from pro_context_engine.domain.model import SourceName
from pro_context_engine.domain.settings import Settings
from pro_context_engine.domain.versions.version_match import VersionMatch
from pro_context_engine.engine import DocsEngine
from pro_context_engine.opening import open_engine

DIVE = """
/**
 * Dive to a depth.
 *
 * @param depth - how far below the surface, in metres
 * @returns the seconds that it took
 */
export declare function dive(depth: number): number;
"""
README = "# Otter Kit\n\nWhat otters need, in {version}."


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[NpmWorld]:
    with serve_npm() as world:
        monkeypatch.setenv("npm_config_registry", world.url)
        monkeypatch.setenv("npm_config_userconfig", str(tmp_path / "npmrc"))
        monkeypatch.setenv("HOME", str(tmp_path))
        yield world


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    project = tmp_path / "project"
    project.mkdir()
    plain = Settings(cache_directory=tmp_path / "cache", project_directory=project, environment="none", llms_txt=False)
    return replace(plain, github=replace(plain.github, enabled=False), docs_sites=False, patience=PATIENT)


@asynccontextmanager
async def engine(settings: Settings) -> AsyncIterator[DocsEngine]:
    docs = open_engine(settings)
    try:
        yield docs
    finally:
        await docs.close()


def publish(registry: NpmWorld, *versions: str, name: str = "otter-kit") -> None:
    for version in versions:
        files = {"README.md": README.format(version=version), "index.d.ts": DIVE, "index.js": "throw 1"}
        registry.add(name, version, files, types="index.d.ts", description="For otters.")


async def test_a_package_nobody_knows_is_answered_from(settings: Settings, registry: NpmWorld) -> None:
    publish(registry, "1.0.0", "1.1.0", "2.0.0-beta.1")
    registry.packages["otter-kit"].tags = {"latest": "1.1.0", "next": "2.0.0-beta.1"}
    async with engine(settings) as docs:
        answer = await docs.passages([("npm/otter-kit", None)], "dive to a depth", 1_000)
        assert (answer.passages[0].library_id, answer.passages[0].version) == ("npm/otter-kit", "1.1.0")
        assert answer.passages[0].url == "npm://otter-kit/1.1.0/api/index.d.ts#dive"
        assert "how far below the surface" in answer.content
        toc = await docs.library("npm/otter-kit")
        assert [entry.title for entry in toc.toc.entries] == ["otter-kit README", "otter-kit"]
        assert toc.toc.entries[0].description == "For otters."
        assert toc.sources == (SourceName.PACKAGE,)
        assert toc.versions == ("1.1.0", "1.0.0", "2.0.0-beta.1")
    assert registry.downloads() == ["/files/otter-kit-v1.1.0.tgz"]


async def test_a_scope_is_part_of_the_name(settings: Settings, registry: NpmWorld) -> None:
    publish(registry, "1.0.0", name="@river/otter")
    async with engine(settings) as docs:
        toc = await docs.library("npm/@river/otter")
        urls = [entry.url for entry in toc.toc.entries]
        assert urls == ["npm://@river/otter/1.0.0/readme", "npm://@river/otter/1.0.0/api/index.d.ts"]
        page = await docs.page(urls[1])
        assert (toc.library.library_id, page.library_id) == ("npm/river/otter", "npm/river/otter")
        assert (await docs.library("npm/river/otter")).toc.entries == toc.toc.entries
        assert "## dive" in page.page.markdown
    assert registry.asked[0] == "/npm/@river/otter"


@pytest.mark.parametrize(
    ("wanted", "version"),
    [
        ("1.0.0", "1.0.0"),
        ("v1.0.0", "1.0.0"),
        ("^1.0", "1.2.0"),
        ("1.0.x || 1.1.x", "1.1.0"),
        ("next", "2.0.0-beta.1"),
        (">=2.0.0-alpha", "2.0.0-beta.1"),
        ("1", "1.2.0"),
        (">=1,<1.2", "1.1.0"),
        ("latest", "1.2.0"),
    ],
)
async def test_the_version_that_is_meant_is_read(
    settings: Settings, registry: NpmWorld, wanted: str, version: str
) -> None:
    publish(registry, "1.0.0", "1.1.0", "1.2.0", "2.0.0-beta.1")
    registry.packages["otter-kit"].tags = {"latest": "1.2.0", "next": "2.0.0-beta.1"}
    async with engine(settings) as docs:
        found = await docs.library("npm/otter-kit", wanted)
        assert found.toc.version == version
        assert f"in {version}" in (await docs.page(found.toc.entries[0].url)).page.markdown


async def test_a_version_that_there_is_not_is_answered_with_those_there_are(
    settings: Settings, registry: NpmWorld
) -> None:
    publish(registry, "1.0.0", "1.1.0", "0.9.0")
    registry.packages["otter-kit"].deprecated = {"0.9.0": "too wet"}
    registry.packages["otter-kit"].tags = {"latest": "1.1.0"}
    async with engine(settings) as docs:
        with pytest.raises(VersionUnknown) as raised:
            await docs.library("npm/otter-kit", "7.0.0")
        assert raised.value.available == ["1.1.0", "1.0.0"]


async def test_a_deprecated_version_is_read_where_it_is_named_and_says_so(
    settings: Settings, registry: NpmWorld
) -> None:
    publish(registry, "1.0.0", "1.1.0", "2.0.0")
    registry.packages["otter-kit"].deprecated = {"1.1.0": "it leaks"}
    async with engine(settings) as docs:
        assert (await docs.library("npm/otter-kit", "1.x")).toc.version == "1.0.0"
        named = await docs.library("npm/otter-kit", "1.1.0")
        assert named.toc.entries[0].description == "Deprecated: it leaks. For otters."


async def test_a_package_that_there_is_not_is_no_library(settings: Settings, registry: NpmWorld) -> None:
    async with engine(settings) as docs:
        with pytest.raises(LibraryUnknown):
            await docs.library("npm/otter-kit")


async def test_a_registry_that_does_not_answer_is_said_to_be_unreachable(
    settings: Settings, registry: NpmWorld
) -> None:
    registry.down = True
    async with engine(replace(settings, fetch=replace(settings.fetch, total_seconds=1.0))) as docs:
        with pytest.raises(PackageIndexUnreachable):
            await docs.library("npm/otter-kit")


async def test_without_a_registry_the_answer_says_so(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("HOME", str(settings.project_directory))
    for name in ("npm_config_registry", "npm_config_userconfig", "NPM_CONFIG_REGISTRY", "NPM_CONFIG_USERCONFIG"):
        monkeypatch.delenv(name, raising=False)
    async with engine(settings) as docs:
        with pytest.raises(SourceUnavailable) as raised:
            await docs.library("npm/otter-kit")
        assert raised.value.tried == ["package: no npm registry is configured"]


async def test_what_was_read_once_needs_no_registry(settings: Settings, registry: NpmWorld) -> None:
    publish(registry, "1.0.0")
    async with engine(settings) as docs:
        await docs.library("npm/otter-kit")
    asked = list(registry.asked)
    async with engine(settings) as docs:
        assert (await docs.library("npm/otter-kit")).toc.version == "1.0.0"
    assert registry.asked == asked


async def test_a_document_over_the_bound_of_pages_is_read_whole(settings: Settings, registry: NpmWorld) -> None:
    publish(registry, "1.0.0")
    registry.padding = 6_000_000
    async with engine(settings) as docs:
        assert (await docs.library("npm/otter-kit")).toc.version == "1.0.0"


@pytest.mark.parametrize("integrity", ["sha512-" + "A" * 86 + "==", "md5-AAAA", "", "nonsense"])
async def test_a_tarball_without_the_right_hash_is_refused(
    settings: Settings, registry: NpmWorld, integrity: str
) -> None:
    publish(registry, "1.0.0")
    registry.integrity["1.0.0"] = integrity
    registry.shasums = False
    async with engine(settings) as docs:
        with pytest.raises(SourceUnavailable, match="no file of the package can be read"):
            await docs.library("npm/otter-kit")


async def test_an_old_tarball_is_known_by_its_sha1(settings: Settings, registry: NpmWorld) -> None:
    publish(registry, "1.0.0")
    registry.integrity["1.0.0"] = ""
    async with engine(settings) as docs:
        assert (await docs.library("npm/otter-kit")).toc.version == "1.0.0"


async def test_tokens_go_to_the_registry_alone(settings: Settings, registry: NpmWorld, tmp_path: Path) -> None:
    publish(registry, "1.0.0", name="@river/otter")
    registry.token = "Bearer hush"
    place = registry.origin.removeprefix("http:")
    (tmp_path / "npmrc").write_text(f"{place}/:_authToken=hush\n")
    async with engine(settings) as docs:
        assert (await docs.library("npm/@river/otter")).toc.version == "1.0.0"
    assert set(registry.authorizations) == {"Bearer hush"}


async def test_an_installed_package_goes_first_and_needs_no_network(settings: Settings, registry: NpmWorld) -> None:
    publish(registry, "1.1.0")
    install(settings.project_directory / "node_modules/otter-kit", "1.0.0")
    async with engine(settings) as docs:
        found = await docs.library("npm/otter-kit")
        assert (found.toc.version, found.toc.source) == ("1.0.0", SourceName.INSTALLED)
        assert docs.installed_version(found.library) == "1.0.0"
        assert "in 1.0.0" in (await docs.page("npm://otter-kit/1.0.0/readme")).page.markdown
        assert registry.asked == []
        other = await docs.library("npm/otter-kit", "1.1.0")
        assert (other.toc.version, other.toc.source) == ("1.1.0", SourceName.PACKAGE)
        assert other.verdict.match is VersionMatch.EXACT


async def test_a_package_that_is_not_its_librarys_main_one_is_read_itself(
    settings: Settings, registry: NpmWorld
) -> None:
    publish(registry, "19.0.0", name="react-dom")
    async with engine(settings) as docs:
        found = await docs.library("npm/react-dom")
        assert (found.library.library_id, found.library.docs_url) == ("npm/react-dom", "https://react.dev")
        assert found.toc.entries[0].url == "npm://react-dom/19.0.0/readme"
        assert (await docs.page("npm://react-dom/19.0.0/readme")).library_id == "npm/react-dom"


async def test_the_version_that_is_locked_is_the_one_answered_for(settings: Settings, registry: NpmWorld) -> None:
    publish(registry, "1.0.0", "1.1.0", "2.0.0")
    (settings.project_directory / "package.json").write_text(json.dumps({"dependencies": {"otter-kit": "^1.0.0"}}))
    lock = {"lockfileVersion": 3, "packages": {"node_modules/otter-kit": {"version": "1.0.0"}}}
    (settings.project_directory / "package-lock.json").write_text(json.dumps(lock))
    async with engine(settings) as docs:
        found = await docs.library("npm/otter-kit")
        assert found.toc.version == "1.0.0"
        assert found.verdict.match is VersionMatch.EXACT
        other = await docs.library("npm/otter-kit", "2.0.0")
        assert (other.verdict.documented, other.verdict.project) == ("2.0.0", "1.0.0")
        assert [match.library.library_id for match in docs.resolve("otter-kit", "javascript")][:1] == ["npm/otter-kit"]


async def test_a_name_that_nobody_uses_is_not_claimed(settings: Settings, registry: NpmWorld) -> None:
    async with engine(settings) as docs:
        for name in ("otter-kit-qqq", "npm/otter-kit-qqq", "@river-qqq/otter", "npm/@river-qqq/otter"):
            assert all(match.relevance < 0.5 for match in docs.resolve(name, "typescript"))


async def test_an_installed_package_stays_within_its_folder(settings: Settings, registry: NpmWorld) -> None:
    folder = settings.project_directory / "node_modules/otter-kit"
    install(folder, "1.0.0")
    (settings.project_directory / "secret.md").write_text("# Secret")
    (folder / "notes.md").symlink_to(settings.project_directory / "secret.md")
    async with engine(settings) as docs:
        await docs.library("npm/otter-kit")
        for path in ("notes.md", "../../secret.md", "../../../secret.md"):
            with pytest.raises((PageMissing, UrlRefused)):
                await docs.page(f"npm://otter-kit/1.0.0/docs/{path}")


@pytest.mark.parametrize(
    "url",
    [
        "npm://otter-kit/1.0.0/api/nowhere.d.ts",
        "npm://otter-kit/1.0.0/docs/index.js",
        "npm://otter-kit/9.9.9/readme",
        "npm://otter-kit/01.0.0/readme",
        "npm://otter-kit/1.0/readme",
        "npm://..%2fotter/1.0.0/readme",
        "npm://@river/1.0.0/readme",
    ],
)
async def test_a_page_that_there_is_not_is_refused(settings: Settings, registry: NpmWorld, url: str) -> None:
    publish(registry, "1.0.0")
    async with engine(settings) as docs:
        with pytest.raises((PageMissing, UrlRefused)):
            await docs.page(url)


async def test_a_hostile_tarball_leaves_nothing_outside(settings: Settings, registry: NpmWorld, tmp_path: Path) -> None:
    link = tarfile.TarInfo("package/link.md")
    link.type, link.linkname = tarfile.SYMTYPE, "../../../../secret"
    files = {
        "package/package.json": '{"name": "otter-kit", "version": "1.0.0", "scripts": {"install": "touch ran"}}',
        "package/../../escaped.md": "# Out",
        "/absolute.md": "# Out",
        "package/README.md": "# In",
        "package/node_modules/other/README.md": "# Other",
        "package/.hidden/x.md": "# Hidden",
    }
    publish(registry, "1.0.0")
    registry.packages["otter-kit"].tarballs["1.0.0"] = tar_of(files, link)
    async with engine(settings) as docs:
        entries = (await docs.library("npm/otter-kit")).toc.entries
        assert [entry.title for entry in entries] == ["otter-kit README"]
    assert files_named(tmp_path, "*.md") == ["README.md"]
    assert files_named(tmp_path, "ran") == []


async def test_a_bomb_is_refused(settings: Settings, registry: NpmWorld) -> None:
    publish(registry, "1.0.0")
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for number in range(80):
            info = tarfile.TarInfo(f"package/{number}.md")
            info.size = 4_000_000
            archive.addfile(info, io.BytesIO(bytes(info.size)))
    registry.packages["otter-kit"].tarballs["1.0.0"] = packed.getvalue()
    async with engine(settings) as docs:
        with pytest.raises(SourceUnavailable, match="compressed beyond reason"):
            await docs.library("npm/otter-kit")


async def test_a_package_without_anything_to_read_has_no_contents(settings: Settings, registry: NpmWorld) -> None:
    registry.add("otter-kit", "1.0.0", {"index.js": "1"})
    async with engine(settings) as docs:
        with pytest.raises(SourceUnavailable, match="has no documentation"):
            await docs.library("npm/otter-kit")


@pytest.mark.parametrize("library_id", ["npm/@river/Otter", "npm/river/Otter"])
async def test_what_is_kept_can_be_listed_and_cleared(settings: Settings, registry: NpmWorld, library_id: str) -> None:
    publish(registry, "1.0.0", name="@river/Otter")
    async with engine(settings) as docs:
        await docs.library(library_id)
        assert [(one.name, one.version) for one in await docs.maintenance.packages()] == [("npm/@river/Otter", "1.0.0")]
        gone = await docs.maintenance.clear_packages([library_id])
        assert [one.name for one in gone] == ["npm/@river/Otter"]
        assert await docs.maintenance.packages() == []


async def test_code_of_a_published_package_is_searched_and_read(settings: Settings, registry: NpmWorld) -> None:
    code = "export function dive(depth) {\n  return deep(depth);\n}\n"
    registry.add("otter-kit", "1.0.0", {"index.d.ts": DIVE, "lib/dive.js": code, "lib/dive.min.js": code})
    async with engine(settings) as docs:
        found = await docs.search_exact(
            ExactQuery(text="return deep", library_ids=("npm/otter-kit",), part=SearchPart.SOURCE)
        )
        assert [result.url for result in found.results] == ["npm://otter-kit/1.0.0/source/lib/dive.js#L2"]
        assert [gap.reason for gap in found.unsearched] == [
            "1 of its files are minified or over the bound of what is kept"
        ]
        assert (await docs.page(found.results[0].url)).page.markdown == code
        await docs.library("npm/otter-kit")
        kept = await docs.maintenance.packages()
        assert [(one.name, one.version) for one in kept] == [("npm/otter-kit", "1.0.0")]
        await docs.maintenance.clear_packages(None)
        assert await docs.maintenance.packages() == []


async def test_documents_that_are_kept_are_searched_without_a_registry(settings: Settings, registry: NpmWorld) -> None:
    publish(registry, "1.0.0")
    async with engine(settings) as docs:
        await docs.library("npm/otter-kit")
        registry.packages["otter-kit"].tarballs["1.0.0"] = b"no tarball"
        found = await docs.search_exact(ExactQuery(text="dive", library_ids=("npm/otter-kit",), part=SearchPart.SOURCE))
        assert [result.url for result in found.results] == ["npm://otter-kit/1.0.0/source/index.d.ts#L8"]
        assert "its code cannot be fetched now" in found.unsearched[0].reason


def install(folder: Path, version: str) -> None:
    folder.mkdir(parents=True)
    (folder / "README.md").write_text(README.format(version=version))
    (folder / "index.d.ts").write_text(DIVE)
    said = {"name": folder.name, "version": version, "types": "index.d.ts", "description": "For otters."}
    (folder / "package.json").write_text(json.dumps(said))


def files_named(folder: Path, pattern: str) -> list[str]:
    return sorted(path.name for path in folder.rglob(pattern))


async def test_types_come_from_the_package_of_types_at_the_version_that_fits(
    settings: Settings, registry: NpmWorld
) -> None:
    registry.add("otter-kit", "2.3.4", {"README.md": "# Otter Kit", "index.js": "throw 1"}, main="index.js")
    for version in ("1.9.0", "2.2.9", "2.3.0", "2.3.7", "2.4.0", "3.0.0"):
        registry.add("@types/otter-kit", version, {"index.d.ts": DIVE.replace("Dive", f"Dive in {version}")})
    async with engine(settings) as docs:
        answer = await docs.passages([("npm/otter-kit", None)], "dive", 500)
        assert "Dive in 2.3.7" in answer.content
        assert "Types from `@types/otter-kit` 2.3.7." in (await docs.page(answer.passages[0].url)).page.markdown
        assert answer.passages[0].url.startswith("npm://otter-kit/2.3.4/api/node_modules/")


async def test_names_of_other_packages_are_documented_where_they_are_imported(
    settings: Settings, registry: NpmWorld
) -> None:
    work_takeover = "export * from '@otter/core';\nexport { swim } from 'otter-swim/fast';"
    needs = {"@otter/core": "^1.0.0", "otter-swim": "2.x"}
    registry.add("otter-kit", "1.0.0", {"index.d.ts": work_takeover}, types="index.d.ts", dependencies=needs)
    registry.add("@otter/core", "1.4.0", {"index.d.ts": DIVE}, types="index.d.ts")
    registry.add("@otter/core", "2.0.0", {"index.d.ts": ""}, types="index.d.ts")
    swim = {"index.d.ts": "export {};", "fast.d.ts": "/** Swim fast. */\nexport declare function swim(): void;"}
    registry.add("otter-swim", "2.0.0", swim, exports={".": "./index.js", "./fast": "./fast.js"})
    async with engine(settings) as docs:
        for name, text in (("dive", "the seconds that it took"), ("swim", "Swim fast.")):
            assert text in (await docs.passages([("npm/otter-kit", None)], name, 500)).content
    assert sorted(registry.downloads()) == [
        "/files/@otter/core-v1.4.0.tgz",
        "/files/otter-kit-v1.0.0.tgz",
        "/files/otter-swim-v2.0.0.tgz",
    ]


async def test_packages_that_hand_each_other_on_end_somewhere(settings: Settings, registry: NpmWorld) -> None:
    for number in range(40):
        text = f"export * from 'otter-{number + 1}';\nexport declare const n{number}: 1;"
        needs = {f"otter-{number + 1}": "1"}
        registry.add(f"otter-{number}", "1.0.0", {"index.d.ts": text}, types="index.d.ts", dependencies=needs)
    registry.add("otter-1", "1.0.1", {"index.d.ts": "export * from 'otter-0';"}, dependencies={"otter-0": "1"})
    async with engine(settings) as docs:
        assert "n2" in (await docs.passages([("npm/otter-2", None)], "n2", 500)).content
    assert len(registry.downloads()) <= 9


async def test_without_the_other_package_the_own_names_answer(settings: Settings, registry: NpmWorld) -> None:
    text = f"export * from 'otter-gone';\n{DIVE}"
    registry.add("otter-kit", "1.0.0", {"index.d.ts": text}, types="index.d.ts", dependencies={"otter-gone": "1"})
    async with engine(settings) as docs:
        assert "the seconds that it took" in (await docs.passages([("npm/otter-kit", None)], "dive", 500)).content
    assert registry.asked.count("/npm/otter-gone") == 1
