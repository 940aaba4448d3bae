import dataclasses

import pytest

from pro_context_engine.domain.model import Library, Match, MatchedVia
from pro_context_engine.libraries.registry.catalogue import Catalogue

LIBRARIES = (
    Library(
        "orchard/apple",
        "apple",
        "Apple Picker",
        description="Harvest planner for Python.",
        languages=("python",),
        categories=("farming",),
        python_packages=("apple", "apple-cider"),
        aliases=("old-orchard/apple", "ap2", "fruit knife"),
        popularity={"pypiDownloads": 3},
    ),
    Library(
        "orchard/apple-js",
        "apple-js",
        "Apple.js",
        description="Harvest planner for the browser.",
        languages=("javascript", "typescript"),
        npm_packages=("apple", "@orchard/core"),
        popularity={"npmDownloads": 90},
    ),
    Library(
        "meadow/cowbell",
        "cowbell",
        "cowbell",
        description="Bell ringing schedules, written in Rust, for Python.",
        languages=("python",),
        python_packages=("python-cowbell",),
        popularity={"pypiDownloads": 700},
    ),
    Library("docs.farm.example/barnyard", "barnyard", "Barnyard", description="Database of animals."),
)


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue(LIBRARIES, "registry-2000-01-01")


def first(matches: list[Match]) -> tuple[str, MatchedVia]:
    return matches[0].library.library_id, matches[0].matched_via


def test_the_most_popular_library_stands_first(catalogue: Catalogue) -> None:
    assert [library.slug for library in catalogue.all()] == ["apple", "apple-js", "cowbell", "barnyard"]


@pytest.mark.parametrize(
    ("asked", "library_id"),
    [
        ("orchard/apple", "orchard/apple"),
        ("Orchard/APPLE", "orchard/apple"),
        ("old-orchard/apple", "orchard/apple"),
        ("apple", "orchard/apple"),
        ("apple_cider", "orchard/apple"),
        ("pypi/Apple.Cider", "orchard/apple"),
        ("npm/apple", "orchard/apple-js"),
        ("@orchard/core", "orchard/apple-js"),
        ("python-cowbell", "meadow/cowbell"),
    ],
)
def test_get_takes_ids_slugs_and_packages(catalogue: Catalogue, asked: str, library_id: str) -> None:
    library = catalogue.get(asked)
    assert library is not None
    assert library.library_id == library_id


@pytest.mark.parametrize("asked", ["", "appel", "fruit knife", "pypi/nothing", "npm/python-cowbell", "pypi/"])
def test_get_takes_nothing_else(catalogue: Catalogue, asked: str) -> None:
    assert catalogue.get(asked) is None


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("apple-cider>=2", ("orchard/apple", MatchedVia.PACKAGE_NAME)),
        ("Apple_Cider[press]", ("orchard/apple", MatchedVia.PACKAGE_NAME)),
        ("meadow/cowbell", ("meadow/cowbell", MatchedVia.LIBRARY_ID)),
        ("cowbell", ("meadow/cowbell", MatchedVia.LIBRARY_ID)),
        ("AP2", ("orchard/apple", MatchedVia.ALIAS)),
        ("fruit-knife", ("orchard/apple", MatchedVia.ALIAS)),
        ("Apple Picker", ("orchard/apple", MatchedVia.ALIAS)),
    ],
)
def test_exact_names_are_certain(catalogue: Catalogue, query: str, expected: tuple[str, MatchedVia]) -> None:
    matches = catalogue.resolve(query)
    assert first(matches) == expected
    assert matches[0].relevance == 1.0


def test_a_name_two_libraries_publish_gives_both_the_popular_one_first(catalogue: Catalogue) -> None:
    matches = catalogue.resolve("apple")
    assert [match.library.slug for match in matches] == ["apple", "apple-js"]
    assert {match.relevance for match in matches} == {1.0}


@pytest.mark.parametrize("language", ["javascript", "typescript", "TS", "js"])
def test_the_language_narrows(catalogue: Catalogue, language: str) -> None:
    assert [match.library.slug for match in catalogue.resolve("apple", language)] == ["apple-js"]


def test_no_library_without_the_language_is_returned(catalogue: Catalogue) -> None:
    for query in ("apple", "harvest planner", "barnyard", "cowbel"):
        assert all("python" in match.library.languages for match in catalogue.resolve(query, "python"))
    assert catalogue.resolve("apple", "cobol") == []


@pytest.mark.parametrize(
    ("query", "slug"),
    [("cowbell.ring.tools", "cowbell"), ("@orchard/core/press", "apple-js"), ("apple.cider.press", "apple")],
)
def test_a_module_finds_its_package(catalogue: Catalogue, query: str, slug: str) -> None:
    match = catalogue.resolve(query)[0]
    assert match.library.slug == slug
    assert 0.9 <= match.relevance < 1.0


@pytest.mark.parametrize("query", ["cowbel", "cwobell", "cowbelll", "cobwell1", "kowbell"])
def test_misspellings_find_the_name_but_are_less_certain(catalogue: Catalogue, query: str) -> None:
    matches = catalogue.resolve(query)
    assert first(matches) == ("meadow/cowbell", MatchedVia.FUZZY)
    assert 0.7 <= matches[0].relevance < 1.0


def test_fewer_edits_are_more_relevant(catalogue: Catalogue) -> None:
    assert catalogue.resolve("cowbel")[0].relevance > catalogue.resolve("cwobel")[0].relevance


@pytest.mark.parametrize(
    ("query", "slug"),
    [
        ("how to use cowbell", "cowbell"),
        ("python apple picker docs", "apple"),
        ("harvest planner python", "apple"),
        ("harvest planner typescript", "apple-js"),
        ("bell schedule written in rust", "cowbell"),
        ("a database of animals", "barnyard"),
        ("cowbel ringing tutorial", "cowbell"),
    ],
)
def test_plain_words_find_the_library(catalogue: Catalogue, query: str, slug: str) -> None:
    match = catalogue.resolve(query)[0]
    assert match.library.slug == slug
    assert match.matched_via is MatchedVia.FUZZY
    assert match.relevance > 0.5


@pytest.mark.parametrize(
    "query",
    [
        "",
        "  ",
        "zzz",
        "9999",
        "@nowhere/kit",
        "@orchard/unknown-part",
        "bell_tower_sdk_x1",
        "lorem ipsum",
        "\x00\u202e",
        "…",
    ],
)
def test_what_is_not_known_is_at_most_a_guess(catalogue: Catalogue, query: str) -> None:
    assert all(match.relevance < 0.5 for match in catalogue.resolve(query))


def test_an_unknown_package_of_a_known_scope_guesses_its_publisher(catalogue: Catalogue) -> None:
    assert catalogue.resolve("@orchard/unknown-part")[0].library.slug == "apple-js"


@pytest.mark.parametrize("query", ["a" * 10_000, "word " * 5_000, "[" * 10_000, "a." * 5_000, "@/" * 5_000])
def test_absurd_queries_are_answered(catalogue: Catalogue, query: str) -> None:
    assert len(catalogue.resolve(query)) <= 10


def test_results_are_at_most_ten_in_falling_and_repeatable_order() -> None:
    crowd = [Library(f"crowd/lib{n}", f"crowd{n}", f"Crowd {n}", description="Sheep counting pens.") for n in range(30)]
    matches = Catalogue(crowd).resolve("sheep counting")
    again = Catalogue(reversed(crowd)).resolve("sheep counting")
    assert len(matches) == 10
    assert matches == again
    assert [match.relevance for match in matches] == sorted((match.relevance for match in matches), reverse=True)


@pytest.mark.parametrize(
    ("unknown", "near"),
    [
        ("orchard/aple", "orchard/apple"),
        ("nobody/cowbell", "meadow/cowbell"),
        ("cowbll", "meadow/cowbell"),
        ("pypi/cowbll", "meadow/cowbell"),
        ("apple-c", "orchard/apple"),
        ("barnya", ""),
        ("harvest", ""),
        ("nobody/ap2", ""),
        ("utterly/unrelated", ""),
        ("", ""),
    ],
)
def test_closest_names_what_was_probably_meant(catalogue: Catalogue, unknown: str, near: str) -> None:
    assert catalogue.closest(unknown) == near


WORKSHOP = (
    Library("wood/plane", "plane", "Plane", "Flattens wooden boards.", ("python",), python_packages=("plane",),
            aliases=("wood smoothing toolkit",), popularity={"pypi": 5}),
    Library("wood/sander", "sander", "Sander", "Smoother for planed boards, with Plane plugins.", ("python",),
            python_packages=("sander",), popularity={"pypi": 900}),
    Library("web/board", "board", "Board", "Drag and drop boards in realtime.", ("javascript", "typescript"),
            npm_packages=("board",), popularity={"npm": 4}),
    Library("web/easel-kit", "easel", "Easel", "Realtime drawing components.", ("javascript", "typescript"),
            npm_packages=("easel",), popularity={"npm": 40}),
    Library("web/easel-frames", "easel-frames", "Frames", "Picture components for Easel.", ("javascript",),
            npm_packages=("frames",), popularity={"npm": 600}),
    Library("sites.example/chisel-cloud", "chisel-cloud", "Chisel Cloud"),
)  # fmt: skip


@pytest.fixture(scope="module")
def workshop() -> Catalogue:
    return Catalogue(WORKSHOP)


@pytest.mark.parametrize(
    ("query", "slug"),
    [
        ("toolkit for smoothing wood", "plane"),
        ("easel kit", "easel"),
        ("web easel frames", "easel-frames"),
        ("real time drawing", "easel"),
        ("boards python", "plane"),
        ("boards for javascript", "board"),
        ("components for easel", "easel-frames"),
        ("easel component library", "easel-frames"),
        ("alternative to plane", "sander"),
        ("something smoother than plane", "sander"),
    ],
)
def test_the_words_around_a_subject_say_what_is_wanted(workshop: Catalogue, query: str, slug: str) -> None:
    assert workshop.resolve(query)[0].library.slug == slug


TOOLS = (
    Library("wood/rasp", "rasp", "Rasp", "Hand tool.", ("python",), python_packages=("rasp",),
            purposes=("round off edges", "shape curved wood"), popularity={"pypi": 9}),
    Library("wood/file", "edger", "Edger", "Rounds edges.", ("python",), python_packages=("edger",),
            popularity={"pypi": 2}),
    Library("web/curve", "curve", "Curve", "Draws lines.", ("javascript",), npm_packages=("curve",),
            purposes=("wood textures", "curved lines", "benches as code", "invoices"), popularity={"npm": 3}),
    Library("web/glue", "glue", "Glue", "Joins.", ("javascript",), npm_packages=("glue",),
            aliases=("edge joiner",), popularity={"npm": 1}),
)  # fmt: skip


@pytest.mark.parametrize(
    ("query", "slug", "sure"),
    [
        ("round off edges", "rasp", True),
        ("shaping of curved wood", "rasp", True),
        ("curved wood in python", "rasp", True),
        ("textures of wood", "curve", True),
        ("edge joiner", "glue", True),
        ("edge joiner python", "glue", False),
        ("benches as code", "curve", True),
        ("a library for invoices", "curve", True),
        ("benches", "curve", False),
        ("invoices", "curve", False),
    ],
)
def test_purposes_find_a_library_in_the_words_of_its_users(query: str, slug: str, sure: bool) -> None:
    match = Catalogue(TOOLS).resolve(query)[0]
    assert match.library.slug == slug
    assert (match.relevance >= 0.5) is sure


def test_the_order_of_the_words_of_a_purpose_matters() -> None:
    there = Library("a/reader", "reader", "Reader", "Audio.", purposes=("text to speech",), popularity={"pypi": 5})
    back = Library("a/writer", "writer", "Writer", "Audio.", purposes=("speech to text",), popularity={"pypi": 900})
    assert Catalogue((there, back)).resolve("text to speech")[0].library is there
    assert Catalogue((there, back)).resolve("speech to text")[0].library is back


def test_the_name_of_a_language_may_be_part_of_a_purpose() -> None:
    inside = Library("a/inks", "inks", "Inks", "Paints.", ("javascript",), purposes=("stains in js",))
    famous = Library("a/pots", "pots", "Pots", "Stains.", ("javascript",), popularity={"npm": 900})
    assert Catalogue((inside, famous)).resolve("stains in js")[0].library is inside


def test_a_library_to_compare_with_is_not_an_answer(workshop: Catalogue) -> None:
    assert "plane" not in [match.library.slug for match in workshop.resolve("alternatives to plane for boards")]


@pytest.mark.parametrize(
    "query", ["planetarium", "easels", "boarder", "realtime", "smoother", "steam engine board", "chisel", "boxrd"]
)
def test_other_words_are_no_misspelt_names(workshop: Catalogue, query: str) -> None:
    assert all(match.relevance < 0.5 for match in workshop.resolve(query))
    assert workshop.closest(query) == ""


@pytest.mark.parametrize(("query", "slug"), [("esael", "easel"), ("plaen", "plane"), ("sandder", "sander")])
def test_slips_are_misspelt_names(workshop: Catalogue, query: str, slug: str) -> None:
    match = workshop.resolve(query)[0]
    assert match.library.slug == slug
    assert match.relevance >= 0.7


def test_libraries_of_the_project_come_first_also_unknown_ones(workshop: Catalogue) -> None:
    query = "picture components"
    own = Library("pypi/gallery", "gallery", "gallery", "Components of a picture gallery.", ("python",))
    easel = [library for library in WORKSHOP if library.slug == "easel"]
    assert [match.library.slug for match in workshop.resolve(query)][:2] == ["easel-frames", "easel"]
    assert workshop.resolve("drawing or picture components", None, easel)[0].library.slug == "easel"
    assert workshop.resolve(query, None, [own])[0].library == own
    assert own not in [match.library for match in workshop.resolve(query, "javascript", [own])]
    assert own not in [match.library for match in workshop.resolve("easel", None, [own])]


def test_extended_adds_and_replaces_and_leaves_the_first_alone(catalogue: Catalogue) -> None:
    renamed = dataclasses.replace(LIBRARIES[0], name="Renamed")
    added = Library("own/handbook", "handbook", "Handbook")
    with_libraries = catalogue.with_libraries([renamed, added])
    assert len(with_libraries.all()) == len(LIBRARIES) + 1
    assert first(with_libraries.resolve("handbook")) == ("own/handbook", MatchedVia.LIBRARY_ID)
    replaced = with_libraries.get("orchard/apple")
    assert replaced is not None
    assert replaced.name == "Renamed"
    assert with_libraries.version == catalogue.version == "registry-2000-01-01"
    assert catalogue.get("handbook") is None
