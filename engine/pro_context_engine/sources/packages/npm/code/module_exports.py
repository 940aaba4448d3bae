"""The exports of a JavaScript module, and the modules whose names it hands on."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

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
_PURE = r"(?:/\*[^*]{0,40}\*/[ \t]*)?"
_REQUIRE = rf"{_PURE}require\([ \t]*['\"](?P<path>\.[^'\"\n]{{0,300}})['\"]"
_REQUIRED = re.compile(rf"(?:const|let|var)[ \t]+(?P<name>{_NAME})[ \t]*=[ \t]*{_REQUIRE}")
# `exports.a = b`, `module.exports = b`, and `A.b = require(…)` of what is exported later.
_ASSIGNED = re.compile(
    rf"^(?:(?P<to>exports|(?:{_NAME}\.)+{_NAME})[ \t]*=[ \t]*)(?:(?:exports|(?:{_NAME}\.)+{_NAME})[ \t]*=[ \t]*){{0,2}}"
    rf"(?:{_REQUIRE}|(?P<name>{_NAME})[ \t]*;?[ \t]*$)",
    re.M,
)
# The function, the class or the name that `module.exports` is.
_WHOLE = re.compile(
    rf"^module\.exports[ \t]*=[ \t]*(?:exports[ \t]*=[ \t]*)?"
    rf"(?:(?:(?:async[ \t]+)?function[ \t]*\*?|class)[ \t]+(?!extends\b)({_NAME})|({_NAME})[ \t]*;?[ \t]*$)",
    re.M,
)
# Up to the first value with braces of its own.
_OBJECT = re.compile(r"^(?:module\.)?exports[ \t]*=[ \t]*\{([^{}]*)", re.M)
# Modules that only add to what another one exports, and those that a function takes which makes the exports.
_ADDING = re.compile(r"^(?:[ \t]*module\.exports[ \t]*=|require\()[^\n]*", re.M)
_ANY_REQUIRED = re.compile(r"\brequire\([ \t]*['\"](\.[^'\"\n]{1,300})['\"]")
_IN_OBJECT = re.compile(
    rf"(?:(?P<to>{_NAME})[ \t]*:[ \t]*|\.\.\.)?(?:{_REQUIRE}[ \t]*\)|(?P<name>{_NAME}))[ \t]*(?:,|$)", re.M
)
# Objects of other modules of which objects are made (`Object.create(context)`, `mixin(A.prototype, B.prototype)`).
_TAKEN_IN = re.compile(rf"\bObject\.create\([ \t]*({_NAME})|,[ \t]*({_NAME})\.prototype\b")
_STAR = re.compile(r"^__exportStar\([^\n]*", re.M)
_STATED = re.compile(r"^(?:module\.)?exports\b", re.M)
_WORD = re.compile(_NAME)
_DEFAULT_IMPORT = re.compile(rf"{_NAME}(?=[ \t]*,?[ \t]*$)")
_EXPORTS = re.compile(r"(?:module\.)?exports(?:\.|$)")


class ModuleExports:
    """The exports of one module.

    Args:
        source: its text.

    Attributes:
        is_module: whether it exports by statements of the language; else it fills `module.exports`.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self.is_module = _ES_EXPORT.search(source) is not None
        self._required = dict[str, str]()
        self._public = dict[str, str]()
        self._handed_on = dict[str, None]()
        whole = _WHOLE.search(source)
        self._whole = whole[1] or whole[2] if whole else ""
        if self.is_module:
            self._public.update((name, name) for name in self._listed())
        else:
            self._required = {found["name"]: found["path"] for found in _REQUIRED.finditer(source)}
            self._read_assignments()
        self._is_stated = self.is_module or _STATED.search(source) is not None

    def has(self, name: str) -> bool:
        """Tell whether a name of the module is exported, by a list or an assignment."""
        return name in self._public

    def may_have(self, name: str) -> bool:
        """Tell whether a documented name is exported under this name, or no statement lists the exports."""
        return self._public.get(name) == name or not self._is_stated

    def statements(self, declared: Collection[str]) -> Iterator[str]:
        """Yield the statements that hand on the names of other modules, and that export names declared here.

        Args:
            declared: the names of the module that are declared.
        """
        if self.is_module:
            yield from self._statements_of_module(declared)
            return
        yield from (f"export * from '{path}';" for path in self._handed_on)
        # For the types that comments name.
        yield from (f"import {{ {name} }} from '{path}';" for name, path in self._required.items())
        for name, public in self._public.items():
            if name != public and name in declared:
                yield f"export {{ {name} as {public} }};"
        if self._whole in declared:
            yield f"export default {self._whole};"

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
        for found in _ASSIGNED.finditer(self._source):
            if ".prototype" in found["to"]:
                continue
            self._read(found["to"], found["path"], found["name"], is_export=_EXPORTS.match(found["to"]) is not None)
        for one in _OBJECT.finditer(self._source):
            for found in _IN_OBJECT.finditer(one[1]):
                self._read(found["to"] or "", found["path"], found["name"], is_export=True)
        for found in _TAKEN_IN.finditer(self._source):
            if path := self._required.get(found[1] or found[2]):
                self._handed_on[path] = None
        for line in (*_ADDING.finditer(self._source), *_STAR.finditer(self._source)):
            self._handed_on.update(dict.fromkeys(_ANY_REQUIRED.findall(line[0])))

    def _read(self, to: str, path: str | None, name: str | None, *, is_export: bool) -> None:
        path = path or self._required.get(name or "")
        if path:
            self._handed_on[path] = None
        elif name and is_export:
            public = to.rpartition(".")[2]
            self._public.setdefault(name, name if public in ("", "exports") else public)
