"""The releases that the benchmark `projects` holds to be right, and the files of its projects."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet
from packaging.version import Version

sys.path.append(str(Path(__file__).parents[2] / "bench"))

from projects import judged  # type: ignore[import-not-found]
from published_releases import NpmReleases, PythonRelease  # type: ignore[import-not-found]
from throwaway_projects import Wanted, make, npm_project, python_project  # type: ignore[import-not-found]

RELEASES = [
    PythonRelease(Version(text), [requires], True)
    for text, requires in [("1.0", ""), ("1.4", ""), ("1.5", ">=99"), ("2.0", ""), ("2.1", ""), ("3.0rc1", "")]
]
NPM = NpmReleases(("0.4.1", "0.4.3", "0.5.0", "1.0.0", "1.2.0", "2.0.0"), "1.0.0", {})


@pytest.mark.parametrize("seed", range(30))
def test_the_right_release_is_the_newest_that_the_range_and_this_python_take(seed: int) -> None:
    wanted = python_project("pond", "range", RELEASES, random.Random(seed))
    fitting = [text for text in ("1.0", "1.4", "2.0", "2.1") if text in SpecifierSet(wanted.written)]
    assert wanted.version == fitting[-1]


@pytest.mark.parametrize("seed", range(30))
def test_npm_takes_the_tagged_release_of_a_range_else_its_newest(seed: int) -> None:
    wanted = npm_project("pond", "range", NPM, random.Random(seed))
    newest = {
        "^0.4.1": "0.4.3", "^0.4.3": "0.4.3", "^0.5.0": "0.5.0", "^1.0.0": "1.0.0", "^1.2.0": "1.2.0",
        "^2.0.0": "2.0.0", "~0.4.1": "0.4.3", "~0.4.3": "0.4.3", "~0.5.0": "0.5.0", "~1.0.0": "1.0.0",
        "~1.2.0": "1.2.0", "~2.0.0": "2.0.0",
    }  # fmt: skip
    assert wanted.version == newest[wanted.written]


def test_the_files_of_a_project_name_the_package(tmp_path: Path) -> None:
    make(Wanted("pypi", "pond", "lock", "", "1.4"), tmp_path / "python", None)
    assert 'name = "pond"\nversion = "1.4"' in (tmp_path / "python/uv.lock").read_text()
    make(Wanted("npm", "@river/pond", "lock", "^1.0.0", "1.2.0"), tmp_path / "npm", NPM)
    assert '"node_modules/@river/pond": {"version": "1.2.0"}' in (tmp_path / "npm/package-lock.json").read_text()


def test_an_answer_from_another_package_is_wrong() -> None:
    wanted = Wanted("pypi", "pond", "pin", "==1.4", "1.4")
    url = "pypi://pond/1.4/readme#depth"
    answer = {
        "version": "1.4",
        "versionMatch": "exact",
        "source": url,
        "content": f"> Source: {url} (pypi/pond 1.4) [1234]",
    }
    assert judged(wanted, answer).outcome == "right"
    assert judged(wanted, {**answer, "source": "pypi://lake/1.4/readme"}).reason == "source pypi://lake/1.4/readme"
    assert judged(wanted, {**answer, "versionMatch": "compatible"}).outcome == "wrong"
    other = {**answer, "content": f"> Source: {url} (pypi/pond 1.5) [1234]"}
    assert judged(wanted, other).reason == "version of a passage"
    assert judged(wanted, {"code": "SOURCE_UNAVAILABLE"}).outcome == "unavailable"
