"""The exports of a JavaScript module, and the modules whose names it hands on."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from pro_context_engine.sources.packages.npm.code.exported_values import (
    REQUIRE,
    ModuleValues,
    ValueOrigin,
    object_entries,
    value_at,
)

_NAME = r"[A-Za-z_$][\w$]*"
_FROM = r"from[ \t]*['\"][^'\"\n]{1,300}['\"]"
_ES_EXPORT = re.compile(r"^export\b", re.M)
_STATEMENT = re.compile(
    rf"^(?:export[ \t]*\*(?:[ \t]*as[ \t]+{_NAME})?[ \t]*{_FROM}"
    rf"|export[ \t]*\{{(?P<list>[^{{}};]*)\}}(?P<from>[ \t]*{_FROM})?"
    rf"|export[ \t]+default[ \t]+(?P<default>{_NAME})(?=[ \t]*;?[ \t]*$)"
    rf"|import[ \t]+(?P<imported>(?:{_NAME}[ \t]*,?[ \t]*)?(?:\*[ \t]*as[ \t]+{_NAME}[ \t]*|\{{[^{{}};]*\}}[ \t]*)?)"
    rf"{_FROM})",
    re.M,
)
_EXPORTED = r"(?:module\.)?exports"
# `exports.a = b`, `module.exports = b`, and `A.b = require(…)` of what is exported later.
_ASSIGNED = re.compile(
    rf"^(?P<to>exports|(?:{_NAME}\.)+{_NAME})[ \t]*=(?!=)[ \t]*"
    rf"(?:(?:exports|(?:{_NAME}\.)+{_NAME})[ \t]*=(?!=)[ \t]*){{0,2}}",
    re.M,
)
# The function, the class or the name that `module.exports` is.
_WHOLE = re.compile(
    rf"^module\.exports[ \t]*=[ \t]*(?:exports[ \t]*=[ \t]*)?"
    rf"(?:(?:(?:async[ \t]+)?function[ \t]*\*?|class)[ \t]+(?!extends\b)({_NAME})|({_NAME})[ \t]*;?[ \t]*$"
    rf"|Object\.assign\([ \t]*({_NAME})[ \t]*,)",
    re.M,
)
_ASSIGN = rf"Object\.assign\([ \t]*(?:{_NAME}|{_EXPORTED})[ \t]*,[ \t]*"
_OBJECT = re.compile(
    rf"^(?:(?:{_EXPORTED}[ \t]*=[ \t]*){{1,2}}(?:{_ASSIGN})?|Object\.assign\([ \t]*{_EXPORTED}[ \t]*,[ \t]*)\{{",
    re.M,
)
# A module all of whose names are added to those that are exported.
_MIXED_IN = re.compile(rf"^Object\.assign\([ \t]*{_EXPORTED}[ \t]*,[ \t]*({_NAME})[ \t]*\)", re.M)
# Other names of what is exported.
_SAME = re.compile(rf"\b(?:const|let|var)[ \t]+({_NAME})[ \t]*=[ \t]*({_EXPORTED}|{_NAME})[ \t]*;?[ \t]*$", re.M)
# A name of the value that is exported in the same statement: `var dive = module.exports = function`.
_SAME_VALUE = re.compile(
    rf"^(?:const|let|var)[ \t]+({_NAME})[ \t]*=[ \t]*(?:exports[ \t]*=[ \t]*)?module\.exports[ \t]*=(?![=>])", re.M
)
# An object that has a name: it may be what is exported.
_NAMED_OBJECT = re.compile(rf"^(?:const|let|var)[ \t]+({_NAME})[ \t]*=[ \t]*\{{", re.M)
# A call that makes a function known by a name: `register('dive', _dive)`.
_REGISTERED = re.compile(rf"^{_NAME}(?:\.{_NAME}){{0,3}}\([ \t]*['\"]({_NAME})['\"],[ \t]*(_?{_NAME})[ \t]*[,)]", re.M)
_RESULT = re.compile(rf"@returns?[ \t]+\{{[!?]?({_NAME})\}}")
# The last of the modules that `module.exports` is, where it takes several lines to choose one.
_CHOSEN = re.compile(rf"^module\.exports[ \t]*=[^\n;{{]*(?:\n[ \t]+[^\n;{{]*){{0,2}}\n[ \t]+:[ \t]*{REQUIRE}", re.M)
# Modules that only add to what another one exports, and those that a function takes which makes the exports.
_ADDING = re.compile(r"^(?:[ \t]*module\.exports[ \t]*=|require\()[^\n]*", re.M)
_ANY_REQUIRED = re.compile(r"\brequire\([ \t]*['\"](\.[^'\"\n]{1,300})['\"]")
# Objects of other modules of which objects are made (`Object.create(context)`, `mixin(A.prototype, B.prototype)`).
_TAKEN_IN = re.compile(rf"\bObject\.create\([ \t]*({_NAME})|,[ \t]*({_NAME})\.prototype\b")
_STAR = re.compile(r"^__exportStar\([^\n]*", re.M)
_STATED = re.compile(r"^(?:module\.)?exports\b", re.M)
_WORD = re.compile(_NAME)
_DEFAULT_IMPORT = re.compile(rf"{_NAME}(?=[ \t]*,?[ \t]*$)")
_WHOLE_EXPORTS = ("exports", "module.exports")


class ModuleExports:
    """The exports of one module.

    Args:
        source: its text.
        root: a name of the object that is exported, "" for none.

    Attributes:
        is_module: whether it exports by statements of the language; else it fills `module.exports`.
        names: the names of the object that is exported.
        same: the names of the value that is exported, if it is named and exported in one statement.
        members: the public names of members of other objects, by their paths (`exports.dive = Kit.dive`).
    """

    def __init__(self, source: str, root: str) -> None:
        self._source = source
        self.is_module = _ES_EXPORT.search(source) is not None
        self.names = {*_WHOLE_EXPORTS, *filter(None, [root])}
        self.same = set[str]()
        self.members = dict[str, str]()
        self._values: ModuleValues | None = None
        self._public = dict[str, dict[str, None]]()
        self._here = set[str]()
        self._elsewhere = dict[str, ValueOrigin]()
        self._registered = dict[str, str]()
        self._handed_on = dict[str, None]()
        whole = _WHOLE.search(source)
        self._whole = whole[1] or whole[2] or whole[3] if whole else ""
        if self.is_module:
            self._public.update((name, {name: None}) for name in self._listed())
        else:
            self._values = ModuleValues(source)
            self.names.update(found[1] for found in _SAME.finditer(source) if found[2] in self.names)
            self.same.update(found[1] for found in _SAME_VALUE.finditer(source))
            self._read_assignments()
        self._is_stated = self.is_module or _STATED.search(source) is not None

    def has(self, name: str) -> bool:
        """Tell whether a name of the module is exported, by a list or an assignment."""
        return name in self._public

    def may_have(self, name: str) -> bool:
        """Tell whether a documented name is exported under this name, or no statement lists the exports."""
        return name in self._public.get(name, ()) or not self._is_stated

    def known_name(self, name: str) -> str:
        """Return the name under which the module makes a function known to another one, else its own name."""
        return self._registered.get(name, name)

    def is_owner(self, name: str) -> bool:
        """Tell whether the members of a name are for users: it is exported, alone or with others."""
        return name in self._public or name in self.same or (bool(name) and name == self._whole)

    def is_elsewhere(self, public: str) -> bool:
        """Tell whether an exported name stands for another name, which has a declaration of its own."""
        return public in self._elsewhere or public in self._here

    def origin(self, at: int, name: str) -> ValueOrigin | None:
        """Return the name of another module that the value of a member is, None if it is no such name.

        Args:
            at: position of the value.
            name: name of the member.
        """
        value = value_at(self._source, at)
        found = self._values.origin(value, name) if self._values and value else None
        return found if found and found.path else None

    def statements(self, declared: Collection[str]) -> Iterator[str]:
        """Yield the statements that hand on the names of other modules, and that export names declared here.

        Args:
            declared: the names of the module that are declared.
        """
        if self._values is None:
            yield from self._statements_of_module(declared)
            return
        yield from (f"export * from '{path}';" for path in self._handed_on)
        # For the types that comments name.
        yield from (f"import {{ {name} }} from '{path}';" for name, path in self._values.required.items())
        yield from self._types_of_results(declared)
        for name, publics in self._public.items():
            for public in publics if name in declared else ():
                if name != public:
                    yield f"export {{ {name} as {public} }};"
        here = {public for name in declared for public in self._public.get(name, ())}
        for public, (path, name) in self._elsewhere.items():
            if public not in declared and public not in here:
                yield f"export {{ {name or 'default'} as {public} }} from '{path}';"
        if self._whole in declared:
            yield f"export default {self._whole};"

    def _types_of_results(self, declared: Collection[str]) -> Iterator[str]:
        """Yield exports of the classes that functions return, and that the module loads when it needs them."""
        results = set(_RESULT.findall(self._source)).difference(declared, self._elsewhere)
        loaded = _ANY_REQUIRED.findall(self._source) if results else ()
        for path in dict.fromkeys(loaded):
            name = path.rpartition("/")[2].removesuffix(".js")
            if name in results:
                yield f"export {{ default as {name} }} from '{path}';"

    def _statements_of_module(self, declared: Collection[str]) -> Iterator[str]:
        found = [*_STATEMENT.finditer(self._source)]
        if not declared:
            yield from self._taken_over(found)
        imported = {name for one in found if one["imported"] for name in _WORD.findall(one["imported"])}
        for one in found:
            if one["list"] is None or one["from"]:
                yield f"{one[0]};"
            else:
                parts = (part.strip() for part in one["list"].split(","))
                kept = [part for part in parts if part and (part.split()[0] in declared or part.split()[0] in imported)]
                yield f"export {{ {', '.join(kept)} }};"

    def _taken_over(self, found: Sequence[re.Match[str]]) -> Iterator[str]:
        """Yield all names of the CommonJS module that a module without declarations wraps."""
        for one in found:
            default = _DEFAULT_IMPORT.match(one["imported"] or "")
            if default and default[0] in self._public:
                yield f"export * {one[0][one.end('imported') - one.start() :]};"

    def _listed(self) -> Iterator[str]:
        """Yield the local names in `export { … }` and `export default NAME`."""
        for found in _STATEMENT.finditer(self._source):
            if found["list"] is not None:
                yield from (words[0] for part in found["list"].split(",") if (words := part.split()))
            elif found["default"]:
                yield found["default"]

    def _read_assignments(self) -> None:
        """Read which names `module.exports` has, and which modules it takes in."""
        source = self._source
        for found in _ASSIGNED.finditer(source):
            value = value_at(source, found.end())
            if value and ".prototype" not in found["to"]:
                self._read_assigned(found["to"], value)
        objects = [one.end() for one in _OBJECT.finditer(source)]
        for found in _NAMED_OBJECT.finditer(source):
            if found[1] == self._whole:
                self.names.add(self._whole)
                objects.append(found.end())
        for opening in objects:
            for public, value in object_entries(source, opening):
                self._read(public, value)
        for found in _MIXED_IN.finditer(source):
            self._hand_on(found[1])
        for found in _REGISTERED.finditer(source):
            public, name = found.groups()
            if name == self._whole and name.lstrip("_") == public:
                self._registered[name] = self._whole = public
                self._public[public] = {public: None}
        if chosen := _CHOSEN.search(source):
            self._handed_on[chosen["path"]] = None
            self._elsewhere.setdefault("default", ValueOrigin(chosen["path"], ""))
        for found in _TAKEN_IN.finditer(source):
            self._hand_on(found[1] or found[2])
        for line in (*_ADDING.finditer(source), *_STAR.finditer(source)):
            self._handed_on.update(dict.fromkeys(_ANY_REQUIRED.findall(line[0])))

    def _read_assigned(self, to: str, value: re.Match[str]) -> None:
        owner, _, public = to.rpartition(".")
        if to in _WHOLE_EXPORTS:
            self._read("default", value)
        elif owner in self.names or owner == self._whole:
            self._read(public, value)
        elif path := value["path"]:
            self._handed_on[path] = None
        else:
            self._hand_on(value["name"])

    def _read(self, public: str, value: re.Match[str]) -> None:
        """Read a value that is exported by a name, "" for all that it has."""
        origin = self._values.origin(value, public) if self._values else None
        if origin is None:
            is_other = value["name"] not in (*self.names, "module", self._whole)
            if value["member"] and is_other and not value["calls"] and public != "default":
                self.members[f"{value['name']}.{value['member']}"] = public
            return
        if origin.path and not origin.name:
            self._handed_on[origin.path] = None
        if origin.path and public:
            self._elsewhere.setdefault(public, origin)
        is_whole = public == "default"
        # A name that stands for another one may have a comment of its own.
        for name in dict.fromkeys((value["name"] if not value["calls"] else "", "" if origin.path else origin.name)):
            if name and public and not (is_whole and name.startswith("_")):
                self._public.setdefault(name, {})[name if is_whole else public] = None
                self._here.add(public)

    def _hand_on(self, name: str) -> None:
        if self._values and (path := self._values.required.get(name)):
            self._handed_on[path] = None
