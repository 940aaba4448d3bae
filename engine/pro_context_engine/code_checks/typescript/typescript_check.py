"""The uses of npm packages in TypeScript and JavaScript code that do not fit their declarations.

Code is read from its beginning. Chains of members and calls that begin with a known name are followed through the
declared types, and the parameters of functions in arguments have the types that the called function declares. A type
that is not declared in full proves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from pro_context_engine.code_checks.typescript.code_chains import CodeChains
from pro_context_engine.code_checks.typescript.code_elements import element_at
from pro_context_engine.code_checks.typescript.code_members import settled
from pro_context_engine.code_checks.typescript.declared_types import Named
from pro_context_engine.code_checks.typescript.own_classes import OwnClasses
from pro_context_engine.code_checks.typescript.package_types import CodeValue, Declarations, PackageTypes
from pro_context_engine.code_checks.typescript.script import CodeFunction
from pro_context_engine.code_checks.typescript.script_findings import ScriptFindings, SearchedType
from pro_context_engine.code_checks.typescript.script_imports import ImportedName, imported_names, package_of
from pro_context_engine.code_checks.typescript.script_tokens import ScriptToken
from pro_context_engine.code_checks.typescript.type_guards import TypeGuards
from pro_context_engine.domain.code_findings import FindingKind

_DECLARING = frozenset({"const", "let", "var"})
_BEFORE_FIELD = frozenset({"{", "}", ";", ")", "private", "protected", "public", "readonly", "static", "declare"})
_AFTER_LOOPED = frozenset({")", "??", "||"})
_AFTER_VALUE = frozenset({",", ";", ")", "]", "}", ""})


def check_typescript(text: str, declarations: Mapping[str, Declarations], *, is_typed: bool = True) -> ScriptFindings:
    """Return the findings in TypeScript or JavaScript code; the call blocks.

    Args:
        text: the code.
        declarations: those of the packages by name.
        is_typed: whether the compiler of TypeScript reads the code, which refuses options that are not declared;
            without it, those that the code of the package reads work.
    """
    walk = _ScriptWalk(text, {name: PackageTypes(one) for name, one in declarations.items()}, is_typed=is_typed)
    walk.look_for_modules()
    for one in imported_names(text):
        walk.bring_in(one)
    walk.follow()
    return walk.result


class _ScriptWalk(CodeChains):
    """The reading of one text from its beginning."""

    def __init__(self, text: str, packages: Mapping[str, PackageTypes], *, is_typed: bool) -> None:
        super().__init__(text, packages, is_typed=is_typed)
        self._text = text
        self._classes = OwnClasses(self, is_typed=is_typed)
        self._tests = TypeGuards(self)
        # The places of the equals signs after annotations.
        self._after_annotations: set[int] = set()

    # -- imports -----------------------------------------------------------------------------------------------------

    def look_for_modules(self) -> None:
        """Note the imported modules that their packages do not have."""
        script = self.script
        for place in script.imported_modules():
            token = script.tokens[place]
            specifier = token.text[1:-1]
            types = self.packages.get(package_of(specifier))
            if types is None or types.module(specifier) is not None or not types.lacks_module(specifier):
                continue
            name = ScriptToken("text", specifier, token.line, token.column + 1)
            searched = SearchedType(types, types.package, types.specifiers())
            self.result.add(name, FindingKind.MISSING_MODULE, searched)

    def bring_in(self, one: ImportedName) -> None:
        """Bind an imported name, and note it where its module does not export it."""
        types = self.packages.get(package_of(one.module))
        module = types.module(one.module) if types else None
        if types is None:
            return
        self.names.declare(one.local, None)
        token = self._token(one.name if one.name not in ("*", "default") else one.local, one.place)
        self.result.look(types)
        if module is None:
            if not types.lacks_module(one.module):
                self.result.leave(types)
            return
        if one.name == "*":
            self.names.declare(one.local, CodeValue(types, types.whole(module)))
            return
        target = types.exported(module, one.name)
        if target is not None:
            self.names.declare(one.local, CodeValue(types, Named(target, is_value=True)))
            if stated := types.deprecation(target):
                self.result.deprecate(token, types, one.name, stated)
            return
        exports = types.exports(module)
        if one.name == "default":
            self.names.declare(one.local, CodeValue(types, types.whole(module)))
            is_missing = one.local in exports
            if not is_missing and types.lacks_default(one.module):
                token, is_missing = token._replace(text="default"), True
        else:
            is_missing = one.name not in exports
        is_sure = is_missing and types.knows_exports(module)
        if is_sure and not types.code_has(types.whole(module), one.name):
            view = types.view(types.whole(module))
            known = [name for name in exports if name != one.local or one.name != "default"]
            self.result.add(token, FindingKind.MISSING_NAME, SearchedType(types, one.module, known, view))
        elif is_missing:
            self.result.leave(types)

    def _token(self, text: str, place: int) -> ScriptToken:
        line = self._text.count("\n", 0, place) + 1
        return ScriptToken("name", text, line, place - (self._text.rfind("\n", 0, place) + 1) + 1)

    # -- statements --------------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Follow every chain in the order of the code."""
        script = self.script
        in_import = False
        for place, token in enumerate(script.tokens):
            self.names.reach(place)
            self._tests.reach(place)
            in_import = (token.text == "import" and script.text(place + 1) != "(") or (
                in_import and not (token.text in (";", "from") or token.kind == "text")
            )
            if in_import:
                continue
            if token.text in ("{", "[") and script.text(after := script.closing(place) + 1) == "satisfies":
                self.calls.literal(self.annotation(after + 1, script.end_of_type(after + 1)), place, after)
            if (function := script.function_at(place)) is not None:
                self._enter(function, place)
            elif token.text == "{":
                self.names.enter(script.closing(place))
                self._classes.enter(place)
            elif token.text in _DECLARING and script.text(place - 1) != ".":
                self._declare(place + 1)
            elif token.text in ("function", "class", "enum") and script.kind(place + 1) == "name":
                self.names.declare(script.text(place + 1), None)
            elif token.text == "<" and (element := element_at(script, place)) is not None:
                component, _ = self.name_at(element.place)
                if component is not None:
                    self.calls.element(component, element)
            if token.text == "class":
                self._classes.declare(place)
            self._use(place)
            self._tests.follow(place)

    def _use(self, place: int) -> None:
        """Follow the chain that begins at a place."""
        script, token = self.script, self.script.tokens[place]
        before = script.text(place - 1)
        # A bracket behind `>` mostly has the arguments of a call with type arguments: `swim<Fish>(pond).depth`.
        if token.text == "(" and script.kind(place - 1) != "name" and before not in (")", "]", ">"):
            self.value_at(place)
        if token.kind != "name" or before in (".", "?.") or self._is_key(place):
            return
        if token.text == "this":
            self._classes.assign(place)
        if token.text in ("this", "Promise") or self.names.find(token.text) is not None:
            value, end = self.value_at(place)
            if script.text(end) == "=":
                self.calls.literal(value, end + 1, script.end_of_expression(end + 1))
        is_target = before not in _DECLARING and script.kind(place - 1) != "name" and not self._ends_annotation(place)
        if script.text(place + 1) == "=" and is_target:
            value, end = self.value_at(place + 2)
            self.names.assign(token.text, value if script.text(end) in _AFTER_VALUE else None)

    def _is_key(self, place: int) -> bool:
        return self.script.text(place + 1) == ":" and self.script.text(place - 1) in ("{", ",")

    def _ends_annotation(self, place: int) -> bool:
        """Tell whether a name before `=` is the type of a declared name, of a parameter or of a field."""
        return place + 1 in self._after_annotations or (
            self.script.text(place - 1) == ":"
            and self.script.kind(place - 2) == "name"
            and self.script.text(place - 2) != "default"
            and self.script.text(place - 3) in _BEFORE_FIELD
        )

    def _declare(self, place: int) -> None:
        """Bind the names of a declaration to their values."""
        script = self.script
        while place < len(script.tokens):
            after = script.closing(place) + 1 if script.text(place) in ("{", "[") else place + 1
            annotation = None
            if script.text(after) == ":":
                first, after = after + 1, script.end_of_type(after + 1)
                self._after_annotations.add(after)
                annotation = self.annotation(first, after)
            value = annotation
            end = after
            if script.text(after) == "of":
                found, stop = self.value_at(after + 1)
                value = self.each(found) if script.text(stop) in _AFTER_LOOPED else None
                value = settled(value) if "await" in (script.text(place - 2), script.text(place - 3)) else value
            elif script.text(after) == "=":
                end = script.end_of_expression(after + 1)
                found, stop = self.value_at(after + 1)
                self.calls.literal(annotation, after + 1, end)
                value = annotation or (found if stop >= end or script.text(stop) in ("as", "satisfies") else None)
                value = None if script.text(stop) == "as" and annotation is None else value
            self.bind(place, value)
            if script.text(end) != ",":
                return
            place = end + 1

    def _enter(self, function: CodeFunction, place: int) -> None:
        """Enter a function, and bind its parameters."""
        self.names.enter(function.end)
        self._classes.enter_function(function, place)
        self._after_annotations.update(one.annotation[1] for one in self.script.parameters(function))
        self.bind_parameters(function, place)
