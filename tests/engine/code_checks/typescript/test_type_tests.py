"""Tests in code that tell the type of a name: `instanceof` of a caught error, and texts of options of a union."""

from __future__ import annotations

import pytest
from tests.engine.own_files import OwnFiles

from pro_context_engine.code_checks.typescript.package_types import declarations_in
from pro_context_engine.code_checks.typescript.typescript_check import check_typescript

FERRY = """
export declare class FerryError extends Error { readonly pier: string; }
export interface Car { kind: "car"; wheels: number; }
export interface Ship { kind: "ship" | "boat"; deck: string; }
export type Load = Car | Ship;
export declare function load(): Load;
export declare function sail(): Promise<void>;
"""
FROM = 'import { FerryError, load, sail } from "ferry";\nimport * as ferry from "ferry";\n'
TRY = FROM + "try { await sail(); } catch (e) {\n"
LOAD = FROM + "const one = load();\n"


def found(code: str) -> list[tuple[int, str]]:
    files = OwnFiles("ferry", {".": "index.d.ts"}, {"index.d.ts": FERRY})
    result = check_typescript(code, {"ferry": declarations_in("ferry", files)})
    return [(one.line, one.name) for one in result.findings]


WRONG = {
    TRY + "  if (e instanceof FerryError) { e.pier; e.port; }\n}\n": [(4, "port")],
    TRY + "  if (e instanceof ferry.FerryError && e.port) x();\n}\n": [(4, "port")],
    TRY + "  if (!(e instanceof FerryError)) throw e;\n  e.port;\n}\n": [(5, "port")],
    TRY + "  if (!(e instanceof FerryError)) {\n    log(e);\n    return;\n  }\n  e.port;\n}\n": [(8, "port")],
    TRY + "  const a = e instanceof FerryError ? e.port : e.any;\n}\n": [(4, "port")],
    FROM + "sail().catch((e) => {\n  if (e instanceof FerryError) e.port;\n});\n": [(4, "port")],
    LOAD + "if (one.kind === 'car') { one.wheels; one.deck; }\none.deck;\n": [(4, "deck")],
    LOAD + "if (one.kind !== 'boat') return;\none.deck;\none.wheels;\n": [(6, "wheels")],
    LOAD + "one.kind === 'car' && one.deck;\n": [(4, "deck")],
}
RIGHT = [
    TRY + "  if (e instanceof FerryError) { e.pier; e.message; } else { e.port; }\n  e.port;\n}\n",
    TRY + "  if (e instanceof FerryError || e.port) { e.port; }\n}\n",
    TRY + "  if (!(e instanceof FerryError)) { e.port; }\n  e.port;\n}\n",
    TRY + "  if (!(e instanceof FerryError) && other) throw e;\n  e.port;\n}\n",
    TRY + "  if (e instanceof Other) { e.port; }\n  e instanceof FerryError ? e.pier : e.port;\n}\n",
    TRY + "  if (e instanceof FerryError) { e = other(e); e.port; }\n}\n",
    FROM + "function f(e: Heir) { if (e instanceof FerryError) { e.port; } }\n",
    LOAD + "if (one.kind === 'car') { one.wheels; } else { one.deck; }\none.deck;\none.wheels;\n",
    LOAD + "if (one.kind === 'car' || one.kind === 'boat') { one.deck; one.wheels; }\n",
    LOAD + "if (one.kind !== 'car') { one.deck; }\none.wheels;\n",
    LOAD + "if (other.one.kind === 'car') { one.deck; }\n",
]


@pytest.mark.parametrize("code", WRONG)
def test_members_that_the_tested_type_lacks_are_found(code: str) -> None:
    assert found(code) == WRONG[code]


@pytest.mark.parametrize("code", RIGHT)
def test_members_of_names_without_known_type_are_not_found(code: str) -> None:
    assert found(code) == []


OUTCOME = """
export interface Fault { reason: string; }
export type Outcome = { done: true; data: { size: number }; error?: never } | { done: false; error: Fault };
export type Shape = { kind: "disc"; data: { radius: number } } | { kind: "box"; data: { side: number } };
export declare function outcome(): Outcome;
export declare function shape(): Shape;
"""


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("const one = outcome();\nif (!one.done) { one.error.reasons; }\n", ["reasons"]),
        (
            "const one = shape();\nswitch (one.kind) { case 'box': one.data.side; one.data.radius; one.data.edge; }\n",
            ["edge"],
        ),
    ],
)
def test_a_member_has_the_types_of_all_options_that_have_it(code: str, names: list[str]) -> None:
    files = OwnFiles("outcomes", {".": "index.d.ts"}, {"index.d.ts": OUTCOME})
    head = 'import { outcome, shape } from "outcomes";\n'
    result = check_typescript(head + code, {"outcomes": declarations_in("outcomes", files)})
    assert [one.name for one in result.findings] == names
