"""The comments of implementations, which declaration files lack."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from pro_context_engine.sources.packages.npm.declarations.implementation_comments import implementation_comments

SOURCE = """
/** Of the module. */
import x from "x";

/** An overload. */
export function dive(depth: number): void;
/**
 * Goes below the water.
 */
export async function dive(depth: any) { /* not this */ }

/** */
export function float() {}

/** A counter. */
export const depth = 1;
/** Yields what is eaten. */
export default function* eaten() {}
"""


def comments(files: Mapping[str, str], path: str = "dist/otter.d.ts") -> dict[str, str]:
    return dict(implementation_comments(path, lambda name: files.get(name, "")))


def mapped(*sources: object, root: object = "") -> str:
    return json.dumps({"version": 3, "sourceRoot": root, "sources": sources})


@pytest.mark.parametrize(
    "files",
    [
        {"dist/otter.d.ts.map": mapped("../src/otter.ts"), "src/otter.ts": SOURCE},
        {"dist/otter.d.ts.map": mapped("otter.ts", root="../src"), "src/otter.ts": SOURCE},
        {"dist/otter.d.ts.map": mapped("../src/gone.ts", "../src/otter.ts"), "src/otter.ts": SOURCE},
        {"dist/otter.js": SOURCE},
        {"dist/otter.d.ts.map": "{", "dist/otter.mjs": SOURCE},
        {"dist/otter.d.ts.map": mapped(3, None), "dist/otter.cjs": SOURCE},
    ],
)
def test_the_comment_of_the_implementation_is_found(files: Mapping[str, str]) -> None:
    assert comments(files) == {
        "dive": "/**\n * Goes below the water.\n */",
        "eaten": "/** Yields what is eaten. */",
    }


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"dist/otter.d.ts.map": mapped("../../other/otter.ts"), "../other/otter.ts": SOURCE},
        {"dist/otter.d.ts.map": mapped("/otter.ts"), "/otter.ts": SOURCE},
        {"dist/otter.d.ts.map": mapped("../node_modules/eel/otter.ts"), "node_modules/eel/otter.ts": SOURCE},
        {"dist/otter.d.ts.map": "[" * 5_000},
        {"dist/otter.js": "/** function dive() {}" * 20_000},
        {"dist/otter.js": SOURCE + " " * 1_000_000},
    ],
)
def test_other_files_and_hostile_ones_give_none(files: Mapping[str, str]) -> None:
    assert comments(files) == {}
