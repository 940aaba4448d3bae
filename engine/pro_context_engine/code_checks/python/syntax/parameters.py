"""The parameters of functions."""

from __future__ import annotations

import ast


def positional_parameters(arguments: ast.arguments) -> list[ast.arg]:
    """Return the parameters that take arguments by position."""
    return [*arguments.posonlyargs, *arguments.args]


def single_parameters(arguments: ast.arguments) -> list[ast.arg]:
    """Return the parameters that take one argument each."""
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]


def further_parameters(arguments: ast.arguments) -> list[ast.arg]:
    """Return the parameters that take all further arguments (`*args`, `**kwargs`)."""
    return [one for one in (arguments.vararg, arguments.kwarg) if one is not None]
