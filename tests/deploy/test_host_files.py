"""The files for hosts of many sites name what there is, and agree with one another."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # it comes without types
from jsonschema import Draft7Validator

from scorekeeper.config import load_settings, read_settings
from scorekeeper.hosting.folders import site_names, site_settings
from scorekeeper.hosting.start import create_host
from scorekeeper.server.start import server_options
from scorekeeper.web.core.shell import HEALTH_PATH
from scorekeeper.web.core.sites import sites_of
from tests.deploy.clubs import CHECKOUT, DEPLOY
from tests.empty_database import put_database
from tests.hosts import make_host

SERVICE = (DEPLOY / "scorekeeper-host@.service").read_text()
SOCKET = (DEPLOY / "scorekeeper-host@.socket").read_text()
NGINX = (DEPLOY / "nginx-host.conf").read_text()
CADDY = (DEPLOY / "Caddyfile-host").read_text()
GUIDE = (DEPLOY / "README.md").read_text()
CONTAINER = (DEPLOY / "Containerfile").read_text()
MANIFEST: list[dict[str, Any]] = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text()))
SCHEMAS = json.loads(Path(__file__).with_name("kubernetes-1.37.json").read_text())


def only(pattern: str, text: str) -> str:
    (found,) = re.findall(pattern, text, re.MULTILINE)
    return str(found)


def parts(kind: str) -> list[dict[str, Any]]:
    """Return the parts of the manifest that are of a kind."""
    return [part for part in MANIFEST if part["kind"] == kind]


def test_the_first_host_is_where_both_proxies_ask() -> None:
    place = only(r"^ListenStream=(\S+)%i\.sock$", SOCKET)
    assert f"default unix:{place}first.sock;" in NGINX
    assert f"default unix/{place}first.sock" in CADDY


def test_the_folder_is_the_one_that_the_service_may_write() -> None:
    assert only(r"^StateDirectory=(.+)$", SERVICE) == "scorekeeper-host/%i"
    assert only(r"--instance (\S+)$", SERVICE) == "/var/lib/scorekeeper-host/%i"


def test_the_service_has_a_fixed_user_and_the_room_for_many_sites(tmp_path: Path) -> None:
    assert only(r"^User=(.+)$", SERVICE) == "scorekeeper"
    assert only(r"^MemoryMax=(.+)$", SERVICE) == "1G"
    assert only(r"^LimitNOFILE=(.+)$", SERVICE) == "65536"
    assert only(r"^RestartSec=(.+)$", SERVICE) == "1"
    app = create_host(make_host(tmp_path))
    options = server_options(app, sites_of(app))
    assert (options.timeout_graceful_shutdown or 0) < int(only(r"^TimeoutStopSec=(\d+)$", SERVICE))


def test_strangers_are_answered_421_and_reach_no_site() -> None:
    (first, *others) = re.findall(r"^server \{.*?^\}", NGINX, re.MULTILINE | re.DOTALL)
    assert len(re.findall(r"listen .*(?:80|443 ssl http2) default_server;", first)) == 4
    assert "return 421;" in first
    assert not any("default_server" in each for each in others)
    assert CADDY.count("respond 421") == 2


def test_both_names_are_served_by_https_first() -> None:
    names = "cards.example.org *.cards.example.org"
    assert NGINX.count(f"server_name {names};") == 2
    assert "return 301 https://$host$request_uri;" in NGINX
    assert "cards.example.org, *.cards.example.org {" in CADDY
    assert "redir @ours https://{host}{uri} 301" in CADDY


def test_nginx_writes_no_link_and_sets_the_headers_that_a_host_reads() -> None:
    assert set(re.findall(r"error_log \S+ (\w+);", NGINX)) == {"emerg"}
    assert NGINX.count("server_tokens off;") == NGINX.count("server {")
    said = set(re.findall(r"^ +proxy_set_header (X-\S+)", NGINX, re.MULTILINE))
    assert said == {"X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"}


@pytest.mark.parametrize(
    "part", MANIFEST, ids=lambda part: f"{part['kind']} {part['metadata']['name']}"
)
def test_every_part_of_the_manifest_fits_the_published_schema(part: dict[str, Any]) -> None:
    schema = {**SCHEMAS["kinds"][part["kind"]], "$defs": SCHEMAS["$defs"]}
    assert [error.message for error in Draft7Validator(schema).iter_errors(part)] == []


def test_the_schema_refuses_what_no_cluster_would_take() -> None:
    (part,) = parts("StatefulSet")
    schema = {**SCHEMAS["kinds"]["StatefulSet"], "$defs": SCHEMAS["$defs"]}
    wrong = {**part, "spec": {**part["spec"], "replicas": "many", "servise": "x"}}
    assert len(list(Draft7Validator(schema).iter_errors(wrong))) == 2


def test_each_replica_is_a_host_with_a_service_and_volumes_of_its_own() -> None:
    (hosts,) = parts("StatefulSet")
    names = [f"{hosts['metadata']['name']}-{each}" for each in range(hosts["spec"]["replicas"])]
    services = {
        part["metadata"]["name"]: part["spec"]["selector"]["statefulset.kubernetes.io/pod-name"]
        for part in parts("Service")
    }
    assert services == {name: name for name in names}
    claimed = [each["metadata"]["name"] for each in hosts["spec"]["volumeClaimTemplates"]]
    (container,) = hosts["spec"]["template"]["spec"]["containers"]
    places = {each["name"]: each["mountPath"] for each in container["volumeMounts"]}
    assert claimed == ["instance", "copies"]
    assert places["instance"] == only(r"^VOLUME (\S+)$", CONTAINER)
    assert [each["kind"] for each in MANIFEST if "Autoscaler" in each["kind"]] == []


def test_the_first_replica_has_the_entrance_and_all_names_without_a_rule() -> None:
    (ingress,) = parts("Ingress")
    rules = {
        rule["host"]: rule["http"]["paths"][0]["backend"]["service"]["name"]
        for rule in ingress["spec"]["rules"]
    }
    assert rules["cards.example.org"] == rules["*.cards.example.org"] == "scorekeeper-0"
    assert set(rules.values()) == {part["metadata"]["name"] for part in parts("Service")}


def test_the_container_of_the_manifest_is_that_of_the_containerfile() -> None:
    (hosts,) = parts("StatefulSet")
    (container,) = hosts["spec"]["template"]["spec"]["containers"]
    port = container["ports"][0]["containerPort"]
    assert f'"--port", "{port}"' in CONTAINER
    for probe in ("livenessProbe", "readinessProbe"):
        assert container[probe]["httpGet"]["path"] == HEALTH_PATH
    group = hosts["spec"]["template"]["spec"]["securityContext"]["fsGroup"]
    assert f"USER {group}:{group}" in CONTAINER


def test_the_settings_of_the_manifest_are_those_of_a_host(tmp_path: Path) -> None:
    (settings,) = parts("ConfigMap")
    (tmp_path / "settings.toml").write_text(settings["data"]["settings.toml"])
    host = load_settings(tmp_path)
    assert (host.is_host, host.behind_proxy, host.second_backups) == (True, True, "/copies")


def test_systemd_has_no_complaint_of_the_units(tmp_path: Path) -> None:
    try:
        subprocess.run(["systemd-analyze", "--version"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("there is no systemd-analyze on this machine")
    for kind in ("service", "socket"):
        text = (DEPLOY / f"scorekeeper-host@.{kind}").read_text()
        # The program is looked for by its path, which only an installation has.
        unit = tmp_path / f"scorekeeper-host@.{kind}"
        unit.write_text(text.replace("/opt/scorekeeper/.venv/bin/python", "/bin/true"))
    told = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / "scorekeeper-host@.service")],
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [line for line in told.stderr.splitlines() if "scorekeeper-host" in line]
    assert (told.returncode, complaints) == (0, [])


def test_clubs_become_sites_of_a_host_as_the_guide_says(tmp_path: Path) -> None:
    for name in ("one", "two"):
        load_settings(tmp_path / "clubs" / name)
        put_database(tmp_path / "clubs" / name)
    key = (tmp_path / "clubs/one/secret_key").read_text()
    block = only(r"^```sh\n# a host instead of clubs\n((?:.+\n)+?)```$", GUIDE)
    assert len(block.splitlines()) <= 8
    for old, new in (
        ("/var/lib/scorekeeper-host", f"{tmp_path}/host"),
        ("/var/lib/private/scorekeeper", f"{tmp_path}/clubs"),
        ("/opt/scorekeeper/run", f"{sys.executable} -P -m scorekeeper"),
        ("sudo ", ""),
    ):
        block = block.replace(old, new)
    others = "useradd() { :; }; systemctl() { :; }; chown() { :; }"  # they need a real machine
    subprocess.run(
        ["bash", "-euc", f"{others}\n{block}"],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        check=True,
        capture_output=True,
    )
    host = read_settings(tmp_path / "host/first")
    assert site_names(host.instance) == ["one", "two"]
    assert site_settings(host, "one").secret_key == key.strip()
