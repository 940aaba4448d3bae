"""Type parameters that follow from the arguments of calls."""

from __future__ import annotations

import pytest
from tests.engine.own_files import OwnFiles

from pro_context_engine.code_checks.typescript.package_types import declarations_in
from pro_context_engine.code_checks.typescript.typescript_check import check_typescript

PARCEL = """
export interface Parcel { weight: number; open(): Promise<Letter>; }
export interface Letter { text: string; }
export declare class Stamp { price: number; }
export declare function parcel(): Parcel;
export declare function parcels(): Parcel[];
export declare function same<T>(one: T): T;
export declare function boxed<T>(one: T): { content: T; size: number };
export declare function first<T>(every: readonly T[], fallback?: T | undefined): T;
export declare function result<T>(promise: Promise<T>): T;
export declare function settle<T>(one: T | PromiseLike<T>): T;
export declare function run<T>(action: () => T): T;
export declare function later<T>(action: () => T | Promise<T>): Promise<T>;
export interface Query<T> { load: (key: string) => Promise<T>; onLoad?(one: T): void; retries?: number; }
export declare function query<T = unknown>(options: Query<T>): { data: T; error: Error };
interface Order<Input, Output> { input: Input; handle(one: Input): Output; }
declare const SendBase: { new (input: { to: string }): Order<{ to: string }, Letter> };
export declare class Send extends SendBase { }
export declare class Post { deliver<In, Out>(order: Order<In, Out>): Promise<Out>; }
export declare function typed<T = Letter>(name: string): T;
export declare function assigned<A extends object, B>(one: A, other: B): A & B;
"""
FROM = 'import * as post from "parcel";\nimport { Parcel, Stamp, Send, Post } from "parcel";\n'


def found(code: str) -> list[str]:
    files = OwnFiles("parcel", {".": "index.d.ts"}, {"index.d.ts": PARCEL})
    result = check_typescript(FROM + code, {"parcel": declarations_in("parcel", files)})
    return [one.name for one in result.findings]


WRONG = {
    "post.same(post.parcel()).weighs;\n": ["weighs"],
    "post.boxed(new Stamp()).content.cost;\n": ["cost"],
    "post.first(post.parcels()).weighs;\n": ["weighs"],
    "post.result(post.parcel().open()).words;\n": ["words"],
    "post.settle(post.parcel().open()).words;\n": ["words"],
    "post.settle(post.parcel()).words;\n": ["words"],
    "post.run(() => new Stamp()).cost;\n": ["cost"],
    "post.run(function () { return new Stamp(); }).cost;\n": ["cost"],
    "(await post.later(async () => post.parcel())).words;\n": ["words"],
    "(await post.later(() => post.parcel().open())).words;\n": ["words"],
    "post.query({ load: async () => post.parcel() }).data.words;\n": ["words"],
    "post.query({ load() { return post.parcel().open(); } }).data.words;\n": ["words"],
    "(await new Post().deliver(new Send({ to: 'x' }))).words;\n": ["words"],
    "post.typed<Stamp>('x').cost;\n": ["cost"],
    "post.typed('x').cost;\n": ["cost"],
    "post.parcels().map((one) => one).forEach((one) => one.words);\n": ["words"],
    "post.parcels().map((one) => one.open()).map(async (one) => (await one).words);\n": ["words"],
    "post.parcel().open().then((one) => post.parcel()).then((one) => one.words);\n": ["words"],
    "post.parcel().open().then(async (one) => post.parcel()).then((one) => one.words);\n": ["words"],
}
RIGHT = [
    "post.same(other).anything;\npost.same(post.parcel() ?? other).anything;\n",
    "post.boxed(post.parcel()).content.weight;\npost.boxed(post.parcel()).size;\n",
    "post.first([...others, post.parcel()]).anything;\n",
    "post.run(() => (flag ? other : post.parcel())).anything;\n",
    "post.run(() => { const one = other(); return one; }).anything;\n",
    "(await post.later(async () => await post.parcel().open())).text;\n",
    "post.query({ load: async () => other(post.parcel()) }).data.anything;\n",
    "post.query({ ...options, load: async () => other() }).data.anything;\n",
    "(await new Post().deliver(order)).anything;\n",
    "(await new Post().deliver(new Send({ to: 'x' }))).text;\n",
    "post.typed<{ any: string }>('x').any;\npost.typed<Other, Stamp>('x').anything;\n",
    "post.assigned(post.parcel(), { more: 1 }).more;\npost.assigned(post.parcel(), { more: 1 }).weight;\n",
    "const f = (one) => f(one);\npost.run(() => post.run(() => f())).anything;\n",
    "post.parcels().map((one) => ({ weight: one.weight, more: 1 })).forEach((one) => one.more);\n",
    "post.parcels().reduce((sum, one) => sum + one.weight, 0).toFixed(1);\n",
]


@pytest.mark.parametrize("code", WRONG)
def test_members_that_the_inferred_type_lacks_are_found(code: str) -> None:
    assert found(code) == WRONG[code]


@pytest.mark.parametrize("code", RIGHT)
def test_what_is_not_inferred_may_have_any_member(code: str) -> None:
    assert found(code) == []


def test_a_finding_names_the_function_before_its_type_arguments() -> None:
    declared = {"parcel": declarations_in("parcel", OwnFiles("parcel", {".": "index.d.ts"}, {"index.d.ts": PARCEL}))}
    result = check_typescript(FROM + "post.query<Parcel>({ load: other, retrys: 1 });\n", declared)
    assert [(one.name, one.owner) for one in result.findings] == [("retrys", "query")]


@pytest.mark.parametrize("depth", [30, 300])
def test_functions_within_functions_end(depth: int) -> None:
    assert found("post.run(() => " * depth + "post.parcel()" + ")" * depth + ".weight;\n") == []
