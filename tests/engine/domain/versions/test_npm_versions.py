"""Versions and ranges as npm writes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.domain.versions.npm_versions import npm_range, npm_version


@pytest.mark.parametrize(
    ("text", "fitting", "unfitting"),
    [
        ("1.2.3", "1.2.3", "1.2.4 1.2.3-beta.1"),
        ("v1.2.3", "1.2.3", "1.2.2"),
        ("=1.2.3", "1.2.3", "1.2.4"),
        ("==1.2.3", "1.2.3", "1.2.4"),
        ("^1.2.3", "1.2.3 1.9.0", "1.2.2 2.0.0 2.0.0-rc.1 1.5.0-beta"),
        ("^1.2", "1.2.0 1.9.9", "1.1.9 2.0.0"),
        ("^0.2.3", "0.2.3 0.2.9", "0.3.0 0.2.2 1.0.0"),
        ("^0.0.3", "0.0.3", "0.0.4 0.0.2"),
        ("^0.0", "0.0.0 0.0.9", "0.1.0"),
        ("^0", "0.0.0 0.9.9", "1.0.0"),
        ("^0.0.0", "0.0.0", "0.0.1"),
        ("^1.x", "1.0.0 1.9.9", "2.0.0"),
        ("^1.2.3-beta.2", "1.2.3-beta.2 1.2.3-beta.10 1.2.3 1.4.0", "1.2.3-beta.1 1.4.0-beta.3 2.0.0"),
        ("~1.2.3", "1.2.3 1.2.9", "1.3.0 1.2.2"),
        ("~> 1.2", "1.2.0 1.2.9", "1.3.0"),
        ("~1", "1.0.0 1.9.0", "2.0.0 0.9.0"),
        ("1.x", "1.0.0 1.9.9", "2.0.0 0.1.0"),
        ("1.2.X", "1.2.0", "1.3.0"),
        ("1.2.*", "1.2.7", "1.3.0"),
        ("4", "4.0.0 4.9.1", "5.0.0 3.9.9 4.0.0-rc.1"),
        ("*", "0.0.0 9.9.9", "1.0.0-rc.1"),
        ("", "", "1.0.0"),
        (">=1.2 <2", "1.2.0 1.99.0", "2.0.0 2.0.0-rc.1 1.1.0"),
        (">=1.2,<2", "1.2.0 1.99.0", "2.0.0 1.1.0"),
        (">= 1.2.0 < 2", "1.2.0", "2.0.0"),
        (">1.2", "1.3.0 2.0.0", "1.2.9"),
        (">1.2.3", "1.2.4", "1.2.3"),
        (">*", "", "0.0.0 9.0.0"),
        ("<=1.2", "1.2.9 0.1.0", "1.3.0"),
        ("<=1.2.3", "1.2.3", "1.2.4"),
        ("<2.0.0", "1.9.9", "2.0.0 2.0.0-rc.1"),
        ("1.2.3 - 2.3", "1.2.3 2.3.9", "2.4.0 1.2.2"),
        ("1.2 - 2.3.4", "1.2.0 2.3.4", "2.3.5"),
        ("^1.2 || 3.x || 5.0.1", "1.9.0 3.4.0 5.0.1", "2.0.0 5.0.0"),
        ("^1 ||", "1.0.0 7.0.0", "1.0.0-rc.1"),
        (">=1.0.0-rc.1", "1.0.0-rc.1 1.0.0-rc.2 1.0.0 2.0.0", "1.0.0-beta 2.0.0-rc.1"),
    ],
)
def test_a_range_has_what_npm_says_it_has(text: str, fitting: str, unfitting: str) -> None:
    found = npm_range(text)
    versions = {version: npm_version(version) for version in (fitting + " " + unfitting).split()}
    has = {version for version, parsed in versions.items() if found and parsed and found.contains(parsed)}
    assert has == set(fitting.split())


@pytest.mark.parametrize("text", ["latest", "1.2.3.4", ">=", "^^1", "1.2.3 -", "git+https://x", "^1 nope", "x" * 300])
def test_what_is_no_range_is_none(text: str) -> None:
    assert npm_range(text) is None


def test_versions_are_ordered_as_the_specification_says() -> None:
    written = "1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 1.0.1"
    parsed = [version for text in reversed(written.split()) if (version := npm_version(text))]
    assert [str(version) for version in sorted(parsed)] == written.split()


def test_build_metadata_does_not_count() -> None:
    assert npm_version("1.2.3+linux.7") == npm_version("v1.2.3")
    assert str(npm_version("1.2.3-rc.1+linux")) == "1.2.3-rc.1"


@pytest.mark.parametrize("text", ["1.2", "1.2.3.4", "^1.2.3", "latest", "", "1.2.3-", "9" * 300])
def test_what_is_no_version_is_none(text: str) -> None:
    assert npm_version(text) is None


def test_prereleases_count_where_they_are_wanted() -> None:
    found, version = npm_range("^1.2"), npm_version("1.5.0-beta.1")
    assert found
    assert version
    assert not found.contains(version)
    assert found.contains(version, prereleases=True)


@given(st.text("0123456789.xX*^~<>=-|v ,ab", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    found = npm_range(text)
    if found:
        found.contains(npm_version("1.2.3") or pytest.fail("a version"))
