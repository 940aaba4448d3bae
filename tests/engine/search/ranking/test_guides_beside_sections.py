"""Guides of a package beside the sections of its API reference."""

from dataclasses import replace

import pytest
from tests.engine.search.ranking.test_package_sections import hits_of
from tests.growth import grows_linearly

from pro_context_engine.domain.model import Hit
from pro_context_engine.search.index.analysis import query_terms
from pro_context_engine.search.ranking.guides_beside_sections import (
    guides_of,
    heading_repeats,
    is_guide,
    of_the_present,
    put_together,
    results_by_turns,
)
from pro_context_engine.search.ranking.ranked_pages import RankedPage, pages_of

DOCS = "pypi://dock/1.0.0/docs/docs"


def hit(url: str, score: float = 2.0) -> Hit:
    return hits_of("# Moor\n\nMoor a ship.\n", url, score)[0]


def pages(*scores: float, kind: str = "api") -> list[RankedPage]:
    return pages_of([hit(f"pypi://dock/1.0.0/{kind}/{number}", score) for number, score in enumerate(scores)])


@pytest.mark.parametrize(
    ("url", "guide"),
    [
        (f"{DOCS}/moor.rst", True),
        ("npm://@dock/kit/1.0.0/docs/moor.md", False),
        ("https://raw.example.org/dock/1.0.0/docs/moor.md", True),
        ("pypi://dock/1.0.0/api/dock.docs", False),
        ("pypi://dock/1.0.0/readme", False),
    ],
)
def test_guides_are_told_from_the_reference(url: str, guide: bool) -> None:
    assert is_guide(hit(url)) is guide


PAST = [
    *("whats-new-1.0.rst", "whatsnew/v0.7.1.rst", "release/prev_whats_new/github_stats_3.1.rst", "changelog.md"),
    *(
        "versions.rst",
        "dev/analysis/rope.md",
        "api/prev_api_changes/api_changes_3.9.0.rst",
        "history.rst",
        "versionhistory.rst",
        "releases/1.4.1.txt",
    ),
    *(
        "version0.5.rst",
        "release_notes/index.md",
        "migrate-to-dock2.rst",
        "v2_1_migration.md",
        "versionmigration.rst",
        "migrate_1_x_to_2_x.rst",
        "migration.md",
        "upgrading.md",
        "news/12.rst",
    ),
    *(
        "contributing.md",
        "internals/contributing/style.txt",
        "devel/testing.rst",
        "hacking.rst",
        "development/index.rst",
    ),
]
PRESENT = [
    *("moor.rst", "topics/migrations.txt", "ref/contrib/ships.txt", "howto/release-a-rope.rst", "exchanges.md"),
    *("support-versions.md", "historical-data.md", "newsletters.md", "developing-with-dock.md"),
    *("versions-of-ropes.md", "devices/crane.md"),
]


OTHERS = ["pypi://news/1.0/api/news", "pypi://news/1.0/readme", "npm://@releases/dock/2.0/docs/moor.md"]


@pytest.mark.parametrize("page", PAST)
def test_the_past_of_a_package_is_no_answer_unless_it_is_asked_about(page: str) -> None:
    past, now = hit(f"{DOCS}/{page}", 3.0), hit(f"{DOCS}/moor.rst", 2.0)
    in_npm = hit(f"npm://@dock/kit/1.0.0/docs/{page}")
    assert of_the_present([in_npm, now], "moor a ship") == [now]
    assert of_the_present([past, now], "moor a ship") == [now]
    assert of_the_present([past, now], "what changed in moor") == [past, now]
    shown = results_by_turns(pages_of([past, now]), "moor a ship")
    assert [one.url for one in shown] == [f"{DOCS}/moor.rst", f"{DOCS}/{page}"]
    assert [one.score for one in shown] == [3.0, 2.0]


@pytest.mark.parametrize("page", [f"{DOCS}/{page}" for page in PRESENT] + OTHERS)
def test_documents_of_the_present_are_told_by_whole_words(page: str) -> None:
    hits = [hit(page), hit("pypi://dock/1.0.0/api/dock")]
    assert of_the_present(hits, "moor a ship") == hits


@pytest.mark.parametrize(
    ("url", "is_last"),
    [
        ("https://news.example.org/en/5.2/topics/moor/", False),
        ("https://docs.example.org/devel/moor.html", False),
        ("https://docs.example.org/en/5.2/releases/5.1/", True),
        ("https://docs.example.org/v2.1/changelog.html", True),
    ],
)
def test_the_past_on_a_site_comes_last(url: str, is_last: bool) -> None:
    hits = [hit(url, 3.0), hit(f"{DOCS}/moor.rst", 2.0)]
    assert of_the_present(hits, "moor a ship") == hits
    assert [one.url == url for one in guides_of(hits, "moor a ship")] == [not is_last, is_last]
    assert guides_of(hits, "what changed in moor")[0].url == url


@pytest.mark.parametrize("unit", [" ", "1.2 - ", " 20", "x2"])
def test_hostile_headings_take_linear_time(unit: str) -> None:
    [one, *_] = hits_of("# Dock\n\nMoor a ship.\n", f"{DOCS}/moor.rst", 2.0)

    def look(length: int) -> None:
        chunk = replace(one.chunk, heading_path=(f"1.2{unit * (length // len(unit))}",))
        of_the_present([replace(one, chunk=chunk)], "moor a ship")

    assert grows_linearly(look, 20_000)


@pytest.mark.parametrize(
    ("heading", "is_release"),
    [
        *(
            (one, True)
            for one in ("1.4.2", "v2.0b1 (2019-10-07)", "Version 3.1", "[1.2.0] - 2024-05-06", "2.0 - Unreleased")
        ),
        *((one, False) for one in ("2.1 Moor a ship", "Ropes", "2024", "Python 3.12", "1.5 times as fast")),
    ],
)
def test_a_change_log_in_a_readme_is_of_the_past(heading: str, is_release: bool) -> None:
    readme = hits_of(f"# Dock\n\n## {heading}\n\nMoor a ship.\n", "pypi://dock/1.0.0/readme", 2.0)[-1]
    assert readme.chunk.heading_path[-1] == heading
    now = hit(f"{DOCS}/moor.rst")
    assert of_the_present([readme, now], "moor a ship") == ([now] if is_release else [readme, now])
    assert of_the_present([readme, now], "what changed in moor") == [readme, now]


@pytest.mark.parametrize(
    ("question", "is_about_past"),
    [
        ("remove a rope from the quay", False),
        ("release a rope", False),
        ("change the colour of a ship and start a new trip", False),
        ("update the history of a ship", False),
        ("the ship has moved since noon", False),
        ("wait 0.5 seconds before a ship moors", False),
        ("go on in 1.5 hours", False),
        ("what's new in the harbour", True),
        ("when was moor removed", True),
        ("breaking changes", True),
        ("moor in 2.0", True),
        ("which release has moor", True),
        ("upgrade to the next version", True),
        ("DeprecationWarning: moor is deprecated", True),
    ],
)
def test_the_form_of_the_words_tells_whether_the_past_is_meant(question: str, is_about_past: bool) -> None:
    past, now = hit(f"{DOCS}/changelog.md", 3.0), hit(f"{DOCS}/moor.rst", 2.0)
    assert of_the_present([past, now], question) == ([past, now] if is_about_past else [now])


def test_weak_guides_are_left_out_and_few_are_shown() -> None:
    assert len(guides_of([hit(f"{DOCS}/a.rst", 3.0), hit(f"{DOCS}/b.rst", 1.0)], "moor")) == 1
    assert len(guides_of([hit(f"{DOCS}/{number}.rst") for number in range(20)], "moor")) == 5


@pytest.mark.parametrize(
    ("by_guides", "by_sections", "order", "confidence"),
    [(0.8, 0.4, "gsggss", 0.6), (0.5, 0.4, "sggsgs", 0.4), (0.3, 0.4, "sggsgs", 0.4), (0.9, 0.6, "sggsgs", 0.6)],
)
def test_the_two_orders_are_put_together_by_turns(
    by_guides: float, by_sections: float, order: str, confidence: float
) -> None:
    guides, sections = pages(9.0, 6.0, 5.0, kind="docs"), pages(3.0, 2.0, 1.5)
    pages_shown, in_first = put_together(guides, sections, by_guides, by_sections)
    assert "".join("g" if "/docs/" in page.url else "s" for page in pages_shown) == order
    assert in_first == pytest.approx(confidence)
    assert all(page.score >= 0.4 * pages_shown[0].score for page in pages_shown)


@pytest.mark.parametrize(("by_sections", "leads"), [(0.8, True), (0.95, False)])
def test_a_guide_whose_heading_repeats_the_question_comes_first(by_sections: float, leads: bool) -> None:
    guides, sections = pages(9.0, kind="docs"), pages(3.0)
    assert put_together(guides, sections, 0.6, by_sections)[0][0] == sections[0]
    [first, _], _ = put_together(guides, sections, 0.6, by_sections, repeats=True)
    assert ("/docs/" in first.url) is leads


@pytest.mark.parametrize(
    ("heading", "repeats"),
    [
        ("Mooring a ship at the quay", True),
        ("Ships", False),
        ("Moor ships", False),
        ("Moor a ship at a quay without ropes, anchors or a crane", False),
    ],
)
def test_a_heading_repeats_a_question_by_most_of_its_words(heading: str, repeats: bool) -> None:
    [guide] = pages_of(hits_of(f"# {heading}\n\nSo it is done.\n", f"{DOCS}/moor.rst", 2.0))
    assert heading_repeats(guide, query_terms("how do I moor my ship at a quay")) is repeats


def test_results_of_a_search_have_guides_and_api_by_turns_with_falling_scores() -> None:
    results = [*pages(9.0, 8.0, 7.0), *pages(6.0, 5.0, 4.0, kind="docs")]
    shown = results_by_turns(results, "moor")
    assert "".join("g" if "/docs/" in page.url else "s" for page in shown) == "ggsgss"
    assert [page.score for page in shown] == [9.0, 8.0, 7.0, 6.0, 5.0, 4.0]
    assert results_by_turns(pages(3.0, 2.0), "moor") == pages(3.0, 2.0)


@pytest.mark.parametrize(
    ("heading", "is_about_people"),
    [
        *((one, True) for one in ("License", "Contributors ✨", "How to contribute", "💖 Sponsors", "Code of Conduct")),
        *((one, False) for one in ("Contributing events", "Author names", "Ropes", "Credit")),
    ],
)
def test_the_people_of_a_package_are_no_answer_unless_they_are_asked_about(heading: str, is_about_people: bool) -> None:
    readme = hits_of(f"# Dock\n\n## {heading}\n\nMoor a ship.\n", "npm://dock/1.0.0/readme", 2.0)[-1]
    api = hits_of("# License\n\n## License\n\nMoor a ship.\n", "npm://dock/1.0.0/api/dock.d.ts", 2.0)[-1]
    assert of_the_present([readme, api], "moor a ship") == ([api] if is_about_people else [readme, api])
    assert of_the_present([readme, api], "which licence has it, who are the contributors") == [readme, api]
