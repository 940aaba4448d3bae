"""Which declaration files are a package's interface, from its entry points on."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.engine.own_files import OwnFiles
from tests.growth import grows_linearly

from pro_context_engine.sources.packages.npm.declarations.entry_modules import Modules
from pro_context_engine.sources.packages.npm.declarations.entry_points import entry_points


@pytest.mark.parametrize(
    ("manifest", "files", "entries"),
    [
        ({"types": "./dist/otter.d.ts"}, "dist/otter.d.ts", {".": "dist/otter.d.ts"}),
        ({"typings": "dist/otter"}, "dist/otter.d.ts", {".": "dist/otter.d.ts"}),
        ({"main": "lib/otter.js"}, "lib/otter.d.ts", {".": "lib/otter.d.ts"}),
        ({"main": "lib"}, "lib/index.d.ts", {".": "lib/index.d.ts"}),
        ({}, "index.d.ts", {".": "index.d.ts"}),
        ({}, "index.js", {}),
        ({"types": "../../outside.d.ts"}, "outside.d.ts", {}),
        ({"exports": "./otter.mjs"}, "otter.d.mts", {".": "otter.d.mts"}),
        ({"exports": {"types": "./a.d.ts", "import": "./b.mjs"}}, "a.d.ts b.d.mts", {".": "a.d.ts"}),
        ({"exports": {".": {"import": {"types": "./a.d.mts"}, "require": {"types": "./a.d.cts"}}}}, "a.d.mts a.d.cts",
         {".": "a.d.mts"}),
        ({"exports": {".": "./a.js", "./river": "./b.js", "./package.json": "./package.json"}}, "a.d.ts b.d.ts",
         {".": "a.d.ts", "./river": "b.d.ts"}),
        ({"exports": {"./fish/*": "./dist/*.d.ts"}, "types": "i.d.ts"}, "i.d.ts dist/eel.d.ts dist/x/cod.d.ts",
         {".": "i.d.ts", "./fish/eel": "dist/eel.d.ts", "./fish/x/cod": "dist/x/cod.d.ts"}),
        ({"exports": {".": "./dist/i.js", "./dist/*": "./dist/*.d.ts", "./lib/x/*.js": {"types": "./dist/*.d.ts"},
                      "./dist/a": "./a.js"}},
         "dist/i.d.ts dist/helper.d.ts a.d.ts", {".": "dist/i.d.ts", "./dist/a": "a.d.ts"}),
        ({"exports": {"./dist/*": "./dist/*.d.ts"}, "types": "i.d.ts"}, "i.d.ts dist/helper.d.ts", {".": "i.d.ts"}),
        ({"exports": {"./dist/*": "./dist/*.d.ts"}}, "dist/helper.d.ts", {"./dist/helper": "dist/helper.d.ts"}),
        ({"exports": {".": ["./gone.js", {"default": "./a.js"}]}}, "a.d.ts", {".": "a.d.ts"}),
        ({"typesVersions": {"<5": {"river": ["old.d.ts"]}, "*": {"river": ["dist/r.d.ts"], "*": ["x/*"], "b": [1]}},
          "types": "dist/a.d.ts"}, "dist/a.d.ts dist/r.d.ts x/y.d.ts", {".": "dist/a.d.ts", "./river": "dist/r.d.ts"}),
        ({"types": "a.d.ts"}, "a.d.ts river.d.ts dist/b.d.ts", {".": "a.d.ts", "./river": "river.d.ts"}),
        ({"types": "a.d.cts"}, "a.d.cts a.d.ts", {".": "a.d.ts"}),
        ({"exports": [[[[[[[["./a.js"]]]]]]]], "types": 3, "main": None}, "a.d.ts", {}),
    ],
)  # fmt: skip
def test_entry_points_are_found(manifest: Mapping[str, Any], files: str, entries: Mapping[str, str]) -> None:
    assert entry_points(manifest, files.split()) == entries


def modules(files: Mapping[str, str], entries: Mapping[str, str] | None = None) -> Modules:
    points = entries or {".": "index.d.ts"}
    return Modules("otter", OwnFiles("otter", points, files))


def shown(files: Mapping[str, str]) -> dict[str, list[str]]:
    found = modules(files)
    return {module.title: found.own(module) for module in found}


def test_what_is_handed_on_is_shown_where_it_is_declared() -> None:
    files = {
        "index.d.ts": "export * from './river';\nexport { mud } from './bank.js';\nexport declare const own: 1;",
        "river.d.ts": "export declare const flow: 1;",
        "bank.d.ts": "export declare const mud: 1;\nexport declare const internal: 2;",
        "unreached.d.ts": "export declare const x: 1;",
    }
    assert shown(files) == {"otter": ["own"], "otter (river)": ["flow"], "otter (bank)": ["mud"]}
    found = modules(files)
    assert found.also(next(iter(found))) == {"otter (river)": ["flow"], "otter (bank)": ["mud"]}


def test_names_are_followed_through_files_that_only_hand_on() -> None:
    files = {
        "index.d.ts": "export { flow as stream } from './all';",
        "all/index.d.ts": "export * from '../river';\nexport * from '../bank';",
        "river.d.ts": "export declare const flow: 1;\nexport declare const other: 1;",
        "bank.d.ts": "export declare const mud: 1;",
    }
    # The page of the only file behind an entry point has the title of the entry point.
    assert shown(files) == {"otter": ["flow"]}


def test_what_a_namespace_hands_on_is_followed() -> None:
    files = {
        "index.d.ts": "import { mud, Dry } from './bank';\ndeclare function otter(): void;\ninterface Fur {}\n"
        "declare namespace otter { export { mud, Fur };\nexport type { Dry } }\nexport = otter;",
        "bank.d.ts": "export declare const mud: 1;\nexport type Dry = 1;\nexport type Wet = 1;",
    }
    assert shown(files) == {"otter": ["Fur", "default"], "otter (bank)": ["Dry", "mud"]}


def test_bases_of_exported_names_are_shown() -> None:
    files = {
        "index.d.ts": "import * as kit from './kit';\nimport { Swimmer as S } from './kit';\n"
        "export interface Otter<T extends { a: 1 }> extends kit.Diver<{ b: 2 }>, S {}\n"
        "export class Eel extends Fish {}",
        "kit.d.ts": "export interface Diver<T> extends Breather {}\nexport interface Breather {}\n"
        "export interface Swimmer {}\nexport interface Flyer {}",
    }
    assert shown(files) == {"otter": ["Eel", "Otter"], "otter/kit": ["Breather", "Diver", "Swimmer"]}


def test_an_import_that_is_exported_is_followed() -> None:
    files = {
        "index.d.ts": "import * as river from './river';\nimport { mud, type Dry } from './bank';\n"
        "export { river, mud };",
        "river.d.ts": "export declare const flow: 1;",
        "bank.d.ts": "export declare const mud: 1;\nexport type Dry = 1;",
    }
    assert shown(files) == {"otter": [], "otter (river)": ["flow"], "otter (bank)": ["mud"]}


def test_a_default_that_is_handed_on_keeps_its_name() -> None:
    files = {
        "index.d.ts": "export { default as Otter } from './otter';",
        "otter.d.ts": "declare class Otter {}\nexport default Otter;",
    }
    found = modules(files)
    assert found.own(next(module for module in found if module.path == "otter.d.ts")) == ["default"]


def test_files_that_are_referred_to_belong_to_it() -> None:
    files = {
        "index.d.ts": '/// <reference path="fs.d.ts" />\n/// <reference path="./net/http.d.ts" />\n',
        "fs.d.ts": "declare module 'fs' { function open(): void }",
        "net/http.d.ts": "declare module 'node:http' { function get(): void }",
    }
    assert shown(files) == {"otter": [], "otter (fs)": ["fs.open"], "otter (net/http)": ["http.get"]}


def test_circles_end_and_what_leads_out_is_left() -> None:
    files = {
        "index.d.ts": "export * from './a';\nexport * from '../../secret';\nexport * from 'react';",
        "a.d.ts": "export * from './index';\nexport * from './a';\nexport declare const a: 1;",
    }
    assert shown(files) == {"otter": ["a"]}


def test_types_that_exported_names_name_are_shown() -> None:
    files = {
        "index.d.ts": "import type { DiveOptions as Options, Depth } from './options';\nimport * as kit from './kit';\n"
        "export declare function dive(options: Options): Depth;\nexport type Kit = typeof kit;\n"
        "export declare const swim: import('./swim').Swim;",
        "options.d.ts": "export interface DiveOptions extends Base { tail: Tail }\ninterface Base { air?: number }\n"
        "export type Depth = Metres;\nexport type Metres = { deep: number };\nexport interface Unused {}\n"
        "declare class Tail {}\ninterface Forgotten {}\nexport {};",
        "kit.d.ts": "export declare function paddle(): void;",
        "swim.d.ts": "export interface Swim {}\nexport interface Other {}",
    }
    assert shown(files) == {
        "otter": ["Kit", "dive", "swim"],
        # An alias of another type has no section, what it stands for has one.
        "otter/options": ["Base", "DiveOptions", "Metres", "Tail"],
        "otter/kit": ["paddle"],
        "otter/swim": ["Swim"],
    }


def test_of_a_namespace_that_is_needed_only_the_named_types_are_shown() -> None:
    files = {
        "index.d.ts": "import { Sea } from './sea';\nimport Bay from './bay';\nimport * as lake from './lake';\n"
        "export declare function swim(wave: Sea.Wave, tide: Bay.Tide, shore: lake.Shore, kind: lake.Kind.Deep): void;",
        "sea.d.ts": "export declare namespace Sea { interface Wave {} interface Storm {} }",
        "bay.d.ts": "declare class Bay {}\ndeclare namespace Bay { interface Tide {} interface Ebb {} }\n"
        "export default Bay;",
        "lake.d.ts": "declare namespace lake { interface Shore { reed: Reed } interface Reed {} interface Mud {} }\n"
        "declare const lake: 1;\nexport = lake;",
    }
    assert shown(files) == {
        "otter": ["swim"],
        "otter/sea": ["Sea.Wave"],
        "otter/bay": ["Bay.Tide"],
        "otter/lake": ["lake.Reed", "lake.Shore"],
    }


@pytest.mark.parametrize(
    "unit",
    [
        "export declare const a#: B;\ninterface B { c: C }\n",
        "declare namespace n# { interface B { b: B } }\n",
        "export type A# = { b: B# }\ninterface B# { a: A# }\n",
        "import { B# } from './b';\nexport declare const a#: B#;\n",
        "export declare const a#: import('./b').B;\n",
    ],
)
def test_named_types_are_found_in_linear_time(unit: str) -> None:
    def shown_of(size: int) -> None:
        text = "".join(unit.replace("#", str(number)) for number in range(size))
        shown({"index.d.ts": text, "b.d.ts": text})

    assert grows_linearly(shown_of, 4_000)


def test_an_alias_is_shown_where_it_is_handed_on() -> None:
    files = {
        "index.d.ts": "import { Depth } from './depth';\nexport declare function dive(): Depth;\n"
        "export * from './all';",
        "all.d.ts": "export { Depth } from './depth';",
        "depth.d.ts": "export type Depth = number;",
    }
    assert shown(files) == {"otter": ["dive"], "otter (depth)": ["Depth"]}


def test_a_module_that_a_namespace_gives_another_name_is_handed_on() -> None:
    files = {
        "index.d.ts": "import * as Boats from './boats';\n"
        "declare namespace otter { export import boats = Boats; }\nexport = otter;",
        "boats.d.ts": "export interface Raft {}",
    }
    # The page of the only file behind an entry point has the title of the entry point.
    assert shown(files) == {"otter": ["Raft"]}
