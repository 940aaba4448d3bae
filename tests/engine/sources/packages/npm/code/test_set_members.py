"""Members that a call gives to the instances of a function."""

import pytest
from tests.engine.sources.packages.npm.code.declared import shapes
from tests.growth import grows_linearly

from pro_context_engine.sources.packages.npm.code.set_members import SetMembers


@pytest.mark.parametrize(
    "call", ["Object.assign(Otter.prototype, {", "_.extend(Otter.prototype, {", "Otter.prototype = {"]
)
def test_a_prototype_gets_the_functions_of_an_object(call: str) -> None:
    source = f"""
export function Otter(name) {{}}
{call}
  dive(depth) {{
    inner(depth);
  }},
  size: 3,
  /** How old it is. */
  age: 1,
}});
"""
    members = ["{dive(depth);}", "{/**Howolditis.*/age:any;}"]
    assert shapes(source) == ["exportfunctionOtter(name)", *(f"exportinterfaceOtter{one}" for one in members)]


@pytest.mark.parametrize("call", ["watch(Otter.prototype, {", "extend(Seal.prototype, {", "define(Otter, {"])
def test_other_calls_give_nothing(call: str) -> None:
    source = f"export function Otter() {{}}\nfunction define(kind, members) {{}}\n{call}\n  dive(depth) {{}},\n}});\n"
    assert shapes(source) == ["exportfunctionOtter()"]


def test_a_function_of_the_module_that_sets_prototypes_gives_members() -> None:
    source = """
function define(make, kind, members) {
  kind.prototype = make.prototype = members;
}
function Otter(name) {}
function otter(name) {}
define(Otter, otter, extend(Animal, {
  dive(depth) {},
}));
export { otter };
"""
    assert shapes(source) == ["declarefunctionotter(name)", "declareinterfaceotter{dive(depth);}"]


@pytest.mark.parametrize("unit", ["function define(a) {\n  a.prototype = 1\n", "extend(A, b, ", " prototype"])
def test_calls_are_found_in_linear_time(unit: str) -> None:
    def read(length: int) -> None:
        text = unit * (length // len(unit))
        SetMembers(text).owners(0)

    assert grows_linearly(read, 20_000)
