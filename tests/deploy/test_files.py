"""The files by which the site is run on a host name what there is, and agree with one another."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # it comes without types
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.config import MAX_REQUEST_BYTES, Settings
from scorekeeper.server.app import create_app
from scorekeeper.server.start import server_options
from scorekeeper.web.core.shell import HEALTH_PATH
from scorekeeper.web.core.sites import sites_of
from scorekeeper.web.live import REPEAT_SECONDS
from tests.deploy.clubs import CHECKOUT, DEPLOY
from tests.only_site import close_site

SERVICE = (DEPLOY / "scorekeeper@.service").read_text()
SOCKET = (DEPLOY / "scorekeeper@.socket").read_text()
CONTAINER = (DEPLOY / "Containerfile").read_text()
NGINX = (DEPLOY / "nginx.conf").read_text()
CADDY = (DEPLOY / "Caddyfile").read_text()
GUIDE = (DEPLOY / "README.md").read_text()


def only(pattern: str, text: str) -> str:
    (found,) = re.findall(pattern, text, re.MULTILINE)
    return str(found)


@pytest.mark.parametrize("text", [SERVICE, CONTAINER.replace('"', "").replace(",", "")])
def test_the_files_start_the_site_with_options_that_exist(text: str) -> None:
    options = re.findall(r"--\w+", only(r"(?:scorekeeper |^CMD \[)(serve .*)$", text))
    known = CliRunner().invoke(main, ["serve", "--help"]).output
    assert {"--quiet", "--instance"} <= set(options) <= set(re.findall(r"--\w+", known))


def test_the_socket_is_where_both_proxies_ask() -> None:
    place = only(r"^ListenStream=(\S+)%i\.sock$", SOCKET)
    assert f"proxy_pass http://unix:{place}$club.sock;" in NGINX
    assert f"unix/{place}{{re.club.1}}.sock" in CADDY


def test_the_folder_is_the_one_that_the_service_may_write() -> None:
    assert only(r"^StateDirectory=(.+)$", SERVICE) == "scorekeeper/%i"
    assert only(r"--instance (\S+)$", SERVICE) == "/var/lib/scorekeeper/%i"


def test_systemd_waits_longer_than_the_site_lets_requests_end(tmp_path: Path) -> None:
    app = create_app(Settings(instance=tmp_path, secret_key="k" * 40))
    options = server_options(app, sites_of(app))
    close_site(app)
    grace = options.timeout_graceful_shutdown
    # A page may take some seconds under load, and gets no bare 500 when the site is stopped.
    assert grace is not None
    assert 8 <= grace < int(only(r"^TimeoutStopSec=(\d+)$", SERVICE))


def test_nginx_sets_the_headers_that_the_site_reads() -> None:
    said = set(re.findall(r"^ +proxy_set_header (X-\S+)", NGINX, re.MULTILINE))
    assert said == {"X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"}


def test_nginx_writes_no_link_and_leads_no_stranger_to_a_club() -> None:
    # A line of a lower level has the request, and so the link, when the socket of a club is gone.
    assert set(re.findall(r"error_log \S+ (\w+);", NGINX)) == {"emerg"}
    assert NGINX.count("server_tokens off;") == NGINX.count("server {")
    (first, *others) = re.findall(r"^server \{.*?^\}", NGINX, re.MULTILINE | re.DOTALL)
    assert len(re.findall(r"listen .*(?:80|443 ssl http2) default_server;", first)) == 4
    assert "return 444;" in first
    assert not any("default_server" in each for each in others)


def test_a_proxy_leaves_it_to_the_site_to_refuse_large_requests() -> None:
    mebibytes = int(only(r"client_max_body_size (\d+)m;", NGINX))
    megabytes = int(only(r"max_size (\d+)MB", CADDY))
    assert min(mebibytes, megabytes) * 1_000_000 > MAX_REQUEST_BYTES


def test_a_proxy_waits_longer_than_a_stream_is_silent() -> None:
    assert int(only(r"proxy_read_timeout (\d+)s;", NGINX)) > 2 * REPEAT_SECONDS


def test_the_container_asks_for_the_health_of_the_site() -> None:
    assert f":8000{HEALTH_PATH}'" in CONTAINER
    assert 'CMD ["serve", "--quiet", "--host", "0.0.0.0", "--port", "8000"' in CONTAINER


def test_the_container_copies_existing_files_and_no_games() -> None:
    copied = re.findall(r"^COPY (?!--)(.+) \S+$", CONTAINER, re.MULTILINE)
    names = {name for line in copied for name in line.split()}
    assert {"scorekeeper", "templates", "static", "requirements.txt"} <= names
    assert [name for name in names if not (CHECKOUT / name).exists()] == []
    assert "instance" not in names


def test_the_container_is_not_root_and_has_all_that_a_start_needs() -> None:
    assert re.search(r"^USER [1-9]\d*:[1-9]\d*$", CONTAINER, re.MULTILINE)
    assert "--require-hashes" in CONTAINER
    assert re.search(r"^RUN .+ -m scorekeeper compile$", CONTAINER, re.MULTILINE)
    assert re.search(r"^ARG BASE=\S+@sha256:[0-9a-f]{64}$", CONTAINER, re.MULTILINE)
    assert set(re.findall(r"^FROM (\S+)", CONTAINER, re.MULTILINE)) == {"${BASE}"}
    launcher = (CHECKOUT / "run").read_text()
    for package in ("libpangoft2-1.0-0", "libharfbuzz-subset0"):
        assert package in CONTAINER
        assert package in launcher


def test_a_forge_runs_every_test_on_the_oldest_system() -> None:
    workflow = yaml.safe_load((CHECKOUT / ".github/workflows/test.yml").read_text())
    (job,) = workflow["jobs"].values()
    assert [step.get("run") for step in job["steps"]] == [None, "./run test"]
    assert workflow[True] == ["push", "pull_request"]  # YAML 1.1 reads "on" so
    assert job["container"]["image"] == only(r"^ARG BASE=\S+/(debian:12)", CONTAINER)


def test_compose_runs_the_container_as_the_guide_does() -> None:
    service = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["scorekeeper"]
    command = GUIDE.partition("podman run ")[2].partition("\n```")[0]
    assert CHECKOUT / service["build"]["dockerfile"] == DEPLOY / "Containerfile"
    assert "--init" in command
    assert service["init"]
    assert "--read-only" in command
    assert service["read_only"]
    pairs = {
        "--restart": service["restart"],
        "--publish": service["ports"][0],
        "--tmpfs": service["tmpfs"][0],
        "--cap-drop": service["cap_drop"][0],
        "--memory": service["mem_limit"],
    }
    assert {name: only(f"{name} (\\S+)", command) for name in pairs} == pairs
    assert service["volumes"] == ["instance:/instance"]


def test_the_guide_names_only_existing_settings() -> None:
    named = set(re.findall(r"^(?:printf ')?(\w+) = ", GUIDE, re.MULTILINE))
    assert named
    assert named <= {field.name for field in fields(Settings)}


@pytest.mark.parametrize("file", [file.name for file in DEPLOY.iterdir()])
def test_every_file_stands_in_the_guide(file: str) -> None:
    assert f"`{file}`" in GUIDE or file == "README.md"
