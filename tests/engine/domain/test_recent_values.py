"""Values that are remembered as long as they are among those used last."""

from pro_context_engine.domain.recent_values import RecentValues


def test_the_value_used_longest_ago_is_dropped() -> None:
    values = RecentValues[str, int](2)
    assert [values.keep(name, number) for number, name in enumerate(("kite", "spool"))] == [0, 1]
    assert values.get("kite") == 0
    values.keep("ribbon", 2)
    assert [values.get(name) for name in ("kite", "spool", "ribbon")] == [0, None, 2]


def test_a_value_is_replaced_and_dropped() -> None:
    values = RecentValues[str, int](2)
    values.keep("kite", 0)
    values.keep("kite", 1)
    assert values.get("kite") == 1
    values.drop("kite")
    values.drop("spool")
    assert values.get("kite") is None


def test_all_values_are_dropped() -> None:
    values = RecentValues[str, int](2)
    values.keep("kite", 0)
    values.clear()
    assert values.get("kite") is None
