"""Where each client's file is, on every system."""

from pathlib import Path

import pytest

from pro_context.clients.client_table import Machine, System, read_table, this_machine

TABLE = read_table()
HOME = Path("/people/ada")
SUPPORT = HOME / "Library/Application Support"
ROAMING = HOME / "AppData/Roaming"

FILES = {
    "claude-code": [HOME / ".claude.json"] * 3,
    "claude-desktop": [
        SUPPORT / "Claude/claude_desktop_config.json",
        HOME / ".config/Claude/claude_desktop_config.json",
        ROAMING / "Claude/claude_desktop_config.json",
    ],
    "cursor": [HOME / ".cursor/mcp.json"] * 3,
    "vscode": [
        SUPPORT / "Code/User/mcp.json",
        HOME / ".config/Code/User/mcp.json",
        ROAMING / "Code/User/mcp.json",
    ],
    "windsurf": [HOME / ".codeium/windsurf/mcp_config.json"] * 3,
    "zed": [HOME / ".config/zed/settings.json", HOME / ".config/zed/settings.json", ROAMING / "Zed/settings.json"],
    "codex": [HOME / ".codex/config.toml"] * 3,
    "gemini": [HOME / ".gemini/settings.json"] * 3,
}
SYSTEMS: list[System] = ["macos", "linux", "windows"]


def machine(system: System, home: Path = HOME, **environ: str) -> Machine:
    return Machine(system, home, environ, Path("/project"))


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("client", TABLE.clients)
def test_every_file(client: str, system: System) -> None:
    assert TABLE.clients[client].file(machine(system)) == FILES[client][SYSTEMS.index(system)]


@pytest.mark.parametrize(
    ("client", "system", "variable", "file"),
    [
        ("claude-code", "linux", "CLAUDE_CONFIG_DIR", ".claude.json"),
        ("codex", "macos", "CODEX_HOME", "config.toml"),
        ("vscode", "linux", "XDG_CONFIG_HOME", "Code/User/mcp.json"),
        ("zed", "linux", "XDG_CONFIG_HOME", "zed/settings.json"),
        ("vscode", "windows", "APPDATA", "Code/User/mcp.json"),
        ("claude-desktop", "windows", "APPDATA", "Claude/claude_desktop_config.json"),
    ],
)
def test_the_environment_decides(client: str, system: System, variable: str, file: str) -> None:
    assert TABLE.clients[client].file(machine(system, **{variable: "/elsewhere"})) == Path("/elsewhere") / file
    assert TABLE.clients[client].file(machine(system, **{variable: ""})) == FILES[client][SYSTEMS.index(system)]


def test_an_installed_package_has_a_folder_of_its_own(tmp_path: Path) -> None:
    desktop = TABLE.clients["claude-desktop"]
    local = tmp_path / "Local"
    there = machine("windows", tmp_path, LOCALAPPDATA=str(local))
    assert local not in desktop.file(there).parents
    (local / "Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude").mkdir(parents=True)
    assert local in desktop.file(there).parents


def test_a_client_is_found_by_folder_file_or_program(tmp_path: Path) -> None:
    here = machine("linux", tmp_path)
    assert not any(client.is_installed(here) for client in TABLE.clients.values())
    (tmp_path / ".cursor").mkdir()
    assert TABLE.clients["cursor"].is_installed(here)
    (tmp_path / ".claude.json").touch()
    assert TABLE.clients["claude-code"].is_installed(here)
    program = tmp_path / "bin" / "codex"
    program.parent.mkdir()
    program.touch(mode=0o755)
    assert TABLE.clients["codex"].is_installed(machine("linux", tmp_path, PATH=str(program.parent)))


def test_this_machine_has_a_home() -> None:
    assert this_machine({}, Path()).home.is_absolute()
