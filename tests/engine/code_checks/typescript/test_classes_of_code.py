"""Classes that code declares: what they inherit from packages, and the objects of packages in their fields."""

from __future__ import annotations

import pytest
from tests.engine.own_files import OwnFiles

from pro_context_engine.code_checks.typescript.package_types import declarations_in
from pro_context_engine.code_checks.typescript.typescript_check import check_typescript

OVEN = """
export interface Settings { heat: number; name?: string; }
export declare class Rack { slide(): void; }
export declare abstract class Oven {
  static shared(): Rack;
  constructor(settings: Settings);
  bake(minutes: number): Rack;
  readonly heat: number;
  racks: Rack[];
}
export declare class Grill<T> extends Oven { flame: T; }
export interface Tiled extends Oven { tiles: number; }
export declare function each(visit: (oven: Oven) => void): void;
export declare function mix(base: any): any;
"""
FROM = 'import { each, Oven, Grill, Rack, mix, type Settings } from "oven";\nimport * as all from "oven";\n'


def found(code: str, *, is_typed: bool = True) -> list[tuple[int, str, str]]:
    """Return the findings in code that follows the imports of the package; its first line is the third."""
    files = OwnFiles("oven", {".": "index.d.ts"}, {"index.d.ts": OVEN})
    result = check_typescript(FROM + code, {"oven": declarations_in("oven", files)}, is_typed=is_typed)
    return [(one.line, one.name, one.kind.value) for one in result.findings]


MISSING = "missing-attribute"
WRONG = {
    "class Mine extends Oven {\n  run() { this.bakes(3); this.bake(3).slides(); }\n}\n": [(4, "bakes"), (4, "slides")],
    "class Mine extends all.Oven {\n  run(): void { this.bakes(3); }\n}\n": [(4, "bakes")],
    "class Mine extends Grill<string> implements Other<number> {\n  run() { [1].map((x) => this.bakes(x)); }\n}\n": [
        (4, "bakes")
    ],
    "class Mine extends Oven {\n  run() { try { x(); } catch (e) { this.bakes(3); } }\n}\n": [(4, "bakes")],
    "class Mine extends Oven {\n  static run() { this.shares(); }\n}\n": [(4, "shares")],
    "class Mine extends Oven {\n  bake(n: number) { return super.bakes(n); }\n}\n": [(4, "bakes")],
    "class Mine extends Oven {}\nclass Yours extends Mine {\n  run() { this.bakes(3); }\n}\n": [(5, "bakes")],
    "class Mine extends Oven { constructor() { super({ heat: 3 }); } }\nnew Mine().bakes();\nMine.shares();\n": [
        (4, "bakes"),
        (5, "shares"),
    ],
    "class Kitchen {\n  private rack: Rack;\n  run() { this.rack.slides(); }\n}\n": [(5, "slides")],
    "class Kitchen {\n  rack = new Rack();\n  run = () => { this.rack.slides(); };\n}\n": [(5, "slides")],
    "class Kitchen {\n  constructor(private readonly rack: Rack) {}\n  run() { this.rack?.slides(); }\n}\n": [
        (5, "slides")
    ],
    "class Kitchen {\n  constructor() { this.rack = new Rack(); }\n  run() { this.rack.slides(); }\n}\n": [
        (5, "slides")
    ],
}
RIGHT = {
    "own members": (
        "class Mine extends Oven {\n  @Input() light = mix(3)\n  private door?: Map<string, number> = new Map();\n"
        "  get open() { return 1; }\n  static count = 0;\n  #secret = 1;\n  [Symbol.iterator]() { return this.open; }\n"
        "  async *all<T>(x: T): AsyncGenerator<T> { this.light(); this.door; this.all(3); this.heat; this.racks; }\n"
        "  constructor(private readonly timer: number) { super({ heat: 3 }); this.timer; }\n"
        "  static made() { this.count; this.shared(); return new this(3); }\n}\n"
        "new Mine(3).open; new Mine(3).bake(3).slide(); Mine.count; Mine.made();\n"
    ),
    "members that the body sets": "class Mine extends Oven {\n  run() { this.lamp = 1; this.lamp; }\n}\n",
    "members without semicolons": "class Mine extends Oven {\n  one = mix(1)\n  two\n  three: Map<string, Rack>\n"
    "  four() { this.two; this.three; this.five }\n  five?: string\n}\n",
    "another this": (
        "class Mine extends Oven {\n  run() {\n    on(function () { this.bakes(); });\n"
        "    return { bakes() { this.toast(); }, [x]() { this.toast(); }, get a() { return this.b; } };\n  }\n}\n"
    ),
    "a mixin": "class Mine extends mix(Oven) {\n  run() { this.bakes(); }\n}\n",
    "merged interface": "interface Mine { bakes(): void }\nclass Mine extends Oven {\n  run() { this.bakes(); }\n}\n",
    "prototype": "class Mine extends Oven {}\nMine.prototype.bakes = () => 1;\nnew Mine().bakes();\n",
    "index signature": "class Mine extends Oven {\n  [key: string]: any;\n  run() { this.bakes(); }\n}\n",
    "computed members": "class Mine extends Oven {\n  run() { Object.assign(this, mix(1)); this.bakes(); }\n}\n",
    "other class": "class Rack { slides() {} }\nclass Mine { rack = new Rack(); run() { this.rack.slides(); } }\n",
    "fields that change": (
        "class Kitchen {\n  constructor() { this.rack = new Rack(); }\n"
        "  run() { this.rack = mix(1); this.rack.slides(); }\n}\n"
    ),
    "fields that are tested": (
        "class Kitchen {\n  rack: Rack;\n  run() { if (this.rack instanceof Other) { this.rack.slides(); } }\n}\n"
    ),
    "field of another this": (
        "class Kitchen {\n  rack: Rack;\n  run() { on(function () { this.rack.slides(); }); }\n}\n"
    ),
    "generic function": (
        "class Kitchen {\n  run<T>(mix: T) { mix.slides(); }\n}\nfunction f<T>(all: T) { all.slides(); }\n"
    ),
}


@pytest.mark.parametrize("code", WRONG)
def test_wrong_use_is_found(code: str) -> None:
    assert found(code) == [(line, name, MISSING) for line, name in WRONG[code]]


@pytest.mark.parametrize("code", RIGHT.values(), ids=RIGHT)
def test_right_use_is_not_found(code: str) -> None:
    assert found(code) == []


def test_options_of_a_base_are_checked() -> None:
    code = "class Mine extends Oven {\n  constructor() { super({ heats: 3 }); }\n}\nclass Yours extends Oven {}\n"
    assert found(code + "new Yours({ heats: 3 });\n") == [
        (4, "heats", "unknown-argument"),
        (7, "heats", "unknown-argument"),
    ]


def test_code_without_types_uses_members_that_the_base_does_not_declare() -> None:
    code = "class Mine extends Oven {\n  run() { this.steam(); super.steam(); this.bake(3).melt(); this.baker(); }\n}\n"
    assert found(code, is_typed=False) == [(4, "baker", MISSING)]
    assert [name for _, name, _ in found(code)] == ["steam", "steam", "melt", "baker"]


def test_code_without_types_uses_members_of_heirs() -> None:
    code = "each((oven) => { if (oven.flame) { oven.tiles; } oven.steam; });\n"
    assert found(code, is_typed=False) == [(3, "steam", MISSING)]
    assert [name for _, name, _ in found(code)] == ["flame", "tiles", "steam"]
