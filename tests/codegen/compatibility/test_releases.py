"""Releasing a contract, and what must fail: nothing half-written, nothing changed afterwards."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from pro_context_codegen import bundle
from pro_context_codegen.__main__ import main

RELEASE = "generated/pro_context_contract/bundles/garden-1.2.0.json"
CONTRACT = "spec/contracts/garden/contract.yaml"


def test_release_freezes_seals_and_tells(unreleased) -> None:
    told = unreleased.release("1.2.0")
    assert (told.status, told.err) == (0, "")
    frozen = (unreleased.folder / RELEASE).read_bytes()
    digest = hashlib.sha256(frozen).hexdigest()
    assert unreleased.seals.read_text() == f"{digest}  garden-1.2.0.json\n"
    assert unreleased.changelog.read_text() == (
        "# Changelog\n\n## 1.2.0 (unreleased)\n\n- Hedges.\n\n### Contract `garden` 1.2.0\n\n"
        "- First release: 3 tools, 4 resources, 2 prompts, 4 error codes.\n\n## 1.1.0\n\n- Ponds.\n"
    )
    assert not [name for name in unreleased.files() if name.endswith(".new")]


def test_release_is_the_published_bundle(released, golden: Path) -> None:
    published = golden / "pro_context_contract" / "bundles" / "garden-1.2.0.json"
    assert (released.folder / RELEASE).read_bytes() == published.read_bytes()


def test_a_contract_without_releases_is_in_order(unreleased) -> None:
    told = unreleased.breaking()
    assert told == (0, "garden 1.2.0: no release yet, nothing to compare with\n", "")


def test_the_next_release_is_told_from_its_changes(released) -> None:
    notice = {
        "element": "tool:find-plant.output.note",
        "since": "1.3.0",
        "remove_in": "2.0.0",
        "reason": "Nobody writes notes.",
        "use": "plants",
    }
    released.plant({
        "contract.yaml": {"version": "1.3.0", "deprecations": [notice]},
        "tools/find-plant.yaml": {"title": "Find a Plant"},
        "types.yaml": {"types": {"Month": {"maximum": 13}}},
    })  # fmt: skip
    assert released.release("1.3.0").status == 0
    entry = re.search(r"### Contract `garden` 1.3.0\n\n(.*?)\n\n", released.changelog.read_text(), re.DOTALL)
    assert entry
    assert entry[1].splitlines() == [
        "- Added: `tool:water-plan.input.month` maximum 12 → 13 (input-widened).",
        "- Deprecated: `tool:find-plant.output.note`, to be removed in 2.0.0: Nobody writes notes. Use plants instead.",
        "- No longer deprecated: `tool:water-plan`.",
        "- No longer deprecated: `tool:find-plant.output.plants.oldName`.",
        "- Worded differently: `tool:find-plant`, `tool:find-plant.output.plants.oldName`, "
        "`tool:find-plant.output.note`, `tool:water-plan`.",
    ]  # fmt: skip
    assert released.breaking().out == "garden 1.3.0: nothing changed since release 1.3.0\n"
    assert len(released.seals.read_text().splitlines()) == 2


def test_each_release_is_compared_with_the_latest(released) -> None:
    released.plant({"contract.yaml": {"version": "1.10.0"}, "types.yaml": {"types": {"Month": {"maximum": 13}}}})
    assert released.release("1.10.0").status == 0
    released.plant({"contract.yaml": {"version": "1.9.0"}})
    told = released.breaking()
    assert told.status == 1
    assert told.err == f"{CONTRACT}: version: is 1.9.0, older than release 1.10.0\n"


def test_json_says_the_same(released) -> None:
    released.plant({"types.yaml": {"types": {"Month": {"maximum": 11}}}})
    told = released.breaking("--json")
    assert told.status == 1
    assert json.loads(told.out) == {
        "compatible": False,
        "contracts": [
            {
                "contract": "garden",
                "version": "1.2.0",
                "released": "1.2.0",
                "bump": "major",
                "smallest": "2.0.0",
                "changes": [
                    {
                        "where": "tool:water-plan.input.month",
                        "rule": "input-narrowed",
                        "what": "maximum 12 → 11",
                        "bump": "major",
                        "breaking": True,
                        "why": "accepted values are refused, or not provably still accepted",
                    }
                ],
                "problems": [
                    {
                        "file": CONTRACT,
                        "key": "version",
                        "reason": "is 1.2.0; major changes since release 1.2.0 need at least 2.0.0",
                    }
                ],
            }
        ],
    }


# Bad input: one line that names file and key, status 1, and every file as it was


def _refused(place, command, line: str) -> None:
    before = place.files()
    told = command()
    assert (told.status, told.err) == (1, f"{line}\n")
    assert place.files() == before


def test_unknown_contract(released) -> None:
    line = "spec/contracts: holds no contract gardn; there are: garden"
    _refused(released, lambda: released.release("1.2.0", name="gardn"), line)


def test_another_version_than_the_contract_says(released) -> None:
    line = f"{CONTRACT}: version: is 1.2.0, not 1.3.0; change it there before the release"
    _refused(released, lambda: released.release("1.3.0"), line)


def test_released_already(released) -> None:
    _refused(released, lambda: released.release("1.2.0"), f"{CONTRACT}: version: 1.2.0 is released already")


def test_version_that_does_not_carry_its_changes(released) -> None:
    released.plant({"contract.yaml": {"version": "1.2.1"}, "types.yaml": {"types": {"Month": {"maximum": 13}}}})
    line = f"{CONTRACT}: version: is 1.2.1; minor changes since release 1.2.0 need at least 1.3.0"
    _refused(released, lambda: released.release("1.2.1"), line)


def test_contract_that_lint_refuses(unreleased) -> None:
    unreleased.plant({"types.yaml": {"types": {"Moon": {"type": "string"}}}})
    line = "spec/contracts/garden/types.yaml: types.Moon: is not used"
    _refused(unreleased, lambda: unreleased.release("1.2.0"), line)


@pytest.mark.parametrize("command", ["breaking", "release"])
def test_broken_spec(released, command: str) -> None:
    released.plant({"tools/find-plant.yaml": {"titel": "Find"}})
    run = released.breaking if command == "breaking" else lambda: released.release("1.2.0")
    line = "spec/contracts/garden/tools/find-plant.yaml: titel: unknown key (did you mean title?)"
    _refused(released, run, line)


@pytest.mark.parametrize("arguments", [["garden"], ["garden", "1.2"], ["garden", "next"], ["garden", "1.2.0rc1"], []])
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["release-contract", *arguments])
    assert caught.value.code == 2
    assert "usage:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("# Changelog\n", "CHANGELOG.md: has no section `## VERSION` to write the release into"),
        ("## 1\n\n### Contract `garden` 1.2.0\n", "CHANGELOG.md: already has the entry `### Contract `garden` 1.2.0`"),
        (None, "CHANGELOG.md: is not readable as UTF-8 text"),
    ],
)
def test_changelog_that_cannot_take_the_entry(unreleased, text: str | None, line: str) -> None:
    if text is None:
        unreleased.changelog.unlink()
    else:
        unreleased.changelog.write_text(text)
    _refused(unreleased, lambda: unreleased.release("1.2.0"), line)


@pytest.mark.parametrize("blocked", ["CHANGELOG.md", "spec/released.sha256"])
def test_nothing_is_half_written(released, blocked: str) -> None:
    released.plant({"contract.yaml": {"version": "1.3.0"}, "types.yaml": {"types": {"Month": {"maximum": 13}}}})
    staged = released.folder / blocked
    # A folder stands where the new file is to be staged.
    (staged.parent / f".{staged.name}.new").mkdir()
    line = (
        f"{staged.parent.relative_to(released.folder) / f'.{staged.name}.new'}: cannot be written; nothing was released"
    )
    _refused(released, lambda: released.release("1.3.0"), line)


def test_a_failed_rename_is_undone(unreleased, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = Path.replace

    def fail_late(self: Path, target: Path) -> Path:
        if target.name == "CHANGELOG.md":
            raise OSError(28, "No space left on device", str(target))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fail_late)
    line = "CHANGELOG.md: cannot be written; nothing was released"
    _refused(unreleased, lambda: unreleased.release("1.2.0"), line)
    assert not unreleased.seals.exists()
    assert not (unreleased.folder / RELEASE).exists()


# Tampering


def _edit(path: Path) -> bytes:
    content = path.read_bytes().replace(b'"maximum": 12', b'"maximum": 13')
    assert content != path.read_bytes()
    path.write_bytes(content)
    return content


def _reseal(released, content: bytes) -> None:
    digest = hashlib.sha256(content).hexdigest()
    released.seals.write_text(f"{digest}  garden-1.2.0.json\n")


def test_an_edited_release(released) -> None:
    _edit(released.folder / RELEASE)
    line = f"{RELEASE}: differs from its seal in released.sha256; restore it from version control"
    _refused(released, released.breaking, line)


def test_an_edited_release_with_another_seal(released) -> None:
    _reseal(released, _edit(released.folder / RELEASE))
    line = f"{RELEASE}: sha256: is not the sum of the other members; restore the file from version control"
    _refused(released, released.breaking, line)


def test_a_release_under_another_name(released) -> None:
    document = json.loads((released.folder / RELEASE).read_text())
    body = {key: value for key, value in document.items() if key != "sha256"} | {"version": "1.1.0"}
    content = json.dumps({**body, "sha256": bundle.digest(body)}).encode()
    (released.folder / RELEASE).write_bytes(content)
    _reseal(released, content)
    _refused(released, released.breaking, f"{RELEASE}: version: is 1.1.0 of garden, unlike the file's name")


@pytest.mark.parametrize("content", [b"{", b"[]", b"{}", b"\xff"])
def test_a_release_that_is_no_bundle(released, content: bytes) -> None:
    (released.folder / RELEASE).write_bytes(content)
    _reseal(released, content)
    _refused(released, released.breaking, f"{RELEASE}: is not the bundle of a contract")


def test_a_missing_release(released) -> None:
    (released.folder / RELEASE).unlink()
    line = f"{RELEASE}: is sealed in released.sha256, but missing; restore it from version control"
    _refused(released, released.breaking, line)


def test_broken_seals(released) -> None:
    released.seals.write_text("not a seal\n")
    line = "spec/released.sha256: line 1: is not `SHA-256  CONTRACT-VERSION.json`"
    _refused(released, released.breaking, line)


def test_a_released_contract_that_is_gone(released) -> None:
    orchard = released.spec / "contracts" / "orchard"
    released.garden.rename(orchard)
    contract = orchard / "contract.yaml"
    contract.write_text(contract.read_text().replace("contract: garden", "contract: orchard"))
    line = "spec/released.sha256: garden: is released, but the spec has no such contract any more"
    _refused(released, released.breaking, line)


def test_markdown_is_a_table_whatever_the_change_contains(released) -> None:
    released.plant({"types.yaml": {"types": {"Month": {"maximum": 11, "pattern": "a|b"}}}})
    told = released.breaking("--markdown")
    assert told.status == 1
    lines = told.out.splitlines()
    assert lines[0] == "## garden 1.2.0"
    assert "Changes since release 1.2.0. Smallest version allowed: **2.0.0** (major)." in lines
    rows = [line for line in lines if line.startswith("| `")]
    change = r'maximum 12 → 11, pattern none → "a\|b"'
    assert f"| `tool:water-plan.input.month` | {change} | major (input-narrowed) | **yes** |" in rows[0]
    assert all(line.replace("\\|", "").count("|") == 6 for line in rows)
    assert f"**Problem:** {told.err.strip()}" in lines
