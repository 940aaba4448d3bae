"""The manifests of setuptools, conda, pixi, hatch and Deno are read, and nothing in them is run."""

import json
from pathlib import Path

import pytest
from tests.growth import grows_linearly

from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.project.manifest_documents import commented_json
from pro_context_engine.libraries.project.manifests.conda import conda_range, split_requirement
from pro_context_engine.libraries.project.manifests.deno_json import npm_specifier

FILES = dict[str, str]


def read(folder: Path, files: FILES) -> ProjectDependencies:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return ProjectDependencies([folder])


SETUP_CFG = """
[metadata]
name = Sails
[options]
python_requires = >=3.9
install_requires =
    kit>=1,<2  # the rigging
    rope; python_version < "3"
    sails[all]
[options.extras_require]
test =
    kit!=1.4
    hull~=2.1
"""
SETUP_PY = """
import os
from setuptools import setup
common = ["kit>=1", read("more.txt")]
os.system("touch ran")
extras = {"test": ("kit!=1.4", "hull~=2.1"), os.name: ["mast"]}
if __name__ == "__main__":
    setup(name="sails", install_requires=common + ["kit<2", "sails"], **{"extras_require": extras})
"""
ENVIRONMENT = """
name: harbour
channels: [conda-forge]
dependencies:
  - python=3.12
  - conda-forge::kit=1.4
  - hull >=2,<3
  - pip
  - pip:
    - rope==3.1
    - -r more.txt
"""
PIXI = """
[workspace]
name = "sails"
[dependencies]
python = ">=3.10"
kit = "1.4.*"
[pypi-dependencies]
rope = {version = "==3.1", extras = ["all"]}
sails = {path = "."}
[feature.test.dependencies]
hull = {version = ">=2,<3"}
"""
HATCH = """
[envs.default]
dependencies = ["kit==1.4.*"]
[envs.test]
extra-dependencies = ["hull>=2,<3"]
"""
PYTHON: dict[str, tuple[FILES, list[tuple[str, str, str]]]] = {
    "setup.cfg": ({"setup.cfg": SETUP_CFG}, [("kit", ">=1,!=1.4,<2", ""), ("hull", "~=2.1", "test")]),
    "setup.py": ({"setup.py": SETUP_PY}, [("kit", ">=1,!=1.4,<2", ""), ("hull", "~=2.1", "test")]),
    "conda": (
        {"environment.yml": ENVIRONMENT},
        [("hull", ">=2,<3", ""), ("kit", "==1.4.*", ""), ("rope", "==3.1", "")],
    ),
    "conda, by name": ({"environment-docs.yaml": "dependencies: [kit=1.4=py_0]"}, [("kit", "==1.4.*", "docs")]),
    "pixi": (
        {"pixi.toml": PIXI},
        [("kit", "==1.4.*", ""), ("rope", "==3.1", ""), ("hull", ">=2,<3", "test")],
    ),
    "pixi in pyproject": (
        {"pyproject.toml": "[project]\nname = 'sails'\n[tool.pixi.dependencies]\nkit = '1.4.*'\nsails = '*'\n"},
        [("kit", "==1.4.*", "")],
    ),
    "hatch": ({"hatch.toml": HATCH}, [("kit", "==1.4.*", "default"), ("hull", ">=2,<3", "test")]),
    "hatch in pyproject": (
        {"pyproject.toml": "[tool.hatch.envs.default]\ndependencies = ['kit==1.4.*']\n"},
        [("kit", "==1.4.*", "default")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PYTHON)
def test_requirements_are_read_from_the_manifests_of_other_tools(name: str, tmp_path: Path) -> None:
    files, expected = PYTHON[name]
    found = read(tmp_path, files).direct_dependencies()
    assert sorted((one.name, one.specifier, one.group) for one in found) == sorted(expected)
    assert {file for one in found for file in one.files} == set(files)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("files", "python"),
    [
        ({"setup.cfg": "[options]\npython_requires = ==3.9.*\ninstall_requires = kit\n"}, "3.9"),
        ({"setup.py": "setup(install_requires='kit', python_requires='==3.9.*')"}, "3.9"),
        ({"environment.yml": "dependencies: [python=3.9, kit]"}, "3.9"),
        ({"pixi.toml": "[dependencies]\npython = '3.9.*'\nkit = '*'\n"}, "3.9"),
    ],
)
def test_the_manifest_names_the_version_of_python(files: FILES, python: str, tmp_path: Path) -> None:
    assert read(tmp_path, files).python_version() == python


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("=1.4", "==1.4.*"), ("=1.4.*", "==1.4.*"), ("==1.4.2", "==1.4.2"), (">=1,<2", ">=1,<2"), ("~=1.4", "~=1.4"),
        ("1.4.*", "==1.4.*"), ("1.4.* py_0", "==1.4.*"), ("=1.4=py_0", "==1.4.*"), (">=1, <2", ">=1,<2"),
        ("*", ""), ("", ""), ("newest", ""), (None, ""), ({"git": "x"}, ""),
    ],
)  # fmt: skip
def test_ranges_of_conda_are_told_in_the_notation_of_python(written: object, meant: str) -> None:
    assert conda_range(written) == meant


@pytest.mark.parametrize(
    ("text", "name", "written"),
    [
        ("kit", "kit", ""), ("forge/label/x::Kit-a=1.4", "kit-a", "=1.4"), ("kit >=1", "kit", ">=1"),
        ("kit[version='>=1,<2', build=x]", "kit", ">=1,<2"), ("", "", ""), ("=1", "", ""),
    ],
)  # fmt: skip
def test_requirements_of_conda_are_split(text: str, name: str, written: str) -> None:
    assert split_requirement(text) == (name, written)


@pytest.mark.parametrize(
    "script",
    [
        "setup(install_requires=", "setup(install_requires=[" + "(" * 5_000, "x = [x]\nsetup(install_requires=x)",
        "setup(install_requires=a)\na = a + a", "setup(install_requires={'kit': 1}, name=3, python_requires=[])", "\0",
        "setup(install_requires=" + "+".join(["[]"] * 50_000) + ")",
    ],
    ids=["half", "deep", "of itself", "sum of itself", "other types", "null", "a long sum"],
)  # fmt: skip
def test_a_malformed_setup_script_is_read_as_empty(script: str, tmp_path: Path) -> None:
    assert read(tmp_path, {"setup.py": script}).direct_dependencies() == []


DENO = """{
  // "imports": {"hull": "npm:hull@1"},
  "name": "@harbour/sails",
  "imports": {
    "kit": "npm:kit@^1.4", "kit/": "npm:/kit@^1.4/", /* a comment, */
    "line": "npm:@a/rope@3.1.0/knots.js",
    "std": "jsr:@std/path@1", "own": "./own.ts", "odd": 3,
  },
  "workspace": ["./lib/*",],
}"""


def test_packages_of_npm_are_read_from_the_manifest_of_deno_and_of_its_members(tmp_path: Path) -> None:
    files = {
        "deno.jsonc": DENO,
        "lib/a/deno.json": json.dumps({"name": "@harbour/a", "imports": {"kit": "npm:kit@<1.9", "hull": "npm:hull"}}),
    }
    found = read(tmp_path, files).direct_dependencies()
    assert [(one.name, one.specifier, one.version) for one in found] == [
        ("@a/rope", "3.1.0", "3.1.0"), ("hull", "", None), ("kit", ">=1.4.0 <1.9.0", None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("specifier", "meant"),
    [
        ("npm:kit", ("kit", "")), ("npm:kit@1/x/y", ("kit", "1")), ("npm:/@a/kit@^1/", ("@a/kit", "^1")),
        ("jsr:@a/kit", ("", "")), ("kit", ("", "")), (3, ("", "")),
    ],
)  # fmt: skip
def test_specifiers_of_deno_are_split(specifier: object, meant: tuple[str, str]) -> None:
    assert npm_specifier(specifier) == meant


def test_comments_and_trailing_commas_stand_outside_of_strings() -> None:
    text = '{"a": "// x, ]", /* , */ "b": [1, 2, // end\n ], "c": "\\", }",\n}'
    assert commented_json(text.encode()) == {"a": "// x, ]", "b": [1, 2], "c": '", }'}


@pytest.mark.parametrize("unit", ['"\\', "/*", "//", ",", '",', " ,\n"])
def test_texts_that_never_end_are_read_in_linear_time(unit: str) -> None:
    assert grows_linearly(lambda size: commented_json((unit * size).encode()), 400_000)
