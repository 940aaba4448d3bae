"""The check of TypeScript code where types are computed, and their members not known in full."""

from __future__ import annotations

import pytest
from tests.engine.own_files import OwnFiles

from pro_context_engine.code_checks.typescript.package_types import declarations_in
from pro_context_engine.code_checks.typescript.typescript_check import check_typescript

KITE = """
import { Spool } from "elsewhere";
export interface Options { length?: number; colour?: string; }
export type Keys = keyof Kite;
export type Computed = { wind: number } & Partial<Options> & Kite[Keys];
export declare function fly(options: Computed): Kite;
export interface Kite { pull(): this; release(): this; tails: Tails; }
export interface Tails { [index: number]: string; first(): string; }
export interface Ribbons { [name: string]: string; }
export declare function ribbons(): Ribbons & { count(): number };
export declare function borrowed(): Spool & { unwind(): void };
export type Exact<A, B extends A> = B & { [K in Exclude<keyof B, keyof A>]: never };
export declare function build<T extends Options>(options: Exact<Options, T>): void;
export declare function sign(payload: string | object): void;
export declare function open(): object & Kite & unknown;
export type Inner<T> = T extends Promise<infer U> ? { found(): U } & U : { found(): T };
export declare function inner<T>(value: T): Inner<T>;
export type Handler<T> = (line: Kite, next: T) => void;
export interface Field { on(path: string, ...handlers: [Handler<string>]): this;
  on(path: string, ...handlers: [Handler<string>, ...Handler<number>[]]): this; }
export declare const field: Field;
export declare class Box<T extends Options> { constructor(options?: Named<T>); }
export type Named<T> = { label: string } & { [K in keyof T]: T[K] };
"""


def found(code: str, text: str = KITE) -> list[tuple[int, str]]:
    files = OwnFiles("kite", {".": "index.d.ts"}, {"index.d.ts": text})
    result = check_typescript(code, {"kite": declarations_in("kite", files)})
    return [(one.line, one.name) for one in result.findings]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("k.fly({ winding: 1 });", "winding"),
        ("k.fly({ wind: 1 }).tails.firsts();", "firsts"),
        ("k.build({ lengths: 1 });", "lengths"),
        ("k.open().pulls();", "pulls"),
        ("k.inner(1).founds();", "founds"),
        ('k.field.on("a", (line) => { line.pulled(); });', "pulled"),
        ("new k.Box({ labels: 1 });", "labels"),
    ],
)
def test_names_that_stand_nowhere_are_missing(line: str, name: str) -> None:
    assert found(f'import * as k from "kite";\n{line}\n') == [(2, name)]


@pytest.mark.parametrize(
    "line",
    [
        'k.fly({ wind: 1, colour: "red" });',
        "k.fly({ release: 1 });",
        "k.ribbons().counts;",
        "k.borrowed().unwinds();",
        "k.sign({ winds: 1 });",
        "k.inner(own).found().founds; own.founds;",
    ],
)
def test_names_that_may_exist_are_left(line: str) -> None:
    assert found(f'import * as k from "kite";\n{line}\n') == []


def test_the_chain_after_a_misspelled_method_is_followed() -> None:
    code = 'import { fly } from "kite";\nfly({ wind: 1 }).pulls().releases();\n'
    assert found(code) == [(2, "pulls"), (2, "releases")]


def test_a_module_that_several_blocks_declare_has_the_names_of_all() -> None:
    block = 'declare module "kite" {{ export function {}(): void; }}\n'
    assert found('import { one, two, three } from "kite";\n', block.format("one") + block.format("two")) == [
        (1, "three")
    ]


SPOOLS = """
export interface Thread { kind: "Thread"; length: number; }
export interface Cord { kind: "BraidedCord"; plies: number; }
interface Kinds { all: Thread | Cord; }
export type Any = Kinds[keyof Kinds];
interface Groups { Braided: Any; Threads: Any; }
export type Visitors = { [K in Any["kind"]]?: (one: Any) => void } & { [K in keyof Groups]?: (one: Groups[K]) => void };
export type Unread = { [K in Shades<"a">[0]]?: number } & { braided?: number };
export declare class Reel { turn(): void; }
export declare class Winch extends Reel { lock(): void; }
export declare function walk(visitors: Visitors): void;
export declare function unread(options: Unread): void;
export declare function keep(options: Object, simple?: boolean): void;
export declare function make<P extends { braid?: number }>(kind: Maker<P>, options: P): void;
export type Maker<P> = (options: P) => void;
export declare function isWinch(one: Reel): one is Winch;
export declare function reel(): Reel;
"""


@pytest.mark.parametrize(
    "line",
    [
        "s.walk({ Thread(one) {}, BraidedCord(one) {}, Braided(one) {} });",
        "s.unread({ braidedCord: 1 });",
        "s.keep({ valueOfIt: 1 });",
        "s.make(own, { onBraid: 1 });",
        "const one = s.reel(); if (s.isWinch(one)) { one.lock(); }",
        "const one = s.reel(); if (one instanceof s.Winch) { one.lock(); }",
        "const one = s.reel(); if (!(one instanceof s.Winch)) throw one; one.lock();",
        "const one = s.reel(); if (isTight(one)) { one.lock(); }",
    ],
)
def test_keys_and_types_that_code_tells_are_left(line: str) -> None:
    assert found(f'import * as s from "kite";\n{line}\n', SPOOLS) == []


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("s.walk({ Threat(one) {} });", "Threat"),
        ("const one = s.reel(); if (s.isWinch(one)) { one.turn(); } one.turns();", "turns"),
        ("const one = s.reel(); if (own instanceof s.Winch) { one.turns(); }", "turns"),
    ],
)
def test_other_keys_and_members_are_told_beside_tests_of_types(line: str, name: str) -> None:
    assert found(f'import * as s from "kite";\n{line}\n', SPOOLS) == [(2, name)]
