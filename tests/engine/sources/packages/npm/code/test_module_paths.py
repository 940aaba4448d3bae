"""What a package's manifest and files say of the modules at its subpaths."""

from __future__ import annotations

from typing import Any

import pytest

from pro_context_engine.sources.packages.npm.code.module_paths import imported_path, lacks_default, may_have_module

FILES = frozenset(
    {"package.json", "index.js", "utils.js", "lib/lamp.js", "theme/dark.css", "glow/package.json", "dist/inner.mjs"}
)
MAPPED = {
    "exports": {
        ".": "./index.js",
        "./lamp": {"node": {"import": "./lib/lamp.js"}},
        "./parts/*": "./lib/*.js",
        "./old/": "./lib/",
        "./gone": "./gone.js",
        "./shut": None,
    }
}


@pytest.mark.parametrize(
    "subpath", ["./utils", "./utils.js", "./lib/lamp", "./theme/dark.css", "./glow", "./utils?raw"]
)
def test_files_are_modules(subpath: str) -> None:
    assert may_have_module({}, FILES, subpath)
    assert may_have_module(MAPPED, FILES, subpath)


@pytest.mark.parametrize("subpath", ["./lamp", "./parts/lamp", "./old/lamp.js", "./old/lamp"])
def test_exports_name_modules(subpath: str) -> None:
    assert may_have_module(MAPPED, FILES, subpath)
    assert not may_have_module({}, FILES, subpath)


@pytest.mark.parametrize("subpath", ["./lantern", "./parts/lantern", "./old/lantern", "./shut", "./util"])
def test_what_neither_files_nor_exports_give_is_no_module(subpath: str) -> None:
    assert not may_have_module(MAPPED, FILES, subpath)


def test_what_a_build_will_make_may_be_there() -> None:
    assert may_have_module(MAPPED, FILES, "./gone")
    assert may_have_module({"exports": {"./*": "./built/*.js"}}, FILES, "./lantern")
    assert may_have_module({"main": "built/index.js"}, FILES, "./lantern")
    assert not may_have_module({"main": "./index"}, FILES, "./lantern")


def test_without_the_code_only_the_manifest_counts() -> None:
    described = frozenset({"package.json", "index.d.ts"})
    assert may_have_module({}, described, "./utils")
    assert may_have_module(MAPPED, described, "./parts/lantern")
    assert not may_have_module(MAPPED, described, "./lantern")


@pytest.mark.parametrize(
    ("exports", "path"),
    [
        ("./a.mjs", "a.mjs"),
        ({"types": "./a.d.ts", "import": {"types": "./b.d.ts", "default": "./b.mjs"}, "default": "./c.js"}, "b.mjs"),
        ({".": {"browser": "./a.mjs", "node": {"import": "./b.mjs"}}}, "b.mjs"),
        ({".": {"require": "./a.cjs"}}, ""),
        (None, ""),
    ],
)
def test_node_imports_the_first_module_that_fits(exports: Any, path: str) -> None:
    assert imported_path({"exports": exports}, ".") == path


def test_manifests_that_nest_deeply_end() -> None:
    value: Any = "./a.mjs"
    for _ in range(100):
        value = {"import": value}
    assert imported_path({"exports": value}, ".") == ""
    assert not may_have_module({"exports": {"./a": value}}, FILES, "./a")


@pytest.mark.parametrize("text", ["export { a };", "export const a = 1;", "var a;export{a};", "export * from './a';"])
def test_modules_without_a_default(text: str) -> None:
    assert lacks_default(text)


@pytest.mark.parametrize(
    "text", ["export default a;", "export { a as default, b };", "export { default } from './a';", "exports.a = 1;"]
)
def test_modules_that_may_have_a_default(text: str) -> None:
    assert not lacks_default(text)
