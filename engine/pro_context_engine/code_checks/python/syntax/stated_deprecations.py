"""The deprecations that the source of a package states: by decorators, warnings and docstrings."""

from __future__ import annotations

import ast
import re

from pro_context_engine.code_checks.python.syntax.bound_names import Definition
from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.syntax.parameters import further_parameters, single_parameters
from pro_context_engine.code_checks.python.syntax.written_names import callee, last_name
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.python.docstrings.deprecation_notes import (
    deprecates_definition,
    deprecates_parameter,
)

_WORD = re.compile(r"deprecat", re.IGNORECASE)
_DECORATOR = re.compile(r"(?i:(?:^|_)deprecat(?:e|ed|es|ion)?(?:$|_)|^moved_)|[a-z]Deprecat")
_CATEGORY = re.compile(r"Deprecat|FutureWarning|RemovedIn|MovedIn|PendingDep", re.IGNORECASE)
_SAID = re.compile(r"\b(?:is|are|has been|have been|been)(?: an?| now)? deprecated\b", re.IGNORECASE)
_DIRECTIVE = re.compile(
    r"^(?P<indent>[ \t]*)\.\. deprecated::[ \t]*(?P<since>[\w.]*)"
    r"(?P<text>.*(?:\n(?:[ \t]*\n)?(?P=indent)[ \t]+\S.*+)*)",
    re.M,
)
_SECTION = re.compile(
    r"^\s*(?:Parameters|Returns|Arguments|Args:|Keyword|Raises|Notes|:param|:return|:arg|\.\. version)", re.M
)
_PARAMETER = re.compile(r"^(?P<indent>[ \t]*)(?P<names>\*{0,2}\w+(?:, \*{0,2}\w+)*)[ \t]*(?::.*)?$")


@value_class
class Deprecated:
    """A deprecation.

    Attributes:
        text: the words of the package, which may name a replacement.
        since: the version that they state, "" for none.
    """

    text: str
    since: str = ""


def of_definition(module: ModuleSyntax, node: ast.stmt, *, of_class: bool = False) -> Deprecated | None:
    """Return the deprecation of a function or class, None if it is not deprecated.

    Args:
        module: the module that has it.
        node: its definition.
        of_class: whether a class is asked for it; some attributes are deprecated for instances alone.
    """
    if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Call):
        # `old = deprecated_alias("old", "new")`
        maker = last_name(node.value.func)
        return _deprecated(ast.unparse(node.value)) if _DECORATOR.search(maker) else None
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return None
    for decorator in node.decorator_list:
        name = last_name(callee(decorator))
        if of_class and "instance" in name:
            continue
        about_part = re.search(r"arg|kw|param|position|option", name, re.IGNORECASE) or _names_parameter(
            node, decorator
        )
        if _DECORATOR.search(name) and not about_part:
            return _deprecated(ast.unparse(decorator) + (ast.get_docstring(node) or "")[:300])
    text = ast.get_docstring(node) or ""
    section = _SECTION.search(text)
    directive = _DIRECTIVE.search(text)
    if directive and section and section.start() < directive.start():
        directive = None
    if directive and not directive["indent"] and deprecates_definition(directive["text"], node.name):
        return Deprecated(directive["text"], directive["since"])
    body = _warned_body(node)
    texts: dict[str, str] = {}
    for statement in body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            texts[statement.targets[0].id] = ast.unparse(statement.value)
        if isinstance(statement, ast.If) and any(isinstance(one, ast.Return) for one in ast.walk(statement)):
            # The rest does not run for every use.
            break
        call = statement.value if isinstance(statement, ast.Expr) else None
        if isinstance(call, ast.Call) and not _gets_parameter(node, call):
            words = " ".join(texts.get(one.id, "") for one in ast.walk(call) if isinstance(one, ast.Name))
            if _is_warning(module, call, words):
                return _deprecated(f"{_source(module, call)} {words}")
    return None


def _names_parameter(node: ast.stmt, decorator: ast.expr) -> bool:
    """Tell whether a decorator names a parameter of the function, in its own name or as an argument."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    last = last_name(callee(decorator))
    given = {one.value for one in ast.walk(decorator) if isinstance(one, ast.Constant)}
    names = {one.arg for one in single_parameters(node.args)}
    return bool(names & given) or any(len(name) > 3 and name in last for name in names)


def _gets_parameter(node: ast.stmt, call: ast.Call) -> bool:
    """Tell whether a call judges a parameter of the function, and not its use: `self._check_copy_deprecation(copy)`."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or last_name(call.func) == "warn":
        return False
    every = (*single_parameters(node.args), *further_parameters(node.args))
    names = {one.arg for one in every} - {"self", "cls"}
    given = (*call.args, *(one.value for one in call.keywords))
    return any(isinstance(one, ast.Name) and one.id in names for one in given)


def _warned_body(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> list[ast.stmt]:
    """Return the statements that run whenever the definition is used."""
    if not isinstance(node, ast.ClassDef):
        return node.body
    inner = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name in ("__init__", "__new__")]
    found = [statement for one in inner for statement in one.body]
    return [one for one in found if "deprecat" in ast.unparse(one).lower() and "self" not in ast.unparse(one)]


def _is_warning(module: ModuleSyntax, call: ast.Call, words: str = "") -> bool:
    name = ast.unparse(call.func)
    last = name.rpartition(".")[2].lower()
    if not ("warn" in last or "deprecat" in last):
        return False
    text = ast.unparse(call)
    if "deprecat" in last or _CATEGORY.search(text) or _SAID.search(words):
        return True
    return any(_CATEGORY.search(_assigned(module, one.id)) for one in ast.walk(call) if isinstance(one, ast.Name))


def _assigned(module: ModuleSyntax, name: str) -> str:
    """Return the source of the value that a module assigns or imports under a name, "" for none."""
    bindings = module.scope.names.get(name, [])
    if bindings and bindings[-1].value is not None:
        return ast.unparse(bindings[-1].value)
    return name if name.isupper() and "deprecat" in (bindings[-1].module if bindings else "") else ""


def _source(module: ModuleSyntax, call: ast.Call) -> str:
    names = [one.id for one in ast.walk(call) if isinstance(one, ast.Name)]
    return " ".join([ast.unparse(call), *(_assigned(module, name) for name in names)])


def _deprecated(text: str) -> Deprecated:
    since = re.search(r"(?:since|version|in)[ =v'\"]*(\d+(?:\.\d+)+)", text)
    return Deprecated(text, since[1] if since else "")


def of_parameter(
    module: ModuleSyntax, node: Definition, name: str, owner: ast.ClassDef | None = None
) -> Deprecated | None:
    """Return the deprecation of a parameter, or of a further keyword argument; None if it is not deprecated.

    Args:
        module: the module that has the function.
        node: the definition of the function.
        name: of the parameter.
        owner: the class of a method; its docstring describes the parameters of the constructor.
    """
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and _WORD.search(ast.unparse(decorator.func)):
            given = [*decorator.args, *(one.value for one in decorator.keywords)]
            texts = [one.value for one in given if isinstance(one, ast.Constant)]
            named = _WORD.search(ast.unparse(decorator.func)) and re.search(
                r"arg|kw|param", ast.unparse(decorator.func)
            )
            if (named and texts and texts[0] == name) or (named and _keyword(decorator, "old_arg_name") == name):
                return _deprecated(ast.unparse(decorator))
    annotated = _annotated(node, name)
    if annotated is not None:
        return annotated
    described = [node, owner] if owner is not None and node.name == "__init__" else [node]
    found = next(filter(None, (_documented(ast.get_docstring(one) or "", name) for one in described)), None)
    for decorator in node.decorator_list if found is None else ():
        for one in ast.walk(decorator):
            if isinstance(one, ast.Name) and found is None:
                text = _assigned_text(module, one.id)
                found = _documented(text, name) if text else None
    return found or _warned_parameter(module, node, name)


def _annotated(node: Definition, name: str) -> Deprecated | None:
    """Return the deprecation in the annotation of a parameter: `Annotated[str, deprecated("…")]`."""
    for one in single_parameters(node.args):
        if one.arg == name and one.annotation is not None:
            for inner in ast.walk(one.annotation):
                if isinstance(inner, ast.Call) and _DECORATOR.search(last_name(inner.func)):
                    return _deprecated(ast.unparse(inner))
    return None


def _keyword(call: ast.Call, name: str) -> object:
    for one in call.keywords:
        if one.arg == name and isinstance(one.value, ast.Constant):
            return one.value.value
    return None


def _assigned_text(module: ModuleSyntax, name: str) -> str:
    bindings = module.scope.names.get(name, [])
    value = bindings[-1].value if bindings else None
    for one in ast.walk(value) if value is not None else ():
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and "deprecated::" in one.value:
            return one.value
    return ""


def _documented(docstring: str, name: str) -> Deprecated | None:
    """Return the deprecation in the entry of a parameter in a docstring."""
    if "deprecated::" not in docstring:
        return None
    lines = docstring.split("\n")
    for number, line in enumerate(lines):
        entry = _PARAMETER.match(line)
        if entry is None or name not in re.split(r",\s*", entry["names"].replace("*", "")):
            continue
        indent = len(entry["indent"].expandtabs())
        own: list[str] = []
        for following in lines[number + 1 :]:
            if following.strip() and len(following) - len(following.lstrip()) <= indent:
                break
            own.append(following)
        directive = _DIRECTIVE.search("\n".join(own))
        if directive and deprecates_parameter(directive["text"], name):
            return Deprecated(directive["text"], directive["since"])
    return None


def _warned_parameter(module: ModuleSyntax, node: Definition, name: str) -> Deprecated | None:
    """Return the deprecation that a body states where it finds the parameter given."""
    names = {name}
    others = {one.arg for one in single_parameters(node.args)} - names
    for statement in ast.walk(node):
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
            call = statement.value
            first = call.args[0] if call.args else None
            if isinstance(first, ast.Constant) and first.value == name and ".pop" in ast.unparse(call.func):
                names |= {one.id for one in statement.targets if isinstance(one, ast.Name)}
    for statement in ast.walk(node):
        if not isinstance(statement, ast.If):
            continue
        test = statement.test
        used = {one.id for one in ast.walk(test) if isinstance(one, ast.Name)}
        keys = {one.value for one in ast.walk(test) if isinstance(one, ast.Constant)}
        if not (used & names or name in keys) or not _is_plain_test(test, names | {name}):
            continue
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) and used & others:
            # Only the two together are deprecated.
            continue
        for inner in statement.body:
            warning = inner.value if isinstance(inner, ast.Expr) else None
            if isinstance(warning, ast.Call) and _is_warning(module, warning):
                return _deprecated(_source(module, warning))
    return None


def _is_plain_test(test: ast.expr, names: set[str]) -> bool:
    """Tell whether a condition asks only whether a parameter was given: `x is not None`, `x`, `"x" in kwargs`."""
    if isinstance(test, ast.Name):
        return test.id in names
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        if isinstance(test.ops[0], ast.In):
            return isinstance(test.left, ast.Constant)
        return isinstance(test.ops[0], (ast.IsNot, ast.NotEq))
    if isinstance(test, ast.BoolOp):
        return all(_is_plain_test(one, names) for one in test.values)
    # A sentinel is asked for by a function of the package: `is_given(x)`.
    return isinstance(test, ast.Call) and re.search(r"given|_set$|provided", ast.unparse(test.func)) is not None
