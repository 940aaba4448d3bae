"""The guides of a source distribution: their order, titles, inclusions and links; nothing is run."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from pro_context_engine.domain.errors import NotDocumentation
from pro_context_engine.domain.model import TocEntry
from pro_context_engine.sources.packages.guides import guide_order, inclusions
from pro_context_engine.sources.packages.guides.guide_documentation import GuideDocumentation, guide_page
from pro_context_engine.sources.packages.guides.package_guides import with_guides

WORDS = "Ponds are small and still, and fish of many kinds swim in them all year round.\n"
START = "pypi://pond-kit/1.0/docs/"


def unpacked(folder: Path, files: Mapping[str, str]) -> GuideDocumentation:
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return GuideDocumentation(folder, "pond-kit", "1.0")


def listed(folder: Path, files: Mapping[str, str]) -> list[tuple[str, str, str]]:
    entries = unpacked(folder, files).entries()
    assert all(entry.url.startswith(START) for entry in entries)
    return [(entry.section, entry.title, entry.url.removeprefix(START)) for entry in entries]


def text_of(guides: GuideDocumentation, path: str, *modules: str) -> str:
    source = guides.source(path, lambda: modules)
    assert source is not None
    return guides.with_addresses(path, guide_page(START + path, path, source)).markdown


def rst(title: str, body: str = WORDS) -> str:
    return f"{title}\n{'=' * max(3, len(title))}\n\n{body}"


SPHINX = {
    "docs/conf.py": "raise SystemExit('this is never run')\n",
    "docs/index.rst": rst(
        "Pond Kit",
        f"{WORDS}\n.. toctree::\n   :caption: Guide\n   :maxdepth: 2\n\n   swimming\n   Feeding fish <feeding/index>\n"
        "\nContents\n--------\n\n.. toctree::\n   :glob:\n\n   more/*\n   self\n   https://example.org/pond\n",
    ),
    "docs/swimming.rst": "##########\n Swimming\n##########\n\n" + WORDS,
    "docs/feeding/index.rst": rst(
        "All about feeding", f"{WORDS}\n.. toctree::\n\n   bread\n   ../index\n   /swimming\n"
    ),
    "docs/feeding/bread.md": f"---\nauthor: me\n---\n\n# Feeding *bread*\n\n{WORDS}",
    "docs/more/b.rst": rst("B"),
    "docs/more/a.rst": rst("A"),
    "docs/orphan.rst": rst("Left over"),
    "docs/part.rst": rst("A part"),
    "docs/whole.rst": rst("The whole", f"{WORDS}\n.. include:: part.rst\n"),
    "docs/_hidden.rst": rst("Hidden"),
    "docs/copyright.rst": rst("Copyright"),
    "docs/third_party_licenses.rst": rst("Licenses"),
    "docs/license-notice.md": f"# Notice\n\n{WORDS}",
    "docs/notes.txt": "no page",
    "docs/notes.rst.TXT": "no page",
    "docs/blank.rst": "\n \n",
}


def test_guides_are_in_the_order_of_the_toctrees(tmp_path: Path) -> None:
    assert listed(tmp_path, SPHINX) == [
        ("Documentation", "Pond Kit", "docs/index.rst"),
        ("Guide", "Swimming", "docs/swimming.rst"),
        ("Guide", "Feeding fish", "docs/feeding/index.rst"),
        ("Guide / Feeding fish", "Feeding bread", "docs/feeding/bread.md"),
        ("Documentation", "A", "docs/more/a.rst"),
        ("Documentation", "B", "docs/more/b.rst"),
        ("Documentation", "Left over", "docs/orphan.rst"),
        ("Documentation", "The whole", "docs/whole.rst"),
    ]


def test_the_root_is_the_folder_of_the_configuration(tmp_path: Path) -> None:
    files = {"doc/en/conf.py": "", "doc/en/index.rst": rst("Pond Kit"), "doc/other.rst": rst("Other")}
    assert listed(tmp_path, files) == [("Documentation", "Pond Kit", "doc/en/index.rst")]


def test_a_folder_of_documents_within_another_one_is_the_last_choice(tmp_path: Path) -> None:
    inner = {"python/docs/swim.md": "# Swim", "js/docs/a.md": "# A", "python/docs/dive.md": "# Dive", "run/a.md": "# R"}
    assert [path for *_, path in listed(tmp_path / "inner", inner)] == ["python/docs/dive.md", "python/docs/swim.md"]
    assert [path for *_, path in listed(tmp_path / "both", {**inner, "doc/b.md": "# B"})] == ["doc/b.md"]


def test_toctrees_of_myst_and_headings_above_them_count(tmp_path: Path) -> None:
    files = {
        "docs/conf.py": "",
        "docs/index.md": f"# Pond Kit\n\n{WORDS}\n## First steps\n\n```{{toctree}}\n:maxdepth: 1\n\nswim\n```\n\n"
        ":::{toctree}\n---\ncaption: Deep water\n---\ndive\n:::\n",
        "docs/swim.md": f"# {{func}}`~pond.swim`\n\n{WORDS}",
        "docs/dive.md": f"(dive)=\n# Dive\n\n{WORDS}",
    }
    assert listed(tmp_path, files)[1:] == [
        ("First steps", "swim", "docs/swim.md"),
        ("Deep water", "Dive", "docs/dive.md"),
    ]


def test_mkdocs_gives_order_titles_and_folder(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": "site_name: P\ndocs_dir: docs/en\nnav:\n  - Start: index.md\n  - Guide:\n    - Dive: dive.md\n",
        "docs/en/index.md": f"# Pond\n\n{WORDS}",
        "docs/en/dive.md": WORDS,
        "docs/de/index.md": f"# Teich\n\n{WORDS}",
    }
    assert listed(tmp_path, files) == [
        ("Documentation", "Start", "docs/en/index.md"),
        ("Guide", "Dive", "docs/en/dive.md"),
    ]


def test_pages_that_only_repeat_the_api_or_list_pages_are_left_out(tmp_path: Path) -> None:
    files = {
        "docs/conf.py": "",
        "docs/index.rst": rst("Pond", ".. toctree::\n\n   api\n   guide\n"),
        "docs/api.rst": rst("API", ".. automodule:: pond\n   :members:\n\n.. autoclass:: pond.Fish\n"),
        "docs/guide.rst": rst("Guide", WORDS * 4 + "\n.. autofunction:: pond.swim\n"),
    }
    assert listed(tmp_path, files) == [("Documentation", "Guide", "docs/guide.rst")]


def test_a_distribution_without_documents_has_no_guides(tmp_path: Path) -> None:
    assert listed(tmp_path, {"README.md": "# Pond", "examples/swim.py": ""}) == []


def test_included_files_stand_in_their_place(tmp_path: Path) -> None:
    guides = unpacked(
        tmp_path,
        {
            "docs/index.rst": rst(
                "Pond",
                ".. include:: ../README.rst\n   :start-after: begin\n\n- item\n\n  .. literalinclude:: /swim.py\n"
                "     :pyobject: Fish.swim\n\n.. literalinclude:: swim.py\n   :lines: 1,8-\n   :language: text\n",
            ),
            "docs/swim.py": "import pond\n\nclass Fish:\n    @wet\n    def swim(self):\n        eat()\n\nlast = 2\n",
            "README.rst": "hidden\n\n.. begin\n\nAll about ponds.\n",
        },
    )
    text = text_of(guides, "docs/index.rst")
    assert "All about ponds." in text
    assert "hidden" not in text
    assert "@wet\n  def swim(self):\n      eat()\n" in text
    assert "```text\nimport pond\nlast = 2\n" in text


def test_the_inclusions_of_markdown_count_too(tmp_path: Path) -> None:
    guides = unpacked(
        tmp_path,
        {
            "docs/index.md": "# Pond\n\n```{include} part.md\n```\n\n```{literalinclude} swim.py\n:lines: 2\n```\n\n"
            '```python\n--8<-- "docs/swim.py:some"\n```\n\n{!docs/other.md!}\n\n{* ../docs_src/deep.py hl[1:2] *}\n',
            "docs/part.md": "A part.",
            "docs/other.md": "Another part.",
            "docs/swim.py": "first\nsecond\n# --8<-- [start:some]\nthird\n# --8<-- [end:some]\n",
            "docs_src/deep.py": "deep = True\n",
        },
    )
    text = text_of(guides, "docs/index.md")
    for shown in ("A part.", "```python\nsecond\n```", "```python\nthird\n```", "Another part.", "deep = True"):
        assert shown in text


@pytest.mark.parametrize(
    "target", ["../../secret.rst", "/../../secret.rst", "/etc/passwd", "link.rst", "folder/secret.rst", "missing.rst"]
)
def test_nothing_outside_of_the_distribution_is_included(target: str, tmp_path: Path) -> None:
    (tmp_path / "secret.rst").write_text("the secret")
    (tmp_path / "top/docs").mkdir(parents=True)
    (tmp_path / "top/docs/link.rst").symlink_to(tmp_path / "secret.rst")
    (tmp_path / "top/docs/folder").symlink_to(tmp_path)
    guides = unpacked(tmp_path / "top", {"docs/index.rst": rst("Pond", f"{WORDS}\n.. include:: {target}\n")})
    text = text_of(guides, "docs/index.rst")
    assert "secret\n" not in text
    assert "root:" not in text
    assert guides.source("docs/link.rst", list) is None
    assert guides.source("docs/../../secret.rst", list) is None


def test_files_that_include_each_other_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {f"docs/{name}.rst": rst(name, f".. include:: {other}.rst\n") for name, other in ("ab", "ba")}
    files["docs/many.rst"] = rst("Many", ".. include:: long.rst\n\n" * 50)
    files["docs/long.rst"] = "word " * 100
    guides = unpacked(tmp_path, files)
    assert text_of(guides, "docs/a.rst").count("# a") == 1
    monkeypatch.setattr(inclusions, "MOST_INCLUDED", 7)
    assert text_of(guides, "docs/many.rst").count("word") == 700
    monkeypatch.setattr(inclusions, "MOST_CHARACTERS", 1_200)
    assert text_of(guides, "docs/many.rst").count("word") == 200


def test_toctrees_that_name_each_other_end(tmp_path: Path) -> None:
    files = {f"docs/{name}.rst": rst(name, f"{WORDS}\n.. toctree::\n\n   {other}\n") for name, other in ("xy", "yx")}
    files |= {"docs/conf.py": "", "docs/index.rst": rst("Pond", f"{WORDS}\n.. toctree::\n\n   x\n   index\n")}
    assert [path for _, _, path in listed(tmp_path, files)] == ["docs/index.rst", "docs/x.rst", "docs/y.rst"]


def test_generated_objects_are_links_to_the_api_pages(tmp_path: Path) -> None:
    guides = unpacked(
        tmp_path,
        {
            "docs/a.rst": rst(
                "A",
                ".. currentmodule:: pond\n\n.. autofunction:: swim\n   :noindex:\n\n.. autoclass:: lake.Fish\n",
            ),
            "docs/b.md": "# B\n\n```{autofunction} pond.swim\n:noindex:\n```\n\n::: pond.deep.dive\n\nText.\n",
        },
    )
    text = text_of(guides, "docs/a.rst", "pond", "pond.deep")
    assert "API reference: [swim](pypi://pond-kit/1.0/api/pond)" in text
    assert "`lake.Fish`" in text
    assert "noindex" not in text
    text = text_of(guides, "docs/b.md", "pond", "pond.deep")
    assert "API reference: [pond.swim](pypi://pond-kit/1.0/api/pond)" in text
    assert "API reference: [pond.deep.dive](pypi://pond-kit/1.0/api/pond.deep)" in text
    assert "noindex" not in text


def test_links_between_guides_are_addresses(tmp_path: Path) -> None:
    guides = unpacked(
        tmp_path,
        {
            "docs/a.md": "# A\n\n[b](sub/b.md#part), [c](sub/c), [out](../README.md), [web](https://example.org/b.md)\n",
            "docs/sub/b.md": "# B\n",
            "docs/sub/c.rst": rst("C"),
            "README.md": "# Pond",
        },
    )
    text = text_of(guides, "docs/a.md")
    assert f"[b]({START}docs/sub/b.md#part), [c]({START}docs/sub/c.rst), [out](../README.md)" in text
    assert "(https://example.org/b.md)" in text


def test_text_files_of_sphinx_are_restructuredtext(tmp_path: Path) -> None:
    guides = unpacked(tmp_path, {"docs/index.txt": rst("Pond", f"Call ``swim``.\n\n{WORDS}"), "docs/conf.py": ""})
    assert [entry.title for entry in guides.entries()] == ["Pond"]
    assert text_of(guides, "docs/index.txt").startswith("# Pond\n\nCall `swim`.")


def test_an_empty_guide_is_no_page(tmp_path: Path) -> None:
    guides = unpacked(tmp_path, {"docs/empty.md": " \n", "docs/full.md": "# Full\n"})
    with pytest.raises(NotDocumentation):
        text_of(guides, "docs/empty.md")


def test_a_distribution_made_to_take_long_is_read_in_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guide_order, "_MOST_ENTRIES", 5)
    monkeypatch.setattr(guide_order, "_MOST_LINES", 40)
    monkeypatch.setattr(guide_order, "_MOST_PATTERNS", 1)
    tree = "\n.. toctree::\n   :glob:\n\n" + "   *\n" * 4
    files = {f"docs/page-{number}.rst": rst(f"Page {number}", WORDS + tree) for number in range(9)}
    files |= {"docs/conf.py": "", "docs/index.rst": rst("Pond", WORDS + tree)}
    titles = [title for _, title, _ in listed(tmp_path, files)]
    assert titles == ["Pond", *(f"Page {number}" for number in range(9))]


def test_markdown_of_site_generators_is_read_as_its_readers_see_it(tmp_path: Path) -> None:
    guides = unpacked(
        tmp_path,
        {
            "docs/pond.md": "# Pond\n\n[![Badge](badge.svg)](https://pond.example)\n\n"
            '!!! note "Deep"\n\n    Use [`swim`][pond.swim].\n\n'
            "<table><tr><th>Fish</th></tr><tr><td>carp</td></tr></table>\n\n"
            "::: pond.Fish\n    options:\n      members: [swim]\n\n"
            "```md\n::: pond.Fish\n    options:\n```\n",
        },
    )
    text = text_of(guides, "docs/pond.md", "pond")
    assert "**Deep**\n\nUse `swim`." in text
    assert "| carp |" in text
    assert text.count("API reference: [pond.Fish]") == 1
    assert "members" not in text
    assert "```md\n::: pond.Fish\n    options:\n```" in text
    assert "badge" not in text.lower()


def test_the_options_of_an_inclusion_of_myst_may_be_in_quotes(tmp_path: Path) -> None:
    files = {
        "docs/pond.md": '# Pond\n\n``` {include} part.txt\n:start-after: "<!-- begin -->"\n```\n',
        "docs/part.txt": "Left out.\n<!-- begin -->\nThe pond is still.\n",
    }
    text = text_of(unpacked(tmp_path, files), "docs/pond.md")
    assert "The pond is still." in text
    assert "Left out" not in text


def test_lists_of_pages_show_their_titles_and_no_indexes_of_sphinx(tmp_path: Path) -> None:
    indexes = "Indices and tables\n------------------\n\n* :ref:`genindex`\n* :ref:`search`\n"
    body = f"{WORDS}\n.. toctree::\n\n   swimming\n\n{indexes}"
    files = {
        "docs/conf.py": "",
        "docs/index.rst": rst("Pond Kit", body),
        "docs/swimming.rst": rst("How fish swim"),
    }
    text = text_of(unpacked(tmp_path, files), "docs/index.rst")
    assert f"- [How fish swim]({START}docs/swimming.rst)" in text
    assert "Indices" not in text
    assert "genindex" not in text


def test_the_names_of_listed_pages_are_no_text_of_a_page(tmp_path: Path) -> None:
    names = [f"a/page-about-fish-{number}" for number in range(9)]
    tree = "Pages\n=====\n\n.. toctree::\n\n   " + "\n   ".join(names) + "\n\n* :ref:`genindex`\n"
    myst = "# Pages\n\n```{toctree}\n" + "\n".join(names) + "\n```\n"
    files = {
        "docs/conf.py": "",
        "docs/index.rst": tree,
        "docs/more.md": myst,
        "docs/part.rst": f"{tree}\n.. include:: some.inc\n",
        "docs/readme.rst": f"{tree}\n.. include:: ../README.rst\n",
        "docs/some.inc": WORDS,
        "README.rst": WORDS,
        **{f"docs/{name}.rst": rst("Fish") for name in names},
    }
    shown = {path for _, _, path in listed(tmp_path, files)}
    assert shown == {"docs/part.rst", *(f"docs/{name}.rst" for name in names)}


def test_a_bundled_document_that_was_copied_to_the_guides_is_left_out() -> None:
    bundled = ["pypi://pond-kit/1.0/readme", f"{START}pond/rules/no_fish.md", f"{START}pond/other/no_fish.md"]
    guides = [TocEntry("No fish", f"{START}docs/rules/no-fish.md")]
    entries = with_guides([TocEntry("", url) for url in bundled], guides)
    assert {entry.url for entry in entries} == {bundled[0], bundled[2], guides[0].url}
