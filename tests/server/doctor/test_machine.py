import os
from datetime import timedelta
from pathlib import Path

import pytest
from tests.server.doctor.conftest import NOW, Machine

from pro_context.configuration.loading import load
from pro_context.doctor import machine as checks
from pro_context.doctor.findings import ConfigurationReport
from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.adapters.store.sqlite.open_file import FILE_NAME
from pro_context_engine.domain.model import Page, SourceName, Toc, TocEntry

URL = "https://docs.example/start"


async def fill(machine: Machine) -> Path:
    store = open_store(machine.cache)
    await store.put_toc("acme/rockets", Toc((TocEntry("Start", URL),), SourceName.LLMS_TXT, URL), NOW)
    await store.put_page("acme/rockets", "", Page(URL, "Start", "Fuel.\n"), [], NOW)
    await store.close()
    return machine.cache / FILE_NAME


async def test_the_release(machine: Machine) -> None:
    assert (await machine.find(checks.program)).found.startswith("pro-context 0.")


# Configuration


async def test_a_contract_that_does_not_exist_fails(machine: Machine, tmp_path: Path) -> None:
    file = tmp_path / "named.yaml"
    file.write_text("contracts: [full, leen]")
    async with machine.situation() as situation:
        object.__setattr__(situation, "server", load(file, {}).settings)
        found = await checks.configuration(situation)
    assert found.state == "fail"
    assert "did you mean lean?" in found.found


async def test_no_configuration_is_fine(machine: Machine) -> None:
    assert (await machine.find(checks.configuration)).state == "ok"


async def test_mistakes_fail_and_are_counted(machine: Machine) -> None:
    machine.configured = ConfigurationReport(mistakes=["a.yaml:1: cach: there is no such key", "a.yaml:2: more"])
    found = await machine.find(checks.configuration)
    assert found.state == "fail"
    assert "a.yaml:1" in found.found
    assert "1 more" in found.found


async def test_what_has_no_effect_warns(machine: Machine) -> None:
    machine.configured = ConfigurationReport(["a.yaml"], warnings=["a.yaml:1: server.port has no effect"])
    assert (await machine.find(checks.configuration)).state == "warn"


# Cache and store


async def test_a_cache_that_is_not_there_yet_is_not_made(machine: Machine) -> None:
    assert "will be made" in (await machine.find(checks.cache)).found
    assert (await machine.find(checks.store)).found == "nothing is stored yet"
    assert not machine.cache.exists()


async def test_a_cache_in_memory_warns(machine: Machine) -> None:
    machine.set(cache_directory=None)
    assert (await machine.find(checks.cache)).state == "warn"
    assert (await machine.find(checks.store)).state == "ok"


async def test_a_file_in_the_folders_place_fails(machine: Machine) -> None:
    machine.cache.write_text("in the way")
    machine.set(cache_directory=machine.cache / "deep" / "er")
    found = await machine.find(checks.cache)
    assert (found.state, found.found) == ("fail", f"{machine.cache} is not a folder")


async def test_a_folder_that_cannot_be_written_fails(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.cache.mkdir()
    monkeypatch.setattr(os, "access", lambda path, mode: not (mode & os.W_OK and path == machine.cache))
    assert (await machine.find(checks.cache)).state == "fail"


async def test_a_disk_with_less_room_than_the_bound_warns(machine: Machine) -> None:
    machine.set(max_cache_bytes=10**18)
    assert (await machine.find(checks.cache)).state == "warn"


async def test_a_sound_store(machine: Machine) -> None:
    await fill(machine)
    found = await machine.find(checks.store)
    assert found.state == "ok"
    assert "1 pages" in found.found
    machine.set(max_cache_bytes=1)
    assert (await machine.find(checks.store)).state == "warn"


@pytest.mark.parametrize("damage", [True, False])
async def test_a_store_that_cannot_be_used_fails_and_is_left(machine: Machine, damage: bool) -> None:
    file = await fill(machine)
    file.write_bytes(b"no database " * 1000 if damage else _foreign(machine))
    before = file.read_bytes()
    found = await machine.find(checks.store)
    assert found.state == "fail"
    assert ("damaged" in found.found) is damage
    assert file.read_bytes() == before


def _foreign(machine: Machine) -> bytes:
    import sqlite3

    other = machine.folder / "other.sqlite3"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    return other.read_bytes()


async def test_a_clock_behind_what_is_stored_warns(machine: Machine) -> None:
    await fill(machine)
    assert (await machine.find(checks.clock)).state == "ok"
    machine.now = NOW - timedelta(days=1)
    found = await machine.find(checks.clock)
    assert (found.state, "2027-01-01 12:00" in found.found) == ("warn", True)


async def test_a_clock_behind_the_release_warns(machine: Machine) -> None:
    machine.now = NOW - timedelta(days=3650)
    assert (await machine.find(checks.clock)).state == "warn"


# Project and registry


def environment(folder: Path, *names: str) -> Path:
    packages = folder / "lib/python3.12/site-packages"
    packages.mkdir(parents=True)
    for name in names:
        (packages / f"{name}-1.0.dist-info").mkdir()
        (packages / f"{name}-1.0.dist-info/METADATA").write_text(f"Name: {name}\nVersion: 1.0\n")
    return packages


async def test_a_project_with_an_environment(machine: Machine) -> None:
    environment(machine.folder / "project/.venv", "rockets", "kites")
    machine.set(environment="auto")
    found = await machine.find(checks.project)
    assert (found.state, found.found) == ("ok", f"{machine.folder / 'project/.venv'}: 2 packages")


async def test_a_project_without_one_warns(machine: Machine) -> None:
    machine.set(environment="auto")
    assert (await machine.find(checks.project)).state == "warn"
    machine.set(environment="none")
    assert (await machine.find(checks.project)).state == "ok"


async def test_packages_of_npm_need_no_environment_of_python(machine: Machine) -> None:
    machine.set(environment="auto")
    (machine.folder / "project/node_modules").mkdir()
    found = await machine.find(checks.project)
    assert (found.state, "node_modules" in found.found) == ("ok", True)


async def test_a_binary_lock_of_bun_is_told(machine: Machine) -> None:
    machine.set(environment="auto")
    (machine.folder / "project/bun.lockb").touch()
    found = await machine.find(checks.project)
    assert (found.state, "bun.lockb" in found.found) == ("warn", True)
    assert "--save-text-lockfile" in found.fix
    (machine.folder / "project/bun.lock").touch()
    assert "bun.lockb" not in (await machine.find(checks.project)).found


async def test_the_environment_of_a_project_below_counts(machine: Machine) -> None:
    (machine.folder / "project/.git").mkdir()
    environment(machine.folder / "project/backend/.venv", "rockets")
    (machine.folder / "project/backend/setup.cfg").touch()
    machine.set(environment="auto")
    found = await machine.find(checks.project)
    assert (found.state, found.found) == ("ok", f"{machine.folder / 'project/backend/.venv'}: 1 packages")


async def test_an_environment_that_is_none_fails(machine: Machine) -> None:
    machine.set(environment=str(machine.folder / "nowhere"))
    assert (await machine.find(checks.project)).state == "fail"
    machine.set(environment="auto", project_directory=machine.folder / "nowhere")
    assert (await machine.find(checks.project)).state == "fail"


async def test_packages_that_cannot_be_read_fail(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    packages = environment(machine.folder / "project/.venv")
    machine.set(environment="auto")
    monkeypatch.setattr(os, "access", lambda path, mode: path != packages)
    assert (await machine.find(checks.project)).state == "fail"


async def test_an_old_registry_warns(machine: Machine) -> None:
    assert (await machine.find(checks.registry)).state == "ok"
    machine.now = NOW + timedelta(days=365)
    assert (await machine.find(checks.registry)).state == "warn"
