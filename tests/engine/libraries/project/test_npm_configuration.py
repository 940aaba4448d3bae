"""npm's registries as its variables and files name them, and who gets which token."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from pro_context_engine.libraries.project.npm_configuration import NpmRegistries, npm_registries

NPM_11 = """
  registry: new Definition('registry', {
    default: 'https://default.example/',
    type: url,
"""
NPM_6 = "    registry: 'https://old.example/',\n"


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    for folder in ("home", "project/deep", "bin", "etc"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "project/.git").mkdir()
    return tmp_path


def registries(machine: Path, environ: Mapping[str, str] = {}) -> NpmRegistries:
    return npm_registries({"PATH": str(machine / "bin"), **environ}, machine / "home", machine / "project/deep")


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def install_npm(machine: Path, place: str, text: str) -> None:
    write(machine / f"lib/node_modules/npm/{place}", text)
    program = machine / "lib/node_modules/npm/bin/npm-cli.js"
    write(program, "")
    program.chmod(0o755)
    (machine / "bin/npm").symlink_to(program)


def test_without_npm_and_configuration_there_is_none(machine: Path) -> None:
    assert registries(machine) == NpmRegistries()


@pytest.mark.parametrize(
    ("place", "text", "url"),
    [
        ("node_modules/@npmcli/config/lib/definitions/definitions.js", NPM_11, "https://default.example/"),
        ("lib/utils/config/definitions.js", NPM_11, "https://default.example/"),
        ("lib/config/defaults.js", NPM_6, "https://old.example/"),
    ],
)
def test_npms_own_default_is_read_from_its_files(machine: Path, place: str, text: str, url: str) -> None:
    install_npm(machine, place, text)
    main = registries(machine).main
    assert main
    assert (main.url, main.setting) == (url, "npm's default")


def test_npm_that_was_rewritten_says_nothing(machine: Path) -> None:
    install_npm(machine, "lib/config/defaults.js", "registry: evaluate()")
    assert registries(machine).main is None


def test_variables_go_before_the_project_before_the_user(machine: Path) -> None:
    named = []
    write(machine / "home/.npmrc", "registry=https://user.example/\n")
    named.append(registries(machine))
    write(machine / "project/.npmrc", "registry = https://root.example/\n")
    named.append(registries(machine))
    write(machine / "project/deep/.npmrc", '; a comment\nregistry="https://project.example/" \n')
    named.append(registries(machine))
    named.append(registries(machine, {"NPM_CONFIG_REGISTRY": "https://variable.example/"}))
    said = [(one.main.url, one.main.of_project) for one in named if one.main]
    assert said == [
        ("https://user.example/", False),
        ("https://root.example/", True),
        ("https://project.example/", True),
        ("https://variable.example/", False),
    ]


def test_files_that_variables_name_are_read(machine: Path) -> None:
    write(machine / "etc/own", "registry=https://own.example/\n")
    write(machine / "etc/npmrc", "@pond:registry=https://pond.example/\n")
    environ = {"npm_config_userconfig": str(machine / "etc/own"), "npm_config_prefix": str(machine)}
    found = registries(machine, environ)
    assert found.main
    assert found.main.url == "https://own.example/"
    assert found.scopes["@pond"].url == "https://pond.example/"


def test_a_scope_has_its_own_registry(machine: Path) -> None:
    write(machine / "home/.npmrc", "registry=https://all.example\n@pond:registry=https://pond.example\n")
    found = registries(machine)
    names = {
        name: address.display_text for name in ("otter", "@pond/otter", "@lake/otter") if (address := found.of(name))
    }
    assert names == {
        "otter": "https://all.example",
        "@pond/otter": "https://pond.example",
        "@lake/otter": "https://all.example",
    }


def test_tokens_count_where_they_are_configured_for(machine: Path) -> None:
    write(
        machine / "home/.npmrc",
        "//all.example/:_authToken=${TOKEN}\n//all.example/team/:_auth=dTpw\n"
        "//old.example/:username=ann\n//old.example/:_password=cHc=\n//none.example/:_authToken=${UNSET}\n"
        "//maybe.example/:_authToken=${UNSET?}\n_authToken=homeless\n",
    )
    found = registries(machine, {"TOKEN": "hush"})
    assert found.authorization("https://all.example/otter") == "Bearer hush"
    assert found.authorization("https://all.example/team/otter/-/otter.tgz") == "Basic dTpw"
    assert found.authorization("https://old.example/") == "Basic YW5uOnB3"
    for other in ("https://none.example/x", "https://maybe.example/x", "https://all.example.evil/x", "https://x/"):
        assert found.authorization(other) == ""
    assert "hush" not in repr(found)


def test_a_projects_file_sees_no_variables(machine: Path) -> None:
    write(
        machine / "project/.npmrc",
        "registry=https://evil.example/${SECRET}/\n//evil.example/:_authToken=${SECRET}\n@a:registry=https://a.example/\n",
    )
    found = registries(machine, {"SECRET": "hush"})
    assert found.main is None
    assert found.authorizations == {}
    assert found.scopes["@a"].exempt_origins == []


def test_a_variable_in_an_unquoted_value_ends_no_line(machine: Path) -> None:
    write(machine / "home/.npmrc", "registry=https://${HOST}/ ; the mirror\n")
    found = registries(machine, {"HOST": "mirror.example"})
    assert found.main
    assert found.main.url == "https://mirror.example/"


def test_yarns_registries_count_after_npms(machine: Path) -> None:
    yarn = (
        "npmRegistryServer: https://yarn.example\nnpmScopes: { pond: { npmRegistryServer: 'https://pond.example' } }\n"
    )
    write(machine / "project/.yarnrc.yml", yarn)
    found = registries(machine)
    assert found.main
    assert (found.main.url, found.scopes["@pond"].url) == ("https://yarn.example", "https://pond.example")
    write(machine / "home/.npmrc", "registry=https://user.example/\n")
    again = registries(machine).main
    assert again
    assert again.url == "https://user.example/"


@pytest.mark.parametrize(
    "text", ["registry", "=\n=", "registry=", "[x]\n", "\0=\0", "npmScopes: [", "registry=http://[::"]
)
def test_broken_files_say_nothing(machine: Path, text: str) -> None:
    write(machine / "home/.npmrc", text)
    write(machine / "project/.yarnrc.yml", text)
    found = registries(machine)
    assert not found.main or found.main.origin == ""


def test_a_file_that_cannot_be_read_is_named(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = machine / "home/.npmrc"
    write(file, "registry=https://x.example/")
    own = Path.open

    def refusing(path: Path, *arguments: object) -> object:
        if path == file:
            raise PermissionError
        return own(path, *arguments)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", refusing)
    assert registries(machine).unreadable == (file,)
