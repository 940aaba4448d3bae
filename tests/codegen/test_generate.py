"""What generate writes, what drift sees, and that neither depends on anything but the spec."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pro_context_codegen.__main__ import main
from pro_context_codegen.contract_folders import read_contracts


def _files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def _run(command: str, spec: Path, out: Path) -> int:
    return main([command, "--spec", str(spec), "--out", str(out)])


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("generated")
    assert _run("generate", Path(__file__).parent / "specs" / "garden", out) == 0
    return out


def test_equals_what_a_person_looked_at(generated: Path, golden: Path) -> None:
    # To look again: python -m pro_context_codegen generate --spec tests/codegen/specs/garden
    # --out tests/codegen/golden/garden, and read the difference.
    assert _files(generated) == _files(golden)


def test_every_file_names_its_source(generated: Path) -> None:
    silent = {
        path
        for path, content in _files(generated).items()
        if not path.endswith((".json", "py.typed")) and b"do not edit" not in content.split(b"\n\n\n")[0]
    }
    assert silent == set()


def test_is_the_same_for_another_hash_seed(garden_spec: Path, golden: Path) -> None:
    command = [sys.executable, "-m", "pro_context_codegen", "drift", "--spec", garden_spec, "--out", golden]
    environment = os.environ | {"PYTHONHASHSEED": "4242", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_drift_names_what_differs_and_leaves_it(
    generated: Path, garden_spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path, content in _files(generated).items():
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    (tmp_path / "pro_context_contract" / "bundles" / "garden-1.1.0.json").write_text("{}")
    (tmp_path / "pyproject.toml").write_text("changed")
    (tmp_path / "reference" / "garden" / "errors.md").unlink()
    before = _files(tmp_path)

    assert _run("drift", garden_spec, tmp_path) == 1

    named = [line.partition(":")[0] for line in capsys.readouterr().err.splitlines()]
    expected = ["pro_context_contract/bundles/garden-1.1.0.json", "pyproject.toml", "reference/garden/errors.md"]
    assert named == [str(tmp_path / path) for path in expected]
    assert _files(tmp_path) == before


def test_generate_removes_what_no_longer_follows(garden_spec: Path, generated: Path, tmp_path: Path) -> None:
    stale = tmp_path / "pro_context_contract" / "orchard" / "tools"
    (stale / "__pycache__").mkdir(parents=True)
    (stale / "__pycache__" / "pick.pyc").touch()
    (stale / "pick.py").touch()

    assert _run("generate", garden_spec, tmp_path) == 0

    assert not stale.parent.exists()
    assert _files(tmp_path) == _files(generated)


def test_generate_refuses_a_folder_with_other_things(
    garden_spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")

    assert _run("generate", garden_spec, tmp_path) == 1

    assert "thesis.txt" in capsys.readouterr().err
    assert _files(tmp_path) == {"thesis.txt": b"years of work"}


def test_a_file_that_no_list_names_follows_the_named_ones(spec_copy: Path) -> None:
    listed = spec_copy / "contracts" / "garden" / "contract.yaml"
    listed.write_text(listed.read_text().replace("tools: [find-plant, water-plan]", "tools: [water-plan]"))
    (contract,) = read_contracts(spec_copy)
    assert [tool.name for tool in contract.tools] == ["water-plan", "draw-plant", "find-plant"]
