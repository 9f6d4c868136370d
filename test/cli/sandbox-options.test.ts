/** `--sandbox-idle-ttl`, `--control-token`, `--journal-size` and `--time`. */

import { expect, test, vi } from 'vitest';
import { accessTokenOf } from './access-token.js';
import { callControl, stateOf } from './call-control.js';
import { type RunningCommand, idEmulator, readyLine, type ReadyLine } from './id-emulator.js';

interface Sandbox {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly tokenUrl: string;
}

interface Journal {
  readonly exchanges: readonly { readonly id: number }[];
}

function started(...parameters: readonly string[]): RunningCommand {
  return idEmulator(['start', '--port', '0', '--log', 'json', ...parameters]);
}

async function usersStatus({ apiUrl }: ReadyLine, token: string): Promise<number> {
  return (await fetch(`${apiUrl}/institutions/me/users?limit=1`, { headers: { Authorization: `Bearer ${token}` } }))
    .status;
}

/** The status of a token request. */
async function tokenStatus(
  { tokenUrl }: Pick<ReadyLine, 'tokenUrl'>,
  clientId: string,
  clientSecret: string,
): Promise<number> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  return (await fetch(tokenUrl, { method: 'POST', body })).status;
}

async function sandboxIds(emulator: ReadyLine): Promise<string[]> {
  return (await callControl<{ sandboxes: Sandbox[] }>(emulator, '/sandboxes')).body.sandboxes.map(({ id }) => id);
}

test.concurrent('an unused sandbox is removed with its token, and the default one stays', async () => {
  await using command = started('--sandbox-idle-ttl', '1');
  const emulator = await readyLine(command);
  const defaultToken = await accessTokenOf(emulator);
  const token = await accessTokenOf((await callControl<Sandbox>(emulator, '/sandboxes', {})).body);
  await vi.waitFor(
    async () => {
      expect(await sandboxIds(emulator)).toEqual(['default']);
    },
    { timeout: 20_000 },
  );
  expect(await usersStatus(emulator, token)).toBe(401);
  expect(await usersStatus(emulator, defaultToken)).toBe(200);
});

test.concurrent('without an idle time a sandbox stays', async () => {
  await using command = started();
  const emulator = await readyLine(command);
  const { body: sandbox } = await callControl<Sandbox>(emulator, '/sandboxes', {});
  expect(await sandboxIds(emulator)).toEqual(['default', sandbox.id]);
});

test.concurrent('an unknown client ID is refused', async () => {
  await using command = started();
  const emulator = await readyLine(command);
  expect(await tokenStatus(emulator, 'me', 'mine')).toBe(401);
  expect(await sandboxIds(emulator)).toEqual(['default']);
});

test.concurrent('the control plane requires its token, and the service does not', async () => {
  await using command = started('--control-token', 'open sesame');
  const emulator = await readyLine(command);
  const statuses = ['Bearer open sesame', 'Bearer sesame', undefined].map(async (authorization) => {
    const answer = await fetch(`${emulator.url}/_emulator/sandboxes`, {
      headers: authorization === undefined ? {} : { Authorization: authorization },
    });
    return answer.status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 401, 401]);
  expect((await fetch(`${emulator.url}/_emulator/health`)).status).toBe(200);
  expect(await usersStatus(emulator, await accessTokenOf(emulator))).toBe(200);
});

test.concurrent.each([
  [2, [2, 3]],
  [0, []],
])('a journal of size %i keeps only the last exchanges', async (size, kept) => {
  await using command = started('--journal-size', String(size));
  const emulator = await readyLine(command);
  const token = await accessTokenOf(emulator);
  for (let nth = 0; nth < 2; nth++) await usersStatus(emulator, token);
  const { body } = await callControl<Journal>(emulator, '/sandboxes/default/journal');
  expect(body.exchanges.map(({ id }) => id)).toEqual(kept);
});

test.concurrent('--time sets the clock and lets it run', async () => {
  await using command = started('--time', '2030-01-01T00:00:00Z');
  const emulator = await readyLine(command);
  const { clock } = await stateOf(emulator);
  expect(clock.frozen).toBe(false);
  expect(new Date(clock.time).toISOString()).toMatch(/^2030-01-01T00:0/);
  await vi.waitFor(async () => {
    expect((await stateOf(emulator)).clock.time).toBeGreaterThan(clock.time);
  });
});
