"use strict";
// A form made from the tool's input schema, and one call over MCP's Streamable HTTP. When the page's origin differs from
// the server's, the server must allow the page's origin (CORS) and expose the Mcp-Session-Id header.
(() => {
  const TIMEOUT = 60_000;
  const CLIENT = { name: "pro-context-reference", version: "1" };

  // Fields

  const isText = (schema) => ["string", undefined].includes(schema.type) && !schema.enum;
  const isNumber = (schema) => schema.type === "number" || schema.type === "integer";

  function skeleton(schema) {
    if ("default" in schema) return schema.default;
    if (schema.type === "array") return [skeleton(schema.items ?? {})];
    if (schema.type === "object") {
      return Object.fromEntries((schema.required ?? []).map((name) => [name, skeleton(schema.properties[name])]));
    }
    return isNumber(schema) ? schema.minimum ?? 0 : schema.type === "boolean" ? false : schema.enum?.[0] ?? "";
  }

  function control(schema, required) {
    if (schema.enum || schema.type === "boolean") {
      const select = document.createElement("select");
      const values = schema.enum ?? [true, false];
      select.append(...(required ? [] : [new Option("", "")]), ...values.map((value) => new Option(String(value), JSON.stringify(value))));
      return [select, () => (select.value ? JSON.parse(select.value) : undefined)];
    }
    if (isNumber(schema)) {
      const input = Object.assign(document.createElement("input"), { type: "number", step: schema.type === "integer" ? 1 : "any" });
      if ("minimum" in schema) input.min = schema.minimum;
      if ("maximum" in schema) input.max = schema.maximum;
      if ("default" in schema) input.placeholder = schema.default;
      return [input, () => (input.value ? Number(input.value) : undefined)];
    }
    if (isText(schema)) {
      const input = Object.assign(document.createElement("input"), { type: "text", spellcheck: false });
      if ("maxLength" in schema) input.maxLength = schema.maxLength;
      if ("default" in schema) input.placeholder = schema.default;
      return [input, () => input.value || undefined];
    }
    const area = Object.assign(document.createElement("textarea"), { spellcheck: false });
    if (required) area.value = JSON.stringify(skeleton(schema), null, 2);
    else area.placeholder = JSON.stringify(skeleton(schema));
    return [area, () => (area.value.trim() ? JSON.parse(area.value) : undefined)];
  }

  function fields(holder, schema) {
    return Object.entries(schema.properties ?? {}).map(([name, child]) => {
      const required = (schema.required ?? []).includes(name);
      const [input, value] = control(child, required);
      input.id = `try.${name}`;
      input.required = required;
      const label = Object.assign(document.createElement("label"), { htmlFor: input.id, textContent: `${name} ` });
      const note = input.tagName === "TEXTAREA" ? `${child.type}, as JSON` : child.type ?? "any";
      const kind = document.createElement("span");
      kind.textContent = required ? `${note}, required` : note;
      label.append(kind);
      const hint = Object.assign(document.createElement("p"), { className: "hint", id: `${input.id}.hint`, textContent: child.description ?? "" });
      input.setAttribute("aria-describedby", hint.id);
      const row = document.createElement("div");
      row.append(label, input, hint);
      row.className = "field";
      holder.append(row);
      return { name, input, value };
    });
  }

  function collected(controls) {
    const values = {};
    for (const { name, input, value } of controls) {
      try {
        const given = value();
        if (given !== undefined) values[name] = given;
      } catch {
        input.focus();
        throw new Error(`${name} is not JSON.`);
      }
    }
    return values;
  }

  // Streamable HTTP

  async function* events(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop();
      for (const block of blocks) {
        const data = block.split(/\r?\n/).filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trimStart());
        if (data.length) yield JSON.parse(data.join("\n"));
      }
    }
  }

  async function answer(response, id) {
    if ((response.headers.get("Content-Type") ?? "").startsWith("text/event-stream")) {
      for await (const message of events(response.body)) {
        if (message.id === id && !("method" in message)) return message;
      }
      throw new Error("The server closed the stream without an answer.");
    }
    const text = await response.text();
    try {
      return JSON.parse(text);
    } catch {
      throw new Error(`The server answered with status ${response.status} and no JSON.`);
    }
  }

  class Connection {
    constructor(endpoint, key, signal) {
      this.endpoint = endpoint;
      this.signal = signal;
      this.headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
      if (key) this.headers.Authorization = `Bearer ${key}`;
    }

    async post(message) {
      const response = await fetch(this.endpoint, {
        method: "POST", headers: this.headers, body: JSON.stringify(message), signal: this.signal, credentials: "omit",
      });
      const session = response.headers.get("Mcp-Session-Id");
      if (session) this.headers["Mcp-Session-Id"] = session;
      return response;
    }

    async open(version) {
      const message = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: version, capabilities: {}, clientInfo: CLIENT } };
      const reply = await answer(await this.post(message), 1);
      if (!reply.result) return reply;
      this.headers["MCP-Protocol-Version"] = reply.result.protocolVersion;
      await this.post({ jsonrpc: "2.0", method: "notifications/initialized" });
      return reply;
    }

    async call(message) {
      return answer(await this.post(message), message.id);
    }

    close() {
      if (this.headers["Mcp-Session-Id"]) {
        fetch(this.endpoint, { method: "DELETE", headers: this.headers, credentials: "omit" }).catch(() => {});
      }
    }
  }

  function explained(error, endpoint) {
    if (error.name === "TimeoutError") return `No answer within ${TIMEOUT / 1000} seconds.`;
    if (error instanceof TypeError) return `No server answers this page at ${endpoint}. Is it running, and does it allow this page's origin (${location.origin})?`;
    return error.message;
  }

  // A server that serves this page also serves the contract, at the path of its name.
  function ownEndpoint() {
    const [root, contract] = location.pathname.split("/").slice(1);
    return location.protocol.startsWith("http") && root === "reference" ? `${location.origin}/${contract}/mcp` : undefined;
  }

  async function run(section, controls) {
    const endpoint = section.querySelector("#try-endpoint").value;
    const status = section.querySelector("[role=status]");
    const panel = section.querySelector(".answer");
    const [sent, came] = panel.querySelectorAll("code");
    status.className = "";
    status.textContent = "Calling …";
    const started = performance.now();
    let connection;
    try {
      const { tool, protocol } = section.dataset;
      const message = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: tool, arguments: collected(controls) } };
      sent.textContent = JSON.stringify(message, null, 2);
      came.textContent = "";
      connection = new Connection(endpoint, section.querySelector("#try-key").value, AbortSignal.timeout(TIMEOUT));
      const opened = await connection.open(protocol);
      const reply = opened.result ? await connection.call(message) : opened;
      came.textContent = JSON.stringify(reply, null, 2);
      panel.hidden = false;
      status.textContent = `${reply.error || reply.result?.isError ? "Error" : "Answered"} after ${Math.round(performance.now() - started)} ms.`;
    } catch (error) {
      panel.hidden = true;
      status.className = "wrong";
      status.textContent = explained(error, endpoint);
    } finally {
      connection?.close();
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    const section = document.querySelector(".try-it");
    const form = section.querySelector("form");
    const schema = JSON.parse(document.getElementById("input-schema").textContent);
    const controls = fields(section.querySelector(".fields"), schema);
    const button = section.querySelector(".call");
    const endpoint = section.querySelector("#try-endpoint");
    endpoint.value = ownEndpoint() ?? endpoint.value;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      button.disabled = true;
      await run(section, controls);
      button.disabled = false;
    });
    section.hidden = false;
    document.querySelector(".here ul")?.append(Object.assign(document.createElement("li"), { innerHTML: '<a href="#try-it">Try it</a>' }));
  });
})();
