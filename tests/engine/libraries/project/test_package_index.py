import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from pro_context_engine.libraries.project.index_address import IndexAddress, PackageIndexes
from pro_context_engine.libraries.project.package_index import index_addresses

MIRROR = "https://mirror.example/simple"
OTHER = "https://other.example/simple"


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """Return the root of a machine with a user and a project, and nothing configured."""
    (tmp_path / "home/ann").mkdir(parents=True)
    (tmp_path / "project").mkdir()
    return tmp_path


def indexes(machine: Path, environ: Mapping[str, str] = {}, platform: str = "linux") -> PackageIndexes:
    return index_addresses(environ, machine / "home/ann", machine / "project", platform=platform, root=machine)


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def pip_conf(file: Path, url: str, section: str = "global") -> None:
    write(file, f"[{section}]\nindex-url = {url}\n")


def test_nothing_configured_names_nothing(machine: Path) -> None:
    assert indexes(machine) == PackageIndexes("pip")


@pytest.mark.parametrize(
    ("variable", "tool"),
    [("PIP_INDEX_URL", "pip"), ("UV_INDEX_URL", "uv"), ("UV_DEFAULT_INDEX", "uv")],
)
def test_variables(machine: Path, variable: str, tool: str) -> None:
    found = indexes(machine, {variable: MIRROR})
    assert (found.tool, found.main) == (tool, IndexAddress(MIRROR, variable))


def test_places_with_files(machine: Path) -> None:
    wheels = machine / "wheels"
    write(machine / "etc/pip.conf", f"[global]\nfind-links =\n    {wheels}\n    https://files.example/list\n")
    pip = indexes(machine)
    assert [link.folder for link in pip.links] == [wheels, None]
    assert [link.setting for link in pip.links] == [f"{machine / 'etc/pip.conf'}: global.find-links"] * 2
    assert [link.folder for link in indexes(machine, {"PIP_FIND_LINKS": f"file://{wheels}"}).links] == [wheels]
    uv = indexes(machine, {"UV_FIND_LINKS": f"{wheels},/srv/more"})
    assert (uv.tool, [link.folder for link in uv.links]) == ("uv", [wheels, Path("/srv/more")])


def test_uvs_files_name_places_with_files_too(machine: Path) -> None:
    write(machine / "etc/uv/uv.toml", 'find-links = ["/srv/wheels"]\n[[index]]\nurl = "/srv/flat"\nformat = "flat"\n')
    assert [link.folder for link in indexes(machine).links] == [Path("/srv/flat"), Path("/srv/wheels")]
    write(machine / "project/uv.toml", 'find-links = ["/srv/wheels"]\n')
    assert [link.folder for link in indexes(machine).links] == [None, Path("/srv/flat"), Path("/srv/wheels")]


def test_uv_counts_where_it_names_an_index(machine: Path) -> None:
    found = indexes(machine, {"PIP_INDEX_URL": OTHER, "UV_INDEX_URL": MIRROR})
    assert [address.url for address in found.named] == [MIRROR]


def test_further_indexes(machine: Path) -> None:
    pip = indexes(machine, {"PIP_EXTRA_INDEX_URL": f"{MIRROR} {OTHER}"})
    assert (pip.main, [address.url for address in pip.extra]) == (None, [MIRROR, OTHER])
    uv = indexes(machine, {"UV_INDEX": f"corp={MIRROR} {OTHER}?a=b", "UV_EXTRA_INDEX_URL": "https://x.example/"})
    assert [address.url for address in uv.extra] == [MIRROR, f"{OTHER}?a=b", "https://x.example/"]


@pytest.mark.parametrize(
    ("platform", "environ", "file"),
    [
        ("linux", {}, "etc/pip.conf"),
        ("linux", {}, "etc/xdg/pip/pip.conf"),
        ("linux", {"XDG_CONFIG_DIRS": "{root}/shared"}, "shared/pip/pip.conf"),
        ("linux", {}, "home/ann/.config/pip/pip.conf"),
        ("linux", {}, "home/ann/.pip/pip.conf"),
        ("linux", {"XDG_CONFIG_HOME": "{root}/own"}, "own/pip/pip.conf"),
        ("darwin", {}, "Library/Application Support/pip/pip.conf"),
        ("darwin", {}, "home/ann/Library/Application Support/pip/pip.conf"),
        ("darwin", {}, "home/ann/.config/pip/pip.conf"),
        ("win32", {"PROGRAMDATA": "{root}/data"}, "data/pip/pip.ini"),
        ("win32", {"APPDATA": "{root}/roaming"}, "roaming/pip/pip.ini"),
        ("win32", {}, "home/ann/pip/pip.ini"),
        ("linux", {"PIP_CONFIG_FILE": "{root}/mine.conf"}, "mine.conf"),
    ],
)
def test_files_of_pip(machine: Path, platform: str, environ: dict[str, str], file: str) -> None:
    pip_conf(machine / file, MIRROR)
    given = {name: value.format(root=machine) for name, value in environ.items()}
    found = indexes(machine, given, platform)
    assert found.main == IndexAddress(MIRROR, f"{machine / file}: global.index-url")


@pytest.mark.parametrize(
    ("platform", "environ", "file"),
    [
        ("linux", {}, "etc/uv/uv.toml"),
        ("linux", {}, "etc/xdg/uv/uv.toml"),
        ("linux", {}, "home/ann/.config/uv/uv.toml"),
        ("darwin", {"XDG_CONFIG_HOME": "{root}/own"}, "own/uv/uv.toml"),
        ("win32", {"APPDATA": "{root}/roaming"}, "roaming/uv/uv.toml"),
        ("win32", {"PROGRAMDATA": "{root}/data"}, "data/uv/uv.toml"),
        ("linux", {"UV_CONFIG_FILE": "{root}/mine.toml"}, "mine.toml"),
    ],
)
def test_files_of_uv(machine: Path, platform: str, environ: dict[str, str], file: str) -> None:
    write(machine / file, f'index-url = "{MIRROR}"\n')
    given = {name: value.format(root=machine) for name, value in environ.items()}
    assert indexes(machine, given, platform).main == IndexAddress(MIRROR, f"{machine / file}: index-url")


def test_the_order_of_pip(machine: Path) -> None:
    environment = machine / "project/.venv"
    (environment / "lib/python3.12/site-packages").mkdir(parents=True)
    order = [machine / "etc/pip.conf", machine / "home/ann/.config/pip/pip.conf", environment / "pip.conf"]
    for number, file in enumerate(order):
        pip_conf(file, f"https://{number}.example/")
        assert [address.url for address in indexes(machine).named] == [f"https://{number}.example/"]
    assert indexes(machine, {"PIP_INDEX_URL": MIRROR}).main == IndexAddress(MIRROR, "PIP_INDEX_URL")
    pip_conf(order[0], OTHER, "install")
    main = indexes(machine).main
    assert main is not None
    assert (main.url, main.of_project) == (OTHER, False)


def test_the_environment_in_the_project_speaks_for_the_project(machine: Path) -> None:
    environment = machine / "project/.venv"
    (environment / "lib/python3.12/site-packages").mkdir(parents=True)
    pip_conf(environment / "pip.conf", MIRROR)
    main = indexes(machine).main
    assert main is not None
    assert main.of_project


def test_no_files_of_pip(machine: Path) -> None:
    pip_conf(machine / "etc/pip.conf", MIRROR)
    assert indexes(machine, {"PIP_CONFIG_FILE": os.devnull}).main is None


@pytest.mark.parametrize("name", ["uv.toml", "pyproject.toml"])
def test_the_projects_uv_goes_before_the_users(machine: Path, name: str) -> None:
    write(machine / "home/ann/.config/uv/uv.toml", f'index-url = "{OTHER}"\n')
    table = "" if name == "uv.toml" else "[tool.uv]\n"
    write(machine / name, f'{table}index-url = "{MIRROR}"\n')
    main = indexes(machine).main
    assert main is not None
    assert (main.url, main.of_project) == (MIRROR, True)
    no_config = indexes(machine, {"UV_NO_CONFIG": "1"})
    assert no_config.main is None


def test_the_tables_of_uv(machine: Path) -> None:
    write(
        machine / "project/pyproject.toml",
        f"""
        [[tool.uv.index]]
        name = "main"
        url = "{MIRROR}"
        default = true
        [[tool.uv.index]]
        url = "{OTHER}"
        [[tool.uv.index]]
        url = "https://only-named.example/"
        explicit = true
        [[tool.uv.index]]
        url = "https://links.example/"
        format = "flat"
        """,
    )
    found = indexes(machine)
    assert [address.url for address in found.named] == [MIRROR, OTHER]
    assert found.main
    assert found.main.url == MIRROR


def test_a_pyproject_that_does_not_speak_to_uv_is_passed_over(machine: Path) -> None:
    write(machine / "project/pyproject.toml", "[project]\nname = 'x'\n")
    write(machine / "pyproject.toml", f'[tool.uv]\nindex-url = "{MIRROR}"\n')
    assert [address.url for address in indexes(machine).named] == [MIRROR]


@pytest.mark.parametrize(
    "environ",
    [{"PIP_NO_INDEX": "1"}, {"UV_NO_INDEX": "true"}],
)
def test_indexes_turned_off(machine: Path, environ: dict[str, str]) -> None:
    assert indexes(machine, environ).none_at_all
    write(machine / "etc/pip.conf", "[global]\nno_index = yes\n")
    assert indexes(machine).none_at_all


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("etc/pip.conf", "index-url = x\n"),
        ("etc/pip.conf", "[global\n"),
        ("home/ann/.config/uv/uv.toml", "index-url = \n"),
        ("home/ann/.config/uv/uv.toml", "a = " + "[" * 5_000),
        ("project/pyproject.toml", "[tool.uv\n"),
    ],
)
def test_files_that_cannot_be_read_are_named(machine: Path, file: str, text: str) -> None:
    write(machine / file, text)
    found = indexes(machine, {"PIP_INDEX_URL": MIRROR})
    assert found.unreadable == (machine / file,)
    assert found.main == IndexAddress(MIRROR, "PIP_INDEX_URL")


def test_values_of_another_kind_are_passed_over(machine: Path) -> None:
    write(machine / "etc/uv/uv.toml", 'index-url = 3\nextra-index-url = "x"\nindex = [{ url = 1 }, 2]\n')
    assert indexes(machine) == PackageIndexes("pip")


def test_without_a_home(machine: Path) -> None:
    assert index_addresses({}, None, machine / "project", platform="linux", root=machine) == PackageIndexes("pip")


@pytest.mark.parametrize(
    ("url", "shown", "without"),
    [
        (
            "https://ann:s3cret@mirror.example/simple/",
            "https://mirror.example/simple",
            "https://mirror.example/simple/",
        ),
        ("https://s3cret@mirror.example:8443", "https://mirror.example:8443", "https://mirror.example:8443"),
        ("https://cloud.example/s3cret/simple/", "https://cloud.example/…", "https://cloud.example/s3cret/simple/"),
        ("https://m.example/simple?token=s3cret", "https://m.example/simple", "https://m.example/simple?token=s3cret"),
        ("file:///opt/wheels", "file:///opt/wheels", "file:///opt/wheels"),
        ("not an address s3cret", "an address that cannot be read", ""),
        ("https://[s3cret", "an address that cannot be read", ""),
        ("https://m.example/\x1b[31ms3cret", "an address that cannot be read", ""),
        ("ftp://s3cret", "an address that cannot be read", ""),
    ],
)
def test_secrets_are_not_shown(url: str, shown: str, without: str) -> None:
    address = IndexAddress(url, "PIP_INDEX_URL")
    assert (address.display_text, address.without_credentials) == (shown, without)
    assert "s3cret" not in address.display_text + address.origin + repr(address)
