"""What words and names mean in a project of one ecosystem."""

from pathlib import Path

import pytest
from tests.engine.fakes import FakeEnvironment, finder_of

from pro_context_engine.domain.model import Library
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.registry.catalogue import Catalogue

_PYTHON, _JAVASCRIPT = ("python",), ("javascript", "typescript")
REGISTRY = Catalogue(
    [
        Library("hill/goat", "goat", "Goat", "Milks goats by hand.", _PYTHON, python_packages=("goat",),
                purposes=("milk goats", "cheese"), popularity={"pypi": 1}),
        Library("dale/nanny", "nanny", "Nanny", "Milks goats on mountains.", _JAVASCRIPT, npm_packages=("nanny",),
                purposes=("kefir", "small goat")),
        Library("dale/kid", "kid", "Kid", "Light, quick alternative to goat.", _PYTHON, python_packages=("kid",)),
        Library("dale/yard", "yard", "Yard", "Farms of goats and their milk.", _PYTHON, python_packages=("yard",)),
        Library("dale/kefir.js", "kefir", "Kefir", "Streams.", _JAVASCRIPT, npm_packages=("kefir",)),
        Library("dale/ferment", "ferment", "Ferment", "Drinks.", _PYTHON, python_packages=("ferment",),
                purposes=("kefir",)),
        Library("pier/gull-python", "gull-python", "Gull", "Birds.", _PYTHON, python_packages=("gull-sdk",)),
        Library("pier/gull-javascript", "gull-node", "Gulls", "Birds.", _JAVASCRIPT, npm_packages=("@gull/web",)),
        Library("hill/carve", "carve", "Carve", "Carves runes.", _PYTHON, python_packages=("carve",)),
        Library("hill/build", "build", "Build", "Packs crates.", _PYTHON, python_packages=("build",),
                popularity={"pypi": 2}),
    ]
)  # fmt: skip


def in_project(folder: Path, manifest: str, *, published: bool = False) -> LibraryFinder:
    text = {"package.json": '{"dependencies": {"sail": "1"}}', "pyproject.toml": '[project]\ndependencies = ["sail"]\n'}
    (folder / manifest).write_text(text[manifest], encoding="utf-8")
    return finder_of(REGISTRY, FakeEnvironment(), ProjectDependencies([folder]), published=published)


def first(finder: LibraryFinder, query: str) -> str:
    return finder.resolve(query, None)[0].library.library_id


@pytest.mark.parametrize(
    ("manifest", "query", "library_id"),
    [
        ("pyproject.toml", "milk goats", "hill/goat"),
        ("package.json", "milk of goats", "dale/nanny"),
        ("package.json", "milk goats with python", "hill/goat"),
        ("pyproject.toml", "kefir", "dale/ferment"),
        ("package.json", "kefir", "dale/kefir.js"),
        ("package.json", "gull", "pier/gull-javascript"),
        ("package.json", "goat", "hill/goat"),
    ],
)
def test_words_mean_libraries_of_the_project_s_ecosystem(
    tmp_path: Path, manifest: str, query: str, library_id: str
) -> None:
    assert first(in_project(tmp_path, manifest), query) == library_id


@pytest.mark.parametrize("query", ["lighter goat", "goat but quick", "alternative to goat"])
def test_a_library_that_states_whose_alternative_it_is_comes_first(query: str) -> None:
    assert first(finder_of(REGISTRY, FakeEnvironment()), query) == "dale/kid"


def test_a_verb_that_begins_a_command_is_no_name() -> None:
    finder = finder_of(REGISTRY, FakeEnvironment())
    assert first(finder, "build yards for farms in python") == "dale/yard"
    assert first(finder, "build crates") == "hill/build"


def test_a_name_that_only_another_ecosystem_resembles_may_be_a_published_package(tmp_path: Path) -> None:
    finder = in_project(tmp_path, "package.json", published=True)
    matches = finder.resolve("rune", None)
    assert matches[0].relevance < 0.5
    found = finder.perhaps_published("rune", None, matches)
    assert found is not None
    assert found.library.library_id == "npm/rune"
