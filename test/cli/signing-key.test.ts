/** `--signing-key`: the key that signs the access tokens. */

import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { accessTokenOf } from './access-token.js';
import { idEmulator, readyLine } from './id-emulator.js';
import { workingFolder } from './temporary-folder.js';

test.each([
  ['Ed25519', () => generateKeyPairSync('ed25519').privateKey],
  ['RSA', () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey],
])('tokens verify with the public half of the given key: %s', async (_, generate) => {
  const privateKey = generate();
  await using _folder = await workingFolder({ 'key.pem': pemOf(privateKey) });
  await using command = idEmulator(['start', '--port', '0', '--log', 'json', '--signing-key', 'key.pem']);
  const token = await accessTokenOf(await readyLine(command));
  const { payload } = await jwtVerify(token, createPublicKey(privateKey));
  expect(payload.sub).toBe('demo-institution');
});

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }) as string;
}
