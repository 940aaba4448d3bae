"""The manifests for Kubernetes: held against its schemas, against each other, and against what the product has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from tests.deploy.test_deploy import DEPLOY, image_variables

from pro_context.cli.arguments import parser
from pro_context.configuration.loading import load

FOLDER = DEPLOY / "kubernetes"
KUSTOMIZATION = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())
SETTINGS = dict(line.split("=", 1) for line in (FOLDER / "settings.env").read_text().splitlines())
RESOURCES = [one for name in KUSTOMIZATION["resources"] for one in yaml.safe_load_all((FOLDER / name).read_text())]
SECRETS = [*yaml.safe_load_all((FOLDER / "secret.example.yaml").read_text())]
PODS = {one["metadata"]["name"]: one["spec"]["template"] for one in RESOURCES if "template" in one.get("spec", {})}
CONTAINERS = {name: pod["spec"]["containers"][0] for name, pod in PODS.items()}


def resource(kind: str, name: str) -> dict[str, Any]:
    (found,) = [one for one in RESOURCES if (one["kind"], one["metadata"]["name"]) == (kind, name)]
    return found


@pytest.mark.parametrize("one", [*RESOURCES, *SECRETS], ids=lambda one: f"{one['kind']} {one['metadata']['name']}")
def test_a_manifest_fits_the_schema_of_its_kind(one: dict[str, Any]) -> None:
    kubernetes_validate.validate(one, kubernetes_validate.latest_version(), strict=True)


def test_every_file_is_a_resource_but_the_example_of_secrets() -> None:
    files = {file.name for file in FOLDER.iterdir()} - {"kustomization.yaml", "settings.env", "secret.example.yaml"}
    assert set(KUSTOMIZATION["resources"]) == files


def test_pods_meet_the_restricted_standard_and_their_namespace_demands_it() -> None:
    (namespace,) = [one for one in RESOURCES if one["kind"] == "Namespace"]
    assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"
    for name, pod in PODS.items():
        assert pod["spec"]["securityContext"]["runAsNonRoot"]
        assert pod["spec"]["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        own = CONTAINERS[name]["securityContext"]
        assert (own["allowPrivilegeEscalation"], own["capabilities"]) == (False, {"drop": ["ALL"]})
        assert own["readOnlyRootFilesystem"]


def test_selectors_select_the_pods_that_are_meant() -> None:
    labels = {name: pod["metadata"]["labels"] for name, pod in PODS.items()}
    assert resource("Service", "pro-context")["spec"]["selector"].items() <= labels["servers"].items()
    for kind, name in (("Deployment", "servers"), ("Deployment", "worker"), ("PodDisruptionBudget", "servers")):
        selector = resource(kind, name)["spec"]["selector"]["matchLabels"]
        assert [one for one, have in labels.items() if selector.items() <= have.items()] == [name]
    for policy in (one for one in RESOURCES if one["kind"] == "NetworkPolicy"):
        selector = policy["spec"]["podSelector"].get("matchLabels", {})
        assert any(selector.items() <= have.items() for have in labels.values())
    assert all(have["database"] == "needed" for have in labels.values())


def test_ports_and_probes_are_those_that_the_image_serves() -> None:
    server = CONTAINERS["servers"]
    assert server["ports"] == [{"name": "http", "containerPort": int(image_variables()["PRO_CONTEXT_PORT"])}]
    paths = {name: server[f"{name}Probe"]["httpGet"]["path"] for name in ("startup", "readiness", "liveness")}
    assert paths == {"startup": "/healthz", "readiness": "/readyz", "liveness": "/healthz"}
    (ingress,) = resource("NetworkPolicy", "clients")["spec"]["ingress"]
    assert ingress["ports"] == [{"protocol": "TCP", "port": 3100}]


def test_settings_and_secrets_are_a_configuration(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.yaml"
    nothing.touch()
    by_name = {one["metadata"]["name"]: one["stringData"] for one in SECRETS}
    for container in CONTAINERS.values():
        (settings, secret) = container["envFrom"]
        assert settings == {"configMapRef": {"name": KUSTOMIZATION["configMapGenerator"][0]["name"]}}
        given = {**image_variables(), **SETTINGS, **by_name[secret["secretRef"]["name"]]}
        ours = {name: text for name, text in given.items() if name.startswith("PRO_CONTEXT")}
        values = load(nothing, ours).settings.values
        assert values.store.url.startswith("postgresql://")
        assert values.store.leave_to_workers
    assert CONTAINERS["migration"]["envFrom"][1]["secretRef"] == {"name": "database-owner"}


def test_commands_exist_and_places_can_be_written() -> None:
    for container in CONTAINERS.values():
        parser().parse_args(container.get("args", []))
        mounted = {one["mountPath"] for one in container["volumeMounts"]}
        assert mounted == {"/tmp", image_variables()["PRO_CONTEXT_CACHE_DIR"]}


def test_a_rolling_update_takes_no_server_away_before_another_one_is_ready() -> None:
    spec = resource("Deployment", "servers")["spec"]
    assert spec["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}
    assert "replicas" not in spec
    scaled = resource("HorizontalPodAutoscaler", "servers")["spec"]
    assert scaled["scaleTargetRef"] == {"apiVersion": "apps/v1", "kind": "Deployment", "name": "servers"}
    assert scaled["minReplicas"] >= 3
