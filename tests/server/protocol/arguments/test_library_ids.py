"""The forms of a library's id that have one reading."""

import pytest

from pro_context.protocol.arguments.library_ids import library_name


@pytest.mark.parametrize(
    ("text", "library_id", "version"),
    [
        ("/river/otter", "river/otter", ""),
        ("/river/otter/", "river/otter", ""),
        ("/river/otter/v2.1.0", "river/otter", "v2.1.0"),
        ("/river/otter@2.1", "river/otter", "2.1"),
        ("https://github.com/river/otter", "river/otter", ""),
        ("https://github.com/river/otter.js.git", "river/otter.js", ""),
        ("otter@2.1.0", "otter", "2.1.0"),
        ("otter==2.1.0", "otter", "2.1.0"),
        ("@river/otter", "npm/river/otter", ""),
        ("@river/otter@5.0.1", "npm/river/otter", "5.0.1"),
        ("otter 2.1", "otter", "2.1"),
        ("@river/otter v5.0.1", "npm/river/otter", "v5.0.1"),
        ("pypi/otter/2.1.0", "pypi/otter", "2.1.0"),
        ("pypi:otter", "pypi/otter", ""),
        ("pypi:otter==2.1.0", "pypi/otter", "2.1.0"),
        ("npm:@river/otter@5.0.1", "npm/river/otter", "5.0.1"),
        (" otter ", "otter", ""),
        ("otter>=2", "otter", ">=2"),
        ("otter >= 2", "otter", ">= 2"),
        ("otter[sea]>=2,<3", "otter", ">=2,<3"),
        ("otter@^2.1", "otter", "^2.1"),
        ("otter@~2.1", "otter", "~2.1"),
        ("otter ~2.1", "otter", "~2.1"),
        ("otter~=2.1", "otter", "~=2.1"),
        ("otter (2.1)", "otter", "2.1"),
        ("otter:2.1", "otter", "2.1"),
        ("python:otter", "pypi/otter", ""),
        ("npm/@river/otter@5", "npm/river/otter", "5"),
        ("github.com/river/otter", "river/otter", ""),
        ("pip install otter==2.1", "pypi/otter", "2.1"),
        ("npm i -D @river/otter", "npm/river/otter", ""),
        ('"pypi/otter"', "pypi/otter", ""),
        ("https://pypi.example.org/project/otter/", "pypi/otter", ""),
        ("https://pypi.example.org/project/otter/2.1.0/", "pypi/otter", "2.1.0"),
        ("www.npm.example.org/package/@river/otter/v/5.0.1", "npm/river/otter", "5.0.1"),
        ("pypi.example.org/otter", "pypi/otter", ""),
        ("pkg:pypi/otter@2.1.0", "pypi/otter", "2.1.0"),
        ("library://pypi/otter", "pypi/otter", ""),
        ("otter (Python)", "pypi/otter", ""),
        ("otter@latest", "otter", ""),
    ],
)
def test_each_form_has_one_reading(text: str, library_id: str, version: str) -> None:
    assert library_name(text) == (library_id, version)


@pytest.mark.parametrize(
    "text",
    [
        *("otter", "pypi/otter", "npm/river/otter", "river/otter", "/otter", "/river/otter/docs", "otter@next"),
        *("https://example.com/river/otter", "https://github.com/river/otter/blob/main/a.md"),
        *("npm/river/3d", "npm/river/otter~2", "pypi/otter/readme", "otter the 2", "otter >= two"),
        *("https://docs.example.org/project/otter", "pkg:gem/otter", "otter (river)", "@latest"),
        *("", "@river", "a b", "pypi:", "pypi://otter/2.1.0/readme"),
    ],
)
def test_any_other_text_is_the_id_itself(text: str) -> None:
    assert library_name(text) == (text, "")
