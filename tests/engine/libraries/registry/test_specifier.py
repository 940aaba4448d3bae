import pytest
from tests.growth import grows_linearly

from pro_context_engine.libraries.registry import specifier


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("react@18", "react"),
        ("@scope/pkg@1.2", "@scope/pkg"),
        ("@scope/pkg", "@scope/pkg"),
        ("pkg[extra]>=0.3", "pkg"),
        ("pkg[fast, slow]", "pkg"),
        ("pkg >=1,<2", "pkg"),
        ("pkg (>=1)", "pkg"),
        ("pkg==1.0; python_version<'3.9'", "pkg"),
        ("pkg @ https://example.org/pkg.zip", "pkg"),
        ("pkg^1.2", "pkg"),
        ("npm:pkg@1", "pkg"),
        ("npm/@scope/pkg", "npm/@scope/pkg"),
        ("npm/@scope/pkg@1", "npm/@scope/pkg"),
        ("npm/pkg@1", "npm/pkg"),
        ("pkg:npm/pkg@1", "pkg"),
        ("pip install pkg==1", "pkg"),
        ("npm i --save-dev @scope/pkg", "@scope/pkg"),
        ("uv add pkg", "pkg"),
        ("import pkg.sub as p", "pkg.sub"),
        ("from pkg import thing", "pkg"),
        ("import { thing } from '@scope/pkg/deep'", "@scope/pkg/deep"),
        ("const thing = require('pkg')", "pkg"),
        ("https://github.com/owner/name.git", "owner/name"),
        ("https://github.com/owner/name/tree/main/docs", "owner/name"),
        ("https://index.example.invalid/project/pkg/", "pkg"),
        ("https://index.example.invalid/project/pkg/1.2.0/#files", "pkg"),
        ("https://www.example.invalid/package/@scope/pkg/v/1.2.0?activetab=code", "@scope/pkg"),
        ("https://www.example.invalid/package/pkg/deep/page", "https://www.example.invalid/package/pkg/deep/page"),
        ("how to use @scope/pkg", "how to use @scope/pkg"),
        ("two words", "two words"),
        ("", ""),
    ],
)
def test_the_name_is_found_in(text: str, name: str) -> None:
    assert specifier.name_of(text) == name


@pytest.mark.parametrize(
    ("name", "bare"),
    [("thing v2", "thing"), ("thing 18", "thing"), ("thing 3.x", "thing"), ("thing2", "thing2"), ("2", "2")],
)
def test_a_version_said_in_words_goes(name: str, bare: str) -> None:
    assert specifier.without_version_word(name) == bare


@pytest.mark.parametrize(
    ("name", "holders"),
    [
        ("a.b.c", ["a.b", "a"]),
        ("a/b", ["a"]),
        ("@s/p/deep", ["@s/p"]),
        ("@s/p", []),
        ("plain", []),
        ("a phrase. with dots", []),
    ],
)
def test_parents_are_nearest_first(name: str, holders: list[str]) -> None:
    assert specifier.parents(name) == holders


@pytest.mark.parametrize(
    ("head", "part", "end"),
    [
        ("pip install", " --a", ""),
        ("", "[", ""),
        ("a", " 1", "!"),
        ("", "1.", " v"),
        ("", "@", ""),
        ("", "from ", ""),
    ],
    ids=["options", "brackets", "versions", "dots", "ats", "imports"],
)
def test_hostile_input_takes_linear_time(head: str, part: str, end: str) -> None:
    def read(times: int) -> None:
        specifier.name_of(head + part * times + end)
        specifier.without_version_word(head + part * times + end)

    assert grows_linearly(read, 100_000)
