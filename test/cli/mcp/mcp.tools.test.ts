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

test('a message that is not JSON-RPC 2.0 is answered, so that its sender does not wait for ever', async () => {
  await using command = spawnedEmulator(['mcp'], { stdin: 'pipe' });
  command.stdin!.write('{"id":3,"method":"ping"}\n');
  const answer = JSON.parse(await command.printed(/.*\n/)) as object;
  expect(answer).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_600 } });
  command.stdin!.end();
  expect((await command.ended).stderr).toBe('id-emulator: the agent sent a message that is not JSON-RPC 2.0\n');
});

test.each(LINES)('protocol %s: an agent that starts the server finds out why a call failed', async (line) => {
  await using folder = await temporaryFolder();
  await using agent = await agentOverStdio(line, { cwd: folder.path });
  expect(agent.protocol).toBe(line);
  expect((await agent.tools()).map(({ name }) => name)).toEqual([...OVER_HTTP, 'audit', 'check_fix', 'verify']);
  await findOutWhy(agent);
});
