"""Options of the command line that stand for keys of the configuration."""

from pathlib import Path

import pytest

from pro_context.cli.arguments import parser
from pro_context.configuration import loading
from pro_context.configuration.loading import load
from pro_context.configuration.mistakes import ConfigurationMistakes


def test_options_go_before_variables_and_files(tmp_path: Path) -> None:
    file = tmp_path / "pro-context.yaml"
    file.write_text("server: { host: file.example, port: 1 }\n")
    options = {"--port": "3", "--transport": "http", "--tls-certificate": "/etc/a.pem"}
    server = load(
        file, {"PRO_CONTEXT_PORT": "2", "PRO_CONTEXT__SERVER__HOST": "host.example"}, options
    ).settings.values.server
    assert (server.transport, server.host, server.port) == ("http", "host.example", 3)
    assert server.tls.certificate_file == "/etc/a.pem"


@pytest.mark.parametrize(
    ("option", "value", "line"),
    [
        ("--port", "80000", "--port: server.port must be a whole number from 0 to 65535, not 80000"),
        ("--port", "http", '--port: server.port must be a whole number from 0 to 65535, not "http"'),
        ("--transport", "sse", '--transport: server.transport must be one of stdio, http, not "sse"'),
    ],
)
def test_a_wrong_option_is_told_by_its_name(tmp_path: Path, option: str, value: str, line: str) -> None:
    with pytest.raises(ConfigurationMistakes) as told:
        load(tmp_path / "none.yaml", {}, {option: value})
    assert line in str(told.value)


def test_the_command_line_takes_each_of_them() -> None:
    serving = [option for option in loading.FLAG_KEYS if option != "--contract"]  # which stands after subcommands too
    written = [word for option in serving for word in (option, "1")]
    assert parser().parse_args(written).flags == dict.fromkeys(serving, "1")
    assert parser().parse_args([]).flags == {}
    assert parser().parse_args(["--port", "8", "resolve", "x"]).flags == {"--port": "8"}
