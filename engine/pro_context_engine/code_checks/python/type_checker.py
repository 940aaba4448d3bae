"""The type checker `ty` as a second opinion, run as a process of its own with bounds (extra `check`).

It reads the code and the packages, and executes none of them. It gets an empty environment, a folder of its own for its
configuration, its cache and the code, which is removed afterwards, and no packages but the given folders.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from pro_context_engine.domain.code_findings import FindingKind
from pro_context_engine.domain.value_class import value_class

MOST_SECONDS = 10.0
_MOST_MEMORY = 2_000_000_000
"""Bounds of one run: seconds, and bytes of memory on systems that support a bound."""

NONE = "none: the syntax of the packages alone"
"""What an answer says where the extra is not installed."""

_PREFIX = "pro-context-ty-"
_LEFT_BEHIND_SECONDS = 300.0
_MOST_OUTPUT = 400_000
_LINE = re.compile(r"^[^:\n]+:(\d+):(\d+): (\w+)\[([\w-]+)\] (.*)$", re.MULTILINE)
_KINDS = {
    "import-not-found": FindingKind.MISSING_MODULE,
    "missing-module-member": FindingKind.MISSING_NAME,
    "missing-attribute": FindingKind.MISSING_ATTRIBUTE,
    "unknown-argument": FindingKind.UNKNOWN_ARGUMENT,
    "deprecated": FindingKind.DEPRECATED,
}
_QUOTED = re.compile(r"`([^`]+)`")
_NOT_TYPES_WORDS = "None Unknown Any object str int float bool bytes list dict tuple set type Literal"
_NOT_TYPES = frozenset(_NOT_TYPES_WORDS.split())


@value_class
class TypeFinding:
    """One finding of the type checker.

    Attributes:
        line: 1-based.
        column: 1-based.
        name: the name that is not there or deprecated.
        kind: the kind of the finding.
        owner: the type, module or function that lacks it, as the type checker names it.
        text: the type checker's words.
    """

    line: int
    column: int
    name: str
    kind: FindingKind
    owner: str
    text: str

    @property
    def full_name(self) -> str:
        """Return the name with its owner."""
        return f"{self.owner}.{self.name}" if self.owner else self.name


@cache
def program() -> str | None:
    """Return the path of the installed `ty`, None where the extra is not installed."""
    if importlib.util.find_spec("ty") is None:
        return None
    suffix = sysconfig.get_config_var("EXE") or ""
    for folder in (Path(sysconfig.get_path("scripts")), Path(sys.executable).parent):
        path = folder / f"ty{suffix}"
        if path.is_file():
            return str(path)
    return None


def name_and_version() -> str:
    """Return the name and the version of the type checker, or that there is none."""
    return f"ty {importlib.metadata.version('ty')}" if program() else NONE


def findings(text: str, folders: Sequence[Path]) -> list[TypeFinding]:
    """Return the findings of the type checker in Python code; [] where it is missing, fails or takes too long.

    Args:
        text: the code.
        folders: the packages folders, those of the checked packages first.
    """
    path = program()
    if path is None:
        return []
    _remove_left_behind()
    with tempfile.TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True) as name:
        root = Path(name)
        (root / "code.py").write_text(text, "utf-8")
        output = _run(path, root, folders)
    return list(_read(output, text.split("\n")))


def _remove_left_behind() -> None:
    """Remove the folders of runs whose process was killed: no run of this user lasts as long as they are old."""
    until = time.time() - _LEFT_BEHIND_SECONDS
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if folder.lstat().st_mtime < until:
                shutil.rmtree(folder)


def _run(path: str, root: Path, folders: Sequence[Path]) -> str:
    site = root / "environment" / "lib" / "python3.13" / "site-packages"
    site.mkdir(parents=True)
    (root / "environment" / "bin").mkdir()
    (root / "environment" / "pyvenv.cfg").write_text("home = /nonexistent\nversion = 3.13.0\n", "utf-8")
    (root / "ty.toml").write_text("", "utf-8")
    command = [path, "check", "code.py", "--project", str(root), "--config-file", str(root / "ty.toml")]
    command += ["--python", str(root / "environment"), "--python-version", "3.13", "--output-format", "concise"]
    command += ["--exit-zero", "--no-progress"]
    for folder in folders:
        command += ["--extra-search-path", str(folder)]
    environment = {"HOME": str(root), "XDG_CACHE_HOME": str(root), "XDG_CONFIG_HOME": str(root), "TMPDIR": str(root)}
    environment |= {"RAYON_NUM_THREADS": "2", "TY_MAX_PARALLELISM": "2", "NO_COLOR": "1"}
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command
            command,
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=MOST_SECONDS,
            check=False,
            preexec_fn=_bound if os.name == "posix" else None,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout[:_MOST_OUTPUT].decode("utf-8", "replace")


def _bound() -> None:
    import resource  # noqa: PLC0415 - Windows has none

    for kind, bound in ((resource.RLIMIT_CPU, int(MOST_SECONDS) * 2), (resource.RLIMIT_AS, _MOST_MEMORY)):
        try:
            resource.setrlimit(kind, (bound, bound))
        except (OSError, ValueError):
            # Some systems have the limit but accept no value for it.
            continue


def _read(output: str, lines: Sequence[str]) -> Iterable[TypeFinding]:
    for number, column, _level, rule, message in _LINE.findall(output):
        kind = _KINDS.get(rule)
        quoted = _QUOTED.findall(message)
        line, place = int(number), int(column)
        if kind is None or not quoted or line > len(lines):
            continue
        name, owner = _name_and_owner(kind, message, quoted)
        if name and name in lines[line - 1]:
            found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", lines[line - 1][place - 1 :])
            start = place + (found.start() if found else 0)
            kind = FindingKind.MISSING_NAME if "has no member" in message else kind
            yield TypeFinding(line, start, name, kind, owner, message)


def _name_and_owner(kind: FindingKind, message: str, quoted: Sequence[str]) -> tuple[str, str]:
    """Return the name in a message, and the type, module or function that lacks it; "" for any other message."""
    if kind is FindingKind.MISSING_MODULE:
        return quoted[0].rpartition(".")[2], quoted[0].rpartition(".")[0]
    if kind in (FindingKind.MISSING_ATTRIBUTE, FindingKind.MISSING_NAME):
        if "has no" not in message or len(quoted) < 2:
            return "", ""
        return quoted[1], quoted[0]
    if kind is FindingKind.UNKNOWN_ARGUMENT:
        return quoted[0], quoted[1] if len(quoted) > 1 else ""
    return quoted[0].rpartition(".")[2], quoted[0].rpartition(".")[0]


def types_in(owner: str) -> set[str]:
    """Return the names of the classes in a type as the type checker writes it, without those of the language."""
    found = set(re.findall(r"[A-Za-z_]\w*", re.sub(r"\[.*\]", "", owner)))
    return found - _NOT_TYPES - {"class", "module", "bound", "method", "def"}
