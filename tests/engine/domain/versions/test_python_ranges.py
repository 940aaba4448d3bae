"""Ranges of Python packages: other notations in that of PEP 440, and the intersection of two ranges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.specifiers import SpecifierSet

from pro_context_engine.domain.versions.python_ranges import plain_range, python_intersection
from pro_context_engine.domain.versions.python_versions import version_range


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("", ""),
        ("*", ""),
        (">=1,<2", ">=1,<2"),
        ("<2,>=1", ">=1,<2"),
        (">= 1.0, < 1.4", ">=1.0,<1.4"),
        (">=1.0 <1.4", ">=1.0,<1.4"),
        ("~=1.4", "~=1.4"),
        ("1.4", "==1.4"),
        ("=1.4", "==1.4"),
        ("v1.4", "==v1.4"),
        ("1.4.*", "==1.4.*"),
        ("==1.4.*", "==1.4.*"),
        ("1.x", "==1.*"),
        ("^1.2", ">=1.2,<2"),
        ("^ 1.2.3", ">=1.2.3,<2"),
        ("^0.3.1", ">=0.3.1,<0.4"),
        ("^0.0.3", ">=0.0.3,<0.0.4"),
        ("^1.0b2", ">=1.0b2,<2"),
        ("~1.2", ">=1.2,<1.3"),
        ("~1", ">=1,<2"),
        ("^1.2,!=1.3.0", ">=1.2,!=1.3.0,<2"),
        ("==*", ""),
        ("^1.2 || ^3.1", ">=1.2,<4"),
        ("~=1.4 | 2.*", ">=1.4,<3"),
        (">=3 || 1.4", ">=1.4"),
        ("<2 || 2.5", "<=2.5"),
        ("* || ^1", ""),
    ],
)
def test_other_notations_are_written_as_pep_440(text: str, plain: str) -> None:
    assert plain_range(text) == plain


@pytest.mark.parametrize("text", ["latest", "^", "=>1", "^1 || nope", "1.4.*.2", "x" * 3_000])
def test_a_malformed_range_is_none(text: str) -> None:
    assert plain_range(text) is None


@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        (">=1,<3", ">=2", ">=2,<3"),
        (">=1", ">=1", ">=1"),
        ("~=1.4", "!=1.4.2", "~=1.4,!=1.4.2"),
        ("==2.0", ">=1", "==2.0,>=1"),
        (">=1", "<2rc1", ">=1,<2rc1"),
        (">=1.4,!=1.4.*", "<2", ">=1.4,!=1.4.*,<2"),
        (">1.0", "<1.0.0.1", ">1.0,<1.0.0.1"),
        ("<2", ">=2", None),
        ("==1.0", "==2.0", None),
        ("==1.4.*", ">=2", None),
        ("~=1.4", "<1.4", None),
        (">=1.4,<1.5", "!=1.4.*", None),
        (">2", "<=2", None),
        ("===1.0-own", "===2.0-own", None),
    ],
)
def test_an_intersection_is_one_text(first: str, second: str, both: str | None) -> None:
    assert python_intersection(first, second) == both


def test_an_intersection_that_is_too_long_is_none() -> None:
    many = ",".join(f"!={number}.0.0" for number in range(150))
    assert python_intersection(f">=1,{many}", many.replace(".0.0", ".1.1")) is None


NUMBERS = st.lists(st.integers(0, 3), min_size=1, max_size=3).map(lambda found: ".".join(map(str, found)))
VERSIONS = st.builds(lambda number, end: number + end, NUMBERS, st.sampled_from(["", "", "", "rc1", ".dev1", ".post1"]))
CONDITIONS = st.one_of(
    st.builds(lambda sign, version: sign + version, st.sampled_from([">=", ">", "<", "<=", "==", "!="]), VERSIONS),
    st.builds(lambda sign, number: f"{sign}{number}.*", st.sampled_from(["==", "!="]), NUMBERS),
    st.builds(lambda number: f"~={number}.1", NUMBERS),
)
RANGES = st.lists(CONDITIONS, min_size=1, max_size=3).map(",".join)


@given(RANGES, RANGES, st.lists(VERSIONS, min_size=1, max_size=20))
def test_a_version_is_in_the_intersection_if_it_is_in_both(first: str, second: str, versions: list[str]) -> None:
    both = python_intersection(first, second)
    meant = version_range(both) if both is not None else None
    assert both is None or meant is not None
    for version in versions:
        in_both = all(SpecifierSet(one).contains(version, prereleases=True) for one in (first, second))
        assert in_both == (meant is not None and meant.contains(version, prereleases=True))


@given(st.text("0123456789.xX*^~<>=!-|v ,abrc", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    plain = plain_range(text)
    assert not plain or version_range(plain) is not None
