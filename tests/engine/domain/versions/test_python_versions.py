"""Versions of Python that a package requires."""

import pytest

from pro_context_engine.domain.versions.python_versions import admits, version_range


@pytest.mark.parametrize(
    ("required", "python", "admitted"),
    [
        ("", "3.12.1", True),
        (">=3.9,!=3.9.1", "3.9.1", False),
        (">=3.9,!=3.9.1", "3.9.2", True),
        (">=3.12.3", "3.12.1", False),
        (">=3.12.3", "3.12", True),
        ("<=3.12", "3.12", True),
        ("<3.12", "3.12", False),
        ("new", "3.12", True),
    ],
)
def test_a_python_is_admitted_by_the_required_versions(required: str, python: str, admitted: bool) -> None:
    assert admits(required, python) == admitted


def test_a_range_with_a_pre_release_begins_at_it() -> None:
    found = version_range("^1.0b2") or pytest.fail("it is a range")
    assert [found.contains(version, prereleases=True) for version in ("1.0b1", "1.0b2", "1.9", "2.0")] == [
        False, True, True, False,
    ]  # fmt: skip
