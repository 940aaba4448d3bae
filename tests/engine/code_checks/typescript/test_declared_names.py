"""Names that code declares with types of packages, and the patterns that take values apart."""

from __future__ import annotations

import pytest
from tests.engine.own_files import OwnFiles

from pro_context_engine.code_checks.typescript.package_types import declarations_in
from pro_context_engine.code_checks.typescript.typescript_check import check_typescript

LOOM = """
export interface Thread { colour: string; spool?: { turns: number; label?: string }; }
export interface Plan { name: string; weave?(thread: Thread): void; }
export declare class Loom { constructor(plan?: Plan); threads: Thread[]; plan: Plan; first: Thread; }
"""
FROM = 'import { Loom, type Plan, type Thread } from "loom";\n'


def found(code: str) -> list[str]:
    files = OwnFiles("loom", {".": "index.d.ts"}, {"index.d.ts": LOOM})
    result = check_typescript(FROM + code, {"loom": declarations_in("loom", files)})
    return [one.name for one in result.findings]


WRONG = {
    "const a: Plan = { name: 'x' };\nconst b: Plan = { nam: 'x' };\nconst c: Plan = { named: 1 };\n": ["nam", "named"],
    "const a: Plan = { name: 'x' };\nconst b: Plan = { weave(thread) { thread.color; } };\n": ["color"],
    "function f(loom: Loom = new Loom()) { loom.threads; }\nnew Loom({ names: 'x' });\n": ["names"],
    "class Mill { loom: Loom = new Loom(); }\nnew Loom().thread;\n": ["thread"],
    "class Mill { private loom: Loom = new Loom(); }\nnew Loom().thread;\n": ["thread"],
    "const plan = { name: 'x', nam: 'y' } satisfies Plan;\n": ["nam"],
    "const { first: { colour, color } } = new Loom();\n": ["color"],
    "const { first: { spool: { turn } = {} } } = new Loom();\n": ["turn"],
    "const { threads: [{ color }, second] } = new Loom();\nsecond.color;\n": ["color", "color"],
    "function f({ first: { color } }: Loom) {}\n": ["color"],
}
RIGHT = [
    "switch (x) {\n  case y:\n    Loom = other;\n    break;\n  default: Loom = other;\n}\nLoom.anything;\n",
    "const a = { name: 'x', more: 1 };\na.more satisfies number;\nconst b = { more: 1 } satisfies Other;\n",
    "const { first: { colour = 'red', spool: { turns, label: name = '' } = no }, ...rest } = new Loom();\nname.any;\n",
    "const { threads: [{ colour: { length } }, ...others] } = new Loom();\nothers.map((one) => one.colour);\n",
]


@pytest.mark.parametrize("code", WRONG)
def test_names_that_the_types_lack_are_found(code: str) -> None:
    assert found(code) == WRONG[code]


@pytest.mark.parametrize("code", RIGHT)
def test_right_declarations_have_no_findings(code: str) -> None:
    assert found(code) == []
