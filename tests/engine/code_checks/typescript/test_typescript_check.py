"""The check of TypeScript code by the declarations of packages."""

from __future__ import annotations

import pytest
from tests.engine.own_files import OwnFiles

from pro_context_engine.code_checks.typescript.package_types import declarations_in
from pro_context_engine.code_checks.typescript.script_findings import ScriptFindings
from pro_context_engine.code_checks.typescript.script_imports import imported_packages
from pro_context_engine.code_checks.typescript.typescript_check import check_typescript

LANTERN = """
import * as http from "http";
import { Shade } from "./shade";
import * as cells from "./shade";
export * as shades from "./shade";
export interface Options { colour?: string; watts?: number; shade?: ShadeOptions; onGlow?(lamp: Lamp): void; }
export interface ShadeOptions { width: number; /** @deprecated use `width` */ size?: number; }
export declare class Lamp {
  static of(colour: string): Lamp;
  constructor(options?: Options);
  glow(): this;
  /** @deprecated since 1.2, use `glow` instead */
  dim(): void;
  readonly brightness: number;
  get isLit(): boolean;
  shade: Shade;
  bulbs: Bulb[];
}
export declare class Lantern extends Lamp { carry(): void; }
export interface Bulb { watts: number; screw(): void; }
export interface Partly extends Elsewhere { a: number }
export type Handler = (request: Request, reply: Reply) => void;
export type ErrorHandler = (error: any, request: Request, reply: Reply) => void;
export interface Request extends http.IncomingMessage { path: string; }
export interface Reply { send(body: unknown): this; status: number; }
declare global { namespace Lit { interface Extra {} } }
export interface Open extends Lit.Extra { wick: string; }
export declare function light(options?: Options): Lamp;
export declare function later<T = any, R = Result<T>>(url: string): Promise<R>;
export interface Result<T> { data: T; status: number; }
export declare function part(): Partly;
export declare function open(): Open;
export declare function on(event: "request", handler: Handler): void;
export declare function on(event: "error", handler: (error: Error) => void): void;
export declare function route(path: string, ...handlers: Array<Handler>): void;
export declare function route(path: string, ...handlers: Array<Handler | ErrorHandler>): void;
export type Override<A, B> = { [K in keyof A]: K extends keyof B ? B[K] : A[K] };
export declare function watch(options: Pick<Options, "watts"> & { every: number }): Override<Bulb, { watts: string }>;
export declare function either(): { kind: "a"; one: number } | { kind: "b"; two: number };
export declare function soon(): Promise<Lamp> | Lamp;
export declare function make(): InstanceType<typeof Lamp>;
export declare function again(): ReturnType<typeof soon>;
export type Themed<Extra extends object = object> = Extra & { style: { highlight(text: string): string } };
export declare function theme<Extra extends object>(...parts: Array<undefined | Themed<Extra>>): Themed<Extra>;
/** @deprecated use `light` */
export declare function ignite(): Lamp;
export type Made<T> = new (...args: any[]) => T;
declare const MixedBase: Made<Bulb> & Made<Reply> & typeof Lamp;
export declare class Mixed extends MixedBase { mix(): void; }
declare const UnknownBase: Elsewhere;
export declare class Mixture extends UnknownBase { mix(): void; }
export interface Row extends Cells { size: number; }
export declare function row(): Row;
type Cells = typeof cells;
export declare function wire(lamps: Options[], others?: Options[] | string): void;
export interface Rack { options: Options; rows: Options[]; }
export declare function rack(): Rack;
"""
SHADE = """export declare class Shade { fold(): void; }
export declare function paint<T extends object>(this: T, colour: string): T;
"""
SINGLE = "declare const single: { run(): void };\nexport default single;\n"
WICK = "declare function wick(): void;\ndeclare namespace wick { function trim(): void; }\nexport = wick;\n"
TEXTS = {"index.d.ts": LANTERN, "shade.d.ts": SHADE, "single.d.ts": SINGLE, "wick.d.ts": WICK, "odd.d.ts": WICK[:8]}
ENTRIES = {".": "index.d.ts", "./shade": "shade.d.ts", "./single": "single.d.ts", "./wick": "wick.d.ts"}


def check(code: str, texts: dict[str, str] = TEXTS) -> ScriptFindings:
    files = OwnFiles("lantern", ENTRIES, texts)
    return check_typescript(code, {"lantern": declarations_in("lantern", files)})


def found(code: str) -> list[tuple[int, str, str]]:
    return [(one.line, one.name, one.kind.value) for one in check(code).findings]


FROM = (
    'import { again, make, soon, light, later, part, open, on, route, watch, either, Lamp, Lantern } from "lantern";\n'
)
MORE = 'import { light, row, wire, rack, Mixed, Mixture, type Options } from "lantern";\n'
THEME = 'import { theme } from "lantern";\n'
WRONG = {
    'import { Lampe } from "lantern";\n': (1, "Lampe", "missing-name"),
    'import * as l from "lantern";\nl.Lampe();\n': (2, "Lampe", "missing-name"),
    'const { Lampe } = require("lantern");\n': (1, "Lampe", "missing-name"),
    'const lantern = require("lantern");\nlantern.light().shine();\n': (2, "shine", "missing-attribute"),
    'import Shade from "lantern/shade";\n': (1, "Shade", "missing-name"),
    'import wick from "lantern/wick";\nwick.burn();\n': (2, "burn", "missing-attribute"),
    FROM + "light().glow().shine();\n": (2, "shine", "missing-attribute"),
    FROM + "const lamp = light();\nlamp.shine();\n": (3, "shine", "missing-attribute"),
    FROM + "const lamp = new Lamp();\nlamp.shine();\n": (3, "shine", "missing-attribute"),
    FROM + "new Lantern().glow().shine();\n": (2, "shine", "missing-attribute"),
    FROM + "Lamp.from('red');\n": (2, "from", "missing-attribute"),
    FROM + "const lamp: Lamp = build();\nlamp.shine();\n": (3, "shine", "missing-attribute"),
    FROM + "function f(lamp: Lamp) {\n  lamp.shine();\n}\n": (3, "shine", "missing-attribute"),
    FROM + "const result = await later('/x');\nresult.json();\n": (3, "json", "missing-attribute"),
    FROM + "later('/x').then((result) => result.json());\n": (2, "json", "missing-attribute"),
    FROM + "const { body } = await later('/x');\n": (2, "body", "missing-attribute"),
    FROM + "light().shade.unfold();\n": (2, "unfold", "missing-attribute"),
    FROM + "light().bulbs.map((bulb) => bulb.unscrew());\n": (2, "unscrew", "missing-attribute"),
    FROM + "light().bulbs[0].unscrew();\n": (2, "unscrew", "missing-attribute"),
    FROM + "light().bulbs?.[0].unscrew();\n": (2, "unscrew", "missing-attribute"),
    FROM + "(await soon()).shine();\n": (2, "shine", "missing-attribute"),
    FROM + "(await again()).shine();\n": (2, "shine", "missing-attribute"),
    FROM + "make().shine();\n": (2, "shine", "missing-attribute"),
    FROM + "light().brightness(3);\n": (2, "brightness", "missing-attribute"),
    FROM + "if (light().isLit()) {}\n": (2, "isLit", "missing-attribute"),
    FROM + "light({ color: 'red' });\n": (2, "color", "unknown-argument"),
    FROM + "light({ shade: { height: 1 } });\n": (2, "height", "unknown-argument"),
    FROM + "light({ shade: { size: 1 } });\n": (2, "size", "deprecated"),
    FROM + "light({ onGlow(lamp) { lamp.shine(); } });\n": (2, "shine", "missing-attribute"),
    FROM + "light({ onGlow: (lamp) => lamp.shine() });\n": (2, "shine", "missing-attribute"),
    FROM + "watch({ every: 1, colour: 'red' });\n": (2, "colour", "unknown-argument"),
    FROM + "watch({ every: 1 }).unscrew();\n": (2, "unscrew", "missing-attribute"),
    FROM + "either().three;\n": (2, "three", "missing-attribute"),
    FROM + "on('request', (req, res) => {\n  res.write('x');\n});\n": (3, "write", "missing-attribute"),
    FROM + "on('request', (req, res) => {\n  req.address;\n});\n": (3, "address", "missing-attribute"),
    FROM + "on('request', (req, res) => {\n  req.statusCode();\n});\n": (3, "statusCode", "missing-attribute"),
    FROM + "route('/', async (req, res) => {\n  res.write('x');\n});\n": (3, "write", "missing-attribute"),
    FROM + "open().setWick('x');\n": (2, "setWick", "missing-attribute"),
    THEME + "theme({ style: { shadow } }).style.higlight('x');\n": (2, "higlight", "missing-attribute"),
    FROM + "light().dim();\n": (2, "dim", "deprecated"),
    'import { ignite } from "lantern";\n': (1, "ignite", "deprecated"),
    MORE + "for (const bulb of light().bulbs) {\n  bulb.unscrew();\n}\n": (3, "unscrew", "missing-attribute"),
    MORE + "for (const { volts } of light().bulbs) {}\n": (2, "volts", "missing-attribute"),
    MORE + "new Mixed().unscrew();\n": (2, "unscrew", "missing-attribute"),
    MORE + "row().paint('red').shine();\n": (2, "shine", "missing-attribute"),
    MORE + "wire([{ watts: 1 }, { watt: 1 }]);\n": (2, "watt", "unknown-argument"),
    MORE + "wire([], [{ watt: 1 }]);\n": (2, "watt", "unknown-argument"),
    MORE + "rack().options = { watt: 1 };\n": (2, "watt", "unknown-argument"),
    MORE + "rack().rows = [{ watt: 1 }];\n": (2, "watt", "unknown-argument"),
    MORE + "const options: Options = { watt: 1 };\n": (2, "watt", "unknown-argument"),
}


@pytest.mark.parametrize("code", WRONG)
def test_uses_that_do_not_fit_are_found(code: str) -> None:
    assert found(code) == [WRONG[code]]


@pytest.mark.parametrize(
    "code",
    [
        FROM + "light({ colour: 'red', watts: 3 }).glow().glow();\n",
        FROM + "part().something;\n",
        THEME + "theme({ style: { shadow } }).style.shadow('x');\n",
        FROM + "if (typeof light().shine === 'function') light().shine();\n",
        FROM + "light().shine?.();\n",
        "const wick = await import('lantern/wick');\nwick.default.trim();\n",
        FROM + "light({ ...rest, color: 1 });\n",
        FROM + "// light().shine();\nconst text = 'light().shine()', pattern = /'light().shine()/;\n",
        FROM + "function f(light) { light().shine(); }\n",
        FROM + "items.map((light) => light.shine());\n",
        FROM + "{ const light = build(); light.shine(); }\n",
        FROM + "either().one;\neither().two;\n",
        FROM + "on(name, (one) => { one.message; one.path; });\n",
        FROM + "on('request', (req, res) => { req.headers; req.on('end', f); res.send('x').send('y'); });\n",
        FROM + "route('/', (error, req, res) => { error.anything; res.send('x'); });\n",
        FROM + "open().user;\n",
        FROM + "const lamp = light();\nmeasure<Watts>(lamp).result;\n",
        FROM + "open().setWick = 1;\nopen().setWick;\n",
        FROM + "extend('shine'); light().shine;\n",
        FROM + "declare module 'lantern' { interface Lamp { shine(): void } }\nlight().shine();\n",
        FROM + 'import plugin from "plugin";\nlight(plugin);\nlight().shine();\n',
        FROM + "let lamp = light();\nlamp = other();\nlamp.shine();\n",
        FROM + "const lamp = light() || other();\nlamp.shine();\n",
        FROM + "const lamp = light() as any;\nlamp.shine();\n",
        FROM + "light().toString().shine();\nlight.call(null);\n",
        FROM + "(await later('/x')).data.anything;\n",
        'import { other } from "elsewhere";\nother.thing();\n',
        'import { Own } from "./lantern";\nOwn.thing();\n',
        'import single from "lantern/single";\nsingle.run();\nconst s = require("lantern/single");\ns.run();\n',
        'import wick from "lantern/wick";\nwick();\nwick.trim();\n',
        'import { shades } from "lantern";\nnew shades.Shade().fold();\n',
        'import unknown from "lantern/unknown";\nunknown.thing();\n',
        MORE + "for (const bulb of light().bulbs) bulb.screw();\nfor (const one of light()) one.thing();\n",
        MORE + "const mixed = new Mixed();\nmixed.screw();\nmixed.send(1);\nmixed.glow();\nmixed.mix();\n",
        MORE + "new Mixture().anything;\n",
        MORE + "row().paint('red').size;\nrow().paint('red').paint('blue');\n",
        MORE + "wire([{ watts: 1 }, other, ...others]);\nwire([{ ...rest, watt: 1 }]);\n",
        MORE + "const options: Other = { watt: 1 };\nrack().options.watts = { watt: 1 };\n",
        '/**\n * import { Lampe } from "lantern";\n */\n// import { Lamp2 } from "lantern";\n',
    ],
)
def test_uses_that_may_fit_are_no_findings(code: str) -> None:
    assert found(code) == []


def test_packages_are_read_from_imports() -> None:
    code = 'import a from "@x/a/sub";\nimport "b";\nconst c = require("c");\nimport d from "./d";\nimport "node:fs";'
    assert imported_packages(code) == ["@x/a", "b", "c"]


def test_names_handed_on_from_unread_packages_are_unresolved() -> None:
    result = check('import { Lampe } from "lantern";\n', {**TEXTS, "index.d.ts": LANTERN + 'export * from "core";\n'})
    assert result.findings == []
    assert result.uses["lantern"].unresolved == 1


def test_the_closest_names_have_their_signatures() -> None:
    closest = check('import { light } from "lantern";\nlight().shade.folding();\n').findings[0].closest
    assert [(one.name, one.signature) for one in closest] == [("fold", "()")]


@pytest.mark.parametrize(
    "text",
    [
        "export interface A extends A { a: B }\nexport interface B extends A, B { b: A }\nexport declare const a: A;\n",
        "export type A = A & { a: A } | Partial<A>;\nexport declare const a: A;\n",
        "export type A<T> = A<A<T>>;\nexport declare const a: A<A<string>>;\n",
        "export declare const a: " + "{ a: " * 2_000 + "1" + "}" * 2_000 + ";\n",
        "export interface A { [K in keyof A]: A }\nexport declare const a: A\n" + "(" * 5_000,
    ],
)
def test_hostile_declarations_end(text: str) -> None:
    check('import { a } from "lantern";\na.b.c.d({ e: 1 }, (f) => f.g).h;\n', {**TEXTS, "index.d.ts": text})


@pytest.mark.parametrize(
    "code", ["(" * 20_000, "a.b" * 10_000, "{" * 9_000 + "=>" * 9_000, "await " * 9_000, "/" * 40_000]
)
def test_hostile_code_ends(code: str) -> None:
    check('import { light } from "lantern";\nlight().' + code)
