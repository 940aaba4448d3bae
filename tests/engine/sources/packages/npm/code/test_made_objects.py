"""What functions of JavaScript modules return, and more ways in which modules name their exports."""

import pytest
from tests.engine.sources.packages.npm.code.declared import handed_on, public, shapes
from tests.growth import grows_linearly

from pro_context_engine.sources.packages.npm.code.source_declarations import source_declarations


def test_members_of_what_an_exported_function_returns_are_its_own() -> None:
    source = """
function river(bed) {
  function river(drop) { drop.fall = function () {} }

  river.width = function (metres) {
    helper.depth = function () {}
  };
  /** How fast it flows. */
  river.speed = 3;
  river.hidden = 4;
  river._own = function () {};
  other.part = function () {};

  return river;
}

function lake() {
  lake.width = function (metres) {};
  return lake;
}

export { river };
"""
    made = ["interfaceriver{width(metres);}", "interfaceriver{/**Howfastitflows.*/speed:any;}"]
    assert shapes(source) == ["declarefunctionriver(bed)", *(f"declare{one}" for one in made)]


def test_an_object_that_an_exported_function_returns_has_its_functions() -> None:
    source = """
export function makeDen(size) {
  if (!size) {
    return {
      inner() {},
    };
  }
  return {
    enter(animal) {},
    leave: (animal) => {},
    /** How many fit in. */
    room: size,
    depth: 1,
  };
}
"""
    made = ["{enter(animal);}", "{leave(animal);}", "{/**Howmanyfitin.*/room:any;}"]
    assert shapes(source) == ["exportfunctionmakeDen(size)", *(f"exportinterfacemakeDen{one}" for one in made)]


@pytest.mark.parametrize(
    "result",
    [
        "  return { push, take: lift }",
        "  return {push: push, take: lift};",
        "  return {\n    push,\n\n    take: lift,\n    size() {},\n    ...others,\n  };",
        "  return Object.freeze({\n    push,\n    take: lift\n  })",
    ],
)
def test_functions_above_the_object_that_is_returned_are_its_members(result: str) -> None:
    source = f"""
export function makeDen(size) {{
  const entries = [];
  function push(animal) {{
    function lift(inner) {{}}
  }}
  /** Take one out. */
  const lift = async (deep) => {{}};
  function own() {{}}

{result}
}}
export function makeLake(size) {{
  function push(drop) {{}}
}}
"""
    made = [one for one in shapes(source) if "makeDen" in one and "size()" not in one]
    members = ["{push(animal);}", "{/**Takeoneout.*/take(deep);}"]
    assert made == ["exportfunctionmakeDen(size)", *(f"exportinterfacemakeDen{one}" for one in members)]
    assert not [one for one in shapes(source) if "drop" in one or "inner" in one]


def test_a_returned_object_whose_members_have_comments_says_what_they_are() -> None:
    source = """
export function makeDen() {
  function push(animal) {}
  return {
    /** Put one in. */
    push: push,
  };
}
"""
    assert shapes(source) == ["exportfunctionmakeDen()", "exportinterfacemakeDen{/**Putonein.*/push:any;}"]


def test_a_function_or_class_that_is_named_and_exported_at_once_is_the_export() -> None:
    assert public("var dive = module.exports = function (depth) {}\ndive.deep = function (depth) {}") == [
        "dive",
        "dive.deep",
    ]
    assert public("const Otter = exports = module.exports = class extends Animal {\n  swim() {}\n}") == ["Otter"]
    assert public("var app = module.exports = createApp()") == []


def test_an_object_that_is_exported_by_its_name_has_the_exports() -> None:
    source = (
        "const kit = {\n  dive(depth) {},\n  float: float,\n  size: 3,\n}\nfunction float() {}\nmodule.exports = kit\n"
    )
    assert sorted(public(source)) == ["dive", "float"]


def test_members_of_another_object_that_are_exported_have_their_public_names() -> None:
    source = """
var Kit = {};
/** Dive below the water. */
Kit._dive = function (depth) {};
Kit.Otter = function Otter() {};
Kit.hidden = function () {};
exports.dive = Kit._dive;
exports.Otter = Kit.Otter;
exports.swim = exports.dive;
"""
    assert public(source) == ["dive", "Otter"]


def test_what_is_added_to_the_exports_is_exported() -> None:
    source = """
const other = require('./other')
function dive(depth) {}
function main() {}
module.exports = main
Object.assign(module.exports, {
  dive,
  swim(to) {},
})
Object.assign(exports, other)
"""
    assert sorted(name for name in public(source) if name != "default") == ["dive", "main", "swim"]
    assert "./other" in handed_on(source)


def test_functions_that_return_something_are_read_in_linear_time() -> None:
    unit = "export function river() {\n  river.width = function (a) {};\n  return river;\n"
    unit += "  return {\n    deep,\n\n  }\n"
    for end in ("", "}\n"):
        assert grows_linearly(lambda size, end=end: source_declarations((unit + end) * size), 500)


def test_a_public_function_has_the_name_by_which_it_is_exported() -> None:
    source = "module.exports = dive\nmodule.exports.deep = diveDeep\n/** Dive. @public */\nfunction dive() {}\n"
    source += "/** Dive deep. @public */\nfunction diveDeep() {}\n"
    assert sorted(public(source)) == ["deep", "default", "dive"]
