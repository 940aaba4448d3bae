"""The docstrings that code sets elsewhere: by decorators, by assignments to `__doc__`, by calls that document.

The module is over 300 lines because a docstring that is borrowed may itself be borrowed, in any of the ways.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import griffe

from pro_context_engine.sources.packages.python.completion.completed_classes import completed_class
from pro_context_engine.sources.packages.python.completion.constant_texts import (
    ConstantTexts,
    braces_filled,
    percent_filled,
    positional,
)
from pro_context_engine.sources.packages.python.completion.docstring_statements import (
    DocstringStatementReader,
    Value,
    decorators_of,
)
from pro_context_engine.sources.packages.python.completion.docstrings_from_calls import ABOUT_DOCS, DocstringsFromCalls
from pro_context_engine.sources.packages.python.completion.wrapped_functions import wrapped_function
from pro_context_engine.sources.packages.python.parsing.definition import Definition
from pro_context_engine.sources.packages.python.parsing.public_modules import ModuleFiles

# All docstrings of the largest packages have about 8 million characters.
MAX_CHARACTERS = 10_000_000
_MAX_HOPS = 10
_MAX_DECORATORS = 20
# A shorter text on one line, given to a decorator, is a name or a version.
_LEAST_TEXT = 60
_WRAPPERS = {"functools.wraps", "functools.update_wrapper"}
_OPEN_PLACEHOLDER = re.compile(r"%\([\w:.]{1,100}\)s")


@dataclass(slots=True)
class Template:
    """A docstring before its placeholders are filled, and the texts for them."""

    text: str
    texts: dict[str, str] = field(default_factory=dict)

    def filled(self) -> str:
        """Return the docstring."""
        if not self.texts:
            return self.text
        if any(f"%({name})" in self.text for name in self.texts):
            return percent_filled(self.text, self.texts)
        return (
            braces_filled(self.text, self.texts)
            if any(f"{{{name}}}" in self.text for name in self.texts)
            else self.text
        )


class BorrowedDocstrings:
    """Fills in the docstrings of a distribution's definitions that its code sets elsewhere.

    Args:
        modules: the distribution's modules by dotted name.
        reader: has the statements of the modules parsed so far.
        find: returns the definition that a dotted path means, None for none; it fills in nothing.
        parse: parses a module, and tells whether it could be.
    """

    def __init__(
        self,
        modules: Mapping[str, ModuleFiles],
        reader: DocstringStatementReader,
        find: Callable[[str, str], Definition | None],
        parse: Callable[[str], bool],
    ) -> None:
        self._modules = modules
        self._reader = reader
        self._find = find
        self._texts = ConstantTexts(self._in_scope, reader.of, self._docstring)
        self._templates: dict[int, Template] = {}
        self._hops = 0
        self._left = MAX_CHARACTERS
        self._writes: dict[tuple[str, str], bool] = {}
        # The definitions of one module are completed one after the other.
        self._last: tuple[str, Mapping[str, Value]] = ("", {})
        self._from_calls = DocstringsFromCalls(modules, reader, find, parse, self._texts)

    def complete(self, definition: griffe.Object) -> None:
        """Fill in the docstring of a definition."""
        if self._may_borrow(definition):
            self._texts.begin()
            self._set(definition)

    def _may_borrow(self, definition: griffe.Object) -> bool:
        """Tell whether code elsewhere may set the docstring; most definitions are done with this."""
        by_base = isinstance(definition, griffe.Class) and bool(definition.bases)
        if definition.docstring is None and (isinstance(definition, griffe.Attribute) or by_base or self._from_calls):
            return True
        if definition.docstring is None and isinstance(definition, griffe.Function) and self._called(definition):
            return True
        return bool(decorators_of(definition) or self._assigned(definition.module.path))

    def _assigned(self, module: str) -> Mapping[str, Value]:
        if self._last[0] != module:
            self._last = module, self._reader.of(module).assigned
        return self._last[1]

    def _set(self, definition: griffe.Object) -> None:
        before = _raw(definition)
        after = self._template(definition).filled()
        if after != before and after.strip() and self._left > 0:
            self._left -= len(after)
            line = definition.docstring.lineno if definition.docstring else None
            definition.docstring = griffe.Docstring(inspect.cleandoc(after), lineno=line, parent=definition)

    def _docstring(self, definition: griffe.Object) -> str:
        """Return the docstring of a definition, filled in."""
        return self._template(definition).filled()

    def _template(self, definition: griffe.Object) -> Template:
        key = id(definition)
        known = self._templates.get(key)
        if known is not None:
            return known
        # The docstring as it is written is that of an object that takes it from itself (`f.__doc__ += "…"`).
        found = self._templates[key] = Template(_raw(definition))
        if self._hops >= _MAX_HOPS:
            # Another definition may take it by a shorter way.
            return self._templates.pop(key)
        self._hops += 1
        try:
            self._templates[key] = self._made(definition, found)
        finally:
            self._hops -= 1
        return self._templates[key]

    def _made(self, definition: griffe.Object, found: Template) -> Template:
        module = definition.module.path
        assigned = self._assigned(module)
        if assigned:
            inside = definition.path[len(module) + 1 :]
            scope = f"{module}.{inside.rpartition('.')[0]}".rstrip(".")
            text = self._texts.text(assigned[inside], scope) if inside in assigned else None
            if text:
                found = Template(text)
        if not found.text.strip():
            written = _described(definition, self._texts) or _of_setter(definition)
            found = Template(self._from_calls.text(definition) or written or found.text)
        if not found.text.strip() and isinstance(definition, griffe.Attribute):
            wrapped = wrapped_function(definition, _scope(definition), self._object)
            found = self._template(wrapped) if wrapped is not None else found
        if not found.text.strip() and isinstance(definition, griffe.Function):
            behind = self._behind(definition)
            found = self._template(behind) if behind is not None else found
        if not found.text.strip() and (base := completed_class(definition, self._target, self._named)) is not None:
            found = self._template(base)
        decorators = decorators_of(definition)
        for decorator in reversed(decorators[:_MAX_DECORATORS]):
            found = self._decorated(definition, decorator, found)
        return found

    def _behind(self, definition: griffe.Function) -> griffe.Function | None:
        """Return the private function to which a function hands all its parameters on, None if it does not."""
        called = self._called(definition)
        # `self._make` is a method of the same class.
        found = self._in_scope(_scope(definition), str(called).rpartition(".")[2]) if called else None
        return found if isinstance(found, griffe.Function) and found is not definition else None

    def _called(self, definition: griffe.Function) -> Value | None:
        module = definition.module.path
        return self._reader.of(module).handed_on.get(definition.path[len(module) + 1 :])

    def _decorated(self, definition: griffe.Object, decorator: Value, found: Template) -> Template:
        """Return the docstring that a decorator leaves behind."""
        scope = _scope(definition)
        call = decorator if isinstance(decorator, griffe.ExprCall) else None
        if call is None and not found.text.strip():
            return found
        if not self._is_writer(call.function if call else decorator, scope):
            return found if found.text.strip() or call is None else self._of_same_name(definition, call, scope) or found
        texts, sources = list[str](), list[Template]()
        for argument in positional(call) if call else ():
            source = self._object(argument, scope)
            text = None if source is not None else self._texts.text(argument, scope)
            if source is not None and source is not definition:
                sources.append(self._template(source))
            elif text is not None:
                texts.append(text)
        return self._joined(found, sources, texts, self._keywords(decorator, scope))

    def _joined(self, own: Template, sources: list[Template], texts: list[str], keywords: dict[str, str]) -> Template:
        if own.text.strip():
            template, known = own.text, dict(own.texts)
            if texts and "%s" in template:
                template, texts = percent_filled(template, {}, texts), []
            pieces = [template, *(text for text in texts if "\n" in text or len(text) > _LEAST_TEXT)]
        else:
            known = {key: text for source in reversed(sources) for key, text in source.texts.items()}
            pieces = [source.text for source in sources[:1]] + texts
        pieces = [inspect.cleandoc(piece) for piece in pieces if piece.strip()]
        made = Template("\n\n".join(pieces), known | keywords)
        return Template(_OPEN_PLACEHOLDER.sub("", made.filled())) if "%(" in made.text and keywords else made

    def _keywords(self, decorator: Value, scope: str) -> dict[str, str]:
        """Return the texts that a decorator has for placeholders: its arguments, or those that its object keeps."""
        if isinstance(decorator, griffe.ExprCall):
            return self._texts.texts(self._texts.keywords(decorator, scope))
        kept = self._in_scope(scope, str(decorator))
        if not isinstance(kept, griffe.Attribute):
            return {}
        module = kept.module.path
        calls = [kept.value] if isinstance(kept.value, griffe.ExprCall) else []
        for place in dict.fromkeys((module, scope.partition(":")[0], self._module_of(scope))):
            for call in self._reader.of(place).calls:
                owner = str(call.function).rpartition(".")[0]
                if owner and self._in_scope(place, owner) is kept:
                    calls.append(call)
        found: dict[str, str] = {}
        for call in calls[:_MAX_DECORATORS]:
            found.update(self._texts.texts(self._texts.keywords(call, module)))
        return found

    def _module_of(self, scope: str) -> str:
        while scope and scope not in self._modules:
            scope = scope.rpartition(".")[0]
        return scope

    def _of_same_name(self, definition: griffe.Object, call: griffe.ExprCall, scope: str) -> Template | None:
        """Return the docstring of the object of the same name that a decorator is given (`@like(Other.method)`)."""
        for argument in positional(call):
            if str(argument).rpartition(".")[2] == definition.name:
                source = self._object(argument, scope)
                if source is not None and source is not definition:
                    return self._template(source)
        return None

    def _is_writer(self, function: Value, scope: str) -> bool:
        """Tell whether a decorator sets docstrings: its code does, or its name says so and its code is not at hand."""
        written = str(function)
        key = scope, written
        if key not in self._writes:
            found = self._in_scope(scope, written)
            for _ in range(_MAX_HOPS):
                if not isinstance(found, griffe.Attribute):
                    break
                made = found.value.function if isinstance(found.value, griffe.ExprCall) else found.value
                found = self._in_scope(found.module.path, str(made)) if made is not None else None
            if found is None:
                path = self._target(scope, written)
                self._writes[key] = path in _WRAPPERS or ABOUT_DOCS.search(written.rpartition(".")[2]) is not None
            else:
                top = found.path[len(found.module.path) + 1 :].partition(".")[0]
                self._writes[key] = top in self._reader.of(found.module.path).writers
        return self._writes[key]

    def _target(self, scope: str, written: str) -> str:
        """Return the dotted path that a name of another distribution means."""
        first, _, rest = written.partition(".")
        module = self._module_of(scope)
        parsed = self._find(module, "")
        member = parsed.members.get(first) if parsed is not None else None
        target = member.target_path if isinstance(member, griffe.Alias) else first
        return f"{target}.{rest}" if rest else target

    def _object(self, expression: Value, scope: str) -> griffe.Object | None:
        """Return the function, class or documented value that an expression names, None for a text."""
        if not isinstance(expression, griffe.ExprName | griffe.ExprAttribute):
            return None
        found = self._in_scope(scope, str(expression))
        documented = isinstance(found, griffe.Attribute) and ("property" in found.labels)
        return found if isinstance(found, griffe.Function | griffe.Class) or documented else None

    def _named(self, name: str, scope: str) -> Definition | None:
        return self._in_scope(scope, name)

    def _in_scope(self, scope: str, name: str) -> Definition | None:
        """Return the definition that a dotted name means in a class or module."""
        module = self._module_of(scope)
        while scope != module:
            found = self._find(module, f"{scope[len(module) + 1 :]}.{name}")
            if found is not None:
                return found
            scope = scope.rpartition(".")[0]
        found = self._find(module, name)
        if found is None and "." in name:
            owner, _, last = name.rpartition(".")
            cls = self._find(module, owner)
            found = self._inherited(cls, last, _MAX_HOPS) if isinstance(cls, griffe.Class) else None
        return found

    def _inherited(self, cls: griffe.Class, name: str, hops: int) -> Definition | None:
        """Return the member that a class has from its bases, depth first."""
        for expression in cls.bases[:_MAX_HOPS] if hops else ():
            base = self._find(cls.module.path, str(expression).partition("[")[0])
            if isinstance(base, griffe.Class) and base is not cls:
                member = base.members.get(name)
                found = member if isinstance(member, Definition) else self._inherited(base, name, hops // 2)
                if found is not None:
                    return found
        return None


def _described(definition: griffe.Object, texts: ConstantTexts) -> str:
    """Return the text that the call behind a value has for its docstring (`property(…, doc="…")`)."""
    value = definition.value if isinstance(definition, griffe.Attribute) else None
    if not isinstance(value, griffe.ExprCall):
        return ""
    given = next((one for one in value.arguments if isinstance(one, griffe.ExprKeyword) and one.name == "doc"), None)
    return (texts.text(given.value, definition.module.path) or "") if given is not None else ""


def _of_setter(definition: griffe.Object) -> str:
    """Return the docstring of the function that sets a property."""
    setter = definition.setter if isinstance(definition, griffe.Attribute) else None
    return _raw(setter) if setter is not None else ""


def _scope(definition: griffe.Object) -> str:
    """Return the dotted name of the module or class around a definition."""
    return definition.parent.path if definition.parent is not None else definition.module.path


def _raw(definition: griffe.Object) -> str:
    return definition.docstring.value if definition.docstring is not None else ""
