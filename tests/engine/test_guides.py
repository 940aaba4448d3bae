"""Guides behind the first answer: the package answers at once, its source distribution makes the next answer better."""

import io
import zipfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest
from tests.patience import PATIENT
from tests.worlds.distributions import Distribution, sdist, wheel
from tests.worlds.package_index import PackageIndex

from pro_context_engine.domain.errors import IndexingUnderway, PageMissing, TopicUnmatched
from pro_context_engine.domain.model import SourceName
from pro_context_engine.domain.results import Answer
from pro_context_engine.domain.settings import LibraryOverride, Settings
from pro_context_engine.engine import DocsEngine
from pro_context_engine.opening import open_engine

CODE = {"pond/__init__.py": '"""Ponds."""\n\n\ndef swim(depth: float) -> str:\n    """Swim at a depth."""\n'}
GUIDE = """Feeding the fish
================

To feed the fish each morning, scatter crumbs of bread over the water and wait for them. Call :func:`pond.swim` to join
the fish. Ducks like bread too, so keep some of the crumbs for the ducks that live beside the pond all year round.

.. literalinclude:: ../examples/feed.py

.. autofunction:: pond.swim
"""
DOCS = {
    "docs/conf.py": "raise SystemExit\n",
    "docs/index.rst": "Pond Kit\n========\n\n.. toctree::\n   :caption: Guide\n\n   feeding\n",
    "docs/feeding.rst": GUIDE,
    "examples/feed.py": "pond.scatter('crumbs')\n",
}
PAGE = "pypi://pond-kit/1.0/docs/docs/feeding.rst"
WHEEL = wheel("pond-kit", "1.0", CODE, readme="# Pond Kit\n\nAll about ponds.\n")
SOURCE = sdist("pond-kit", "1.0", {**CODE, **DOCS}, readme="# Pond Kit\n")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    plain = Settings(
        cache_directory=tmp_path / "cache",
        project_directory=tmp_path,
        environment=str(tmp_path / "environment"),
        llms_txt=False,
        docs_sites=False,
    )
    return replace(plain, github=replace(plain.github, enabled=False), patience=PATIENT)


@asynccontextmanager
async def engine(settings: Settings) -> AsyncIterator[DocsEngine]:
    docs = open_engine(settings)
    try:
        yield docs
    finally:
        await docs.close()


def install(folder: Path, file: Distribution) -> Path:
    """Unpack a wheel into an environment; return its metadata folder."""
    place = folder / "environment/lib/python3.12/site-packages"
    place.mkdir(parents=True)
    (folder / "environment/pyvenv.cfg").write_text("version = 3.12.1\n")
    with zipfile.ZipFile(io.BytesIO(file.content)) as opened:
        opened.extractall(place)
        names = opened.namelist()
    metadata = next(place.glob("*.dist-info"))
    (metadata / "RECORD").write_text("".join(f"{name},,\n" for name in names))
    return metadata


async def ask(docs: DocsEngine, topic: str = "feed the fish each morning") -> Answer:
    return await docs.passages([("pypi/pond-kit", None)], topic, 2_000)


async def settled(docs: DocsEngine) -> None:
    """Wait until nothing is on its way any more."""
    await docs.warm("pypi/pond-kit")


async def test_the_package_answers_at_once_and_its_guides_the_next_time(
    settings: Settings, index: PackageIndex, tmp_path: Path
) -> None:
    install(tmp_path, WHEEL)
    index.add("pond-kit", WHEEL, SOURCE)
    async with engine(settings) as docs:
        first = await ask(docs, "swim at a depth")
        assert first.indexing
        assert [passage.url for passage in first.passages] == ["pypi://pond-kit/1.0/api/pond#swim"]
        await settled(docs)
        answer = await ask(docs)
        assert (answer.passages[0].url.partition("#")[0], answer.passages[0].version) == (PAGE, "1.0")
        assert "pond.scatter('crumbs')" in answer.content
        assert "(pypi://pond-kit/1.0/api/pond)" in answer.content
        toc = (await docs.library("pypi/pond-kit")).toc
        assert [(entry.section, entry.title) for entry in toc.entries] == [
            ("Overview", "pond-kit README"),
            ("Guide", "Feeding the fish"),
            ("API reference", "pond"),
        ]
        assert "scatter crumbs" in (await docs.page(PAGE)).page.markdown
    assert index.downloads() == [SOURCE.filename]


async def test_a_question_is_answered_by_the_guide_and_the_symbol_it_leads_to(
    settings: Settings, index: PackageIndex, tmp_path: Path
) -> None:
    install(tmp_path, WHEEL)
    index.add("pond-kit", SOURCE)
    async with engine(settings) as docs:
        await docs.warm("pypi/pond-kit")
        answer = await ask(docs, "how to swim with the fish")
        first, second = [passage.url.partition("#")[0] for passage in answer.passages[:2]]
        assert {first, second} == {PAGE, "pypi://pond-kit/1.0/api/pond"}
        named = await ask(docs, "pond.swim")
        assert named.passages[0].url == "pypi://pond-kit/1.0/api/pond#swim"


async def test_a_symbol_that_a_guide_names_comes_before_one_that_has_the_words(
    settings: Settings, index: PackageIndex, tmp_path: Path
) -> None:
    code = """
        def shout(text: str) -> None:
            \"\"\"Speak a text to all ducks that listen.\"\"\"


        def whisper(text: str) -> None:
            \"\"\"Send a text to one of all ducks.\"\"\"
    """
    guide = "Talking\n=======\n\nTo send a text to all ducks of the pond at the same time, call ``pond.shout(text)``.\n"
    files = {"pond/__init__.py": f'"""Ponds."""\n{dedent(code)}'}
    package = wheel("pond-kit", "1.0", files, readme="# Pond Kit\n")
    source = {
        "docs/conf.py": "",
        "docs/index.rst": "Pond\n====\n\n.. toctree::\n\n   talking\n",
        "docs/talking.rst": guide,
    }
    install(tmp_path, package)
    index.add("pond-kit", sdist("pond-kit", "1.0", {**files, **source}, readme="# Pond Kit\n"))
    async with engine(settings) as docs:
        await docs.warm("pypi/pond-kit")
        answer = await ask(docs, "send a text to all ducks of the pond at once")
    reference = [passage.text for passage in answer.passages if "/api/" in passage.url]
    assert reference[0].startswith("## shout")


async def test_a_question_that_only_a_guide_answers_is_told_to_wait(
    settings: Settings, index: PackageIndex, tmp_path: Path
) -> None:
    install(tmp_path, WHEEL)
    index.add("pond-kit", SOURCE)
    async with engine(settings) as docs:
        with pytest.raises(IndexingUnderway):
            await ask(docs, "crumbs ducks")
        await settled(docs)
        assert (await ask(docs, "crumbs ducks")).passages


async def test_the_next_process_needs_no_index(settings: Settings, index: PackageIndex, tmp_path: Path) -> None:
    install(tmp_path, WHEEL)
    index.add("pond-kit", SOURCE)
    async with engine(settings) as docs:
        await docs.warm("pypi/pond-kit")
    index.down = True
    asked = len(index.asked)
    async with engine(settings) as docs:
        answer = await ask(docs)
        assert (answer.indexing, answer.passages[0].url.partition("#")[0]) == (False, PAGE)
    assert len(index.asked) == asked


async def test_a_version_without_a_source_distribution_is_asked_for_once(
    settings: Settings, index: PackageIndex, tmp_path: Path
) -> None:
    install(tmp_path, WHEEL)
    index.add("pond-kit", WHEEL, sdist("pond-kit", "1.1", DOCS))
    async with engine(settings) as docs:
        await docs.warm("pypi/pond-kit")
        assert await docs.maintenance.packages() == []
    asked = len(index.asked)
    async with engine(settings) as docs:
        assert not (await ask(docs, "swim at a depth")).indexing
        with pytest.raises(TopicUnmatched):
            await ask(docs, "crumbs ducks")
    assert len(index.asked) == asked
    assert index.downloads() == []


@pytest.mark.parametrize("how", ["switched off", "only what is installed", "from a folder"])
async def test_nothing_is_fetched_where_nothing_may_be(
    how: str, settings: Settings, index: PackageIndex, tmp_path: Path
) -> None:
    metadata = install(tmp_path, WHEEL)
    index.add("pond-kit", SOURCE)
    if how == "switched off":
        settings = replace(settings, packages=False)
    elif how == "only what is installed":
        settings = replace(settings, overrides=(LibraryOverride("pypi/pond-kit", source=SourceName.INSTALLED),))
    else:
        (metadata / "direct_url.json").write_text('{"url": "file:///somewhere/else", "dir_info": {}}')
    async with engine(settings) as docs:
        assert not (await ask(docs, "swim at a depth")).indexing
        await docs.warm("pypi/pond-kit")
    assert index.asked == []


@pytest.mark.parametrize("how", ["down", "damaged"])
async def test_a_package_whose_guides_fail_answers_without_them(
    how: str, settings: Settings, index: PackageIndex, tmp_path: Path
) -> None:
    install(tmp_path, WHEEL)
    index.down = how == "down"
    index.add("pond-kit", Distribution(SOURCE.filename, SOURCE.content[:300]))
    async with engine(settings) as docs:
        await ask(docs, "swim at a depth")
        await settled(docs)
        asked = len(index.asked)
        assert (await ask(docs, "swim at a depth")).passages
        with pytest.raises(TopicUnmatched):
            await ask(docs, "crumbs ducks")
    assert len(index.asked) == asked


async def test_a_published_package_has_its_guides_too(settings: Settings, index: PackageIndex) -> None:
    index.add("pond-kit", WHEEL, SOURCE)
    async with engine(settings) as docs:
        await docs.warm("pypi/pond-kit")
        assert (await ask(docs)).passages[0].url.partition("#")[0] == PAGE
    async with engine(settings) as docs:
        assert [(one.name, one.version) for one in await docs.maintenance.packages()] == [("pond-kit", "1.0")]
        assert await docs.maintenance.clear_packages(["pypi/pond-kit"])
        assert await docs.maintenance.packages() == []


async def test_documents_of_a_package_that_is_only_published_as_source_are_listed_once(
    settings: Settings, index: PackageIndex
) -> None:
    index.add("pond-kit", SOURCE)
    async with engine(settings) as docs:
        await docs.warm("pypi/pond-kit")
        urls = [entry.url for entry in (await docs.library("pypi/pond-kit")).toc.entries]
        assert urls.count(PAGE) == 1
        assert "pond.scatter('crumbs')" in (await docs.page(PAGE)).page.markdown


async def test_a_library_that_was_stored_before_gets_its_guides(
    settings: Settings, index: PackageIndex, tmp_path: Path
) -> None:
    install(tmp_path, WHEEL)
    index.add("pond-kit", SOURCE)
    async with engine(replace(settings, packages=False)) as docs:
        await docs.warm("pypi/pond-kit")
    async with engine(settings) as docs:
        assert (await ask(docs, "swim at a depth")).indexing
        await settled(docs)
        assert (await ask(docs)).passages[0].url.partition("#")[0] == PAGE


async def test_an_address_of_no_guide_is_no_page(settings: Settings, index: PackageIndex, tmp_path: Path) -> None:
    install(tmp_path, WHEEL)
    index.add("pond-kit", SOURCE)
    async with engine(settings) as docs:
        await docs.warm("pypi/pond-kit")
        for path in ("docs/conf.py", "examples/feed.py", "docs/../../secret.md", "docs/none.md", "../METADATA"):
            with pytest.raises(PageMissing):
                await docs.page(f"pypi://pond-kit/1.0/docs/{path}")
