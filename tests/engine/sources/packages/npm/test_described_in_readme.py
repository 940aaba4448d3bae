"""The README beside code: the section that says more about a name is its place."""

import json
from pathlib import Path

import pytest

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.sources.packages.npm.npm_documentation import NpmDocumentation
from pro_context_engine.sources.packages.package_urls import PackageUrl

README = """# Otter Kit

Call `kit.plunge(1)`.

## kit.dive(depth, [options])

Dive to a depth, in metres.

## `swim`

Swim up the river for as long as it takes.

## Float On

Float on.

## Rest

Rest.

## kit.sink(depth)
"""
CODE = """
function dive(depth, options) {}
/** Swim. */
function swim(far) {}
function floatOn() {}
function plungeDeep() {}
/** Make a pond, with more words than any section of the README has about ponds. */
function pond() {}
function rest() {}
function sink(depth) {}
module.exports = { dive, swim, floatOn, plungeDeep, pond, rest, sink }
"""


def documentation(folder: Path, readme: str = README, **files: str) -> NpmDocumentation:
    folder.mkdir(exist_ok=True)
    manifest = {"name": "otter-kit", "version": "1.0.0", "main": "index.js"}
    texts = {"package.json": json.dumps(manifest), "README.md": readme, **files}
    for path, text in texts.items():
        (folder / path.replace("_", ".")).write_text(text)
    return NpmDocumentation(InstalledPackage("otter-kit", "1.0.0", "", str(folder), str(folder)))


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("dive", "readme#kitdivedepth-options"),
        ("swim", "readme#swim"),
        ("floatOn", "readme#float-on"),
        ("plungeDeep", "readme#starts"),
        ("pond", "api/index.js#pond"),
        ("rest", "api/index.js#rest"),
        ("sink", "api/index.js#sink"),
    ],
)
def test_the_place_of_a_name_is_where_most_is_said_about_it(tmp_path: Path, name: str, place: str) -> None:
    readme = f"{README}\n## Ponds\n\n### pond(a)\n\nA pond.\n\n## Starts\n\n`kit.plungeDeep(1)`\n"
    found = documentation(tmp_path, readme, index_js=CODE)
    symbol = found.symbols().find(name)
    assert symbol is not None
    assert symbol.url == f"npm://otter-kit/1.0.0/{place}"
    defined = found.definition_places([name])[0]
    assert defined is not None
    assert defined.url == symbol.url


def test_a_function_without_a_comment_has_no_section_beside_that_of_the_readme(tmp_path: Path) -> None:
    found = documentation(tmp_path, index_js=CODE)
    page = found.page(PackageUrl("otter-kit", "1.0.0", "api", "index.js", "npm"))
    assert page is not None
    titles = [heading.title for heading in page.headings]
    assert titles == ["otter-kit", "swim", "floatOn", "plungeDeep", "pond", "rest", "sink"]


def test_a_module_whose_names_the_readme_has_is_not_listed(tmp_path: Path) -> None:
    dive = "module.exports = function (depth, options) {}\n"
    pond = "module.exports = function (name) {}\n"
    index = "module.exports = { dive: require('./dive'), pond: require('./pond') }\n"
    found = documentation(tmp_path, index_js=index, dive_js=dive, pond_js=pond)
    urls = [entry.url.removeprefix("npm://otter-kit/1.0.0/") for entry in found.entries()]
    assert urls == ["readme", "api/index.js", "api/pond.js"]
    page = found.page(PackageUrl("otter-kit", "1.0.0", "api", "pond.js", "npm"))
    assert page is not None
    assert "## pond\n\n```ts\nfunction pond(name)\n```" in page.markdown
    dived = found.symbols().find("dive")
    assert dived is not None
    assert dived.url.endswith("/readme#kitdivedepth-options")
    assert [one.name for one in dived.signatures[0].parameters] == ["depth", "options"]


def test_packages_with_declarations_keep_the_places_of_these(tmp_path: Path) -> None:
    found = documentation(tmp_path, index_js=CODE, index_d_ts="export declare function dive(depth: number): void;\n")
    symbol = found.symbols().find("dive")
    assert symbol is not None
    assert symbol.url == "npm://otter-kit/1.0.0/api/index.d.ts#dive"


def test_a_readme_without_headings_describes_nothing(tmp_path: Path) -> None:
    found = documentation(tmp_path, "Use kit.dive(1).\n", index_js=CODE)
    symbol = found.symbols().find("dive")
    assert symbol is not None
    assert symbol.url == "npm://otter-kit/1.0.0/api/index.js#dive"
