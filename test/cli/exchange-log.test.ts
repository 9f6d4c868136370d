/** `start --log`: each exchange in a line. */

import { expect, test } from 'vitest';
import { idEmulator, readyLine } from './id-emulator.js';

const NOW = ['--port', '0', '--now', '2026-01-31T09:00:00Z'];

test('--log pretty shows time, sandbox, request, status and what was applied by which selector', async () => {
  await using command = idEmulator(['start', ...NOW, '--log', 'pretty']);
  const url = (await command.printed(/http:\/\/127\.0\.0\.1:\d+/)).trim();
  const form = { grant_type: 'client_credentials', client_id: 'demo-institution', client_secret: 'demo-secret' };
  await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'Emulator-Scenario': 'token-endpoint-down' },
    body: new URLSearchParams(form),
  });
  expect(await command.printed(/^09:00:00.*$/m)).toMatch(
    /^09:00:00\.000 {2}default {2}#1 POST \/oauth\/token 503 {2}[\d.]+ ms {2}\[token-endpoint-down by header, call 1\]$/,
  );
});

test('--log pretty says which rule a client breaks, once for each sandbox', async () => {
  await using command = idEmulator(['start', ...NOW, '--log', 'pretty']);
  const url = (await command.printed(/http:\/\/127\.0\.0\.1:\d+/)).trim();
  const sandbox = await fetch(`${url}/_emulator/sandboxes`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'shop' }),
  });
  const { id } = (await sandbox.json()) as { id: string };
  const ask = () => fetch(`${url}/api/v1/institutions/me/users`, { headers: { 'Emulator-Sandbox': id } });
  await ask();
  await command.printed(/^shop {2}broken rule token-with-every-call: Sent no Authorization header\. \(#1\)$/m);
  await ask();
  await command.printed(/\(#2\)$/m);
  const { stdout } = await command.end('SIGTERM');
  expect(stdout.match(/broken rule token-with-every-call/g)).toHaveLength(2);
});

test('--log json shows each exchange as an object', async () => {
  await using command = idEmulator(['start', ...NOW, '--log', 'json']);
  const { url } = await readyLine(command);
  await fetch(`${url}/api/v1/institutions/me/users`);
  const line = JSON.parse(await command.printed(/^\{"event":"exchange".*\}$/m)) as Record<string, unknown>;
  expect(line).toMatchObject({
    sandbox: 'default',
    id: 1,
    at: '2026-01-31T09:00:00.000Z',
    method: 'GET',
    operation: 'getUsers',
    status: 401,
    scenarios: [],
  });
  expect(line).not.toHaveProperty('request');
});

test('--log json shows a rule that a client breaks as an object', async () => {
  await using command = idEmulator(['start', ...NOW, '--log', 'json']);
  const { url } = await readyLine(command);
  await fetch(`${url}/api/v1/institutions/me/users`, { headers: { 'Emulator-Sandbox': 'default' } });
  expect(JSON.parse(await command.printed(/^\{"event":"rule-broken".*\}$/m))).toEqual({
    event: 'rule-broken',
    sandbox: 'default',
    rule: 'token-with-every-call',
    verdict: 'fail',
    what: 'Sent no Authorization header.',
    exchanges: [1],
  });
});

test('the log shows no secret of a URL', async () => {
  await using command = idEmulator(['start', ...NOW, '--log', 'pretty']);
  const url = (await command.printed(/http:\/\/127\.0\.0\.1:\d+/)).trim();
  await fetch(`${url}/api/v1/institutions/me/users?client_secret=demo-secret&access_token=abc.def.ghi`);
  const line = await command.printed(/^09:00:00.*$/m);
  expect(line).toContain('client_secret=');
  expect(line).not.toMatch(/demo-secret|abc\.def\.ghi/);
});
