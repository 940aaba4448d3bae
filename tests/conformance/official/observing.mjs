// What the official TypeScript clients see of a server, whatever its contract.
//
//   node observing.mjs < PLAN.json
//
// The plan: {"http": {"url", "key"}} or {"stdio": [COMMAND, ARGUMENT...]}, and "calls": [{"name", "arguments"}].
// Prints a list of what each client saw: {"client", "version", "tools", "resources", "templates", "prompts", "contents",
// "results"}; a result that the client itself refuses, for its structuredContent breaks the outputSchema, is {"refused"}.
import { readFileSync } from "node:fs";
import { Client as ClientOne } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as HttpOne } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client as ClientTwo, StreamableHTTPClientTransport as HttpTwo } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioTwo } from "@modelcontextprotocol/client/stdio";

const plan = JSON.parse(readFileSync(0, "utf8"));
const me = { name: "observing", version: "1" };

function http(Transport) {
  const headers = plan.http.key ? { Authorization: `Bearer ${plan.http.key}` } : {};
  return new Transport(new URL(plan.http.url), { requestInit: { headers } });
}

function stdio() {
  const [command, ...args] = plan.stdio;
  return new StdioTwo({ command, args, env: process.env, stderr: "ignore" });
}

async function called(client, { name, arguments: given }) {
  try {
    const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: given });
    return { isError, texts: content.map((block) => block.text), structured: structuredContent };
  } catch (error) {
    return { refused: error.message };
  }
}

async function seen(name, client, connection) {
  await client.connect(connection);
  const { resources: hasResources, prompts: hasPrompts } = client.getServerCapabilities();
  const { tools } = await client.listTools();
  const resources = hasResources ? (await client.listResources()).resources : [];
  const templates = hasResources ? (await client.listResourceTemplates()).resourceTemplates : [];
  const prompts = hasPrompts ? (await client.listPrompts()).prompts : [];
  const contents = [];
  for (const { uri } of resources) contents.push((await client.readResource({ uri })).contents[0].uri);
  const results = [];
  for (const call of plan.calls) results.push(await called(client, call));
  const names = (list) => list.map((entry) => entry.name);
  const version = client.getServerVersion();
  await client.close();
  return {
    client: name, version, tools: names(tools), resources: names(resources), templates: names(templates),
    prompts: names(prompts), contents, results,
  };
}

const auto = () => new ClientTwo(me, { versionNegotiation: { mode: "auto" } });
const sights = [];
if (plan.http) {
  sights.push(await seen("version 1", new ClientOne(me), http(HttpOne)));
  sights.push(await seen("version 2, by handshake", new ClientTwo(me), http(HttpTwo)));
}
sights.push(await seen("version 2", auto(), plan.http ? http(HttpTwo) : stdio()));
// What is left open would keep the process alive.
process.stdout.write(JSON.stringify(sights), () => process.exit(0));
