"""What GitHub and pre-commit read of this repository: sound by their schemas, and true of the project."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yaml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SCRIPTS = tomllib.loads((ROOT / "hatch.toml").read_text(encoding="utf-8"))["envs"]["default"]["scripts"]
SCHEMAS = [
    ("vendor.github-workflows", WORKFLOWS),
    ("custom.github-workflows-require-timeout", WORKFLOWS),
    ("vendor.github-issue-forms", [GITHUB / f"ISSUE_TEMPLATE/{name}.yml" for name in ("bug", "wrong-documentation")]),
    ("vendor.github-issue-config", [GITHUB / "ISSUE_TEMPLATE/config.yml"]),
    ("vendor.dependabot", [GITHUB / "dependabot.yml"]),
]


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def workflow(name: str) -> Any:
    return read(GITHUB / f"workflows/{name}.yaml")


def step(name: str, job: str, title: str) -> str:
    """Return the commands of a step of a workflow, found by the words that its name begins with."""
    (found,) = (each for each in workflow(name)["jobs"][job]["steps"] if each.get("name", "").startswith(title))
    return str(found["run"])


def program(name: str) -> str:
    """Return the path of a program of this environment; skip the test where it could not be installed."""
    found = shutil.which(name, path=str(Path(sys.executable).parent))
    return found or pytest.skip(f"{name} is not installed in this environment")


def run(*command: str, **options: Any) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **options)
    assert done.returncode == 0, done.stdout + done.stderr


# By their schemas


@pytest.mark.parametrize(("schema", "files"), SCHEMAS, ids=lambda value: value if isinstance(value, str) else "")
def test_they_are_what_their_schema_asks_for(schema: str, files: list[Path]) -> None:
    run(program("check-jsonschema"), "--builtin-schema", schema, *map(str, files))


def test_zizmor_finds_nothing_to_improve() -> None:
    run(program("zizmor"), "--offline", "--quiet", "--no-progress", "--persona=pedantic", str(GITHUB))


# By the project


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_no_job_may_do_more_than_it_says(path: Path) -> None:
    content = read(path)
    assert content["permissions"] == {}
    assert all("permissions" in job for job in content["jobs"].values())


def test_what_is_tested_is_the_command_of_the_readme() -> None:
    command = "python3 -m hatch run test"
    assert command in (ROOT / "README.md").read_text(encoding="utf-8")
    assert step("test", "test", "Run").endswith(command)


def test_each_python_from_the_oldest_on_is_tested() -> None:
    pythons = workflow("test")["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert PROJECT["requires-python"] == f">={pythons[0]}"
    matrix = tomllib.loads((ROOT / "hatch.toml").read_text(encoding="utf-8"))["envs"]["pythons"]["matrix"]
    assert matrix == [{"python": pythons}]


def test_a_release_has_every_published_document(tmp_path: Path) -> None:
    """The commands of the workflow themselves, on a copy of `generated/`."""
    if not shutil.which("bash") or not shutil.which("npm"):
        pytest.skip("bash or npm is not installed")
    shutil.copytree(ROOT / "generated", tmp_path / "generated", ignore=shutil.ignore_patterns("__pycache__"))
    run("bash", "-euo", "pipefail", "-c", step("release", "build", "Gather"), cwd=tmp_path)
    published = {file.name for file in (tmp_path / "assets").iterdir()}
    contracts = {folder.name for folder in (ROOT / "spec/contracts").iterdir()}
    versions = {name: read(ROOT / f"spec/contracts/{name}/contract.yaml")["version"] for name in contracts}
    assert published >= {f"{name}-{version}.json" for name, version in versions.items()}
    assert published >= {f"{name}-{version}.openapi.json" for name, version in versions.items()}
    assert f"pro-context-contract-{PROJECT['version']}.tgz" in published


def test_the_bill_of_materials_covers_extras_that_exist() -> None:
    (extras,) = re.findall(r"\[([a-z,]+)\]", step("release", "build", "Write the bill"))
    assert set(extras.split(",")) <= set(PROJECT["optional-dependencies"])


def test_each_hook_is_a_command_of_the_project() -> None:
    (local,) = read(ROOT / ".pre-commit-config.yaml")["repos"]
    commands = [hook["entry"].removeprefix("hatch run ") for hook in local["hooks"]]
    assert commands == ["style", "types", "drift"]
    assert set(commands) <= set(SCRIPTS)


def test_the_promises_of_security_lead_to_their_decisions() -> None:
    links = re.findall(r"\]\((docs/[^)]+)\)", (ROOT / "SECURITY.md").read_text(encoding="utf-8"))
    assert len(links) >= 6
    assert [link for link in links if not (ROOT / link).is_file()] == []
