/** The text that is printed beside a failed test. */

import { expect, test } from 'vitest';
import { describeFailure, startEmulator, type SandboxControl } from '../../src/index.js';
import { unidentifiedRequests } from '../../src/testing/describe-failure.js';
import { tokenOf } from '../institution.js';
import { untilEnd } from '../until-end.js';

const emulator = await untilEnd(startEmulator());

async function get(sandbox: SandboxControl, path: string, token: string): Promise<void> {
  const response = await fetch(`${sandbox.url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  await response.text();
}

test('a sandbox without requests says that the client sent none', () => {
  using sandbox = emulator.sandbox({ name: 'quiet' });
  expect(describeFailure(sandbox)).toBe(`Sandbox ${sandbox.id} of "quiet": the client sent no request`);
});

test('a sandbox without a name is shown by its ID', () => {
  using sandbox = emulator.sandbox();
  expect(describeFailure(sandbox)).toBe(`Sandbox ${sandbox.id}: the client sent no request`);
});

test('each exchange has a line with its number, method, path, query, status and scenarios', async () => {
  using sandbox = emulator.sandbox();
  const token = await tokenOf(sandbox);
  sandbox.use('server-error');
  await get(sandbox, '/api/v1/institutions/me/users?limit=5', token);
  expect(describeFailure(sandbox).split('\n')).toEqual([
    `Sandbox ${sandbox.id}: 2 exchanges`,
    '  #1 POST /oauth/token 200',
    '  #2 GET /api/v1/institutions/me/users?limit=5 500  [server-error]',
  ]);
});

test('a request that the service does not understand has the reason below it', async () => {
  using sandbox = emulator.sandbox();
  await get(sandbox, '/api/v1/institutions/me/users?limit=many', await tokenOf(sandbox));
  const [line, reason] = describeFailure(sandbox).split('\n').slice(2);
  expect(line).toContain('/users?limit=many 400');
  expect(reason).toMatch(/^ {4}\S.*limit/);
});

test('a line ends with the diagnostics of the exchange', () => {
  using sandbox = emulator.sandbox();
  const exchange = {
    id: 1,
    at: '',
    received: 0,
    method: 'GET',
    path: '/a',
    query: '',
    status: 404,
    request: { headers: [] },
    response: { headers: [] },
    scenarios: [],
    diagnostics: ['Did you mean /b?'],
  };
  const lines = describeFailure({
    id: 'a',
    name: undefined,
    requests: () => [exchange],
    behaviour: () => sandbox.behaviour(),
  });
  expect(lines).toBe('Sandbox a: 1 exchange\n  #1 GET /a 404  Did you mean /b?');
});

test('the warning that partyIds[] is ignored has a line of its own', async () => {
  using sandbox = emulator.sandbox();
  await get(sandbox, '/api/v1/institutions/me/credentials?partyIds[]=a', await tokenOf(sandbox));
  expect(describeFailure(sandbox).split('\n').slice(2)).toEqual([
    '  #2 GET /api/v1/institutions/me/credentials?partyIds[]=a 200',
    '    ! WARNING: the service has no parameter "partyIds[]" and ignores it, as if it were not sent; send partyIds=a&partyIds=b or partyIds=a,b (axios: paramsSerializer: { indexes: null })',
  ]);
});

test('a response that a scenario cut off shows how', async () => {
  using sandbox = emulator.sandbox();
  const token = await tokenOf(sandbox);
  sandbox.use('connection-reset');
  await expect(get(sandbox, '/api/v1/institutions/me/users', token)).rejects.toThrow();
  expect(describeFailure(sandbox)).toContain('  connection reset by the server  [connection-reset]');
});

test('a call without a response shows no status', async () => {
  using sandbox = emulator.sandbox();
  const token = await tokenOf(sandbox);
  sandbox.use('connection-reset');
  await expect(get(sandbox, '/api/v1/institutions/me/users', token)).rejects.toThrow();
  expect(describeFailure(sandbox)).toMatch(/GET \/api\/v1\/institutions\/me\/users {2}connection reset/);
});

test('before the last fifty exchanges, those with scenarios are shown', async () => {
  using sandbox = emulator.sandbox();
  const token = await tokenOf(sandbox);
  sandbox.use('rate-limit-burst', { burst: 1 });
  for (let call = 0; call < 60; call++) await get(sandbox, '/api/v1/institutions/me/users', token);
  expect(describeFailure(sandbox).split('\n').slice(1, 4)).toEqual([
    '  #2 GET /api/v1/institutions/me/users 429  [rate-limit-burst]',
    '  ... 10 earlier',
    '  #12 GET /api/v1/institutions/me/users 200',
  ]);
});

test('only the last fifty exchanges are shown', async () => {
  using sandbox = emulator.sandbox();
  const token = await tokenOf(sandbox);
  for (let call = 0; call < 59; call++) await get(sandbox, '/api/v1/institutions/me/users', token);
  const lines = describeFailure(sandbox).split('\n');
  expect(lines.slice(0, 3)).toEqual([
    `Sandbox ${sandbox.id}: 60 exchanges`,
    '  ... 10 earlier',
    '  #11 GET /api/v1/institutions/me/users 200',
  ]);
  expect(lines.filter((line) => line.startsWith('  #'))).toHaveLength(50);
});

test('a broken rule is shown with the finding and the remedy', async () => {
  using sandbox = emulator.sandbox();
  await get(sandbox, '/api/v1/institution/me/users', await tokenOf(sandbox));
  expect(describeFailure(sandbox)).toMatch(
    /^Broken rule known-endpoints: A client .*\n(?: {2}.*\n)+ {2}remedy: Compare /m,
  );
});

test('secrets are not shown', async () => {
  using sandbox = emulator.sandbox();
  await get(sandbox, `/api/v1/institutions/me/users?client_secret=${sandbox.clientSecret}`, await tokenOf(sandbox));
  expect(describeFailure(sandbox)).not.toContain(sandbox.clientSecret);
});

test('requests that identified no sandbox are named, with what they sent instead of a token', async () => {
  using sandbox = emulator.sandbox();
  const { exchanges: after } = emulator.defaultSandbox.show();
  await get(sandbox, '/api/v1/institutions/me/users', 'undefined');
  const unidentified = unidentifiedRequests(emulator, after);
  expect(describeFailure(sandbox, unidentified).split('\n')).toEqual([
    `Sandbox ${sandbox.id}: the client sent no request`,
    '1 request identified no sandbox:',
    '  GET /api/v1/institutions/me/users 401, Authorization: Bearer undefined',
  ]);
});

test('a request of the default sandbox itself has identified it', async () => {
  const { exchanges: after } = emulator.defaultSandbox.show();
  await get(emulator.defaultSandbox, '/api/v1/institutions/me/users', await tokenOf(emulator.defaultSandbox));
  expect(unidentifiedRequests(emulator, after)).toEqual([]);
});
