"""What the site says of releases, deprecations and recordings, out of the garden; how it looks is tests/site's part."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pro_context_codegen.__main__ import main
from pro_context_codegen.configuration_schema import read
from pro_context_codegen.contract_folders import read_contracts
from pro_context_codegen.reference_site import Material, files
from pro_context_codegen.reference_site.site_pages import highlight_json, prose_html
from pro_context_codegen.spec_problems import SpecError


def _site(spec: Path) -> dict[str, str]:
    return files(Material.read(spec, read_contracts(spec), read(spec)))


def _replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_what_is_deprecated_is_marked_where_it_is_listed_and_where_it_stands(garden_spec: Path) -> None:
    site = _site(garden_spec)
    notice = "Since 1.1.0, to be removed in 2.0.0: Plans move into find-plant. Use find-plant instead."
    assert notice in site["garden/tools/water-plan.html"]
    assert 'water-plan</a> <span class="mark">deprecated</span>' in site["garden/index.html"]
    assert 'water-plan</a> <span class="mark">deprecated</span>' in site["index.html"]
    assert '<span class="mark">deprecated</span>' in site["garden/tools/find-plant.html"].partition('id="output"')[2]


def test_a_release_is_told_with_its_sum_and_what_changed_since(spec_copy: Path, tmp_path: Path) -> None:
    changelog = tmp_path / "CHANGELOG.md"
    changelog.write_text("# Changelog\n\n## 1.0.0\n", encoding="utf-8")
    release = ["release-contract", "garden", "1.2.0", "--spec", str(spec_copy), "--changelog", str(changelog)]
    assert main(release) == 0
    folder = tmp_path / "generated" / "pro_context_contract" / "bundles"
    bundle = json.loads((folder / "garden-1.2.0.json").read_text(encoding="utf-8"))
    frozen = _site(spec_copy)["releases.html"]
    assert bundle["sha256"] in frozen
    assert "not released yet" not in frozen

    contract = spec_copy / "contracts" / "garden"
    _replace(contract / "contract.yaml", "version: 1.2.0", "version: 2.0.0")
    _replace(contract / "tools" / "find-plant.yaml", "maxLength: 50", "maxLength: 40")
    changed = _site(spec_copy)["releases.html"]
    assert "compared with 1.2.0" in changed
    assert "maxLength 50 → 40" in changed
    assert "breaks clients" in changed


def test_an_example_that_was_never_executed_shows_what_the_spec_says(garden_spec: Path) -> None:
    page = _site(garden_spec)["garden/tools/find-plant.html"]
    assert "Answers with at least" in page
    assert "Executed" not in page


def test_a_recording_is_shown_as_it_was_made(spec_copy: Path) -> None:
    folder = spec_copy / "recorded" / "garden"
    folder.mkdir(parents=True)
    exchange = {"request": {"id": 1, "method": "tools/call"}, "response": {"id": 1, "result": {"total": 7}}}
    (folder / "find-plant.json").write_text(json.dumps({"finds roses": exchange}), encoding="utf-8")
    page = _site(spec_copy)["garden/tools/find-plant.html"]
    assert str(highlight_json(exchange["response"])) in page


def test_a_recording_without_its_example_is_refused(spec_copy: Path) -> None:
    folder = spec_copy / "recorded" / "garden"
    folder.mkdir(parents=True)
    (folder / "find-plant.json").write_text('{"finds tulips": {}}', encoding="utf-8")
    with pytest.raises(SpecError, match="finds tulips"):
        _site(spec_copy)


def test_what_a_person_wrote_stays_text() -> None:
    assert prose_html("<b> and `<i>`") == "&lt;b&gt; and <code>&lt;i&gt;</code>"
    shown = highlight_json({"a<b": ["</pre>", 1.5, True, None], "text": 'said "x": no'})
    assert "<b" not in shown
    assert "</pre>" not in shown
    assert '<span class="key">&#34;a&lt;b&#34;</span>' in shown
    assert '<span class="word">true</span>' in shown


def test_every_file_names_its_source(garden_spec: Path) -> None:
    silent = [path for path, text in _site(garden_spec).items() if "do not edit" not in text.partition("\n\n\n")[0]]
    assert silent == []


def test_is_the_same_for_another_hash_seed(garden_spec: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pro_context_codegen", "reference", "--spec", garden_spec, "--out", tmp_path]
    environment = os.environ | {"PYTHONHASHSEED": "4242", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    subprocess.run(command, env=environment, capture_output=True, check=True)
    written = {path: (tmp_path / path).read_text(encoding="utf-8") for path in _site(garden_spec)}
    assert written == _site(garden_spec)


def test_reference_writes_the_site_alone_and_nothing_over_other_files(garden_spec: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    assert main(["reference", "--spec", str(garden_spec), "--out", str(out)]) == 0
    assert (out / "index.html").is_file()
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    assert main(["reference", "--spec", str(garden_spec), "--out", str(tmp_path)]) == 1


def test_the_default_contract_comes_first() -> None:
    site = _site(Path(__file__).parents[2] / "spec")
    order = list(dict.fromkeys(re.findall(r'<a href="(\w+)/index.html">', site["index.html"])))
    assert order[0] == "full"
    assert order[1:] == sorted(order[1:])
    assert "The real names that are most like it" in site["full/tools/check-code.html"]
