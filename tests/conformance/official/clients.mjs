// The two official TypeScript clients against a server, in a conversation of all that it offers.
//
//   node clients.mjs CALLS.json http URL KEY
//   node clients.mjs CALLS.json stdio COMMAND ARGUMENT...
//
// Version 1 speaks up to 2025-11-25, version 2 both eras. They check structuredContent against outputSchema themselves.
// Prints one line of JSON: {"passed": N, "failed": ["CLIENT: WHAT: WHY", ...]}.
import { readFileSync } from "node:fs";
import { Client as ClientOne } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioOne } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpOne } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client as ClientTwo, StreamableHTTPClientTransport as HttpTwo } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioTwo } from "@modelcontextprotocol/client/stdio";

const [callsFile, transport, ...where] = process.argv.slice(2);
const calls = JSON.parse(readFileSync(callsFile, "utf8"));
const me = { name: "conformance", version: "1" };
let passed = 0;
const failed = [];

function opened(Http, Stdio) {
  if (transport === "http") {
    const [url, key] = where;
    return new Http(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${key}` } } });
  }
  const [command, ...args] = where;
  return new Stdio({ command, args, env: process.env, stderr: "ignore" });
}

function demand(isTrue, otherwise) {
  if (!isTrue) throw new Error(otherwise);
}

async function converse(name, client, connection, era) {
  const step = async (what, work) => {
    try {
      const result = await work();
      passed += 1;
      return result;
    } catch (error) {
      failed.push(`${name}: ${what}: ${error.message}`);
      return undefined;
    }
  };
  await step("connect", () => client.connect(connection));
  if (era) await step("era", () => demand(client.getProtocolEra() === era, `it is ${client.getProtocolEra()}`));
  await step("instructions", () => demand(client.getInstructions(), "there are none"));
  const tools = (await step("tools/list", async () => (await client.listTools()).tools)) ?? [];
  const resources = (await step("resources/list", async () => (await client.listResources()).resources)) ?? [];
  const prompts = (await step("prompts/list", async () => (await client.listPrompts()).prompts)) ?? [];
  await step("templates", () => client.listResourceTemplates());
  await step("counts", () => demand(tools.length && resources.length && prompts.length, "a list is empty"));
  for (const { uri, mimeType } of resources)
    await step(`read ${uri}`, async () => {
      const [content] = (await client.readResource({ uri })).contents;
      if (mimeType === "application/json") JSON.parse(content.text);
    });
  for (const prompt of prompts)
    await step(`render ${prompt.name}`, async () => {
      const given = Object.fromEntries((prompt.arguments ?? []).map((one) => [one.name, `some-${one.name}`]));
      const { messages } = await client.getPrompt({ name: prompt.name, arguments: given });
      for (const one of (prompt.arguments ?? []).filter((one) => one.required))
        demand(JSON.stringify(messages).includes(`some-${one.name}`), `${one.name} is not in it`);
    });
  for (const call of calls) await step(`call ${call.name} ${JSON.stringify(call.arguments)}`, () => made(client, call, tools));
  await step("close", async () => {
    if (era !== "modern") await connection.terminateSession?.();
    await client.close();
  });
}

async function made(client, call, tools) {
  let result;
  try {
    result = await client.callTool({ name: call.name, arguments: call.arguments });
  } catch (error) {
    demand(call.expect === "protocolError" && error.code === call.code, `it is refused: ${error.message}`);
    return;
  }
  const text = result.content[0].text;
  demand(call.expect !== "protocolError", "it is not refused");
  demand(Boolean(result.isError) === (call.expect === "isError"), `it says ${text.slice(0, 200)}`);
  if (result.isError) demand(JSON.parse(text).code === call.errorCode, `it says ${text.slice(0, 200)}`);
  else if (tools.find((tool) => tool.name === call.name).outputSchema)
    demand(same(JSON.parse(text), result.structuredContent), "text and structured content differ");
}

function same(one, other) {
  const sorted = (value) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]))
      : Array.isArray(value) ? value.map(sorted) : value;
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

await converse("version 1", new ClientOne(me), opened(HttpOne, StdioOne));
await converse("version 2, handshake", new ClientTwo(me), opened(HttpTwo, StdioTwo), "legacy");
const newest = new ClientTwo(me, { versionNegotiation: { mode: "auto" } });
await converse("version 2, 2026-07-28", newest, opened(HttpTwo, StdioTwo), "modern");
console.log(JSON.stringify({ passed, failed }));
process.exit(0);
