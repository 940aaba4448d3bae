"""Which version is meant."""

import pytest
from packaging.version import Version

from pro_context_engine.sources.package_index.version_choice import PythonRelease, choose, newest_first

RELEASES = [
    *(PythonRelease(Version(text)) for text in ("0.2", "0.3.1", "0.3.14", "0.3.2", "1.0rc1", "1.0", "2.0", "2.1b2")),
    PythonRelease(Version("2.0.1"), yanked=True),
]


@pytest.mark.parametrize(
    ("wanted", "version"),
    [
        (None, "2.0"),
        ("0.3.2", "0.3.2"),
        ("v0.3.2", "0.3.2"),
        ("0.2.0", "0.2"),
        ("1.0rc1", "1.0rc1"),
        ("2.0.1", "2.0.1"),  # taken back, but named exactly
        ("0.3.x", "0.3.14"),
        ("0.3.*", "0.3.14"),
        ("0.x", "0.3.14"),
        ("2.x", "2.0"),
        ("~=0.3.1", "0.3.14"),
        (">=0.3,<1", "0.3.14"),
        (">=0.3, !=0.3.14, <1", "0.3.2"),
        (">2.0", "2.1b2"),  # nothing stable fits
        (">=2.1b1", "2.1b2"),  # asked for
        ("==2.0.*", "2.0"),  # not the one that was taken back
        ("9.9", None),
        ("3.x", None),
        ("^0.3.1", "0.3.14"),
        ("^0.3", "0.3.14"),
        ("^0", "0.3.14"),
        ("^1", "1.0"),
        ("^1.2", None),
        ("~0.3.2", "0.3.14"),
        ("~0", "0.3.14"),
        ("~2", "2.0"),
        ("^", None),
        ("^x", None),
        ("latest", None),
        ("", None),
        ("1.0 || 2.0", None),
        (">=" + "1" * 5_000, None),
        ("1" * 5_000, None),
    ],
)
def test_the_version_that_is_meant(wanted: str | None, version: str | None) -> None:
    assert choose(RELEASES, wanted) == (Version(version) if version else None)


NEWER = [
    PythonRelease(Version("1.0"), requires_python=(">=3.8",)),
    PythonRelease(Version("1.1"), requires_python=(">=3.9,!=3.11.4", ">=3.8,<3.11")),
    PythonRelease(Version("1.2"), requires_python=(">=3.12",)),
    PythonRelease(Version("2.0b1"), requires_python=(">=3.9",)),
    PythonRelease(Version("2.0"), requires_python=(">=3.13",)),
]


@pytest.mark.parametrize(
    ("wanted", "python", "version"),
    [
        (None, "3.13.0", "2.0"),
        (None, "3.12.1", "1.2"),
        (None, "3.11.4", "1.0"),
        (None, "3.10.0", "1.1"),
        (None, None, "2.0"),
        ("2.0", "3.11.4", "2.0"),  # named exactly
        ("1.x", "3.11.7", "1.1"),
        (">1.1", "3.12.1", "1.2"),
        (">1.1", "3.11.7", "2.0b1"),  # no stable one can be installed, as pip has it
        (">1.1,<2", "3.11.7", "1.2"),  # none can
        (None, "3.7.1", "2.0"),
    ],
)
def test_what_the_project_can_install_goes_first(wanted: str | None, python: str | None, version: str) -> None:
    assert choose(NEWER, wanted, python) == Version(version)


@pytest.mark.parametrize("asked", ["", "any", ">=three", "<" * 200])
def test_what_is_asked_of_python_unreadably_forbids_nothing(asked: str) -> None:
    assert choose(
        [PythonRelease(Version("1.0")), PythonRelease(Version("1.1"), requires_python=(asked,))], None, "3.12.1"
    ) == (Version("1.1"))


def test_a_project_with_pre_releases_only_has_a_latest_one() -> None:
    assert choose([PythonRelease(Version("0.1a1")), PythonRelease(Version("0.1a2"))], None) == Version("0.1a2")


def test_a_project_with_nothing_left_has_none() -> None:
    assert choose([PythonRelease(Version("1.0"), yanked=True)], None) is None


def test_the_newest_come_first_and_stable_ones_before_others() -> None:
    assert newest_first(RELEASES, 4) == ["2.0", "1.0", "0.3.14", "0.3.2"]
    assert newest_first(RELEASES, 99)[-2:] == ["2.1b2", "1.0rc1"]
    assert "2.0.1" not in newest_first(RELEASES, 99)
