"""The titles of files whose names users import from somewhere else."""

import pytest
from tests.engine.own_files import OwnFiles

from pro_context_engine.sources.packages.npm.declarations.entry_modules import Modules
from pro_context_engine.sources.packages.npm.declarations.module_titles import titles_by_import


@pytest.mark.parametrize(
    ("paths", "shown"),
    [
        ("build/esm/swim.d.ts build/esm/den/fur.d.ts", "swim den/fur"),
        ("dist/den/index.d.ts dist/swim.d.ts", "den swim"),
        ("dist/den/fur.d.ts", "fur"),
        ("lib/index.js", "lib"),
        ("node_modules/river/dist/bank.d.ts node_modules/river/dist/mud.d.ts dist/a.d.ts", "river/bank river/mud a"),
        ("node_modules/river/index.d.ts", "river"),
        ("node_modules/@types/otter/lib/fur.d.ts", "fur"),
        ("index.d.ts", "index"),
    ],
)
def test_a_title_has_the_importer_and_the_file_without_the_folders_of_a_build(paths: str, shown: str) -> None:
    titles = titles_by_import("otter", dict.fromkeys(paths.split(), "otter"))
    assert list(titles.values()) == [f"otter ({one})" for one in shown.split()]


def test_a_file_has_the_title_of_the_first_entry_point_that_hands_it_on() -> None:
    files = {
        "dist/index.d.ts": "export * from './all';",
        "dist/all.d.ts": "export * from './swim';\nexport * from './den/fur';",
        "dist/swim.d.ts": "import { Depth } from './depth';\nexport declare function swim(to: Depth): void;",
        "dist/den/fur.d.ts": "export declare const fur: 1;",
        "dist/depth.d.ts": "export interface Depth { metres: number }",
        "dist/pup.d.ts": "export * from './den/fur';\nexport * from './cub';\nexport declare const pup: 1;",
        "dist/cub.d.ts": "export declare const cub: 1;",
    }
    found = Modules("otter", OwnFiles("otter", {".": "dist/index.d.ts", "./pup": "dist/pup.d.ts"}, files))
    assert {module.title: found.own(module) for module in found} == {
        "otter": [],
        "otter/pup": ["pup"],
        "otter (swim)": ["swim"],
        "otter (den/fur)": ["fur"],
        "otter/pup (cub)": ["cub"],
        # No entry point hands it on: its name cannot be imported.
        "otter/dist/depth": ["Depth"],
    }
