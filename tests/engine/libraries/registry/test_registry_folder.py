"""Registries on disk: whole ones only, whoever writes at the same time and whenever somebody is killed."""

import logging
import subprocess
import sys
from pathlib import Path

import pytest
from tests.worlds.registry_feed import document, entry

from pro_context_engine.libraries.registry import known_libraries, registry_in_use
from pro_context_engine.libraries.registry.registry_folder import DownloadedRegistry, RegistryFolder

SHIPPED = known_libraries.shipped_version()
OLD, NEW = "registry-v2027-01-01", "registry-v2027-01-08"

# Puts two registries in turns into a folder until it is killed.
WRITER = """
import sys
from pathlib import Path
from pro_context_engine.libraries.registry.registry_folder import RegistryFolder
folder, size = RegistryFolder(Path(sys.argv[1])), 2_000_000
print("ready", flush=True)
while True:
    for version in sys.argv[2:]:
        pad = " " * size
        folder.put(('{"version":"' + version + '","libraries":[' + pad + ']}').encode(), version)
"""


def registry(version: str, *ids: str) -> bytes:
    return document(version, *map(entry, ids or ("acme/rockets",)))


@pytest.fixture
def folder(tmp_path: Path) -> RegistryFolder:
    return RegistryFolder(tmp_path)


def versions(folder: RegistryFolder) -> list[str]:
    return [one.version for one in folder.registries()]


def test_nothing_downloaded_means_the_one_that_ships(folder: RegistryFolder) -> None:
    found = registry_in_use.find(folder)
    assert (found.known.version, found.downloaded, found.damaged) == (SHIPPED, None, None)
    assert found.file.name == "known-libraries.json"
    assert not (folder.path or Path()).exists()


def test_one_that_is_older_than_the_one_that_ships_does_not_count(folder: RegistryFolder) -> None:
    folder.put(registry("registry-v2026-11-20"), "registry-v2026-11-20")
    assert registry_in_use.find(folder).known.version == SHIPPED


def test_the_newer_one_stays_whatever_comes_after_it(folder: RegistryFolder) -> None:
    folder.put(registry(NEW), NEW)
    folder.put(registry(OLD), OLD)
    assert registry_in_use.find(folder).known.version == NEW


def test_a_kept_one_counts_until_another_comes(folder: RegistryFolder) -> None:
    folder.put(registry(NEW), NEW)
    folder.put(registry(OLD), OLD, kept=True)
    assert versions(folder) == [OLD]
    folder.put(registry(NEW), NEW)
    assert versions(folder) == [NEW]


@pytest.mark.parametrize("damage", [b"", b"{", b"\0" * 100])
def test_a_damaged_one_costs_one_warning_and_is_replaced_by_the_next(
    folder: RegistryFolder, damage: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    placed = folder.put(registry(OLD), OLD)
    placed.file.write_bytes(damage)
    with caplog.at_level(logging.WARNING):
        found = registry_in_use.find(folder)
    assert (found.known.version, found.damaged) == (SHIPPED, placed.file)
    assert [record.getMessage() for record in caplog.records] == [
        f"{placed.file} is damaged and not used; `pro-context registry update` replaces it"
    ]
    folder.put(registry(OLD), OLD)
    found = registry_in_use.find(folder)
    assert (found.known.version, found.damaged) == (OLD, None)


def test_every_flipped_byte_is_noticed(folder: RegistryFolder) -> None:
    placed = folder.put(registry(OLD), OLD)
    whole = placed.file.read_bytes()
    for position in range(len(whole)):
        placed.file.write_bytes(whole[:position] + bytes([whole[position] ^ 1]) + whole[position + 1 :])
        assert placed.read() is None


def test_one_that_went_meanwhile_is_no_damage(folder: RegistryFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = DownloadedRegistry(Path("gone.json"), NEW, "0" * 64, kept=False)
    monkeypatch.setattr(folder, "registries", lambda: [gone])
    assert registry_in_use.find(folder).damaged is None


def test_a_folder_that_cannot_be_read_is_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "registry").write_text("a file")
    folder = RegistryFolder(tmp_path)
    assert registry_in_use.find(folder).known.version == SHIPPED
    assert folder.read_note() == {}
    folder.write_note({"a": 1})
    with pytest.raises(OSError, match="exists"):
        folder.put(registry(OLD), OLD)


def test_foreign_files_are_left_alone(folder: RegistryFolder) -> None:
    folder.put(registry(OLD), OLD)
    foreign = (folder.path or Path()) / "notes.txt"
    foreign.write_text("mine")
    folder.put(registry(NEW), NEW)
    assert foreign.read_text() == "mine"
    assert versions(folder) == [NEW]


def test_a_killed_writer_leaves_the_old_one_or_the_new_one(folder: RegistryFolder, tmp_path: Path) -> None:
    for _ in range(3):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), OLD, NEW], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        writer.stdout.readline()
        _read_until_there_is_one(folder)
        writer.kill()
        writer.wait()
        writer.stdout.close()
        found = folder.registries()
        assert found
        assert all(one.read() is not None for one in found)


def _read_until_there_is_one(folder: RegistryFolder) -> None:
    while not folder.registries():
        pass


def test_of_two_writers_at_once_the_newest_registry_remains(folder: RegistryFolder, tmp_path: Path) -> None:
    code = WRITER.replace("while True", "for _ in range(5)")
    writers = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path), version], stdout=subprocess.DEVNULL)
        for version in (OLD, NEW)
    ]
    while any(writer.poll() is None for writer in writers):
        # What is whole by its name is whole.
        assert all(one.read() is not None or not one.file.exists() for one in folder.registries())
    assert [writer.wait() for writer in writers] == [0, 0]
    assert versions(folder)[0] == NEW
    assert not [name for name in (folder.path or Path()).iterdir() if name.name.startswith(".")]
