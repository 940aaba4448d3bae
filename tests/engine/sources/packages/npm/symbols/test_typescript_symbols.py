"""The symbols of an npm package: every exported name by its public path, with members, signatures and deprecations."""

import pytest
from tests.engine.own_files import OwnFiles

from pro_context_engine.domain.symbols import PackageSymbol, ParameterKind, SymbolKind, SymbolTable
from pro_context_engine.sources.packages.npm.symbols.public_names import public_names
from pro_context_engine.sources.packages.npm.symbols.typescript_symbols import symbol_table


def table(files: dict[str, str] | str, *, package: str = "otter", readme: str = "", **entries: str) -> SymbolTable:
    texts = {"index.d.ts": files} if isinstance(files, str) else files
    points = {".": "index.d.ts"} | {f"./{subpath}": path for subpath, path in entries.items()}
    scopes, names = public_names(package, OwnFiles(package, points, texts))
    return symbol_table(package, "1.0.0", scopes, names, lambda path, statement, member: "", readme)


def symbol(found: SymbolTable, path: str) -> PackageSymbol:
    one = found.find(path)
    assert one is not None
    return one


def names(found: SymbolTable) -> set[str]:
    return {one.name for one in found.symbols if one.kind is not SymbolKind.MODULE}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("export declare function dive(): void;", {"dive"}),
        ("export const fur: 1, tail: 2;", {"fur", "tail"}),
        ("declare const fur: 1; declare const tail: 2; export { fur as coat };", {"coat"}),
        ("declare const a: 1;\nexport interface B {}\nexport {};", {"B"}),
        ("export declare enum Fur { Wet, Dry = 'a,b' }", {"Fur", "Fur.Wet", "Fur.Dry"}),
        ("export declare namespace river { const flow: 1 }", {"river.flow"}),
        ("type A = 1; declare const b: 1; export { type A, b };", {"A", "b"}),
        ("type A = 1; export type { A as Otter };", {"Otter"}),
        ("declare const otter: 1; export default otter;", {"otter"}),
        ("declare const _default: 1; export default _default;", {"otter"}),
        ("export default function (): void;", {"otter"}),
        ("declare namespace ot { function dive(): void }\nexport = ot;", {"dive"}),
        (
            "declare namespace bay { var b: 1 }\ndeclare namespace bay { export type { C } }\n"
            "declare namespace bay { var d: 1 }\nexport default bay;",
            {"bay.b", "bay.d"},
        ),
        ("declare global { interface Window { otter: 1 } }\nexport {};", {"Window", "Window.otter"}),
        ("declare module 'river' { function flow(): void }", {"river.flow"}),
        ("export interface A extends B<{ a: 1 }> { own: 1 }\nexport type C = 1;", {"A", "A.own", "C"}),
        ("export interface A { a: string, b: Map<1, 2>, c(): void }", {"A", "A.a", "A.b", "A.c"}),
    ],
)
def test_each_exported_name_and_its_members_are_symbols(text: str, expected: set[str]) -> None:
    assert names(table(text)) == expected


def test_names_of_bundlers_and_other_files_have_their_public_name() -> None:
    found = table(
        {
            "index.d.ts": "import { a as Otter } from './c.js';\nexport { Otter };\nexport * from './d';",
            "c.d.ts": "declare class Otter$1 { dive(): void }\nexport { Otter$1 as a };",
            "d.d.ts": "export * as river from './e';\nexport * from './index';",
            "e.d.ts": "export declare function flow(): void;",
        }
    )
    assert names(found) == {"Otter", "Otter.dive", "river.flow"}


def test_the_name_of_its_module_goes_before_the_one_that_another_module_gives_to_a_default() -> None:
    found = table(
        {
            "index.d.ts": "export { default as animal } from './a';\nexport * from './a';",
            "a.d.ts": "export declare class Otter {}\nexport default Otter;",
        }
    )
    assert symbol(found, "animal").name == "Otter"


def test_a_sub_entry_has_its_module_before_its_names_and_the_shortest_path_is_the_canonical_one() -> None:
    files = {
        "index.d.ts": "import * as z from './all';\nexport * from './all';\nexport { z };",
        "all.d.ts": "export declare function infer(): void;",
        "deep.d.ts": "export { infer } from './all';\nexport declare const only: 1;",
    }
    found = table(files, deep="deep.d.ts")
    infer = symbol(found, "infer")
    assert infer.paths == ("z.infer", "otter/deep.infer")
    assert infer.rank < symbol(found, "otter/deep.only").rank
    assert symbol(found, "z.infer") is infer


def test_declarations_of_one_name_are_joined() -> None:
    found = table(
        {
            "index.d.ts": "export interface Otter { a: 1 }\nexport interface Otter { b: 1 }\n"
            "export declare const Otter: OtterConstructor;\ninterface OtterConstructor { new (name: string): Otter }",
            "more.d.ts": "declare module './index' { interface Otter { c: 1 } }\nexport {};",
        },
        more="more.d.ts",
    )
    otter = symbol(found, "Otter")
    assert otter.own == ("a", "b", "c")
    assert otter.kind is SymbolKind.INTERFACE
    assert [one.parameters[0].name for one in otter.signatures] == ["name"]


def test_parameters_are_data() -> None:
    found = table(
        "export declare function dive<T>(this: Otter, depth: number, { a, b }: Options<T>, how?: 'fast' | 'slow',"
        " ...rest: string[]): Promise<T>;\nexport declare function dive(): void;"
    )
    dive = symbol(found, "dive")
    assert dive.kind is SymbolKind.FUNCTION
    assert len(dive.signatures) == 2
    first = dive.signatures[0]
    assert [(one.name, one.default, one.annotation) for one in first.parameters] == [
        ("depth", None, "number"),
        ("{ a, b }", None, "Options<T>"),
        ("how", "undefined", "'fast' | 'slow'"),
        ("rest", None, "string[]"),
    ]
    assert first.parameters[3].kind is ParameterKind.VAR_POSITIONAL
    assert first.returns == "Promise<T>"


def test_inherited_members_have_their_owners_name_and_those_of_hidden_bases_the_heirs() -> None:
    found = table(
        "export interface Animal { eat(): void; sleep(): void }\ninterface Hidden { swim(): void }\n"
        "export interface Otter extends Omit<Animal, 'sleep'>, Hidden { dive(): void }\nexport {};"
    )
    otter = symbol(found, "Otter")
    assert otter.own == ("dive", "swim")
    assert otter.inherited == ("Animal.eat",)
    assert otter.bases == ("Animal", "Hidden")
    assert otter.complete == 1


@pytest.mark.parametrize(
    "text",
    [
        "export interface Otter extends Elsewhere { dive(): void }",
        "export interface Otter { [name: string]: unknown }",
        "export type Otter = { [K in Keys]: number };",
        "export type Otter<T> = T extends string ? A : B;",
        "export interface Otter extends Otter {}",
    ],
)
def test_a_list_of_members_that_may_lack_some_says_so(text: str) -> None:
    otter = symbol(table(text), "Otter")
    assert otter.complete < 1


def test_a_value_carries_the_members_of_its_type() -> None:
    found = table("declare const vi: Utils;\nexport interface Utils { mock(path: string): void }\nexport { vi };")
    assert symbol(found, "vi").kind is SymbolKind.INSTANCE
    mock = symbol(found, "vi.mock")
    assert mock.name == "Utils.mock"
    assert mock.kind is SymbolKind.METHOD
    assert mock.signatures


def test_the_comment_says_what_a_name_is_since_when_and_what_replaces_it() -> None:
    found = table(
        "/**\n * Dive. Deep.\n * @since 1.2\n * @deprecated since v2.0, use {@link plunge} instead.\n */\n"
        "export declare function dive(): void;\nexport declare function plunge(): void;"
    )
    dive, plunge = symbol(found, "dive"), symbol(found, "plunge")
    assert dive.summary == "Dive."
    assert dive.since == "1.2"
    assert dive.rank > plunge.rank
    assert dive.deprecation
    assert (dive.deprecation.since, dive.deprecation.replacement) == ("2.0", "plunge")


def test_names_in_the_code_of_the_readme_rank_before_others() -> None:
    found = table("export const a: 1;\nexport const b: 1;", readme="Call `b` first.")
    assert next(one.name for one in found.symbols) == "b"


@pytest.mark.parametrize(
    "text",
    [
        "export * from './index'; export { a as b, b as a } from './index';",
        "import * as me from './index'; export { me };",
        "export interface A extends B {}\nexport interface B extends A {}",
        "export type A = A & A & A; export declare const b: typeof b;",
        "export namespace a {" * 500,
        "export type A = " + "Partial<(" * 2_000,
        "export interface A<T { a: { b: ( ; export const x: 1; }}}} ) export class",
        "import x = require('./index'); export = x;",
        "export interface A extends " + ", ".join(f"B{one}" for one in range(1000)) + " { a: 1 }",
        f"export declare const {'a' * 1_000_000}: 1; export interface A {{ {'b' * 1_000_000}: 1 }}",
    ],
)
def test_broken_and_cyclic_declarations_give_a_table(text: str) -> None:
    assert table(text).package == "otter"


def test_names_beyond_a_bound_make_the_table_truncated() -> None:
    assert table("export interface A {" + "a: 1;" * 3 + "".join(f"m{one}: 1;" for one in range(20_001)) + "}").truncated
    assert table("").truncated


def test_names_of_inner_namespaces_and_of_old_entries_rank_behind() -> None:
    files = {
        "index.d.ts": "export * as core from './core';\nexport * as river from './river';\n"
        "export declare const own: 1;",
        "core.d.ts": "export declare const made: 1;",
        "river.d.ts": "export declare const flow: 1;",
        "old.d.ts": "export declare const old: 1;",
    }
    found = table(files, v1="old.d.ts")
    ranked = ["own", "river.flow", "core.made", "otter/v1.old"]
    ranks = [symbol(found, name).rank for name in ranked]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) == len(ranked)


def test_the_members_of_an_exported_value_rank_before_those_of_other_types() -> None:
    found = table(
        "declare const otter: Kit;\nexport interface Kit { dive(): void }\nexport interface Eel { dive(): void }\n"
        "export { otter };"
    )
    assert symbol(found, "Kit.dive").rank < symbol(found, "Eel.dive").rank
    assert symbol(found, "otter.dive") is symbol(found, "Kit.dive")


def test_the_whole_export_has_its_global_name_too() -> None:
    text = "export = _;\nexport as namespace _;\ndeclare const _: _.Kit;\n"
    found = table(f"{text}declare namespace _ {{ interface Kit {{ dive(): void }} }}")
    assert symbol(found, "Kit.dive").paths == ("otter.dive", "_.dive")
