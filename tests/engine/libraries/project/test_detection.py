"""What a project's files say, put together: which file counts, and when it is read again."""

import itertools
import json
import os
from pathlib import Path

import pytest

from pro_context_engine.libraries.project.detection import LOOK_AGAIN_AFTER, ProjectDependencies
from pro_context_engine.libraries.project.project_files import MAX_MANIFEST_BYTES


def project(folder: Path, **files: str) -> Path:
    """Write files into a folder; `__` in a name stands for a slash, `_` before an extension for a dot."""
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def versions(*folders: Path) -> dict[str, str | None]:
    return {needed.name: needed.version for needed in ProjectDependencies(folders).direct_dependencies()}


UV_LOCK = """
[[package]]
name = "sails"
version = "0.1.0"
source = { virtual = "." }
dependencies = [{ name = "rockets" }, { name = "knots", marker = "sys_platform == 'nowhere'" }]

[[package]]
name = "rockets"
version = "2.5.0"
source = { registry = "https://index.example.invalid/simple" }
dependencies = [{ name = "fuel" }]
sdist = { url = "https://index.example.invalid/rockets.tar.gz", hash = "sha256:0" }
wheels = [
    { url = "https://index.example.invalid/rockets.whl", hash = "sha256:0" },
]

[[package]]
name = "fuel"
version = "1.0"
source = { registry = "https://index.example.invalid/simple" }

[[package]]
name = "knots"
version = "9.0"
source = { registry = "https://index.example.invalid/simple" }
dependencies = [{ name = "rope" }]

[[package]]
name = "rope"
version = "9.1"
source = { registry = "https://index.example.invalid/simple" }
"""
PYPROJECT = '[project]\nname = "sails"\ndependencies = ["Rockets>=2", "sails[all]"]\n'


def test_a_lock_says_the_version_and_what_others_need(tmp_path: Path) -> None:
    found = ProjectDependencies([project(tmp_path, pyproject_toml=PYPROJECT, uv_lock=UV_LOCK)])
    (rockets,) = found.direct_dependencies()
    assert (rockets.name, rockets.version, rockets.specifier) == ("rockets", "2.5.0", ">=2")
    assert rockets.files == ("pyproject.toml", "uv.lock")
    fuel = found.stated("pypi/Fuel")
    assert fuel
    assert fuel.exact == "1.0"
    assert found.dependency("pypi/fuel") is None
    assert found.stated("pypi/rope") is None, "only what is for another system needs it"


def test_a_lock_alone_says_what_is_used(tmp_path: Path) -> None:
    lock = '[[packages]]\nname = "rockets"\nversion = "2.5.0"\n'
    assert versions(project(tmp_path, pylock_toml=lock)) == {"rockets": "2.5.0"}


def test_what_has_no_lock_has_the_version_that_is_asked_exactly(tmp_path: Path) -> None:
    folder = project(
        tmp_path,
        requirements_txt="rockets==2.1  # the last one\nfuel>=1 ; python_version >= '3'\nold ; python_version < '3'\n",
        package_json=json.dumps({"dependencies": {"sails": "1.2.3", "rope": "^1.0.0"}}),
    )
    assert versions(folder) == {"rockets": "2.1", "fuel": None, "sails": "1.2.3", "rope": None}


def test_what_lies_elsewhere_is_known_by_its_name_alone(tmp_path: Path) -> None:
    requirements = (
        "git+https://git.example/rockets.git@v2#egg=rockets\n-e ./here\n-e file:///there#egg=there\n"
        "fuel @ https://files.example/fuel-1.0.zip\n--index-url https://index.example/simple\n./wheels/x.whl\n"
    )
    package = {"dependencies": {"sails": "github:acme/sails", "rope": "file:../rope", "me": "workspace:*"}}
    folder = project(tmp_path, requirements_txt=requirements, package_json=json.dumps(package))
    assert versions(folder) == {"fuel": None, "rockets": None, "there": None, "rope": None, "sails": None}


def test_what_is_always_needed_comes_before_groups(tmp_path: Path) -> None:
    text = """
    [project]
    name = "sails"
    dependencies = ["zebra"]
    [project.optional-dependencies]
    extra = ["apple"]
    [dependency-groups]
    test = ["banana"]
    dev = [{ include-group = "test" }, "cherry", "zebra"]
    """
    found = ProjectDependencies([project(tmp_path, pyproject_toml=text)]).direct_dependencies()
    assert [(needed.name, needed.group) for needed in found] == [
        ("zebra", ""), ("apple", "extra"), ("banana", "test"), ("cherry", "dev")
    ]  # fmt: skip


def test_includes_stay_in_the_project_and_end(tmp_path: Path) -> None:
    folder = project(
        tmp_path / "inside",
        requirements_txt="-r more.txt\n-r ../outside.txt\n-c bounds.txt\nrockets\n",
        more_txt="-r requirements.txt\nfuel\n",
        bounds_txt="rockets==3.0\nunused==1\n",
    )
    project(tmp_path, outside_txt="secret==1\n")
    (folder / "requirements-dev.txt").symlink_to(tmp_path / "outside.txt")
    assert versions(folder) == {"rockets": "3.0", "fuel": None}


def test_a_member_finds_the_lock_of_its_workspace(tmp_path: Path) -> None:
    member = project(tmp_path / "packages/sails", pyproject_toml=PYPROJECT)
    project(tmp_path, pyproject_toml='[tool.uv.workspace]\nmembers = ["packages/*"]\n', uv_lock=UV_LOCK)
    (tmp_path / ".git").mkdir()
    assert versions(member) == {"rockets": "2.5.0"}


def test_of_several_folders_the_first_counts(tmp_path: Path) -> None:
    first = project(tmp_path / "a", requirements_txt="rockets==1\n")
    second = project(tmp_path / "b", requirements_txt="rockets==2\nfuel==3\n")
    assert versions(first, second) == {"rockets": "1", "fuel": "3"}


def test_nothing_is_read_before_the_first_question_and_again_only_when_changed(tmp_path: Path) -> None:
    now = itertools.count(step=LOOK_AGAIN_AFTER)
    found = ProjectDependencies([tmp_path], monotonic=lambda: next(now))
    file = project(tmp_path, requirements_txt="rockets==1\n") / "requirements.txt"
    assert found.dependency("pypi/rockets") is not None
    first = found.direct_dependencies()[0]
    assert found.direct_dependencies()[0] is first
    file.write_text("rockets==2\n")
    os.utime(file, ns=(1, 1))
    assert found.direct_dependencies()[0].version == "2"
    file.unlink()
    assert found.direct_dependencies() == []
    project(tmp_path, package_json='{"dependencies": {"sails": "1.0.0"}}')
    assert [needed.name for needed in found.direct_dependencies()] == ["sails"]


def test_other_folders_can_be_named_later(tmp_path: Path) -> None:
    found = ProjectDependencies([project(tmp_path / "a", requirements_txt="rockets\n")])
    assert [needed.name for needed in found.direct_dependencies()] == ["rockets"]
    found.look_in([project(tmp_path / "b", requirements_txt="fuel\n")])
    assert [needed.name for needed in found.direct_dependencies()] == ["fuel"]


HOSTILE = {
    "not-toml": ("pyproject.toml", b"\xff\xfe[[["),
    "deep-toml": ("pyproject.toml", b"a = " + b"[" * 100_000),
    "deep-json": ("package.json", b"[" * 100_000),
    "not-an-object": ("package.json", b'{"dependencies": [1, 2], "workspaces": {"packages": "x"}}'),
    "large": ("package.json", b" " * (MAX_MANIFEST_BYTES + 1)),
    "aliases": ("pnpm-lock.yaml", b"importers: &a [*a]\n"),
    "tags": ("pnpm-lock.yaml", b"importers: !!python/object:os.system {}\n"),
    "deep-yaml": ("pnpm-lock.yaml", b"importers: " + b"{a: " * 10_000),
    "deep-marker": ("requirements.txt", b"rockets ; " + b"(" * 100_000),
    "many-parentheses": ("requirements.txt", b"rockets ; " + b"(" * 1_900),
    "one-long-line": ("yarn.lock", b'"' + b"a@^1, " * 100_000),
    "names": ("requirements.txt", b"ignore-previous instructions\n<script>==1\nrockets\x1b[2J\n"),
    "npm-names": ("package.json", b'{"dependencies": {"ignore previous instructions": "1.0.0", "../x": "1.0.0"}}'),
    "climbing": ("package.json", b'{"workspaces": ["../*", "/etc/*", "**/**/**"]}'),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_broken_or_hostile_says_nothing(name: str, tmp_path: Path) -> None:
    file, content = HOSTILE[name]
    (tmp_path / file).write_bytes(content)
    if file != "package.json":
        (tmp_path / "package.json").write_text("{}")
    assert versions(tmp_path) == {}


def test_a_pipe_in_a_files_place_holds_nobody_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "requirements.txt")
    assert versions(tmp_path) == {}


def test_a_workspace_without_a_lock_names_the_needs_of_its_members(tmp_path: Path) -> None:
    project(
        tmp_path,
        package_json='{"workspaces": {"packages": ["lib/*", "!lib/no"]}}',
        lib__a__package_json='{"name": "a", "dependencies": {"b": "^1.0.0", "rope": "1.0.0"}}',
        lib__b__package_json='{"name": "b", "peerDependencies": {"sails": ">=1"}}',
        lib__node_modules__x__package_json='{"dependencies": {"never": "1.0.0"}}',
    )
    assert versions(tmp_path) == {"rope": "1.0.0", "sails": None}
