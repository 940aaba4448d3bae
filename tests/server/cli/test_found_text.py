"""How search results read on a terminal."""

from pro_context.cli.found_text import matches_text


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
