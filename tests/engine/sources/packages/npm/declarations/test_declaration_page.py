"""Declaration files as pages: one heading per exported name, signatures and comments kept."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import grows_linearly

from pro_context_engine.sources.packages.npm.declarations.declaration_page import declarations_markdown
from pro_context_engine.sources.packages.npm.declarations.declarations import declarations_of
from pro_context_engine.sources.packages.npm.declarations.doc_comments import comment_markdown


def page(text: str) -> str:
    said = declarations_of(text)
    return declarations_markdown("otter", said, said.public(), {})


def headings(text: str) -> list[str]:
    return re.findall(r"^#+ (.*)$", page(text), re.M)[1:]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("export declare function dive(): void;", ["dive"]),
        ("export function dive(): void\nexport function swim(): void", ["dive", "swim"]),
        ("export declare const depth: number, width: string;", ["depth"]),
        ("export type Depth = number\nexport type Deep =\n  | 'a'\n  | 'b'\n", ["Depth", "Deep"]),
        ("export interface Otter { fur: string }\nexport enum Fur { Wet, Dry }", ["Fur", "Otter"]),
        ("export declare const enum Fur { Wet }", ["Fur"]),
        ("export declare abstract class Otter {}\nexport default class Seal {}", ["Otter", "Seal"]),
        ("export default function (): void;", ["default"]),
        ("declare function dive(): void;\ndeclare function hidden(): void;\nexport { dive };", ["dive"]),
        ("declare function dive(): 1;\nexport { dive as plunge, type A };\ntype A = 1;", ["plunge", "A"]),
        ("declare const otter: Otter;\ninterface Otter { a: 1 }\nexport default otter;", ["otter"]),
        ("declare function otter(): 1;\ndeclare namespace otter { let a: 1 }\nexport = otter;", ["otter", "otter.a"]),
        ("declare module 'river' { function flow(): void; export class Bank {} }", ["river.flow", "river.Bank"]),
        ("declare module 'node:path' { namespace path { function sep(): 1 } export = path; }", ["path.sep"]),
        ("declare module './otter' { interface Otter { dive(): 1 } }", ["Otter", "Otter.dive"]),
        ("declare global { interface Window { otter: 1 } }", ["Window"]),
        ("declare namespace River { namespace Bank { function mud(): void } }", ["River.Bank.mud"]),
        ("interface Otter {}\ndeclare function dive(): Otter;", ["dive", "Otter"]),
        ("/** @internal */\nexport declare const x: 1;\nexport declare const y: 2;", ["y"]),
        ("export declare function dive(a: 1): void;\nexport declare function dive(a: 2): void;", ["dive"]),
        ("export interface Otter { dive(a: 1): 1; dive(): 1; swim?(): 1 }", ["Otter", "Otter.dive", "Otter.swim"]),
        ("export declare class A { private a(): 1; #b(): 2; static of(): A; get fur(): 1 }", ["A", "A.of", "A.fur"]),
        ("export declare class Otter { constructor(a: 1); readonly b: () => void; [key: string]: any }", ["Otter"]),
        ("import type { A } from './a'\nexport declare const type: A\n", ["type"]),
        ("export const a: '}';\nexport const b: `{${string}`;\n// {\nexport const c: 1;", ["a", "b", "c"]),
    ],
)  # fmt: skip
def test_each_exported_name_has_one_heading(text: str, names: list[str]) -> None:
    assert headings(text) == names


def test_a_function_is_shown_as_it_is_written() -> None:
    text = """
    /**
     * Dive to a depth.
     *
     * # Not a heading
     *
     * @param depth - how far below, in {@link Metres}
     * @param {boolean} [splash=false] whether others get wet
     * @returns the seconds
     * @throws {RangeError} below the ground
     * @example
     * dive(3);
     * @deprecated Use {@link plunge | plunging}.
     */
    export declare function dive(
        depth: number,
        splash?: boolean,
    ): number;
    """
    assert page(text) == (
        "# otter\n\n## dive\n\n```ts\nfunction dive(\n    depth: number,\n    splash?: boolean,\n): number\n```\n\n"
        "Dive to a depth.\n\n**Not a heading**\n\n**Deprecated**: Use plunging.\n\n"
        "**Parameters**\n\n- `depth`: how far below, in `Metres`\n- `splash`: whether others get wet\n\n"
        "**Returns**\n\n- the seconds\n\n**Throws**\n\n- below the ground\n\n**Example**\n\n```ts\ndive(3);\n```\n"
    )


def test_fields_stand_in_their_interface_and_methods_under_it() -> None:
    text = """
export interface Otter<T> extends Animal {
    /** How wet it is. */
    fur: T;
    tail?: { length: number; };
    /** Dive. */
    dive(): void;
}
"""
    assert page(text) == (
        "# otter\n\n## Otter\n\n```ts\ninterface Otter<T> extends Animal {\n  /** How wet it is. */\n  fur: T\n"
        "  tail?: { length: number; }\n}\n```\n\n### Otter.dive\n\n```ts\ndive(): void\n```\n\nDive.\n"
    )


def test_overloads_share_a_fence_until_one_has_a_comment_of_its_own() -> None:
    text = "/** First. */\nexport function a(x: 1): 1\nexport function a(x: 2): 2\n"
    text += "/** Third. */\nexport function a(x: 3): 3\n"
    shown = page(text)
    assert shown.index("a(x: 2)") < shown.index("First.") < shown.index("a(x: 3)") < shown.index("Third.")
    assert shown.count("```ts") == 2


def test_a_body_longer_than_a_page_shows_some_ways_to_call_each_of_its_members() -> None:
    ways = "\n".join(
        f"  {{0}}(depth: {90 - way}, unit: 'fathoms of the old chart'): Promise<void>;" for way in range(90)
    )
    members = "\n".join(f"  /** Dive number {one}. */\n{ways.format(f'dive{one}')}" for one in range(90))
    text = page(f"export interface Otter {{\n{members}\n}}")
    assert len(text) < 400_000
    assert [f"Otter.dive{one}" for one in range(90)] == re.findall(r"^### (.*)$", text, re.M)
    assert text.count("more ways to call it") == 90
    # The simplest ways are the shortest.
    assert "dive7(depth: 9," in text
    assert "dive7(depth: 90," not in text
    short = page(f"export interface Otter {{\n{ways.format('dive')}\n}}")
    assert short.count("dive(") == 90


def test_signatures_without_a_comment_have_that_of_the_implementation() -> None:
    said = declarations_of(
        "/** @deprecated Use swim. */\nexport declare function dive(deep: 1): void;\n"
        "export declare function dive(): void;\nexport declare function dive(deep: 2): void;\n"
        "/** Own. */\nexport declare function swim(): void;"
    )
    written = {"dive": "/**\n * Goes below.\n */", "swim": "/** Other. */"}
    shown = declarations_markdown("otter", said, said.public(), {}, comments=lambda: written)
    assert shown == (
        "# otter\n\n## dive\n\n```ts\nfunction dive(): void\nfunction dive(deep: 2): void\n```\n\nGoes below.\n\n"
        "```ts\nfunction dive(deep: 1): void\n```\n\n**Deprecated**: Use swim.\n\n"
        "## swim\n\n```ts\nfunction swim(): void\n```\n\nOwn.\n"
    )


def test_comments_inside_a_signature_describe_its_members() -> None:
    text = """
    /**
     * Digs.
     *
     * @param where - the bank
     */
    export declare function dig(where: string, options?: {
      /** How deep. */
      depth?: number;

      /** Which tools. */
      tools: { /** Sharp ones. */ readonly claws: boolean, teeth: number };
      /** Called at the end. */
      onEnd<T>(hole: T): void;
      /** Any other. */
      [key: string]: unknown;
    }): void;
    """
    assert page(text) == (
        "# otter\n\n## dig\n\n```ts\nfunction dig(where: string, options?: {\n  depth?: number;\n"
        "  tools: { readonly claws: boolean, teeth: number };\n  onEnd<T>(hole: T): void;\n  [key: string]: unknown;\n"
        "}): void\n```\n\nDigs.\n\n**Parameters**\n\n- `where`: the bank\n- `options.depth`: How deep.\n"
        "- `options.tools`: Which tools.\n- `options.tools.claws`: Sharp ones.\n- `options.onEnd`: Called at the end.\n"
        "- `options`: Any other.\n"
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("type Pace =\n  /** No hurry. */\n  | 'slow'\n  | 'fast'", "- `'slow'`: No hurry."),
        ("type Otter = Animal & { /** Wet. */ fur: string }", "- `fur`: Wet."),
        ("type Otter = Merge<\n  { /** Wet. */ fur: string }\n>", "- `fur`: Wet."),
        ("type Dive = { /** Goes below. */ (depth: number): void }", "- Goes below."),
        ("const enum Fur { /** Dark. */ Wet = 1 }", "- `Wet`: Dark."),
        ("const kit: { 'fur-color': { /** Paint. */ 'r-g-b': string } }", "- `fur-color.r-g-b`: Paint."),
    ],
)
def test_comments_inside_a_type_describe_its_properties(text: str, shown: str) -> None:
    found = page(f"export {text};")
    assert found.endswith(f"\n```\n\n**Properties**\n\n{shown}\n")
    assert "/**" not in found


def test_comments_in_the_type_of_a_result_describe_what_is_returned() -> None:
    text = """
    /** @returns the bank */
    export declare function dig<T extends (a: 1) => 2>(where: { /** Wet. */ bank: string }, ...rest: T[]): {
      /** How deep. */
      depth: number;
      fill: (stones: { /** Of one. */ weight: number }) => void;
    };
    """
    assert page(text).endswith(
        "\n```\n\n**Parameters**\n\n- `where.bank`: Wet.\n\n"
        "**Returns**\n\n- the bank\n- `depth`: How deep.\n- `fill.stones.weight`: Of one.\n"
    )


@pytest.mark.parametrize("head", ["function dig(", "const dig: (\n  "])
def test_of_a_result_that_hides_its_function_no_members_are_shown(head: str) -> None:
    members = "".join(f"  /** Hole {number}. */\n  hole{number}: number;\n" for number in range(400))
    result = "): {" if head.startswith("f") else ") => {"
    shown = page(f"export declare {head}where: {{ /** Wet. */ bank: string }}{result}\n{members}}};")
    assert f"{result} … }}\n```\n\n" in shown
    assert shown.endswith("**\n\n- `where.bank`: Wet.\n")
    assert "hole" not in shown


def test_internal_members_of_a_signature_are_not_described() -> None:
    assert page("export function dig(a: { /** @internal Not yet. */ b: 1 }): 1").endswith("\n```\n")


def test_pictures_of_a_site_are_left_out() -> None:
    assert comment_markdown("/**\n * Dives.\n *\n * ![](dive.png)\n * See ![a](b.png).\n */") == (
        "Dives.\n\n\nSee ![a](b.png)."
    )


def test_a_comment_cannot_leave_its_fence_or_make_headings() -> None:
    text = "/**\n * ```\n * # inside\n * ```\n * ## outside\n */\nexport declare const a: '```\\n# b';"
    titles = [line for line in page(text).splitlines() if line.startswith("#")]
    assert [title for title in titles if "inside" not in title] == ["# otter", "## a"]
    assert "````ts" in page(text)


def test_pages_with_other_exported_names_are_named() -> None:
    said = declarations_of("")
    shown = declarations_markdown("otter", said, [], ["otter/river", "otter/bank"])
    assert "on the pages `otter/river`, `otter/bank`" in shown


@pytest.mark.parametrize(
    "unit",
    [
        *("/**", "/*", "export {", "interface A {", "export declare const a: `", "((((", "a<b,", "{@link "),
        *("export type A<B> = A<B> & {};export const a: A;", "type A = typeof a;export const a: A;"),
        *("export declare function a(b: {/** c */ ", "/** a */ | readonly b: {", "export type A = { /** b */ c: 1 };"),
        *("export * from './a'\n", "/** @param */ export const a: 1\n", "declare module 'x' {", "\n"),
    ],
)
def test_hostile_text_takes_linear_time(unit: str) -> None:
    assert grows_linearly(lambda length: page(unit * (length // len(unit))), 200_000)


@given(st.text("export declare{}()[];,:/*'\"`\n<>=@|const a interface", max_size=200))
def test_any_text_makes_a_page(text: str) -> None:
    assert page(text).startswith("# otter")


@given(st.text("/* @param{}[]`#\n-link|see ", max_size=200))
def test_any_comment_is_read(text: str) -> None:
    assert not re.search(r"^#{1,6}(\s|$)", re.sub(r"(```|~~~)[\s\S]*", "", comment_markdown(f"/**{text}*/")), re.M)


def test_declarations_that_each_add_a_method_are_shown_once() -> None:
    text = "export function otter(): 1;\nexport interface otter { dive(): 1 }\n"
    text += "export interface otter { swim(): 1 }\n/** Deep. */\nexport interface otter { rest(): 1 }\n"
    assert page(text).count("interface otter") == 2
    assert headings(text) == ["otter", "otter.dive", "otter.swim", "otter.rest"]
