"""What is in deploy/: read as its programs read it, and held against what the product has."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from pro_context.cli.arguments import parser
from pro_context.configuration.loading import load

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICE = COMPOSE["services"]["pro-context"]
UNIT = (DEPLOY / "pro-context.service").read_text()


def instructions() -> list[tuple[str, str]]:
    """Return the Dockerfile's instructions with what they say, lines joined."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Dockerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return [(line.partition(" ")[0], line.partition(" ")[2].strip()) for line in lines]


def last_stage(name: str) -> list[str]:
    every = instructions()
    start = max(position for position, (word, _) in enumerate(every) if word == "FROM")
    return [said for word, said in every[start:] if word == name]


def variables(pairs: list[str]) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in pairs)


def image_variables() -> dict[str, str]:
    return variables([pair for said in last_stage("ENV") for pair in shlex.split(said)])


# The image


def test_what_is_copied_is_there_and_not_ignored() -> None:
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    copied = [said.split() for word, said in instructions() if word == "COPY" and not said.startswith("--from")]
    sources = [path for *paths, _ in copied for path in paths]
    assert all((ROOT / path).exists() for path in sources)
    assert {f"!{path}" for path in sources} == {line for line in ignored if line.startswith("!")}


def test_what_is_copied_is_enough_for_a_wheel(tmp_path: Path) -> None:
    for word, said in instructions():
        if word == "COPY" and not said.startswith("--from"):
            *paths, target = said.split()
            for path in paths:
                place = tmp_path / target.strip("/")
                if (ROOT / path).is_dir():
                    shutil.copytree(ROOT / path, place, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    place.mkdir(parents=True, exist_ok=True)
                    shutil.copy(ROOT / path, place)
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path / "dist")]
    done = subprocess.run(command, cwd=tmp_path / "source", capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "dist").glob("pro_context-*.whl"))) == 1


def test_the_extras_exist() -> None:
    (install,) = re.findall(r"/source\[([a-z,]+)\]", (DEPLOY / "Dockerfile").read_text())
    assert set(install.split(",")) <= set(PROJECT["project"]["optional-dependencies"])


def test_nobody_of_importance_runs_it() -> None:
    (user,) = last_stage("USER")
    assert int(user) >= 10_000
    (entry,) = last_stage("ENTRYPOINT")
    assert json.loads(entry)[0] in PROJECT["project"]["scripts"]


def test_its_variables_say_what_can_be_served(tmp_path: Path) -> None:
    given = {**image_variables(), **SERVICE["environment"]}
    nothing = tmp_path / "nothing.yaml"
    nothing.touch()
    values = load(nothing, {name: text for name, text in given.items() if name != "PATH"}).settings.values
    assert (values.server.transport.value, values.server.host, values.server.port) == ("http", "0.0.0.0", 3100)
    assert last_stage("EXPOSE") == [str(values.server.port)]
    assert last_stage("VOLUME") == [values.cache.directory]
    assert values.security.require_key


def test_the_health_check_asks_what_is_served() -> None:
    (said,) = last_stage("HEALTHCHECK")
    command = json.loads(said[said.index("[") :])
    compile(command[2], "health check", "exec")
    assert f"http://127.0.0.1:{image_variables()['PRO_CONTEXT_PORT']}/readyz" in command[2]


# Compose


def test_compose_builds_this_image_and_keeps_what_must_last() -> None:
    build = SERVICE["build"]
    assert (DEPLOY / build["context"]).resolve() == ROOT
    assert ROOT / build["dockerfile"] == DEPLOY / "Dockerfile"
    volume, _, target = SERVICE["volumes"][0].partition(":")
    assert volume in COMPOSE["volumes"]
    assert [target] == last_stage("VOLUME")
    address, _, inner = SERVICE["ports"][0].split(":")
    assert (address, inner) == ("127.0.0.1", image_variables()["PRO_CONTEXT_PORT"])
    assert (SERVICE["read_only"], SERVICE["cap_drop"]) == (True, ["ALL"])


# systemd


def lines(name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)


def test_the_unit_starts_a_command_that_exists() -> None:
    (command,) = lines("ExecStart")
    program, *arguments = shlex.split(command)
    assert Path(program).name in PROJECT["project"]["scripts"]
    assert parser().parse_args(arguments).flags == {"--transport": "http"}


def test_the_units_variables_are_settings(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.yaml"
    nothing.touch()
    given = variables(lines("Environment"))
    ours = {name: text.replace("%S", "/var/lib") for name, text in given.items() if name.startswith("PRO_CONTEXT")}
    loaded = load(nothing, ours)
    assert len(ours) == 3
    assert loaded.settings.values.cache.directory == "/var/lib/" + lines("StateDirectory")[0]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_finds_the_unit_sound_and_well_confined(tmp_path: Path) -> None:
    unit = tmp_path / "pro-context.service"
    unit.write_text(UNIT.replace(shlex.split(lines("ExecStart")[0])[0], sys.executable))
    verified = _analyzed("verify", str(unit))
    assert (verified.returncode, verified.stdout + verified.stderr) == (0, "")
    exposed = _analyzed("security", "--offline=true", "--threshold=20", str(unit))
    assert exposed.returncode == 0, exposed.stdout[-200:]


def _analyzed(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["systemd-analyze", "--no-pager", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
