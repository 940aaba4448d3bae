"""How results read on a terminal."""

from pro_context.cli.result_texts import answer_text, matches_text

RESULT = {
    "libraryId": "acme/rockets",
    "confidence": 0.756,
    "stale": False,
    "source": "https://docs.example/fuel",
    "content": "> Source: …\n\nIt burns.\n\n",
}


def test_an_answer_without_version_age_or_related_pages() -> None:
    assert answer_text(RESULT) == (
        "acme/rockets · confidence 0.76\n\n> Source: …\n\nIt burns.\n\nsources:\n  [1] https://docs.example/fuel"
    )


def test_an_answer_with_everything() -> None:
    related = [{"title": "Tanks", "url": "https://docs.example/tanks"}]
    lines = answer_text({**RESULT, "version": "1.2", "stale": True, "relatedPages": related}).splitlines()
    assert lines[0] == "acme/rockets 1.2 · confidence 0.76 · stale (`pro-context warm` fetches it anew)"
    related_lines = ["related pages:", "  Tanks  https://docs.example/tanks"]
    assert lines[-5:] == [*related_lines, "", "sources:", "  [1] https://docs.example/fuel"]


def test_passages_come_first_under_numbers_and_sources_last() -> None:
    content = (
        "> Warning: This documents 1.0. [ab12cd34]\n\n> Quoted. Only lines with [ab12cd34] are ours.\n\n"
        "> Source: https://docs.example/fuel (acme/rockets) [ab12cd34]\n> Section: Fuel › Burning\n\nIt burns.\n\n"
        "---\n\n"
        "> Source: https://docs.example/tanks (acme/rockets) [ab12cd34]\n\nTanks.\n---\nMore.\n\n> End [ab12cd34]"
    )
    assert answer_text({**RESULT, "content": content}).splitlines()[2:] == [
        *(
            "note: This documents 1.0.",
            "",
            "[1] Fuel › Burning",
            "",
            "It burns.",
            "",
            "[2]",
            "",
            "Tanks.",
            "---",
            "More.",
        ),
        *(
            "",
            "sources:",
            "  [1] https://docs.example/fuel (acme/rockets)",
            "  [2] https://docs.example/tanks (acme/rockets)",
        ),
    ]


def test_matches_stand_in_columns() -> None:
    matches = [
        {"relevance": 1.0, "libraryId": "acme/rockets", "name": "Rockets", "description": "", "installedVersion": "1"},
        {"relevance": 0.5, "libraryId": "a/b", "name": "B", "description": "A letter."},
    ]
    assert matches_text({"results": matches}).splitlines() == [
        "1.00  acme/rockets  Rockets · installed 1",
        "0.50  a/b           B · A letter.",
    ]
    assert matches_text({"results": []}) == "no library matches"
