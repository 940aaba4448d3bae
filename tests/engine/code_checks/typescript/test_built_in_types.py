"""Values in arrays, sets, maps, iterators and promises, and members of strings."""

from __future__ import annotations

import pytest
from tests.engine.own_files import OwnFiles

from pro_context_engine.code_checks.typescript.package_types import declarations_in
from pro_context_engine.code_checks.typescript.typescript_check import check_typescript

ORCHARD = """
export interface Tree { height: number; prune(): Tree; name: string; }
export interface Cherry extends Tree { pit(): void; }
export interface Basket { [Symbol.iterator](): IterableIterator<Tree>; weight: number; }
export declare function trees(): Tree[];
export declare function rows(): Map<string, Tree>;
export declare function kinds(): ReadonlySet<Tree>;
export declare function harvest(): AsyncGenerator<Tree>;
export declare function basket(): Basket;
export declare function plant(): Promise<Tree>;
export declare function seeds(): { name: string } | Promise<{ name: string }>;
export declare function title(): string;
export declare function label(): string | Tree[];
export declare function pick(options: { later: true; count?: number }): Promise<Tree>;
export declare function pick(options: { later: false; count?: number }): Tree;
export declare function pick(options: { later?: boolean; count?: number }): Tree | Promise<Tree>;
export declare function graft(name: string): Promise<Tree>;
export declare function graft<T extends Tree>(tree: T): T;
"""
FROM = 'import * as orchard from "orchard";\n'


def found(code: str) -> list[str]:
    files = OwnFiles("orchard", {".": "index.d.ts"}, {"index.d.ts": ORCHARD})
    result = check_typescript(FROM + code, {"orchard": declarations_in("orchard", files)})
    return [one.name for one in result.findings]


WRONG = {
    "for (const [name, tree] of orchard.rows()) { tree.height; tree.heights; }\n": ["heights"],
    "for (const tree of orchard.rows().values()) tree.heights;\n": ["heights"],
    "for (const tree of orchard.kinds()) tree.heights;\n": ["heights"],
    "for (const { height, width } of orchard.basket()) {}\n": ["width"],
    "for await (const tree of orchard.harvest()) tree.heights;\n": ["heights"],
    "orchard.rows().get('a')?.heights;\n": ["heights"],
    "orchard.rows().forEach((tree, name) => tree.heights);\n": ["heights"],
    "orchard.trees().filter((one) => one.height > 1)[0].heights;\n": ["heights"],
    "orchard.trees().filter((one) => one.height).slice(1).forEach((one) => one.heights);\n": ["heights"],
    "orchard.trees().find((one) => one.name)?.heights;\n": ["heights"],
    "orchard.trees().sort((one, other) => one.height - other.heights);\n": ["heights"],
    "orchard.trees().at(-1).heights;\n": ["heights"],
    "orchard.trees().push({ height: 1, width: 2 });\n": ["width"],
    "orchard.plant().then((tree) => tree.heights);\n": ["heights"],
    "orchard.plant().finally(done).then(({ heights }) => heights);\n": ["heights"],
    "const tree = orchard.plant();\ntree.prune();\n": ["prune"],
    "orchard.graft('a').height;\n": ["height"],
    "const { heights } = orchard.plant();\n": ["heights"],
    "const [first, ...others] = orchard.trees();\nfirst.heights;\nothers[0].heights;\n": ["heights", "heights"],
    "orchard.title().toUpercase();\n": ["toUpercase"],
    "orchard.pick({ later: false }).heights;\n": ["heights"],
    "(await orchard.pick({ later: true })).heights;\n": ["heights"],
}
RIGHT = [
    "for (const [name, tree] of orchard.rows()) { name.anything; tree.prune(); }\n",
    "for (const one of orchard.basket().weight ? other : more) one.anything;\n",
    "orchard.trees().filter(isCherry).map((one) => one.pit());\n",
    "orchard.trees().filter((one) => isCherry(one)).map((one) => one.pit());\n",
    "orchard.trees().filter((one): one is Cherry => 'pit' in one).map((one) => one.pit());\n",
    "orchard.trees().find((one) => one instanceof Cherry)?.pit();\n",
    "orchard.trees().map((one) => other(one)).forEach((one) => one.anything);\n",
    "orchard.plant().then((tree) => other(tree)).then((one) => one.anything);\n",
    "orchard.plant().catch((error) => error.anything);\n",
    "(await orchard.plant()).prune();\norchard.plant().then(done, failed);\n",
    "(await orchard.seeds()).name;\n",
    "const { height } = orchard.plant();\n",
    "orchard.title().trim().split('').map((one) => one.length);\n",
    "orchard.title().paintedRed;\n",
    "orchard.label().trim();\norchard.label().map((one) => one.height);\n",
    "orchard.pick({ later: false, count: 1 }).prune();\n",
    "(await orchard.pick({ later: true })).prune();\n",
    "orchard.graft(tree).then(done);\n(await orchard.graft('a')).prune();\n",
    "const [first, , { height } = tree, ...others] = orchard.trees();\nothers.length;\n",
]


@pytest.mark.parametrize("code", WRONG)
def test_members_that_the_values_lack_are_found(code: str) -> None:
    assert found(code) == WRONG[code]


@pytest.mark.parametrize("code", RIGHT)
def test_right_use_of_values_has_no_findings(code: str) -> None:
    assert found(code) == []


def test_without_the_compiler_strings_may_have_any_member() -> None:
    files = OwnFiles("orchard", {".": "index.d.ts"}, {"index.d.ts": ORCHARD})
    declared = {"orchard": declarations_in("orchard", files)}
    assert not check_typescript(FROM + "orchard.title().toUpercase();\n", declared, is_typed=False).findings
