"""The attributes of components in JSX."""

from __future__ import annotations

import pytest
from tests.engine.own_files import OwnFiles

from pro_context_engine.code_checks.typescript.package_types import declarations_in
from pro_context_engine.code_checks.typescript.typescript_check import check_typescript

SAILS = """
export interface Wind { knots: number; }
export interface SailProps { colour?: string; area: number; onWind?: (wind: Wind) => void; "aria-label"?: string; }
export declare function Sail(props: SailProps): unknown;
export declare class Mast { constructor(props: { height?: number }); }
export declare function Flag<P extends { name: string }>(props: P): unknown;
export declare namespace Deck { const Plank: (props: { length?: number }) => unknown; }
export declare const size: number;
"""
FROM = 'import { Sail, Mast, Flag, Deck, size } from "sails";\n'


def found(code: str) -> list[str]:
    files = OwnFiles("sails", {".": "index.d.ts"}, {"index.d.ts": SAILS})
    result = check_typescript(FROM + code, {"sails": declarations_in("sails", files)})
    return [one.name for one in result.findings]


WRONG = {
    'const a = <Sail area={3} color="red" />;\n': ["color"],
    "const a = <Sail area={3}><Mast heigth={2}>x</Mast></Sail>;\n": ["heigth"],
    "const a = <div><Deck.Plank width={3} /></div>;\n": ["width"],
    "const a = <p>one</p>;\nconst b = <p>it</p>;\nconst c = <Sail area={3} areas={3} {...more} />;\n": ["areas"],
    "const a = <Sail area={3} onWind={(wind) => wind.speed} />;\n": ["speed"],
}
RIGHT = [
    'const a = <Sail area={3} colour="red" aria-label="x" data-test="y" key="z" ref={ref} {...more} />;\n',
    "const a = <Mast height={2} children={1} css={{}} />;\nconst b = <Mast>{other}</Mast>;\n",
    'const a = <Flag name="x" other={1} />;\n',
    "const a = size < Mast && other > 3;\nconst b = make<Mast>(x);\nfunction f<Sail extends Mast>(one: Sail) {}\n",
    "const a = <Other color={1} />;\nconst b = <sail color={1} />;\nconst c = (<T,>(one: T) => one);\n",
]


@pytest.mark.parametrize("code", WRONG)
def test_attributes_that_the_component_does_not_take_are_found(code: str) -> None:
    assert found(code) == WRONG[code]


@pytest.mark.parametrize("code", RIGHT)
def test_right_attributes_have_no_findings(code: str) -> None:
    assert found(code) == []
