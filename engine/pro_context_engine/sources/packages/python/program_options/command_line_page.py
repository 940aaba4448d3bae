"""The page of a package's command line: its commands, and the options of each."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence

from pro_context_engine.sources.packages.python.docstrings.prose import prose
from pro_context_engine.sources.packages.python.program_options.installed_commands import Command
from pro_context_engine.sources.packages.python.program_options.module_scans import ModuleScan
from pro_context_engine.sources.packages.python.program_options.option_definitions import (
    CommandOption,
    OptionGroup,
    option_groups,
)

MAX_CHARACTERS = 1_000_000
"""The maximum number of characters of a page."""

_MAX_DESCRIPTION = 2_000
_HEADING = re.compile(r"#{3,6} +(\S.*)$")
# Names that authors give to the function of the whole program.
_MAIN = ("cli", "main")
_MAX_DESCRIPTIONS = 3


def command_line_markdown(package: str, commands: Sequence[Command], scan: ModuleScan) -> str:
    """Return the page of a package's command line as Markdown.

    Args:
        package: its name.
        commands: that the distribution installs.
        scan: of its modules.
    """
    groups = [group for module in scan.with_options() for group in option_groups(module)]
    own = dict.fromkeys(command.name for command in commands if not command.is_plugin)
    parts = [f"# {package} command line"]
    if own:
        parts.append("\n".join(_command_line(command) for command in commands if not command.is_plugin))
    size = 0
    for title, members in _by_title(groups, commands).items():
        section = _section(title, members)
        if not section:
            continue
        size += len(section)
        if size > MAX_CHARACTERS:
            parts.append("This page is cut here: further commands are left out.")
            break
        parts.append(section)
    return "\n\n".join(parts) + "\n"


def _command_line(command: Command) -> str:
    target = f"{command.module}:{command.function}" if command.function else command.module
    return f"- The command `{command.name}` runs `{target}`."


def _by_title(groups: Iterable[OptionGroup], commands: Sequence[Command]) -> dict[str, list[OptionGroup]]:
    """Return the groups by the title of their section, those of the modules that commands run first."""
    entries = {command.module for command in commands}
    ordered = sorted(groups, key=lambda group: (group.module not in entries, group.module.count(".")))
    found: dict[str, list[OptionGroup]] = {}
    for group in ordered:
        found.setdefault(_title(group, commands), []).append(group)
    return found


def _title(group: OptionGroup, commands: Sequence[Command]) -> str:
    program = _program(group, commands)
    # A function that an installed command runs has the name of that command.
    entry = group.is_function and any((one.module, one.function) == (group.module, group.scope) for one in commands)
    command = "" if entry or group.command in (program, *_MAIN) else group.command
    name = " ".join(part for part in (program, command) if part)
    if group.title:
        return f"{name}: {group.title}" if name else group.title
    # Options that several commands share are defined in a module of their own.
    runs = any(one.module == group.module for one in commands)
    return name if command or entry or runs or not group.scope or not name else f"{name}: {_of(group)}"


def _of(group: OptionGroup) -> str:
    return group.module.rpartition(".")[2].strip("_").replace("_", " ")


def _program(group: OptionGroup, commands: Sequence[Command]) -> str:
    """Return the installed command that a group's module is for, or else the name of the module."""
    same = dict.fromkeys(one.name for one in commands if one.module == group.module)
    names = same or dict.fromkeys(one.name for one in commands)
    shortest = sorted(names, key=lambda name: ("." in name, name))
    return shortest[0] if shortest and (same or len(names) == 1 or len(_programs(commands)) == 1) else group.module


def _programs(commands: Sequence[Command]) -> set[tuple[str, str]]:
    return {(one.module, one.function) for one in commands}


def _section(title: str, groups: Sequence[OptionGroup]) -> str:
    """Return the section of a command or group of options, "" for one without a text and without an option."""
    described = dict.fromkeys(filter(None, (_description(group.description) for group in groups)))
    known: dict[tuple[str, ...], CommandOption] = {}
    for option in (option for group in groups for option in group.options):
        # An argument without a description has only the name that its function gives it.
        told = option.help or option.names[0].startswith("-")
        if told and (option.names not in known or not known[option.names].help):
            known[option.names] = option
    parts = list(described)[:_MAX_DESCRIPTIONS]
    if known:
        parts.append("**Options**\n\n" + "\n".join(_item(option) for option in known.values()))
    return "\n\n".join([f"## {title}", *parts]) if parts else ""


def _description(text: str) -> str:
    # A form feed and `\b` are marks of click.
    text = text.partition("\f")[0].replace("\b\n", "").replace("\\b\n", "")
    lines = prose(inspect.cleandoc(text)[:_MAX_DESCRIPTION], 2).splitlines()
    # Below a heading of the description, the options would be a part of it.
    return "\n".join(f"**{heading[1]}**" if (heading := _HEADING.match(line)) else line for line in lines)


def _item(option: CommandOption) -> str:
    notes = [" ".join(option.help.split())]
    if notes[0] and notes[0][-1] not in ".!?…":
        notes[0] += "."
    if option.choices:
        notes.append("One of " + ", ".join(f"`{choice}`" for choice in option.choices) + ".")
    if option.default and option.default.strip("'\"") not in option.help:
        notes.append(f"Default: `{option.default}`.")
    if option.variables:
        notes.append("Environment variable: " + ", ".join(f"`{name}`" for name in option.variables) + ".")
    said = " ".join(note for note in notes if note)
    names = ", ".join(f"`{name}`" for name in option.names)
    return f"- {names}: {said}" if said else f"- {names}"
