"""The changes from one symbol table to another."""

from __future__ import annotations

from tests.engine.code_checks.changes.tables import cls, deprecated, function, method, module, table

from pro_context_engine.code_checks.changes.table_changes import table_changes
from pro_context_engine.domain.api_changes import ApiChange
from pro_context_engine.domain.symbols import PackageSymbol


def changes(old: list[PackageSymbol], new: list[PackageSymbol]) -> list[ApiChange]:
    return list(table_changes(table("1.0", *old), table("2.0", *new)))


def kinds(old: list[PackageSymbol], new: list[PackageSymbol]) -> list[tuple[str, str]]:
    return [(one.kind.value, one.symbol) for one in changes(old, new)]


def test_equal_tables_have_no_changes() -> None:
    same = [cls("otter.Pup", "dive"), method("otter.Pup.dive", "depth"), function("otter.swim", "far=1")]
    assert changes(same, same) == []


def test_a_removed_function_keeps_the_words_of_its_deprecation() -> None:
    old = [function("otter.swim", "far", deprecation=deprecated("Use :func:`paddle` instead."), url="pypi://x")]
    (one, added) = changes(old, [function("otter.paddle", "where", "speed", "how", url="pypi://y")])
    assert (one.kind.value, one.symbol, one.breaking, one.before) == ("removed", "otter.swim", True, "swim(far)")
    assert (one.replacement, one.url) == ("otter.paddle", "pypi://y")
    assert one.stated is not None
    assert one.stated.text == "Use :func:`paddle` instead."
    assert (added.kind.value, added.breaking) == ("added", False)


def test_the_same_thing_under_another_path_is_moved() -> None:
    (one,) = changes([function("otter.swim", "far", "fast")], [function("otter.water.swim", "far", "fast")])
    assert (one.kind.value, one.replacement, one.breaking) == ("moved", "otter.water.swim", True)


def test_another_public_path_is_no_change() -> None:
    old = [function("otter.core.swim", "far", paths=("otter.api.swim",))]
    assert changes(old, [function("otter.swim", "far", paths=("otter.api.swim",))]) == []


def test_another_spelling_is_a_new_name() -> None:
    old, new = [function("otter.setDepth", "depth")], [function("otter.set_depth", "depth")]
    (one,) = changes(old, new)
    assert (one.kind.value, one.replacement, one.after) == ("renamed", "otter.set_depth", "set_depth(depth)")


def test_the_same_parameters_and_words_are_a_new_name() -> None:
    words = "Dive to the ground and bring up a clam."
    old = [cls("otter.Pup"), method("otter.Pup.fetch", "depth", "clam", summary=words)]
    new = [cls("otter.Pup"), method("otter.Pup.retrieve", "depth", "clam", summary=words)]
    assert kinds(old, new) == [("renamed", "otter.Pup.fetch")]


def test_a_method_with_nothing_alike_is_removed() -> None:
    old = [cls("otter.Pup"), method("otter.Pup.fetch", "depth")]
    new = [cls("otter.Pup"), method("otter.Pup.sleep", "hours")]
    assert kinds(old, new) == [("removed", "otter.Pup.fetch"), ("added", "otter.Pup.sleep")]


def test_a_gone_class_is_one_change() -> None:
    old = [cls("otter.Pup", "dive"), method("otter.Pup.dive", "depth")]
    assert kinds(old, [module("otter")]) == [("removed", "otter.Pup"), ("added", "otter")]


def test_a_gone_module_is_one_change() -> None:
    old = [module("otter.den"), function("otter.den.dig", "deep")]
    assert kinds(old, []) == [("removed", "otter.den")]


def test_a_method_that_is_inherited_now_is_no_change() -> None:
    old = [cls("otter.Pup", "dive"), method("otter.Pup.dive", "depth")]
    new = [
        cls("otter.Animal", "dive"),
        method("otter.Animal.dive", "depth"),
        cls("otter.Pup", bases=("otter.Animal",), inherited=("otter.Animal.dive",)),
    ]
    assert kinds(old, new) == [("added", "otter.Animal")]


def test_a_base_that_is_given_up_takes_its_methods_along() -> None:
    base = [cls("otter.Animal", "dive"), method("otter.Animal.dive", "depth")]
    old = [*base, cls("otter.Pup", bases=("otter.Animal",), inherited=("otter.Animal.dive",))]
    assert kinds(old, [*base, cls("otter.Pup")]) == [("removed", "otter.Pup.dive")]


def test_a_class_with_new_unknown_bases_may_have_any_member() -> None:
    old = [cls("otter.Pup", "dive"), method("otter.Pup.dive", "depth")]
    assert changes(old, [cls("otter.Pup", bases=("sea.Animal",), complete=0.5)]) == []


def test_deprecations_are_told_with_their_replacement() -> None:
    new = function("otter.swim", "far", deprecation=deprecated("Use paddle.", "1.9", "paddle"))
    (one,) = changes([function("otter.swim", "far")], [new])
    assert (one.kind.value, one.since, one.replacement, one.breaking) == ("deprecated", "1.9", "paddle", False)


def test_breaking_changes_come_first_then_public_names() -> None:
    old = [function("otter.a", "x"), function("otter.b", "x", rank=8), function("otter.c", "x=1", rank=2)]
    new = [function("otter.c", "x=2", rank=2), function("otter.d", "z")]
    assert kinds(old, new) == [
        ("removed", "otter.a"),
        ("removed", "otter.b"),
        ("default", "otter.c"),
        ("added", "otter.d"),
    ]
