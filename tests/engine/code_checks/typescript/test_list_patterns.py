"""Names that code takes out of lists: the elements of tuples and arrays, and the results of several promises."""

from __future__ import annotations

import pytest
from tests.engine.own_files import OwnFiles

from pro_context_engine.code_checks.typescript.package_types import declarations_in
from pro_context_engine.code_checks.typescript.typescript_check import check_typescript

MILL = """
export interface Sack { weigh(): number; }
export interface Wheel { turn(): void; }
export declare function pair(): [Sack, turned: Wheel];
export declare function some(): [Sack, ...Wheel[]];
export declare function sacks(): Sack[];
export declare function fill(): Promise<Sack>;
export declare function wheel(): Wheel;
"""
FROM = 'import { pair, some, sacks, fill, wheel } from "mill";\n'
WRONG = {
    "const [sack, wheel1] = pair();\nsack.turn();\nwheel1.weigh();\n": ["turn", "weigh"],
    "const [, second] = pair();\nsecond.weigh();\n": ["weigh"],
    "const [first] = sacks();\nfirst.turn();\n": ["turn"],
    "function f([first]: any) {}\nconst [a, b] = await Promise.all([fill(), wheel()]);\na.turn();\nb.weigh();\n": [
        "turn",
        "weigh",
    ],
    "Promise.all([other(), fill()]).then(([x, sack]) => { x.turn(); sack.turn(); });\n": ["turn"],
}
RIGHT = [
    "const [sack, wheel1, third] = pair();\nsack.weigh();\nwheel1.turn();\nthird.fly();\n",
    "const [sack, ...wheels] = some();\nsack.weigh();\nwheels.length;\nwheels.at(0);\n",
    "const [, second = 1] = pair();\nsecond.weigh();\n",
    "const [{ weigh }, [x]] = pair();\nx.fly();\n",
    "const [a, b] = await Promise.all([fill().then(other), fill()]);\na.turn();\nb.weigh();\n",
    "const [a] = await Promise.all([...many, fill()]);\na.turn();\n",
    "const [a, b] = await Promise.all(many);\na.turn();\nb.turn();\n",
]


def found(code: str) -> list[str]:
    files = OwnFiles("mill", {".": "index.d.ts"}, {"index.d.ts": MILL})
    return [one.name for one in check_typescript(FROM + code, {"mill": declarations_in("mill", files)}).findings]


@pytest.mark.parametrize("code", WRONG)
def test_wrong_use_of_elements_is_found(code: str) -> None:
    assert found(code) == WRONG[code]


@pytest.mark.parametrize("code", RIGHT)
def test_right_use_of_elements_is_not_found(code: str) -> None:
    assert found(code) == []
