"""Versions and their tags."""

import pytest

from pro_context_engine.sources.repositories.tags import Tags


@pytest.mark.parametrize(
    ("names", "version", "tag"),
    [
        (["v1.2.3", "v1.2.4"], "1.2.3", "v1.2.3"),
        (["1.2.3"], "1.2.3", "1.2.3"),
        (["quarry-1.2.3", "drill-1.2.3"], "1.2.3", "quarry-1.2.3"),
        (["quarry@1.2.3"], "1.2.3", "quarry@1.2.3"),
        (["@acme/quarry@1.2.3"], "1.2.3", "@acme/quarry@1.2.3"),
        (["quarry==1.2.3", "quarry-core==1.2.3"], "1.2.3", "quarry==1.2.3"),
        (["stone_quarry/v1.2.3"], "1.2.3", "stone_quarry/v1.2.3"),
        (["release-1.2.3"], "1.2.3", "release-1.2.3"),
        (["rel_1_2_3"], "1.2.3", "rel_1_2_3"),
        (["v1.2"], "1.2.0", "v1.2"),
        (["v1.2", "v1.2.0"], "1.2.0", "v1.2.0"),
        (["v2.0.0-rc.1"], "2.0.0rc1", "v2.0.0-rc.1"),
        (["quarry-2.0", "v1.2.3"], "1.2.3", "v1.2.3"),
        (["v1.2.30", "v11.2.3", "v1.2.3.1"], "1.2.3", None),
        (["drill-1.2.3"], "1.2.3", None),
        (["nightly", "2024-01-01", ""], "1.2.3", None),
        (["v1.2.3"], "latest", None),
    ],
)
def test_a_version_has_its_own_tag_or_none(names: list[str], version: str, tag: str | None) -> None:
    found = Tags(names, ["quarry", "stone-quarry", "@acme/quarry"]).tag_of(version)
    assert (found.name if found else None) == tag


def test_a_known_pattern_is_the_only_one() -> None:
    tags = Tags(["v1.0", "docs-1.0"], ["quarry"], "docs-{version}")
    assert tags.tag_of("1.0") is not None
    assert tags.tag_of("1.0").name == "docs-1.0"  # type: ignore[union-attr]
    assert tags.tag_of("1.1") is None


@pytest.mark.parametrize(
    ("names", "latest"),
    [
        (["v1.9", "v1.10", "v2.0rc1"], "v1.10"),
        (["v2.0a1", "v2.0b1"], "v2.0b1"),
        (["v9.0", "quarry-1.0", "drill-8.0"], "quarry-1.0"),
        (["drill-8.0", "nightly"], None),
    ],
)
def test_the_latest_is_a_release_where_there_is_one(names: list[str], latest: str | None) -> None:
    found = Tags(names, ["quarry"]).latest_tag()
    assert (found.name if found else None) == latest


@pytest.mark.parametrize(
    ("wanted", "tag"),
    [
        ("0.3.x", "v0.3.10"),
        (">=0.3,<1", "v0.4.0"),
        ("^0.3", "v0.3.10"),
        ("~=0.3.1", "v0.3.10"),
        (">=2", None),
        (">=2.0rc1", "v2.0.0rc1"),
        (">=9", None),
        ("nightly", None),
    ],
)
def test_a_range_means_its_newest_tag(wanted: str, tag: str | None) -> None:
    tags = Tags(["v0.3.9", "v0.3.10", "v0.4.0", "v0.4.1rc1", "v1.0.0", "v2.0.0rc1", "drill-0.3.99"], ["quarry"])
    found = tags.newest_within(wanted)
    assert (found.name if found else None) == tag


def test_versions_are_listed_newest_first_and_bounded() -> None:
    tags = Tags([f"v1.{minor}" for minor in range(100)], ["quarry"])
    assert list(tags.versions()) == [f"1.{minor}" for minor in range(99, 79, -1)]


def test_stable_versions_are_listed_before_candidates() -> None:
    assert list(Tags(["v2.0rc1", "v1.0", "v1.1"], ["quarry"]).versions()) == ["1.1", "1.0", "2.0rc1"]
