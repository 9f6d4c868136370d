/** `--tls` and the files around it. */

import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeServerCertificate } from '../../src/common/platform/certificate.js';
import { idEmulator, readyLine } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';

test('--tls-ca writes the authority, and the banner says how clients come to trust it', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'authority.pem');
  await using command = idEmulator(['start', '--port', '0', '--tls-ca', file]);
  const banner = await command.printed(/listens on https:[\s\S]*Try it:/);
  for (const name of ['NODE_EXTRA_CA_CERTS', 'REQUESTS_CA_BUNDLE', 'keytool']) expect(banner).toContain(name);
  expect(await readFile(file, 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
});

test('--tls-key with a key of another type than the certificate is refused', async () => {
  const { certificate } = await makeServerCertificate(['localhost'], 1_800_000_000_000);
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  await using folder = await temporaryFolder({ 'cert.pem': certificate, 'key.pem': String(key) });
  const flags = ['--tls-cert', join(folder.path, 'cert.pem'), '--tls-key', join(folder.path, 'key.pem')];
  await using command = idEmulator(['start', '--port', '0', ...flags]);
  const { code, stderr } = await command.ended;
  expect(stderr).toContain('the key is of another certificate');
  expect(code).toBe(2);
});

test('--tls-cert and --tls-key listen with a certificate of the user', async () => {
  const { certificate, key } = await makeServerCertificate(['localhost'], 1_800_000_000_000);
  await using folder = await temporaryFolder({ 'cert.pem': certificate, 'key.pem': key });
  const flags = ['--tls-cert', join(folder.path, 'cert.pem'), '--tls-key', join(folder.path, 'key.pem')];
  await using command = idEmulator(['start', '--port', '0', '--log', 'json', ...flags]);
  expect((await readyLine(command)).url).toMatch(/^https:/);
});
