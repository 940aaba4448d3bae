"""The options of commands that a module defines: argparse and its kin, click, typer, and calls of the same form."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.python.program_options.module_scans import ParsedModule
from pro_context_engine.sources.packages.python.program_options.written_texts import (
    called_name,
    constants_of,
    dotted_name,
    keyword,
    strings_given,
    text_of,
    value_text,
)

MAX_OPTIONS = 3_000
"""The maximum number of options of one module."""

_MAX_NODES = 500_000
_MAX_PARAMETERS = 300
_FLAG = re.compile(r"--?[A-Za-z][\w.-]*(?:[ /=][^\s,]{1,40}){0,2}|/[A-Za-z]\w*")
_NAME = re.compile(r"[A-Za-z][\w.-]{0,60}")
_ADDS = frozenset({"add_argument", "addoption", "_addoption", "add_option", "addini"})
_PARSERS = frozenset({"add_parser", "ArgumentParser", "OptionParser"})
_GROUPS = frozenset({"add_argument_group", "getgroup", "add_mutually_exclusive_group", "OptionGroup"})
_PARAMETERS = frozenset({"Option", "Argument"})
_HIDDEN = frozenset({"SUPPRESS", "SUPPRESS_HELP"})
_HELP = ("help", "description", "desc")


@value_class
class CommandOption:
    """One option or argument of a command.

    Attributes:
        names: as users write them (`-v`, `--verbose`); that of an argument has no dash.
        help: its description, "" for none.
        default: as code, "" for none.
        choices: the values that it takes, as far as they are written.
        variables: the environment variables that set it.
    """

    names: tuple[str, ...]
    help: str = ""
    default: str = ""
    choices: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()


@dataclass(slots=True)
class OptionGroup:
    """Options that are defined together.

    Attributes:
        module: the dotted name of the module.
        scope: the function or class within the module that defines them, "" for none.
        command: the name of the command that they belong to, "" if it is not written.
        title: the title of the group within its command, "" for none.
        description: of the command or group.
        is_function: whether the decorators of a function make the command.
        options: in the order of the source.
    """

    module: str
    scope: str = ""
    command: str = ""
    title: str = ""
    description: str = ""
    is_function: bool = False
    options: list[CommandOption] = field(default_factory=list)


@value_class
class _Scope:
    """A function or class, its dotted name within the module, and the command that its class states."""

    node: ast.AST
    name: str = ""
    help: str = ""


def option_groups(module: ParsedModule) -> list[OptionGroup]:
    """Return the groups of options that a module defines, in the order of its source."""
    return _OptionReader(module).groups()


class _OptionReader:
    def __init__(self, module: ParsedModule) -> None:
        self._module = module
        self._names = constants_of(module.tree)
        # The groups for which a name stands at this place of the source, and all groups.
        self._groups: dict[tuple[int, str], OptionGroup] = {}
        self._all: list[OptionGroup] = []
        self._count = 0

    def groups(self) -> list[OptionGroup]:
        """Return the groups with options."""
        for scope, node in islice(self._nodes(), _MAX_NODES):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self._add_function(scope, node)
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and len(node.targets) == 1:
                self._name_group(scope, dotted_name(node.targets[0]), node.value)
            elif isinstance(node, ast.Call):
                self._add_call(scope, node)
        return [group for group in self._all if group.options]

    def _nodes(self) -> Iterator[tuple[_Scope, ast.AST]]:
        """Yield the nodes in the order of the source, each with the function or class around it; no decorators."""
        waiting: list[tuple[_Scope, ast.AST]] = [(_Scope(self._module.tree), self._module.tree)]
        while waiting:
            scope, node = waiting.pop()
            inner = scope
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                said = self._class_help(node) if isinstance(node, ast.ClassDef) else scope.help
                inner = _Scope(node, f"{scope.name}.{node.name}".lstrip("."), said)
                children: Sequence[ast.AST] = node.body
            else:
                children = list(ast.iter_child_nodes(node))
            yield inner, node
            waiting += [(inner, child) for child in reversed(children)]

    def _class_help(self, node: ast.ClassDef) -> str:
        for statement in node.body[:_MAX_PARAMETERS]:
            if isinstance(statement, ast.Assign) and dotted_name(statement.targets[0]) == "help":
                return text_of(statement.value, self._names) or ""
        return ""

    def _group(self, scope: _Scope, receiver: str) -> OptionGroup:
        key = id(scope.node), receiver
        if key not in self._groups:
            made = OptionGroup(self._module.name, scope.name, description=scope.help)
            if scope.help and ".commands." in self._module.name:
                made.command = self._module.name.rpartition(".")[2]
            self._groups[key] = made
            self._all.append(made)
        return self._groups[key]

    def _name_group(self, scope: _Scope, target: str, call: ast.Call) -> None:
        """Note the command or title of the parser or group that a name stands for."""
        made, first = called_name(call), next(strings_given(call, self._names), "")
        known = self._groups.get((id(scope.node), target))
        if known is not None and known.options and made in _PARSERS | _GROUPS:
            # The name stands for another group from here on.
            del self._groups[id(scope.node), target]
        described = text_of(keyword(call, "description", "help"), self._names) or ""
        if made in _PARSERS:
            group = self._group(scope, target)
            group.command = first if made == "add_parser" else text_of(keyword(call, "prog"), self._names) or ""
            group.description = described or group.description
        elif made in _GROUPS:
            group = self._group(scope, target)
            owner = call.func.value if isinstance(call.func, ast.Attribute) else None
            above = self._groups.get((id(scope.node), ast.unparse(owner))) if owner is not None else None
            group.command = above.command if above else group.command
            group.title = first or text_of(keyword(call, "title"), self._names) or ""
            group.description = described

    def _add_function(self, scope: _Scope, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Add the options that the decorators and the parameters of a function define."""
        found = [
            option
            for one in node.decorator_list[:_MAX_PARAMETERS]
            if isinstance(one, ast.Call) and (option := self._decorated(one))
        ]
        found += self._parameters(node)
        command = next((name for one in node.decorator_list if (name := self._command(one, node.name))), "")
        if found:
            group = self._group(scope, "@")
            group.command, group.is_function = command, True
            group.description = ast.get_docstring(node) or ""
            for option in found:
                self._add(group, option)

    def _command(self, decorator: ast.expr, function: str) -> str:
        made = called_name(decorator)
        if made != "group" and not made.endswith("command"):
            return ""
        given = next(strings_given(decorator, self._names), "") if isinstance(decorator, ast.Call) else ""
        named = keyword(decorator, "name") if isinstance(decorator, ast.Call) else None
        written = text_of(named, self._names) or given
        return written or re.sub(r"_(?:command|cmd|group|grp)$", "", function).replace("_", "-")

    def _decorated(self, call: ast.Call) -> CommandOption | None:
        """Return the option that a decorator adds, None for another decorator."""
        made = called_name(call).lower()
        given = list(strings_given(call, self._names))
        flags = [one for one in given if _FLAG.fullmatch(one)]
        if flags and (made.endswith("option") or keyword(call, *_HELP) is not None):
            return self._option(call, flags)
        if made.endswith("argument") and given and _NAME.fullmatch(given[0]):
            return self._option(call, [given[0].upper()])
        return None

    def _parameters(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[CommandOption]:
        """Yield the options that the defaults and annotations of parameters describe, as in typer."""
        arguments = node.args
        plain = [*arguments.posonlyargs, *arguments.args]
        defaults: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
        for argument, default in [
            *zip(plain, defaults, strict=True),
            *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
        ][:_MAX_PARAMETERS]:
            notes = argument.annotation.slice if isinstance(argument.annotation, ast.Subscript) else None
            inner = notes.elts[1:] if isinstance(notes, ast.Tuple) else []
            call = next((one for one in (default, *inner) if self._is_parameter(one)), None)
            if isinstance(call, ast.Call):
                flags = [one for one in strings_given(call, self._names) if _FLAG.fullmatch(one)]
                dashed = argument.arg.replace("_", "-")
                own = f"--{dashed}" if called_name(call) == "Option" else dashed.upper()
                value = default if default is not call else next(iter(call.args), None)
                option = self._option(call, flags or [own], value if value not in call.args[1:] else None)
                if option is not None:
                    yield option

    def _is_parameter(self, node: ast.expr | None) -> bool:
        return isinstance(node, ast.Call) and called_name(node) in _PARAMETERS and keyword(node, "help") is not None

    def _add_call(self, scope: _Scope, call: ast.Call) -> None:
        """Add the option that a call defines, unless it is of another kind."""
        made = called_name(call)
        adds = made in _ADDS
        said = keyword(call, *_HELP)
        if not adds and said is None:
            return
        given = list(strings_given(call, self._names))
        flags = [one for one in given if _FLAG.fullmatch(one)]
        if not flags and adds and given and _NAME.fullmatch(given[0]):
            flags = given[:1]
        if not flags or (not adds and text_of(said, self._names) is None):
            return
        receiver = dotted_name(call.func.value) if adds and isinstance(call.func, ast.Attribute) else ""
        option = self._option(call, flags)
        if option is not None and made == "addini" and not option.help and len(given) > 1:
            option = CommandOption(option.names, given[1], option.default)
        self._add(self._group(scope, receiver), option)

    def _add(self, group: OptionGroup, option: CommandOption | None) -> None:
        self._count += 1
        if option is not None and self._count <= MAX_OPTIONS:
            group.options.append(option)

    def _option(self, call: ast.Call, names: Sequence[str], default: ast.expr | None = None) -> CommandOption | None:
        """Return the option that a call makes, None for one that help texts do not show."""
        hidden = keyword(call, "hidden")
        if called_name(keyword(call, "help")) in _HIDDEN or (isinstance(hidden, ast.Constant) and hidden.value):
            return None
        default = default or keyword(call, "default")
        written = "" if isinstance(default, ast.Constant) and default.value is ... else value_text(default)
        text = text_of(keyword(call, *_HELP), self._names) or ""
        text = text.replace("%(default)s", written.strip("'\"") or "its default").replace("%default", written)
        return CommandOption(
            tuple(dict.fromkeys(names)),
            text.replace("%%", "%"),
            "" if isinstance(default, ast.Name | ast.Attribute) else written,
            _choices(call, self._names),
            _variables(call, self._names),
        )


def _choices(call: ast.Call, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the values in `choices=[…]` or `type=Choice([…])`."""
    given = keyword(call, "choices")
    kind = keyword(call, "type")
    if given is None and isinstance(kind, ast.Call) and called_name(kind) == "Choice":
        given = kind.args[0] if kind.args else None
    if not isinstance(given, ast.List | ast.Tuple | ast.Set):
        return ()
    made = (text_of(one, names) for one in given.elts[:40])
    return tuple(one for one in made if one)


def _variables(call: ast.Call, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names in `envvar="NAME"` or `envvar=["NAME", …]`."""
    given = keyword(call, "envvar", "env_var")
    listed = given.elts[:10] if isinstance(given, ast.List | ast.Tuple) else [given]
    return tuple(text for one in listed if (text := text_of(one, names)))
