"""The files for several servers: held against the image that they use, and against what the product has."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from tests.deploy.test_deploy import DEPLOY, SERVICE, image_variables

from pro_context.configuration.loading import load

COMPOSE = yaml.safe_load((DEPLOY / "compose.replicas.yaml").read_text())
SERVICES = COMPOSE["services"]
SERVERS = {name: service for name, service in SERVICES.items() if name.startswith("server-")}
NGINX = (DEPLOY / "replicas.nginx.conf").read_text()


def test_the_servers_are_those_of_one_server_with_a_database() -> None:
    assert len(SERVERS) == 3
    for server in SERVERS.values():
        different = {name for name in {*server, *SERVICE} if server.get(name) != SERVICE.get(name)}
        assert different == {"environment", "ports", "volumes", "depends_on"}


def test_their_variables_are_settings_and_name_the_database(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.yaml"
    nothing.touch()
    for server in SERVERS.values():
        given = {**image_variables(), **server["environment"]}
        defaults = {name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", text) for name, text in given.items()}
        ours = {name: text for name, text in defaults.items() if name.startswith("PRO_CONTEXT")}
        values = load(nothing, ours).settings.values
        assert values.store.url == "postgresql://postgres@database/postgres"
        assert server["depends_on"]["database"]["condition"] == "service_healthy"
    assert "pg_isready" in SERVICES["database"]["healthcheck"]["test"][1]
    volume, _, _ = SERVICES["database"]["volumes"][0].partition(":")
    assert volume in COMPOSE["volumes"]


def test_no_password_is_written_down() -> None:
    said = [service["environment"] for service in SERVICES.values() if "environment" in service]
    assert {one.get("PGPASSWORD", one.get("POSTGRES_PASSWORD")) for one in said} == {"${POSTGRES_PASSWORD:?}"}


def test_the_balancer_knows_every_server_and_asks_another_one_where_a_server_has_ended() -> None:
    port = image_variables()["PRO_CONTEXT_PORT"]
    assert re.findall(r"^    server (\S+)", NGINX, re.MULTILINE) == [f"{name}:{port}" for name in SERVERS]
    assert "non_idempotent" in NGINX
    # While the database is away, each server answers some requests with 503: none would be left.
    assert NGINX.count("max_fails=0") == len(SERVERS)
    assert "ip_hash" not in NGINX
    (mount,) = SERVICES["balancer"]["volumes"]
    assert (DEPLOY / mount.partition(":")[0]).is_file()
    (listening,) = re.findall(r"listen (\d+)", NGINX)
    assert SERVICES["balancer"]["ports"] == [f"127.0.0.1:3100:{listening}"]


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
def test_nginx_reads_its_file(tmp_path: Path) -> None:
    (tmp_path / "servers.conf").write_text(NGINX.replace("server-", "127.0.0."))
    whole = f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ include {tmp_path}/servers.conf; }}"
    (tmp_path / "nginx.conf").write_text(whole)
    done = subprocess.run(["nginx", "-t", "-c", tmp_path / "nginx.conf"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
