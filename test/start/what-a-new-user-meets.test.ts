/** What somebody meets who tries the emulator in a program for the first time. */

import { expect, test } from 'vitest';
import { fetchResponse } from '../../src/common/platform/fetch-response.js';
import { readText } from '../../src/contract/documents/read-document.js';
import { startEmulator } from '../../src/index.js';

test('a copied or printed sandbox keeps its addresses, its name and its credentials', async () => {
  await using emulator = await startEmulator({ population: 0 });
  const sandbox = emulator.sandbox({ name: 'mine' });
  const { url, apiUrl, tokenUrl, clientId, clientSecret } = sandbox;
  const members = { url, apiUrl, tokenUrl, name: 'mine', clientId, clientSecret };
  expect(Object.assign({}, sandbox)).toMatchObject(members);
  expect(JSON.parse(JSON.stringify(sandbox))).toMatchObject(members);
});

test('a port that is in use is refused with the remedy', async () => {
  await using emulator = await startEmulator({ population: 0 });
  const port = Number(new URL(emulator.url).port);
  await expect(startEmulator({ port, population: 0 })).rejects.toMatchObject({
    code: 'EADDRINUSE',
    message: `port ${port} on 127.0.0.1 is in use; choose another with option port, or a free one with option port 0`,
  });
});

test('a misspelt option is refused with a suggestion', async () => {
  await expect(startEmulator({ prot: 0 } as object)).rejects.toThrow('there is no option "prot"; did you mean "port"?');
});

test.each(['/dev/zero', '/dev/null', '/'])('%s is no file to read', (file) => {
  expect(() => readText(file)).toThrow(/not a (?:regular )?file/);
});

test('a certificate that is not trusted is not said to be silence', async () => {
  await using emulator = await startEmulator({ population: 0, tls: true });
  const asked = fetchResponse(`${emulator.url}/_emulator/health`, {});
  await expect(asked).rejects.toThrow('NODE_EXTRA_CA_CERTS');
});
