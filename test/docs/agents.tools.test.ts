/** docs/agents.md: its configurations start the server, and its table has every tool. */

import { chmod } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { type SandboxControl, startEmulator } from '../../src/index.js';
import { environmentWithoutSettings, MAIN } from '../cli/id-emulator.js';
import { temporaryFolder } from '../cli/temporary-folder.js';

const PAGE = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8');

interface Configuration {
  readonly mcpServers: Readonly<Record<string, { command: string; args: string[]; url: string }>>;
}

const [OWN, RUNNING] = [...PAGE.matchAll(/```json\n([^]*?)```/g)].map(
  ([, json]) => (JSON.parse(json!) as Configuration).mcpServers['id-emulator']!,
);

async function toolsOver(transport: Parameters<Client['connect']>[0]): Promise<string[]> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

test('the configuration for a project starts a server with every tool of the table', async () => {
  await using folder = await temporaryFolder({
    npx: `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${MAIN}' "$@"\n`,
  });
  await chmod(join(folder.path, 'npx'), 0o755);
  const env = { ...environmentWithoutSettings(), PATH: `${folder.path}:${process.env['PATH'] ?? ''}` };
  const { command, args } = OWN!;
  const server = { command, args, cwd: folder.path, env: env as Record<string, string> };
  const rows = [...PAGE.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell]) => [...cell!.matchAll(/`(\w+)`/g)]);
  const tools = await toolsOver(new StdioClientTransport(server));
  expect(rows.map(([, name]) => name!).toSorted()).toEqual(tools.toSorted());
});

test('the first session says which rule an impatient program breaks', async () => {
  await using emulator = await startEmulator();
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${emulator.url}/_emulator/mcp`)));
  let result: unknown;
  for (const [, name, text] of PAGE.matchAll(/^(\w+) (\{.*\})$/gm)) {
    const sandbox = emulator.sandboxes().at(-1)!;
    if (name === 'what_happened') await readUsersImpatiently(sandbox);
    const input = JSON.parse(text!.replaceAll('$SANDBOX', sandbox.id)) as Record<string, unknown>;
    result = (await client.callTool({ name: name!, arguments: input })).structuredContent;
  }
  await client.close();
  expect(result).toMatchObject({ passed: false, broken: [{ rule: 'wait-as-told', verdict: 'fail' }] });
});

async function readUsersImpatiently(sandbox: SandboxControl): Promise<void> {
  const { apiUrl } = sandbox;
  const headers = { Authorization: `Bearer ${sandbox.accessToken().accessToken}` };
  for (let attempt = 0; attempt < 3; attempt++)
    await (await fetch(`${apiUrl}/institutions/me/users`, { headers })).arrayBuffer();
}

test('the configuration for a running emulator reaches it', async () => {
  await using emulator = await startEmulator();
  const url = RUNNING!.url.replace('http://127.0.0.1:4010', emulator.url);
  expect(await toolsOver(new StreamableHTTPClientTransport(new URL(url)))).toContain('what_happened');
});
