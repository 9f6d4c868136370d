/** What strangers can compute of the sandboxes of an emulator that they share. */

import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EmulatorOptions, SandboxOptions } from '../../../src/index.js';
import { startEmulator } from '../../../src/index.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { tokenOf } from '../../institution.js';

/** What identifies a sandbox that an emulator with these options opens. */
async function opened(options: EmulatorOptions, sandboxOptions: SandboxOptions = {}) {
  await using emulator = await startEmulator({ population: 0, ...options });
  const { id, clientId, clientSecret } = emulator.sandbox(sandboxOptions);
  return { id, clientId, clientSecret };
}

const SHARED = { controlToken: 'open sesame' };

test('IDs and secrets of new sandboxes follow from the seed if the emulator is not shared', async () => {
  expect(await opened({ seed: 7 })).toEqual(await opened({ seed: 7 }));
});

test('IDs and secrets of new sandboxes are random with a control token', async () => {
  const [one, other] = [await opened(SHARED), await opened(SHARED)];
  expect(one.id).not.toBe(other.id);
  expect(one.clientSecret).not.toBe(other.clientSecret);
  expect(one.clientId).toBe(`institution-${one.id}`);
});

test('IDs and secrets of new sandboxes are random with a signing key', async () => {
  await using folder = await temporaryFolder({});
  const signingKey = join(folder.path, 'key.pem');
  await writeFile(signingKey, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const [one, other] = [await opened({ signingKey }), await opened({ signingKey })];
  expect(one.id).not.toBe(other.id);
  expect(one.clientSecret).not.toBe(other.clientSecret);
});

test('the option sandboxSecret overrides what control token and key imply', async () => {
  expect(await opened({ ...SHARED, sandboxSecret: 'seeded' })).toEqual(await opened({}));
  const random = await opened({ sandboxSecret: 'random' });
  expect(random.clientSecret).not.toBe((await opened({})).clientSecret);
});

test('a shared emulator keeps the credentials of its default sandbox, and makes the same world from a seed', async () => {
  await using emulator = await startEmulator({ ...SHARED, seed: 7, population: 5 });
  await using plain = await startEmulator({ seed: 7, population: 5 });
  expect([emulator.clientId, emulator.clientSecret]).toEqual([plain.clientId, plain.clientSecret]);
  const parties = (one: typeof emulator) => one.sandbox({ now: '2026-01-31T09:00:00Z' }).world.parties();
  expect(parties(emulator)).toEqual(parties(plain));
});

test('given credentials are used', async () => {
  const asked = { clientId: 'acme', clientSecret: 'my secret' };
  expect(await opened(SHARED, asked)).toMatchObject(asked);
});

test('a token whose last character was changed to another spelling of the same bits is refused', async () => {
  await using emulator = await startEmulator({ population: 0 });
  const token = await tokenOf(emulator);
  const last = token.at(-1)!;
  const spellings = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
    .map((character) => token.slice(0, -1) + character)
    .filter((other) => Buffer.from(other.split('.')[2]!, 'base64url').equals(signatureOf(token)));
  expect(spellings).toHaveLength(16);
  const statusOf = async (bearer: string) =>
    (await fetch(`${emulator.apiUrl}/institutions/me/users`, { headers: { Authorization: `Bearer ${bearer}` } }))
      .status;
  for (const spelling of spellings) expect(await statusOf(spelling)).toBe(spelling.at(-1) === last ? 200 : 401);
  expect(await statusOf(`${token}=`)).toBe(401);
});

function signatureOf(token: string): Buffer {
  return Buffer.from(token.split('.')[2]!, 'base64url');
}
