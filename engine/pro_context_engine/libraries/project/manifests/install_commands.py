"""The commands by which Dockerfiles, notebooks and noxfiles install packages: `pip install kit==1.2`."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from itertools import islice

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.project.manifest_documents import json_object, tables, texts
from pro_context_engine.libraries.project.manifests.script_metadata import ScriptMetadata
from pro_context_engine.libraries.project.manifests.setup_script import parse_module
from pro_context_engine.libraries.project.markers import Interpreter
from pro_context_engine.libraries.project.requirements import (
    Ecosystem,
    Requirement,
    python_requirements,
    requirement_of,
)

_CONTINUED = re.compile(r"\\[ \t]*\r?\n")
_PIP = re.compile(r"(?<![\w.-])pip3?(?:\.\d+)?[ \t]+install[ \t]+(.+)")
_NPM = re.compile(r"(?<![\w./-])(?:(?:npm|pnpm|bun)[ \t]+(?:install|i|add)|yarn[ \t]+(?:global[ \t]+)?add)[ \t]+(.+)")
_NEXT_COMMAND = re.compile(r"&&|\|\||;|\|")
# Of the options, only these have a value that could be taken for a requirement.
_WITH_VALUE = frozenset({"-r", "--requirement", "-c", "--constraint", "-e", "--editable", "-t", "--target", "--python"})
_IMAGE = re.compile(r"^\s*FROM\s+(?:--\S+\s+)*(?:\S+/)?python:(3\.\d{1,3})(?!\d)", re.I | re.M)
_NOX_GROUP = "nox"
_MAX_COMMANDS = 100


@value_class
class InstallCommands:
    """The commands of one file.

    Attributes:
        commands: what follows after `pip install`, one text for each command.
        python: the required versions of Python in the notation of PEP 440, "" for any.
        of_npm: what follows after `npm install` and after such commands of other tools.
        group: the group of the requirements.
    """

    commands: tuple[str, ...]
    python: str = ""
    of_npm: tuple[str, ...] = ()
    group: str = ""

    @classmethod
    def of_dockerfile(cls, content: bytes) -> InstallCommands:
        """Return the commands in a Dockerfile, and the version of Python of its first image with one."""
        text = content.decode("utf-8-sig", "replace")
        lines = "".join(line for line in text.splitlines(keepends=True) if not line.lstrip().startswith("#"))
        image = _IMAGE.search(text)
        return cls(_commands(lines, _PIP), f"=={image[1]}.*" if image else "", _commands(lines, _NPM))

    def requirements(self, python: Interpreter) -> list[Requirement]:
        """Return the packages of Python that the commands install."""
        return [
            one for command in self.commands for one in python_requirements(_arguments(command), python, self.group)
        ]

    def bounds(self, _python: Interpreter) -> list[Requirement]:
        """Return the packages of npm that the commands install: they are often tools, which no code imports."""
        named = (word.rpartition("@") for command in self.of_npm for word in _arguments(command))
        found = (requirement_of(Ecosystem.NPM, name, version) for name, _, version in named if name)
        return [requirement for requirement in found if requirement]

    def overrides(self, _python: Interpreter) -> list[Requirement]:
        """Return nothing: commands have no overrides."""
        return []

    def requires_python(self) -> str:
        """Return the required versions of Python in the notation of PEP 440, "" if none are required."""
        return self.python


def of_noxfile(content: bytes) -> InstallCommands | None:
    """Return the requirements that the calls of `install` in a `noxfile.py` write out."""
    module = parse_module(content) if b"install" in content else None
    if module is None:
        return None
    calls = (node for node in ast.walk(module) if isinstance(node, ast.Call))
    installs = (call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "install")
    words = (
        [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        for call in installs
    )
    return InstallCommands(tuple(islice(map(shlex.join, words), _MAX_COMMANDS)), group=_NOX_GROUP)


def of_notebook(content: bytes) -> InstallCommands | ScriptMetadata | None:
    """Return the statements in the cells of a notebook: metadata as of a script, else install commands."""
    if b"install" not in content and b"# ///" not in content:
        return None
    cells = tables(json_object(content).get("cells"))
    sources = [_text(cell.get("source")) for cell in cells if cell.get("cell_type") == "code"]
    metadata = next((found for one in sources if (found := ScriptMetadata.read(one.encode()))), None)
    lines = (line for one in sources for line in _CONTINUED.sub(" ", one).splitlines())
    commands = "\n".join(line for line in lines if line.startswith(("%", "!")))
    return metadata or InstallCommands(_commands(commands, _PIP))


def _text(source: object) -> str:
    return source if isinstance(source, str) else "".join(texts(source))


def _commands(text: str, form: re.Pattern[str]) -> tuple[str, ...]:
    joined = _CONTINUED.sub(" ", text)
    pieces = (piece for line in joined.splitlines() for piece in _NEXT_COMMAND.split(line))
    found = [match[1] for piece in pieces if (match := form.search(piece))]
    return tuple(found[:_MAX_COMMANDS])


def _arguments(command: str) -> Iterator[str]:
    """Yield the requirements among the arguments of one command."""
    try:
        words = shlex.split(command, comments=True)
    except ValueError:
        return
    before = ""
    for word in words:
        if not word.startswith("-") and before not in _WITH_VALUE:
            yield word
        before = word
