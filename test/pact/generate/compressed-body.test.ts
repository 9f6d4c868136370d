/** A pact contains text and JSON, so an exchange with a compressed body is left out of it. */

import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startInstitution } from '../../institution.js';

test.each([
  ['answered', JSON.stringify({ contractId: '00zz' })],
  ['refused', '[]'],
])('a gzipped request that was %s is left out of the pact with the reason', async (_, body) => {
  const institution = await startInstitution({ population: 0 });
  const { emulator, token } = institution;
  await fetch(`${emulator.apiUrl}/verification/generate-link`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    body: gzipSync(body),
  });
  const { metadata } = emulator.defaultSandbox.pact({ consumer: 'c' });
  await institution.close();
  expect(metadata['id-emulator']).toMatchObject({
    leftOut: [
      {
        request: expect.stringContaining('generate-link') as string,
        exchanges: [2],
        reason: expect.stringContaining('not text') as string,
      },
    ],
  });
});

test('a request body with a byte order mark is read as the service reads it', async () => {
  const institution = await startInstitution({ population: 0 });
  const { emulator, token } = institution;
  const response = await fetch(`${emulator.apiUrl}/institutions/me/credentials/request`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '\ufeff{"partyId":"nobody","providers":["GITHUB"]}',
  });
  const { interactions } = emulator.defaultSandbox.pact({ consumer: 'c' });
  await institution.close();
  expect(response.status).toBe(404);
  expect(interactions.at(-1)?.request.body?.content).toEqual({ partyId: 'nobody', providers: ['GITHUB'] });
});

test('an exchange whose body the removal of a secret has broken is left out of the pact with the reason', async () => {
  const institution = await startInstitution({ population: 0, clientSecret: '73519482650' });
  const { emulator, token } = institution;
  const { partyId } = emulator.defaultSandbox.world.parties().items[0]!;
  const response = await fetch(`${emulator.apiUrl}/institutions/me/credentials/request`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: `{"partyId":"${partyId}","providers":["GITHUB"],"note":-73519482650}`,
  });
  const { metadata } = emulator.defaultSandbox.pact({ consumer: 'c' });
  await institution.close();
  expect(response.status).toBe(204);
  expect(metadata['id-emulator']).toMatchObject({
    leftOut: [{ exchanges: [2], reason: expect.stringContaining('removed a secret') as string }],
  });
});
