/** `--signing-key`: the key that signs the access tokens. */

import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { accessTokenOf } from './access-token.js';
import { idEmulator, outcomeOf, readyLine } from './id-emulator.js';
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

test('a file that holds no key is refused', async () => {
  await using _folder = await workingFolder({ 'key.pem': 'open sesame\n' });
  const { code, stdout, stderr } = await outcomeOf(['start', '--port', '0', '--signing-key', 'key.pem']);
  expect(stderr).toMatch(/^id-emulator: [^\n]*signing key[^\n]*\n$/);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test('a key that is too weak is refused', async () => {
  await using _folder = await workingFolder({
    'key.pem': pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey),
  });
  const { code, stderr } = await outcomeOf(['start', '--port', '0', '--signing-key', 'key.pem']);
  expect(stderr).toMatch(/^id-emulator: [^\n]*2048[^\n]*1024[^\n]*\n$/);
  expect(code).toBe(2);
});

test('a missing key file is reported by its name', async () => {
  const { code, stderr } = await outcomeOf(['start', '--port', '0', '--signing-key', 'nowhere.pem']);
  expect(stderr).toMatch(/^id-emulator: [^\n]*nowhere\.pem[^\n]*\n$/);
  expect(code).toBe(2);
});

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }) as string;
}
