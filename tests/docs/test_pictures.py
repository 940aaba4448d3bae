"""The pictures of the documentation are small, are shown by a page, and load nothing."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs/pictures"
PICTURES = sorted(file for file in FOLDER.iterdir() if file.suffix in (".png", ".svg"))
IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
MAX_BYTES = 120_000
MAX_WIDTH = 1200
SVG = "{http://www.w3.org/2000/svg}"


def shown() -> dict[Path, str]:
    """Return the files that pages show, with their alternative text."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    return {
        (page.parent / path).resolve(): words
        for page in pages
        for words, path in IMAGE.findall(page.read_text(encoding="utf-8"))
        if not path.startswith("https:")
    }


def test_every_picture_that_a_page_shows_is_there_and_has_an_alternative_text() -> None:
    assert {path for path, words in shown().items() if words and path.is_file()} == set(shown())


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_every_picture_is_small_and_on_a_page(picture: Path) -> None:
    assert picture in shown()
    assert picture.stat().st_size <= MAX_BYTES


@pytest.mark.parametrize("picture", sorted(FOLDER.glob("*.png")), ids=lambda picture: picture.name)
def test_every_screenshot_is_a_png_of_bounded_width(picture: Path) -> None:
    head = picture.read_bytes()[:24]
    assert head.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(head[16:20]) <= MAX_WIDTH


@pytest.mark.parametrize("picture", sorted(FOLDER.glob("*.svg")), ids=lambda picture: picture.name)
def test_every_drawing_is_text_and_loads_nothing(picture: Path) -> None:
    parts = list(ElementTree.fromstring(picture.read_text(encoding="utf-8")).iter())
    assert {part.tag.removeprefix(SVG) for part in parts} == {"svg", "rect", "g", "text"}
    assert [name for part in parts for name in part.attrib if "href" in name or name.startswith("on")] == []
