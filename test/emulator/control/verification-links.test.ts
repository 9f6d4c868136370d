/** Verification links that are created without the service's endpoint. */

import request from 'supertest';
import { expect, test } from 'vitest';
import { startEmulator, type MintedLink } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { untilEnd } from '../../until-end.js';

const BEN = cast('Ben').credentials[0]!.contractId;
const UMA = cast('Uma').credentials[0]!.contractId;

const emulator = await untilEnd(startEmulator({ population: 0, now: '2026-01-31T09:00:00.000Z' }));

function check(token: string) {
  return request(emulator.apiUrl).get(`/verification/check/${token}`);
}

test('a link from the control plane is valid, and the journal records nothing', async () => {
  using sandbox = emulator.sandbox();
  const response = await request(emulator.url)
    .post(`/_emulator/sandboxes/${sandbox.id}/verification-links`)
    .send({ contractId: BEN })
    .expect(200);
  const { token, verificationUrl } = response.body as MintedLink;
  expect(sandbox.requests()).toEqual([]);
  expect(verificationUrl).toBe(`${emulator.url}/verify/${token}`);
  const status = await check(token).expect(200);
  expect(status.body).toMatchObject({ contractId: BEN, status: 'strong' });
});

test('a link expires after the requested lifetime by the sandbox clock', async () => {
  using sandbox = emulator.sandbox();
  await check(sandbox.verificationLink(BEN, { lifetime: 0 }).token).expect(404);
  const { token } = sandbox.verificationLink(BEN, { lifetime: 60 });
  sandbox.clock.advance('59s');
  await check(token).expect(200);
  sandbox.clock.advance('1s');
  await check(token).expect(404);
});

test('links from the control plane do not change the links of the service', async () => {
  const links = await Promise.all(
    [false, true].map(async (before) => {
      using sandbox = emulator.sandbox({ clientId: `linked-${before}` });
      if (before) sandbox.verificationLink(BEN);
      const { accessToken } = sandbox.accessToken();
      const response = await request(emulator.apiUrl)
        .post('/verification/generate-link')
        .auth(accessToken, { type: 'bearer' })
        .send({ contractId: BEN });
      // The sandbox's ID and the seal differ; the link's number does not.
      return Buffer.from((response.body as MintedLink).token, 'base64url')
        .subarray(-92, -12)
        .toString('hex');
    }),
  );
  expect(links[0]).toBe(links[1]);
});

test('a link for an unknown or undisclosed credential is refused', async () => {
  using sandbox = emulator.sandbox();
  const ask = (contractId: string) =>
    request(emulator.url).post(`/_emulator/sandboxes/${sandbox.id}/verification-links`).send({ contractId });
  await ask('00nothing').expect(404);
  const response = await ask(UMA).expect(409);
  expect(response.body).toHaveProperty(
    'detail',
    `The credential "${UMA}" is not disclosed to the institution, so that the service would create no link for it.`,
  );
});

test.each([-1, 1.5, 31_536_001])('a lifetime of %d seconds is refused', async (lifetime) => {
  using sandbox = emulator.sandbox();
  expect(() => sandbox.verificationLink(BEN, { lifetime })).toThrow(RangeError);
  await request(emulator.url)
    .post(`/_emulator/sandboxes/${sandbox.id}/verification-links`)
    .send({ contractId: BEN, lifetime })
    .expect(422);
});
