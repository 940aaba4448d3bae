"""The names that the code of a package has and its declarations lack."""

from __future__ import annotations

import pytest
from tests.engine.own_files import OwnCode, OwnFiles
from tests.growth import grows_linearly

from pro_context_engine.code_checks.typescript.module_definitions import EXPORTS, definitions_in
from pro_context_engine.code_checks.typescript.package_code import PackageCode
from pro_context_engine.code_checks.typescript.package_types import declarations_in
from pro_context_engine.code_checks.typescript.typescript_check import check_typescript

EXPORTED = {
    "a property": "exports.glow = function () {};",
    "a property of the module": "module.exports.glow = glow;",
    "a key": "module.exports = { dim, glow: shine };",
    "a short key": "module.exports = { dim, glow };",
    "a method": "module.exports = { async glow() {} };",
    "a value of its own": "const lamp = module.exports = {};\nlamp.glow = 1;",
    "a value that is exported later": "function lamp() {}\nlamp.glow = 1;\nexports = module.exports = lamp;",
    "a defined property": 'Object.defineProperty(exports, "glow", { get: function () { return 1; } });',
    "assigned members": "Object.assign(module.exports, { glow });",
    "a declaration": "export async function glow() {}",
    "declarations": "export const dim = 1, { glow } = lamp;",
    "a list": "export { dim, shine as glow };",
    "a list of another module": "export { glow } from 'elsewhere';",
    "members of the default": "const lamp = { glow() {} };\nexport default lamp;",
    "getters of a bundle": "__export(all, { glow: () => glow });\nmodule.exports = __toCommonJS(all);",
    "another module": "module.exports = require('./bulb');",
    "a part of another module": "module.exports = require('./bulb').parts;",
    "a module that is spread": "module.exports = { ...require('./bulb') };",
    "a module behind a name": "const bulb = require('./bulb');\nmodule.exports = bulb;",
    "all of another module": "export * from './bulb.js';",
    "all of another module, compiled": "__exportStar(require('./bulb'), exports);",
    "the default of another module": "import bulb from './bulb';\nexport default bulb;",
    "a name of another module": "import { parts } from './bulb';\nexport default parts;",
    "a value of a required pattern": "const { parts: all } = require('./bulb');\nmodule.exports = all;",
}
NOT_EXPORTED = {
    "a name of its own": "const glow = 1;\nexport const dim = 2;",
    "a member of something else": "const inner = {};\ninner.glow = 1;\nmodule.exports = { inner };",
    "a property that is read": "exports.dim = lamp.glow;",
    "a comparison": "if (exports.glow == 1) {}",
    "a key deeper down": "module.exports = { dim: { glow: 1 } };",
    "a comment and a text": "// exports.glow = 1\nexports.dim = 'exports.glow = 1';",
    "what a call makes": "module.exports = make(lamp);\nlamp.glow = 1;",
    "another package": "module.exports = require('bulb');",
}
BULB = "exports.parts = { glow: 1 };\nexports.glow = 1;\n"


def code(text: str) -> PackageCode:
    return PackageCode(OwnCode({"index.js": text, "bulb.js": BULB}))


@pytest.mark.parametrize("case", EXPORTED)
def test_exports_are_found(case: str) -> None:
    assert code(EXPORTED[case]).exports(".", "glow")


@pytest.mark.parametrize("case", NOT_EXPORTED)
def test_what_is_not_exported_is_no_export(case: str) -> None:
    assert not code(NOT_EXPORTED[case]).exports(".", "glow")


def test_subpaths_are_modules() -> None:
    assert code("").exports("bulb", "glow")
    assert not code("").exports("nowhere", "glow")


MEMBERS = {
    "a method": "class Lamp {\n  constructor() {}\n  async glow() { return 1; }\n}",
    "a getter": "class Lamp { get glow () {} }",
    "a field": "class Lamp { static glow = () => 1; }",
    "a value of this": "class Lamp { constructor() { this.glow = true; } }",
    "of the prototype": "function Lamp() {}\nLamp.prototype.glow = function () {};",
    "of this in a method of the prototype": "Lamp.prototype.light = function () { this.glow = 1; };",
    "of a prototype that is an object": "Lamp.prototype = { glow() {} };",
    "of a name of the prototype": "var proto = Lamp.prototype;\nproto.glow = function () {};",
    "of a class without a name": "exports.Lamp = class { glow() {} };",
    "of a base": "class Lamp extends Light {}\nclass Light { glow() {} }",
    "of an old base": "util.inherits(Lamp, Light);\nLight.prototype.glow = function () {};",
    "of a base in another module": "const Light = require('./light');\nclass Lamp extends Light {}",
    "of a compiled class": 'createClass(Lamp, [{ key: "glow", value: function () {} }]);',
    "of a namespace": "kit.Lamp = { glow: 1 };",
}
NO_MEMBERS = {
    "a member of another class": "class Lamp { dim() {} }\nclass Light { glow() {} }",
    "a call": "class Lamp { dim() { this.glow(); lamp.glow; } }",
    "a local name": "class Lamp { dim() { const glow = 1; if (glow) {} } }",
    "a heir": "class Lamp {}\nclass Lantern extends Lamp { glow() {} }",
}
LIGHT = "module.exports = class Light { glow() {} };"


@pytest.mark.parametrize("case", MEMBERS)
def test_members_are_found(case: str) -> None:
    assert PackageCode(OwnCode({"index.js": MEMBERS[case], "light.js": LIGHT})).has_member("Lamp", "glow")


@pytest.mark.parametrize("case", NO_MEMBERS)
def test_other_members_are_not_found(case: str) -> None:
    assert not PackageCode(OwnCode({"index.js": NO_MEMBERS[case]})).has_member("Lamp", "glow")


def test_modules_that_hand_on_each_other_end() -> None:
    texts = {"index.js": "export * from './a.js';", "a.js": "export * from './index.js';\nexport default a;"}
    assert not PackageCode(OwnCode(texts)).exports(".", "glow")


DECLARED = """
declare class Lamp { dim(): void; }
declare function light(): Lamp;
declare namespace light { const colour: string; }
export = light;
"""
HAVING = """
class Lamp { dim() {} glow() {} }
function light() { return new Lamp(); }
light.shades = [];
module.exports = light;
"""
WRITTEN = """
const light = require("lantern");
light().glow();
light.shades.push(1);
light().shine();
light.bulbs;
"""


def test_code_refutes_that_a_name_is_missing() -> None:
    texts = {"index.d.ts": DECLARED, "index.js": HAVING}
    found = check_typescript(
        WRITTEN, {"lantern": declarations_in("lantern", OwnFiles("lantern", {".": "index.d.ts"}, texts))}
    )
    assert [(one.line, one.name) for one in found.findings] == [(5, "shine"), (6, "bulbs")]
    assert found.uses["lantern"].unresolved == 2


def test_code_refutes_that_an_imported_name_is_missing() -> None:
    texts = {"index.d.ts": "export declare const dim: number;", "index.js": "export const dim = 1, glow = 2;"}
    files = OwnFiles("lantern", {".": "index.d.ts"}, texts)
    found = check_typescript("import { glow, shine } from 'lantern';\n", {"lantern": declarations_in("lantern", files)})
    assert [one.name for one in found.findings] == ["shine"]


def checked(code: str, texts: dict[str, str], *, is_typed: bool = True) -> list[tuple[int, str, str]]:
    declared = declarations_in("lantern", OwnFiles("lantern", {".": "index.d.ts"}, texts))
    result = check_typescript(code, {"lantern": declared}, is_typed=is_typed)
    return [(one.line, one.name, one.kind.value) for one in result.findings]


def test_options_that_the_code_reads_work_without_the_compiler() -> None:
    texts = {
        "index.d.ts": "export declare function light(options: { colour: string }): void;",
        "index.js": "exports.light = (opts) => { opts.watts; other.volts; };",
    }
    code = 'import { light } from "lantern";\nlight({ watts: 1 });\nlight({ volts: 1 });\n'
    assert checked(code, texts, is_typed=False) == [(3, "volts", "unknown-argument")]
    assert checked(code, texts) == [(2, "watts", "unknown-argument"), (3, "volts", "unknown-argument")]


@pytest.mark.parametrize(
    "code",
    [
        'import "lantern/shade";',
        'import shade from "lantern/shade";',
        'import type { Shade } from "lantern/shade";',
        'export * from "lantern/shade";',
        'const shade = require("lantern/shade");',
        'const shade = await import("lantern/shade");',
    ],
)
def test_modules_that_a_package_lacks_are_found(code: str) -> None:
    texts = {"index.d.ts": "export declare const dim: number;", "index.js": "exports.dim = 1;"}
    assert checked(code, texts) == [(1, "lantern/shade", "missing-module")]
    assert checked(code, {**texts, "shade/index.js": ""}) == []
    assert checked(f"try {{ {code} }} catch {{}}", texts) == []
    assert checked(f'declare module "lantern/shade";\n{code}', texts) == []
    assert checked(f"// {code}\nconst text = `{code}`;", texts) == []


def test_modules_without_a_default_are_found() -> None:
    texts = {
        "index.d.ts": "export declare const dim: number;",
        "index.mjs": "export const dim = 1;",
        "package.json": '{"exports": {"import": "./index.mjs", "require": "./index.cjs"}}',
    }
    code = 'import lantern, { dim } from "lantern";\nlantern.dim;\n'
    assert checked(code, texts) == [(1, "default", "missing-name")]
    assert checked(code, {**texts, "index.mjs": "export { dim as default };"}) == []
    assert checked(code, {**texts, "package.json": '{"module": "./index.mjs"}'}) == []
    assert checked('import * as lantern from "lantern";\nlantern.dim;\n', texts) == []


def test_a_file_that_only_imports_leaves_its_module_to_the_one_declared_by_name() -> None:
    texts = {
        "index.d.ts": 'declare module "lantern" { export const dim: 1 }\n'
        'declare module "lantern/shade" { export const fold: 1 }',
        "shade.d.ts": 'import "./index.js";',
        "index.js": "",
    }
    code = 'import { fold, unfold } from "lantern/shade";\n'
    assert checked(code, texts) == [(1, "unfold", "missing-name")]


@pytest.mark.parametrize(
    "piece",
    ["f(", "f(a, [", "class a extends b { x = ", "import {", "export {", "const {", "a = {b: ", "this.a = function(){"],
)
def test_hostile_code_takes_linear_time(piece: str) -> None:
    assert grows_linearly(lambda length: definitions_in(piece * (length // len(piece))), 100_000)


def test_code_that_breaks_off_is_read() -> None:
    for end in range(len(HAVING)):
        definitions_in(HAVING[:end])
    assert EXPORTS in definitions_in("exports.a = ").members
