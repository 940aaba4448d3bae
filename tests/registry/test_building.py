"""The registry follows from the facts, byte for byte."""

import json
import subprocess
from pathlib import Path

import pytest
from tests.registry.conftest import SITE, Workshop

from pro_context_engine.libraries.registry import known_libraries
from pro_context_registry.__main__ import FACTS, main
from pro_context_registry.facts import CURATED, LIBRARIES, LLMS_TXT, METADATA, PROBES, FactFiles
from pro_context_registry.merging import entries
from pro_context_registry.publishing import listing

ROOT = Path(__file__).parents[2]


def test_the_facts_of_the_repository_give_the_list_that_ships() -> None:
    facts = FactFiles(ROOT / FACTS).read()
    assert listing(entries(facts), known_libraries.shipped_version()) == known_libraries.shipped()


def test_what_is_written_by_hand_is_in_a_file_of_its_own_and_goes_before_the_rest(workshop: Workshop) -> None:
    assert workshop.run() == 0
    rockets = workshop.built()["acme/rockets"]
    assert (rockets["name"], rockets["description"]) == ("Rockets", "Go up.")
    facts = FactFiles(ROOT / FACTS)
    assert not [fact for fact in facts.table(LIBRARIES, "libraryId").values() if "description" in fact]
    collected = [*facts.table(LIBRARIES, "libraryId").values(), *facts.table(LLMS_TXT, "libraryId").values()]
    hand_made = {source for fact in collected for source in fact.get("sources", []) if source.startswith("curated:")}
    assert hand_made == set()


def test_an_entry_is_all_that_is_known(workshop: Workshop) -> None:
    workshop.run()
    assert workshop.built()["acme/rockets"] == {
        "libraryId": "acme/rockets",
        "slug": "rockets",
        "name": "Rockets",
        "description": "Go up.",
        "languages": ["python"],
        "packages": {"python": ["rockets", "rockets-extra"]},
        "docsUrl": f"{SITE}/",
        "repoUrl": "https://github.com/acme/rockets",
        "llmsTxtUrl": f"{SITE}/llms.txt",
        "llmsFullTxtUrl": f"{SITE}/llms-full.txt",
        "llmsTxtStatus": "listed",
        "popularity": {"pypiDownloads": 7},
        "sources": ["PyPI project metadata", "llms:a directory", "curated:name"],
    }
    assert workshop.built()["acme/kites"]["llmsTxtStatus"] == "unknown"
    assert workshop.file.read_text().count("\n") == 4


def test_the_shipped_purposes_are_short_phrases_in_lower_case() -> None:
    purposes = [(one.slug, purpose) for one in known_libraries.read().libraries for purpose in one.purposes]
    assert len(purposes) > 1_000
    assert [one for one in purposes if len(one[1].split()) > 8 or one[1] != one[1].lower()] == []


def test_one_word_of_a_sites_name_is_no_name_unless_it_is_the_domain(workshop: Workshop) -> None:
    sites = [
        {"libraryId": "docs.paper.example/paper-kites", "slug": "paper-kites", "name": "Paper Kites"},
        {"libraryId": "acme/paper-planes", "slug": "paper-planes", "name": "Paper Planes", "packages": {"npm": ["pp"]}},
    ]
    aliases = ["paper", "Kites", "planes", "origami"]
    workshop.files.write(LIBRARIES, [{**site, "aliases": aliases, "sources": ["a list"]} for site in sites])
    workshop.files.write(CURATED, [])
    workshop.run()
    assert workshop.built()["docs.paper.example/paper-kites"]["aliases"] == ["paper", "planes", "origami"]
    assert workshop.built()["acme/paper-planes"]["aliases"] == aliases


def test_the_order_of_facts_makes_no_difference(workshop: Workshop) -> None:
    workshop.run()
    first = workshop.file.read_bytes()
    for name in (LIBRARIES, CURATED, LLMS_TXT):
        file = workshop.folder / name
        file.write_text("".join(reversed(file.read_text().splitlines(keepends=True))))
    workshop.run()
    assert workshop.file.read_bytes() == first


def test_the_version_changes_with_the_content_alone(workshop: Workshop) -> None:
    workshop.run()
    version = json.loads(workshop.file.read_bytes())["version"]
    assert version != "registry-v2026-01-01"
    workshop.file.write_text(workshop.file.read_text().replace(version, "registry-v2026-02-02"))
    workshop.run()
    assert json.loads(workshop.file.read_bytes())["version"] == "registry-v2026-02-02"


def test_check_writes_nothing_and_tells(workshop: Workshop, capsys: pytest.CaptureFixture[str]) -> None:
    before = workshop.file.read_bytes()
    assert workshop.run("--check") == 1
    assert workshop.file.read_bytes() == before
    assert "added: acme/rockets" in capsys.readouterr().out
    workshop.run()
    assert workshop.run("--check") == 0


def test_the_report_names_what_is_added_removed_and_elsewhere(
    workshop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    workshop.run()
    workshop.files.append(CURATED, {"libraryId": "acme/rockets", "docsUrl": "https://rockets.example/"})
    facts = [fact for fact in workshop.files.table(LIBRARIES, "libraryId").values() if fact["slug"] != "kites"]
    workshop.files.write(LIBRARIES, facts)
    workshop.files.append(PROBES, {"url": f"{SITE}/llms-full.txt", "on": "2026-01-01", "verdict": "web page"})
    capsys.readouterr()
    assert workshop.run() == 0
    shown = capsys.readouterr().out
    assert "removed: acme/kites" in shown
    assert f"docsUrl of acme/rockets: {SITE}/ → https://rockets.example/" in shown
    assert f"llmsFullTxtUrl of acme/rockets: {SITE}/llms-full.txt → -" in shown
    assert f"no llms.txt: {SITE}/llms-full.txt (web page)" in shown


@pytest.mark.parametrize(
    ("verdicts", "status", "fields"),
    [
        ({}, "listed", ["llmsTxtUrl", "llmsFullTxtUrl"]),
        ({"llms.txt": "ok"}, "checked", ["llmsTxtUrl", "llmsFullTxtUrl"]),
        ({"llms.txt": "ok", "llms-full.txt": "missing"}, "checked", ["llmsTxtUrl"]),
        ({"llms.txt": "web page", "llms-full.txt": "ok"}, "absent", []),
    ],
)
def test_only_what_is_one_stays(workshop: Workshop, verdicts: dict[str, str], status: str, fields: list[str]) -> None:
    for name, verdict in verdicts.items():
        workshop.files.append(PROBES, {"url": f"{SITE}/{name}", "on": "2026-01-01", "verdict": verdict})
    workshop.run()
    rockets = workshop.built()["acme/rockets"]
    assert rockets["llmsTxtStatus"] == status
    assert [field for field in rockets if field.startswith("llms") and field.endswith("Url")] == fields


def test_the_index_renews_what_it_gave_and_fills_what_is_missing(
    workshop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    said = {"docsUrl": "https://new.example/", "repoUrl": "https://github.com/acme/boosters"}
    kites = workshop.files.table(LIBRARIES, "libraryId")["acme/kites"]
    workshop.files.append(LIBRARIES, {**kites, "packages": {"python": ["kites"]}})
    workshop.files.append(METADATA, {"package": "rockets", "on": "2026-01-01", **said})
    workshop.files.append(METADATA, {"package": "kites", "on": "2026-01-01", **said})
    workshop.run()
    built = workshop.built()
    assert built["acme/rockets"]["docsUrl"] == "https://new.example/"
    # Chosen from somewhere better than the index.
    assert built["acme/kites"]["docsUrl"] == "https://kites.example/"
    assert built["acme/kites"]["repoUrl"] == "https://github.com/acme/boosters"
    assert (
        "repository elsewhere: acme/rockets (rockets says https://github.com/acme/boosters)" in capsys.readouterr().out
    )


def test_a_fact_that_nobody_would_take_stops_the_build(workshop: Workshop, capsys: pytest.CaptureFixture[str]) -> None:
    before = workshop.file.read_bytes()
    workshop.files.append(CURATED, {"libraryId": "acme/kites", "docsUrl": "http://kites.example/"})
    assert workshop.run() == 1
    assert "docsUrl is not an https address of a public name" in capsys.readouterr().err
    assert workshop.file.read_bytes() == before


def test_what_is_published_is_what_servers_take(workshop: Workshop, tmp_path: Path) -> None:
    folder = tmp_path / "published"
    assert workshop.run("--publish", str(folder)) == 0
    manifest = json.loads((folder / "registry-manifest.json").read_bytes())
    assert (folder / manifest["url"]).read_bytes() == workshop.file.read_bytes()
    checked = subprocess.run(
        ["sha256sum", "--check", f"{manifest['url']}.sha256"], cwd=folder, capture_output=True, check=False
    )
    assert checked.returncode == 0
    assert sorted(file.name for file in folder.iterdir()) == sorted(
        [manifest["url"], f"{manifest['url']}.sha256", "registry-manifest.json"]
    )


def test_a_line_that_somebody_was_killed_in_is_left_out(workshop: Workshop) -> None:
    workshop.files.append(PROBES, {"url": f"{SITE}/llms.txt", "on": "2026-01-01", "verdict": "ok"})
    with (workshop.folder / PROBES).open("a") as file:
        file.write('{"url":"https://half')
    assert list(workshop.files.read().probes) == [f"{SITE}/llms.txt"]
    workshop.files.tidy(PROBES, "url")
    assert (workshop.folder / PROBES).read_text().count("\n") == 1


def test_help_teaches_the_steps(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    assert all(command in shown for command in ("probe", "metadata", "ranks", "directory", "--check", "--publish"))
