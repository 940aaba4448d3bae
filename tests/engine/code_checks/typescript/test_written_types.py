"""Types that code writes with names of packages: unions, arrays, its own interfaces and aliases."""

from __future__ import annotations

import pytest
from tests.engine.own_files import OwnFiles

from pro_context_engine.code_checks.typescript.package_types import declarations_in
from pro_context_engine.code_checks.typescript.typescript_check import check_typescript

FORGE = """
export interface Blade { edge: number; sharpen(times: number): void; }
export interface Options { heat?: number; onGlow?(blade: Blade): void; }
export declare class Forge { constructor(options?: Options); blades: Blade[]; strike(): Promise<Blade>; }
export type Handler = (blade: Blade, next: () => void) => void;
export interface Plugin { name: string; setup(forge: Forge): void; }
export declare function forge(): Forge;
"""
FROM = 'import { Forge, forge, type Blade, type Handler, type Options, type Plugin } from "forge";\n'


def found(code: str) -> list[str]:
    declarations = declarations_in("forge", OwnFiles("forge", {".": "index.d.ts"}, {"index.d.ts": FORGE}))
    result = check_typescript(FROM + 'import { Other } from "./other";\n' + code, {"forge": declarations})
    return [one.name for one in result.findings]


WRONG = {
    "let one: Forge | null = null;\none?.sword;\n": ["sword"],
    "function f(every: Blade[], one: Promise<Blade>) { every[0].length; one.then((x) => x.width); }\n": [
        "length",
        "width",
    ],
    "const kept: Map<string, Forge> = new Map(), other = 1;\nkept.get('a')?.sword;\n": ["sword"],
    "function f(kept: Map<string, Forge>, one: Blade) { one.width; }\n": ["width"],
    "interface Props { forge: Forge; label: string }\nfunction f({ forge }: Props) { forge.sword; }\n": ["sword"],
    "type Props = { forge?: Forge }\nfunction f(props: Props) { props.forge?.sword; }\n": ["sword"],
    "interface A { b: B }\ninterface B { a: A; forge: Forge }\nfunction f(a: A) { a.b.a.b.forge.sword; }\n": ["sword"],
    "const f: Handler = (blade, next) => { next(); blade.width; };\n": ["width"],
    "const all: Plugin[] = [{ name: 'x', setup(it) { it.sword; } }, { nam: 'x', setup() {} }];\n": ["nam", "sword"],
    "function f(one: ReturnType<typeof forge>, other: Partial<Options>) { one.sword; other.heats; }\n": [
        "sword",
        "heats",
    ],
    "class Mill { constructor(private forge?: Forge | undefined) {} run() { this.forge?.sword; } }\n": ["sword"],
    "export default [{ name: 'x', setup: (one) => one.sword }] satisfies Plugin[];\n": ["sword"],
}
RIGHT = [
    "interface Props extends Options { label: string }\nfunction f(p: Props) { p.label; p.heat; p.anything; }\n",
    "interface Blade2 { width: number }\nfunction f(one: Blade2 | Blade) { one.edge; one.width; }\n",
    "class Blade3 {}\nfunction f(one: Blade3 & Blade) { one.anything; }\n",
    "interface Forge { sword: 1 }\nfunction f(one: Forge | null) { one.sword; }\n",
    "type Made<T> = T & { label: string };\nfunction f(one: Made<Forge>) { one.label; one.blades; }\n",
    "function f<T extends Forge>(one: T, kept: Record<string, Blade>) { one.blades; kept.any.edge; kept.other; }\n",
    "function f(one: Other | Forge) { one.anything; }\n",
    "type Same = { a: 1 };\nfunction g() { type Same = { forge: Forge }; }\nfunction f(one: Same) { one.a; }\n",
    "let one: Forge | undefined;\none = other();\none.anything;\n",
    "type Loop = Loop2 | Forge;\ntype Loop2 = Loop;\nfunction f(one: Loop) { one.anything; }\n",
    "const f: (blade: Blade) => number = (blade) => blade.edge;\nconst g: typeof f = f;\n",
]


@pytest.mark.parametrize("code", WRONG)
def test_members_that_the_written_type_lacks_are_found(code: str) -> None:
    assert found(code) == WRONG[code]


@pytest.mark.parametrize("code", RIGHT)
def test_types_of_the_code_may_have_any_member(code: str) -> None:
    assert found(code) == []
