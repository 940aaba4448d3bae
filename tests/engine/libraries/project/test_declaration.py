"""The version that a project's files state of each package: locked, pinned, or within the ranges of all files."""

import json
from pathlib import Path

import pytest

from pro_context_engine.domain.versions.npm_versions import npm_range
from pro_context_engine.domain.versions.python_versions import version_range
from pro_context_engine.libraries.project.declaration import StatedVersion
from pro_context_engine.libraries.project.detection import ProjectDependencies

FILES = dict[str, str]


def write(folder: Path, files: FILES) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def stated(folder: Path, files: FILES, package: str) -> StatedVersion:
    return ProjectDependencies([write(folder, files)]).stated(package) or pytest.fail("no file names it")


def project(*needs: str, more: str = "") -> str:
    return f'[project]\nname = "sails"\ndependencies = {json.dumps(needs)}\n{more}'


def package(name: str = "sails", **more: object) -> str:
    return json.dumps({"name": name, **more})


PYTHON: dict[str, tuple[FILES, str, str]] = {
    "a range": ({"pyproject.toml": project("kit>=1,<2")}, ">=1,<2", "pyproject.toml"),
    "no range": ({"pyproject.toml": project("kit")}, "", ""),
    "an extra": (
        {"pyproject.toml": project("kit>=1", more='[project.optional-dependencies]\nx = ["kit<2"]\n')},
        ">=1,<2", "pyproject.toml",
    ),
    "a group": (
        {"pyproject.toml": project("kit", more='[dependency-groups]\ndev = ["kit>=2,<2.5"]\n')},
        ">=2,<2.5", "pyproject.toml",
    ),
    "groups of poetry": (
        {
            "pyproject.toml": "[tool.poetry.dependencies]\npython = '^3.11'\nkit = '^1.2'\n"
            "[tool.poetry.group.dev.dependencies]\nkit = {version = '~1.4', extras = ['x']}\n"
            "[tool.poetry.dev-dependencies]\nkit = '!=1.4.1'\n"
        },
        ">=1.4,!=1.4.1,<1.5", "pyproject.toml",
    ),
    "a constraint of poetry for another Python": (
        {
            "pyproject.toml": "[project]\nrequires-python = '>=3.8'\n[tool.poetry.dependencies]\n"
            "kit = [{version = '^1', python = '<3.8'}, {version = '^2', python = '>=3.8'}]\n"
        },
        ">=2,<3", "pyproject.toml",
    ),
    "PDM": (
        {"pyproject.toml": project("kit>=1", more='[tool.pdm.dev-dependencies]\ntest = ["kit<1.9"]\n')},
        ">=1,<1.9", "pyproject.toml",
    ),
    "an override of PDM": (
        {"pyproject.toml": project("kit>=1", more='[tool.pdm.resolution.overrides]\nkit = ">=3"\n')},
        ">=3", "pyproject.toml",
    ),
    "categories of a Pipfile": (
        {"Pipfile": '[packages]\nkit = ">=1"\n[dev-packages]\nkit = {version = "<2"}\n[docs]\nkit = "*"\n'},
        ">=1,<2", "Pipfile",
    ),
    "requirements files": (
        {"requirements.txt": "-r more.txt\nkit>=1\n", "more.txt": "kit < 1.4 ; python_version >= '3'\n"},
        ">=1,<1.4", "requirements.txt",
    ),
    "a constraints file": (
        {"requirements.txt": "kit\n-c bounds.txt\n", "bounds.txt": "-r inner.txt\nkit<2\n", "inner.txt": "kit>1\n"},
        ">1,<2", "bounds.txt",
    ),
    "a constraints file beside the manifest": (
        {"pyproject.toml": project("kit>=1"), "constraints.txt": "kit<2\n"}, ">=1,<2", "pyproject.toml",
    ),
    "constraints of uv": (
        {"pyproject.toml": project("kit>=1", more='[tool.uv]\nconstraint-dependencies = ["kit<1.5"]\n')},
        ">=1,<1.5", "pyproject.toml",
    ),
    "an override of uv": (
        {"pyproject.toml": project("kit<2", more='[tool.uv]\noverride-dependencies = ["kit>=2", "kit<3"]\n')},
        ">=2,<3", "pyproject.toml",
    ),
    "a package that is only bounded": (
        {"pyproject.toml": project("hull", more='[tool.uv]\nconstraint-dependencies = ["kit<1.5"]\n')},
        "<1.5", "pyproject.toml",
    ),
    "members of a workspace": (
        {
            "pyproject.toml": project("kit>=1", more='[tool.uv.workspace]\nmembers = ["lib/*"]\nexclude = ["lib/c"]\n'),
            "lib/a/pyproject.toml": project("kit<3").replace("sails", "a"),
            "lib/b/pyproject.toml": project("kit!=2.1", "a>=9").replace("sails", "b"),
            "lib/c/pyproject.toml": project("kit==9").replace("sails", "c"),
        },
        ">=1,!=2.1,<3", "pyproject.toml",
    ),
    "a contradiction of groups": (
        {
            "pyproject.toml": project(
                "kit>=2", more='[project.optional-dependencies]\nold = ["kit<2"]\nnew = ["kit<4"]\n'
            )
        },
        ">=2,<4", "pyproject.toml",
    ),
    "an address": (
        {"pyproject.toml": project("kit @ https://files.example.invalid/kit.zip"), "requirements.txt": "kit<2\n"},
        "<2", "requirements.txt",
    ),
    "a malformed range": ({"Pipfile": '[packages]\nkit = "newest"\n'}, "", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", PYTHON)
def test_ranges_of_all_files_are_combined(name: str, tmp_path: Path) -> None:
    files, allowed, file = PYTHON[name]
    found = stated(tmp_path, files, "pypi/Kit")
    assert (found.allowed, found.file, found.exact, found.is_locked) == (allowed, file, "", False)
    assert not allowed or version_range(found.allowed) is not None


NPM: dict[str, tuple[FILES, str, str]] = {
    "a range": ({"package.json": package(dependencies={"kit": "^3.22.0"})}, "^3.22.0", "package.json"),
    "any version": ({"package.json": package(dependencies={"kit": "*"})}, "", ""),
    "a tag": ({"package.json": package(dependencies={"kit": "next"})}, "", ""),
    "several groups": (
        {"package.json": package(peerDependencies={"kit": "^17 || ^18"}, devDependencies={"kit": "^18.2"})},
        ">=18.2.0 <19.0.0", "package.json",
    ),
    "the protocol of yarn": ({"package.json": package(dependencies={"kit": "npm:^1.2.0"})}, "^1.2.0", "package.json"),
    "another name": ({"package.json": package(dependencies={"old": "npm:kit@^1.2"})}, "^1.2", "package.json"),
    "an override of npm": (
        {"package.json": package(dependencies={"kit": "^1"}, overrides={"kit": "^2"})}, "^2", "package.json",
    ),
    "an override with others in it": (
        {"package.json": package(overrides={"kit": {".": "^2", "rope": "1.0.0"}, "a@^1": {"kit": "9.0.0"}})},
        "^2", "package.json",
    ),
    "an override by name": (
        {"package.json": package(dependencies={"hull": "~4.1"}, overrides={"kit": "$hull"})}, "~4.1", "package.json",
    ),
    "an override by another package": (
        {"package.json": package(dependencies={"kit": "^1"}, overrides={"kit": "npm:hull@^2"})}, "", "",
    ),
    "an override for some versions": (
        {"package.json": package(dependencies={"kit": "^1"}, overrides={"kit@^1": "9.0.0"})}, "^1", "package.json",
    ),
    "a resolution": (
        {"package.json": package(dependencies={"kit": "^1"}, resolutions={"**/kit": "^2", "hull/kit": "^3"})},
        "^2", "package.json",
    ),
    "an override of pnpm": (
        {"package.json": package(pnpm={"overrides": {"kit": "^2", "hull>kit": "^3", "rope": "-"}})},
        "^2", "package.json",
    ),
    "an override in the workspace of pnpm": (
        {"package.json": package(dependencies={"kit": "1"}), "pnpm-workspace.yaml": "overrides:\n  kit: ^2.1\n"},
        "^2.1", "pnpm-workspace.yaml",
    ),
    "a catalog of pnpm": (
        {
            "package.json": package(dependencies={"kit": "catalog:"}),
            "pnpm-workspace.yaml": "packages: ['lib/*']\ncatalog:\n  kit: ^2.1\ncatalogs:\n  old:\n    kit: <2.9\n",
            "lib/a/package.json": package("a", dependencies={"kit": "catalog:old", "hull": "catalog:none"}),
        },
        ">=2.1.0 <2.9.0", "package.json",
    ),
    "a catalog of yarn": (
        {"package.json": package(dependencies={"kit": "catalog:"}), ".yarnrc.yml": "catalog:\n  kit: ^2.1\n"},
        "^2.1", "package.json",
    ),
    "a catalog of bun": (
        {"package.json": package(dependencies={"kit": "catalog:x"}, workspaces={"catalogs": {"x": {"kit": "^5"}}})},
        "^5", "package.json",
    ),
    "members of a workspace": (
        {
            "package.json": package(workspaces=["lib/*", "!lib/c"], devDependencies={"kit": ">=1"}),
            "lib/a/package.json": package("a", dependencies={"kit": "<3"}),
            "lib/b/package.json": package("b", dependencies={"kit": "1 - 2", "a": "workspace:*"}),
            "lib/c/package.json": package("c", dependencies={"kit": "9.0.0"}),
        },
        ">=1.0.0 <3.0.0", "package.json",
    ),
    "a contradiction of members": (
        {
            "package.json": package(workspaces=["lib/*"], dependencies={"kit": "^2"}),
            "lib/a/package.json": package("a", dependencies={"kit": "^1"}),
        },
        "^2", "package.json",
    ),
    "a folder": ({"package.json": package(dependencies={"kit": "file:../kit"})}, "", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", NPM)
def test_ranges_of_packages_and_members_are_combined(name: str, tmp_path: Path) -> None:
    files, allowed, file = NPM[name]
    found = stated(tmp_path, files, "npm/kit")
    assert (found.allowed, found.file, found.exact, found.is_locked) == (allowed, file, "", False)
    assert not allowed or npm_range(found.allowed) is not None


LOCK = '[[packages]]\nname = "kit"\nversion = "1.4.2"\n[[packages]]\nname = "rope"\nversion = "3"\n'
GENERATED = "# This file was autogenerated\n"

EXACT: dict[str, tuple[FILES, str, tuple[str, str, str, bool]]] = {
    "a pin": ({"pyproject.toml": project("kit==2.0")}, "pypi/kit", ("2.0", "==2.0", "pyproject.toml", False)),
    "a pin of poetry": (
        {"pyproject.toml": "[tool.poetry.dependencies]\nkit = '2.0'\n"},
        "pypi/kit", ("2.0", "==2.0", "pyproject.toml", False),
    ),
    "a pin beside a range": (
        {"pyproject.toml": project("kit>=1"), "requirements.txt": "kit==2.0\n"},
        "pypi/kit", ("2.0", "==2.0,>=1", "requirements.txt", False),
    ),
    "a pin that contradicts": (
        {"pyproject.toml": project("kit>=3"), "requirements.txt": "kit==2.0\n"},
        "pypi/kit", ("", ">=3", "pyproject.toml", False),
    ),
    "a pin in constraints": (
        {"requirements.txt": "kit\n-c c.txt\n", "c.txt": "kit==2.0\n"}, "pypi/kit", ("2.0", "==2.0", "c.txt", False),
    ),
    "a pin in a generated file": (
        {"pyproject.toml": project("kit>=1"), "requirements.txt": GENERATED + "kit==2.0\nrope==3\n"},
        "pypi/kit", ("2.0", ">=1", "requirements.txt", True),
    ),
    "a pin in a file made from another": (
        {"requirements.in": "kit>=1\n", "requirements.txt": "kit==2.0\nrope==3\n"},
        "pypi/rope", ("3", "", "requirements.txt", True),
    ),
    "a lock and a range": (
        {"pyproject.toml": project("kit>=1"), "pylock.toml": LOCK}, "pypi/kit", ("1.4.2", ">=1", "pylock.toml", True),
    ),
    "a lock and a pin": (
        {"pyproject.toml": project("kit==2.0"), "pylock.toml": LOCK},
        "pypi/kit", ("1.4.2", "==2.0", "pylock.toml", True),
    ),
    "locked for another": (
        {"pyproject.toml": project("kit"), "pylock.toml": LOCK}, "pypi/rope", ("3", "", "pylock.toml", True),
    ),
    "locked for another and bounded": (
        {"pyproject.toml": project(more='[tool.uv]\nconstraint-dependencies = ["rope<4"]\n'), "pylock.toml": LOCK},
        "pypi/rope", ("3", "<4", "pylock.toml", True),
    ),
    "an override with a pin": (
        {"pyproject.toml": project("kit<2", more='[tool.uv]\noverride-dependencies = ["kit==2.1"]\n')},
        "pypi/kit", ("2.1", "==2.1", "pyproject.toml", False),
    ),
    "a pin of npm": (
        {"package.json": package(dependencies={"@a/kit": "4.6.0"})},
        "npm/@a/kit", ("4.6.0", "4.6.0", "package.json", False),
    ),
    "a resolution of npm": (
        {"package.json": package(dependencies={"@a/kit": "^4"}, resolutions={"@a/kit": "4.6.0"})},
        "npm/@a/kit", ("4.6.0", "4.6.0", "package.json", False),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EXACT)
def test_a_lock_counts_before_a_pin_and_a_pin_before_ranges(name: str, tmp_path: Path) -> None:
    files, package_id, expected = EXACT[name]
    dependencies = ProjectDependencies([write(tmp_path, files)])
    found = dependencies.stated(package_id) or pytest.fail("no file names it")
    assert (found.exact, found.allowed, found.file, found.is_locked) == expected
    direct = dependencies.dependency(package_id)
    assert direct is None or (direct.version or "", direct.specifier) == (found.exact, found.allowed)


def test_a_package_that_no_file_names_has_no_version(tmp_path: Path) -> None:
    found = ProjectDependencies([write(tmp_path, {"pyproject.toml": project("kit", "sails[all]<2")})])
    assert found.stated("pypi/rope") is None
    assert found.stated("npm/kit") is None
    assert found.stated("pypi/sails") is None, "the project itself is no library"


def test_single_ranges_remain_as_alternatives(tmp_path: Path) -> None:
    files = {"pyproject.toml": project("kit>=1.4,<1.4.1"), "requirements.txt": "kit!=1.4\n"}
    found = stated(tmp_path, files, "pypi/kit")
    assert found.allowed == ">=1.4,!=1.4,<1.4.1"
    assert found.alternatives == (">=1.4,<1.4.1", "!=1.4")
    assert stated(tmp_path, {"requirements.txt": "kit>=1.4,<1.4.1\n"}, "pypi/kit").alternatives == ()


def test_bounds_do_not_make_a_package_needed(tmp_path: Path) -> None:
    more = '[tool.uv]\nconstraint-dependencies = ["rope<2"]\noverride-dependencies = ["hull==1"]\n'
    files = {"pyproject.toml": project("kit", more=more), "constraints.txt": "mast==1\n"}
    files["package.json"] = package(overrides={"deck": "1.0.0"})
    found = ProjectDependencies([write(tmp_path, files)])
    assert [dependency.name for dependency in found.direct_dependencies()] == ["kit"]


def test_an_installed_version_is_allowed_by_all_ranges(tmp_path: Path) -> None:
    files = {"pyproject.toml": project("kit>=1"), "constraints.txt": "kit<2\n"}
    dependency = ProjectDependencies([write(tmp_path, files)]).dependency("pypi/kit") or pytest.fail("it is needed")
    assert [dependency.allows(version) for version in ("0.9", "1.4", "2.0")] == [False, True, False]


def test_a_member_goes_by_the_constraints_and_overrides_of_its_workspace(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    bounds = '[tool.uv]\nconstraint-dependencies = ["kit<2"]\noverride-dependencies = ["rope>=4"]\n'
    files = {
        "pyproject.toml": project("kit==1.1", more=bounds + '[tool.uv.workspace]\nmembers = ["lib/*"]\n'),
        "lib/a/pyproject.toml": project("kit>=1", "rope<3").replace("sails", "a"),
        "package.json": package(workspaces=["lib/*"], overrides={"deck": "^2"}),
        "lib/a/package.json": package("a", dependencies={"deck": "^1"}, overrides={"deck": "^9"}),
    }
    write(tmp_path, files)
    found = ProjectDependencies([tmp_path / "lib/a"])
    assert [(one.name, one.specifier) for one in found.direct_dependencies()] == [
        ("kit", ">=1,<2"), ("rope", ">=4"), ("deck", "^2"),
    ]  # fmt: skip


def test_of_two_folders_the_first_that_names_a_package_counts(tmp_path: Path) -> None:
    first = write(tmp_path / "a", {"requirements.txt": "kit<2\n"})
    second = write(tmp_path / "b", {"requirements.txt": "kit<1\nrope<3\n"})
    found = ProjectDependencies([first, second])
    assert [getattr(found.stated(name), "allowed", None) for name in ("pypi/kit", "pypi/rope")] == ["<2", "<3"]


HOSTILE: dict[str, tuple[FILES, str, str]] = {
    "ten thousand ranges": (
        {"requirements.txt": "kit>=1\n" + "".join(f"kit!=2.{number}\n" for number in range(10_000))},
        "pypi/kit", "2.99999",
    ),
    "ten thousand contradictions": (
        {"requirements.txt": "kit>=1\n" + "".join(f"kit=={number}\n" for number in range(2, 10_000))},
        "pypi/kit", "2",
    ),
    "many alternatives": (
        {
            "package.json": package(
                dependencies={"kit": "<9 || " + " || ".join(f"{number}.x" for number in range(0, 400, 2))},
                devDependencies={"kit": "<9 || " + " || ".join(f"{number}.1.x" for number in range(1, 400, 2))},
                peerDependencies={"kit": "||".join(["1"] * 900)},
            )
        },
        "npm/kit", "1.1.0",
    ),
    "one long range": (
        {"pyproject.toml": project("kit" + ",".join(f"!=1.{number}" for number in range(5_000)), "kit<3")},
        "pypi/kit", "1.0",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_ranges_are_bounded(name: str, tmp_path: Path) -> None:
    files, package_id, version = HOSTILE[name]
    dependencies = ProjectDependencies([write(tmp_path, files)])
    dependency = dependencies.dependency(package_id) or pytest.fail("it is needed")
    assert dependency.allows(version)
    assert len(dependency.specifier) <= 2_000
