"""The scenarios of the official suite, each under the suite's name for it, over stdio and HTTP.

The suite itself speaks HTTP only; what it asserts is said here in our words, and more exactly. Not offered, and so not
here: sampling, elicitation, input-required results, resources/subscribe, client capabilities that a tool demands.
"""

import io
import json
import wave
from base64 import b64decode
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from tests.conformance.conftest import SPEC
from tests.conformance.peer import ENVIRONMENT, LEGACY, ROOT, Peer, command
from tests.server.harbor.wire import MODERN

from pro_context_codegen.contract_folders import read_contracts
from pro_context_codegen.lint import lint

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
LOG_LEVEL = "io.modelcontextprotocol/logLevel"
REACH = "json_schema_2020_12_tool"
NOT_FOUND = {LEGACY: -32002, MODERN: -32602}


def one_block(peer: Peer, tool: str) -> dict[str, Any]:
    result = peer.call(tool).result
    assert "structuredContent" not in result
    assert "isError" not in result
    [block] = result["content"]
    return block


def handshake_only(peer: Peer) -> None:
    if peer.version == MODERN:
        pytest.skip("2026-07-28 has no such method")


def test_the_spec_is_good() -> None:
    assert lint(read_contracts(SPEC)) == []


def test_tools_list(peer: Peer) -> None:
    tools = peer.ask("tools/list").result["tools"]
    assert len(tools) == 11
    for tool in tools:
        assert tool["description"]
        jsonschema.Draft202012Validator.check_schema(tool["inputSchema"])
    with_output = {tool["name"] for tool in tools if "outputSchema" in tool}
    assert with_output == {"test_tool_with_logging", "test_tool_with_progress"}
    assert [peer.ask("tools/list").result["tools"] for _ in range(2)] == [tools, tools]


def test_tools_call_simple_text(peer: Peer) -> None:
    assert one_block(peer, "test_simple_text") == {
        "type": "text",
        "text": "This is a simple text response for testing.",
    }


def test_tools_call_image(peer: Peer) -> None:
    block = one_block(peer, "test_image_content")
    assert (block["type"], block["mimeType"]) == ("image", "image/png")
    assert b64decode(block["data"], validate=True).startswith(PNG_SIGNATURE)


def test_tools_call_audio(peer: Peer) -> None:
    block = one_block(peer, "test_audio_content")
    assert (block["type"], block["mimeType"]) == ("audio", "audio/wav")
    with wave.open(io.BytesIO(b64decode(block["data"], validate=True))) as sound:
        assert sound.getnframes() == 1


def test_tools_call_embedded_resource(peer: Peer) -> None:
    assert one_block(peer, "test_embedded_resource") == {
        "type": "resource",
        "resource": {
            "uri": "test://embedded-resource",
            "mimeType": "text/plain",
            "text": "This is an embedded resource content.",
        },
    }


def test_tools_call_mixed_content(peer: Peer) -> None:
    content = peer.call("test_multiple_content_types").result["content"]
    assert [block["type"] for block in content] == ["text", "image", "resource"]
    assert json.loads(content[2]["resource"]["text"]) == {"test": "data", "value": 123}


def test_tools_call_error(peer: Peer) -> None:
    result = peer.call("test_error_handling").result
    assert result["isError"] is True
    assert json.loads(result["content"][0]["text"])["code"] == "INTERNAL_ERROR"
    assert "intentionally" not in json.dumps(result)


def test_tools_call_with_progress(peer: Peer) -> None:
    answer = peer.call("test_tool_with_progress", progressToken="steps")
    reports = answer.notified("notifications/progress")
    assert [(report["progressToken"], report["progress"], report["total"]) for report in reports] == [
        ("steps", 0, 100),
        ("steps", 50, 100),
        ("steps", 100, 100),
    ]
    assert answer.result["structuredContent"] == {"done": True}


def test_no_progress_without_a_token(peer: Peer) -> None:
    assert peer.call("test_tool_with_progress").notifications == []


def test_tools_call_with_logging(peer: Peer) -> None:
    wanted = {}
    if peer.version == MODERN:
        wanted = {LOG_LEVEL: "debug"}
    else:
        assert peer.ask("logging/setLevel", {"level": "debug"}).result == {}
    answer = peer.call("test_tool_with_logging", **wanted)
    logged = answer.notified("notifications/message")
    assert {message["level"] for message in logged} == {"info"}
    assert [message["data"] for message in logged] == [
        "Tool execution started",
        "Tool processing data",
        "Tool execution completed",
    ]
    assert answer.result["structuredContent"] == {"done": True}


def test_logging_set_level(peer: Peer) -> None:
    handshake_only(peer)
    peer.ask("logging/setLevel", {"level": "warning"})
    assert peer.call("test_logging_tool").notifications == []
    peer.ask("logging/setLevel", {"level": "info"})
    assert len(peer.call("test_logging_tool").notifications) == 1
    assert peer.ask("logging/setLevel", {"level": "loud"}).response["error"]["code"] == -32602


def test_server_no_log_without_loglevel(peer: Peer) -> None:
    if peer.version != MODERN:
        pytest.skip("before 2026-07-28 messages are sent unasked")
    assert peer.call("test_logging_tool").notifications == []
    assert peer.call("test_logging_tool", **{LOG_LEVEL: "warning"}).notifications == []
    assert len(peer.call("test_logging_tool", **{LOG_LEVEL: "info"}).notifications) == 1


def test_json_schema_2020_12(peer: Peer) -> None:
    [schema] = [tool["inputSchema"] for tool in peer.ask("tools/list").result["tools"] if tool["name"] == REACH]
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$defs"]["address"]["$anchor"] == "addressDef"
    assert schema["properties"]["address"]["$ref"] == "#/$defs/address"
    assert schema["allOf"] == [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}]
    assert schema["if"]["properties"] == {"contactMethod": {"const": "phone"}}
    assert (schema["then"], schema["else"]) == ({"required": ["phone"]}, {"required": ["email"]})
    assert schema["additionalProperties"] is False


def test_http_custom_header_server_validation(peer: Peer) -> None:
    """The mark must reach the client; how the header is compared, the transport's own tests show."""
    [schema] = [tool["inputSchema"] for tool in peer.ask("tools/list").result["tools"] if "header" in tool["name"]]
    assert schema["properties"]["region"]["x-mcp-header"] == "Region"
    assert peer.call("test_header_argument", {"region": "us-west1"}).result["content"][0]["text"] == "us-west1"


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ({"contactMethod": "phone", "phone": "5550100", "address": {"city": "Oslo"}}, ""),
        ({"email": "ada@example.org"}, ""),
        ({}, "arguments"),
        ({"contactMethod": "phone", "email": "ada@example.org"}, "phone: is required"),
        ({"email": "ada@example.org", "address": {"city": 4}}, "address.city: must be of type string"),
        ({"email": "ada@example.org", "fax": "5550100"}, "fax: is not a known argument"),
    ],
)
def test_json_schema_2020_12_is_enforced(peer: Peer, arguments: dict[str, Any], wrong: str) -> None:
    result = peer.call(REACH, arguments).result
    assert bool(wrong) is result.get("isError", False)
    if wrong:
        error = json.loads(result["content"][0]["text"])
        assert error["code"] == "INVALID_INPUT"
        assert wrong in error["message"]


def test_resources_list(peer: Peer) -> None:
    resources = peer.ask("resources/list").result["resources"]
    assert {entry["uri"]: entry["mimeType"] for entry in resources} == {
        "test://static-text": "text/plain",
        "test://static-binary": "image/png",
    }


def test_resources_read_text(peer: Peer) -> None:
    assert peer.ask("resources/read", {"uri": "test://static-text"}).result["contents"] == [
        {
            "uri": "test://static-text",
            "mimeType": "text/plain",
            "text": "This is the content of the static text resource.",
        }
    ]


def test_resources_read_binary(peer: Peer) -> None:
    [content] = peer.ask("resources/read", {"uri": "test://static-binary"}).result["contents"]
    assert (content["uri"], content["mimeType"]) == ("test://static-binary", "image/png")
    assert b64decode(content["blob"], validate=True).startswith(PNG_SIGNATURE)
    assert "text" not in content


def test_resources_templates_read(peer: Peer) -> None:
    [content] = peer.ask("resources/read", {"uri": "test://template/123/data"}).result["contents"]
    assert content["uri"] == "test://template/123/data"
    assert json.loads(content["text"]) == {"id": "123", "templateTest": True, "data": "Data for ID: 123"}


def test_sep_2164_resource_not_found(peer: Peer) -> None:
    uri = "test://nonexistent-resource-for-conformance-testing"
    error = peer.ask("resources/read", {"uri": uri}).response["error"]
    assert (error["code"], error["data"]) == (NOT_FOUND[peer.version], {"uri": uri})


def test_prompts_list(peer: Peer) -> None:
    prompts = peer.ask("prompts/list").result["prompts"]
    assert {prompt["name"]: [argument["name"] for argument in prompt["arguments"]] for prompt in prompts} == {
        "test_prompt_with_arguments": ["arg1", "arg2"],
        "test_prompt_with_embedded_resource": ["resourceUri"],
        "test_prompt_with_image": [],
        "test_simple_prompt": [],
    }


def messages(peer: Peer, prompt: str, **arguments: str) -> list[dict[str, Any]]:
    found = peer.ask("prompts/get", {"name": prompt, "arguments": arguments}).result["messages"]
    assert {message["role"] for message in found} == {"user"}
    return [message["content"] for message in found]


def test_prompts_get_simple(peer: Peer) -> None:
    assert messages(peer, "test_simple_prompt") == [{"type": "text", "text": "This is a simple prompt for testing."}]


def test_prompts_get_with_args(peer: Peer) -> None:
    [content] = messages(peer, "test_prompt_with_arguments", arg1="testValue1", arg2="testValue2")
    assert content["text"] == "Prompt with arguments: arg1='testValue1', arg2='testValue2'"


def test_prompts_get_embedded_resource(peer: Peer) -> None:
    resource, text = messages(peer, "test_prompt_with_embedded_resource", resourceUri="test://example-resource")
    assert resource == {
        "type": "resource",
        "resource": {
            "uri": "test://example-resource",
            "mimeType": "text/plain",
            "text": "Embedded resource content for testing.",
        },
    }
    assert text["type"] == "text"


def test_prompts_get_with_image(peer: Peer) -> None:
    image, text = messages(peer, "test_prompt_with_image")
    assert (image["type"], image["mimeType"], text["type"]) == ("image", "image/png", "text")
    assert b64decode(image["data"], validate=True).startswith(PNG_SIGNATURE)


def test_completion_complete(peer: Peer) -> None:
    asked = {
        "ref": {"type": "ref/prompt", "name": "test_prompt_with_arguments"},
        "argument": {"name": "arg1", "value": "par"},
    }
    assert peer.ask("completion/complete", asked).result["completion"] == {
        "values": ["paris", "park", "party"],
        "total": 3,
        "hasMore": False,
    }


def test_ping(peer: Peer) -> None:
    handshake_only(peer)
    assert peer.ask("ping").result == {}


@pytest.mark.parametrize("method", ["tools/list", "prompts/list", "resources/list", "resources/templates/list"])
def test_caching(peer: Peer, method: str) -> None:
    result = peer.ask(method).result
    assert ("ttlMs" in result, "cacheScope" in result) == (peer.version == MODERN,) * 2


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_sdk_client_understands_every_kind_of_content(generated: Path, mode: str) -> None:
    started = command(generated)
    server = StdioServerParameters(command=started[0], args=started[1:], env=ENVIRONMENT, cwd=ROOT)
    async with Client(stdio_client(server), mode=mode) as client:
        mixed = await client.call_tool("test_multiple_content_types", {})
        assert [type(block).__name__ for block in mixed.content] == ["TextContent", "ImageContent", "EmbeddedResource"]
        sound = await client.call_tool("test_audio_content", {})
        assert sound.content[0].type == "audio"
        picture = await client.get_prompt("test_prompt_with_image", {})
        assert picture.messages[0].content.type == "image"
        binary = await client.read_resource("test://static-binary")
        assert b64decode(binary.contents[0].blob).startswith(PNG_SIGNATURE)
