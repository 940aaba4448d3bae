"""The commands that a distribution installs, from its entry points."""

from __future__ import annotations

from pro_context_engine.domain.value_class import value_class

_COMMANDS = {"console_scripts", "gui_scripts"}
# The plugins of these programs add options to them.
_PLUGINS = {"pytest11": "pytest", "flask.commands": "flask"}
_MAX_COMMANDS = 200


@value_class
class Command:
    """An installed command: its name, the module that it runs, and the object in it.

    `is_plugin` is true for a module that adds options to the command of another distribution.
    """

    name: str
    module: str
    function: str = ""
    is_plugin: bool = False


def commands_of(entry_points: str) -> list[Command]:
    """Return the commands in the text of a file `entry_points.txt` (the entry points specification), at most 200."""
    section, found = "", list[Command]()
    for line in entry_points.splitlines():
        line = line.strip()
        if line.startswith("["):
            section = line.strip("[] ")
        elif "=" in line and not line.startswith(("#", ";")) and (section in _COMMANDS or section in _PLUGINS):
            name, _, target = line.partition("=")
            module, _, function = target.partition("[")[0].strip().partition(":")
            found.append(Command(_PLUGINS.get(section, name.strip()), module, function, section in _PLUGINS))
    return found[:_MAX_COMMANDS]
