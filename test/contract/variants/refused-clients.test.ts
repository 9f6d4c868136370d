/** Clients that the token endpoint refuses, in every pair of variants that are about them. */

import { expect, test } from 'vitest';
import { startInstitution } from '../../institution.js';

const BAD_CLIENT = ['invalid_client', 'unauthorized_client', 'bad-request'] as const;
const CLIENT_BASIC = ['accepted', 'refused'] as const;
const PAIRS = BAD_CLIENT.flatMap((bad) => CLIENT_BASIC.map((basic) => ({ 'bad-client': bad, 'client-basic': basic })));

test.each(PAIRS)('%j: HTTP Basic gets 401 with a challenge, the form what the variant says', async (variants) => {
  const institution = await startInstitution({ population: 0, variants });
  const { emulator } = institution;
  const ask = (body: object, headers: Record<string, string> = {}) =>
    fetch(emulator.tokenUrl, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ grant_type: 'client_credentials', ...body }),
    });
  const basic = (secret: string) =>
    ask({}, { Authorization: `Basic ${Buffer.from(`${emulator.clientId}:${secret}`).toString('base64')}` });
  const code = variants['bad-client'] === 'unauthorized_client' ? 'unauthorized_client' : 'invalid_client';
  const refused = [
    await basic('wrong'),
    ...(variants['client-basic'] === 'refused' ? [await basic(emulator.clientSecret)] : []),
  ];
  for (const response of refused) {
    expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, 'Basic realm="institution"']);
    expect(await response.json()).toMatchObject({ error: code });
  }
  const byForm = await ask({ client_id: emulator.clientId, client_secret: 'wrong' });
  expect(byForm.status).toBe(variants['bad-client'] === 'bad-request' ? 400 : 401);
  await institution.close();
});
