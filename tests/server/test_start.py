"""A budget of imported modules, so that no change slows the start unseen; a count does not depend on the machine."""

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

MOST_MODULES = 175
"""The most modules that are imported before the answer to `tools/list`, beyond those of an empty program."""

MOST_BEYOND_PYTHON = 45
"""The most of them that do not come with Python."""

REST = ("numbers", "jsonschema_rs.jsonschema_rs", "pro_context.protocol.binding")
NOT_YET = ("pydantic", "argparse", "yaml", "anyio", "starlette", "importlib.metadata", "pro_context_engine.engine")
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
FIRST = [("initialize", HELLO), ("tools/list", {}), ("prompts/list", {}), ("resources/templates/list", {})]
CALL = ("tools/call", {"name": "resolve-library", "arguments": {"query": "pydantic"}})


def imported(program: list[str], asked: list[tuple[str, dict[str, Any]]], folder: Path) -> list[str]:
    """Return the modules that a Python program imports while it answers, in order."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PRO_CONTEXT")}
    variables |= {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "HOME": str(folder)}
    variables |= {"PRO_CONTEXT__CACHE__DIRECTORY": str(folder / "cache")}
    messages = [{"jsonrpc": "2.0", "id": n, "method": m, "params": p} for n, (m, p) in enumerate(asked)]
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *program],
        input="".join(json.dumps(message) + "\n" for message in messages),
        capture_output=True,
        text=True,
        env=variables,
        cwd=folder,
        timeout=120,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers if "result" in answer] == list(range(len(asked)))
    return re.findall(r"^import time: +\d+ \| +\d+ \| +(\S+)$", done.stderr, re.MULTILINE)


def is_there(name: str) -> bool:
    return find_spec(name.partition(".")[0]) is not None


def test_the_first_answers_need_few_modules(tmp_path: Path) -> None:
    own = imported(["-c", "pass"], [], tmp_path)
    modules = imported(["-m", "pro_context.cli"], FIRST, tmp_path)
    # On a slow machine the rest is imported before the end of the input is read; these are its first modules.
    rest = next((place for place, name in enumerate(modules) if name in REST), None)
    modules = modules[:rest]
    # Python also lists what it tries to import on other platforms.
    modules = [name for name in modules if name not in own and is_there(name)]
    assert not [name for name in modules if name.startswith(NOT_YET)]
    assert len(modules) <= MOST_MODULES
    others = [name for name in modules if name.partition(".")[0] not in sys.stdlib_module_names]
    assert len(others) <= MOST_BEYOND_PYTHON


@pytest.mark.parametrize("asked", [[FIRST[0], CALL], [FIRST[0], ("resources/list", {})]])
def test_serving_imports_neither_the_sdk_nor_pydantic(asked: list[tuple[str, dict[str, Any]]], tmp_path: Path) -> None:
    modules = imported(["-m", "pro_context.cli"], asked, tmp_path)
    assert "pro_context_engine.engine" in modules
    assert not [name for name in modules if re.match(r"(mcp(_types)?|pydantic)\b", name)]


def test_a_mistake_of_the_configuration_precedes_every_answer(tmp_path: Path) -> None:
    (tmp_path / "pro-context.yaml").write_text("logging:\n  level: loud\n")
    done = subprocess.run(
        [sys.executable, "-m", "pro_context.cli"],
        input=json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO}) + "\n",
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "HOME": str(tmp_path)},
        cwd=tmp_path,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "pro-context.yaml:2" in done.stderr
