"""JavaScript modules that stand inside of a function."""

import pytest
from tests.engine.sources.packages.npm.code.declared import public, shapes
from tests.growth import grows_linearly

from pro_context_engine.sources.packages.npm.code.unwrapped_modules import unwrapped_module


def test_an_object_that_is_exported_inside_of_a_function_has_the_exports() -> None:
    source = """
(function () {
    'use strict';
    function dive(depth) {}
    function own() {}

    module.exports = {
        dive: dive,
        'float': drift
    };
    function drift() {}
}());
"""
    assert sorted(shapes(source)) == ["declarefunctiondrift()", "exportfunctiondive(depth)"]
    assert sorted(public(source)) == ["dive", "float"]


@pytest.mark.parametrize("exports", ["exports = module.exports", "freeModule.exports", "(freeModule.exports"])
def test_a_name_that_is_exported_on_a_condition_is_the_export(exports: str) -> None:
    end = ").Otter = Otter;" if exports.startswith("(") else ";"
    source = f"""
;(function (root) {{
  var Otter = function (name) {{
    var inner = 1;
  }};
  Otter.dive = function (depth) {{}};
  function drift() {{}}
  if (typeof module !== 'undefined') {{
    {exports} = Otter{end}
    module.exports.float = drift;
    module.exports.own = root;
  }} else {{
    root.Otter = Otter;
  }}
}})(this);
"""
    assert sorted(public(source)) == ["Otter", "Otter.dive", "default", "float"]


def test_a_function_that_a_factory_returns_is_the_export() -> None:
    source = """
(function (root, factory) {
  if (typeof module === 'object') {
    module.exports = factory();
  } else {
    root.dive = factory();
  }
}(this, function () {
  return function (depth) {
    function inner() {
      return depth;
    }
    return inner;
  };
}));
"""
    assert shapes(source) == ["exportdefaultfunction(depth)"]


@pytest.mark.parametrize(
    "inside",
    [
        "  module.exports = factory;\n",
        "  var made = make();\n  module.exports = made;\n",
        "  if (wet) {\n    module.exports = { dive: dive };\n  }\n  function dive() {}\n",
        "  module.exports = factory();\n})(this, function () {\n  var a = 1;\n  if (a) {\n    return a;\n  }\n",
    ],
)
def test_other_exports_inside_of_a_function_are_left(inside: str) -> None:
    source = f"(function (root, factory) {{\n{inside}}})(this, function () {{}});\n"
    assert unwrapped_module(source) == (source, "")


@pytest.mark.parametrize(
    "unit", ["  module.exports = a(\n  return a\n  }\n", "  return function", "  (a.exports = {\n"]
)
def test_modules_are_unwrapped_in_linear_time(unit: str) -> None:
    text = "(function () {\n  module.exports = make();\n"
    assert grows_linearly(lambda length: unwrapped_module(text + unit * (length // len(unit))), 20_000)
