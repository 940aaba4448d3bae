import subprocess
from pathlib import Path

import pytest
from tests.server.doctor.conftest import Machine
from tests.server.doctor.test_machine import environment

from pro_context.doctor import network as checks
from pro_context_engine.domain.errors import FetchFailed
from pro_context_engine.domain.settings import CustomSource

SECRET = "s3cret"


# Proxies


async def test_no_proxy(machine: Machine) -> None:
    assert (await machine.find(checks.proxy)).found == "none is set"


@pytest.mark.parametrize("name", ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"])
@pytest.mark.parametrize("address", [f"http://ann:{SECRET}@proxy.corp:3128", f"ann:{SECRET}@proxy.corp:3128"])
async def test_a_proxy_that_is_not_used_warns(machine: Machine, name: str, address: str) -> None:
    machine.environ[name] = address
    found = await machine.find(checks.proxy)
    assert (found.state, "network.trustEnvironmentProxies" in found.fix) == ("warn", True)
    assert f"{name.upper()}=http://proxy.corp:3128" in found.found
    assert SECRET not in found.found + found.fix
    machine.set(trust_environment_proxies=True)
    assert (await machine.find(checks.proxy)).state == "ok"


async def test_a_proxy_that_cannot_be_used_fails(machine: Machine) -> None:
    machine.environ["ALL_PROXY"] = f"socks5://ann:{SECRET}@proxy.corp:1080"
    machine.set(trust_environment_proxies=True)
    found = await machine.find(checks.proxy)
    assert found.state == "fail"
    assert SECRET not in found.found + found.fix


# Certificates


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the certificate of an authority that nobody trusts."""
    folder = tmp_path_factory.mktemp("ca")
    command = "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out ca.pem -days 2 -subj /CN=corp"
    try:
        subprocess.run(command.split(), cwd=folder, check=True, capture_output=True, timeout=60)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no openssl to sign with")
    return folder / "ca.pem"


@pytest.mark.parametrize("name", ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"])
async def test_an_authority_that_only_other_programs_trust_warns(machine: Machine, authority: Path, name: str) -> None:
    machine.environ[name] = str(authority)
    found = await machine.find(checks.certificates)
    assert (found.state, f"network.caFile: {authority}" in found.fix) == ("warn", True)
    machine.set(ca_file=authority)
    found = await machine.find(checks.certificates)
    assert (found.state, str(authority) in found.found) == ("ok", True)


@pytest.mark.parametrize("content", ["no certificate", None])
async def test_a_configured_file_without_certificates_fails(machine: Machine, content: str | None) -> None:
    file = machine.folder / "ca.pem"
    if content is not None:
        file.write_text(content)
    machine.set(ca_file=file)
    assert (await machine.find(checks.certificates)).state == "fail"


# Sites


async def test_one_popular_site_that_answers_is_enough(machine: Machine) -> None:
    assert (await machine.find(checks.network)).state == "ok"
    hosts = [url.split("/")[2] for url, _ in machine.sites.asked]
    assert len(set(hosts)) == checks.HOSTS
    machine.sites.silent = {f"https://{host}/": FetchFailed.NO_CONNECTION for host in hosts[:-1]}
    assert (await machine.find(checks.network)).state == "ok"


@pytest.mark.parametrize(
    ("reason", "fix"),
    [
        (FetchFailed.UNTRUSTED, "network.caFile"),
        (FetchFailed.NO_ADDRESS, "HTTPS_PROXY"),
        (FetchFailed.NO_CONNECTION, "HTTPS_PROXY"),
        ("address is not public", "explain-url"),
    ],
)
async def test_no_site_that_answers_fails_and_says_what_helps(machine: Machine, reason: str, fix: str) -> None:
    machine.sites.silent = {"https://": reason}
    found = await machine.find(checks.network)
    assert found.state == "fail"
    assert reason in found.found
    assert fix in found.fix


async def test_where_only_indexes_have_names_nothing_needs_to_be_done(machine: Machine) -> None:
    machine.sites.silent = {"https://": FetchFailed.NO_ADDRESS}
    found = await machine.find(checks.network)
    assert found.found.count(",") == checks.HOSTS - 1
    assert "documentation then comes from packages" in found.fix
    assert found.state == "fail"
    (machine.folder / "index").mkdir()
    machine.environ["PIP_FIND_LINKS"] = str(machine.folder / "index")
    assert (await machine.find(checks.network)).state == "warn"


async def test_sites_of_the_projects_libraries(machine: Machine) -> None:
    assert (await machine.find(checks.upstream)).found == "no library of this project has an llms.txt"
    environment(machine.folder / "project/.venv", "pydantic", "langchain")
    machine.set(environment="auto")
    assert (await machine.find(checks.upstream)).state == "ok"
    assert machine.sites.asked
    assert all(origins == () for _, origins in machine.sites.asked)
    machine.sites.silent = {"https://": "status 503"}
    found = await machine.find(checks.upstream)
    assert (found.state, "status 503" in found.found) == ("warn", True)


async def test_custom_sources(machine: Machine) -> None:
    wiki = CustomSource("wiki", "url", "http://wiki.internal:8080/llms.txt", "acme/wiki")
    manual = CustomSource("manual", "file", str(machine.folder / "manual"), "acme/manual")
    machine.set(custom=(wiki, manual))
    assert (await machine.find(checks.sources)).state == "fail"
    (machine.folder / "manual").mkdir()
    assert (await machine.find(checks.sources)).found == "wiki, manual"
    assert machine.sites.asked == [(wiki.location, ("http://wiki.internal:8080",))]
    machine.sites.silent = {"http://wiki.internal": "status 500"}
    assert (await machine.find(checks.sources)).state == "fail"
    machine.offline = True
    assert (await machine.find(checks.sources)).state == "ok"


async def test_a_projects_source_is_asked_without_exemption(machine: Machine) -> None:
    machine.set(custom=(CustomSource("wiki", "url", "https://wiki.example/llms.txt", "acme/wiki", public_only=True),))
    await machine.find(checks.sources)
    assert machine.sites.asked == [("https://wiki.example/llms.txt", ())]


# Package indexes


async def test_no_index_named_means_the_default(machine: Machine) -> None:
    assert (await machine.find(checks.package_index)).found == "PyPI by default"
    assert machine.sites.asked == []


async def test_an_index_is_asked_without_its_credentials_and_shown_so(machine: Machine) -> None:
    machine.environ["PIP_INDEX_URL"] = f"https://ann:{SECRET}@mirror.corp:8443/simple/"
    found = await machine.find(checks.package_index)
    assert (found.state, found.found) == ("ok", "https://mirror.corp:8443/simple (PIP_INDEX_URL)")
    assert machine.sites.asked == [("https://mirror.corp:8443/simple/pip/", ("https://mirror.corp:8443",))]
    machine.sites.silent = {"https://": FetchFailed.UNTRUSTED}
    found = await machine.find(checks.package_index)
    assert (found.state, "network.caFile" in found.fix) == ("warn", True)
    assert SECRET not in found.found + found.fix
    machine.offline = True
    assert (await machine.find(checks.package_index)).state == "ok"


async def test_an_index_the_project_names_gets_no_exemption(machine: Machine) -> None:
    del machine.environ["UV_NO_CONFIG"]
    (machine.folder / "project/uv.toml").write_text('index-url = "https://10.0.0.7/simple"\n')
    await machine.find(checks.package_index)
    assert machine.sites.asked == [("https://10.0.0.7/simple/pip/", ())]


@pytest.mark.parametrize("url", ["file:///no/such/folder", "nonsense", "https://[", "ftp://x/"])
async def test_an_index_that_is_none_warns(machine: Machine, url: str) -> None:
    machine.environ["PIP_INDEX_URL"] = url
    assert (await machine.find(checks.package_index)).state == "warn"


async def test_a_file_of_the_tools_that_cannot_be_read_warns(machine: Machine) -> None:
    (machine.folder / "pip.conf").write_text("nonsense")
    machine.environ["PIP_CONFIG_FILE"] = str(machine.folder / "pip.conf")
    assert (await machine.find(checks.package_index)).state == "warn"


async def test_no_index_at_all(machine: Machine) -> None:
    machine.environ["PIP_NO_INDEX"] = "1"
    assert "none" in (await machine.find(checks.package_index)).found


# Registries of npm


async def test_without_npm_there_is_no_registry(machine: Machine) -> None:
    assert (await machine.find(checks.npm_registry)).found.startswith("none: npm is neither configured nor installed")
    assert machine.sites.asked == []


async def test_registries_of_npm_are_asked_and_shown_without_secrets(machine: Machine) -> None:
    machine.environ["npm_config_registry"] = f"https://ann:{SECRET}@npm.corp/"
    (machine.home / ".npmrc").write_text("@pond:registry=https://pond.corp\n//pond.corp/:_authToken=hush\n")
    found = await machine.find(checks.npm_registry)
    shown = f"https://pond.corp ({machine.home}/.npmrc: @pond:registry), https://npm.corp (npm_config_registry)"
    assert (found.state, found.found) == ("ok", shown)
    assert [url for url, _ in machine.sites.asked] == ["https://pond.corp/-/ping", "https://npm.corp/-/ping"]
    machine.sites.silent = {"https://npm": FetchFailed.NO_CONNECTION}
    assert (await machine.find(checks.npm_registry)).state == "warn"


async def test_a_configuration_of_npm_that_cannot_be_read_warns(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = machine.home / ".npmrc"
    file.write_text("registry=https://npm.corp\n")
    monkeypatch.setattr("pro_context_engine.libraries.project.npm_configuration.read_configuration", refusing)
    assert str(machine.folder) in (await machine.find(checks.npm_registry)).found


def refusing(file: Path) -> str:
    raise PermissionError(file)
