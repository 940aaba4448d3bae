from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.domain.versions.project_version import ProjectVersion, VersionOrigin
from pro_context_engine.domain.versions.version_match import VersionMatch, VersionVerdict, version_verdict


def has(version: str) -> ProjectVersion:
    return ProjectVersion("pypi/pond", VersionOrigin.LOCK, "uv.lock", exact=version)


def may_have(wanted: str, package: str = "pypi/pond") -> ProjectVersion:
    return ProjectVersion(package, VersionOrigin.MANIFEST, "the manifest", ranges=(wanted,))


NUMBERS = st.lists(st.integers(0, 40), min_size=1, max_size=4).map(lambda parts: ".".join(map(str, parts)))
TEXTS = st.one_of(NUMBERS, st.text(max_size=20))


@pytest.mark.parametrize(
    ("documented", "wanted", "match"),
    [
        ("2.4.1", "2.4.1", VersionMatch.EXACT),
        ("2.4", "2.4.0", VersionMatch.EXACT),
        ("2.4.1", "2.6.0", VersionMatch.COMPATIBLE),
        ("2.4.1", "1.10", VersionMatch.MISMATCH),
        ("0.27.0", "0.27.2", VersionMatch.COMPATIBLE),
        ("0.27.0", "0.28.0", VersionMatch.MISMATCH),
        ("1.0", "0.9", VersionMatch.MISMATCH),
        ("1!2.0", "2.0", VersionMatch.MISMATCH),
        ("0.3.14", "0.3.x", VersionMatch.EXACT),
        ("0.4.0", "0.3.x", VersionMatch.MISMATCH),
        ("2.9", ">=2,<3", VersionMatch.EXACT),
        ("3.0", ">=2,<3", VersionMatch.MISMATCH),
        ("", "1.0", VersionMatch.UNKNOWN),
        ("nightly", "1.0", VersionMatch.UNKNOWN),
        ("nightly", "nightly", VersionMatch.EXACT),
        ("1.0", "^1.2", VersionMatch.MISMATCH),
        ("1.4", "^1.2", VersionMatch.EXACT),
        ("1.4", "~1.2", VersionMatch.MISMATCH),
        ("18.3.0-canary-a870b2d54", "18.3.0-canary-a870b2d54", VersionMatch.EXACT),
        ("18.3.0-canary-a870b2d54", "18.x", VersionMatch.UNKNOWN),
    ],
)
def test_a_wanted_version_is_judged(documented: str, wanted: str, match: VersionMatch) -> None:
    asked, had = version_verdict(documented, wanted, None), version_verdict(documented, "", has(wanted))
    assert (asked.match, had.match) == (match, match)
    assert "asked for" in asked.reason
    assert "of the project" in had.reason


def test_what_is_asked_for_decides_over_the_project() -> None:
    verdict = version_verdict("1.10.2", "1.10.2", has("2.0.0"))
    assert verdict == VersionVerdict(
        "1.10.2", "1.10.2", "2.0.0", VersionMatch.EXACT, "This documents 1.10.2, the version asked for."
    )


def test_nothing_is_judged_where_nothing_is_wanted() -> None:
    assert version_verdict("1.0", "", None) == VersionVerdict("1.0")


def test_a_mismatch_names_both_versions() -> None:
    reason = version_verdict("2.14.3", "", has("1.10")).reason
    assert "2.14.3" in reason
    assert "1.10" in reason


@given(TEXTS, TEXTS)
def test_every_pair_has_one_sentence(documented: str, wanted: str) -> None:
    verdict = version_verdict(documented, "", has(wanted) if wanted else None)
    assert (verdict.match is None) == (not wanted)
    assert bool(verdict.reason) == bool(wanted)


@given(NUMBERS, NUMBERS)
def test_two_versions_are_judged_alike_from_both_sides(one: str, other: str) -> None:
    assert version_verdict(one, "", has(other)).match is version_verdict(other, "", has(one)).match


@pytest.mark.parametrize(
    ("documented", "package", "wanted", "match"),
    [
        ("1.4.2", "pypi/pond", ">=1,<2", VersionMatch.COMPATIBLE),
        ("2.0.0", "pypi/pond", ">=1,<2", VersionMatch.MISMATCH),
        ("1.2.9", "npm/pond", "1.2", VersionMatch.COMPATIBLE),
        ("1.3.0", "npm/pond", "1.2", VersionMatch.MISMATCH),
        ("3.1.0", "npm/pond", "^1 || ^3", VersionMatch.COMPATIBLE),
        ("", "npm/pond", "^1 || ^3", VersionMatch.UNKNOWN),
    ],
)
def test_a_range_of_the_project_is_named_in_the_reason(
    documented: str, package: str, wanted: str, match: VersionMatch
) -> None:
    verdict = version_verdict(documented, "", may_have(wanted, package))
    assert (verdict.match, verdict.project) == (match, wanted)
    assert wanted in verdict.reason
    assert "the manifest" in verdict.reason


@pytest.mark.parametrize(
    ("documented", "words", "match"),
    [
        ("2.0.3", "2.0", VersionMatch.EXACT),
        ("2.1.0", "2.0", VersionMatch.MISMATCH),
        ("2.0.3", "2.0.0", VersionMatch.COMPATIBLE),
        ("5.1.0", "v5", VersionMatch.EXACT),
        ("1.4.2", "1.x", VersionMatch.EXACT),
        ("9.9", "latest", VersionMatch.EXACT),
        ("5.0.0-beta.1", "next", VersionMatch.EXACT),
        ("", "stable", VersionMatch.UNKNOWN),
        ("1.0", "installed", VersionMatch.COMPATIBLE),
        ("1.2.3", "installed", VersionMatch.EXACT),
    ],
)
def test_the_words_of_a_request_are_judged_by_their_meaning(documented: str, words: str, match: VersionMatch) -> None:
    verdict = version_verdict(documented, words, has("1.2.3"))
    assert (verdict.match, verdict.requested) == (match, words)


def test_the_project_has_no_version_to_ask_for() -> None:
    assert version_verdict("1.0", "installed", None).match is VersionMatch.UNKNOWN
