"""Scripts that state their own requirements (PEP 723) count for packages that nothing else in the project names."""

from pathlib import Path

import pytest

from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.project.manifests.script_metadata import ScriptMetadata

SCRIPT = """#!/usr/bin/env -S uv run --script
# /// script
# requires-python = ">=3.29"
# dependencies = [
#   "kit>=1,<2",
#   "rope; python_version < '3'",
#   "sails",
# ]
#
# [tool.uv]
# note = '''
# ///
# '''
# ///
# A remark that is not metadata.
import kit
"""
LOCK = """
version = 1
[manifest]
requirements = [{ name = "kit", specifier = ">=1,<2" }, { name = "hull" }]
[[package]]
name = "kit"
version = "1.4"
source = { registry = "https://index.example.invalid/simple" }
dependencies = [{ name = "hull", marker = "sys_platform == 'never'" }, { name = "mast" }]
[[package]]
name = "hull"
version = "2.1"
source = { registry = "https://index.example.invalid/simple" }
[[package]]
name = "mast"
version = "0.3"
source = { registry = "https://index.example.invalid/simple" }
"""


def read(folder: Path, files: dict[str, str]) -> ProjectDependencies:
    (folder / ".git").mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return ProjectDependencies([folder])


def stated(project: ProjectDependencies, name: str) -> tuple[str, str, str]:
    found = project.stated(f"pypi/{name}")
    assert found is not None
    return found.exact, found.allowed, found.file


def test_a_script_states_requirements_and_python(tmp_path: Path) -> None:
    project = read(tmp_path, {"fetch.py": SCRIPT, "other.py": "import rope\n"})
    assert [one.name for one in project.direct_dependencies()] == ["kit", "sails"]
    assert stated(project, "kit") == ("", ">=1,<2", "fetch.py")
    assert project.python_version() == "3.29"


def test_the_lock_of_a_script_decides_before_its_ranges(tmp_path: Path) -> None:
    project = read(tmp_path, {"fetch.py": SCRIPT, "fetch.py.lock": LOCK})
    assert stated(project, "kit") == ("1.4", ">=1,<2", "fetch.py.lock")
    assert stated(project, "hull") == ("2.1", "", "fetch.py.lock")
    assert stated(project, "mast") == ("0.3", "", "fetch.py.lock")


def test_the_tables_of_uv_in_a_script_count(tmp_path: Path) -> None:
    tables = "constraint-dependencies = ['kit<1.5', 'mast<3']", "override-dependencies = ['sails==7']"
    head, _, _ = SCRIPT.replace('"sails",', '"sails>1", "oar>2",').partition("# note")
    text = head + "".join(f"# {line}\n" for line in (*tables, "sources.oar.git = 'a'", "///"))
    project = read(tmp_path, {"fetch.py": text})
    assert stated(project, "kit") == ("", ">=1,<1.5", "fetch.py")
    assert stated(project, "sails") == ("7", "==7", "fetch.py")
    assert stated(project, "oar") == ("", "", "")
    assert [one.name for one in project.direct_dependencies()] == ["kit", "oar", "sails"]


def test_what_the_project_states_wins(tmp_path: Path) -> None:
    files = {
        "pyproject.toml": "[project]\nname = 'sails'\nrequires-python = '>=3.8'\ndependencies = ['kit>=1']\n",
        "uv.lock": LOCK,
        "fetch.py": SCRIPT.replace("kit>=1,<2", "kit==1.1").replace('"sails"', '"sails", "mast==0.1", "oar==5"'),
    }
    project = read(tmp_path, files)
    assert stated(project, "kit") == ("1.4", ">=1", "uv.lock")
    assert stated(project, "oar") == ("5", "==5", "fetch.py")
    assert [(one.name, one.version) for one in project.direct_dependencies()] == [
        ("kit", "1.4"),
        ("mast", "0.3"),
        ("oar", "5"),
    ]
    assert project.python_version() != "3.29"


def test_scripts_do_not_hide_the_manifest_of_the_folder_above(tmp_path: Path) -> None:
    read(tmp_path, {"pyproject.toml": "[project]\ndependencies = ['kit==1.2', 'hull==2']\n", "tools/fetch.py": SCRIPT})
    project = ProjectDependencies([tmp_path / "tools"])
    assert stated(project, "kit")[0] == "1.2"
    assert stated(project, "hull")[0] == "2"
    assert project.stated("pypi/sails") is not None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# /// script\n",
        "# /// script\n# dependencies = ['kit']\n",
        "# /// script\nx = 1\n# ///\n",
        "x = '''\n  # /// script\n# ///\n'''\n",
    ],
)
def test_what_is_no_metadata_is_none(text: str) -> None:
    assert ScriptMetadata.read(text.encode()) is None


def test_malformed_metadata_is_empty(tmp_path: Path) -> None:
    assert read(tmp_path, {"fetch.py": "# /// script\n# dependencies = [\n# ///\n"}).direct_dependencies() == []


def test_a_changed_script_is_read_again(tmp_path: Path) -> None:
    clock = iter(range(100))
    read(tmp_path, {"fetch.py": SCRIPT})
    project = ProjectDependencies([tmp_path], monotonic=lambda: float(next(clock)))
    assert stated(project, "kit")[1] == ">=1,<2"
    read(tmp_path, {"fetch.py": SCRIPT.replace("<2", "<1.5")})
    assert stated(project, "kit")[1] == ">=1,<1.5"
