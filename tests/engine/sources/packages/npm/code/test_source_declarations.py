"""JavaScript modules with documentation comments, read as declarations.

The module is over 300 lines because each form of an export is one case of the same reader.
"""

from __future__ import annotations

import pytest
from tests.engine.sources.packages.npm.code.declared import declared, handed_on, public, shapes, taken_over
from tests.growth import grows_linearly

from pro_context_engine.sources.packages.npm.code.source_declarations import source_declarations


def test_a_function_has_the_parameters_of_the_code_and_the_types_of_the_comment() -> None:
    source = """
/**
 * Dive below the water.
 *
 * @param {number} depth - in metres
 * @param {string|Array.<string>} [mate] - who comes along
 * @param {...*} rest - ignored
 * @returns {Promise<number>} the seconds
 */
export async function dive(depth, mate = 'none', ...rest) {
  if (depth) { return 1 }
}
"""
    found = declared(source)
    name, dive = next(found.public())
    assert name == "dive"
    assert "Dive below the water." in dive.doc
    text = found.scan.source(dive.head, dive.statement.last)
    assert (
        text.removesuffix(";")
        == "function dive(depth: number, mate?: string|Array<string>, ...rest: any): Promise<number>"
    )
    assert found.scan.tokens[dive.statement.first].line >= 2


@pytest.mark.parametrize(
    ("code", "shape"),
    [
        ("export const dive = (depth, { mate } = {}) => depth", "export function dive(depth, options?);"),
        ("export const dive = async depth => depth", "export function dive(depth);"),
        ("export const dive = function (a, b = [1, 2], [c]) {}", "export function dive(a, b?, options);"),
        ("export const dive = curry(2, inner)", "export const dive;"),
        ("export default class Otter extends Animal {}", "export default class Otter extends Animal {}"),
        ("export default function (depth) {}", "export default function (depth);"),
        ("export class Otter {}", "export class Otter {}"),
    ],
)
def test_what_a_statement_exports_is_declared_without_a_comment(code: str, shape: str) -> None:
    assert shapes(code) == ["".join(shape.split()).removesuffix(";")]


def test_a_class_has_its_members_without_private_ones() -> None:
    source = """
/** An animal of the river. */
export class Otter extends Animal {
  /**
   * Make an otter.
   * @param {string} name
   */
  constructor(name) {
    super()
    /**
     * How it is called.
     * @type {string}
     */
    this.name = name
    if (name) {
      this.other = 1
    }
  }

  /** Eat. */
  static async eat(fish, { fast } = {}) {
    while (fish) { fish-- }
  }

  /** The weight, in kilograms.
   * @return {number}
   */
  get weight() { return 1 }

  swim() {}
  _float() {}
  /** @private */
  sink() {}
}
/** Not a member. */
export function after() {}
"""
    found = declared(source)
    assert [name for name, _ in found.public()] == ["Otter", "after"]
    otter = found.declared[0]
    text = found.scan.source(otter.head, otter.statement.last)
    assert "constructor(name: string);" in text
    assert "name: string;" in text
    assert "static eat(fish, options?);" in text
    assert "weight: number;" in text
    assert "swim();" in text
    assert not any(word in text for word in ("_float", "sink", "other", "while"))


def test_an_exported_class_that_is_hidden_is_shown_if_its_members_have_comments() -> None:
    source = """
/** @ignore */
export default class Otter extends Animal {
  constructor(name) {}
  /** @private */
  sleep() {}
  /** Dive. */
  dive(depth) {}
  float() {}
}
/** @private */
export class Seal {
  bark() {}
}
/** @private */
class Lake {
  /** Its depth. */
  depth() {}
}
"""
    members = "/**Dive.*/dive(depth);float();"
    assert shapes(source) == [f"exportdefaultclassOtterextendsAnimal{{{members}}}"]


def test_names_that_the_module_hands_on_are_followed() -> None:
    source = """
import { Pond } from './pond.mjs'
/** @fileoverview The river. */
/** Flow. */
function flow(speed) {}
/** Not exported. */
function helper() {}
export * from './bank.mjs'
export { default as mud, wet as damp } from './mud.mjs'
export { flow, flow$1 as gone, Pond }
export default flow
"""
    found = declared(source)
    assert {name for name, _ in found.public()} == {"flow"}
    assert [export.module for export in found.elsewhere()] == ["./bank.mjs", "./mud.mjs", "./pond.mjs"]
    assert found.elsewhere()[1].names == (("default", "mud"), ("wet", "damp"))


def test_the_exports_of_common_js_are_found() -> None:
    source = """
'use strict'
const pond = require('./lib/pond')
const { join } = require('path')

exports = module.exports = createRiver
exports.Pond = pond
exports.bank = require('./lib/bank.js')
exports.float = function (depth) {}

/** Where to begin. */
exports.start = join('a', 'b')

/**
 * Create a river.
 * @api public
 */
function createRiver(length) {
  /** Not seen from outside. */
  function inner() {}
}
/**
 * Of the module only.
 */
function helper() {}
/** @private */
exports.hidden = function () {}
"""
    found = declared(source)
    assert sorted(name for name, _ in found.public()) == ["createRiver", "float", "start"]
    assert handed_on(source) == ["./lib/pond", "./lib/bank.js"]
    assert taken_over(source) == {"Pond": ("./lib/pond", "default"), "bank": ("./lib/bank.js", "default")}


def test_an_exported_object_has_names_and_other_modules() -> None:
    source = """
function dive() {}
/** Swim far. */
function swim(far) {}
function sink() {}
module.exports = {
  ...require('./base'),
  dive,
  paddle: swim,
  pond: require('./pond'),
}
"""
    found = declared(source)
    assert sorted(name for name, _ in found.public()) == ["dive", "paddle"]
    assert handed_on(source) == ["./base", "./pond"]
    assert taken_over(source) == {"pond": ("./pond", "default")}


def test_modules_that_add_to_the_exports_are_handed_on() -> None:
    source = """
module.exports = require('./river')
require('./mud');
River.prototype.test = require('./test_mode')
function _hidden() {}
module.exports.far = function (away) { require('./inner') }
"""
    found = declared(source)
    assert handed_on(source) == ["./river", "./mud"]
    assert taken_over(source) == {"default": ("./river", "default")}
    assert [name for name, _ in found.public()] == ["far"]


def test_modules_that_a_factory_takes_are_handed_on() -> None:
    source = """
;(function (root, factory) {
  if (typeof exports === "object") {
    module.exports = exports = factory(require("./core"), require("./md5"));
  }
}(this, function (River) {
  /** The stones of a river. */
  var Stone = lib.Stone = Base.extend({
    /**
     * Throw it.
     * @param {number} far
     */
    toss: function (far) {},
  });
}));
"""
    found = declared(source)
    assert [export.module for export in found.re_exports] == ["./core", "./md5"]
    assert [name for name, _ in found.public()] == ["Stone.toss"]


def test_objects_of_which_others_are_made_are_handed_on() -> None:
    source = """
const water = require('./water')
const Base = require('./base')
const other = require('./other')
class River {
  constructor() {
    this.water = Object.create(water)
    mixin(River.prototype, Base.prototype)
    other()
  }
}
module.exports = River
"""
    assert [export.module for export in declared(source).re_exports] == ["./water", "./base"]


def test_a_module_that_wraps_another_one_has_its_names() -> None:
    source = "import mod from '../lib/river.js'\nimport 'side'\nexport default mod\nexport const dive = mod.dive\n"
    assert [export.module for export in declared(source).re_exports] == ["../lib/river.js"]
    own = "import mod from './river.js'\nexport function dive() {}\nexport default mod\n"
    assert declared(own).re_exports == []


def test_properties_of_an_exported_object_are_values() -> None:
    source = """
module.exports = {
  /**
   * The headers.
   * @return {Object}
   */
  get header() { return 1 },
  set header(value) {},
  /** Send it. */
  send(body) {},
}
"""
    assert shapes(source) == ["exportconstheader:Object", "exportfunctionsend(body)"]


def test_what_module_exports_is_has_its_name_and_is_the_default() -> None:
    for source in (
        "module.exports = class Otter extends Animal {\n  swim() {}\n}",
        "class Otter extends Animal {\n  swim() {}\n}\nmodule.exports = Otter",
    ):
        assert [name for name, _ in declared(source).public()] == ["Otter", "default"]


def test_a_class_without_a_name_is_not_named_after_a_word() -> None:
    assert public("module.exports = class extends Animal {\n  swim() {}\n}") == []


def test_members_of_objects_and_of_prototypes_have_their_owner() -> None:
    source = """
var app = exports = module.exports = {};
/** Use a handler. */
app.use = function use(handler) {};
/** Start. @private */
app.init = function init() {};

/** A stream of water. */
function Stream(source) {
  /** Where it comes from. @type {string} */
  this.source = source
}
/** Flow on. */
Stream.prototype.flow = function (speed) {}
Stream.prototype = {
  /** Stop at once. */
  stop: function (reason) {},
  /** How wide it is. @type {number} */
  width: 1,
}
"""
    names = public(source)
    assert [name for name in names if "." in name] == ["app.use"]
    text = source_declarations(source)
    assert text.count("interface Stream {") == 4
    assert "flow(speed); }" in text
    assert "stop(reason); }" in text
    assert "init" not in text


def test_a_script_without_exports_shows_what_it_documents() -> None:
    source = """
;(function () {
  /** Used as a mark. */
  var MARK = 1

  /**
   * Fill a pond.
   *
   * @static
   * @memberOf river
   * @param {number} [depth=1] How deep.
   * @returns {Pond} Returns it.
   */
  var fill = wrapped(function (pond, depth) {})

  /**
   * The base.
   *
   * @private
   */
  function baseFill() {}
}.call(this))
"""
    assert shapes(source) == ["exportfunctionfill(depth?:number):Pond"]


def test_lines_above_an_exported_name_are_its_comment() -> None:
    source = """
// Far away from the code.

// Fill a pond with water,
// as deep as it goes.
var fill = wrapped(function (pond) {})
// eslint-disable-next-line
function drain(pond) {}
// Of the module only, nobody else.
function helper() {}
export { fill, drain }
"""
    found = declared(source)
    assert {name: one.doc for name, one in found.public()} == {
        "fill": "/**\n * Fill a pond with water,\n * as deep as it goes.\n */",
        "drain": "",
    }


def test_a_module_inside_of_a_function_is_read_as_if_it_stood_outside() -> None:
    source = """(function (root, factory) {
  typeof exports === 'object' ? factory(exports) : factory(root.otter = {});
})(this, function (exports) {
  // Goes below the water.
  function dive(depth) {
    var hidden = 1;
  }

  var Otter = Animal.extend({
    // @method swim(speed: Number): this
    // Swims up the river.
    swim: function (speed) {},

    // internal
    wash: function () {},

    rest: function () {}
  });

  exports.plunge = dive;
  exports.Otter = Otter;
});
"""
    assert public(source) == ["plunge", "Otter.swim"]
    assert ["Swims up the river." in one.doc for _, one in declared(source).public()] == [False, True]


def test_a_module_with_statements_outside_of_functions_stays_as_it_is() -> None:
    source = "function dive() {\n  const a = 1\n}\nif (wet) {\n  exports.dive = dive\n}\n"
    assert public(source) == []


def test_what_a_function_gives_to_this_is_a_member_of_what_it_makes() -> None:
    source = """
/** Makes Markdown. */
otter.Converter = function (options) {
  /**
   * Convert a text.
   * @param {string} text
   */
  this.convert = function (text) {
    /** Not seen. */
    var inner = function () {}
  }
}
module.exports = otter
"""
    text = source_declarations(source)
    assert "interface Converter {" in text
    assert "convert(text: string); }" in text
    assert "export namespace otter {" in text


def test_comments_alone_define_names() -> None:
    source = """
/**
 * How to swim.
 * @typedef {Object} Options
 * @property {number} speed
 */

/**
 * Called at the end.
 * @name finish
 * @memberOf module:river
 * @method
 * @param {Error} error
 */

const TIMES = 5
/** Something.
 * @param {Options} options
 */
export function swim(options) {}
"""
    found = declared(source)
    assert [one.name for one in found.declared] == ["Options", "finish", "swim"]
    assert "Called at the end." in found.declared[1].doc


@pytest.mark.parametrize(
    "text",
    [
        "/**\n" * 20_000,
        "/** a */\nfunction a(){}\n" * 20_000,
        "import {a\n" * 20_000,
        "export {\n" * 20_000,
        "exports = " * 20_000,
        "  exports.a = a;\n" * 20_000,
        "  exports.a = " + "a" * 200_000 + "\n b",
        "function a(\n" * 20_000,
        "\n".join(" " * (count % 300) + "class A {" for count in range(20_000)),
        "a." * 20_000 + " = 1",
        "/** @param {" + "{" * 20_000 + "}*/\nfunction a(){}",
        "const a = (" * 20_000,
        "module.exports = {\n" * 20_000,
        "module.exports = {\n" + "  a: b(c,\n" * 20_000,
        "module.exports = {" + "a: b(c(d), " * 20_000,
        "exports.a = " + "b(" * 20_000,
        "exports.a = " + "a" * 200_000 + ",",
        "const { a,\n" * 20_000,
        "".join(f"exports.a{count} = b(a{count})\n" for count in range(20_000)),
        "const a = b\n" * 20_000 + "exports.a = a\n" * 20_000,
        "module.exports = a(\n" + "  return a\n" * 20_000,
        "module.exports =\n a\n b\n" * 20_000,
        "a.b('a', a)\n" * 20_000 + "module.exports = a\n",
        "@return {A}\nrequire('./A')\n" * 20_000,
        "'use strict'\n\0\ufffd",
    ],
)
def test_any_text_is_read_in_linear_time(text: str) -> None:
    assert grows_linearly(lambda size: declared(text[:size]), len(text))
