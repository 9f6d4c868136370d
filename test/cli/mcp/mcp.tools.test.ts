/** `id-emulator mcp` and `/_emulator/mcp`, as the official clients of both lines of the protocol see them. */

import { once } from 'node:events';
import { expect, test } from 'vitest';
import { spawnedEmulator } from '../id-emulator.js';
import { temporaryFolder } from '../temporary-folder.js';
import { agentOverStdio, LINES } from './agents.js';
import { findOutWhy, OVER_HTTP } from './find-out-why.js';

test('the command ends with its agent, and standard output has nothing but the protocol', async () => {
  await using command = spawnedEmulator(['mcp'], { stdin: 'pipe' });
  const request = { jsonrpc: '2.0', id: 1, method: 'ping' };
  command.stdin!.write(`${JSON.stringify(request)}\n`);
  await command.printed(/\n/);
  command.stdin!.end();
  await once(command.stdin!, 'close');
  const { code, stdout, stderr } = await command.ended;
  expect({
    code,
    stderr,
    lines: stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  }).toEqual({
    code: 0,
    stderr: '',
    lines: [expect.objectContaining({ jsonrpc: '2.0', id: 1 })],
  });
});

test.each(LINES)('protocol %s: an agent that starts the server finds out why a call failed', async (line) => {
  await using folder = await temporaryFolder();
  await using agent = await agentOverStdio(line, { cwd: folder.path });
  expect(agent.protocol).toBe(line);
  expect((await agent.tools()).map(({ name }) => name)).toEqual([...OVER_HTTP, 'audit', 'check_fix', 'verify']);
  await findOutWhy(agent);
});
