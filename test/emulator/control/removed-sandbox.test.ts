/** Removing a sandbox invalidates its tokens and links, and no others. */

import request from 'supertest';
import { expect, test } from 'vitest';
import type { SandboxControl } from '../../../src/emulator/control/methods/sandbox-control.js';
import { startEmulator } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { tokenOf } from '../../institution.js';

const SCORES = '/institutions/me/human-scores?limit=1';

/** The tokens and links of a consumer. */
async function holdings(sandbox: SandboxControl): Promise<{ token: string; link: string }> {
  const token = await tokenOf(sandbox);
  const body = { contractId: cast('Ben').credentials[0]!.contractId };
  const response = await request(sandbox.apiUrl)
    .post('/verification/generate-link')
    .auth(token, { type: 'bearer' })
    .send(body);
  return { token, link: (response.body as { token: string }).token };
}

test('tokens and links of a removed sandbox stop working, and those of others continue', async () => {
  await using emulator = await startEmulator();
  const sandboxes = [emulator.defaultSandbox, emulator.sandbox(), emulator.sandbox(), emulator.sandbox()];
  const held = await Promise.all(sandboxes.map(holdings));
  const { id, clientId, clientSecret } = sandboxes[2]!;
  expect((await request(emulator.url).delete(`/_emulator/sandboxes/${id}`)).status).toBe(204);

  const statuses = held.map(async ({ token, link }) => {
    const scores = await request(emulator.apiUrl).get(SCORES).auth(token, { type: 'bearer' });
    const check = await request(emulator.apiUrl).get(`/verification/check/${link}`);
    return [scores.status, check.status];
  });
  expect(await Promise.all(statuses)).toEqual([
    [200, 200],
    [200, 200],
    [401, 404],
    [200, 200],
  ]);
  const refused = await request(emulator.tokenUrl)
    .post('')
    .type('form')
    .send({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });
  expect(refused.status).toBe(401);
  expect((await request(emulator.url).get(`/_emulator/sandboxes/${id}`)).status).toBe(404);
});

test('a token of a removed sandbox is refused with the reason', async () => {
  await using emulator = await startEmulator();
  const sandbox = emulator.sandbox();
  const { token } = await holdings(sandbox);
  sandbox.remove();
  const response = await request(emulator.apiUrl).get(SCORES).auth(token, { type: 'bearer' });
  expect(response.headers['emulator-diagnostic']).toContain(
    `"the access token is foreign: its sandbox, \\"${sandbox.id}\\", is not here any more"`,
  );
});

test('a new sandbox with the credentials of a removed one refuses its tokens', async () => {
  await using emulator = await startEmulator();
  const credentials = { clientId: 'acme', clientSecret: 'open sesame' };
  const old = emulator.sandbox(credentials);
  const { token, link } = await holdings(old);
  old.remove();
  emulator.sandbox(credentials);
  expect((await request(emulator.apiUrl).get(SCORES).auth(token, { type: 'bearer' })).status).toBe(401);
  expect((await request(emulator.apiUrl).get(`/verification/check/${link}`)).status).toBe(404);
});
