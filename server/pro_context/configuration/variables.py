"""Environment variables: `PRO_CONTEXT__SECTION__KEY` for every key, and short names for some keys."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache

from pro_context.configuration import configuration_keys, mistakes
from pro_context.configuration.configuration_keys import Key, root
from pro_context.configuration.mistakes import ConfigurationPlace, Mistake
from pro_context.configuration.written_value import WrittenValue, from_text, nest
from pro_context.wording import shorten
from pro_context_contract import module_name

PREFIX = "PRO_CONTEXT__"
SHORT_PREFIX = "PRO_CONTEXT_"
_NEAR = 0.8
_TRUE = frozenset({"true", "yes", "on", "1"})


def read_variables(environ: Mapping[str, str]) -> tuple[list[WrittenValue], list[Mistake]]:
    """Return one configuration of a single key for each variable, and the mistakes of their names.

    Args:
        environ: the process environment; an empty variable counts as not set.
    """
    values: list[WrittenValue] = []
    wrong: list[Mistake] = []
    by_key: dict[str, tuple[str, WrittenValue]] = {}
    for variable, text in sorted(environ.items()):
        name = variable.upper()
        if not name.startswith(SHORT_PREFIX) or not text:
            continue
        place = ConfigurationPlace(variable)
        path = _long_path(name) if name.startswith(PREFIX) else _short_path(name, text)
        if isinstance(path, str):
            wrong += [Mistake(place, path)] if path else []
            continue
        *_, key = path
        value = from_text(_shorthand(name, key) or text, key.schema, place)
        other, same = by_key.setdefault(key.name, (variable, value))
        if (same.value, same.pairs is None) != (value.value, value.pairs is None):
            wrong.append(Mistake(place, f"{key.name} is set by {shorten(other)} too, and differently"))
        values.append(nest([key.step for key in path], value))
    return values, wrong


def variable_of(key: str) -> str:
    """Return the variable of a dotted key."""
    return PREFIX + "__".join(module_name(step).upper() for step in key.split("."))


def _long_path(name: str) -> tuple[Key, ...] | str:
    """Return the keys from the outermost section to the named one, or the text of a mistake."""
    path: list[Key] = []
    for word in name[len(PREFIX) :].split("__"):
        section = path[-1] if path else root()
        member = section.member_like(word)
        if member is None:
            near = mistakes.nearest_key(section, word)
            return "there is no such key" + (f"; did you mean {variable_of(near)}?" if near else "")
        path.append(member)
    return tuple(path)


def _short_path(name: str, text: str) -> tuple[Key, ...] | str:
    """Return the keys as `_long_path` does; "" for a variable of another program, or for a shorthand that is off."""
    known = _short_variables()
    if name not in known:
        stems = {short.removeprefix(SHORT_PREFIX): short for short in known}
        close = difflib.get_close_matches(name.removeprefix(SHORT_PREFIX), stems, n=1, cutoff=_NEAR)
        meant = _variables_by_letters().get(_letters(name)) or (stems[close[0]] if close else "")
        return f"there is no such variable; did you mean {meant}?" if meant else ""
    path = known[name]
    return "" if _shorthand(name, path[-1]) and text.strip().lower() not in _TRUE else path


def _shorthand(name: str, key: Key) -> str:
    """Return the value that a shorthand variable sets, "" for any other variable."""
    shorthand = key.schema.get("x-shorthand", {})
    return str(shorthand["value"]) if shorthand.get("variable") == name else ""


def _letters(variable: str) -> str:
    return variable.replace("_", "")


@cache
def _variables_by_letters() -> dict[str, str]:
    """Return the variables of all keys by their letters: underscores are often too few or too many."""
    variables = (variable_of(key.name) for key in root().walk() if "." in key.name)
    return {_letters(variable): variable for variable in variables}


@cache
def _short_variables() -> dict[str, tuple[Key, ...]]:
    known: dict[str, tuple[Key, ...]] = {}
    for key in root().walk():
        path = configuration_keys.path(key.name)
        if "x-variable" in key.schema:
            known[key.schema["x-variable"]] = path
        if "x-shorthand" in key.schema:
            known[key.schema["x-shorthand"]["variable"]] = path
    return known
