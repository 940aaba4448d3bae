"""The packages that an installed npm package hands on or is typed by, in folders of our own."""

import json
from pathlib import Path

import pytest

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.sources.packages.npm.npm_companions import (
    MOST_COMPANIONS,
    LackingPackage,
    PackageTree,
    installed_beside,
)
from pro_context_engine.sources.packages.npm.npm_documentation import NpmDocumentation
from pro_context_engine.sources.packages.package_urls import parse_package_url


def install(folder: Path, name: str, version: str, files: dict[str, str], **manifest: object) -> InstalledPackage:
    place = folder / "node_modules" / name
    said = json.dumps({"name": name, "version": version, **manifest})
    for path, text in {"package.json": said, **files}.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_text(text, encoding="utf-8")
    return InstalledPackage(name, version, "", str(place), str(place))


def tree(package: InstalledPackage) -> PackageTree:
    return PackageTree(package, installed_beside)


def test_the_nearest_package_is_taken_in_as_an_import_does(tmp_path: Path) -> None:
    otter = install(tmp_path, "otter", "1.0.0", {"index.d.ts": ""})
    install(tmp_path, "@river/bank", "1.0.0", {"index.d.ts": "far"})
    install(tmp_path, "mud", "1.0.0", {"dist/wet.d.ts": "wet"})
    install(Path(otter.location), "@river/bank", "2.0.0", {"index.d.ts": "near", "sub.d.ts": "sub"})
    found = tree(otter)
    assert found.target("@river/bank", "index.d.ts") == "node_modules/@river/bank/index.d.ts"
    assert found.text("node_modules/@river/bank/index.d.ts") == "near"
    assert found.target("@river/bank/sub", "index.d.ts") == "node_modules/@river/bank/sub.d.ts"
    assert found.target("mud/dist/wet", "index.d.ts") == "node_modules/mud/dist/wet.d.ts"
    assert found.target("./sub", "node_modules/@river/bank/index.d.ts") == "node_modules/@river/bank/sub.d.ts"
    source = found.source_of("node_modules/@river/bank/index.d.ts")
    assert source is not None
    assert source.version == "2.0.0"


def test_folders_may_have_manifests_of_their_own(tmp_path: Path) -> None:
    inner = {"dive/package.json": '{"typings": "../lib/dive.d.ts", "main": "../lib/dive.js"}', "lib/dive.d.ts": "d"}
    otter = install(tmp_path, "otter", "1.0.0", {"index.d.ts": "", "lib/dive.js": "1", **inner})
    install(tmp_path, "mud", "1.0.0", {"index.d.ts": "", **inner})
    found = tree(otter)
    assert found.target("otter/dive", "") == "lib/dive.d.ts"
    assert found.target("mud/dive", "index.d.ts") == "node_modules/mud/lib/dive.d.ts"
    assert found.code().module("./dive", "") == "lib/dive.js"


def test_a_default_is_looked_for_in_the_code_that_node_imports(tmp_path: Path) -> None:
    files = {"esm/index.js": "export const a = 1;", "esm/package.json": '{"type": "module"}', "cjs.js": ""}
    exports = {"import": "./esm/index.js", "require": "./cjs.js"}
    assert tree(install(tmp_path, "otter", "1.0.0", files, exports=exports)).code().lacks_default(".")
    assert not tree(install(tmp_path, "mud", "1.0.0", files, main="cjs.js")).code().lacks_default(".")


def test_types_beside_a_package_are_its_own(tmp_path: Path) -> None:
    otter = install(tmp_path, "@river/otter", "1.0.0", {"index.js": ""}, main="index.js")
    types = {"index.d.ts": "export * from './lib/deep';", "lib/deep.d.ts": "export declare function dive(): void;"}
    install(tmp_path, "@types/river__otter", "1.0.3", types)
    opened = NpmDocumentation(otter)
    dive = opened.symbols().find("dive")
    assert dive is not None
    assert dive.module == "@types/river__otter/lib/deep"
    assert dive.url == "npm://@river/otter/1.0.0/api/node_modules/@types/river__otter/lib/deep.d.ts#dive"
    address = parse_package_url(dive.url.partition("#")[0], "npm")
    page = opened.page(address) if address else None
    assert page is not None
    assert "Types from `@types/river__otter` 1.0.3." in page.markdown
    assert [entry.title for entry in opened.entries()] == ["@river/otter"]


def test_a_package_with_types_of_its_own_keeps_them(tmp_path: Path) -> None:
    otter = install(tmp_path, "otter", "1.0.0", {"index.d.ts": "export declare const own: 1;"})
    install(tmp_path, "@types/otter", "1.0.0", {"index.d.ts": "export declare const other: 1;"})
    assert dict(tree(otter).entries) == {".": "index.d.ts"}


CODE = """
/** Dive to a depth.
 * @param {number} depth
 */
exports.dive = function (depth) {}
exports.pond = require('./lib/pond')
"""
POND = "/**\n * Fill it.\n * @public\n */\nmodule.exports = function fill(pond) {}"


def test_code_stands_in_for_types_that_are_not_there(tmp_path: Path) -> None:
    files = {"README.md": "# Otter", "main.js": CODE, "lib/pond/index.js": POND, "lib/other.js": POND}
    otter = install(tmp_path, "otter", "1.0.0", files, main="main")
    opened = NpmDocumentation(otter)
    assert [entry.url for entry in opened.entries()][1:] == [
        "npm://otter/1.0.0/api/main.js",
        "npm://otter/1.0.0/api/lib/pond/index.js",
    ]
    dive, fill = opened.symbols().find("dive"), opened.symbols().find("fill")
    assert dive is not None
    assert fill is not None
    assert (dive.summary, dive.url) == ("Dive to a depth.", "npm://otter/1.0.0/api/main.js#dive")
    assert (fill.summary, fill.url) == ("Fill it.", "npm://otter/1.0.0/api/lib/pond/index.js#fill")
    address = parse_package_url("npm://otter/1.0.0/api/main.js", "npm")
    page = opened.page(address) if address else None
    assert page is not None
    assert "function dive(depth: number)" in page.markdown
    assert opened.definition_places(["fill"])[0] is not None


def test_types_that_arrive_later_take_the_place_of_code(tmp_path: Path) -> None:
    otter = install(tmp_path, "otter", "1.0.0", {"main.js": CODE}, main="main.js")
    opened = NpmDocumentation(otter)
    assert opened.symbols().find("dive") is not None
    assert [one.name for one in opened.lacking()] == ["@types/otter"]
    types = install(
        tmp_path / "cache", "@types/otter", "1.0.0", {"index.d.ts": "export declare function swim(): void;"}
    )
    opened.take_in({"@types/otter": types})
    assert opened.symbols().find("dive") is None
    assert opened.symbols().find("swim") is not None


def test_code_is_not_checked_by_what_other_code_documents(tmp_path: Path) -> None:
    otter = install(tmp_path, "otter", "1.0.0", {"main.js": CODE}, main="main.js")
    assert dict(NpmDocumentation(otter).declarations().entries) == {}


def test_subpaths_of_other_builds_are_no_entry_points_of_code(tmp_path: Path) -> None:
    exports = {
        ".": {"import": "./es/main.mjs"},
        "./src/*": "./src/*",
        "./tools/*": "./tools/*",
        "./es": "./es/main.mjs",
    }
    text = "/** Swim. */\nexport function swim() {}"
    files = dict.fromkeys(["es/main.mjs", "src/main.js", "tools/net.js", "tools/net.css"], text)
    otter = install(tmp_path, "otter", "1.0.0", files, exports=exports)
    assert dict(tree(otter).entries) == {".": "es/main.mjs", "./tools/net": "tools/net.js"}


def test_each_subpath_has_its_first_declarations(tmp_path: Path) -> None:
    builds = {"import": {"types": "./esm/index.d.ts"}, "require": {"types": "./cjs/index.d.ts"}}
    exports = {"./raw": builds, ".": builds, "./index": builds, "./gone": "./gone.js", "./tools": "./esm/tools.js"}
    files = dict.fromkeys(["esm/index.d.ts", "cjs/index.d.ts", "esm/tools.d.ts"], "export declare const a: 1;")
    otter = install(tmp_path, "otter", "1.0.0", files, exports=exports)
    assert dict(tree(otter).entries) == {".": "esm/index.d.ts", "./tools": "esm/tools.d.ts"}


def test_pages_of_a_second_build_are_not_listed_again(tmp_path: Path) -> None:
    main = "export * from './lib/dive';"
    dive = "/** Go down. */\nexport declare function dive(): void;"
    files = {"index.d.ts": main, "lib/dive.d.ts": dive, "browser/index.d.ts": main, "browser/lib/dive.d.ts": dive}
    files |= {
        "browser/lib/only.d.ts": "export declare const only: 1;",
        "lib/other/dive.d.ts": "export declare const o: 1;",
    }
    otter = install(tmp_path, "otter", "1.0.0", files, types="index.d.ts", exports={".": "./index.js", "./*": "./*"})
    opened = NpmDocumentation(otter)
    listed = [entry.url.partition("/api/")[2] for entry in opened.entries()]
    assert sorted(listed) == ["browser/lib/only.d.ts", "lib/dive.d.ts", "lib/other/dive.d.ts"]
    found = opened.symbols().find("dive")
    assert found is not None
    assert found.url == "npm://otter/1.0.0/api/lib/dive.d.ts#dive"


def test_code_is_read_in_place_of_minified_code(tmp_path: Path) -> None:
    otter = install(tmp_path, "otter", "1.0.0", {"main.min.js": "", "main.js": CODE}, main="./main.min.js")
    assert dict(tree(otter).entries) == {".": "main.js"}
    gone = install(tmp_path, "gone", "1.0.0", {"main.min.js": CODE}, main="./main.min.js")
    assert dict(tree(gone).entries) == {".": "main.min.js"}


def test_code_beyond_the_bound_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pro_context_engine.sources.packages.npm.npm_companions.MOST_CODE", len(CODE))
    otter = install(tmp_path, "otter", "1.0.0", {"main.js": CODE, "lib/pond.js": POND}, main="main.js")
    found = NpmDocumentation(otter).symbols()
    assert found.find("dive") is not None
    assert found.find("fill") is None


def test_members_of_bases_in_other_packages_are_inherited(tmp_path: Path) -> None:
    otter = install(tmp_path, "otter", "1.0.0", {"index.js": ""})
    text = (
        "import * as core from 'otter-core';\nexport = e;\ndeclare namespace e { interface Pond extends core.Pool {} }"
    )
    install(tmp_path, "@types/otter", "1.0.0", {"index.d.ts": text}, dependencies={"@types/otter-core": "*"})
    core = (
        "export interface Pool {\n  /** Fill the pool. */\n  fill(depth: number): void;\n}\nexport interface Other {}"
    )
    install(tmp_path, "@types/otter-core", "1.0.0", {"index.d.ts": core})
    table = NpmDocumentation(otter).symbols()
    fill = table.find("Pond.fill")
    assert fill is not None
    assert fill.summary == "Fill the pool."
    assert fill.url.endswith("/node_modules/@types/otter-core/index.d.ts#poolfill")
    assert [one.name for one in table.symbols if one.name.startswith("Other")] == []


def test_members_of_types_of_other_packages_that_a_type_joins_are_documented(tmp_path: Path) -> None:
    text = (
        "import { PoolOptions, FishOptions } from 'otter-core';\n"
        "export type PondOptions = Tidy<Omit<PoolOptions, 'lid'>> & { reeds: number };\n"
        "export interface NetOptions extends Partial<FishOptions> {}\ntype Tidy<T> = { [K in keyof T]: T[K] };"
    )
    otter = install(tmp_path, "otter", "1.0.0", {"index.d.ts": text}, dependencies={"otter-core": "*"})
    core = (
        "export interface PoolOptions extends Base {\n  /** How deep it is. */\n  depth?: number;\n}\n"
        "export interface Base {\n  /** How cold it is. */\n  degrees?: number;\n}\n"
        "export interface FishOptions {\n  /** How many there are. */\n  count?: number;\n}\nexport interface Other {}"
    )
    install(tmp_path, "otter-core", "1.0.0", {"index.d.ts": core})
    documentation = NpmDocumentation(otter)
    pages = [documentation.page(url) for one in documentation.entries() if (url := parse_package_url(one.url, "npm"))]
    text = "\n".join(page.markdown for page in pages if page)
    assert [word in text for word in ("How deep", "How cold", "How many", "## Other")] == [True, True, True, False]


def test_a_package_behind_a_link_has_the_neighbours_of_its_store(tmp_path: Path) -> None:
    stored = install(tmp_path / "store" / "otter@1", "otter", "1.0.0", {"index.d.ts": "export * from 'mud';"})
    install(tmp_path / "store" / "otter@1", "mud", "1.0.0", {"index.d.ts": "export declare const wet: 1;"})
    link = tmp_path / "project" / "node_modules" / "otter"
    link.parent.mkdir(parents=True)
    link.symlink_to(stored.location)
    otter = InstalledPackage("otter", "1.0.0", "", str(link), str(link))
    assert NpmDocumentation(otter).symbols().find("wet") is not None


@pytest.mark.parametrize("specifier", ["../mud", "fs", "node:fs", "/etc/mud", "gone", "@gone", "", "mud/../../secret"])
def test_what_is_no_package_beside_leads_nowhere(tmp_path: Path, specifier: str) -> None:
    otter = install(tmp_path, "otter", "1.0.0", {"index.d.ts": ""})
    for name in ("mud", "fs", "secret"):
        install(tmp_path, name, "1.0.0", {"index.d.ts": "", "lib/index.d.ts": ""})
    assert tree(otter).target(specifier, "index.d.ts") is None


def test_a_package_outside_of_node_modules_has_no_neighbours(tmp_path: Path) -> None:
    install(tmp_path, "mud", "1.0.0", {"index.d.ts": ""})
    apart = tmp_path / "packages" / "otter"
    apart.mkdir(parents=True)
    assert installed_beside(InstalledPackage("otter", "1.0.0", "", str(apart), str(apart)), "mud") is None


def test_needed_packages_that_are_not_there_are_named(tmp_path: Path) -> None:
    text = "export * from 'mud';\nexport * from 'perhaps';\nexport * from 'unnamed';\nimport { a } from 'unused';"
    needs = {"mud": "^1.2", "unused": "1"}
    peers = {"perhaps": "1"}
    otter = install(
        tmp_path,
        "otter",
        "1.0.0",
        {"index.d.ts": text},
        dependencies=needs,
        peerDependencies=peers,
        peerDependenciesMeta={"perhaps": {"optional": True}},
    )
    assert NpmDocumentation(otter).lacking() == [LackingPackage("mud", ("^1.2",))]
    seal = install(tmp_path, "seal", "2.3.4", {"index.js": ""}, main="index.js")
    wanted = LackingPackage("@types/seal", ("2.3.x", ">=2.0.0 <2.3.0", "2.x", "<2.0.0"))
    assert NpmDocumentation(seal).lacking() == [wanted]


def test_many_packages_and_circles_stay_within_the_bounds(tmp_path: Path) -> None:
    for number in range(3 * MOST_COMPANIONS):
        others = "".join(f"export * from 'otter-{other}';\n" for other in range(3 * MOST_COMPANIONS))
        install(tmp_path, f"otter-{number}", "1.0.0", {"index.d.ts": f"{others}export declare const n{number}: 1;"})
    first = InstalledPackage("otter-0", "1.0.0", "", str(tmp_path / "node_modules" / "otter-0"), "")
    opened = NpmDocumentation(first)
    assert len(opened.entries()) == MOST_COMPANIONS + 1
    assert opened.symbols().find("n0") is not None


def test_a_readme_has_no_badges(tmp_path: Path) -> None:
    readme = "# Otter\n\n[![build](https://x.example/b.svg)](https://x.example)\n\nDive deep.\n"
    otter = install(tmp_path, "otter", "1.0.0", {"README.md": readme, "index.js": ""})
    address = parse_package_url("npm://otter/1.0.0/readme", "npm")
    page = NpmDocumentation(otter).page(address) if address else None
    assert page is not None
    assert page.markdown == "# Otter\n\nDive deep.\n"


def test_the_code_of_a_package_is_its_modules(tmp_path: Path) -> None:
    code = {
        "lib/main.js": "main",
        "lib/part.js": "part",
        "lib/kit/index.js": "kit",
        "lib/main.min.js": "",
        "test/a.js": "",
    }
    points = {".": "./lib/main.js", "./kit": "./lib/kit/index.js"}
    package = install(tmp_path, "otter", "1.0.0", {"index.d.ts": "", **code}, exports=points)
    files = NpmDocumentation(package).declarations().code()
    assert list(files.paths()) == ["lib/kit/index.js", "lib/main.js", "lib/part.js"]
    assert (files.module(".", ""), files.module("./kit", "")) == ("lib/main.js", "lib/kit/index.js")
    assert files.module("./lib/part", "") == "lib/part.js"
    assert files.module("../part", "lib/kit/index.js") == "lib/part.js"
    assert files.module("part", "lib/main.js") is files.module("../../other/index.js", "lib/main.js") is None
    assert files.text("lib/part.js") == "part"
