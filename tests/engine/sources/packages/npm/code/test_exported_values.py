"""JavaScript modules that export names without comments: those of other modules, of factories, of calls."""

from __future__ import annotations

import pytest
from tests.engine.sources.packages.npm.code.declared import declared, handed_on, public, shapes, taken_over

from pro_context_engine.sources.packages.npm.code.source_declarations import source_declarations


@pytest.mark.parametrize(
    ("value", "origin"),
    [
        ("require('./dive')", ("./dive", "default")),
        ("require('./dive').deep", ("./dive", "deep")),
        ("promisify(require('./dive'))", ("./dive", "default")),
        ("promisify(kit.dive, 'a note')", ("./kit", "dive")),
        ("kit.deep", ("./kit", "deep")),
        ("taken", ("./kit", "inner")),
        ("made", ("./kit", "_made")),
        ("deeply", ("./kit", "dive")),
        ("promisify(kit.other)", None),
        ("elsewhere.dive", None),
        ("kit.dive + 1", None),
    ],
)
def test_an_exported_value_is_the_name_of_the_module_that_it_comes_from(
    value: str, origin: tuple[str, str] | None
) -> None:
    names = """
const kit = require('./kit')
const elsewhere = require('elsewhere')
const { inner: taken, _made, dive } = require('./kit')
const made = promisify(_made)
const deeply = dive
"""
    assert taken_over(f"{names}module.exports = {{\n  // To dive.\n  dive: {value},\n}}").get("dive") == origin
    assert taken_over(f"{names}exports.dive = {value};\n").get("dive") == origin


def test_what_a_call_makes_of_a_function_of_the_same_name_has_its_parameters() -> None:
    source = """
function dive(depth) {}
function _swim(far) {}
const swim = promisify(_swim)
module.exports = { dive: promisify(dive), plunge: dive, swim }
"""
    assert shapes(source) == ["exportfunctiondive(depth)", "exportfunctiondive(depth)"]
    assert public(source) == ["dive", "plunge"]


def test_a_function_without_a_name_that_is_all_that_a_module_exports_is_its_default() -> None:
    assert shapes("module.exports = function (depth, mate = 1) {\n}\n") == ["exportdefaultfunction(depth,mate?)"]
    assert shapes("module.exports = (depth) => depth\n") == ["exportdefaultfunction(depth)"]
    assert shapes("module.exports = (function () { return 1 })()\n") == []


def test_members_without_a_comment_are_those_of_exported_names() -> None:
    source = """
const methods = require('./methods')
function Otter(name) {}
Otter.prototype.swim = function swim(far) {}
Otter.prototype.dive = methods.dive
Otter.prototype.count = 1
Otter.prototype._sink = function () {}
Otter.of = function (name) {}
function Inner() {}
Inner.prototype.hide = function () {}
module.exports = Otter
"""
    text = source_declarations(source)
    assert "interface Otter {\nswim(far); }" in text
    assert "interface Otter {\ndive: typeof import('./methods').dive; }" in text
    assert "namespace Otter {\nfunction of(name); }" in text
    assert not any(word in text for word in ("count", "_sink", "Inner"))


def test_other_names_of_the_exports_fill_them() -> None:
    source = """
const $ = exports
/** Dive.
 * @param {number} depth
 */
$.dive = depth => inner(depth)
"""
    assert shapes(source) == ["exportfunctiondive(depth:number)"]


def test_an_object_that_is_added_to_what_is_exported_has_names() -> None:
    source = "function dive(a) {}\nfunction swim(b) {}\nmodule.exports = Object.assign(dive, { dive, swim });\n"
    assert public(source) == ["dive", "default", "swim"]


def test_a_factory_exports_what_it_returns() -> None:
    source = """
(function (root, factory) {
\tif (typeof module === 'object') {
\t\tmodule.exports = factory();
\t} else {
\t\troot.River = factory();
\t}
}(this, function makeRiver() {
\tvar River = {};

\tRiver.flow = flowOn;
\tRiver.dry = function (days) {};

\tfunction flowOn(speed) {
\t\treturn speed;
\t}

\treturn River;
}));
"""
    assert sorted(public(source)) == ["dry", "flow"]
    assert "function flowOn(speed);" in source_declarations(source)


def test_a_factory_adds_to_what_it_takes() -> None:
    source = """
;(function (root, factory) {
  if (typeof exports === "object") {
    module.exports = exports = factory(require("./core"));
  }
}(this, function (River) {
  (function () {
    var R = River;
    /** The stones. */
    R.Stone = make();
  }());
  return River.Stone;
}));
"""
    assert public(source) == ["Stone"]
    assert handed_on(source) == ["./core"]


def test_a_function_that_is_made_known_by_a_name_has_this_name() -> None:
    source = """
common.register('dive', _dive, { deep: true });
common.register('other', _swim);
//@ ### dive(depth)
//@ Of this line a document is made.
function _dive(depth) {}
function _swim() {}
module.exports = _dive;
"""
    assert shapes(source) == ["exportfunctiondive(depth)", "exportfunctiondive(depth)"]
    assert public(source) == ["dive", "default"]
    assert [one.doc for one in declared(source).declared] == [""]


def test_the_last_of_several_modules_is_chosen() -> None:
    source = "module.exports =\n  isOld()\n    ? require('./old.js')\n    : require('./new.js');\n"
    assert handed_on(source) == ["./new.js"]
    assert taken_over(source) == {"default": ("./new.js", "default")}


def test_a_class_that_is_loaded_when_a_function_returns_it_is_exported() -> None:
    source = """
/**
 * Open a river.
 * @return {River} The river.
 */
exports.open = function () {
  return new (load('River'))()
}
function load(name) {
  switch (name) {
    case 'River': return require('./lib/River')
    case 'Mud': return require('./lib/Mud')
  }
}
"""
    assert taken_over(source) == {"River": ("./lib/River", "default")}
