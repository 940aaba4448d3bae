"""Pages of package indexes: both forms, and what is no such page."""

import json
from collections.abc import Mapping

import pytest

from pro_context_engine.sources.package_index.python.project_page import (
    JSON_TYPE,
    PageUnreadable,
    ReleaseFile,
    files_of,
)

URL = "https://index.example/simple/pond-kit/"
DIGEST = "ab" * 32


def page(*files: Mapping[str, object], **others: object) -> str:
    return json.dumps({"meta": {"api-version": "1.1"}, "name": "pond-kit", "files": files, **others})


def read(*files: Mapping[str, object]) -> list[ReleaseFile]:
    return files_of(page(*files), JSON_TYPE, URL, "pond-kit")


def names(*filenames: str) -> list[str]:
    return [file.filename for file in read(*({"filename": name, "url": name} for name in filenames))]


def test_a_file_in_json() -> None:
    [file] = read(
        {
            "filename": "pond_kit-1.2-py3-none-any.whl",
            "url": "../../files/pond_kit-1.2-py3-none-any.whl#x",
            "hashes": {"sha256": DIGEST.upper()},
            "size": 12,
            "yanked": "broken",
            "requires-python": " >=3.9,<4 ",
            "core-metadata": {"sha256": DIGEST},
        }
    )
    assert file.url == "https://index.example/files/pond_kit-1.2-py3-none-any.whl"
    assert (str(file.version), file.sha256, file.size, file.yanked) == ("1.2", DIGEST, 12, True)
    assert (file.metadata_sha256, file.requires_python) == (DIGEST, ">=3.9,<4")
    assert file.is_wheel


def test_the_same_file_in_html() -> None:
    html = (
        f'<html><body><a href="../../files/pond_kit-1.2-py3-none-any.whl#sha256={DIGEST}" data-yanked="broken" '
        f'data-requires-python="&gt;=3.9,&lt;4" data-core-metadata="sha256={DIGEST}">'
        "pond_kit-1.2-py3-none-any.whl</a></body></html>"
    )
    [file] = files_of(html, "text/html", URL, "pond-kit")
    assert file.url == "https://index.example/files/pond_kit-1.2-py3-none-any.whl"
    assert (str(file.version), file.sha256, file.size, file.yanked) == ("1.2", DIGEST, 0, True)
    assert (file.metadata_sha256, file.requires_python) == (DIGEST, ">=3.9,<4")


def test_links_of_a_page_may_have_another_base() -> None:
    html = '<base href="https://files.example/a/"><a href="pond-kit-1.0.tar.gz">x</a>'
    assert [file.url for file in files_of(html, "text/html", URL, "pond-kit")] == [
        "https://files.example/a/pond-kit-1.0.tar.gz"
    ]


@pytest.mark.parametrize("link", ["http://[", "#egg", "x#y", "javascript:alert(1)//pond-kit-1.0.tar.gz", "a b"])
def test_a_bad_link_spoils_no_other(link: str) -> None:
    html = f'<a href="{link}">x</a><a href="pond-kit-1.0.tar.gz">x</a>'
    assert [str(file.version) for file in files_of(html, "text/html", URL, "pond-kit")] == ["1.0"]


def test_only_wheels_and_sources_of_this_project_count() -> None:
    good = ["pond_kit-1.0.tar.gz", "Pond.Kit-1.1.zip", "pond_kit-1.2-1-cp312-abi3-win32.whl"]
    bad = [
        "pond_kit-1.0-py3.12.egg",
        "pond_kit-1.0.exe",
        "other-1.0.tar.gz",
        "pond_kit-notaversion.tar.gz",
        "pond_kit-1.0-py3-none-any-more-parts-here.whl",
        "pond_kit-1.0.whl",
        f"pond_kit-1.{'0' * 80}.tar.gz",
        "../pond_kit-1.0.txt",
    ]
    assert names(*good, *bad) == good


def test_odd_values_are_left_out() -> None:
    name = "pond_kit-1.0.tar.gz"
    assert read({"filename": 1, "url": name}, {"url": name}, {"filename": name}) == []
    [file] = read(
        {
            "filename": name,
            "url": name,
            "hashes": {"sha256": "short"},
            "size": "big",
            "core-metadata": True,
            "requires-python": 3,
        }
    )
    assert (file.sha256, file.size, file.metadata_sha256, file.requires_python) == ("", 0, "", "")
    assert read({"filename": name, "url": "file:///etc/passwd"}) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"meta": {"api-version": "1.0"}}',
        '{"meta": {"api-version": "2.0"}, "files": []}',
        '{"meta": {"api-version": "1.0"}, "files": {}}',
        '{"meta": 1, "files": []}',
        "[" * 100_000,
    ],
)
def test_what_is_no_page_is_refused(text: str) -> None:
    with pytest.raises(PageUnreadable):
        files_of(text, JSON_TYPE, URL, "pond-kit")
