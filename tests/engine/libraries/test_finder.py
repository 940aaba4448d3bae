from dataclasses import replace
from pathlib import Path

import pytest
from tests.engine.fakes import FakeEnvironment, finder_of

from pro_context_engine.domain.errors import LibraryUnknown
from pro_context_engine.domain.model import InstalledPackage, Library, MatchedVia
from pro_context_engine.libraries.finder import LEAST_RELEVANCE, LibraryFinder
from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.project.environment import ProjectEnvironment
from pro_context_engine.libraries.project.node_modules import NodeModules
from pro_context_engine.libraries.registry.catalogue import Catalogue

HTTP_SERVER = Library(
    "acme/http-server", "http-server", "HTTP Server", languages=("javascript",), npm_packages=("http-server",),
    popularity={"npm": 1},
)  # fmt: skip
ROCKETS = Library(
    "acme/rockets", "rockets", "Rockets", languages=("python",), python_packages=("rockets", "rockets-extra")
)
TWIN = Library(
    "web/rockets", "web-rockets", "Web Rockets", languages=("javascript",), npm_packages=("rockets",),
    popularity={"npm": 2},
)  # fmt: skip
THIRD = Library("third/rockets", "third-rockets", "Third", languages=("rust",), aliases=("Moonshot",))
REGISTRY = Catalogue([HTTP_SERVER, ROCKETS, TWIN, THIRD])


def finder(*packages: str) -> LibraryFinder:
    return finder_of(REGISTRY, FakeEnvironment(*packages))


def ids(found: LibraryFinder, query: str, language: str | None = None) -> list[str]:
    return [match.library.library_id for match in found.resolve(query, language)]


@pytest.mark.parametrize("name", ["acme/rockets", "ACME/Rockets", "rockets", "pypi/rockets"])
def test_a_registered_library_is_found_by_its_names(name: str) -> None:
    assert finder("rockets").library(name).library_id == "acme/rockets"


def test_another_package_of_a_library_is_a_library_of_its_own() -> None:
    extra = finder().library("pypi/Rockets_Extra")
    assert extra == finder().library("rockets-extra")
    assert (extra.library_id, extra.python_packages, extra.part_of) == (
        "pypi/rockets-extra", ("rockets-extra",), "acme/rockets"
    )  # fmt: skip
    assert extra.description == "A package of Rockets."
    assert finder("rockets-extra").library("pypi/rockets-extra").description == "About rockets-extra."


def test_of_several_packages_the_one_is_meant_that_the_project_has() -> None:
    assert finder().project_library("acme/rockets").library_id == "acme/rockets"
    assert finder("rockets-extra").project_library("acme/rockets").library_id == "pypi/rockets-extra"
    assert finder("rockets-extra", "rockets").project_library("acme/rockets").library_id == "acme/rockets"
    for name in ("pypi/rockets", "rockets", "PyPI/Rockets"):
        assert finder("rockets-extra").project_library(name).library_id == "acme/rockets"


def test_the_name_of_a_service_is_that_of_the_project_s_package() -> None:
    site = Library("tide.example/tide", "tide", "Tide", docs_url="https://tide.example/")
    registry = REGISTRY.with_libraries([site])
    for installed, meant in ((("tide",), "pypi/tide"), ((), "tide.example/tide")):
        own = finder_of(registry, FakeEnvironment(*installed), published=True)
        assert own.library("tide").library_id == meant
        assert own.library("tide.example/tide") is site


def test_a_dotted_module_named_like_one_of_several_packages_is_that_package() -> None:
    for name, meant in (("rockets-extra", "pypi/rockets-extra"), ("rockets.extra", "pypi/rockets-extra")):
        assert ids(finder(), name)[0] == meant
    assert ids(finder(), "rockets_extra")[0] == "acme/rockets"


@pytest.mark.parametrize("name", ["pypi/brightwheel", "brightwheel", "pypi/Brightwheel"])
def test_an_installed_package_is_a_library_too(name: str) -> None:
    found = finder("brightwheel").library(name)
    assert found == Library(
        "pypi/brightwheel", "brightwheel", "brightwheel", "About brightwheel.", ("python",),
        python_packages=("brightwheel",),
    )  # fmt: skip


def test_an_unknown_library_is_answered_with_the_closest() -> None:
    with pytest.raises(LibraryUnknown) as raised:
        finder().library("acme/rokets")
    assert (raised.value.library_id, raised.value.closest) == ("acme/rokets", "acme/rockets")
    assert finder().find("acme/rokets") is None


def test_a_name_is_resolved_in_the_registry_and_among_the_installed() -> None:
    assert ids(finder("brightwheel"), " brightwheel ")[0] == "pypi/brightwheel"
    match = finder("brightwheel").resolve("Brightwheel", None)[0]
    assert (match.relevance, match.matched_via) == (1.0, MatchedVia.PACKAGE_NAME)
    assert "pypi/brightwheel" not in ids(finder("brightwheel"), "brightwheel", "rust")
    assert "pypi/rockets" not in ids(finder("rockets"), "rockets"), "a registered one is not named twice"


def test_of_exact_matches_the_installed_comes_first() -> None:
    assert ids(finder(), "rockets")[:2] == ["web/rockets", "acme/rockets"]
    assert ids(finder("rockets"), "rockets")[:2] == ["acme/rockets", "web/rockets"]
    assert ids(finder("rockets"), "rockets", "javascript")[0] == "web/rockets"


def test_an_installed_package_comes_before_its_namesake_elsewhere() -> None:
    assert ids(finder("http-server"), "http-server") == ["pypi/http-server", "acme/http-server"]


def test_what_only_resembles_the_name_keeps_its_order() -> None:
    assert ids(finder("rockets"), "moonshot")[0] == "third/rockets"
    assert ids(finder(), "rocket") == ids(finder("rockets"), "rocket")


def test_completion_gives_the_projects_own_first_then_by_rank() -> None:
    assert finder().ids_with_prefix("", 10)[:2] == ["acme/http-server", "web/rockets"]
    assert finder("brightwheel", "rockets").ids_with_prefix("", 3) == [
        "pypi/brightwheel",
        "acme/rockets",
        "acme/http-server",
    ]
    assert finder().ids_with_prefix(" ROCK", 10) == ["acme/rockets"]
    assert finder("rockets").ids_with_prefix("acme/", 1) == ["acme/rockets"]


def test_behind_what_has_exactly_a_name_comes_what_has_it_in_its_own() -> None:
    named = [
        Library("web/fast-rockets", "fast-rockets", "Fast Rockets", languages=("python",)),
        Library("rockets/engine", "engine", "Engine", languages=("python",)),
        Library("web/rockets-ui", "rockets-ui", "Rockets UI", languages=("javascript",)),
        Library("web/rocketship", "rocketship", "Rocketship", languages=("javascript",)),
    ]
    found = finder_of(REGISTRY.with_libraries(named), FakeEnvironment())
    exact, others = ["web/rockets", "acme/rockets"], ["third/rockets", "web/rockets-ui", "web/fast-rockets"]

    def meant(query: str, language: str | None = None) -> list[str]:
        return [match.library.library_id for match in found.identify(query, language)]

    assert meant("rockets") == meant("Rockets 2") == [*exact, *others]
    assert meant("rockets", "python") == ["acme/rockets", "web/fast-rockets"]
    assert "web/rockets-ui" not in [match.library.library_id for match in found.resolve("rockets", None)]
    assert meant("web/rockets") == ["web/rockets"]


def test_the_nearest_is_a_misspelt_name_and_no_other_word() -> None:
    assert finder().nearest("rokcets") == "web/rockets"
    assert finder().nearest("rokcets", "python") == "acme/rockets"
    assert finder().nearest("nobody/rockets") == "web/rockets"
    for other in ("rocketry", "rocketship", "nobody/moonshot", "zzqqxx"):
        assert finder().nearest(other) == ""


@pytest.mark.parametrize(
    ("query", "language", "meant"),
    [
        ("rockets", "python", ["acme/rockets"]),
        ("rocets", "python", ["acme/rockets"]),
        ("Zzqqxx>=1", None, ["pypi/zzqqxx"]),
        ("zzqqxx[extra]", "python", ["pypi/zzqqxx"]),
    ],
)
def test_a_query_means_what_matches_or_a_published_package(query: str, language: str | None, meant: list[str]) -> None:
    published = finder_of(REGISTRY, FakeEnvironment(), published=True)
    assert [match.library.library_id for match in published.identify(query, language)][:1] == meant


@pytest.mark.parametrize(
    ("query", "language", "published"),
    [("zzqqxx", None, False), ("zzqqxx", "rust", True), ("zzqqxx wwvvkk", None, True), ("", None, True)],
)
def test_a_query_that_means_nothing_is_unknown(query: str, language: str | None, published: bool) -> None:
    with pytest.raises(LibraryUnknown) as unknown:
        finder_of(REGISTRY, FakeEnvironment(), published=published).identify(query, language)
    assert unknown.value.library_id == query


KITE_NPM = Library(
    "web/kite", "kite", "Kite", languages=("javascript", "typescript"), npm_packages=("kite", "@kite/tail"),
    popularity={"npm": 1},
)  # fmt: skip
KITE_PYTHON = Library("acme/pykite", "pykite", "PyKite", languages=("python",), python_packages=("pykite", "kite-tail"))
KITES = Catalogue([KITE_NPM, KITE_PYTHON])


def in_project(folder: Path, *manifests: str) -> LibraryFinder:
    """Return the finder of a project with these manifests."""
    texts = {
        "pyproject.toml": '[project]\ndependencies = ["lantern"]',
        "package.json": '{"dependencies": {"hook": "1"}}',
    }
    for name in manifests:
        (folder / name).write_text(texts[name])
    return finder_of(KITES, FakeEnvironment(), dependencies=ProjectDependencies([folder]))


@pytest.mark.parametrize(
    ("manifests", "query", "language", "expected"),
    [
        (["pyproject.toml"], "kite", None, ["acme/pykite", "web/kite"]),
        (["pyproject.toml"], "kite>=2", None, ["acme/pykite", "web/kite"]),
        (["pyproject.toml"], "kite", "javascript", ["web/kite"]),
        (["pyproject.toml"], "npm/kite", None, ["web/kite"]),
        (["pyproject.toml"], "kite.js", None, ["web/kite"]),
        (["package.json"], "kite", None, ["web/kite"]),
        (["package.json"], "pykite", None, ["acme/pykite"]),
        (["pyproject.toml", "package.json"], "kite", None, ["web/kite"]),
        ([], "kite", None, ["web/kite"]),
    ],
)
def test_a_name_of_two_ecosystems_is_that_of_the_project(
    tmp_path: Path, manifests: list[str], query: str, language: str | None, expected: list[str]
) -> None:
    assert ids(in_project(tmp_path, *manifests), query, language) == expected


def test_an_installed_distribution_is_found_by_its_module(tmp_path: Path) -> None:
    described = tmp_path / "pykite-1.2.3.dist-info"
    described.mkdir()
    (tmp_path / "strings.py").write_text("")
    (described / "RECORD").write_text("strings.py,,")
    environment = FakeEnvironment()
    environment.installed = [InstalledPackage("pykite", "1.2.3", "", str(tmp_path), str(described))]
    found = finder_of(KITES, environment)
    assert ids(found, "strings")[0] == "acme/pykite"
    assert ids(found, "from strings import Knot")[0] == "acme/pykite"
    assert ids(found, "strings", "javascript") == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("two_rockets", ["pypi/two-rockets-slim", "acme/two-rockets"]),
        ("two-rockets", ["acme/two-rockets", "pypi/two-rockets-slim"]),
        ("pypi/two-rockets", ["acme/two-rockets"]),
    ],
)
def test_an_installed_distribution_counts_whose_module_is_named_like_a_package_that_the_project_lacks(
    tmp_path: Path, query: str, expected: list[str]
) -> None:
    described = tmp_path / "two_rockets_slim-1.2.3.dist-info"
    described.mkdir()
    (tmp_path / "two_rockets").mkdir()
    (described / "RECORD").write_text("two_rockets/__init__.py,,")
    environment = FakeEnvironment()
    environment.installed = [InstalledPackage("two-rockets-slim", "1.2.3", "", str(tmp_path), str(described))]
    packages = ("two-rockets", "two-rockets-slim")
    library = Library("acme/two-rockets", "two", "Two", languages=("python",), python_packages=packages)
    found = finder_of(Catalogue([library]), environment)
    assert ids(found, query) == expected
    imported = found.imported("two_rockets", "python")
    assert imported is not None
    assert imported.library_id == "pypi/two-rockets-slim"
    assert found.project_library("two_rockets").library_id == "pypi/two-rockets-slim"
    assert found.project_library("two-rockets").library_id == "acme/two-rockets"


def test_a_package_that_is_not_the_main_one_comes_before_its_entry(tmp_path: Path) -> None:
    found = in_project(tmp_path)
    assert ids(found, "npm/@kite/tail") == ids(found, "@kite/tail") == ["npm/kite/tail", "web/kite"]
    assert ids(found, "@kite/tail@2.1") == ["npm/kite/tail", "web/kite"]
    assert ids(found, "kite") == ["web/kite"]
    assert ids(found, "kite_tail")[0] == "acme/pykite", "the spelling of an import"


def test_plain_words_find_what_the_project_uses_first() -> None:
    registry = Catalogue(
        [
            Library("fame/loom", "loom", "Loom", "Weaves carpets from wool.", ("python",), python_packages=("loom",),
                    popularity={"pypi": 1}),
            Library("quiet/spindle", "spindle", "Spindle", "Weaves wool.", ("python",), python_packages=("spindle",)),
        ]
    )  # fmt: skip
    query = "weave carpets of wool"
    assert ids(finder_of(registry, FakeEnvironment()), query)[0] == "fame/loom"
    used = FakeEnvironment("spindle", "felting")
    used.installed[1] = replace(used.installed[1], summary="Felt from wool without a loom, for carpets.")
    assert ids(finder_of(registry, used), "wool weaving")[0] == "quiet/spindle"
    assert ids(finder_of(registry, used), "felt carpets")[0] == "pypi/felting"
    assert "pypi/felting" not in ids(finder_of(registry, used), "felt carpets", "javascript")


def test_a_scoped_name_that_nobody_knows_is_offered_with_little_relevance() -> None:
    published = finder_of(REGISTRY, FakeEnvironment(), published=True)
    [match] = published.resolve("@acme/tank", None)
    assert (match.library.library_id, match.relevance) == ("npm/acme/tank", 0.45)
    assert published.resolve("@acme/tank", "python") == []
    assert finder().resolve("@acme/tank", None) == []


@pytest.mark.parametrize(
    ("module", "language", "meant"),
    [
        ("rockets", "python", "acme/rockets"),
        ("kelp", "python", "sea/pykelp"),
        ("pyrockets", "python", "pypi/pyrockets"),
        ("rocketz", "python", "pypi/rocketz"),
        ("anemone", "python", "pypi/python-anemone"),
        # Of several packages of a library the one named like the module.
        ("kelp_dryer", "python", "pypi/kelp-dryer"),
        ("squid", "python", "pypi/pysquid"),
        ("kelp", "typescript", None),
    ],
)
def test_an_import_means_the_package_of_its_name_or_with_an_affix_more(
    tmp_path: Path, module: str, language: str, meant: str | None
) -> None:
    (tmp_path / "requirements.txt").write_text("python-anemone\nPySquid>=2\n")
    kelp = Library("sea/pykelp", "pykelp", "PyKelp", languages=("python",), python_packages=("pykelp", "kelp-dryer"))
    dependencies = ProjectDependencies([tmp_path])
    found = finder_of(
        REGISTRY.with_libraries([kelp]), FakeEnvironment(), published=True, dependencies=dependencies
    ).imported(module, language)
    assert (found.library_id if found else None) == meant


@pytest.mark.parametrize(
    ("query", "language", "installed", "package"),
    [
        ("httpserver", None, ("kelp",), "pypi/httpserver"),
        ("httpserver==1.0", None, ("kelp",), "pypi/httpserver"),
        ("pyrockets", None, ("kelp",), "pypi/pyrockets"),
        ("pyrockets", "python", (), "pypi/pyrockets"),
        # Of a project of no language, or of another one, the library is meant.
        ("httpserver", None, (), None),
        ("httpserver", "javascript", ("kelp",), None),
        ("pyrockets", "javascript", (), None),
        # Spelt exactly, described, misspelt.
        ("http-server", None, ("kelp",), None),
        ("Rockets", None, ("kelp",), None),
        ("python-rockets", None, ("kelp",), None),
        ("rokets", None, ("kelp",), None),
    ],
)
def test_a_name_that_a_library_is_only_called_like_may_be_a_published_package(
    query: str, language: str | None, installed: tuple[str, ...], package: str | None
) -> None:
    for published in (True, False):
        own = finder_of(REGISTRY, FakeEnvironment(*installed), published=published)
        match = own.perhaps_published(query, language, own.resolve(query, language))
        assert (match and match.library.library_id) == (package if published else None)
        assert match is None or match.relevance == 1.0


@pytest.mark.parametrize(
    ("query", "language", "installed", "package"),
    [
        ("abalone", None, (), "pypi/abalone"),
        ("Sea_Cucumber==1.0", None, ("kelp",), "pypi/sea-cucumber"),
        ("abalone", "python", (), "pypi/abalone"),
        ("abalone", "javascript", ("kelp",), "npm/abalone"),
        ("abalone", "rust", (), None),
        # Known, misspelt, several words, one letter.
        ("rockets", None, (), None),
        ("rokets", None, (), None),
        ("abalone shell", None, (), None),
        ("a", None, (), None),
    ],
)
def test_a_name_that_is_like_nothing_may_be_a_published_package(
    query: str, language: str | None, installed: tuple[str, ...], package: str | None
) -> None:
    for published in (True, False):
        own = finder_of(REGISTRY, FakeEnvironment(*installed), published=published)
        match = own.perhaps_published(query, language, own.resolve(query, language))
        assert (match and match.library.library_id) == (package if published else None)
        assert match is None or match.relevance < LEAST_RELEVANCE


def test_a_remembered_name_is_found_anew_as_soon_as_the_project_differs(tmp_path: Path) -> None:
    now = [0.0]
    found = finder_of(
        REGISTRY,
        ProjectEnvironment(tmp_path, "none", monotonic=lambda: now[0]),
        dependencies=ProjectDependencies([tmp_path], monotonic=lambda: now[0]),
        node_modules=NodeModules([tmp_path], monotonic=lambda: now[0]),
    )
    assert [ids(found, name) for name in ("sextant", "astrolabe", "sextant")] == [[], [], []]
    (tmp_path / "requirements.txt").write_text("sextant==1.0\n")
    now[0] += 2
    assert ids(found, "sextant") == ["pypi/sextant"]
    package = tmp_path / "node_modules" / "astrolabe"
    package.mkdir(parents=True)
    (package / "package.json").write_text('{"name": "astrolabe", "version": "1.0.0"}')
    now[0] += 2
    assert (ids(found, "astrolabe"), ids(found, "sextant")) == (["npm/astrolabe"], ["pypi/sextant"])


@pytest.mark.parametrize("name", ["anemone", "pyanemone", "anemonejs"])
def test_a_library_keeps_its_name_without_the_affix_that_it_has(name: str) -> None:
    anemone = Library(
        "reef/python-anemone", "python-anemone", "python-anemone", languages=("python",),
        python_packages=("python-anemone",),
    )  # fmt: skip
    own = finder_of(REGISTRY.with_libraries([anemone]), FakeEnvironment("kelp"), published=True)
    matches = own.resolve(name, None)
    match = own.perhaps_published(name, None, matches)
    assert matches[0].library is anemone
    # Without an affix it is the module of the library; with another one it may be a package of its own.
    assert (match and match.library.library_id) == (None if name == "anemone" else f"pypi/{name}")


def needing(folder: Path, registry: Catalogue = REGISTRY, **files: str) -> LibraryFinder:
    """Return the finder of a project that has these files, and nothing installed."""
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, "utf-8")
    return finder_of(registry, FakeEnvironment(), ProjectDependencies([folder]))


def test_what_the_project_needs_is_a_library_by_its_name(tmp_path: Path) -> None:
    found = needing(tmp_path, package_json='{"dependencies": {"knots": "1.0.0"}}', requirements_txt="Fuel\n")
    assert found.library("npm/knots").npm_packages == ("knots",)
    assert found.library("pypi/fuel").python_packages == ("fuel",)
    assert found.resolve("knots", None)[0].library.library_id == "npm/knots"
    assert found.resolve("fuel", "javascript")[:1] == []
    assert found.ids_with_prefix("npm/", 5) == ["npm/knots"]


def test_npm_packages_of_the_project_are_found_by_their_slugs(tmp_path: Path) -> None:
    found = needing(tmp_path, package_json='{"dependencies": {"@acme/Fuel.kit": "^1.0.0", "pumps": "2.0.0"}}')
    for query in ("@acme/Fuel.kit", "pumps"):
        [match] = found.resolve(query, None)
        assert found.find(match.library.slug) == match.library
    assert found.find("npm-acme-tanks") is None


def test_of_exact_matches_the_one_the_project_needs_comes_first(tmp_path: Path) -> None:
    twin = Library("a/sails", "a-sails", "Sails", languages=("python",), python_packages=("sails",))
    sails = Library("sea/sails", "sails", "Sails", languages=("javascript",), npm_packages=("@sea/sails", "sails"))
    both = needing(tmp_path, Catalogue([twin, sails]), package_json='{"dependencies": {"sails": "1.0.0"}}')
    assert ids(both, "sails") == ["npm/sails", "sea/sails", "a/sails"]
