/** Starts the server as docs/agents.md says, shakes hands, and calls a tool. */

import assert from 'node:assert/strict';

export async function talk(client, Transport) {
  const server = { command: 'npx', args: ['--no-install', 'id-emulator', 'mcp'], env: process.env };
  await client.connect(new Transport(server));
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  for (const name of ['open_sandbox', 'what_happened', 'audit', 'verify']) assert.ok(names.includes(name), name);
  const { structuredContent, isError } = await client.callTool({ name: 'open_sandbox', arguments: {} });
  assert.notEqual(isError, true);
  assert.match(structuredContent.sandbox, /\w/);
  await client.close();
}
