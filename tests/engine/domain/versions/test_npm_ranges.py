"""The intersection of two ranges of npm."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.domain.versions.npm_ranges import MAX_ALTERNATIVES, npm_intersection
from pro_context_engine.domain.versions.npm_versions import npm_range, npm_version


@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        ("^1.2.0", ">=1.4", ">=1.4.0 <2.0.0"),
        ("^1.2.0", ">=1", "^1.2.0"),
        ("^17 || ^18", "^18.2.0", ">=18.2.0 <19.0.0"),
        ("^17 || ^18", ">=17.4", ">=17.4.0 <18.0.0 || >=18.0.0 <19.0.0"),
        ("1.2.3 - 2.3", "<2", ">=1.2.3 <2.0.0"),
        ("*", "^3", ">=3.0.0 <4.0.0"),
        ("^3", "*", "^3"),
        ("*", "x", "*"),
        ("4.6.0", "^4", "4.6.0"),
        ("^4", "4.6.0", "4.6.0"),
        (">1.2", "<=3.1", ">1.2 <3.2.0"),
        (">1", "*", ">1"),
        ("^1.0.0-rc.1", "<1.0.0-rc.7", ">=1.0.0-rc.1 <1.0.0-rc.7"),
        ("^1.0.0-rc.1", "<1.0.0", None),
        ("^1", "^2", None),
        ("4.6.0", "^3", None),
        (">*", "^3", None),
        ("latest", "^3", None),
    ],
)
def test_an_intersection_is_one_text(first: str, second: str, both: str | None) -> None:
    assert npm_intersection(first, second) == both


def test_many_alternatives_are_refused() -> None:
    evens, odds = (" || ".join(f">={2 * number + by}.0.0" for number in range(90)) for by in (0, 1))
    assert npm_intersection(evens, odds) is None


def test_as_many_alternatives_as_allowed_are_combined() -> None:
    many = " || ".join(f"{number}.x" for number in range(MAX_ALTERNATIVES))
    assert npm_intersection(many, ">=7.1") is not None


NUMBER = st.integers(0, 3).map(str)
RELEASES = st.tuples(NUMBER, NUMBER, NUMBER).map(".".join)
PARTIAL = st.lists(NUMBER, min_size=1, max_size=3).map(".".join)
VERSIONS = st.builds(lambda release, end: release + end, RELEASES, st.sampled_from(["", "", "", "-rc.1", "-0"]))
COMPARATORS = st.builds(
    lambda sign, version: sign + version,
    st.sampled_from(["^", "~", ">=", ">", "<", "<=", "="]),
    st.one_of(PARTIAL, VERSIONS),
)
SETS = st.one_of(
    st.lists(COMPARATORS, min_size=1, max_size=2).map(" ".join),
    st.builds(lambda first, last: f"{first} - {last}", PARTIAL, PARTIAL),
    st.sampled_from(["*", "1.x", "2.1.x", ">*"]),
)
RANGES = st.lists(SETS, min_size=1, max_size=3).map(" || ".join)


@given(RANGES, RANGES, st.lists(VERSIONS, min_size=1, max_size=20))
def test_a_version_is_in_the_intersection_if_it_is_in_both(first: str, second: str, versions: list[str]) -> None:
    both = npm_intersection(first, second)
    meant = npm_range(both) if both is not None else None
    assert both is None or meant is not None
    for version in filter(None, map(npm_version, versions)):
        singles = [found for text in (first, second) if (found := npm_range(text))]
        in_both = all(single.contains(version, prereleases=True) for single in singles)
        assert in_both == (meant is not None and meant.contains(version, prereleases=True))
        if not version.prerelease:
            assert in_both == (meant is not None and meant.contains(version))
